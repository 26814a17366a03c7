internal import OrientationCore

/// One accelerometer of the catalogue: what was found, what follows from it, and who reads it.
final class SensorEntry {
    /// Where it hangs.
    private(set) var placement: SensorPlacement
    /// What the kernel says about it.
    private(set) var hardware: SensorHardware
    /// Which matrix is in force.
    private(set) var matrix: MatrixSelection
    /// What its reader counts.
    let record: SensorRecord
    /// The source that reads it, while there is one. It takes itself out when it stops, or goes; a weak
    /// reference would make it costlier to use for each sample.
    unowned var source: HardwareSource?
    /// When the last source has put everything back.
    var end: EndSignal?

    private let usesBuffer: Bool

    init(
        _ placement: SensorPlacement, _ hardware: SensorHardware, _ matrix: MatrixSelection, usesBuffer: Bool,
        record: SensorRecord?
    ) {
        self.placement = placement
        self.hardware = hardware
        self.matrix = matrix
        self.usesBuffer = usesBuffer
        let conversion = SensorConversion(axes: hardware.axes, frame: matrix.frame)
        self.record = record ?? SensorRecord(transport: .sysfs, conversion: conversion)
        self.record.update {
            $0.conversion = conversion
            $0.transport = hardware.hasBuffer && usesBuffer ? .bufferHardware : .sysfs
            $0.timestampSource =
                hardware.hasBuffer && usesBuffer && hardware.hasTimestamp ? .kernel : .arrival
        }
    }

    /// Takes in what is different now. A source goes on, with the new matrix and scale.
    ///
    /// - Returns: Whether the way of reading is still the same.
    func update(_ placement: SensorPlacement, _ hardware: SensorHardware, _ matrix: MatrixSelection) -> Bool {
        let isReadAlike =
            hardware.axes.map(\.raw) == self.hardware.axes.map(\.raw)
            && hardware.hasRaw == self.hardware.hasRaw
            && hardware.hasBuffer == self.hardware.hasBuffer
            && hardware.hasTimestamp == self.hardware.hasTimestamp
        (self.placement, self.hardware, self.matrix) = (placement, hardware, matrix)
        record.conversion = SensorConversion(axes: hardware.axes, frame: matrix.frame)
        return isReadAlike
    }

    /// What decides about its use.
    var candidate: SensorRanking.Candidate {
        SensorRanking.Candidate(
            placement: placement, name: hardware.name, label: hardware.label, location: hardware.location,
            problem: hardware.problem)
    }

    /// All that is to be shown of it, but for whether it is chosen.
    ///
    /// - Parameter isPinned: Whether a person chose it, so that nothing is held against it.
    func description(id: String, isPinned: Bool, deniedNames: [String]) -> SensorDescription {
        let state = record.snapshot
        var description = SensorDescription(
            id: id, name: hardware.name, devicePath: "/sys/bus/iio/devices/\(hardware.node)",
            transport: state.transport)
        description.location = SensorRanking.location(of: candidate)
        description.isActive = source?.isActive ?? false
        description.scale = state.conversion.scale
        description.offset = state.conversion.offset
        description.deviceFrame = state.conversion.frame.elements
        description.conventionIsAssumed = matrix.conventionIsAssumed
        description.matrixSources = matrix.reports
        description.timestampSource = state.timestampSource
        description.samplingFrequency = description.isActive ? state.samplingFrequency : nil
        description.errorCount = state.errorCount
        description.lastError = state.lastError
        description.outOfRange = state.outOfRange
        description.isReadable = hardware.problem == nil
        description.problem =
            hardware.problem
            ?? (isPinned ? nil : SensorRanking.objection(to: candidate, deniedNames: deniedNames))
        description.notes = matrix.notes
        return description
    }
}
