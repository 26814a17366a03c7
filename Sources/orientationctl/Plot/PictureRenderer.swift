internal import CLinux

/// Makes PNG of SVG with librsvg, which is loaded when it is needed: no other command does.
///
/// The functions are those of librsvg 2.46 and later, cairo, GLib and GObject; the comments of the members
/// name them.
final class PictureRenderer {
    /// How many pixels the picture has for one of the SVG: 2 is sharp in print.
    private static let zoom = 2.0
    private static let library = "librsvg-2.so.2"
    /// `CAIRO_FORMAT_RGB24`: no part of a plot is transparent.
    private static let opaqueFormat: Int32 = 1

    /// `RsvgRectangle`.
    private struct Rectangle {
        var x, y, width, height: Double
    }
    /// Where a `GError` has its message: behind two numbers of four bytes.
    private static let messageOffset = 8

    private typealias Pointer = OpaquePointer
    /// `GError **`
    private typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private typealias Write =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

    /// `rsvg_handle_new_from_data`
    private let makeHandle: @convention(c) (UnsafePointer<UInt8>?, Int, ErrorPointer) -> Pointer?
    /// `rsvg_handle_render_document`
    private let render: @convention(c) (Pointer, Pointer, UnsafeRawPointer, ErrorPointer) -> Int32
    /// `g_object_unref`
    private let releaseHandle: @convention(c) (Pointer) -> Void
    /// `g_error_free`
    private let releaseError: @convention(c) (UnsafeMutableRawPointer) -> Void
    /// `cairo_image_surface_create`
    private let makeSurface: @convention(c) (Int32, Int32, Int32) -> Pointer?
    /// `cairo_create`
    private let makeContext: @convention(c) (Pointer) -> Pointer?
    /// `cairo_destroy`
    private let releaseContext: @convention(c) (Pointer) -> Void
    /// `cairo_surface_destroy`
    private let releaseSurface: @convention(c) (Pointer) -> Void
    /// `cairo_surface_write_to_png_stream`
    private let writePNG: @convention(c) (Pointer, Write, UnsafeMutableRawPointer?) -> Int32

    /// Loads the library.
    /// The corresponding function is `dlopen(3)`.
    init() throws(Failure) {
        guard let library = dlopen(Self.library, RTLD_NOW) else {
            let reason = dlerror().map { String(cString: $0) } ?? Self.library
            throw Failure(
                "a PNG picture needs librsvg (Debian package librsvg2-2): \(reason); .svg needs nothing", .no)
        }
        makeHandle = try Self.function("rsvg_handle_new_from_data", of: library)
        render = try Self.function("rsvg_handle_render_document", of: library)
        releaseHandle = try Self.function("g_object_unref", of: library)
        releaseError = try Self.function("g_error_free", of: library)
        makeSurface = try Self.function("cairo_image_surface_create", of: library)
        makeContext = try Self.function("cairo_create", of: library)
        releaseContext = try Self.function("cairo_destroy", of: library)
        releaseSurface = try Self.function("cairo_surface_destroy", of: library)
        writePNG = try Self.function("cairo_surface_write_to_png_stream", of: library)
    }

    /// A function of the library, or of those that it is linked to. That it has this type is known from
    /// their documentation alone.
    /// The corresponding function is `dlsym(3)`.
    private static func function<Function>(
        _ name: String, of library: UnsafeMutableRawPointer
    ) throws(Failure) -> Function {
        guard let address = dlsym(library, name) else {
            throw Failure("\(Self.library) makes no PNG pictures: it has no \(name)", .no)
        }
        return unsafeBitCast(address, to: Function.self)
    }

    /// The picture as a PNG file.
    ///
    /// - Parameters:
    ///   - svg: The picture.
    ///   - size: Its width and height, in pixels.
    func png(of svg: String, size: (width: Double, height: Double)) throws(Failure) -> [UInt8] {
        var error: UnsafeMutableRawPointer?
        let text = Array(svg.utf8)
        guard let handle = text.withUnsafeBufferPointer({ makeHandle($0.baseAddress, $0.count, &error) })
        else { throw failure(error) }
        defer { releaseHandle(handle) }

        let (width, height) = (size.width * Self.zoom, size.height * Self.zoom)
        guard let surface = makeSurface(Self.opaqueFormat, Int32(width), Int32(height)) else {
            throw failure(nil)
        }
        defer { releaseSurface(surface) }
        guard let context = makeContext(surface) else { throw failure(nil) }
        defer { releaseContext(context) }

        var area = Rectangle(x: 0, y: 0, width: width, height: height)
        guard render(handle, context, &area, &error) != 0 else { throw failure(error) }
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            writePNG(
                surface,
                { closure, data, count in
                    guard let bytes = closure?.assumingMemoryBound(to: [UInt8].self) else { return 1 }
                    bytes.pointee += UnsafeBufferPointer(start: data, count: Int(count))
                    return 0
                }, bytes)
        }
        guard status == 0 else { throw failure(nil) }
        return bytes
    }

    /// What the library says is wrong.
    private func failure(_ error: UnsafeMutableRawPointer?) -> Failure {
        defer { if let error { releaseError(error) } }
        let message = error?.load(fromByteOffset: Self.messageOffset, as: UnsafePointer<CChar>?.self)
        let reason = message.map { ": " + String(cString: $0) } ?? ""
        return Failure("librsvg could not draw the picture\(reason)", .no)
    }
}
