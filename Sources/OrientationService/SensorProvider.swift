internal import IndustrialIO

/// Knows the sensors of the machine, and makes what reads them.
protocol SensorProvider: AnyObject {
    /// Every sensor, usable or not.
    var sensors: [SensorDescription] { get }

    /// The one that orientations are to be made of.
    var selected: SensorDescription? { get }

    /// Makes a source that reads a sensor, see ``SensorCatalog/makeSource(for:handler:)``.
    func makeSource(
        for id: String, handler: @escaping (SourceEvent) -> Void
    ) throws(SensorFailure) -> any SampleSource
}

extension SensorCatalog: SensorProvider {}
