internal import FuzzSupport
internal import OrientationCore

/// Mount matrices: one that is taken is written in a form that is taken to be the same, and one that
/// passes its check neither stretches nor shrinks what is measured.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let text = String(decoding: input.remainder(), as: UTF8.self)
    guard let matrix = try? MountMatrix(parsing: text) else { return 0 }
    checkMeasured(matrix)
    checkFromOutside(matrix)
    return 0
}

private func checkMeasured(_ matrix: MountMatrix) {
    guard (try? matrix.checkAllRows()) != nil else { return }
    check(abs(abs(matrix.determinant) - 1) < 0.3, "a determinant of \(matrix.determinant) passed")
    guard let copy = try? MountMatrix(parsing: matrix.text) else { fatalError("\(matrix.text) is refused") }
    for (one, other) in zip(matrix.elements, copy.elements) {
        check(abs(one - other) <= 5.1e-7, "\(one) was written as \(other)")
    }
    checkFrame(DeviceFrame(matrix: matrix, trust: .allRows, convention: .hwdb))
}

private func checkFromOutside(_ matrix: MountMatrix) {
    guard (try? matrix.checkFirstTwoRows()) != nil else { return }
    for natural in InterfaceOrientation.allCases {
        for panel in PanelOrientation.allCases {
            checkFrame(
                DeviceFrame(
                    matrix: matrix, convention: .kernel, handedness: .left, invertZ: true, panel: panel,
                    natural: natural))
        }
    }
}

/// Checks that gravity stays gravity: each row may be off by ``MountMatrix/tolerance``, and so may angles.
private func checkFrame(_ frame: DeviceFrame) {
    for axis in 0..<3 {
        let measured = (0..<3).map { $0 == axis ? 10.0 : 0.0 }
        let turned = frame.acceleration(x: measured[0], y: measured[1], z: measured[2])
        let square = turned.x * turned.x + turned.y * turned.y + turned.z * turned.z
        check((49...196).contains(square), "10 m/s² became the root of \(square)")
    }
}
