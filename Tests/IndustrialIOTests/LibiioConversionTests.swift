import CIIO
import OrientationTestSupport
import Testing

@testable import IndustrialIO

@Suite("Decoding against libiio")
struct LibiioConversionTests {
    /// A form of a stored value, and libiio's name for it.
    struct Form: CustomTestStringConvertible, Sendable {
        var format: ScanFormat

        var text: String {
            "\(format.isBigEndian ? "be" : "le"):\(format.isSigned ? "s" : "u")"
                + "\(format.bits)/\(format.storageBits)>>\(format.shift)"
        }
        var testDescription: String { text }
    }

    /// Signed and unsigned, both byte orders, every size, with and without a shift.
    static let forms: [Form] = {
        var forms: [Form] = []
        for bits in [8, 12, 16, 20, 24, 32, 64] {
            for storage in [8, 16, 32, 64] where storage >= bits {
                for shift in Set([0, (storage - bits) / 2, storage - bits]).sorted() {
                    for number in 0..<4 {
                        let format = ScanFormat(
                            isBigEndian: number & 1 != 0, isSigned: number & 2 != 0, bits: bits,
                            storageBits: storage, shift: shift)
                        forms.append(Form(format: format))
                    }
                }
            }
        }
        return forms
    }()

    /// What libiio makes of the bytes.
    private func convert(_ words: [UInt64], _ form: Form) throws -> [Int64] {
        let xml = """
            <?xml version="1.0" encoding="utf-8"?>
            <!DOCTYPE context [<!ELEMENT context (device)*> <!ELEMENT device (channel)*>
            <!ELEMENT channel (scan-element?, attribute*)> <!ELEMENT scan-element EMPTY>
            <!ELEMENT attribute EMPTY> <!ATTLIST context name CDATA #REQUIRED>
            <!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED>
            <!ATTLIST channel id CDATA #REQUIRED type CDATA #REQUIRED>
            <!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED>
            <!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>]>
            <context name="xml"><device id="iio:device0" name="chip"><channel id="accel_x" type="input">
            <scan-element index="0" format="\(form.text.replacing(">>", with: "&gt;&gt;"))" />
            <attribute name="raw" filename="in_accel_x_raw" /></channel></device></context>
            """
        let context = try #require(iio_create_xml_context_mem(xml, xml.utf8.count))
        defer { iio_context_destroy(context) }
        let device = try #require(iio_context_find_device(context, "iio:device0"))
        let channel = try #require(iio_device_find_channel(device, "accel_x", false))
        return words.map { word in
            var source = word
            var result: UInt64 = 0
            iio_channel_convert(channel, &result, &source)
            switch (form.format.storageBits, form.format.isSigned) {
            case (8, true): return Int64(Int8(truncatingIfNeeded: result))
            case (16, true): return Int64(Int16(truncatingIfNeeded: result))
            case (32, true): return Int64(Int32(truncatingIfNeeded: result))
            case (8, false): return Int64(UInt8(truncatingIfNeeded: result))
            case (16, false): return Int64(UInt16(truncatingIfNeeded: result))
            case (32, false): return Int64(UInt32(truncatingIfNeeded: result))
            default: return Int64(bitPattern: result)
            }
        }
    }

    @Test("every value is what libiio makes of the same bytes, garbage around it included", arguments: forms)
    func agreement(_ form: Form) throws {
        var random = SystemRandomNumberGenerator()
        let words =
            [0, .max, 0x8000_8080_8000_0080]
            + (0..<500).map { _ in UInt64.random(in: 0...(.max), using: &random) }

        let decoded = words.map { word in withUnsafeBytes(of: word) { form.format.decode($0, at: 0) } }

        #expect(try decoded == convert(words, form))
    }
}
