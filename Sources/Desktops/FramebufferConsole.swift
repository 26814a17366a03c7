internal import CLinux
internal import OrientationCore
internal import SystemCalls

/// The kernel's text console, which turns in quarters clockwise.
///
/// Source: the kernel's Documentation/fb/fbcon.rst. There is one console for all framebuffers.
final class FramebufferConsole: Desktop {
    let name = "the console"
    private static let folder = "/sys/class/graphics/fbcon"
    private var original: String?

    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError) {
        let value = String(turn.fbconValue)
        do throws(SystemCallError) {
            let bytes = try Files.contents(of: Self.folder + "/rotate", limit: 64)
            let present = String(decoding: bytes.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
            if original == nil { original = present }
            if present != value { try write(value) }
        } catch { throw .unreachable(error) }
    }

    func restore() throws(DesktopError) {
        guard let original else { return }
        do throws(SystemCallError) { try write(original) } catch { throw .unreachable(error) }
    }

    private func write(_ value: String) throws(SystemCallError) {
        let path = Self.folder + "/rotate_all"
        let file = FileDescriptor(
            owning: try retrying("open", path) { open_file(path, O_WRONLY | O_CLOEXEC, 0) })
        let line = Array((value + "\n").utf8)
        _ = try retrying("write", path) { CLinux.write(file.number, line, line.count) }
    }
}
