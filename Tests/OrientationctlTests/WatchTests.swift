import OrientationCore
import OrientationProtocol
import Testing

@testable import orientationctl

private let g = 9.81

@Suite("TabletDrawing")
struct TabletDrawingTests {
    typealias Vector = TabletDrawing.Vector

    /// Where a direction of the device frame is seen: to the right and upwards.
    private func seen(_ drawing: TabletDrawing, _ direction: Vector) -> (x: Double, y: Double) {
        (direction.dot(drawing.right), direction.dot(drawing.up))
    }

    @Test(
        "the edge that is up is drawn up",
        arguments: [
            (Acceleration(x: 0, y: g, z: 0), Vector(x: 0, y: 1, z: 0)),
            (Acceleration(x: 0, y: -g, z: 0), Vector(x: 0, y: -1, z: 0)),
            (Acceleration(x: g, y: 0, z: 0), Vector(x: 1, y: 0, z: 0)),
            (Acceleration(x: -g, y: 0, z: 0), Vector(x: -1, y: 0, z: 0)),
            (Acceleration(x: 0, y: g, z: g), Vector(x: 0, y: 1, z: 0)),
            (Acceleration(x: -g, y: 0, z: g), Vector(x: -1, y: 0, z: 0)),
        ])
    func upright(_ acceleration: Acceleration, _ edge: Vector) {
        let drawing = TabletDrawing(acceleration, side: .portrait)

        let place = seen(drawing, edge)
        #expect(abs(place.x) < 1e-9)
        #expect(place.y > 0.6)
        #expect(drawing.showsDisplay)
    }

    @Test("turned counter-clockwise, the top edge is drawn on the left")
    func counterclockwise() {
        #expect(
            seen(TabletDrawing(Acceleration(x: g, y: 0, z: 0), side: .portrait), Vector(x: 0, y: 1, z: 0)).x
                < -0.99)
        #expect(
            seen(TabletDrawing(Acceleration(x: -g, y: 0, z: 0), side: .portrait), Vector(x: 0, y: 1, z: 0)).x
                > 0.99)
    }

    @Test("flat, the display is seen face up and the back face down")
    func flat() {
        let faceUp = TabletDrawing(Acceleration(x: 0, y: 0, z: g), side: .portrait)
        let faceDown = TabletDrawing(Acceleration(x: 0, y: 0, z: -g), side: .portrait)

        #expect(faceUp.showsDisplay)
        #expect(!faceDown.showsDisplay)
        // Laid on its back from upright, its top edge is far from the viewer, and seen above the bottom one.
        #expect(seen(faceUp, Vector(x: 0, y: 1, z: 0)).y > 0.3)
        #expect(abs(seen(faceUp, Vector(x: 1, y: 0, z: 0)).x - 1) < 1e-9)
        // Tipped forward from upright, its top edge is near, its right edge still on the right.
        #expect(seen(faceDown, Vector(x: 0, y: 1, z: 0)).y < -0.3)
        #expect(abs(seen(faceDown, Vector(x: 1, y: 0, z: 0)).x - 1) < 1e-9)
    }

    @Test("laid down sideways it stays turned as it was held")
    func flatSideways() {
        let drawing = TabletDrawing(Acceleration(x: 0, y: 0, z: g), side: .landscapeLeft)

        #expect(seen(drawing, Vector(x: 0, y: 1, z: 0)).x < -0.99)
    }

    @Test("whatever is measured, the picture has the size that was asked for")
    func size() {
        for (x, y, z) in [
            (0.0, 0.0, 0.0), (0, g, 0), (0.001, 0, -g), (300, -2, 5), (.infinity, 0, 0), (.nan, 1, 2),
        ] {
            for isUnicode in [true, false] {
                let lines = TabletDrawing(Acceleration(x: x, y: y, z: z), side: .portrait)
                    .lines(columns: 30, rows: 12, isUnicode: isUnicode)
                #expect(lines.count == 12)
                #expect(lines.allSatisfy { $0.count == 30 })
                if !isUnicode { #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }) }
            }
        }
    }

    @Test("where the top is and what is seen of it stand in the picture")
    func labels() {
        func text(_ z: Double) -> String {
            TabletDrawing(Acceleration(x: 0, y: 0, z: z), side: .portrait)
                .lines(columns: 34, rows: 14, isUnicode: true).joined()
        }

        #expect(text(g).contains("top") && !text(g).contains("back"))
        #expect(text(-g).contains("top") && text(-g).contains("back"))
    }
}

