internal import BringUp
internal import JSON
internal import SystemCalls

extension MountCase {
    /// Reads a case from a file, or from standard input.
    ///
    /// - Throws: What is wrong, with the file and the field.
    init(file: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try Files.contents(
                of: file == "-" ? "/dev/stdin" : file, limit: Self.sizeLimit,
                mayWait: true)
        } catch {
            throw Failure("\(error)", .no)
        }
        do throws(MountCaseError) { try self.init(parsing: bytes) } catch {
            throw Failure("\(file): \(error)", .no)
        }
    }
}

extension MountEstimate {
    /// The estimate for programs.
    var json: JSONValue {
        [
            "matrix": .string(matrix.text), "determined": .string(determined),
            "alternatives": .array(alternatives.map { .string($0.text) }),
            "residualDegrees": .real((residualDegrees * 100).rounded() / 100),
        ]
    }
}
