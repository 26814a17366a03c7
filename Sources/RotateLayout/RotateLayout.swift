public import OrientationCore

/// Where the four objects of the demonstration are, for each interface orientation.
///
/// A screen of 768×1024 with four objects of 400×150. Upright they stand below each other, on its side
/// two by two. Which of the two is asked of the *interface* orientation: how the device is held says
/// nothing about what is drawn.
public struct RotateLayout: Equatable, Sendable {
    /// Width and height of the screen, as the user sees it.
    public let size: InterfaceSize
    /// The objects in order, from "Object 1" to "Object 4".
    public let objects: [Object]

    /// One object of the demonstration.
    public struct Object: Equatable, Sendable {
        /// Its number in the layout, 1001 to 1004.
        public let tag: Int
        /// Its place, from the top left corner of the screen.
        public let frame: Frame

        /// What is written on it.
        public var title: String { "Object \(tag - 1000)" }
    }

    /// A rectangle: x to the right and y downwards from the top left corner of the screen.
    public struct Frame: Equatable, Sendable {
        /// Left edge.
        public let x: Int
        /// Top edge.
        public let y: Int
        /// Width.
        public let width: Int
        /// Height.
        public let height: Int
    }

    /// The size of the upright screen.
    public static let portraitSize = InterfaceSize(width: 768, height: 1024)
    /// The size of each object.
    public static let objectSize = InterfaceSize(width: 400, height: 150)

    /// Lays the objects out for an interface orientation.
    public init(_ orientation: InterfaceOrientation) {
        let corners: [(x: Int, y: Int)] =
            orientation.isPortrait
            ? [(184, 100), (184, 300), (184, 500), (184, 700)]
            : [(74, 100), (550, 100), (74, 400), (550, 400)]
        size = orientation.isPortrait ? Self.portraitSize : Self.portraitSize.transposed
        objects = corners.enumerated().map { index, corner in
            Object(
                tag: 1001 + index,
                frame: Frame(
                    x: corner.x, y: corner.y, width: Self.objectSize.width, height: Self.objectSize.height))
        }
    }
}
