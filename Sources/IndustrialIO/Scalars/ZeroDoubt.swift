/// Whether a measurement of 0 counts, of a sensor that has a buffer as well.
///
/// The kernel makes 0 of a measurement that a sensor hub refuses or does not answer
/// (`sensor_hub_input_attr_get_raw_value` in `drivers/hid/hid-sensor-hub.c`), while the hub goes on to report
/// through the buffer. A dark room is 0 too.
struct ZeroDoubt: Equatable, Sendable {
    /// Whether there is a buffer to compare with.
    let hasBuffer: Bool
    /// Whether measurements of this sensor have been other than 0.
    private var isProved = false
    /// What the buffer said last.
    private var lastReport: Int64?

    init(hasBuffer: Bool) { self.hasBuffer = hasBuffer }

    /// Takes what came through the buffer.
    mutating func report(_ raw: Int64) { lastReport = raw }

    /// Whether a measurement counts.
    ///
    /// - Parameter isLastResort: Whether the buffer was given up.
    mutating func believes(_ raw: Double, isLastResort: Bool) -> Bool {
        if raw != 0 { isProved = true }
        if raw != 0 || isProved || !hasBuffer { return true }
        return lastReport.map { $0 == 0 } ?? isLastResort
    }
}
