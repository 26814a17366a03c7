public import EventLoop
public import SystemCalls

/// The accelerometers of this machine, as they come and go.
///
/// Hot-plug is listened for before what is there is listed, so that nothing falls in between.
public final class SensorCatalog {
    /// Every accelerometer, also those that are not used, with the reason.
    public private(set) var sensors: [SensorDescription] = []

    private let loop: EventLoop
    private let options: SensorOptions
    private let onChange: () -> Void

    /// Lists the sensors that there are, and follows those that come and go.
    ///
    /// - Parameters:
    ///   - loop: The loop that calls `onChange` and the handlers of sources.
    ///   - options: What the configuration says.
    ///   - onChange: Called after ``sensors`` or ``selected`` became different; not during `init`.
    /// - Throws: ``SystemCallError`` if the kernel's device events cannot be had.
    public init(
        loop: EventLoop, options: SensorOptions, onChange: @escaping () -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        self.options = options
        self.onChange = onChange
    }

    /// The sensor that orientations are to be made of: the best usable one.
    public var selected: SensorDescription? { sensors.first { $0.isSelected } }

    /// Makes a source that reads a sensor. One source of a sensor at a time.
    ///
    /// - Parameters:
    ///   - id: The ``SensorDescription/id`` of one of ``sensors``.
    ///   - handler: Called on the thread of the loop, never from within `start()` or `stop()`.
    /// - Throws: ``SensorFailure`` if there is no such sensor or it has a ``SensorDescription/problem``
    ///   that rules out reading.
    public func makeSource(
        for id: String, handler: @escaping (SourceEvent) -> Void
    ) throws(SensorFailure) -> any SampleSource {
        throw .noSuchSensor(id)
    }
}
