import OrientationCore
import Testing

/// Specific force at rest in the device frame, in m/s².
private let postures: [(DeviceOrientation, Acceleration)] = [
    (.portrait, Acceleration(x: 0, y: 9.81, z: 0)),
    (.portraitUpsideDown, Acceleration(x: 0, y: -9.81, z: 0)),
    (.landscapeLeft, Acceleration(x: 9.81, y: 0, z: 0)),
    (.landscapeRight, Acceleration(x: -9.81, y: 0, z: 0)),
    (.faceUp, Acceleration(x: 0, y: 0, z: 9.81)),
    (.faceDown, Acceleration(x: 0, y: 0, z: -9.81)),
]

extension DeviceFrame {
    fileprivate func acceleration(_ measured: Acceleration) -> Acceleration {
        acceleration(x: measured.x, y: measured.y, z: measured.z)
    }
}

@Suite("The device frame")
struct DeviceFrameTests {
    @Test("is what a bare chip reports, once its matrix says that x and y are the hardware database's")
    func bareChip() throws {
        // Upright the kernel's frame reads y = +g; the hardware database wants y < 0 after its matrix.
        let matrix = try MountMatrix(parsing: "-1, 0, 0; 0, -1, 0; 0, 0, 1")
        let frame = DeviceFrame(matrix: matrix)

        for (posture, acceleration) in postures {
            #expect(frame.acceleration(acceleration) == acceleration, "\(posture)")
        }
    }

    @Test("is what a bare chip reports under a matrix that follows mount-matrix.txt literally")
    func kernelConvention() {
        let frame = DeviceFrame(matrix: .identity, convention: .kernel)

        for (posture, acceleration) in postures {
            #expect(frame.acceleration(acceleration) == acceleration, "\(posture)")
        }
    }

    @Test("is the negative of what a HID sensor reports, without any matrix")
    func hid() {
        // Gravity, as Windows and HID sensors have it: (0, −g, 0) upright, (0, 0, −g) face up.
        let gravity: [(DeviceOrientation, Acceleration)] = [
            (.portrait, Acceleration(x: 0, y: -9.81, z: 0)),
            (.portraitUpsideDown, Acceleration(x: 0, y: 9.81, z: 0)),
            (.landscapeLeft, Acceleration(x: -9.81, y: 0, z: 0)),
            (.landscapeRight, Acceleration(x: 9.81, y: 0, z: 0)),
            (.faceUp, Acceleration(x: 0, y: 0, z: -9.81)),
            (.faceDown, Acceleration(x: 0, y: 0, z: 9.81)),
        ]
        let frame = DeviceFrame(matrix: .identity, handedness: .left)

        for ((posture, measured), (_, acceleration)) in zip(gravity, postures) {
            #expect(frame.acceleration(measured) == acceleration, "\(posture)")
        }
    }

    @Test("turns the mixed frame of iio-sensor-proxy by 180° about z, when a person measured all rows")
    func sensorProxyFrame() {
        // In the plane gravity, out of it the reaction.
        let mixed: [(DeviceOrientation, Acceleration)] = [
            (.portrait, Acceleration(x: 0, y: -9.81, z: 0)),
            (.portraitUpsideDown, Acceleration(x: 0, y: 9.81, z: 0)),
            (.landscapeLeft, Acceleration(x: -9.81, y: 0, z: 0)),
            (.landscapeRight, Acceleration(x: 9.81, y: 0, z: 0)),
            (.faceUp, Acceleration(x: 0, y: 0, z: 9.81)),
            (.faceDown, Acceleration(x: 0, y: 0, z: -9.81)),
        ]
        let frame = DeviceFrame(matrix: .identity, trust: .allRows)

        for ((posture, measured), (_, acceleration)) in zip(mixed, postures) {
            #expect(frame.acceleration(measured) == acceleration, "\(posture)")
        }
    }

    @Test("is what a Chromebook's sensor reports, by the matrix that stands for none")
    func chromebook() {
        let frame = DeviceFrame(matrix: .negatedIdentity)

        for (posture, acceleration) in postures {
            #expect(frame.acceleration(acceleration) == acceleration, "\(posture)")
        }
    }

    /// The 24 ways in which a right-handed sensor can sit with its axes along those of the device: for
    /// each the sensor's axes as the device's x, y and z see them.
    static let mountings: [[[Double]]] = {
        let axes: [[Double]] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
        func cross(_ a: [Double], _ b: [Double]) -> [Double] {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }
        return axes.flatMap { x in
            axes.filter { y in zip(x, y).allSatisfy { $0 * $1 == 0 } }.map { y in [x, y, cross(x, y)] }
        }
    }()

    @Test("there are 24 axis-aligned mountings")
    func mountingCount() {
        #expect(Set(Self.mountings).count == 24)
    }

