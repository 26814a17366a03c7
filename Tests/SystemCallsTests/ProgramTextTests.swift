import Foundation
import SystemCalls
import Testing

@Suite("Program text")
struct ProgramTextTests {
    private let path = "/tmp/o-\(UUID().uuidString)"
    private let length = 3 * Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Maps the file, and reads every byte of it.
    private func map(_ protection: Int32) throws -> UnsafeMutableRawBufferPointer {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let address = try #require(mmap(nil, length, protection, MAP_PRIVATE, file, 0))
        let bytes = UnsafeMutableRawBufferPointer(start: address, count: length)
        #expect(bytes.allSatisfy { $0 == 7 })
        return bytes
    }

    /// How much of a mapping the process has in memory, in KiB, by proc_pid_smaps(5).
    private func resident(_ bytes: UnsafeMutableRawBufferPointer) throws -> Int {
        let start = try #require(bytes.baseAddress.map { String(UInt(bitPattern: $0), radix: 16) })
        let text = try Files.contents(of: "/proc/self/smaps", limit: 1 << 24)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix(start + "-") })
        let line = try #require(lines[first...].first { $0.hasPrefix("Rss:") })
        return try #require(Int(line.split(separator: " ")[1]))
    }

    @Test("constants are given back and come again; what was changed of them, and what may be, stays")
    func giveBack() throws {
        try Data(repeating: 7, count: length).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let constant = try map(PROT_READ)
        let code = try map(PROT_READ | PROT_EXEC)
        let changed = try map(PROT_READ | PROT_WRITE)
        changed[0] = 8
        mprotect(changed.baseAddress, length, PROT_READ)
        let variable = try map(PROT_READ | PROT_WRITE)
        variable[length - 1] = 9
        defer { for bytes in [constant, code, changed, variable] { munmap(bytes.baseAddress, length) } }
        let all = length / 1024
        #expect(try [constant, code, changed, variable].map(resident) == [all, all, all, all])

        ProgramText.giveBack()

        #expect(try [constant, code, changed, variable].map(resident) == [0, 0, all, all])
        #expect(constant.allSatisfy { $0 == 7 } && code.allSatisfy { $0 == 7 })
        #expect(changed[0] == 8 && changed.dropFirst().allSatisfy { $0 == 7 })
        #expect(variable[length - 1] == 9 && variable.dropLast().allSatisfy { $0 == 7 })
    }
}
