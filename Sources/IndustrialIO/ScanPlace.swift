/// Where in a scan a value lies and how it is stored, in eight bytes: all of a scan's are looked at for each
/// sample, after a time in which the processor has forgotten them.
struct ScanPlace: Equatable, Sendable {
    private let offset: UInt16
    /// In bytes, 1 to 8.
    private let size: UInt8
    private let shift: UInt8
    /// How many of 64 bits the value leaves.
    private let unused: UInt8
    private let isBigEndian: Bool
    private let isSigned: Bool

    /// - Parameters:
    ///   - format: A valid one.
    ///   - offset: In bytes, at most 65,535.
    init(_ format: ScanFormat, at offset: Int) {
        self.offset = UInt16(offset)
        size = UInt8(format.valueSize)
        shift = UInt8(format.shift)
        unused = UInt8(64 - format.bits)
        isBigEndian = format.isBigEndian
        isSigned = format.isSigned
    }

    /// The value that a scan has there: shifted, then cut to its bits, then sign-extended.
    func value(of scan: UnsafeRawBufferPointer) -> Int64 {
        // No shift is by 64 bits: a value has one at least.
        let value = (word(of: scan) &>> UInt64(shift)) &<< UInt64(unused)
        return isSigned
            ? Int64(bitPattern: value) &>> Int64(unused) : Int64(bitPattern: value &>> UInt64(unused))
    }

    private func word(of scan: UnsafeRawBufferPointer) -> UInt64 {
        switch size {
        case 2: UInt64(number(of: scan, as: UInt16.self))
        case 4: UInt64(number(of: scan, as: UInt32.self))
        case 8: number(of: scan, as: UInt64.self)
        default: bytes(of: scan)
        }
    }

    private func number<Word: FixedWidthInteger & BitwiseCopyable>(
        of scan: UnsafeRawBufferPointer, as type: Word.Type
    ) -> Word {
        let number = scan.loadUnaligned(fromByteOffset: Int(offset), as: type)
        return isBigEndian ? Word(bigEndian: number) : Word(littleEndian: number)
    }

    /// A number of a length for which there is no type, such as three bytes.
    private func bytes(of scan: UnsafeRawBufferPointer) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<Int(size) {
            let byte = scan[Int(offset) + (isBigEndian ? index : Int(size) - 1 - index)]
            word = word << 8 | UInt64(byte)
        }
        return word
    }
}
