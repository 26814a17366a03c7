public import JSON

/// What a service says of itself: the answers of the interface `org.varlink.service`.
public struct ServiceInformation: Sendable {
    /// Who makes the service.
    public var vendor: String
    /// What the service is called.
    public var product: String
    /// Its version.
    public var version: String
    /// Where to read about it.
    public var url: String
    /// The texts of its interfaces by name, `org.varlink.service` left out.
    public var interfaces: [(name: String, description: String)]

    /// Describes a service.
    public init(
        vendor: String, product: String, version: String, url: String,
        interfaces: [(name: String, description: String)]
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = [(Self.interface, Self.description)] + interfaces
    }

    /// The name of the interface that these answers belong to.
    public static let interface = "org.varlink.service"

    /// Answers a call of the interface `org.varlink.service`.
    ///
    /// - Returns: The parameters of the reply.
    /// - Throws: ``ServiceError/methodNotFound(_:)``, ``ServiceError/invalidParameter(_:)`` or
    ///   ``ServiceError/interfaceNotFound(_:)``.
    public func answer(_ call: Call) throws(ServiceError) -> JSONObject {
        switch call.member {
        case "GetInfo":
            try Self.parameters(of: call) { _ throws(FieldError) in }
            return [
                "vendor": .string(vendor), "product": .string(product), "version": .string(version),
                "url": .string(url), "interfaces": .array(interfaces.map { .string($0.name) }),
            ]
        case "GetInterfaceDescription":
            let name = try Self.parameters(of: call) { parameters throws(FieldError) in
                try parameters.required("interface", as: String.self)
            }
            guard let interface = interfaces.first(where: { $0.name == name }) else {
                throw .interfaceNotFound(name)
            }
            return ["description": .string(interface.description)]
        default: throw .methodNotFound(call.method)
        }
    }

    /// Takes all parameters of a call, and refuses those that are left.
    private static func parameters<Value>(
        of call: Call, _ take: (inout Members) throws(FieldError) -> Value
    ) throws(ServiceError) -> Value {
        do throws(FieldError) {
            var parameters = Members(of: call.parameters, isStrict: true)
            let value = try take(&parameters)
            try parameters.end()
            return value
        } catch {
            throw .invalidParameter(error.field)
        }
    }

    /// The text of the interface that these answers belong to.
    public static let description = """
        # What every Varlink service says of itself.
        interface org.varlink.service

        # Who made the service, which version it is, and the interfaces that it has.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The text of one of its interfaces.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no interface of that name.
        error InterfaceNotFound(interface: string)

        # The interface has no method of that name.
        error MethodNotFound(method: string)

        # The interface has a method of that name, the service does not.
        error MethodNotImplemented(method: string)

        # A parameter is unknown, missing, or has a wrong type or value.
        error InvalidParameter(parameter: string)

        # The caller may not do this.
        error PermissionDenied()

        # The method answers more than once: call it with 'more'.
        error ExpectedMore()

        """
}
