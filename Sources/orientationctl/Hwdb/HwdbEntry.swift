internal import BringUp
internal import Configuration
internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import SensorSetup
internal import SystemCalls

/// `orientationctl hwdb entry`: an entry of the hardware database for this machine.
struct HwdbEntry: Command {
    static let name = "hwdb entry"
    static let help = """
        Usage: orientationctl hwdb entry [--matrix MATRIX] [--sensor ID] [--config FILE]
               orientationctl hwdb entry --recording FILE [--matrix MATRIX]

        Prints an entry of udev's hardware database for this machine, as systemd's
        60-sensor.hwdb has them, and proves with systemd-hwdb that udev finds it there
        together with the entries of the system. Where two sensors have one key, which
        the database cannot tell apart, it prints a udev rule instead.

          --matrix MATRIX   the mount matrix in the database's frame; without it the one that
                            is in force, such as the one that calibrate --apply wrote
          --sensor ID       of this sensor (see orientationctl sensors) instead of the one in
                            use
          --recording FILE  for the sensor and the machine of a recording
          --config FILE     the daemon's configuration, instead of
                            /etc/orientationd/orientationd.conf

        The entry is written to standard output, all else to standard error.

        Exit status: 0 there is an entry, and udev finds it; 1 there can be none, or it was not
        proved; 2 wrong usage; 4 no sensor.

        Example: orientationctl hwdb entry > /etc/udev/hwdb.d/61-sensor-local.hwdb

        """

    private var matrix: MountMatrix?
    private var sensor: String?
    private var recording: String?
    private var configuration: String?

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--matrix"):
                let text = try arguments.value(of: "--matrix")
                do throws(MountMatrixError) {
                    matrix = try MountMatrix(parsing: text)
                    try matrix?.checkAllRows()
                } catch {
                    throw .usage("--matrix \(text): \(error)")
                }
            case .option("--sensor"): sensor = try arguments.value(of: "--sensor")
            case .option("--recording"): recording = try arguments.value(of: "--recording")
            case .option("--config"): configuration = try arguments.value(of: "--config")
            default: throw Arguments.unexpected(argument)
            }
        }
        if recording != nil, sensor != nil { throw .usage("a recording has one sensor; name no other") }
    }

    func run() throws(Failure) -> ExitStatus {
        let machine =
            if let recording { try SurveyedMachine(recording: recording) } else {
                try SurveyedMachine(sensor: sensor, configuration: configuration)
            }
        return try EntryWriter(machine: machine, command: Self.name).write(matrix ?? machine.matrixInForce)
    }
}
