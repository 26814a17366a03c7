internal import EventLoop
internal import OrientationCore
internal import Synchronization
internal import SystemCalls

/// Reads an accelerometer of another machine.
///
/// Lives on the loop's thread; a ``RemoteReader`` does all that may block. Samples are stamped on arrival, since
/// the clock of the other machine says nothing here.
final class RemoteSource: SampleSource {
    private let loop: EventLoop
    private let address: RemoteAddress
    private let sensor: RemoteSensor
    private let record: SensorRecord
    private let settings: ReaderSettings
    private let handler: (SourceEvent) -> Void

    private var reader: RemoteReader?
    private var stamps: SampleStamps
    private var orientation = DeviceOrientation.unknown
    private var tellsEverySample = false
    private var sources: [EventSource] = []
    /// Tells a failure to start from the loop, like everything else.
    private var timer: TimerSource?

    /// Called when the connection broke or the sensor is gone, before the end is told.
    var onGone: (SensorFailure) -> Void = { _ in }
    /// Called when a thread is started, with the signal that it gives when it has put everything back.
    var onStart: (EndSignal) -> Void = { _ in }

    init(
        loop: EventLoop, address: RemoteAddress, sensor: RemoteSensor, record: SensorRecord,
        settings: ReaderSettings, handler: @escaping (SourceEvent) -> Void
    ) {
        self.loop = loop
        self.address = address
        self.sensor = sensor
        self.record = record
        self.settings = settings
        self.handler = handler
        stamps = SampleStamps(period: .seconds(1) / settings.frequency)
    }

    deinit { stop() }

    var isActive: Bool { reader != nil }

    func start() {
        guard reader == nil else { return }
        do throws(SystemCallError) {
            let reader = try RemoteReader(sensor, at: address, record: record, settings: settings)
            let reports = try loop.onReady(reader.reports.descriptor, .readable) {
                [weak self, weak reader] _ in
                reader.map { self?.take($0.reports.takeAll()) }
            }
            let silence = try loop.onReady(reader.silence.descriptor, .readable) {
                [weak self, weak reader] _ in
                reader?.silence.acknowledge()
                self?.handler(.silence(at: KernelClock.bootTime.now))
            }
            reader.tellsEverySample.store(tellsEverySample, ordering: .relaxed)
            reader.orientationInForce.store(orientation.rawValue, ordering: .relaxed)
            try reader.start()
            sources = [reports, silence]
            self.reader = reader
            onStart(reader.end)
        } catch {
            let failure = SensorFailure(error)
            timer = try? loop.timer(accuracy: .milliseconds(1)) { [weak self] in
                self?.handler(.ended(failure))
            }
            timer?.set(after: .zero)
        }
    }

    func stop() {
        timer = nil
        guard let reader else { return }
        reader.askToStop()
        self.reader = nil
        sources = []
        record.update { $0.samplingFrequency = nil }
    }

    /// The owner heard that the other machine does not answer any more.
    func machineIsGone(_ failure: SensorFailure) {
        guard reader != nil else { return }
        stop()
        handler(.ended(failure))
    }

    func orientationInForce(_ orientation: DeviceOrientation) {
        self.orientation = orientation
        reader?.orientationInForce.store(orientation.rawValue, ordering: .relaxed)
    }

    func tellEverySample(_ everySample: Bool) {
        tellsEverySample = everySample
        reader?.tellsEverySample.store(everySample, ordering: .relaxed)
    }

    private func take(_ reports: [RemoteReport]) {
        for report in reports where reader != nil {
            switch report {
            case .reading(let frequency):
                record.update { $0.samplingFrequency = frequency }
                handler(.changed)
            case .samples(let samples): samples.forEach(tell)
            case .failed(let failure): handler(.failure(failure))
            case .ended(let failure): end(failure)
            }
        }
    }

    private func tell(_ sample: SensorSample) {
        guard reader != nil else { return }
        var sample = sample
        sample.nanoseconds = stamps.stamp(nil, arrival: sample.nanoseconds, behind: 0)
        handler(.sample(sample))
    }

    private func end(_ failure: SensorFailure) {
        onGone(failure)
        machineIsGone(failure)
    }
}
