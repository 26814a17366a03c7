public import SystemCalls

/// Why a recording cannot be read, and where.
public struct RecordingError: Error, Equatable, Sendable {
    /// The file.
    public let path: String
    /// The line, from 1. Nothing if no line is at fault.
    public let line: Int?
    /// What is wrong.
    public let fault: RecordingFault

    /// Describes a fault in a file.
    public init(path: String, line: Int?, fault: RecordingFault) {
        self.path = path
        self.line = line
        self.fault = fault
    }
}

/// What is wrong with a recording. Texts of the file are cut after 24 characters.
public enum RecordingFault: Error, Equatable, Sendable {
    /// The file cannot be opened or read.
    case unreadable(SystemCallError)
    /// The file has no first line.
    case empty
    /// The columns are named, and no sample follows.
    case noSamples
    /// The first line names no column of that name, or of that kind.
    case missingColumn(String)
    /// The first line names two columns that mean the same.
    case repeatedColumn(String)
    /// A line is longer than ``RecordingReader/longestLine`` bytes.
    case lineTooLong
    /// A line has too many or too few fields.
    case fieldCount(found: Int, needed: Int)
    /// A field is no number.
    case notANumber(column: String, text: String)
    /// A time is more than a hundred years away from zero, or an acceleration is above 10,000 m/s².
    case outOfRange(column: String, text: String)
    /// A time is before that of the line above.
    case timeGoesBack
    /// A time is later than those of the lines below, which agree with those above.
    case timeIsAhead
    /// A raw value comes before the lines of the header that say what it means.
    case missingConversion
    /// The orientation that was in force has a name that there is not.
    case unknownOrientation(String)
    /// A line of the header has a value that it cannot have.
    case badValue(key: String, text: String)
    /// The file is of a later form than this program knows.
    case laterVersion(String)
    /// The last line is missing: recording or copying ended early.
    case truncated
    /// The last line counts another number of samples than there are.
    case sampleCount(found: Int, told: Int)
    /// There is more after the last line.
    case afterEnd
}

extension RecordingError: CustomStringConvertible {
    /// One line: file, line, what is wrong and what would be right.
    public var description: String {
        if let line { return "\(path):\(line): \(fault)" }
        if case .unreadable(let error) = fault { return "\(path): \(error.message)" }
        return "\(path): \(fault)"
    }
}

extension RecordingFault: CustomStringConvertible {
    /// What is wrong and what would be right, in English, without a full stop.
    public var description: String {
        switch self {
        case .unreadable(let error): error.message
        case .empty: "is empty; a line must name the columns, as in t_ns,x,y,z"
        case .noSamples:
            "has no samples; below the line that names the columns, each line must be one, as in 0,0,9.81,0"
        case .missingColumn(let name):
            "the first line names no column \(name); it must name t_ns or t_s, x, y and z"
        case .repeatedColumn(let name): "the first line names the column \(name) twice, or two times"
        case .lineTooLong: "is longer than \(RecordingReader.longestLine) bytes"
        case .fieldCount(let found, let needed):
            "has \(found) field\(found == 1 ? "" : "s"), not \(needed) as the first line has"
        case .notANumber(let column, let text): "\(column) is \"\(text)\", which is no number"
        case .outOfRange(let column, let text): "\(column) is \(text), which is beyond what can be"
        case .timeGoesBack: "is earlier than the line before; times must not go back"
        case .timeIsAhead: "is later than the lines after it; times must not go back"
        case .missingConversion:
            "is a raw value, and no lines \"# scale:\" and \"# frame:\" above say what it means"
        case .unknownOrientation(let text): "device is \"\(text)\", which is no device orientation"
        case .badValue(let key, let text): "\(key) cannot be \"\(text)\""
        case .laterVersion(let text):
            "is a recording of version \(text), and this program reads version \(RecordingHeader.version)"
        case .truncated: "the recording was cut short: its last line, \"# end\", is missing"
        case .sampleCount(let found, let told): "\(told) samples were recorded, and here are \(found)"
        case .afterEnd: "is behind the end of the recording"
        }
    }
}
