/// All keys that udev can look a sensor up by.
///
///     sensor:[LABEL:]modalias:MODALIAS:[dmi:FIELDS:]
///
/// LABEL is the attribute `label` of the sensor, MODALIAS that of the device that it hangs on, and the rest
/// that of `/sys/class/dmi/id`, where there is one. The fields are separated by colons and come in this
/// order, each behind its letters:
///
/// `bvn` `bvr` `bd` `br`? `efr`? `svn` `pn` `pvr` `sku`? `rvn`? `rn`? `rvr`? `cvn`? `ct`? `cvr`? `sku`? `pfa`?
///
/// Those with a question mark came with later kernels or are missing on some machines. `sku` was first added
/// behind `pvr` and then moved to the end, where fields that do not exist yet will follow.
///
/// Sources: `60-sensor.rules` of systemd; `get_modalias` in the kernel's `drivers/firmware/dmi-id.c`, which
/// leaves out of a value blanks, colons and all that is not ASCII; `udev_replace_chars` in systemd, which
/// makes `_` of all but letters, digits and `#+-.:=@_/ $%?,`; the SMBIOS specification, in which the tables
/// of BIOS and system are required.
enum KeyLanguage {
    /// The letters before the values of DMI, in order.
    static let fields = [
        "bvn", "bvr", "bd", "br", "efr", "svn", "pn", "pvr", "rvn", "rn", "rvr", "cvn", "ct", "cvr", "sku",
        "pfa",
    ]

    /// The buses whose devices' modalias may stand in a key.
    static let buses = ["acpi", "i2c", "of", "platform", "usb", "hid", "spi", "i3c", "ishtp", "input"]

    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    private static let digits = ByteSet("0123456789".utf8)
    /// What a value of DMI may consist of.
    static let valueBytes = ByteSet((letters + letters.uppercased() + "0123456789#+-.=@_/$%?,\\").utf8)
    /// What a label, or a modalias between two colons, may consist of.
    private static let nameBytes = valueBytes.union(ByteSet(" ".utf8)).union(ByteSet(UInt8(128)...UInt8.max))

    /// Reads exactly these keys.
    static let automaton: KeyAutomaton = {
        var builder = KeyAutomatonBuilder()
        let start = builder.state()
        let prefix = builder.text("sensor:", from: start)
        let beforeModalias = builder.state()
        builder.skip(from: prefix, to: beforeModalias)
        let label = builder.state()
        builder.move(nameBytes, from: prefix, to: label)
        builder.move(nameBytes, from: label, to: label)
        builder.text(":", from: label, to: beforeModalias)
        let bus = builder.text("modalias:", from: beforeModalias)

        let afterModalias = builder.state()
        addModalias(&builder, from: bus, to: afterModalias)
        builder.accept(in: afterModalias)
        addFields(&builder, from: builder.text("dmi", from: afterModalias))
        return builder.automaton(from: start)
    }()

    /// A modalias and the colon behind it. It does not contain `dmi:`, so that what does is DMI's.
    private static func addModalias(_ builder: inout KeyAutomatonBuilder, from bus: Int, to end: Int) {
        // How much of "dmi:" was read last.
        let read = (0..<4).map { _ in builder.state() }
        for name in buses { builder.text(name + ":", from: bus, to: read[0]) }
        let word = Array("dmi:".utf8)
        for (count, state) in read.enumerated() {
            var others = nameBytes.union(ByteSet(":".utf8))
            others.remove(word[count])
            others.remove(word[0])
            builder.move(others, from: state, to: read[0])
            if count > 0 { builder.move(ByteSet([word[0]]), from: state, to: read[1]) }
            if count < 3 { builder.move(ByteSet([word[count]]), from: state, to: read[count + 1]) }
            builder.text(":", from: state, to: end)
        }
    }

    /// The fields of DMI and the colon at their end.
    private static func addFields(_ builder: inout KeyAutomatonBuilder, from start: Int) {
        var place = start
        for name in ["bvn", "bvr", "bd"] { place = addField(name, &builder, from: place) }
        for name in ["br", "efr"] { place = addOptional(name, &builder, from: place) }
        for name in ["svn", "pn", "pvr"] { place = addField(name, &builder, from: place) }
        for name in ["sku", "rvn", "rn", "rvr", "cvn", "ct", "cvr", "sku", "pfa"] {
            place = addOptional(name, &builder, from: place)
        }
        let end = builder.state()
        builder.skip(from: place, to: end)
        addUnknownField(&builder, from: end, to: end)
        builder.accept(in: builder.text(":", from: end))
    }

    private static func addOptional(
        _ name: String, _ builder: inout KeyAutomatonBuilder, from start: Int
    ) -> Int {
        let end = builder.state()
        builder.skip(from: start, to: end)
        builder.skip(from: addField(name, &builder, from: start), to: end)
        return end
    }

    private static func addField(
        _ name: String, _ builder: inout KeyAutomatonBuilder, from start: Int
    ) -> Int {
        var value = builder.text(":" + name, from: start)
        switch name {
        case "br", "efr":
            let whole = addDigits(&builder, from: value)
            value = addDigits(&builder, from: builder.text(".", from: whole))
        case "ct": value = addDigits(&builder, from: value)
        default: builder.move(valueBytes, from: value, to: value)
        }
        return value
    }

    private static func addDigits(_ builder: inout KeyAutomatonBuilder, from start: Int) -> Int {
        let end = builder.state()
        builder.move(digits, from: start, to: end)
        builder.move(digits, from: end, to: end)
        return end
    }

    /// A field that kernels to come may have: it begins with a letter, and with none of ``fields``.
    private static func addUnknownField(
        _ builder: inout KeyAutomatonBuilder, from start: Int, to end: Int
    ) {
        let value = builder.state()
        builder.move(valueBytes, from: value, to: value)
        builder.skip(from: value, to: end)
        var places = ["": builder.text(":", from: start)]
        var open = [""]
        while let text = open.popLast() {
            guard let place = places[text] else { continue }
            let known = Set(
                fields.filter { $0.hasPrefix(text) }.compactMap { $0.dropFirst(text.count).first })
            var others = text.isEmpty ? ByteSet(letters.utf8) : valueBytes
            for letter in known {
                guard let byte = letter.asciiValue else { continue }
                others.remove(byte)
                let longer = text + String(letter)
                if fields.contains(longer) { continue }
                let next = builder.state()
                builder.move(ByteSet([byte]), from: place, to: next)
                builder.skip(from: next, to: end)
                places[longer] = next
                open.append(longer)
            }
            builder.move(others, from: place, to: value)
        }
    }
}