@Suite("TerminalAbilities")
struct TerminalAbilitiesTests {
    private func abilities(_ variables: [String: String]) -> TerminalAbilities {
        TerminalAbilities { variables[$0] }
    }

    @Test("the environment says what the terminal can show")
    func environment() {
        #expect(
            abilities(["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"])
                == TerminalAbilities(hasUnicode: true, hasColours: true))
        #expect(
            abilities(["TERM": "xterm", "LANG": "C"])
                == TerminalAbilities(hasUnicode: false, hasColours: true))
        #expect(
            abilities(["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"])
                == TerminalAbilities(hasUnicode: false, hasColours: true))
        #expect(
            abilities(["TERM": "xterm", "LC_CTYPE": "en_US.utf8", "NO_COLOR": "1"])
                == TerminalAbilities(hasUnicode: true, hasColours: false))
        #expect(
            abilities(["TERM": "linux", "LANG": "C.UTF-8"])
                == TerminalAbilities(hasUnicode: false, hasColours: true))
        #expect(!abilities(["TERM": "dumb", "LANG": "C.UTF-8"]).canMoveCursor)
        #expect(!abilities([:]).canMoveCursor)
    }
}

@Suite("StyledText")
struct StyledTextTests {
    private let text = StyledText("ab·") + StyledText("cde", .good)

    @Test("it is cut by what is seen, not by what styles add")
    func cut() {
        let rich = TerminalAbilities(hasUnicode: true, hasColours: true)

        #expect(text.text(width: 5, rich) == "ab·\u{1B}[32mcd\u{1B}[0m")
        #expect(text.text(width: 3, rich) == "ab·")
        #expect(text.text(width: 0, rich) == "")
        #expect(text.padded(to: 8).text(width: 80, rich) == "ab·\u{1B}[32mcde\u{1B}[0m  ")
    }

    @Test("a poor terminal gets neither colours nor anything beyond ASCII")
    func poor() {
        #expect(text.text(width: 80, TerminalAbilities(hasUnicode: false, hasColours: false)) == "ab-cde")
    }
}

@Suite("WatchScreen")
struct WatchScreenTests {
    private static let rich = TerminalAbilities(hasUnicode: true, hasColours: true)
    private static let poor = TerminalAbilities(hasUnicode: false, hasColours: false)

    private func sample(_ milliseconds: Int, _ x: Double, _ y: Double, _ z: Double) -> Sample {
        let acceleration = Acceleration(x: x, y: y, z: z)
        return Sample(
            timestamp: .milliseconds(milliseconds), raw: [Int64(x * 100), Int64(y * 100), Int64(z * 100)],
            acceleration: acceleration, candidate: OrientationClassifier().candidate(for: acceleration))
    }

    /// Held upright for two seconds, then turned to the left for as long as said.
    private func turned(for milliseconds: Int, told: DeviceOrientation?) -> WatchModel {
        var model = WatchModel(settings: ClassifierSettings())
        for time in stride(from: 0, to: 2000, by: 20) {
            model.take(.samples([sample(time, 0, g, 0)], lost: 0, device: .portrait))
            model.advance(to: .milliseconds(time))
        }
        for time in stride(from: 2000, to: 2000 + milliseconds, by: 20) {
            model.take(.samples([sample(time, g, 0, 0)], lost: 0, device: told))
            model.advance(to: .milliseconds(time))
        }
        return model
    }

    private func text(_ model: WatchModel, columns: Int = 80, rows: Int = 24) -> [String] {
        WatchScreen(model: model, abilities: Self.rich).lines(columns: columns, rows: rows).map(\.plain)
    }

