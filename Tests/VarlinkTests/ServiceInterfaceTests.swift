import JSON
import Testing
import Varlink

@Suite("The interface org.varlink.service")
struct ServiceInterfaceTests {
    private let service = ServiceInformation(
        vendor: "V", product: "P", version: "1.2", url: "https://example.org/",
        interfaces: [(name: "org.example", description: "interface org.example\n")])

    @Test("GetInfo tells who the service is and all its interfaces")
    func info() throws {
        let answer = try service.answer(Call(method: "org.varlink.service.GetInfo"))

        #expect(
            answer == [
                "vendor": "V", "product": "P", "version": "1.2", "url": "https://example.org/",
                "interfaces": ["org.varlink.service", "org.example"],
            ])
    }

    @Test("GetInterfaceDescription gives the stored text")
    func description() throws {
        let method = "org.varlink.service.GetInterfaceDescription"

        #expect(
            try service.answer(Call(method: method, parameters: ["interface": "org.example"]))
                == ["description": "interface org.example\n"])
        #expect(
            try service.answer(Call(method: method, parameters: ["interface": "org.varlink.service"]))
                == ["description": .string(ServiceInformation.description)])
    }

    @Test(
        "a wrong call is answered with the standard error",
        arguments: [
            ("GetInfo", ["x": 1], .invalidParameter("x")),
            ("GetInterfaceDescription", [:], .invalidParameter("interface")),
            ("GetInterfaceDescription", ["interface": .null], .invalidParameter("interface")),
            ("GetInterfaceDescription", ["interface": 5], .invalidParameter("interface")),
            ("GetInterfaceDescription", ["interface": "org.example", "x": 1], .invalidParameter("x")),
            ("GetInterfaceDescription", ["interface": "org.other"], .interfaceNotFound("org.other")),
            ("getInfo", [:], .methodNotFound("org.varlink.service.getInfo")),
        ] as [(String, JSONObject, ServiceError)])
    func wrongCalls(method: String, parameters: JSONObject, error: ServiceError) {
        #expect(throws: error) {
            try service.answer(Call(method: "org.varlink.service." + method, parameters: parameters))
        }
    }

    @Test(
        "an error has the name and the parameters that the interface gives it",
        arguments: [
            (
                .interfaceNotFound("a"),
                #""org.varlink.service.InterfaceNotFound","parameters":{"interface":"a"}"#
            ),
            (.methodNotFound("a.B"), #""org.varlink.service.MethodNotFound","parameters":{"method":"a.B"}"#),
            (
                .methodNotImplemented("a.B"),
                #""org.varlink.service.MethodNotImplemented","parameters":{"method":"a.B"}"#
            ),
            (
                .invalidParameter("a[0].b"),
                #""org.varlink.service.InvalidParameter","parameters":{"parameter":"a[0].b"}"#
            ),
            (.permissionDenied, #""org.varlink.service.PermissionDenied","parameters":{}"#),
            (.expectedMore, #""org.varlink.service.ExpectedMore","parameters":{}"#),
        ] as [(ServiceError, String)])
    func errors(error: ServiceError, text: String) throws {
        let bytes = Reply.bytes(error)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"error\":\(text)}\0")

        let object = try #require(try JSONValue(parsing: bytes.dropLast()).object)
        let parameters = try #require(object["parameters"]?.object)
        #expect(ServiceError(name: error.name, parameters: parameters) == error)
    }

    @Test("what a caller wrote is given back shortened, so that every error fits a message")
    func excerpt() throws {
        let name = String(repeating: "\u{1}", count: 60000)

        #expect(Reply.bytes(ServiceError.methodNotFound(name)).count < 2000)
    }
}
