internal import BringUp
internal import Configuration
internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import SensorSetup
internal import SystemCalls

/// A sensor and the machine that it is in, as far as the hardware database is concerned.
struct SurveyedMachine {
    /// What udev looks the sensor up by; nothing if it hangs on nothing with a modalias.
    let lookup: SensorLookup?
    /// The sensor's name for people.
    let sensorName: String
    /// Where it hangs; nothing for a recording.
    let path: String?
    /// Where other accelerometers of the machine with the same key hang.
    let twins: [String]
    /// Whether there is another accelerometer, so that the location of this one matters.
    let isOneOfSeveral: Bool
    /// The mount matrix in force in the hardware database's frame.
    let matrixInForce: MountMatrix
    /// Which way round the axes of this kind of sensor are.
    private let handedness: SensorHandedness

    /// Looks at the running machine.
    ///
    /// - Parameters:
    ///   - sensor: The sensor; without one the one that the daemon would use.
    ///   - configuration: The daemon's configuration; without one the usual one, which need not be there.
    init(sensor: String?, configuration: String?) throws(Failure) {
        let settings: Settings
        do throws(ConfigurationError) {
            settings = try Configuration(
                file: configuration ?? Configuration.defaultFile, isRequired: configuration != nil,
                mayWait: configuration != nil
            ).settings
        } catch {
            throw Failure("\(error)", .usage)
        }
        let catalog: SensorCatalog
        do throws(SystemCallError) {
            catalog = try SensorCatalog(
                loop: try EventLoop(), options: SensorOptions(settings.sensor, sensor: sensor),
                patience: .seconds(2), onChange: {})
        } catch {
            throw Failure("\(error)", .no)
        }
        let sensors = catalog.sensors.filter { $0.devicePath != nil }
        guard let chosen = catalog.selected, let devicePath = chosen.devicePath else {
            throw Failure(catalog.pinProblem ?? "there is no accelerometer", .noSensor)
        }
        let lookup = Self.lookup(of: chosen, at: devicePath)
        self.lookup = lookup
        sensorName = chosen.name
        handedness = SensorSigns(name: chosen.name, modalias: lookup?.modalias).handedness
        path = chosen.id
        twins = sensors.filter { other in
            other.id != chosen.id
                && other.devicePath.flatMap { Self.lookup(of: other, at: $0) }?.key == lookup?.key
        }.map(\.id)
        isOneOfSeveral = sensors.count > 1
        matrixInForce = MountMatrix(
            frame: chosen.deviceFrame, natural: catalog.casing.natural, panel: catalog.casing.panel)
    }

    /// Reads the head of a recording.
    init(recording: String) throws(Failure) {
        let header: RecordingHeader
        do throws(RecordingError) {
            header = try RecordingReader(path: recording, mayWait: true).header
        } catch {
            throw Failure("\(error)", .no)
        }
        guard let frame = header.frame else {
            throw Failure(
                "\(recording): says nothing about its sensor; make it with orientationctl record", .no)
        }
        lookup = SensorLookup(header)
        sensorName = header.sensorName ?? recording
        handedness = SensorSigns(name: sensorName, modalias: header.modalias).handedness
        path = nil
        twins = []
        isOneOfSeveral = header.location == .display
        matrixInForce = MountMatrix(
            frame: frame, natural: header.natural ?? .portrait, panel: header.panel ?? .normal)
    }

    /// Whether z after a matrix is the opposite of what its first two rows and the kind of sensor give.
    func isMirrored(by matrix: MountMatrix) -> Bool {
        (matrix.determinant < 0) != (handedness == .left)
    }

    private static func lookup(of sensor: SensorDescription, at path: String) -> SensorLookup? {
        var header = RecordingHeader()
        header.describeMachine()
        header.describeSensor(at: path)
        header.sensorName = sensor.name
        header.location = sensor.location
        return SensorLookup(header)
    }
}