    @Test(
        "is reached from every axis-aligned mounting, by either convention, whatever the third row says",
        arguments: mountings, [SensorHandedness.right, .left])
    func everyMounting(device: [[Double]], handedness: SensorHandedness) throws {
        // What the sensor reports is the transpose of `device` times the acceleration; a left-handed
        // sensor here is one that reports the negative, as HID sensors do.
        let reported = handedness == .right ? 1.0 : -1.0
        for (posture, expected) in postures {
            let e = [expected.x, expected.y, expected.z]
            let measured = (0..<3).map { axis in
                reported * (device[0][axis] * e[0] + device[1][axis] * e[1] + device[2][axis] * e[2])
            }
            for convention in MatrixConvention.allCases {
                // Rows that make the measurement point as the convention wants it.
                let factor = (convention == .kernel ? 1.0 : -1.0) * reported
                let third = convention == .kernel ? [0, 0, 0] : device[2]
                let matrix = try #require(
                    MountMatrix(elements: (device[0] + device[1]).map { $0 * factor } + third))
                let frame = DeviceFrame(matrix: matrix, convention: convention, handedness: handedness)

                let acceleration = frame.acceleration(x: measured[0], y: measured[1], z: measured[2])

                #expect(acceleration == expected, "\(posture), \(convention)")
            }
        }
    }

    @Test("believes z of the hardware database's shipped entries only as far as the chip's axes go")
    func thirdRowIsNotUsed() throws {
        let good = try MountMatrix(parsing: "0, -1, 0; -1, 0, 0; 0, 0, 1")
        let lost = try MountMatrix(parsing: "0, -1, 0; -1, 0, 0; 1, 0, 0")

        #expect(DeviceFrame(matrix: good) == DeviceFrame(matrix: lost))
        #expect(DeviceFrame(matrix: good).elements == [0, 1, 0, 1, 0, 0, 0, 0, -1])
    }

    @Test("has z negated after all else where that is asked for, also with a person's matrix")
    func invertZ() {
        let chip = DeviceFrame(matrix: .negatedIdentity, invertZ: true)
        let person = DeviceFrame(matrix: .identity, trust: .allRows, handedness: .left, invertZ: true)

        #expect(chip.elements == [1, 0, 0, 0, 1, 0, 0, 0, -1])
        #expect(person.elements == [-1, 0, 0, 0, -1, 0, 0, 0, -1])
    }

    @Test(
        "is portrait's, whichever side of the panel is at the top of a portrait casing held upright",
        arguments: [
            (.normal, Acceleration(x: 0, y: 9.81, z: 1)),
            // The panel's right side is up, so up is the panel's +x.
            (.rightSideUp, Acceleration(x: 9.81, y: 0, z: 1)),
            (.upsideDown, Acceleration(x: 0, y: -9.81, z: 1)),
            (.leftSideUp, Acceleration(x: -9.81, y: 0, z: 1)),
        ] as [(PanelOrientation, Acceleration)])
    func panelInPortraitCasing(panel: PanelOrientation, measured: Acceleration) {
        let frame = DeviceFrame(matrix: .identity, convention: .kernel, panel: panel)

        #expect(frame.acceleration(measured) == Acceleration(x: 0, y: 9.81, z: 1))
    }

    @Test("is left alone by the panel where the matrix speaks of the casing")
    func casingAxes() {
        let frame = DeviceFrame(
            matrix: .identity, convention: .kernel, axes: .casing, panel: .rightSideUp)

        #expect(frame.elements == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    }

    @Test(
        "says of a casing held the way it was built for what suits its natural interface orientation",
        arguments: [
            (.portrait, Acceleration(x: 0, y: 9.81, z: 0)),
            // Interface landscapeRight is device landscapeLeft: the right edge of portrait is up.
            (.landscapeRight, Acceleration(x: 9.81, y: 0, z: 0)),
            (.portraitUpsideDown, Acceleration(x: 0, y: -9.81, z: 0)),
            (.landscapeLeft, Acceleration(x: -9.81, y: 0, z: 0)),
        ] as [(InterfaceOrientation, Acceleration)])
    func naturalOrientation(natural: InterfaceOrientation, expected: Acceleration) {
        let frame = DeviceFrame(matrix: .identity, convention: .kernel, natural: natural)

        #expect(frame.acceleration(x: 0, y: 9.81, z: 0) == expected)
    }

    @Test("follows the casing of a convertible whose portrait panel is mounted right side up")
    func portraitPanelInLandscapeCasing() {
        let frame = DeviceFrame(
            matrix: .identity, convention: .kernel, panel: .rightSideUp, natural: .landscapeRight)

        // On the table as a laptop: the panel's right side is up, the casing as built.
        #expect(frame.acceleration(x: 9.81, y: 0, z: 0) == Acceleration(x: 9.81, y: 0, z: 0))
        // Turned 90° clockwise from there the panel's own top is up, and the casing is in portrait.
        #expect(frame.acceleration(x: 0, y: 9.81, z: 0) == Acceleration(x: 0, y: 9.81, z: 0))
    }
}

@Suite("A panel orientation")
struct PanelOrientationTests {
    @Test("has the name and the angle of the kernel's connector property")
    func names() {
        #expect(
            PanelOrientation.allCases.map(\.name)
                == ["normal", "right-side-up", "upside-down", "left-side-up"])
        #expect(PanelOrientation.allCases.map(\.degrees) == [0, 90, 180, 270])
        #expect(
            PanelOrientation.allCases.map { PanelOrientation(name: $0.name) } == PanelOrientation.allCases)
        #expect(PanelOrientation(name: "Normal") == nil)
    }
}
