internal import CLinux
internal import CSystemd
public import SystemCalls

/// What an object offers under one interface: properties that can be read, and methods without arguments
/// and results.
public struct BusInterface: Sendable {
    /// For example `org.example.Thing`.
    public var name: String
    /// The properties, each with the signature of its type.
    public var properties: [(name: String, signature: String)]
    /// The names of the methods.
    public var methods: [String]

    /// Describes an interface.
    public init(name: String, properties: [(name: String, signature: String)], methods: [String]) {
        self.name = name
        self.properties = properties
        self.methods = methods
    }
}

/// An object on a bus, there for as long as this is kept.
public final class BusObject {
    private let connection: BusConnection
    private let table: UnsafeMutableBufferPointer<sd_bus_vtable>
    /// The strings that the table points to.
    private let strings: [UnsafeMutablePointer<CChar>]
    private var slot: OpaquePointer?
    private let read: (String) -> BusValue?
    private let call: (BusCall) -> Void

    /// Adds an interface to the object at a path.
    ///
    /// - Parameters:
    ///   - read: Gives the value of a property, of its type.
    ///   - call: Takes a call of a method, and answers it then or later.
    /// The corresponding function is `sd_bus_add_object_vtable(3)`.
    public init(
        _ interface: BusInterface, at path: String, on connection: BusConnection,
        read: @escaping (String) -> BusValue?, call: @escaping (BusCall) -> Void
    ) throws(SystemCallError) {
        self.connection = connection
        self.read = read
        self.call = call
        var strings: [UnsafeMutablePointer<CChar>] = []
        func kept(_ text: String) throws(SystemCallError) -> UnsafePointer<CChar> {
            guard let copy = strdup(text) else { throw .last("strdup") }
            strings.append(copy)
            return UnsafePointer(copy)
        }
        var entries = [vtable_start()]
        for (name, signature) in interface.properties {
            entries.append(vtable_property(try kept(name), try kept(signature), Self.readProperty))
        }
        for name in interface.methods { entries.append(vtable_method(try kept(name), Self.callMethod)) }
        entries.append(vtable_end())
        // On the heap: sd-bus keeps a pointer to the table.
        table = .allocate(capacity: entries.count)
        _ = table.initialize(fromContentsOf: entries)
        self.strings = strings
        try check(
            "sd_bus_add_object_vtable",
            sd_bus_add_object_vtable(
                connection.pointer, &slot, path, interface.name, table.baseAddress,
                Unmanaged.passUnretained(self).toOpaque()), on: path)
    }

    deinit {
        sd_bus_slot_unref(slot)
        table.deallocate()
        for string in strings { free(string) }
    }

    private static let readProperty: sd_bus_property_get_t = { _, _, _, name, reply, userData, _ in
        guard let name, let userData else { return -EINVAL }
        let object = Unmanaged<BusObject>.fromOpaque(userData).takeUnretainedValue()
        guard let value = object.read(String(cString: name)) else { return -ENOENT }
        var message = MessageWriter(reply)
        message.append(value)
        return message.result
    }

    private static let callMethod: sd_bus_message_handler_t = { message, userData, _ in
        guard let message, let userData else { return -EINVAL }
        let object = Unmanaged<BusObject>.fromOpaque(userData).takeUnretainedValue()
        object.call(BusCall(message))
        return 1
    }
}

/// A call of a method that is to be answered.
public final class BusCall {
    private let message: OpaquePointer
    /// The name of the method.
    public let member: String
    /// The unique name of who called.
    public let sender: String

    init(_ message: OpaquePointer) {
        self.message = sd_bus_message_ref(message)
        member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
        sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    }

    deinit { sd_bus_message_unref(message) }

    /// Says that it is done. Whoever called may be gone.
    /// The corresponding function is `sd_bus_reply_method_return(3)`.
    public func answer() { _ = reply_nothing(message) }
}

/// Notices that a client of the bus goes.
public final class BusClientWatch {
    private let connection: BusConnection
    private var track: OpaquePointer?
    private let onGone: () -> Void

    /// Watches for as long as this is kept. Costs nothing until the client goes.
    ///
    /// - Parameters:
    ///   - client: Its unique name.
    ///   - onGone: Called once, from the loop.
    /// - Throws: `ENXIO` if there is no such client, or none any more.
    /// The corresponding function is `sd_bus_track_add_name(3)`.
    public init(
        of client: String, on connection: BusConnection, onGone: @escaping () -> Void
    ) throws(SystemCallError) {
        self.connection = connection
        self.onGone = onGone
        let handler: sd_bus_track_handler_t = { _, userData in
            userData.map { Unmanaged<BusClientWatch>.fromOpaque($0).takeUnretainedValue().onGone() }
            return 1
        }
        try check(
            "sd_bus_track_new",
            sd_bus_track_new(
                connection.pointer, &track, handler, Unmanaged.passUnretained(self).toOpaque()))
        try check("sd_bus_track_add_name", sd_bus_track_add_name(track, client), on: client)
    }

    deinit { sd_bus_track_unref(track) }
}
