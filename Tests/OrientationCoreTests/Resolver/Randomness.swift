import OrientationCore
import OrientationTestSupport

/// Policies and lists that look random and are the same in every run.
struct Randomness: RandomNumberGenerator {
    private var generator: SeededRandomness

    init(seed: UInt64) { generator = SeededRandomness(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    /// A number from 0 to below a limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    mutating func mask(orEmpty: Bool = false) -> InterfaceOrientationMask {
        let mask = InterfaceOrientationMask(rawValue: UInt8(below(16)) << 1)
        return mask.isEmpty && !orEmpty ? .all : mask
    }

    /// A list of one to four orientations in any order, now and then one of them twice.
    mutating func list() -> [InterfaceOrientation] {
        var list = InterfaceOrientation.allCases
        list.shuffle(using: &self)
        return Array(list.prefix(1 + below(4))) + (chance(20) ? [list[0]] : [])
    }

    mutating func lists(orEmpty: Bool = false) -> OrientationLists {
        var lists = OrientationLists()
        if chance(60) { lists.general = list() }
        if chance(30) { lists.pad = orEmpty && chance(20) ? [] : list() }
        if chance(30) { lists.phone = orEmpty && chance(20) ? [] : list() }
        return lists
    }

    /// A controller and what it contains.
    ///
    /// - Parameter names: Names that are still free.
    mutating func controller(depth: Int, names: inout [String]) -> Controller {
        var controller = Controller()
        if chance(60) { controller.id = names.popLast() }
        if chance(70) { controller.supported = mask(orEmpty: chance(10)) }
        if chance(30) { controller.autorotates = chance(50) }
        if chance(40) { controller.preferred = pick(InterfaceOrientation.allCases) }
        if chance(40) { controller.legacySupported = mask(orEmpty: chance(10)) }
        guard depth > 0, chance(50) else { return controller }
        controller.kind = chance(50) ? .navigation : .tab
        controller.forwards = chance(60)
        for _ in 0..<below(4) { controller.children.append(self.controller(depth: depth - 1, names: &names)) }
        if controller.kind == .tab, !controller.children.isEmpty, chance(60) {
            controller.selected = below(controller.children.count)
        }
        return controller
    }

    mutating func policy() -> Policy {
        var policy = Policy()
        if chance(15) { policy.dialect = .legacy }
        if chance(40) {
            policy.application = Application(lists: lists(orEmpty: true))
            if chance(40) { policy.application?.mask = mask(orEmpty: chance(10)) }
        }
        guard chance(90) else { return policy }
        var names = ["f", "e", "d", "c", "b", "a"]
        if chance(30) { names.shuffle(using: &self) }
        policy.root = controller(depth: 2, names: &names)
        for _ in 0..<(chance(50) ? below(3) : 0) {
            policy.modals.append(
                Modal(controller: controller(depth: 1, names: &names), fullScreen: chance(70)))
        }
        return policy
    }
}
