// swift-tools-version: 6.0
import PackageDescription

/// Every target imports only what it declares, and shows nothing of it to its own importers
/// unless it says `public import`.
let swiftSettings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

let package = Package(
    name: "orientationd",
    products: [
        .library(name: "OrientationClient", targets: ["OrientationClient"]),
        .executable(name: "orientationd", targets: ["orientationd"]),
        .executable(name: "orientationctl", targets: ["orientationctl"]),
        .executable(name: "orientation-sensorproxy", targets: ["orientation-sensorproxy"]),
        .executable(name: "RotateDemo", targets: ["RotateDemo"]),
        // All that reads what comes from outside, for the package Fuzz.
        .library(
            name: "OrientationParsers",
            targets: [
                "JSON", "Varlink", "OrientationProtocol", "OrientationCore", "Configuration", "IndustrialIO",
                "BringUp",
            ]),
    ],
    targets: [
        // C libraries, and the few things of the C library that Swift's Glibc module lacks.
        .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .target(name: "CLinux"),

        // The core that decides.
        library("OrientationCore"),

        // The edges that read and write.
        library("SystemCalls", ["CLinux"]),
        library("JSON", ["CJansson"]),
        library("Varlink", ["JSON"]),
        library(
            "OrientationProtocol", ["OrientationCore", "Varlink", "JSON"],
            exclude: ["org.orientationd.varlink"]),
        library("EventLoop", ["CSystemd", "CLinux", "SystemCalls"]),
        library("Systemd", ["CSystemd", "SystemCalls", "CLinux"]),
        library("DBus", ["CSystemd", "EventLoop", "SystemCalls", "CLinux"]),
        library("Udev", ["CUdev", "SystemCalls"]),
        library("InputSwitches", ["Udev", "EventLoop", "SystemCalls", "CLinux"]),
        library("IndustrialIO", ["OrientationCore", "EventLoop", "Udev", "SystemCalls", "CIIO", "CLinux"]),
        library("Configuration", ["OrientationCore", "SystemCalls", "CInih"]),
        library("SensorSetup", ["Configuration", "IndustrialIO", "OrientationProtocol", "OrientationCore"]),
        library(
            "OrientationService",
            [
                "OrientationCore", "JSON", "Varlink", "OrientationProtocol", "EventLoop", "IndustrialIO",
                "InputSwitches", "Configuration", "SensorSetup", "Systemd", "SystemCalls", "CLinux",
            ]),
        library(
            "OrientationClient",
            ["OrientationCore", "OrientationProtocol", "Varlink", "JSON", "SystemCalls", "CLinux"]),

        library("BringUp", ["OrientationCore", "IndustrialIO", "JSON", "SystemCalls"]),

        library("Desktops", ["OrientationCore", "JSON", "SystemCalls", "CLinux"]),

        library("RotateLayout", ["OrientationCore"]),

        library(
            "SensorProxy",
            [
                "OrientationClient", "OrientationProtocol", "IndustrialIO", "DBus", "EventLoop", "Systemd",
                "SystemCalls", "CLinux",
            ]),

        // The programs.
        program(
            "orientationd",
            [
                "OrientationService", "Configuration", "IndustrialIO", "EventLoop", "Systemd", "SystemCalls",
                "CLinux",
            ]),
        program(
            "orientationctl",
            [
                "OrientationClient", "OrientationCore", "OrientationProtocol", "Configuration", "BringUp",
                "IndustrialIO", "InputSwitches", "SensorSetup", "Udev", "EventLoop", "Varlink", "JSON",
                "Desktops", "SystemCalls", "CLinux", "RotateLayout",
            ]),
        program(
            "orientation-sensorproxy",
            ["SensorProxy", "DBus", "EventLoop", "Systemd", "SystemCalls", "CLinux"]),
        .executableTarget(
            name: "ClassifierSpeed", dependencies: ["OrientationCore", "SystemCalls"],
            path: "Benchmarks/ClassifierSpeed", swiftSettings: swiftSettings),
        program(
            "RotateDemo", ["OrientationClient", "RotateLayout", "EventLoop", "SystemCalls", "CLinux"]),

        // Tests.
        library("OrientationTestSupport", ["OrientationCore", "SystemCalls", "CLinux"]),
        tests("OrientationCoreTests", ["OrientationCore", "RotateLayout", "JSON", "OrientationTestSupport"]),
        tests("RotateLayoutTests", ["RotateLayout", "OrientationCore"]),
        tests("SystemCallsTests", ["SystemCalls", "OrientationTestSupport"]),
        tests("JSONTests", ["JSON", "OrientationTestSupport"]),
        tests("VarlinkTests", ["Varlink", "JSON", "SystemCalls", "OrientationTestSupport"]),
        tests(
            "OrientationProtocolTests",
            ["OrientationProtocol", "OrientationCore", "Varlink", "JSON", "OrientationTestSupport"]),
        tests("DesktopsTests", ["Desktops", "OrientationCore", "JSON", "OrientationTestSupport"]),
        tests("EventLoopTests", ["EventLoop", "SystemCalls", "CSystemd", "OrientationTestSupport"]),
        tests(
            "IndustrialIOTests",
            ["IndustrialIO", "OrientationCore", "EventLoop", "SystemCalls", "CIIO", "OrientationTestSupport"]),
        tests(
            "BringUpTests",
            ["BringUp", "OrientationCore", "IndustrialIO", "JSON", "SystemCalls", "OrientationTestSupport"]),
        tests("SystemdTests", ["Systemd"]),
        tests(
            "SensorProxyTests",
            [
                "SensorProxy", "OrientationClient", "OrientationProtocol", "OrientationCore", "DBus",
                "IndustrialIO",
            ]),
        tests("InputSwitchesTests", ["InputSwitches", "EventLoop", "SystemCalls"]),
        tests("ConfigurationTests", ["Configuration", "OrientationCore", "SystemCalls"]),
        tests(
            "OrientationServiceTests",
            [
                "OrientationService", "OrientationCore", "OrientationProtocol", "Varlink", "JSON",
                "EventLoop", "IndustrialIO", "InputSwitches", "Configuration", "Systemd", "SystemCalls",
                "OrientationTestSupport",
            ]),
        tests(
            "OrientationctlTests",
            [
                "orientationctl", "OrientationClient", "OrientationCore", "OrientationProtocol", "Varlink",
                "JSON", "OrientationTestSupport",
            ]),
        tests(
            "OrientationClientTests",
            [
                "OrientationClient", "OrientationCore", "OrientationProtocol", "Varlink", "JSON",
                "SystemCalls", "OrientationTestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
