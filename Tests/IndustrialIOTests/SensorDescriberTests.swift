import EventLoop
import Synchronization
import Testing

@testable import IndustrialIO

@Suite("Describing sensors")
struct SensorDescriberTests {
    /// What tests see of the threads, and how they hold them.
    private final class Sensors: Sendable {
        /// Given when a held sensor may answer.
        let answer: EndSignal
        /// Given when a held sensor is being asked.
        let isAsked: EndSignal
        let timesAsked = Atomic<Int>(0)

        init() throws {
            answer = try EndSignal()
            isAsked = try EndSignal()
        }
    }

    private let loop: EventLoop
    private let sensors: Sensors
    private let working: TemporaryDevice

    init() throws {
        loop = try EventLoop()
        sensors = try Sensors()
        working = try TemporaryDevice(TemporaryDevice.polled)
    }

    /// Describes all devices but one that is called `held` at once, and that one when it is let go.
    private func describer(_ onResults: @escaping ([SensorDescriber<String, SensorHardware?>.Result]) -> Void)
        throws
        -> SensorDescriber<String, SensorHardware?>
    {
        let path = working.path
        return try SensorDescriber(
            loop: loop,
            describe: { [sensors] name, node in
                sensors.timesAsked.add(1, ordering: .relaxed)
                if name == "held" {
                    sensors.isAsked.give()
                    sensors.answer.wait(timeout: .seconds(20))
                }
                return name == "none" ? nil : SensorHardware(path: path, node: node)
            }, onResults: onResults)
    }

    @Test("a sensor that does not answer holds up neither the loop nor another sensor")
    func hanging() throws {
        var found: [String] = []
        let describer = try describer { found += $0.map(\.path) }

        try describer.describe("held", "iio:device0")
        try describer.describe("other", "iio:device1")
        try loop.runOnce(timeout: .seconds(20))
        #expect(found == ["other"])

        sensors.answer.give()
        try loop.runOnce(timeout: .seconds(20))
        #expect(found == ["other", "held"])
        withExtendedLifetime(describer) {}
    }

    @Test("what all sensors say can be waited for, and a device that is no accelerometer says so")
    func waiting() throws {
        let describer = try describer { _ in }

        try describer.describe("first", "iio:device0")
        try describer.describe("none", "iio:device1")
        let results = describer.results(within: .seconds(20)).sorted { $0.path < $1.path }

        #expect(results.map(\.path) == ["first", "none"])
        #expect(results.map(\.answer?.node) == ["iio:device0", nil])
        #expect(describer.results(within: .seconds(20)).isEmpty)
    }

    @Test("one that does not answer in time is told of later")
    func late() throws {
        var found: [String] = []
        let describer = try describer { found += $0.map(\.path) }

        try describer.describe("held", "iio:device0")
        #expect(describer.results(within: .zero).isEmpty)
        sensors.answer.give()
        try loop.runOnce(timeout: .seconds(20))

        #expect(found == ["held"])
        withExtendedLifetime(describer) {}
    }

    @Test("a device that changed while it was described is described anew, and told of once")
    func changed() throws {
        let describer = try describer { _ in }

        try describer.describe("held", "iio:device0")
        sensors.isAsked.wait(timeout: .seconds(20))
        try describer.describe("held", "iio:device0")
        try describer.describe("held", "iio:device0")
        sensors.answer.give()
        let results = describer.results(within: .seconds(20))

        #expect(results.count == 1)
        #expect(sensors.timesAsked.load(ordering: .relaxed) == 2)
    }

    @Test("what a device says that is gone is not told, even if one came to the same place")
    func gone() throws {
        var found: [String?] = []
        let describer = try describer { found += $0.map { $0.answer?.node } }

        try describer.describe("held", "iio:device0")
        describer.forget("held")
        try describer.describe("held", "iio:device1")
        sensors.answer.give()
        while found.isEmpty { try #require(try loop.runOnce(timeout: .seconds(20))) }

        #expect(describer.results(within: .zero).isEmpty)
        #expect(found == ["iio:device1"])
    }
}
