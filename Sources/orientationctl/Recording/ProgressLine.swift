internal import EventLoop
internal import CLinux
internal import SystemCalls

/// One line on the terminal that shows how it goes, written over and over.
final class ProgressLine {
    private static let period = Duration.milliseconds(500)

    private let recorder: Recorder
    private var timer: TimerSource?

    init(_ loop: EventLoop, _ recorder: Recorder) throws(Failure) {
        self.recorder = recorder
        do throws(SystemCallError) {
            timer = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in show() }
        } catch {
            throw Failure("\(error)", .no)
        }
        show()
    }

    /// Takes the line away.
    func clear() {
        timer = nil
        write("\r\u{1B}[K")
    }

    private func show() {
        // What wraps cannot be written over.
        write("\r\u{1B}[K" + recorder.progress.prefix(max(0, Terminal.columns(of: STDERR_FILENO) - 1)))
        timer?.set(after: Self.period)
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { CLinux.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
