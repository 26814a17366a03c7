internal import CLinux
internal import CSystemd
public import EventLoop
public import SystemCalls

/// Which message bus to connect to.
public enum BusAddress: Equatable, Sendable {
    /// The one of the machine.
    case system
    /// The one of the user's session.
    case session
    /// The one at an address as the D-Bus Specification writes it, for example `unix:path=/tmp/bus`.
    case address(String)
}

/// A connection to a D-Bus message bus in an event loop, over sd-bus.
///
/// Not `Sendable`: all of it happens on the thread of the loop.
public final class BusConnection {
    let pointer: OpaquePointer
    private let loop: EventLoop
    private var endSlot: OpaquePointer?
    private let onEnd: () -> Void

    /// Connects, and is served by the loop from then on.
    ///
    /// - Parameter onEnd: Called when the bus has closed the connection. It must not let go of this object
    ///   before it returns.
    /// - Throws: `ENOENT` or `ECONNREFUSED` where there is no bus.
    /// The corresponding functions are `sd_bus_open_system(3)`, `sd_bus_start(3)` and
    /// `sd_bus_attach_event(3)`.
    public init(
        to address: BusAddress, loop: EventLoop, onEnd: @escaping () -> Void
    ) throws(SystemCallError) {
        var opened: OpaquePointer?
        switch address {
        case .system: try check("sd_bus_open_system", sd_bus_open_system(&opened))
        case .session: try check("sd_bus_open_user", sd_bus_open_user(&opened))
        case .address(let text):
            try check("sd_bus_new", sd_bus_new(&opened))
            let started = [
                sd_bus_set_address(opened, text), sd_bus_set_bus_client(opened, 1), sd_bus_start(opened),
            ].first { $0 < 0 }
            if let started {
                sd_bus_unref(opened)
                throw SystemCallError(call: "sd_bus_start", subject: text, code: -started)
            }
        }
        guard let opened else { throw SystemCallError(call: "sd_bus_new", code: ENOMEM) }
        pointer = opened
        self.loop = loop
        self.onEnd = onEnd
        try check("sd_bus_attach_event", sd_bus_attach_event(pointer, loop.share(), 0))
        // Made up by the library itself when the connection ends (D-Bus Specification, "Local").
        try check(
            "sd_bus_match_signal",
            sd_bus_match_signal(
                pointer, &endSlot, nil, "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
                "Disconnected",
                { _, userData, _ in
                    userData.map { Unmanaged<BusConnection>.fromOpaque($0).takeUnretainedValue().onEnd() }
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        sd_bus_slot_unref(endSlot)
        sd_bus_detach_event(pointer)
        sd_bus_flush_close_unref(pointer)
    }

    /// Becomes the owner of a name, and waits for the answer of the bus.
    ///
    /// - Throws: `EEXIST` while another program owns it; `EACCES` where the bus's policy forbids it.
    /// The corresponding function is `sd_bus_request_name(3)`.
    public func own(_ name: String) throws(SystemCallError) {
        try check("sd_bus_request_name", sd_bus_request_name(pointer, name, 0), on: name)
    }

    /// Sends the signal `PropertiesChanged`.
    ///
    /// - Parameters:
    ///   - values: The properties with their new values.
    ///   - client: The unique name of the only one that gets it; without one, everyone who listens.
    /// The corresponding functions are `sd_bus_message_new_signal(3)` and `sd_bus_send(3)`.
    public func tellPropertiesChanged(
        _ values: [(name: String, value: BusValue)], of interface: String, at path: String,
        to client: String? = nil
    ) throws(SystemCallError) {
        var signal: OpaquePointer?
        try check(
            "sd_bus_message_new_signal",
            sd_bus_message_new_signal(
                pointer, &signal, path, "org.freedesktop.DBus.Properties", "PropertiesChanged"))
        defer { sd_bus_message_unref(signal) }
        if let client {
            try check("sd_bus_message_set_destination", sd_bus_message_set_destination(signal, client))
        }
        var message = MessageWriter(signal)
        message.append(.text(interface))
        message.container("a", "{sv}") { message in
            for (name, value) in values {
                message.container("e", "sv") { message in
                    message.append(.text(name))
                    message.container("v", value.signature) { $0.append(value) }
                }
            }
        }
        message.container("a", "s") { _ in }
        try check("sd_bus_message_append", message.result)
        try check("sd_bus_send", sd_bus_send(pointer, signal, nil))
    }
}

/// Throws what a libsystemd function returned if it is a negative errno.
func check(_ call: String, _ result: Int32, on subject: String = "") throws(SystemCallError) {
    if result < 0 { throw SystemCallError(call: call, subject: subject, code: -result) }
}
