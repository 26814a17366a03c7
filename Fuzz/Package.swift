// swift-tools-version: 6.0
import PackageDescription

/// What libFuzzer drives, one program for each kind of input that comes from outside. A package of its
/// own: a program without a main function does not link in an ordinary build. See scripts/fuzz.
let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    // libFuzzer brings the main function.
    .unsafeFlags(["-parse-as-library"]),
]

func target(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport", .product(name: "OrientationParsers", package: "orientationd")],
        swiftSettings: swiftSettings)
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "orientationd", path: "..")],
    targets: [
        .target(name: "FuzzSupport", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        target("FuzzJSON"),
        target("FuzzConnection"),
        target("FuzzRequest"),
        target("FuzzPolicy"),
        target("FuzzReply"),
        target("FuzzConfiguration"),
        target("FuzzRecording"),
        target("FuzzMatrix"),
        target("FuzzHardwareDatabase"),
    ],
    swiftLanguageModes: [.v6]
)
