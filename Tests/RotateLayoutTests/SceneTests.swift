import OrientationCore
import RotateLayout
import Testing

@Suite("The tablet as it is drawn")
struct SceneTests {
    static func rounded(_ point: Scene.Point) -> [Int] { [Int(point.x.rounded()), Int(point.y.rounded())] }

    @Test(
        "held the way it is shown, everything is upright and the home button where the names say",
        arguments: [
            (InterfaceOrientation.portrait, [0, 467]), (.landscapeRight, [467, 0]),
            (.portraitUpsideDown, [0, -467]),
            (.landscapeLeft, [-467, 0]),
        ])
    func upright(_ orientation: InterfaceOrientation, _ home: [Int]) {
        let scene = Scene(held: orientation, shown: orientation)
        let first = orientation.isPortrait ? [0, -337] : [-238, -209]

        #expect(Self.rounded(scene.homeButton) == home)
        #expect(Self.rounded(scene.objectMiddles[0]) == first)
        #expect(scene.upArrow == "↑")
    }

    @Test("portrait held in landscape lies on its side, the top of what is drawn to the left")
    func onItsSide() {
        let scene = Scene(held: .landscapeRight, shown: .portrait)

        #expect(scene.upArrow == "←")
        #expect(Self.rounded(scene.objectMiddles[0]) == [-337, 0])
        #expect(Self.rounded(scene.homeButton) == [467, 0])
    }

    @Test("on the way the outline turns by the shorter way, and what is obeyed stays upright")
    func onTheWay() {
        let start = Scene(held: .portrait, shown: .portrait)
        let goal = Scene(held: .landscapeLeft, shown: .landscapeLeft)

        let half = start.moved(to: goal, by: 0.5)

        #expect(abs(half.casingAngle - -45) < 1e-9)
        #expect(half.contentAngle == 0)
        #expect(Self.rounded(start.moved(to: goal, by: 1).homeButton) == Self.rounded(goal.homeButton))
        #expect(start.moved(to: goal, by: 0) == start)
    }

    @Test("the picture has the outline, the home button and all four objects in it, in any size of terminal")
    func canvas() {
        for (columns, rows) in [(80, 20), (200, 60), (10, 3), (0, 0)] {
            var canvas = BrailleCanvas(columns: columns, rows: rows)
            canvas.draw(Scene(held: .landscapeRight, shown: .portrait))
            #expect(canvas.lines.count == max(rows, 1))
            #expect(canvas.lines.allSatisfy { $0.count == max(columns, 1) })
        }
        var canvas = BrailleCanvas(columns: 100, rows: 40)
        canvas.draw(Scene(held: .portrait, shown: .portrait))
        let text = canvas.lines.joined()
        for number in 1...4 { #expect(text.contains("Object \(number) ↑")) }
    }

    @Test("a dot sets its bit of its cell, and one outside none")
    func dots() {
        var canvas = BrailleCanvas(columns: 1, rows: 1)

        canvas.set(x: 0, y: 0)
        #expect(canvas.lines == ["⠁"])
        canvas.set(x: 1, y: 3)
        #expect(canvas.lines == ["⢁"])
        canvas.set(x: 0, y: 3)
        canvas.set(x: 1, y: 1)
        canvas.set(x: 2, y: 0)
        canvas.set(x: -1, y: 0)
        canvas.set(x: 0, y: 4)

        #expect(canvas.lines == ["⣑"])
    }

    @Test("the picture in SVG has every object of both layouts at its place")
    func svg() {
        let places = [
            (184, 100), (184, 300), (184, 500), (184, 700), (74, 100), (550, 100), (74, 400), (550, 400),
        ]

        for (x, y) in places {
            #expect(RotateLayout.svg.contains("<rect x=\"\(x)\" y=\"\(y)\" width=\"400\" height=\"150\""))
        }
        #expect(RotateLayout.svg.contains("<rect width=\"768\" height=\"1024\""))
        #expect(RotateLayout.svg.contains("<rect width=\"1024\" height=\"768\""))
        #expect(RotateLayout.svg.hasSuffix("</svg>\n"))
    }
}

@Suite("BrailleCanvas in ASCII")
struct PlainCanvasTests {
    @Test("a frame of dots is a frame of characters")
    func frame() {
        var canvas = BrailleCanvas(columns: 6, rows: 3)
        let corners = [(0.0, 0.0), (11, 0), (11, 11), (0, 11)].map { Scene.Point(x: $0.0, y: $0.1) }
        for (index, corner) in corners.enumerated() {
            canvas.line(from: corner, to: corners[(index + 1) % 4])
        }

        #expect(canvas.plainLines == ["+''''+", "|    |", "+....+"])
    }
}
