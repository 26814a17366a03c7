public import OrientationCore

/// What kind of sensor it is, as far as the signs of its axes go.
public struct SensorSigns: Equatable, Sendable {
    /// How the axes of the sensor count.
    public private(set) var handedness = SensorHandedness.right
    /// The matrix that suits if none is written anywhere, in the hardware database's frame.
    public private(set) var defaultMatrix = MountMatrix.identity

    /// Looks a sensor up.
    ///
    /// HID sensors report the negative of specific force. The embedded controller of Chromebooks turns
    /// its readings into the frame of the display before it reports them. The chip of the Librem 5 has
    /// left-handed axes.
    ///
    /// - Parameters:
    ///   - name: The kernel's name for it.
    ///   - modalias: That of the nearest device above it that has one.
    public init(name: String, modalias: String?) {
        if modalias?.contains("HID-SENSOR-200073") == true || name == "lsm9ds1_accel" {
            handedness = .left
        } else if modalias?.contains("cros-ec-accel") == true {
            defaultMatrix = .negatedIdentity
        }
    }
}

/// Which of the matrices that were found is in force, and what became of the others.
struct MatrixSelection: Equatable, Sendable {
    /// A matrix that was found, unread.
    struct Finding: Equatable, Sendable {
        /// The text of the configuration.
        var configuration: String?
        /// The property `ACCEL_MOUNT_MATRIX`.
        var udev: String?
        /// The attribute of the sensor.
        var kernel: String?
        /// Whether the device tree declares the kernel's one. Where nothing is declared the kernel shows
        /// the identity all the same.
        var kernelIsDeclared = false
        /// The quirks that are about this machine and this sensor.
        var quirks: [SensorQuirk] = []
    }

    /// From scaled sensor axes to the device frame.
    let frame: DeviceFrame
    /// Whether nobody says how x and y of the matrix in force count.
    let conventionIsAssumed: Bool
    /// Every place that was looked into, the configured order first.
    let reports: [MatrixSourceReport]
    /// What a person should know who sets the machine up.
    let notes: [String]

    /// Chooses.
    ///
    /// - Parameters:
    ///   - finding: What was found.
    ///   - signs: What the kind of sensor implies.
    ///   - options: Order of precedence and overrides.
    ///   - casing: How panel and casing lie to each other.
    init(_ finding: Finding, signs: SensorSigns, options: SensorOptions, casing: CasingOrientation) {
        var reports: [MatrixSourceReport] = []
        var notes: [String] = []
        var winner: (origin: MatrixOrigin, matrix: MountMatrix, text: String)?
        var valid: [MatrixOrigin: MountMatrix] = [:]

        for origin in options.matrixOrder where origin != .none {
            var report = MatrixSourceReport(origin: origin, value: finding.text(of: origin))
            if let text = report.value {
                switch Self.judge(text, from: origin, isDeclared: finding.kernelIsDeclared) {
                case .refused(let reason): report.problem = reason
                case .usable(let matrix, let oddity):
                    report.problem = oddity
                    valid[origin] = matrix
                    if winner == nil {
                        winner = (origin, matrix, text)
                        report.inForce = true
                    }
                }
            }
            reports.append(report)
        }
        reports.append(MatrixSourceReport(origin: .none, inForce: winner == nil))

        if let udev = valid[.udev], let kernel = valid[.kernel], udev != kernel {
            notes.append(
                "the mount matrices of udev (\(finding.udev ?? "")) and of the kernel (\(finding.kernel ?? "")) "
                    + "differ; \(winner?.origin.rawValue ?? "none") is in force"
                    + (finding.kernelIsDeclared
                        ? "; udev's is for the chip, the device tree's is for this board and likely the right one"
                        : ""))
        }

        let isMeasured = winner?.origin == .configuration
        let quirk = isMeasured ? nil : finding.quirks.first { $0.concerns(winner?.matrix) }
        if let note = quirk.flatMap({ Self.note(on: $0, options) }) { notes.append(note) }
        // One of determinant −1 cannot be meant literally, for a chip with right-handed axes.
        conventionIsAssumed =
            winner.map { $0.origin == .kernel && $0.matrix.determinant > 0 } ?? false
            && finding.kernelIsDeclared && options.convention == nil && quirk?.convention == nil
        if conventionIsAssumed {
            notes.append(
                "how x and y of the device tree's matrix count is not known; they are shown as the desktops show "
                    + "them")
        }
        // What a person measured is in the hardware database's frame and the panel's, whatever is said of others.
        frame = DeviceFrame(
            matrix: winner?.matrix ?? signs.defaultMatrix, trust: isMeasured ? .allRows : .firstTwoRows,
            convention: isMeasured ? .hwdb : options.convention ?? quirk?.convention ?? .hwdb,
            handedness: signs.handedness, invertZ: options.invertZ ?? quirk?.invertZ ?? false,
            axes: isMeasured ? .panel : options.matrixAxes, panel: casing.panel, natural: casing.natural)
        self.reports = reports
        self.notes = notes
    }

    /// What a quirk brings about that the configuration does not replace.
    private static func note(on quirk: SensorQuirk, _ options: SensorOptions) -> String? {
        var effects: [String] = []
        if options.convention == nil, let convention = quirk.convention {
            effects.append("Convention=\(convention.rawValue)")
        }
        if options.invertZ == nil, let invertZ = quirk.invertZ {
            effects.append("InvertZ=\(invertZ ? "yes" : "no")")
        }
        if effects.isEmpty { return nil }
        return "this machine is known: \(effects.joined(separator: ", ")) by the quirk \(quirk.name)"
    }

    private enum Judgement {
        case usable(MountMatrix, oddity: String?)
        case refused(String)
    }

    /// Reads and checks one text. Of a matrix from outside only the rows of x and y count.
    private static func judge(_ text: String, from origin: MatrixOrigin, isDeclared: Bool) -> Judgement {
        do {
            let matrix = try MountMatrix(parsing: text)
            if origin == .configuration {
                try matrix.checkAllRows()
                return .usable(matrix, oddity: nil)
            }
            try matrix.checkFirstTwoRows()
            if origin == .kernel, matrix == .identity, !isDeclared {
                return .refused("not declared: the kernel shows the identity where it knows of no matrix")
            }
            do {
                try matrix.checkAllRows()
                return .usable(matrix, oddity: nil)
            } catch {
                return .usable(matrix, oddity: "\(error); only the first two rows are used")
            }
        } catch { return .refused(error.description) }
    }
}

extension MatrixSelection.Finding {
    fileprivate func text(of origin: MatrixOrigin) -> String? {
        switch origin {
        case .configuration: configuration
        case .udev: udev
        case .kernel: kernel
        case .none: nil
        }
    }
}
