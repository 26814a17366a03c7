internal import FuzzSupport
internal import JSON
internal import OrientationCore
internal import OrientationProtocol

/// Policies, as a file or a message holds them, and behind a NUL byte what happens to a client that has
/// them: whatever a policy says, the resolver's decisions stay what they are promised to be.
///
/// Texts are separated by NUL bytes; the text after the events is a policy that takes the place of the
/// first.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let text = input.text()
    var events = FuzzInput(of: input.text())
    guard let policy = parse(text) else { return 0 }
    let next = parse(input.text()) ?? Policy()

    var machine = Machine(
        kind: events.choice(DeviceKind.allCases),
        configured: events.lists(),
        naturalOrientation: events.choice(InterfaceOrientation.allCases),
        panelOrientation: events.choice(PanelOrientation.allCases),
        device: events.choice(DeviceOrientation.allCases))
    if let list = machine.configured.inForce(for: machine.kind), list.isEmpty { return 0 }
    guard var resolver = try? OrientationResolver(policy: policy, machine: machine) else { return 0 }
    check(resolver.resolution, machine)
    check(resolver.resolution.cause == .launch, "the first cause is \(resolver.resolution.cause)")

    while !events.isEmpty {
        let before = resolver
        switch events.number(below: 8) {
        case 0, 1: machine.device = events.choice(DeviceOrientation.allCases)
        case 2: machine.lock = events.choice([nil] + InterfaceOrientation.allCases)
        case 3: machine.postureHold = events.choice([nil, machine.naturalOrientation])
        case 4:
            let mask = events.mask()
            machine.sessionMask = mask.isEmpty ? nil : mask
        case 5: machine.panelOrientation = events.choice(PanelOrientation.allCases)
        case 6: machine.naturalOrientation = events.choice(InterfaceOrientation.allCases)
        default:
            let policy = events.choice([policy, next])
            let transition = events.choice(Transition.allCases)
            do throws(PolicyError) {
                let news = try resolver.update(policy: policy, transition: transition, machine: machine)
                FuzzPolicy.check(news, of: resolver, after: before, cause: transition.cause)
                FuzzSupport.check(resolver.policy == policy, "the policy was not taken")
            } catch {
                FuzzSupport.check(resolver.policy == before.policy, "a refused policy was taken")
                FuzzSupport.check(
                    resolver.resolution == before.resolution, "a refused policy changed something")
            }
            continue
        }
        check(resolver.machineChanged(machine, cause: .device), of: resolver, after: before, cause: .device)
        check(resolver.resolution, machine)
        check(resolver.machineChanged(machine, cause: .lock) == nil, "the same again is told as news")
    }
    return 0
}

private func parse(_ text: [UInt8]) -> Policy? {
    guard let policy = try? Policy(parsing: text) else { return nil }
    let written = JSONWriter.bytes(of: policy)
    check((try? Policy(parsing: written)) == policy, "\(String(decoding: written, as: UTF8.self)) is another")
    return policy
}

/// Checks what holds of every decision.
private func check(_ resolution: Resolution, _ machine: Machine) {
    let allowed = resolution.allowed
    check(Set(allowed).count == allowed.count, "an orientation is allowed twice")
    check(resolution.supported == allowed.contains(resolution.orientation), "supported and not allowed")
    check(resolution.supported || allowed.isEmpty, "something is allowed, and nothing of it is shown")
    check(
        resolution.rotation == machine.rotation(showing: resolution.orientation),
        "\(resolution.orientation) shown at \(resolution.rotation)")
}

/// Checks what a client is told after a change.
private func check(
    _ news: Resolution?, of resolver: OrientationResolver, after before: OrientationResolver, cause: Cause
) {
    guard let news else {
        check(resolver.resolution == before.resolution, "a change was not told")
        return
    }
    check(news == resolver.resolution, "something else was told than what is shown")
    check(news.cause == cause, "\(cause) was told as \(news.cause)")
    check((news.turned == nil) == (news.rotation == before.resolution.rotation), "a turn that is none")
}

extension FuzzInput {
    fileprivate init(of bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { FuzzInput($0.baseAddress, $0.count) }
    }

    fileprivate mutating func mask() -> InterfaceOrientationMask {
        InterfaceOrientationMask(rawValue: byte())
    }

    fileprivate mutating func list() -> [InterfaceOrientation]? {
        let mask = mask()
        return mask.isEmpty ? nil : byte() & 1 == 0 ? mask.orientations : mask.orientations.reversed()
    }

    fileprivate mutating func lists() -> OrientationLists {
        OrientationLists(general: list(), pad: list(), phone: list())
    }
}
