internal import CLinux
internal import SystemCalls

/// Makes contexts of this machine, for which libiio reads names and scales of all its devices: a sensor that
/// does not answer is not to hold up the reading of another.
///
/// Used by one thread; a thread of its own waits for sensors that are slow, one at a time.
final class ContextMaker {
    /// Made by one thread and handed to another, which has it for itself from then on.
    private struct Handover: @unchecked Sendable {
        let context: Result<IIOContext, SystemCallError>
    }

    private var pending: Mailbox<Handover>?

    /// A context that has the devices which there were when it was first asked for.
    ///
    /// - Throws: ETIMEDOUT if some sensor does not answer within the time. What was begun goes on; the next call
    ///   takes it if it is ready, and does not wait a second time.
    func context(within timeout: Duration) throws(SystemCallError) -> IIOContext {
        let timeout = pending == nil ? timeout : .zero
        let arrival: Mailbox<Handover>
        if let pending { arrival = pending } else { arrival = try begin() }
        pending = arrival
        guard arrival.wait(timeout: timeout), let handover = arrival.takeAll().first else {
            throw SystemCallError(call: "iio_create_local_context", code: ETIMEDOUT)
        }
        pending = nil
        switch handover.context {
        case .success(let context): return context
        case .failure(let error): throw error
        }
    }

    private func begin() throws(SystemCallError) -> Mailbox<Handover> {
        let arrival = try Mailbox<Handover>()
        try runDetached {
            do throws(SystemCallError) {
                arrival.send(Handover(context: .success(try IIOContext())))
            } catch {
                arrival.send(Handover(context: .failure(error)))
            }
        }
        return arrival
    }
}
