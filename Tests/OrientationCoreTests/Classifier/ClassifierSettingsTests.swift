import OrientationCore
import Testing

@Suite("The classifier's settings")
struct ClassifierSettingsTests {
    @Test("have a key, a unit and a range for every number")
    func everyNumberIsAParameter() {
        let properties = Mirror(reflecting: ClassifierSettings()).children.count
        let parameters = ClassifierSettings.parameters

        #expect(parameters.count == properties)
        #expect(Set(parameters.map(\.key)).count == properties)
        #expect(Set(parameters.map(\.path)).count == properties)
    }

    @Test("are in range by default")
    func defaultsAreInRange() {
        #expect(ClassifierSettings().firstOutOfRange == nil)
        for parameter in ClassifierSettings.parameters {
            #expect(parameter.range.contains(parameter.defaultValue), "\(parameter.key)")
        }
    }

    @Test("name the parameter that is out of range, not-a-number included")
    func outOfRange() {
        var settings = ClassifierSettings()
        settings.faceLeaveDegrees = 46
        #expect(settings.firstOutOfRange?.key == "FaceLeaveDegrees")

        settings.faceLeaveDegrees = .nan
        #expect(settings.firstOutOfRange?.key == "FaceLeaveDegrees")
    }

    @Test("have units that fit their names")
    func units() {
        for parameter in ClassifierSettings.parameters {
            #expect(parameter.key.hasSuffix("Sec") == (parameter.unit == .seconds), "\(parameter.key)")
            #expect(parameter.key.hasSuffix("Degrees") == (parameter.unit == .degrees), "\(parameter.key)")
        }
    }

    @Test("keep a face's limits apart and a side's end before the next side, at the ends of all ranges")
    func rangesAreConsistent() throws {
        func range(_ key: String) throws -> ClosedRange<Double> {
            try #require(ClassifierSettings.parameters.first { $0.key == key }).range
        }
        let widest =
            try range("RollHysteresisDegrees").upperBound + range("TiltWideningDegrees").upperBound
            + range("OverheadWideningDegrees").upperBound + range("SlowMarginDegrees").upperBound

        #expect(45 + widest < 90)
        #expect(try range("FaceEnterDegrees").upperBound < range("FaceLeaveDegrees").lowerBound)
        #expect(try range("FaceEnterDegrees").lowerBound > range("SlowMarginDegrees").upperBound)
        #expect(try range("TiltWideningEnd").upperBound < range("TiltWideningStart").lowerBound)
        #expect(try range("SteadySpread").upperBound <= range("MediumSpread").lowerBound)
    }

    @Test("decide as well at the end of each range as by default, in a quiet hand")
    func endsOfRangesWork() {
        let motion = Motion(elevation: 20).held(15).turned(roll: 90, in: 0.5).held(20)
            .turned(elevation: 90, in: 0.5).held(20)
        let samples = motion.samples(rate: 25)
        for parameter in ClassifierSettings.parameters {
            for value in [parameter.range.lowerBound, parameter.range.upperBound] {
                var settings = ClassifierSettings()
                settings[keyPath: parameter.path] = value
                var classifier = OrientationClassifier(settings: settings)

                #expect(
                    classifier.changes(samples) == [.portrait, .landscapeLeft, .faceUp],
                    "\(parameter.key)=\(value)")
            }
        }
    }

    @Test("hold every new orientation back by as long as the user wants")
    func hold() {
        var settings = ClassifierSettings()
        settings.holdSeconds = 1
        var classifier = OrientationClassifier(settings: settings)
        let samples = Motion().held(2).turned(roll: 90, in: 0.01).held(2).samples()

        let changes = classifier.timedChanges(samples)

        #expect(changes.map(\.orientation) == [.portrait, .landscapeLeft])
        // At rest the steady path is the first: 0.12 s of window and 0.03 s, and one more.
        #expect(changes.last.map { abs($0.time - 3.16) < 0.011 } == true)
    }
}
