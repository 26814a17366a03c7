/// Ordered lists of orientations: one for every kind of device, and one for each kind that replaces it.
///
/// The machine's configuration has one set of lists, and an application may have another. A list that
/// is present and empty is not the same as one that is absent: it replaces the general list too, and
/// leaves nothing.
public struct OrientationLists: Equatable, Sendable {
    /// For every kind of device without a list of its own. Nothing: not listed.
    public var general: [InterfaceOrientation]?
    /// For a pad, in place of ``general``.
    public var pad: [InterfaceOrientation]?
    /// For a phone, in place of ``general``.
    public var phone: [InterfaceOrientation]?

    /// Makes lists, best orientation first in each. Leaving out a list is not the same as giving an
    /// empty one.
    public init(
        general: [InterfaceOrientation]? = nil,
        pad: [InterfaceOrientation]? = nil,
        phone: [InterfaceOrientation]? = nil
    ) {
        self.general = general
        self.pad = pad
        self.phone = phone
    }

    /// Which of the lists is meant.
    public enum Name: Hashable, Sendable {
        /// The list for every kind.
        case general
        /// The list for a pad.
        case pad
        /// The list for a phone.
        case phone
    }

    /// Which list counts on a device of that kind. Nothing if none does, which leaves the default.
    public func nameInForce(for kind: DeviceKind) -> Name? {
        switch kind {
        case .pad where pad != nil: .pad
        case .phone where phone != nil: .phone
        default: general == nil ? nil : .general
        }
    }

    /// The list that counts on a device of that kind, best first; of an orientation that is listed
    /// twice the first place counts. Nothing if no list does, which leaves the default.
    public func inForce(for kind: DeviceKind) -> [InterfaceOrientation]? {
        let list =
            switch nameInForce(for: kind) {
            case .general: general
            case .pad: pad
            case .phone: phone
            case nil: [InterfaceOrientation]?.none
            }
        return list?.withoutRepetition
    }

    /// Whether these lists, as the machine's configuration, would leave a device of that kind with
    /// nothing to show. Such a configuration is refused; an empty list for the other kind is harmless.
    public func areEmpty(for kind: DeviceKind) -> Bool { inForce(for: kind)?.isEmpty ?? false }
}

extension [InterfaceOrientation] {
    /// The same in the same order, each orientation at its first place only.
    var withoutRepetition: Self {
        var seen: InterfaceOrientationMask = []
        return filter { seen.insert(InterfaceOrientationMask($0)).inserted }
    }
}
