internal import SystemCalls

/// How often the sensor measures, and by how much a reading must change for it to tell. On the thread.
extension ReaderThread {
    /// How long a sensor is provoked at most: a dozen samples at the rate that it was asked for.
    private static let provocation = Duration.milliseconds(500)

    /// Asks for the nearest supported rate that is not below. A sensor that refuses keeps its own, and so does
    /// one that another program has set to a rate since that will do.
    func setFrequency(_ target: Double, _ settings: inout KernelSettings) {
        guard let attribute = hardware.frequency else { return }
        do throws(SystemCallError) {
            let rate = try settings.setFrequency(
                attribute, target: target, available: hardware.availableFrequencies)
            record.update { $0.samplingFrequency = rate }
        } catch {
            record.count(SensorFailure(error))
            let present = attribute.readIfThere().flatMap { Double($0) }
            record.update { $0.samplingFrequency = present }
        }
    }

    /// Takes note of the rate that somebody else has set, and leaves it.
    func readFrequency() {
        guard let current = hardware.frequency?.readIfThere().flatMap({ Double($0) }), current > 0,
            current != record.snapshot.samplingFrequency
        else { return }
        record.update { $0.samplingFrequency = current }
        reports.send(.frequencyRead)
    }

    /// Asks for a lower rate, unless somebody else has set another one than that which was asked for.
    func slowDown(from before: Double, to wanted: Double, _ settings: inout KernelSettings) {
        readFrequency()
        guard let present = record.snapshot.samplingFrequency, abs(present - before) <= 0.1 * before else {
            return
        }
        setFrequency(wanted, &settings)
    }

    /// Has a sensor that can do so keep still while it lies still. One that refuses goes on as it is.
    ///
    /// - Returns: Whether it is set up to keep still.
    func setThreshold(_ settings: inout KernelSettings) -> Bool {
        guard let attribute = hardware.threshold, let scale = hardware.axes.first?.scale,
            let current = attribute.readIfThere().flatMap({ Double($0) })
        else { return false }
        guard let wanted = ReportThreshold.choice(current: current, scale: scale) else { return true }
        do throws(SystemCallError) {
            try settings.change(attribute, to: SamplingFrequency.text(wanted))
        } catch {
            record.count(SensorFailure(error))
            return false
        }
        return true
    }

    /// Takes the threshold away until a sample has come through the buffer: the noise of a sensor that lies
    /// still, and says nothing because of that, shows then that it is alive.
    ///
    /// Ends after ``provocation``, or with the next command. A threshold that another program has set stays.
    func provoke(_ settings: inout KernelSettings) {
        guard let attribute = hardware.threshold, let threshold = attribute.readIfThere(),
            !settings.isOthers(attribute, present: threshold)
        else { return }
        let samples = bufferedSamples.load(ordering: .relaxed)
        let end = KernelClock.monotonic.now + Self.provocation
        do throws(SystemCallError) {
            try settings.change(attribute, to: "0")
            while bufferedSamples.load(ordering: .relaxed) == samples, KernelClock.monotonic.now < end {
                if commands.wait(timeout: .milliseconds(50)) { break }
            }
            try settings.change(attribute, to: threshold)
        } catch { record.count(SensorFailure(error)) }
    }
}
