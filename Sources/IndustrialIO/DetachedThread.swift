internal import CLinux
internal import SystemCalls

/// Runs something on a thread of its own, with all signals blocked: they are the loop's.
/// The corresponding function is `pthread_create(3)`.
func runDetached(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
    final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, work.toOpaque())
    if code != 0 {
        work.release()
        throw SystemCallError(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
}
