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
