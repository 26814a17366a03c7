internal import OrientationCore

/// The touch devices of an X server, turned by the property "Coordinate Transformation Matrix".
enum XTouch {
    /// The numbers of the devices that are touched where something is shown, of what `xinput list --long`
    /// writes.
    ///
    /// A device begins with a line that has `id=12`; what follows describes it. Of those with a touch class in
    /// direct mode are touch screens; touchpads are dependent.
    static func directDevices(_ text: String) -> [Int] {
        var devices: [Int] = []
        var current: Int?
        for line in text.lines {
            if let id = line.words.first(where: { $0.hasPrefix("id=") }) {
                current = line.contains("[slave") ? Int(id.dropFirst(3)) : nil
            } else if let device = current, line.contains("Touch mode: direct") {
                devices.append(device)
                current = nil
            }
        }
        return devices
    }

    /// The property by which a device is turned.
    static let property = "Coordinate Transformation Matrix"

    /// The matrix of a device, row by row, of what `xinput list-props` writes: a line such as `Coordinate
    /// Transformation Matrix (155):   1.000000, 0.000000, …`. Nothing if there is none.
    static func matrix(_ text: String) -> [Double]? {
        for line in text.lines where line.words.joined(separator: " ").hasPrefix(property + " (") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let parts = line[line.index(after: colon)...].split(separator: ",")
            let numbers = parts.compactMap { $0.words.first.flatMap { Double($0) } }
            if parts.count == 9, numbers.count == 9, numbers.allSatisfy(\.isFinite) { return numbers }
        }
        return nil
    }

    /// What of a matrix that was found is the touch screen's own calibration, and no matter of how the screen
    /// stood then.
    ///
    /// The matrix may have been made for the screen as it stood, or know nothing of that: it comes from a
    /// configuration file then. A calibration corrects little, so it is what differs less from none.
    ///
    /// - Parameters:
    ///   - found: The matrix.
    ///   - placed: The matrix of an uncalibrated device as the screen stood.
    static func calibration(in found: [Double], placed: [Double]) -> [Double] {
        guard let inverse = inverse(placed) else { return found }
        let rest = product(inverse, found)
        return distance(rest, identity) <= distance(found, identity) ? rest : found
    }

    private static let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

    /// The largest difference of two elements.
    static func distance(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).map { abs($0 - $1) }.max() ?? 0
    }

    /// First the right one, then the left one.
    static func product(_ left: [Double], _ right: [Double]) -> [Double] {
        (0..<9).map { index in
            let (row, column) = (index / 3 * 3, index % 3)
            return left[row] * right[column] + left[row + 1] * right[column + 3]
                + left[row + 2] * right[column + 6]
        }
    }

    /// The inverse of a matrix whose last row is 0, 0, 1.
    private static func inverse(_ matrix: [Double]) -> [Double]? {
        let (a, b, c) = (matrix[0], matrix[1], matrix[2])
        let (d, e, f) = (matrix[3], matrix[4], matrix[5])
        let determinant = a * e - b * d
        guard determinant != 0 else { return nil }
        return [
            e / determinant, -b / determinant, (b * f - c * e) / determinant,
            -d / determinant, a / determinant, (c * d - a * f) / determinant,
            0, 0, 1,
        ]
    }

    /// The matrix that takes places on a touch screen, in parts of its size, to places on the X screen, row by
    /// row: first turned as the panel is, then put where the output is.
    static func matrix(
        for turn: CounterclockwiseTurn, area: XRandROutput.Area, screenWidth: Int, screenHeight: Int
    ) -> [Double] {
        let touch = turn.touchMatrix.map(Double.init)
        let (width, height) = (Double(max(1, screenWidth)), Double(max(1, screenHeight)))
        let (scaleX, scaleY) = (Double(area.width) / width, Double(area.height) / height)
        let (x, y) = (Double(area.x) / width, Double(area.y) / height)
        return [
            scaleX * touch[0], scaleX * touch[1], scaleX * touch[2] + x,
            scaleY * touch[3], scaleY * touch[4], scaleY * touch[5] + y,
            0, 0, 1,
        ]
    }
}
