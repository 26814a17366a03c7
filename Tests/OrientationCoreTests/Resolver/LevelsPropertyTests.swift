import Testing

@testable import OrientationCore

/// Every combination of a few values at each level, decided by the resolver and by the reference.
@Suite("Levels of the resolver, all combinations")
struct LevelsPropertyTests {
    typealias Side = InterfaceOrientation

    /// One combination of what limits a client.
    struct Limits {
        var machine: Machine
        var policy: Policy
    }

    static let limits: [Limits] = {
        let configured: [OrientationLists] = [
            OrientationLists(),
            OrientationLists(general: [.landscapeLeft, .portrait]),
            OrientationLists(general: [.portraitUpsideDown, .landscapeRight, .portrait, .landscapeLeft]),
            OrientationLists(
                general: [.portrait], pad: [.landscapeLeft, .landscapeRight], phone: [.portrait]),
        ]
        let applications: [Application?] = [
            nil,
            Application(lists: OrientationLists(general: [.landscapeRight, .portrait])),
            Application(lists: OrientationLists(phone: [.portraitUpsideDown]), mask: .landscape),
        ]
        let sessions: [InterfaceOrientationMask?] = [nil, .portrait, [.landscapeLeft, .portraitUpsideDown]]
        var controllers: [Controller?] = [nil]
        for mask in [nil, .portrait, .landscape, .portraitUpsideDown, []] as [InterfaceOrientationMask?] {
            for autorotates in [true, false] {
                controllers.append(
                    Controller(supported: mask, autorotates: autorotates, legacySupported: mask))
            }
        }
        var all: [Limits] = []
        for kind in DeviceKind.allCases {
            for natural in [Side.portrait, .landscapeRight] {
                for lists in configured {
                    for session in sessions {
                        let machine = Machine(
                            kind: kind, configured: lists, naturalOrientation: natural, sessionMask: session)
                        for application in applications {
                            for controller in controllers {
                                let policy = Policy(application: application, root: controller)
                                all.append(Limits(machine: machine, policy: policy))
                            }
                            let legacy = Policy(
                                dialect: .legacy, application: application,
                                root: Controller(legacySupported: .landscape))
                            all.append(Limits(machine: machine, policy: legacy))
                        }
                    }
                }
            }
        }
        return all
    }()

    static let situations: [Reference.Situation] = {
        var all: [Reference.Situation] = []
        for posture in [nil, .landscapeRight] as [Side?] {
            for lock in [nil, .portrait, .landscapeLeft] as [Side?] {
                for device in DeviceOrientation.allCases {
                    for last in [nil, .landscapeLeft, .portraitUpsideDown] as [DeviceOrientation?] {
                        for pin in [nil, .landscapeLeft] as [Side?] {
                            for current in [nil, .portrait, .landscapeRight] as [Side?] {
                                all.append(
                                    Reference.Situation(
                                        pin: pin, posture: posture, lock: lock, device: device,
                                        current: current,
                                        last: last, isLaunch: current == nil))
                            }
                        }
                    }
                }
            }
        }
        return all
    }()

    /// The resolver's own candidates for a situation.
    static func candidates(_ situation: Reference.Situation, autorotates: Bool) -> InterfaceCandidates {
        var machine = Machine(lock: situation.lock, postureHold: situation.posture)
        machine.device = situation.device
        guard let current = situation.current else {
            var candidates = InterfaceCandidates(launching: machine, autorotates: autorotates)
            candidates.current = nil
            return candidates
        }
        var candidates = InterfaceCandidates(
            machine: machine, current: current, pin: situation.pin, autorotates: autorotates)
        candidates.lastDeterminate = situation.last
        return candidates
    }

    @Test("what is effective, how it is ranked and what is chosen are as the rules say")
    func agreesWithReference() {
        let yes = Self.situations.map { Self.candidates($0, autorotates: true) }
        let no = Self.situations.map { Self.candidates($0, autorotates: false) }
        var combinations = 0
        for limits in Self.limits {
            let answers = ControllerAnswers(policy: limits.policy)
            let application = ApplicationSet(
                machine: limits.machine, application: limits.policy.application, includingSession: true)
            let effective = answers.effective(
                in: application, kind: limits.machine.kind, session: limits.machine.sessionMask)
            let expected = Reference.effective(limits.machine, limits.policy, session: true)
            let ranking = Reference.ranking(limits.machine, limits.policy.application)
            guard Reference.set(effective) == expected, application.ranking == ranking else {
                Issue.record("\(limits): \(effective), \(application.ranking)")
                return
            }
            for (place, situation) in Self.situations.enumerated() {
                let candidates = answers.autorotates ? yes[place] : no[place]
                let choice = candidates.first(in: effective, ranking: application.ranking)?.orientation
                let right = Reference.decide(
                    situation, expected, autorotates: answers.autorotates, ranking: ranking)
                guard choice == right else {
                    Issue.record("\(limits) in \(situation): \(String(describing: choice))")
                    return
                }
                combinations += 1
            }
        }
        #expect(combinations >= 100_000)
    }
}
