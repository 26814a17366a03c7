import JSON
import OrientationCore
import OrientationProtocol

/// Messages in which every optional field is there.
enum Examples {
    static let state = OrientationState(
        sequence: 7, timestamp: .microseconds(1_234_567), sensorStatus: .ready,
        sensor: "pci0000:00/accel", deviceOrientation: .landscapeLeft, interfaceOrientation: .landscapeRight,
        supported: true, allowed: [.landscapeRight, .portrait], kind: .pad, cause: .device, turned: 90,
        rotation: 270, rotationLock: RotationLock(.portrait))

    static let sensor = Sensor(
        id: "a", name: "bmi160_accel", devicePath: "/sys/bus/iio/devices/iio:device0", location: .display,
        transport: .sysfs, selected: true, active: true, scale: [0.5, 0.25, 0.125], offset: [0, 1, -1],
        mountMatrix: [-1, 0, 0, 0, -1, 0, 0, 0, 1],
        matrixSources: [MatrixSource(source: .udev, value: "1, 0, 0", inForce: true, problem: "odd")],
        timestampSource: .kernel, samplingFrequency: 25, errorCount: 2, lastError: "EIO", outOfRange: 3,
        problem: "none", notes: ["a note"])

    static let sample = Sample(
        timestamp: .microseconds(5), raw: [1, -2, 3],
        acceleration: Acceleration(x: 0.5, y: -0.25, z: 9.80665),
        candidate: .faceUp)

    static let policy = Policy(
        dialect: .legacy,
        application: Application(
            lists: OrientationLists(general: [.portrait], pad: [.landscapeLeft, .portrait], phone: []),
            mask: .landscape),
        root: Controller(
            id: "tabs", kind: .tab, supported: .all, autorotates: false, preferred: .landscapeLeft,
            legacySupported: .portrait,
            children: [Controller(kind: .navigation, children: [Controller(id: "leaf")]), Controller()],
            selected: 1, forwards: true),
        modals: [Modal(controller: Controller(id: "sheet"), fullScreen: false)])

    static let errors: [OrientationError] = [
        .emptyIntersection(controller: "c", application: [.portrait], supported: [.landscapeLeft]),
        .legacyPredicateRejectsAll(controller: "c"),
        .preferredNotSupported(controller: "c", field: "policy.root.preferred"),
        .noSuchSubscription("s"),
        .noSuchSensor("x"),
        .sensorUnavailable(sensor: "x", errnoName: "EBUSY", message: "held by another program"),
        .tooManyStreams(limit: 4),
    ]

    static let requests: [Request] = [
        .getState(policy: policy),
        .subscribe(policy: policy),
        .updatePolicy(subscription: "s", policy: policy, transition: .presents),
        .setSessionMask(.landscape),
        .setRotationLock(locked: true, orientation: .portrait),
        .listSensors,
        .streamSamples(sensor: "a", maximumRate: 10),
    ]

    /// The members of what a value is written as.
    static func members(of value: some JSONEncodable) throws -> [JSONObject.Member] {
        try JSONValue(parsing: JSONWriter.bytes(of: value)).object?.members ?? []
    }

    static func text(_ value: some JSONEncodable) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
}
