/// How one element of a scan is stored, as `scan_elements/*_type` says: `le:s12/16>>4`.
///
/// Source: the kernel's `Documentation/ABI/testing/sysfs-bus-iio`, "in_…_type".
struct ScanFormat: Equatable, Sendable {
    /// The most significant byte comes first.
    var isBigEndian = false
    /// Two's complement.
    var isSigned = true
    /// How many bits hold the value. What is above them is garbage.
    var bits: Int
    /// How many bits one value takes up: a multiple of 8, up to 64.
    var storageBits: Int
    /// How far the value is to be shifted right first.
    var shift = 0
    /// How many values the element has; the first one counts.
    var repetitions = 1

    /// Whether a value of this form can be decoded.
    var isValid: Bool {
        storageBits > 0 && storageBits <= 64 && storageBits % 8 == 0 && bits > 0 && repetitions > 0
            && shift >= 0 && shift + bits <= storageBits
    }

    /// The length of one value in bytes.
    var valueSize: Int { storageBits / 8 }

    /// The length of the element in bytes.
    var size: Int { valueSize * repetitions }

    /// The value that is stored at an offset: shifted, then cut to ``bits``, then sign-extended.
    func decode(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int64 {
        ScanPlace(self, at: offset).value(of: bytes)
    }
}

extension ScanFormat {
    /// Reads a text such as `le:s12/16>>4` or `be:u8/8X3>>0`; nothing if it has another form.
    ///
    /// Source: `iio_show_fixed_type` in the kernel's `drivers/iio/industrialio-buffer.c`.
    init?(parsing text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sign = parts[1].first, "su".contains(sign) else { return nil }
        let numbers = parts[1].dropFirst().split(omittingEmptySubsequences: false) { "/X>".contains($0) }
        let separators = parts[1].filter { "/X>".contains($0) }
        switch parts[0] {
        case "le": isBigEndian = false
        case "be": isBigEndian = true
        default: return nil
        }
        isSigned = sign == "s"
        // The two signs of ">>" have nothing between them.
        let values = numbers.filter { !$0.isEmpty }.map { Int($0) ?? -1 }
        switch separators {
        case "/>>" where numbers.count == 4 && values.count == 3:
            (bits, storageBits, shift) = (values[0], values[1], values[2])
        case "/X>>" where numbers.count == 5 && values.count == 4:
            (bits, storageBits, repetitions, shift) = (values[0], values[1], values[2], values[3])
        default: return nil
        }
        if !values.allSatisfy((0...255).contains) { return nil }
    }

    /// How a scan has an element, or nothing if it has none of it.
    ///
    /// - Parameters:
    ///   - element: Such as `in_accel_x`.
    ///   - files: The attributes of the device.
    init?(_ element: String, in files: DeviceFiles) {
        guard let text = files.textIfThere(of: files.attribute("scan_elements/\(element)_type")) else {
            return nil
        }
        self.init(parsing: text)
    }
}

/// Where in a scan the elements lie that are enabled.
///
/// The kernel lays them out in the order of their indices, each at a multiple of its own length, and
/// rounds the whole up to a multiple of the longest (`iio_compute_scan_bytes` in
/// `drivers/iio/industrialio-buffer.c`).
struct ScanLayout: Equatable, Sendable {
    /// One element that is enabled.
    struct Element: Equatable, Sendable {
        /// Its place in the order, from `*_index`.
        var index: Int
        /// How it is stored.
        var format: ScanFormat
    }

    private let places: [ScanPlace]
    /// The length of one scan in bytes.
    let size: Int

    /// - Parameter elements: Those that are enabled, in the order in which they are asked for later.
    /// - Returns: Nothing if one of them cannot be decoded.
    init?(_ elements: [Element]) {
        guard !elements.isEmpty, elements.allSatisfy({ $0.format.isValid }) else { return nil }
        var offsets = Array(repeating: 0, count: elements.count)
        var end = 0
        for place in elements.indices.sorted(by: { elements[$0].index < elements[$1].index }) {
            let length = elements[place].format.size
            offsets[place] = Self.roundUp(end, to: length)
            end = offsets[place] + length
        }
        guard end <= UInt16.max else { return nil }
        places = zip(elements, offsets).map { ScanPlace($0.format, at: $1) }
        size = Self.roundUp(end, to: elements.map(\.format.size).max() ?? 1)
    }

    /// Decodes one element.
    ///
    /// - Parameters:
    ///   - place: Which one, in the order of `init`.
    ///   - scan: At least ``size`` bytes.
    func value(_ place: Int, of scan: UnsafeRawBufferPointer) -> Int64 { places[place].value(of: scan) }

    private static func roundUp(_ number: Int, to unit: Int) -> Int { (number + unit - 1) / unit * unit }
}
