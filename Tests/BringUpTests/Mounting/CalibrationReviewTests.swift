import OrientationCore
import Testing

@testable import BringUp

/// What a sensor whose axes are those of the hardware database's frame says, in m/s².
private let right: [Posture: PostureReading] = [
    .normal: PostureReading(x: 0, y: -9.8, z: 0), .bottomUp: PostureReading(x: 0, y: 9.8, z: 0),
    .leftUp: PostureReading(x: 9.8, y: 0, z: 0), .rightUp: PostureReading(x: -9.8, y: 0, z: 0),
    .faceUp: PostureReading(x: 0, y: 0, z: 9.8), .faceDown: PostureReading(x: 0, y: 0, z: -9.8),
]

private func evidence(_ postures: [Posture], _ wrong: [Posture: PostureReading] = [:]) -> MountingEvidence {
    var evidence = MountingEvidence()
    evidence.readings = right.filter { postures.contains($0.key) }.merging(wrong) { $1 }
    return evidence
}

@Suite("CalibrationReview")
struct CalibrationReviewTests {
    private let few: [Posture] = [.normal, .rightUp, .faceUp]
    /// Held upside down by mistake.
    private let upsideDown = PostureReading(x: 0, y: 9.8, z: 0)
    /// Held halfway between two sides, leaning back.
    private let askew = PostureReading(x: 5.7, y: 5.7, z: -5.7)

    @Test("ends with readings that fit together", arguments: [false, true])
    func good(_ isExact: Bool) {
        var review = CalibrationReview(isExact: isExact)

        #expect(review.next(evidence(few), hasOthers: true) == .done)
        #expect(review.next(evidence(Posture.allCases), hasOthers: false) == .done)
    }

    @Test("asks for the other postures if one of several is wrong, and then for that one alone")
    func oneOfSeveral() {
        var review = CalibrationReview(isExact: false)
        let wrong: [Posture: PostureReading] = [.rightUp: upsideDown]

        #expect(review.next(evidence(few, wrong), hasOthers: true) == .askForOthers(.contradictory))
        #expect(review.next(evidence(Posture.allCases, wrong), hasOthers: false) == .askAgain(.rightUp))
        #expect(review.next(evidence(Posture.allCases), hasOthers: false) == .done)
    }

    @Test(
        "asks once more for the one of six that is wrong, whichever it is, and then goes on without it",
        arguments: Posture.allCases, [false, true])
    func oneOfSix(_ posture: Posture, _ isExact: Bool) {
        var review = CalibrationReview(isExact: isExact)
        let neighbour = right[posture == .normal || posture == .bottomUp ? .leftUp : .bottomUp]
        let wrong = [posture: neighbour ?? askew]
        let all = evidence(Posture.allCases, wrong)

        #expect(review.next(all, hasOthers: false) == .askAgain(posture))
        #expect(review.next(all, hasOthers: false) == .leaveOut(posture))
        let rest = Posture.allCases.filter { $0 != posture }
        #expect(review.next(evidence(rest), hasOthers: false) == .done)
    }

    @Test("asks for each posture that may be wrong once, and then fails rather than guess")
    func undecided() {
        var review = CalibrationReview(isExact: false)
        let bad = evidence([.normal], [.rightUp: upsideDown])

        var asked: Set<Posture> = []
        for _ in 0..<2 {
            guard case .askAgain(let posture) = review.next(bad, hasOthers: false) else { break }
            asked.insert(posture)
        }

        #expect(asked == [.normal, .rightUp])
        guard case .fail(.contradictory) = review.next(bad, hasOthers: false) else {
            Issue.record("it does not fail")
            return
        }
    }

    @Test("asks for the other postures if three mirror, and does not insist where six do")
    func mirrored() {
        var review = CalibrationReview(isExact: false)
        let mirrored = right.mapValues {
            PostureReading(x: $0.axes[0].map { -$0 }, y: $0.axes[1], z: $0.axes[2])
        }

        #expect(
            review.next(evidence(few, mirrored.filter { few.contains($0.key) }), hasOthers: true)
                == .askForOthers(.mirrored))
        #expect(review.next(evidence([], mirrored), hasOthers: false) == .done)
    }

    @Test("asks again for what was not held well enough for any rotation, along the axes it does not")
    func heldBadly() {
        // 15 degrees off.
        let wrong = [Posture.leftUp: PostureReading(x: 9.466, y: 2.536, z: 0)]
        var exact = CalibrationReview(isExact: true)
        var along = CalibrationReview(isExact: false)

        #expect(exact.next(evidence(Posture.allCases, wrong), hasOthers: false) == .askAgain(.leftUp))
        #expect(exact.next(evidence(Posture.allCases, wrong), hasOthers: false) == .done)
        #expect(along.next(evidence(Posture.allCases, wrong), hasOthers: false) == .done)
    }

    @Test("fails without any reading")
    func nothing() {
        var review = CalibrationReview(isExact: false)

        #expect(review.next(MountingEvidence(), hasOthers: false) == .fail(.noEvidence))
    }
}

@Suite("PostureNames")
struct PostureNamesTests {
    @Test("of the daemon are those of the device as the casing was built")
    func casings() {
        let tablet = PostureNames(natural: .portrait, panel: .normal)
        let laptop = PostureNames(natural: .landscapeRight, panel: .normal)
        let turnedPanel = PostureNames(natural: .portrait, panel: .rightSideUp)

        #expect(
            Posture.allCases.map { tablet[$0] } == [
                "portrait", "portraitUpsideDown", "landscapeRight", "landscapeLeft", "faceUp", "faceDown",
            ])
        #expect(tablet.few == "portrait, landscapeLeft and faceUp")
        // Upright, it stands on its long side.
        #expect(laptop[.normal] == "landscapeLeft")
        #expect(laptop[.leftUp] == "portrait")
        #expect(laptop.few == "landscapeLeft, portraitUpsideDown and faceUp")
        // The panel has its right edge up while the casing is upright.
        #expect(turnedPanel[.rightUp] == "portrait")
        #expect(turnedPanel[.normal] == "landscapeRight")
        #expect(turnedPanel.few == "portrait, landscapeLeft and faceUp")
    }

    @Test("of the hardware database are its own, in every error")
    func hardwareDatabase() {
        #expect(PostureNames.hardwareDatabase.few == "normal, right-up and face-up")
        #expect("\(EstimateError.contradictory(.rightUp))".contains("; right-up fits least"))
        #expect(
            EstimateError.contradictory(.rightUp).description(
                PostureNames(natural: .portrait, panel: .normal)
            )
            .contains("; landscapeLeft fits least"))
    }
}
