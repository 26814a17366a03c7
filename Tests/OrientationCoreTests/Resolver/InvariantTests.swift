import Testing

@testable import OrientationCore

/// What must hold of every decision, whatever the rules choose.
@Suite("Invariants of a decision, all combinations")
struct InvariantTests {
    typealias Side = InterfaceOrientation

    static let masks = (0..<16).map { InterfaceOrientationMask(rawValue: $0 << 1) }
    static let rankings: [[Side]] = [
        [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown],
        [.landscapeLeft, .portraitUpsideDown, .portrait, .landscapeRight],
    ]

    /// Calls back for each combination of a set, an order and a situation, until one is found wrong.
    static func forAll(
        autorotates: [Bool] = [true, false],
        _ holds: (InterfaceCandidates, InterfaceOrientationMask, [Side]) -> Bool
    ) {
        var count = 0
        for autorotates in autorotates {
            let all = LevelsPropertyTests.situations.map {
                LevelsPropertyTests.candidates($0, autorotates: autorotates)
            }
            for mask in masks {
                for ranking in rankings {
                    for candidates in all {
                        count += 1
                        if !holds(candidates, mask, ranking) {
                            Issue.record("\(candidates) of \(mask.orientations), \(ranking)")
                            return
                        }
                    }
                }
            }
        }
        #expect(count == autorotates.count * 16 * 2 * LevelsPropertyTests.situations.count)
    }

    @Test("what is chosen can be shown, and nothing is chosen only from nothing")
    func choosesFromTheSet() {
        Self.forAll { candidates, mask, ranking in
            let choice = candidates.first(in: mask, ranking: ranking)?.orientation
            return choice.map { mask.contains($0) } ?? mask.isEmpty
        }
    }

    @Test("deciding again changes nothing")
    func isIdempotent() {
        Self.forAll { candidates, mask, ranking in
            guard let choice = candidates.first(in: mask, ranking: ranking)?.orientation else { return true }
            var again = candidates
            again.current = choice
            return again.first(in: mask, ranking: ranking)?.orientation == choice
        }
    }

    @Test("a device that lies flat or is unknown turns nothing that can stay")
    func flatHolds() {
        Self.forAll { candidates, mask, ranking in
            var flat = candidates
            (flat.pin, flat.lock, flat.postureHold) = (nil, nil, nil)
            guard let current = flat.current, mask.contains(current) else { return true }
            return [DeviceOrientation.faceUp, .faceDown, .unknown].allSatisfy {
                flat.device = $0
                return flat.first(in: mask, ranking: ranking)?.orientation == current
            }
        }
    }

    @Test("under a lock or in posture the device does not matter")
    func lockedIgnoresDevice() {
        Self.forAll { candidates, mask, ranking in
            guard candidates.lock != nil || candidates.postureHold != nil else { return true }
            var other = candidates
            (other.device, other.lastDeterminate) = (.portraitUpsideDown, .landscapeRight)
            return other.first(in: mask, ranking: ranking)?.orientation
                == candidates.first(in: mask, ranking: ranking)?.orientation
        }
    }

    @Test("a controller that does not autorotate depends on neither device, last side nor lock")
    func fixedIgnoresAll() {
        Self.forAll(autorotates: [false]) { candidates, mask, ranking in
            var other = candidates
            (other.device, other.lastDeterminate) = (.portraitUpsideDown, .landscapeRight)
            (other.lock, other.postureHold) = (.portraitUpsideDown, .landscapeLeft)
            return other.first(in: mask, ranking: ranking)?.orientation
                == candidates.first(in: mask, ranking: ranking)?.orientation
        }
    }

    @Test("a side that can be shown is obeyed, unless locked or pinned")
    func deviceIsObeyed() {
        Self.forAll(autorotates: [true]) { candidates, mask, ranking in
            var free = candidates
            (free.pin, free.lock, free.postureHold) = (nil, nil, nil)
            guard let side = free.device.interfaceOrientation, mask.contains(side) else { return true }
            return free.first(in: mask, ranking: ranking)?.orientation == side
        }
    }

    @Test("taking away an orientation that was not chosen changes nothing")
    func ignoresLosers() {
        Self.forAll { candidates, mask, ranking in
            guard let choice = candidates.first(in: mask, ranking: ranking)?.orientation else { return true }
            return Side.allCases.filter { $0 != choice }.allSatisfy {
                let less = mask.subtracting(InterfaceOrientationMask($0))
                return candidates.first(in: less, ranking: ranking)?.orientation == choice
            }
        }
    }

    @Test("the list of the other kind of device never matters", arguments: DeviceKind.allCases)
    func otherKindIsIgnored(_ kind: DeviceKind) {
        let lists: [[Side]?] = [nil, [], [.portrait], [.landscapeLeft, .portraitUpsideDown]]
        for general in lists.filter({ $0 != [] }) {
            for own in lists.filter({ $0 != [] }) {
                let seen = lists.map { other in
                    Machine(
                        kind: kind,
                        configured: OrientationLists(
                            general: general, pad: kind == .pad ? own : other,
                            phone: kind == .phone ? own : other),
                        device: .faceUp
                    ).configuredList
                }
                #expect(Set(seen).count == 1)
            }
        }
    }

    @Test("a policy is refused if and only if it leaves nothing and would turn with the device")
    func errorMeansNothingLeft() {
        for limits in LevelsPropertyTests.limits {
            var refusal: PolicyError?
            do throws(PolicyError) {
                _ = try OrientationResolver(policy: limits.policy, machine: limits.machine)
            } catch { refusal = error }
            let isEmpty = Reference.effective(limits.machine, limits.policy, session: false).isEmpty
            let autorotates = Reference.answer(limits.policy, limits.machine.kind).autorotates
            guard (refusal != nil) == (isEmpty && autorotates) else {
                Issue.record("\(limits): \(String(describing: refusal))")
                return
            }
        }
    }
}
