/// Makes the text of a picture in SVG 1.1, with the few elements that a plot needs.
struct SVG {
    /// How something is painted.
    struct Style {
        var fill: String?
        var fillOpacity: Double?
        var stroke: String?
        var width: Double?
        var opacity: Double?
        var dashes: String?

        fileprivate var attributes: String {
            var text = " fill=\"\(fill ?? "none")\""
            if let fillOpacity { text += " fill-opacity=\"\(SVG.number(fillOpacity))\"" }
            if let stroke { text += " stroke=\"\(stroke)\"" }
            if let width { text += " stroke-width=\"\(SVG.number(width))\"" }
            if let opacity { text += " opacity=\"\(SVG.number(opacity))\"" }
            if let dashes { text += " stroke-dasharray=\"\(dashes)\"" }
            return text
        }
    }

    /// Where a text stands in relation to its point.
    enum Anchor: String {
        case start, middle, end
    }

    private var body = ""
    private let width: Double
    private let height: Double

    /// Begins a picture with a white ground.
    ///
    /// - Parameters:
    ///   - width: In pixels at the usual 96 an inch; `height` likewise.
    ///   - title: What the picture is of, for those who do not see it.
    init(width: Double, height: Double, title: String) {
        self.width = width
        self.height = height
        body = "<title>\(Self.escaped(title))</title>\n"
        rectangle(x: 0, y: 0, width: width, height: height, Style(fill: "#ffffff"))
    }

    /// The whole file.
    var text: String {
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        let box = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) "
            + "font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\n" + body + "</svg>\n"
    }

    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ style: Style) {
        body += "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
        body += "height=\"\(Self.number(height))\"\(style.attributes)/>\n"
    }

    mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double), _ style: Style) {
        body += "<path d=\"M\(Self.point(from)) L\(Self.point(to))\"\(style.attributes)/>\n"
    }

    /// Draws a path; nothing if it is empty.
    mutating func path(_ path: Path, _ style: Style) {
        guard !path.text.isEmpty else { return }
        body += "<path d=\"\(path.text)\"\(style.attributes) stroke-linejoin=\"round\"/>\n"
    }

    mutating func text(
        _ text: String, x: Double, y: Double, size: Double = 11, anchor: Anchor = .start,
        fill: String = "#222222", isBold: Bool = false, isTurned: Bool = false
    ) {
        body += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" "
        body += "fill=\"\(fill)\""
        if anchor != .start { body += " text-anchor=\"\(anchor.rawValue)\"" }
        if isBold { body += " font-weight=\"bold\"" }
        if isTurned { body += " transform=\"rotate(-90 \(Self.number(x)) \(Self.number(y)))\"" }
        body += ">\(Self.escaped(text))</text>\n"
    }

    /// Draws inside a rectangle alone.
    mutating func clipped(
        to id: String, x: Double, y: Double, width: Double, height: Double, _ draw: (inout SVG) -> Void
    ) {
        body += "<clipPath id=\"\(id)\">"
        rectangle(x: x, y: y, width: width, height: height, Style(fill: "#000000"))
        body += "</clipPath>\n<g clip-path=\"url(#\(id))\">\n"
        draw(&self)
        body += "</g>\n"
    }

    /// With at most two decimals, and none that are zero.
    fileprivate static func number(_ number: Double) -> String {
        let hundredths = (number * 100).rounded()
        guard hundredths.magnitude < 1e12 else { return "0" }
        var text = (hundredths / 100).text(decimals: 2)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    fileprivate static func point(_ point: (x: Double, y: Double)) -> String {
        "\(number(point.x)) \(number(point.y))"
    }

    /// As XML takes it: without what is markup there, and without control characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value >= 0xFFFE:
                result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Lines from point to point.
    struct Path {
        fileprivate var text = ""

        mutating func move(to point: (x: Double, y: Double)) { text += "M\(SVG.point(point))" }
        mutating func line(to point: (x: Double, y: Double)) { text += "L\(SVG.point(point))" }
        mutating func close() { text += "Z" }
    }
}
