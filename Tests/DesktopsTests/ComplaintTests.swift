import Testing

@testable import Desktops

@Suite("What programs complain of")
struct ComplaintTests {
    @Test("the first line that says something is the complaint, without the blanks around it")
    func firstLine() {
        #expect(complaint("\n  \n  Can't open\tdisplay :9 \nusage: …\n") == "Can't open display :9")
        #expect(complaint("unfinished") == "unfinished")
    }

    @Test("a program that says nothing has no complaint", arguments: ["", "\n", " \t\n"])
    func silence(_ errors: String) {
        #expect(complaint(errors) == nil)
    }

    @Test("a long line is cut after 200 characters")
    func longLine() {
        #expect(complaint(String(repeating: "ä", count: 201)) == String(repeating: "ä", count: 200) + "…")
        #expect(complaint(String(repeating: "ä", count: 200)) == String(repeating: "ä", count: 200))
    }

    @Test("the complaint is part of the message")
    func message() {
        let said = DesktopError.programFailed("xrandr", status: 1, complaint: "Can't open display :9")
        let silent = DesktopError.programFailed("xrandr", status: 1, complaint: nil)

        #expect(said.description == "xrandr failed with 1: Can't open display :9")
        #expect(silent.description == "xrandr failed with 1")
    }
}
