import Testing

@testable import BringUp

@Suite("KeyPattern")
struct KeyPatternTests {
    @Test(
        "a key fits or not as fnmatch says",
        arguments: [
            ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "acb", false), ("a?c", "abc", true),
            ("a?c", "ac", false), ("*", "", true), ("a**b", "a/:b", true), ("*[ab]1", "xb1", true),
            ("*[!ab]1", "xb1", false), ("*[^ab]1", "xc1", true), ("*[a-c]1", "b1", true), ("*[]]", "]", true),
            ("*\\*", "a*", true), ("*\\*", "ab", false), ("a\\b*", "a\\b", true), ("a[b", "a[b", true),
            ("*svn*X:*", "svn:svnX:", true), ("*a*b*c", "aabbc", true), ("*a*b*c", "aacb", false),
        ])
    func fits(pattern: String, key: String, expected: Bool) {
        #expect(KeyPattern(pattern).matches(Array(key.utf8)) == expected)
    }
}

@Suite("KeyLanguage")
struct KeyLanguageTests {
    private func isKey(_ text: String) -> Bool {
        var states = KeyLanguage.automaton.start
        for byte in text.utf8 { states = KeyLanguage.automaton.states(after: byte, from: states) }
        return states.contains { KeyLanguage.automaton.accepts[$0] }
    }

    @Test(
        "keys of real machines are keys",
        arguments: [
            "sensor:modalias:acpi:BOSC0200:BOSC0200::dmi:bvnAmericanMegatrendsInc.:bvr5.11:bd05/07/2016:br5.11:"
                + "svnDefaultstring:pnDefaultstring:pvrDefaultstring:rvnHampoo:rnCherryTrailCR:rvrDefaultstring:"
                + "cvnDefaultstring:ct3:cvrDefaultstring:",
            "sensor:accel-display:modalias:platform:cros-ec-accel:dmi:bvncoreboot:bvrG:bd1:br4.1:efr0.0:svnG:"
                + "pnX:pvr1:rvnG:rnX:rvr1:cvnG:ct9:cvr:sku:",
            "sensor:modalias:platform:cros-ec-accel:",
            "sensor:modalias:of:NaccelerometerT_null_Csilan,sc7a20:",
            // sku where kernels of 2021 had it, and pfa where those of 2026 have it.
            "sensor:modalias:i2c:bmc150_accel:dmi:bvnA:bvr1:bd1:svnA:pnB:pvr1:sku1:rvnA:rnB:rvr1:cvnA:ct1:cvr1:",
            "sensor:modalias:i2c:bmc150_accel:dmi:bvnA:bvr1:bd1:svnA:pnB:pvr1:rvnA:rnB:rvr1:cvnA:ct1:cvr1:sku:pfaX:",
            // A field that does not exist yet.
            "sensor:modalias:i2c:bmc150_accel:dmi:bvnA:bvr1:bd1:svnA:pnB:pvr1:ct1:cvr1:sku:pfaX:newY:",
        ])
    func real(key: String) {
        #expect(isKey(key))
    }

    @Test(
        "what no kernel makes is no key",
        arguments: [
            "sensor:modalias:acpi:A:", "sensor:modalias:acpi:A::dmi:svnA:pnB:pvr1:",
            "sensor:modalias:acpi:A::dmi:bvnA:bvr1:bd1:pnB:svnA:pvr1:",
            "sensor:modalias:acpi:A::dmi:bvnA:bvr1:bd1:svnA B:pnB:pvr1:",
            "sensor:modalias:acpi:A::dmi:bvnA:bvr1:bd1:svnA::pnB:pvr1:",
            "sensor:modalias:acpi:A::dmi:bvnA:bvr1:bd1:svnA:pnB:pvr1", "modalias:acpi:A:", "sensor:acpi:A:",
            "",
        ])
    func unreal(key: String) {
        #expect(isKey(key) == (key == "sensor:modalias:acpi:A:"))
    }
}
