import IndustrialIO
import OrientationCore

@testable import OrientationService

/// A source that does what the test says.
final class ScriptedSource: SampleSource {
    let handler: (SourceEvent) -> Void
    private(set) var isRunning = false
    private(set) var tellsEverySample = false
    private(set) var inForce: [DeviceOrientation] = []

    init(_ handler: @escaping (SourceEvent) -> Void) { self.handler = handler }

    func start() { isRunning = true }
    func stop() { isRunning = false }
    func orientationInForce(_ orientation: DeviceOrientation) { inForce.append(orientation) }
    func tellEverySample(_ everySample: Bool) { tellsEverySample = everySample }

    /// A device at rest, its top edge up unless told otherwise.
    func sample(at time: Duration, x: Double = 0, y: Double = 9.81, z: Double = 0) {
        handler(
            .sample(
                SensorSample(
                    time: time, raw: RawReading(x: 1, y: 2, z: 3),
                    acceleration: Acceleration(x: x, y: y, z: z))))
    }
}

/// Sensors that come and go as the test says.
final class ScriptedProvider: SensorProvider {
    var sensors: [SensorDescription] = []
    var selected: SensorDescription? { sensors.first { $0.isSelected } }
    var failure: SensorFailure?
    private(set) var sources: [ScriptedSource] = []

    func makeSource(
        for id: String, handler: @escaping (SourceEvent) -> Void
    ) throws(SensorFailure) -> any SampleSource {
        if let failure { throw failure }
        sources.append(ScriptedSource(handler))
        return sources[sources.count - 1]
    }

    /// Makes this the only sensor, chosen.
    func plug(_ id: String) {
        sensors = []
        add(id)
        select(id)
    }

    /// Adds a sensor that is not chosen.
    func add(_ id: String) {
        sensors.append(
            SensorDescription(id: id, name: "accel", devicePath: nil, transport: .bufferHardware))
    }

    /// Chooses another sensor.
    func select(_ id: String) {
        for index in sensors.indices { sensors[index].isSelected = sensors[index].id == id }
    }
}
