import SystemCalls
import Testing

@Suite("Programs that are run")
struct ChildProcessTests {
    @Test("what a program writes is kept, and its exit status")
    func output() throws {
        let result = try ChildProcess.run(
            ["sh", "-c", "printf one; printf two; exit 7"], timeout: .seconds(60))

        #expect(result.output == Array("onetwo".utf8))
        #expect(result.status == 7)
    }

    @Test("more than a pipe holds is read to the end")
    func large() throws {
        let result = try ChildProcess.run(["head", "-c", "300000", "/dev/zero"], timeout: .seconds(60))

        #expect(result.output.count == 300_000)
        #expect(result.status == 0)
    }

    @Test("errors of a program are kept apart from what it writes")
    func errors() throws {
        let result = try ChildProcess.run(["sh", "-c", "echo wrong >&2; echo kept"], timeout: .seconds(60))

        #expect(result.output == Array("kept\n".utf8))
        #expect(result.errors == Array("wrong\n".utf8))
    }

    @Test("of many errors the first 4096 bytes are kept, and the program is not held up")
    func manyErrors() throws {
        let result = try ChildProcess.run(
            ["sh", "-c", "head -c 300000 /dev/zero >&2; echo done"], timeout: .seconds(60))

        #expect(result.output == Array("done\n".utf8))
        #expect(result.errors == Array(repeating: 0, count: 4096))
        #expect(result.status == 0)
    }

    @Test("a program has nothing to read")
    func input() throws {
        #expect(try ChildProcess.run(["cat"], timeout: .seconds(60)).output.isEmpty)
    }

    @Test("a signal that ended a program is told as shells do")
    func signal() throws {
        #expect(
            try ChildProcess.run(["sh", "-c", "kill -TERM $$"], timeout: .seconds(60)).status == 128 + 15)
    }

    @Test("a program that takes too long is killed")
    func timeout() throws {
        #expect(try ChildProcess.run(["sleep", "600"], timeout: .zero).status == 128 + 9)
    }

    @Test("a program that is not there is an error that names it")
    func missing() {
        #expect(throws: SystemCallError(call: "posix_spawn", subject: "no-such-program", code: 2)) {
            try ChildProcess.run(["no-such-program"], timeout: .seconds(60))
        }
    }
}
