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
    guard result.status == 0 else { throw .programFailed(name, status: result.status) }
    return String(decoding: result.output, as: UTF8.self)
}

extension StringProtocol {
    /// The parts between blanks.
    var words: [Substring] { Substring(self).split { $0 == " " || $0 == "\t" } }
    /// The lines without their ends.
    var lines: [Substring] { Substring(self).split(separator: "\n") }
}
