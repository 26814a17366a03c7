import JSON
import OrientationCore
import OrientationProtocol
import Testing
import Varlink

@Suite("Calls of the interface")
struct RequestTests {
    private func request(_ member: String, _ parameters: String = "{}", more: Bool = false) throws -> Request
    {
        let object = try JSONValue(parsing: Array(parameters.utf8)).object ?? [:]
        return try Request(Call(method: "org.orientationd." + member, parameters: object, wantsMore: more))
    }

    @Test("every call reads as what was written", arguments: Examples.requests)
    func roundTrip(request: Request) throws {
        var server = ServerConnection()
        request.bytes.withUnsafeBytes { server.receive($0, at: .zero) }

        guard case .execute(let call) = server.next(at: .zero) else {
            Issue.record("not a call")
            return
        }
        #expect(call.wantsMore == request.isStream)
        #expect(try Request(call) == request)
    }

    @Test(
        "unknown method, interface: MethodNotFound, InterfaceNotFound",
        arguments: [
            ("org.orientationd.Nothing", .methodNotFound("org.orientationd.Nothing")),
            ("org.orientationd.getState", .methodNotFound("org.orientationd.getState")),
            ("org.orientationd.", .methodNotFound("org.orientationd.")),
            ("org.orientation.GetState", .interfaceNotFound("org.orientation")),
            ("GetState", .interfaceNotFound("GetState")),
            ("", .interfaceNotFound("")),
        ] as [(String, ServiceError)])
    func notFound(method: String, error: ServiceError) {
        #expect(throws: error) { try Request(Call(method: method)) }
    }

    @Test("calls of org.varlink.service are left to the service's own description")
    func service() throws {
        let call = Call(method: "org.varlink.service.GetInfo")

        #expect(try Request(call) == .service(call))
    }

    @Test("a stream method without more: ExpectedMore", arguments: ["Subscribe", "StreamSamples"])
    func expectedMore(method: String) throws {
        #expect(throws: ServiceError.expectedMore) { try request(method) }
        #expect(throws: Never.self) { try request(method, more: true) }
    }

