import Testing

@testable import IndustrialIO

@Suite("Scan layout")
struct ScanLayoutTests {
    private func decode(_ bytes: [UInt8], _ format: ScanFormat) -> Int64 {
        bytes.withUnsafeBytes { format.decode($0, at: 0) }
    }

    @Test(
        "a stored value is shifted, cut to its bits and sign-extended",
        arguments: [
            // kxcjk-1013 and st_accel: le:s12/16>>4. −1000 is 0xc18, the low four bits are garbage.
            ([0x8F, 0xC1], ScanFormat(bits: 12, storageBits: 16, shift: 4), -1000),
            // The same from mxc4005: be:s12/16>>4.
            ([0xC1, 0x8F], ScanFormat(isBigEndian: true, bits: 12, storageBits: 16, shift: 4), -1000),
            // adxl345: le:s13/16>>0. The sign is bit 12; the bits above it are garbage.
            ([0xFF, 0x1F], ScanFormat(bits: 13, storageBits: 16), -1),
            ([0xFF, 0xEF], ScanFormat(bits: 13, storageBits: 16), 0x0FFF),
            // A HID sensor with 16-bit fields: le:s16/32>>0, the next axis in the upper half.
            ([0x18, 0xFC, 0x34, 0x12], ScanFormat(bits: 16, storageBits: 32), -1000),
            ([0x18, 0x7C, 0xFF, 0xFF], ScanFormat(bits: 16, storageBits: 32), 0x7C18),
            // bmc150 with 8 bits in 16: le:s8/16>>8.
            ([0x55, 0x80], ScanFormat(bits: 8, storageBits: 16, shift: 8), -128),
            // Unsigned: le:u16/16>>0 and le:u12/16>>4.
            ([0xFF, 0xFF], ScanFormat(isSigned: false, bits: 16, storageBits: 16), 65535),
            ([0xFF, 0xFF], ScanFormat(isSigned: false, bits: 12, storageBits: 16, shift: 4), 4095),
            // One byte, le:s8/8>>0.
            ([0xC0], ScanFormat(bits: 8, storageBits: 8), -64),
            // Three bytes, be:s24/24>>0 and le:s24/24>>0.
            ([0xFF, 0xFC, 0x18], ScanFormat(isBigEndian: true, bits: 24, storageBits: 24), -1000),
            ([0x18, 0xFC, 0xFF], ScanFormat(bits: 24, storageBits: 24), -1000),
            // 20 bits in 32 from the top, le:s20/32>>12.
            ([0xFF, 0x8F, 0xC1, 0xFF], ScanFormat(bits: 20, storageBits: 32, shift: 12), -1000),
            // A timestamp, le:s64/64>>0.
            (
                [0x15, 0xCD, 0x5B, 0x07, 0, 0, 0, 0], ScanFormat(bits: 64, storageBits: 64),
                123_456_789
            ),
        ] as [([UInt8], ScanFormat, Int64)])
    func golden(_ bytes: [UInt8], _ format: ScanFormat, _ value: Int64) {
        #expect(decode(bytes, format) == value)
    }

    @Test("elements lie in the order of their indices, each at a multiple of its length")
    func alignment() throws {
        // Three axes of 16 bits whose order is z, x, y, and a timestamp: 2 + 2 + 2, two of padding, 8.
        let axis = ScanFormat(bits: 16, storageBits: 16)
        let layout = try #require(
            ScanLayout([
                .init(index: 1, format: axis), .init(index: 2, format: axis), .init(index: 0, format: axis),
                .init(index: 3, format: ScanFormat(bits: 64, storageBits: 64)),
            ]))
        let scan: [UInt8] = [3, 0, 1, 0, 2, 0, 0xAA, 0xAA, 9, 0, 0, 0, 0, 0, 0, 0]

        let values = scan.withUnsafeBytes { bytes in (0..<4).map { layout.value($0, of: bytes) } }

        #expect(layout.size == 16)
        #expect(values == [1, 2, 3, 9])
    }

    @Test("three axes of eight bits are three bytes, and sixteen with a timestamp")
    func smallAxes() {
        let axes = (0..<3).map {
            ScanLayout.Element(index: $0, format: ScanFormat(bits: 8, storageBits: 8))
        }
        let timestamp = ScanLayout.Element(index: 3, format: ScanFormat(bits: 64, storageBits: 64))

        #expect(ScanLayout(axes)?.size == 3)
        #expect(ScanLayout(axes + [timestamp])?.size == 16)
    }

    @Test(
        "a form that cannot be is refused",
        arguments: [
            ScanFormat(bits: 0, storageBits: 16), ScanFormat(bits: 17, storageBits: 16),
            ScanFormat(bits: 12, storageBits: 16, shift: 5), ScanFormat(bits: 12, storageBits: 12),
            ScanFormat(bits: 64, storageBits: 128), ScanFormat(bits: 8, storageBits: 8, shift: -1),
        ])
    func refusals(_ format: ScanFormat) {
        #expect(ScanLayout([.init(index: 0, format: format)]) == nil)
    }
}
