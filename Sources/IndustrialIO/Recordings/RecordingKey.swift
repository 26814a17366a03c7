internal import OrientationCore

/// One line of a recording's header: `# key: value`.
struct RecordingKey: Sendable {
    /// The key as it is written.
    let name: String
    private let apply: @Sendable (inout RecordingHeader, String) -> Bool
    private let text: @Sendable (RecordingHeader) -> String?

    /// How many bytes of a value are kept.
    private static let longestValue = 1000

    /// The line, without its end; nothing if the header has no such value.
    func line(of header: RecordingHeader) -> String? {
        text(header).map { "# \(name): \(Self.cleaned($0))" }
    }

    /// Takes a line over into a header. Keys that are not known are passed over, as are other comments.
    ///
    /// - Parameter line: Without its end.
    static func read(_ line: Substring, into header: inout RecordingHeader) throws(RecordingFault) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = trimmed(String(line[..<colon].dropFirst()))
        guard let key = byName[name] else { return }
        let value = trimmed(String(line[line.index(after: colon)...]))
        guard key.apply(&header, value) else { throw .badValue(key: name, text: String(value.prefix(24))) }
    }

    /// On one line, and not endless.
    static func cleaned(_ text: String) -> String {
        let line = String(text.map { $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
        return line.utf8.count <= longestValue ? line : String(line.prefix(longestValue / 4)) + "…"
    }
}

// MARK: The keys

extension RecordingKey {
    /// Every key in the order in which they are written.
    static let all: [RecordingKey] =
        [
            text("program", \.program), text("kernel", \.kernel), text("machine.dmi", \.dmi),
            text("machine.compatible", \.compatible),

            text("sensor.name", \.sensorName), text("sensor.id", \.sensorID), text("sensor.label", \.label),
            named("sensor.location", \.location, SensorLocation.init(rawValue:), \.rawValue),
            text("sensor.driver", \.driver),
            text("sensor.modalias", \.modalias),
            named("sensor.transport", \.transport, SensorTransport.init(rawValue:), \.rawValue),
            named("sensor.timestamps", \.timestampSource, TimestampSource.init(rawValue:), \.rawValue),
            number("sensor.frequency", \.samplingFrequency),
            text("sensor.frequencies", \.availableFrequencies),

            channel("x"), channel("y"), channel("z"), channel("timestamp"),
            numbers("scale", count: 3, \.scale), numbers("offset", count: 3, \.offset),
            numbers("frame", count: 9, \.frame),
            matrixSources,
        ] + MatrixOrigin.allCases.flatMap(matrix) + [
            matrixInForce,
            named("casing.natural", \.natural, InterfaceOrientation.init(name:), \.name),
            named("casing.panel", \.panel, PanelOrientation.init(name:), \.name),
        ] + ClassifierSettings.parameters.map(classifier)

    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

    private typealias Path<Value> = WritableKeyPath<RecordingHeader, Value> & Sendable

    private static func text(_ name: String, _ path: Path<String?>) -> RecordingKey {
        RecordingKey(
            name: name,
            apply: { header, value in
                header[keyPath: path] = value.isEmpty ? nil : value
                return true
            }, text: { $0[keyPath: path] })
    }

    /// The shortest text that is read as the same number again.
    private static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }

    private static func number(_ name: String, _ path: Path<Double?>) -> RecordingKey {
        RecordingKey(
            name: name,
            apply: { header, value in
                guard let value = Double(value), value.isFinite else { return false }
                header[keyPath: path] = value
                return true
            }, text: { $0[keyPath: path].map(number) })
    }

    private static func numbers(_ name: String, count: Int, _ path: Path<[Double]?>) -> RecordingKey {
        RecordingKey(
            name: name,
            apply: { header, value in
                let numbers = value.split(separator: " ").compactMap { Double($0) }.filter(\.isFinite)
                guard numbers.count == count, value.split(separator: " ").count == count else { return false }
                header[keyPath: path] = numbers
                return true
            }, text: { $0[keyPath: path]?.map(number).joined(separator: " ") })
    }

    private static func named<Value: Sendable>(
        _ name: String, _ path: Path<Value?>, _ read: @escaping @Sendable (String) -> Value?,
        _ text: KeyPath<Value, String> & Sendable
    ) -> RecordingKey {
        RecordingKey(
            name: name,
            apply: { header, value in
                guard let value = read(value) else { return false }
                header[keyPath: path] = value
                return true
            }, text: { $0[keyPath: path]?[keyPath: text] })
    }

    private static func channel(_ axis: String) -> RecordingKey {
        RecordingKey(
            name: "channel.\(axis)",
            apply: { header, value in
                header.channels[axis] = value
                return true
            }, text: { $0.channels[axis] })
    }

    /// The places that were looked into, in the order of precedence.
    private static let matrixSources = RecordingKey(
        name: "matrix.sources",
        apply: { header, value in
            let origins = value.split(separator: " ").compactMap { MatrixOrigin(rawValue: String($0)) }
            guard origins.count == value.split(separator: " ").count, Set(origins).count == origins.count
            else { return false }
            header.matrixSources = origins.map { MatrixSourceReport(origin: $0) }
            return true
        },
        text: { header in
            header.matrixSources.isEmpty
                ? nil : header.matrixSources.map(\.origin.rawValue).joined(separator: " ")
        })

    /// What was found in one place, and what is wrong with it.
    private static func matrix(_ origin: MatrixOrigin) -> [RecordingKey] {
        func key(_ name: String, _ path: WritableKeyPath<MatrixSourceReport, String?> & Sendable)
            -> RecordingKey
        {
            RecordingKey(
                name: name,
                apply: { header, value in
                    MatrixSourceReport.update(origin, in: &header.matrixSources) {
                        $0[keyPath: path] = value.isEmpty ? nil : value
                    }
                    return true
                },
                text: { header in header.matrixSources.first { $0.origin == origin }?[keyPath: path] })
        }
        return [
            key("matrix.\(origin.rawValue)", \.value), key("matrix.\(origin.rawValue).problem", \.problem),
        ]
    }

    private static let matrixInForce = RecordingKey(
        name: "matrix.inForce",
        apply: { header, value in
            guard let origin = MatrixOrigin(rawValue: value) else { return false }
            MatrixSourceReport.update(origin, in: &header.matrixSources) { _ in }
            for index in header.matrixSources.indices {
                header.matrixSources[index].inForce = header.matrixSources[index].origin == origin
            }
            return true
        }, text: { $0.matrixSources.first { $0.inForce }?.origin.rawValue })

    /// A parameter of the classifier, written where it is not at its default.
    private static func classifier(_ parameter: ClassifierParameter) -> RecordingKey {
        RecordingKey(
            name: "classifier.\(parameter.key)",
            apply: { header, value in
                guard let number = Double(value), parameter.range.contains(number) else { return false }
                header.classifier[keyPath: parameter.path] = number
                return true
            },
            text: { header in
                let value = header.classifier[keyPath: parameter.path]
                return value == parameter.defaultValue ? nil : "\(value)"
            })
    }
}