    @Test(
        "unknown parameter, wrong type, bad value: InvalidParameter with the dotted name",
        arguments: [
            ("GetState", #"{"x":1}"#, "x"),
            ("GetState", #"{"policy":[]}"#, "policy"),
            ("GetState", #"{"policy":{"x":1}}"#, "policy.x"),
            ("GetState", #"{"policy":{"dialect":"Modern"}}"#, "policy.dialect"),
            (
                "GetState", #"{"policy":{"application":{"supported":["up"]}}}"#,
                "policy.application.supported[0]"
            ),
            ("GetState", #"{"policy":{"application":{"mask":"portrait"}}}"#, "policy.application.mask"),
            (
                "GetState", #"{"policy":{"root":{"supported":["portrait","faceUp"]}}}"#,
                "policy.root.supported[1]"
            ),
            ("GetState", #"{"policy":{"root":{"supported":[1]}}}"#, "policy.root.supported[0]"),
            ("GetState", #"{"policy":{"root":{"autorotates":1}}}"#, "policy.root.autorotates"),
            ("GetState", #"{"policy":{"root":{"kind":"split"}}}"#, "policy.root.kind"),
            (
                "GetState",
                #"{"policy":{"root":{"kind":"tab","children":[{},{},{"kind":"tab","selected":1}]}}}"#,
                "policy.root.children[2].selected"
            ),
            (
                "GetState",
                #"{"policy":{"root":{"kind":"tab","children":[{},{},{"kind":"tab","selected":"0"}]}}}"#,
                "policy.root.children[2].selected"
            ),
            (
                "GetState", #"{"policy":{"root":{"kind":"tab","children":[{}],"selected":-1}}}"#,
                "policy.root.selected"
            ),
            ("GetState", #"{"policy":{"root":{"children":[{}]}}}"#, "policy.root.children"),
            (
                "GetState", #"{"policy":{"root":{"id":"a"},"modals":[{"controller":{"id":"a"}}]}}"#,
                "policy.modals[0].controller.id"
            ),
            ("GetState", #"{"policy":{"modals":[{"controller":{}}]}}"#, "policy.modals"),
            ("GetState", #"{"policy":{"root":{},"modals":[{}]}}"#, "policy.modals[0].controller"),
            (
                "GetState", #"{"policy":{"root":{},"modals":[{"controller":{},"fullScreen":null,"x":1}]}}"#,
                "policy.modals[0].x"
            ),
            ("UpdatePolicy", #"{"policy":{}}"#, "subscription"),
            ("UpdatePolicy", #"{"subscription":"s"}"#, "policy"),
            ("UpdatePolicy", #"{"subscription":5,"policy":{}}"#, "subscription"),
            ("UpdatePolicy", #"{"subscription":"s","policy":{},"transition":"jumps"}"#, "transition"),
            ("SetSessionMask", #"{"supported":[]}"#, "supported"),
            ("SetSessionMask", #"{"supported":{}}"#, "supported"),
            ("SetRotationLock", "{}", "locked"),
            ("SetRotationLock", #"{"locked":null}"#, "locked"),
            ("SetRotationLock", #"{"locked":"yes"}"#, "locked"),
            ("SetRotationLock", #"{"locked":true,"orientation":"unknown"}"#, "orientation"),
            ("SetRotationLock", #"{"locked":true,"orientation":1}"#, "orientation"),
            ("SetRotationLock", #"{"locked":false,"orientation":"portrait"}"#, "orientation"),
            ("ListSensors", #"{"sensor":"a"}"#, "sensor"),
        ])
    func invalid(method: String, parameters: String, name: String) {
        #expect(throws: ServiceError.invalidParameter(name)) { try request(method, parameters) }
    }

    @Test(
        "a stream is refused by the name of its parameter too",
        arguments: [
            ("Subscribe", #"{"policy":{"root":{"selected":1}}}"#, "policy.root.selected"),
            ("StreamSamples", #"{"maximumRate":0}"#, "maximumRate"),
            ("StreamSamples", #"{"maximumRate":-1.5}"#, "maximumRate"),
            ("StreamSamples", #"{"maximumRate":"fast"}"#, "maximumRate"),
            ("StreamSamples", #"{"sensor":1}"#, "sensor"),
        ])
    func invalidStream(method: String, parameters: String, name: String) {
        #expect(throws: ServiceError.invalidParameter(name)) { try request(method, parameters, more: true) }
    }

    @Test("null is the same as leaving out what may be left out")
    func null() throws {
        #expect(try request("GetState", #"{"policy":null}"#) == .getState(policy: nil))
        #expect(try request("SetSessionMask", #"{"supported":null}"#) == .setSessionMask(nil))
        #expect(
            try request("SetRotationLock", #"{"locked":true,"orientation":null}"#)
                == .setRotationLock(locked: true, orientation: nil))
        #expect(
            try request("GetState", #"{"policy":{"root":null,"dialect":null}}"#)
                == .getState(policy: Policy()))
    }

    @Test("policies have 8 levels, 64 controllers and 16 modals at most")
    func limits() throws {
        func nested(_ levels: Int) -> String {
            levels == 1 ? "{}" : #"{"kind":"navigation","children":[\#(nested(levels - 1))]}"#
        }
        func policy(_ root: String, modals: Int = 0) -> String {
            let modal = Array(repeating: #"{"controller":{}}"#, count: modals).joined(separator: ",")
            return #"{"policy":{"root":\#(root),"modals":[\#(modal)]}}"#
        }
        func wide(_ controllers: Int) -> String {
            let children = Array(repeating: "{}", count: controllers - 1).joined(separator: ",")
            return #"{"kind":"tab","children":[\#(children)]}"#
        }

        #expect(throws: Never.self) { try request("GetState", policy(nested(8))) }
        #expect(throws: ServiceError.self) { try request("GetState", policy(nested(9))) }
        #expect(throws: Never.self) { try request("GetState", policy(wide(64))) }
        #expect(throws: ServiceError.self) { try request("GetState", policy(wide(65))) }
        #expect(throws: Never.self) { try request("GetState", policy("{}", modals: 16)) }
        #expect(throws: ServiceError.invalidParameter("policy.modals")) {
            try request("GetState", policy("{}", modals: 17))
        }
    }

    @Test("the deepest policy that is allowed is not too deep for a message")
    func deepestPolicy() throws {
        var controller = Controller(id: "leaf", supported: .all)
        for _ in 1..<Policy.maximumDepth {
            controller = Controller(kind: .navigation, children: [controller])
        }
        let policy = Policy(root: Controller(), modals: [Modal(controller: controller)])

        #expect(throws: Never.self) { try policy.checkStructure() }
        let value = try JSONValue(
            parsing: Request.getState(policy: policy).bytes.dropLast(), limit: 65536)
        #expect(value.object?["method"] == "org.orientationd.GetState")
    }

    @Test("a policy's error has its name on the wire")
    func policyErrors() {
        #expect(
            OrientationError(.malformed(field: "policy.root.id", problem: .repeatedID("a")))
                == .service(.invalidParameter("policy.root.id")))
        #expect(
            OrientationError(.emptyIntersection(controller: nil, application: [], supported: [.portrait]))
                == .emptyIntersection(controller: nil, application: [], supported: [.portrait]))
        #expect(
            String(
                decoding: Reply.bytes(OrientationError.legacyPredicateRejectsAll(controller: nil)),
                as: UTF8.self)
                == "{\"error\":\"org.orientationd.LegacyPredicateRejectsAll\",\"parameters\":{}}\0")
    }

    @Test("a policy file is judged like a policy in a call, with the place of what is wrong")
    func policyText() {
        let problem = "is not known; known here: dialect, application, root, modals"
        #expect(throws: PolicyTextError.wrongField(FieldError(field: "policy.rot", problem: problem))) {
            try Policy(parsing: Array(#"{"rot":{}}"#.utf8))
        }
        #expect(
            throws: PolicyTextError.refused(
                .malformed(field: "policy.root.children", problem: .childrenOfView))
        ) { try Policy(parsing: Array(#"{"root":{"children":[{}]}}"#.utf8)) }
        #expect(throws: PolicyTextError.self) { try Policy(parsing: Array("{".utf8)) }
        #expect(throws: Never.self) { try Policy(parsing: Array("{}\n".utf8)) }
    }
}
