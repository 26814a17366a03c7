public import OrientationCore

/// Makes the text of a recording, piece by piece.
///
///     # orientationd recording 1
///     # kernel: Linux 6.12.117-amd64 x86_64
///     # scale: 0.009582 0.009582 0.009582
///     …
///     t_ns,raw_x,raw_y,raw_z,device
///     0,12,-1023,44,portrait
///     9985123,11,-1022,45,portrait
///     …
///     # end: 2 samples
///
/// Times count from the first sample. What changes meanwhile is a line of the header between samples;
/// `# lost: 12` says that so many samples are missing there. Without its last line a recording is known to
/// have been cut short.
public struct RecordingWriter: Sendable {
    /// How many samples were written.
    public private(set) var sampleCount = 0
    /// How many samples were lost.
    public private(set) var lostCount = 0
    /// From the first sample to the last.
    public private(set) var length = Duration.zero

    private var header: RecordingHeader
    private var start: Duration?
    private var text: String

    /// Begins a recording.
    public init(_ header: RecordingHeader) {
        self.header = header
        text = header.lines.map { $0 + "\n" }.joined() + "t_ns,raw_x,raw_y,raw_z,device\n"
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - time: When it was taken; one that is before the last one is moved up to it.
    ///   - device: How the device was held after it, if that was decided.
    public mutating func append(_ raw: RawReading, at time: Duration, device: DeviceOrientation?) {
        let start = start ?? time
        self.start = start
        length = max(length, time - start)
        let (seconds, attoseconds) = length.components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        text += "\(nanoseconds),\(raw.x),\(raw.y),\(raw.z),\(device?.name ?? "")\n"
        sampleCount += 1
    }

    /// Notes that samples are missing between the last one and the next.
    public mutating func lose(_ count: Int) {
        guard count > 0 else { return }
        lostCount += count
        text += "# lost: \(count)\n"
    }

    /// Notes what is different from now on.
    public mutating func change(_ header: RecordingHeader) {
        for line in header.lines(since: self.header) { text += line + "\n" }
        self.header = header
    }

    /// Notes something for those who read the file.
    public mutating func remark(_ text: String) {
        self.text += "# remark: " + RecordingKey.cleaned(text) + "\n"
    }

    /// Ends the recording. Nothing may follow.
    public mutating func end() { text += "# end: \(sampleCount) samples\n" }

    /// Takes what was made since this was last called.
    public mutating func take() -> [UInt8] {
        defer { text = "" }
        return Array(text.utf8)
    }
}
