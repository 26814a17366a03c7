internal import BringUp
internal import Configuration
internal import JSON
internal import OrientationClient
internal import SystemCalls

/// `orientationctl calibrate`: how the sensor is mounted, found by holding the device in a few postures.
struct Calibrate: Command {
    static let name = "calibrate"
    static let help = """
        Usage: orientationctl calibrate --case FILE [--exact] [--json]

        Finds the mount matrix of the accelerometer.

        With --case it is found from what was written down: FILE is a JSON object with
        "readings" (posture: [x, y, z] as the sensor gave them, in any unit, null for an axis
        that is not known), or "observed" (posture: label reported) with "through" (the
        matrix in force then, or "identity"). Postures and labels are normal, bottom-up,
        left-up, right-up, face-up, face-down, or portrait, portraitUpsideDown,
        landscapeRight, landscapeLeft, faceUp, faceDown; others are passed over with a warning.

          --case FILE  estimate from this file; - is standard input
          --exact      any rotation, not only along the axes of the casing
          --json       print {"matrix": …, "determined": …, "alternatives": […],
                       "residualDegrees": …}. "determined" has the letters of the rows that
                       are certain: "xyz", "xy" if the sign of z is open, or fewer

        Matrices are in the frame of udev's hardware database, as MountMatrix= takes them.

        Exit status: 0 there is an estimate; 1 there is none; 2 wrong usage.

        Example: echo '{"readings": {"normal": [523, 13, 5], "right-up": [8, 521, -67]}}' |
                 orientationctl calibrate --case -

        """

    private var caseFile: String?
    private var isExact = false
    private var printsJSON = false

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--case"): caseFile = try arguments.value(of: "--case")
            case .option("--exact"): isExact = true
            case .option("--json"): printsJSON = true
            default: throw Arguments.unexpected(argument)
            }
        }
        if caseFile == nil { throw .usage("name a case") }
    }

    func run() throws(Failure) -> ExitStatus {
        guard let caseFile else { return .usage }
        let written = try MountCase(file: caseFile)
        for warning in written.warnings { Output.error("orientationctl calibrate: \(caseFile): \(warning)") }
        let estimate: MountEstimate
        do throws(EstimateError) {
            estimate =
                isExact
                ? try RotationEstimator.estimate(written.evidence)
                : try MountEstimator.estimate(written.evidence)
        } catch {
            throw Failure("\(caseFile): \(error)", .no)
        }
        if printsJSON {
            Output.json(estimate.json)
        } else {
            Output.text(MountReport(estimate, unit: written.unit).text)
        }
        return .success
    }
}

extension MountCase {
    /// Reads a case from a file, or from standard input.
    ///
    /// - Throws: What is wrong, with the file and the field.
    fileprivate init(file: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try Files.contents(of: file == "-" ? "/dev/stdin" : file, limit: Self.sizeLimit)
        } catch {
            throw Failure("\(error)", .no)
        }
        do throws(MountCaseError) { try self.init(parsing: bytes) } catch {
            throw Failure("\(file): \(error)", .no)
        }
    }

    /// What the numbers of its readings are.
    fileprivate var unit: MountReport.Unit {
        scale.map { MountReport.Unit(metresPerSecondSquared: $0) } ?? .unknown
    }
}

extension MountEstimate {
    /// The estimate for programs.
    var json: JSONValue {
        [
            "matrix": .string(matrix.text), "determined": .string(determined),
            "alternatives": .array(alternatives.map { .string($0.text) }),
            "residualDegrees": .real((residualDegrees * 100).rounded() / 100),
        ]
    }
}
