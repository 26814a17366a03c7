extension RotateLayout {
    /// Both layouts beside each other as a picture in SVG.
    public static var svg: String {
        let margin = 60
        let layouts = [RotateLayout(.portrait), RotateLayout(.landscapeRight)]
        let width = layouts.reduce(margin) { $0 + $1.size.width + margin }
        let height = (layouts.map(\.size.height).max() ?? 0) + 2 * margin + 40
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" font-family="sans-serif">
              <title>Four objects on a 768×1024 screen, in portrait and in landscape</title>
              <rect width="\(width)" height="\(height)" fill="#ffffff"/>

            """
        var left = margin
        for layout in layouts {
            text += layout.svgGroup(x: left, y: margin)
            left += layout.size.width + margin
        }
        return text + "</svg>\n"
    }

    private func svgGroup(x: Int, y: Int) -> String {
        let name = size.width < size.height ? "portrait" : "landscape"
        var text = """
              <g transform="translate(\(x) \(y))">
                <rect width="\(size.width)" height="\(size.height)" rx="24" fill="#2450c8" stroke="#14307a" stroke-width="6"/>

            """
        for object in objects {
            let frame = object.frame
            text += """
                    <rect x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" height="\(frame.height)" rx="16" \
                fill="#f6f8ff" stroke="#14307a" stroke-width="3"/>
                    <text x="\(frame.x + frame.width / 2)" y="\(frame.y + frame.height / 2 + 12)" font-size="36" \
                text-anchor="middle" fill="#14307a">\(object.title)</text>

                """
        }
        return text + """
                <text x="\(size.width / 2)" y="\(size.height + 50)" font-size="34" text-anchor="middle" fill="#222222">\
            \(name), \(size.width)×\(size.height)</text>
              </g>

            """
    }
}
