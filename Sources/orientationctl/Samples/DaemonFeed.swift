internal import EventLoop
internal import OrientationClient
internal import OrientationProtocol
internal import SystemCalls

/// Samples that the daemon reads.
final class DaemonFeed: SampleFeed {
    private let connection: SampleConnection
    private let handler: (SampleEvent) -> Void
    private var source: DescriptorSource?
    /// Set until the daemon has answered.
    private var deadline: TimerSource?
    private let socketPath: String

    init(
        loop: EventLoop, options: SampleOptions, _ handler: @escaping (SampleEvent) -> Void
    ) throws(Failure) {
        self.handler = handler
        socketPath = options.socketPath
        do throws(ClientError) {
            connection = try SampleConnection(
                socketPath: options.socketPath, sensor: options.sensor, maximumRate: options.maximumRate)
        } catch {
            throw Failure(error)
        }
        do throws(SystemCallError) {
            source = try loop.onReady(connection.descriptor, .readable) { [unowned self] _ in receive() }
            deadline = try loop.timer(accuracy: .milliseconds(100)) { [unowned self] in
                end(with: ClientError.timedOut)
            }
            deadline?.set(after: OrientationConnection.patience)
        } catch {
            throw Failure("\(error)", .no)
        }
    }

    /// Asked of the daemon each time.
    var casing: Casing? {
        do throws(ClientError) {
            let reply: SensorsReply = try OrientationConnection(socketPath: socketPath).call(.listSensors)
            return Casing(natural: reply.naturalOrientation, panel: reply.panelOrientation)
        } catch {
            return nil
        }
    }

    func drain(_ handler: (SampleEvent) -> Void) {
        guard source != nil else { return }
        do throws(ClientError) {
            while let reply = try connection.next() { tell(reply, to: handler) }
        } catch {
            // It ends anyway.
        }
    }

    func stop() { (source, deadline) = (nil, nil) }

    private func receive() {
        do throws(ClientError) {
            while source != nil, let reply = try connection.next() { tell(reply, to: handler) }
        } catch {
            end(with: error)
        }
    }

    private func end(with error: ClientError) {
        stop()
        handler(.ended(Failure(samples: error)))
    }

    private func tell(_ reply: SamplesReply, to handler: (SampleEvent) -> Void) {
        deadline = nil
        if let sensor = reply.sensor { handler(.sensor(sensor)) }
        guard !reply.samples.isEmpty || reply.dropped > 0 else { return }
        handler(.samples(reply.samples, lost: reply.dropped, device: reply.deviceOrientation))
    }
}

extension Failure {
    /// A stream that came to nothing, or to its end; nothing for the end of a recording.
    fileprivate init?(samples error: ClientError) {
        guard case .refused(let refusal) = error else {
            self.init(error)
            return
        }
        switch refusal {
        case .sensorUnavailable(_, "ENODATA", _): return nil
        case .sensorUnavailable, .noSuchSensor: self.init(refusal.explanation, .noSensor)
        case .service(.permissionDenied):
            self.init(
                "raw samples are for root and members of the group 'orientation'; try sudo, or --direct", .no)
        default: self.init(error)
        }
    }
}
