import Foundation

/// Makes a file of that text for as long as `body` runs.
func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    try withFile(Array(text.utf8), body)
}

/// Makes a file of those bytes for as long as `body` runs.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path()
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}
