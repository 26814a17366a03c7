import JSON
import RotateLayout

@testable import OrientationCore

/// The kinds that put values in and get a value out.
extension ResolverVector {
    func runMap() throws -> Fields {
        let device = try input.device("device")
        guard let device else { throw VectorError.format("\(id): no device") }
        let interface = device.interfaceOrientation
        let back = interface?.deviceOrientation
        return Fields(
            [
                "interface": JSONValue(interface),
                "rawEqual": interface.map { .bool($0.rawValue == device.rawValue) } ?? .null,
                "raw": interface.map { .integer(Int64($0.rawValue)) } ?? .null,
                "back": back.map { .string($0.name) } ?? .null,
            ], at: id)
    }

    func runHelpers() throws -> Fields {
        guard let device = try input.device("orientation") ?? input.device("device") else {
            throw VectorError.format("\(id): no orientation")
        }
        return Fields(
            [
                "isPortrait": .bool(device.isPortrait),
                "isLandscape": .bool(device.isLandscape),
                "isFlat": .bool(device.isFlat),
            ], at: id)
    }

    func runMask() throws -> Fields {
        let mask = try input.mask("names") ?? []
        return Fields(["value": .integer(Int64(mask.rawValue)), "names": JSONValue(mask)], at: id)
    }

    func runDeviceList() throws -> Fields {
        let lists = try input["config"] == nil ? OrientationLists() : input.fields("config").lists()
        let machine = Machine(
            kind: try input.kind(),
            configured: lists,
            naturalOrientation: try input.interface("natural") ?? .portrait)
        let key =
            switch lists.nameInForce(for: machine.kind) {
            case .general: "supported"
            case .pad: "supported~ipad"
            case .phone: "supported~iphone"
            case nil: "default"
            }
        return Fields(["list": JSONValue(machine.configuredList), "key": .string(key)], at: id)
    }

    func runEffective() throws -> Fields {
        let levels = try Levels(input)
        try levels.refuseNothing()
        return Fields(
            [
                "effective": JSONValue(levels.effective),
                "autorotate": .bool(levels.answers.autorotates),
                "preferred": JSONValue(levels.answers.preferred?.orientation),
            ], at: id)
    }

    func runAsked() throws -> Fields {
        let levels = try Levels(input)
        return Fields(
            [
                "asked": levels.answers.id.map { .string($0) } ?? .null,
                "mask": JSONValue(levels.answers.mask(for: levels.machine.kind)),
                "autorotate": .bool(levels.answers.autorotates),
                "preferred": JSONValue(levels.answers.preferred?.orientation),
            ], at: id)
    }

    /// One pure resolution from a state that is written out, by the same candidates as the resolver.
    func runResolve() throws -> Fields {
        var levels = try Levels(input)
        let state = try input.fields("state")
        levels.machine.postureHold = try state.interface("posture")
        levels.machine.lock = try state.interface("lock")
        levels.machine.device = try state.device("device") ?? .unknown
        try levels.refuseNothing()

        var candidates: InterfaceCandidates
        if let current = try state.interface("current") {
            candidates = InterfaceCandidates(
                machine: levels.machine,
                current: current,
                pin: try state.interface("pin"),
                autorotates: levels.answers.autorotates)
            candidates.lastDeterminate = try state.device("last")
            if input["presenting"]?.bool == true, let preferred = levels.answers.preferred {
                try named {
                    try OrientationResolver.judgePreference(
                        preferred, answers: levels.answers, policy: levels.policy, machine: levels.machine)
                }
                candidates.pin = preferred.orientation
            }
        } else {
            candidates = InterfaceCandidates(
                launching: levels.machine, autorotates: levels.answers.autorotates)
            candidates.current = nil
        }
        let choice = candidates.decide(in: levels.effective, application: levels.application)
        return Fields(
            ["target": JSONValue(choice.orientation), "supported": .bool(choice.supported)], at: id)
    }

    func runLayout() throws -> Fields {
        guard let orientation = try input.interface("orientation") else {
            throw VectorError.format("\(id): no orientation")
        }
        let layout = RotateLayout(orientation)
        func numbers(_ values: Int...) -> JSONValue { .array(values.map { .integer(Int64($0)) }) }
        var frames = JSONObject()
        for object in layout.objects {
            let frame = object.frame
            frames[String(object.tag)] = numbers(frame.x, frame.y, frame.width, frame.height)
        }
        return Fields(
            ["size": numbers(layout.size.width, layout.size.height), "frames": .object(frames)], at: id)
    }
}

/// The three levels of a vector's policy.
private struct Levels {
    var machine: Machine
    let policy: Policy
    let answers: ControllerAnswers
    let application: ApplicationSet

    init(_ input: Fields) throws {
        let fields = try input.fields("policy")
        let policy = try fields.policy()
        try named { try policy.checkStructure() }
        machine = try fields.machine()
        self.policy = policy
        answers = ControllerAnswers(policy: policy)
        application = ApplicationSet(
            machine: machine, application: policy.application, includingSession: true)
    }

    var effective: InterfaceOrientationMask {
        answers.effective(in: application, kind: machine.kind, session: machine.sessionMask)
    }

    /// A single resolution has nothing to hold and nobody to tell later: nothing is an error, whichever
    /// level is to blame.
    func refuseNothing() throws {
        guard effective.isEmpty, answers.autorotates else { return }
        let set = answers.mask(for: machine.kind)
        throw VectorError.policy(
            answers.isLegacy && set.isEmpty
                ? .legacyPredicateRejectsAll(controller: answers.id)
                : .emptyIntersection(
                    controller: answers.id,
                    application: application.orientations,
                    supported: set.orientations))
    }
}
