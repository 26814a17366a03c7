internal import SystemCalls

/// A descriptor that several owners share.
final class FileDescriptorBox {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    var number: Int32 { descriptor.number }
}
