import Foundation
import OrientationCore
import Testing

@testable import BringUp

@Suite("Attitude")
struct AttitudeTests {
    @Test(
        "the seven attitudes of a device at rest",
        arguments: [
            (Acceleration(x: 0, y: 9.8, z: 0), 0.0, 0.0),
            (Acceleration(x: 9.8, y: 0, z: 0), 90, 0),
            (Acceleration(x: -9.8, y: 0, z: 0), -90, 0),
            (Acceleration(x: 0, y: -9.8, z: 0), 180, 0),
            (Acceleration(x: 0, y: 1, z: 1), 0, 45),
            (Acceleration(x: -1, y: 1, z: -2.0.squareRoot()), -45, -45),
        ])
    func angles(_ acceleration: Acceleration, _ roll: Double, _ tilt: Double) throws {
        let attitude = try #require(Attitude(acceleration))

        #expect(abs(attitude.roll - roll) < 1e-9)
        #expect(abs(attitude.tilt - tilt) < 1e-9)
        #expect(attitude.hasRoll)
    }

    @Test("flat there is no roll, and without acceleration no attitude")
    func flat() throws {
        #expect(try #require(Attitude(Acceleration(x: 0.1, y: 0, z: 9.8))).hasRoll == false)
        #expect(try #require(Attitude(Acceleration(x: 0, y: 0.1, z: -9.8))).tilt < -89)
        #expect(Attitude(Acceleration(x: 0, y: 0, z: 0)) == nil)
    }
}

@Suite("PlotTicks")
struct PlotTicksTests {
    @Test(
        "ticks of time are at round times, at most eleven",
        arguments: [
            (0.1, 0.01), (5, 0.5), (40, 5), (70, 10), (600, 60), (3600, 600), (36_000, 3600),
            (604_800, 86_400),
        ])
    func timeSteps(_ seconds: Double, _ step: Double) {
        #expect(PlotTicks.timeStep(for: seconds, limit: 11) == step)
    }

    @Test("short times are in seconds, long ones by minute or hour")
    func timeTexts() {
        #expect(PlotTicks.timeText(2.5, step: 0.5, length: 5) == "2.5")
        #expect(PlotTicks.timeText(30, step: 5, length: 60) == "30")
        #expect(PlotTicks.timeText(605, step: 60, length: 900) == "10:05")
        #expect(PlotTicks.timeText(7500, step: 1800, length: 10_000) == "2:05")
        #expect([5.0, 900, 10_000].map(PlotTicks.timeUnit(length:)) == ["s", "min:s", "h:min"])
    }

    @Test("ticks of values are 1, 2 or 5 times a power of ten apart")
    func valueSteps() {
        #expect(PlotTicks.valueStep(for: 22, limit: 8) == 5)
        #expect(PlotTicks.valueStep(for: 80, limit: 8) == 10)
        #expect(PlotTicks.valueStep(for: 0.3, limit: 8) == 0.05)
    }
}

@Suite("AngleExtent")
struct AngleExtentTests {
    @Test("angles about 180 degrees are near each other")
    func wraps() {
        var extent = AngleExtent()
        for angle in [179.0, -179, 178, -178] { extent.add(angle) }

        #expect(extent.extent.low == 178)
        #expect(extent.extent.high == 182)
        #expect(abs(abs(extent.mean) - 180) < 1e-9)
    }
}

@Suite("PlotFigure")
struct PlotFigureTests {
    private func svg(_ samples: [(Double, Double, Double, Double)], title: String = "turn.csv") throws
        -> String
    {
        try withRecording(samples) {
            PlotFigure(try PlotData($0, columns: PlotFigure.columns), title: title).svg
        }
    }

    @Test("axes have their units, lines their names")
    func labels() throws {
        let svg = try svg(held(from: 0, to: 5, 0, 9.8, 0))

        for text in [
            ">acceleration, m/s²<", ">roll, °<", ">tilt, °<", ">time since the first sample, s<",
            ">x to the right<",
            ">y to the top<", ">z to the front<", ">|a|<", ">in force<", ">sample alone<", ">evidence<",
            ">becomes faceUp<", ">−10<",
        ] {
            #expect(svg.contains(text), "\(text)")
        }
    }

    @Test("a name that is markup stays text, and control characters do not get in")
    func escapes() throws {
        let svg = try svg(held(from: 0, to: 1, 0, 9.8, 0), title: "<b>&\"\u{7}\u{1B}.csv")

        #expect(svg.contains(">&lt;b&gt;&amp;&quot;  .csv<"))
    }

    @Test("a shock does not make a line of all else")
    func shock() throws {
        var samples = held(from: 0, to: 5, 0, 9.8, 0)
        samples[250].1 = 9000

        let bounds = try withRecording(samples) {
            PlotFigure(try PlotData($0, columns: 100), title: "").accelerationBounds
        }

        #expect(bounds.upperBound < 50)
    }

    @Test("roll is kept within 60 degrees upright, further leaning back and read from below")
    func reach() {
        let rules = OrientationClassifier()

        // 45 + 15; + 7.5 where less than half of gravity is in the plane; + 8 below −20 degrees.
        #expect(abs(rules.rollReach(tilt: 0) - 60) < 1e-9)
        #expect(abs(rules.rollReach(tilt: 65) - 67.5) < 1e-9)
        #expect(abs(rules.rollReach(tilt: -25) - 68) < 1e-9)
    }

    @Test("a long recording makes no larger picture than a shorter one that moves as much")
    func size() throws {
        func wave(_ count: Int) -> [(Double, Double, Double, Double)] {
            (0..<count).map { index -> (Double, Double, Double, Double) in
                (Double(index) / 100, Double(index % 7), 9.8, Double(index % 5))
            }
        }

        #expect(try svg(wave(60_000)).utf8.count < 500_000)
    }
}
