internal import EventLoop

/// A recording that is played in place of hardware.
final class PlayedRecording {
    /// How the machine was built that it is from, as far as it says.
    let header: RecordingHeader
    private let path: String
    private let problem: String?
    private weak var source: RecordingSource?

    /// Sees whether a recording can be played.
    ///
    /// - Parameter earlier: What was known of the recording that was asked for before; one that is being played
    ///   goes on.
    init(path: String, after earlier: PlayedRecording?) {
        self.path = path
        source = earlier?.path == path ? earlier?.source : nil
        var header = RecordingHeader()
        var problem: String?
        if path.isEmpty {
            problem = "recording: needs the name of a file behind it, as in recording:tablet.csv"
        } else {
            do throws(RecordingError) {
                header = try RecordingReader.headerOfPlayable(path)
            } catch {
                problem = error.description
            }
        }
        (self.header, self.problem) = (header, problem)
    }

    /// Its name among sensors.
    var id: String { "recording:\(path)" }

    /// Makes what plays it.
    ///
    /// - Parameter handler: Called on the thread of the loop.
    func makeSource(
        loop: EventLoop, options: SensorOptions, handler: @escaping (SourceEvent) -> Void
    ) -> RecordingSource {
        let source = RecordingSource(
            loop: loop, path: path, inRealTime: options.playsInRealTime, repeats: options.repeatsRecording,
            handler: handler)
        self.source = source
        return source
    }

    /// A recording with a header is described as its sensor was; one without is in the device frame.
    var description: SensorDescription {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        var description = SensorDescription(
            id: id, name: header.sensorName ?? file, devicePath: nil, transport: .recording)
        if let scale = header.scale, let frame = header.frame {
            description.scale = scale
            description.offset = header.offset ?? description.offset
            description.deviceFrame = frame
        } else {
            description.scale = Array(repeating: 1 / RecordingSource.stepsPerUnit, count: 3)
        }
        description.matrixSources =
            header.matrixSources.isEmpty
            ? [MatrixSourceReport(origin: .none, inForce: true)] : header.matrixSources
        description.location = header.location ?? .unknown
        description.timestampSource = header.timestampSource ?? .kernel
        description.samplingFrequency = header.samplingFrequency
        description.isActive = source?.isActive ?? false
        description.problem = problem
        description.isReadable = description.problem == nil
        description.isSelected = description.isReadable
        return description
    }
}