    @Test("what is measured is shown in m/s² and raw, with length, roll and tilt")
    func readings() {
        var model = WatchModel(settings: ClassifierSettings())
        model.take(.samples([sample(0, 0, 7, 7)], lost: 0, device: .portrait))
        let screen = text(model).joined(separator: "\n")

        for part in [
            "y         +7.00         700", "|a|        9.90", "roll       +0.0°   tilt  +45.0°",
            "held    portrait",
        ] {
            #expect(screen.contains(part), "\(part)")
        }
    }

    @Test("a turn shows its candidate and how much of the dwell is over, path by path")
    func dwell() throws {
        // The samples at 2000, 2020 … 2120 are a full window of the new side; the dwell ends at 2150.
        let screen = text(turned(for: 140, told: .portrait))

        let steady = try #require(screen.first { $0.hasPrefix("   steady") })
        #expect(steady.contains("landscapeLeft"))
        #expect(steady.contains(" of 0.15 s"))
        #expect(steady.contains("█") && steady.contains("░"))
        #expect(screen.contains { $0.contains("held    portrait") })
        #expect(screen.contains { $0.contains("this sample alone landscapeLeft") })
    }

    @Test("after a turn the last change and the evidence that decided are shown")
    func change() {
        let screen = text(turned(for: 400, told: .landscapeLeft))

        #expect(screen.contains { $0.hasPrefix(" last     portrait → landscapeLeft, by ") })
        #expect(screen.contains { $0 == "   steady   agrees" })
        #expect(screen.contains { $0.contains("held    landscapeLeft") })
    }

    @Test("where the service decides otherwise for longer than a moment, that is said")
    func difference() {
        func note(_ model: WatchModel) -> Bool {
            text(model).contains { $0.contains("Decided here: landscapeLeft.") }
        }

        #expect(!note(turned(for: 900, told: .portrait)))
        #expect(note(turned(for: 1600, told: .portrait)))
        #expect(!note(turned(for: 1600, told: .landscapeLeft)))
        #expect(!note(turned(for: 1600, told: nil)))
    }

    @Test("samples that are evidence for nothing are called rejected")
    func rejected() {
        var model = WatchModel(settings: ClassifierSettings())
        for time in stride(from: 0, to: 2000, by: 20) {
            model.take(.samples([sample(time, 30, g, 0)], lost: 0, device: nil))
        }

        #expect(text(model).contains { $0.hasPrefix(" evidence none: rejected") })
        #expect(text(model).contains { $0 == "   steady   says nothing" })
    }

    @Test("a sensor that falls silent is said to be")
    func silence() {
        var model = turned(for: 400, told: .landscapeLeft)
        model.advance(to: .seconds(12))

        #expect(text(model).contains { $0.contains("silent for 10 s") })
    }

    @Test("lost samples are counted")
    func lost() {
        var model = turned(for: 100, told: nil)
        model.take(.samples([], lost: 3, device: nil))
        model.take(.samples([], lost: 4, device: nil))

        #expect(text(model).contains { $0.contains("7 lost") })
    }

    @Test("it fits into every terminal, rich or poor, from the first moment")
    func fits() {
        for model in [WatchModel(settings: ClassifierSettings()), turned(for: 1600, told: .portrait)] {
            for abilities in [Self.rich, Self.poor] {
                for (columns, rows) in [
                    (80, 24), (79, 23), (120, 50), (60, 14), (40, 10), (20, 4), (1, 1), (300, 2),
                ] {
                    let lines = WatchScreen(model: model, abilities: abilities).lines(
                        columns: columns, rows: rows
                    )
                    .map { $0.text(width: columns, abilities) }
                    #expect(lines.count == rows, "\(columns)×\(rows)")
                    if abilities == Self.poor {
                        #expect(
                            lines.allSatisfy {
                                $0.utf8.count <= columns && $0.utf8.allSatisfy { (32..<127).contains($0) }
                            })
                    }
                }
            }
        }
    }

    @Test("80 by 24 shows all of it: nothing is cut, and the drawing is there")
    func standardSize() {
        let lines = text(turned(for: 1600, told: .portrait))

        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains { $0.contains("top") })
        for part in [
            "held", "sensor", "|a|", "roll", "evidence", "steady", "medium", "slow", "last", "Decided here",
            "q quits",
        ] {
            #expect(lines.contains { $0.contains(part) }, "\(part)")
        }
    }
}
