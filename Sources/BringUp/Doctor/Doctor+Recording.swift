extension Doctor {
    /// What there is to say where a recording is played in place of a sensor: that the sensors of the machine
    /// have nothing to do with it.
    ///
    /// - Parameter recording: As the daemon or the configuration names it.
    static func recordingFindings(_ recording: String) -> [DoctorFinding] {
        [
            DoctorFinding(
                .sensor, .error,
                "A recording is played, so that the display turns as it says and not as this machine is held: "
                    + recording,
                advice: "For the machine's own sensor, start the daemon without --sensor \(recording) and "
                    + "leave Sensor= out of \(configurationFile)")
        ]
    }
}
