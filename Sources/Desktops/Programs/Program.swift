internal import CLinux
internal import SystemCalls

/// Runs one of the programs by which a desktop is told things.
///
/// - Returns: What it wrote.
/// - Throws: If it is not installed, takes longer than two seconds or fails.
func run(_ arguments: [String]) throws(DesktopError) -> String {
    let name = arguments.first ?? ""
    let result: ChildProcess.Result
    do throws(SystemCallError) { result = try ChildProcess.run(arguments, timeout: .seconds(2)) } catch {
        if error.code == ENOENT { throw .noProgram(name) }
        throw .unreachable(error)
    }
    guard result.status == 0 else {
        let complaint = complaint(String(decoding: result.errors, as: UTF8.self))
        throw .programFailed(name, status: result.status, complaint: complaint)
    }
    return String(decoding: result.output, as: UTF8.self)
}

/// The first line of a program's errors, cut where it is long.
func complaint(_ errors: String) -> String? {
    guard let line = errors.lines.first(where: { !$0.words.isEmpty }) else { return nil }
    let text = line.words.joined(separator: " ")
    return text.count > 200 ? String(text.prefix(200)) + "…" : text
}

extension StringProtocol {
    /// The parts between blanks.
    var words: [Substring] { Substring(self).split { $0 == " " || $0 == "\t" } }
    /// The lines without their ends.
    var lines: [Substring] { Substring(self).split(separator: "\n") }
}
