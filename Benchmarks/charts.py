"""Pictures for docs/benchmarks.md: SVG, made of numbers and nothing else."""

import math
from html import escape

OURS, PEER, THIRD = "#39597f", "#d9822b", "#7fa7d9"
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="14">
  <title>{title}</title>
  <style>
    .small {{ font-size: 12; fill: #444 }} .head {{ font-weight: 600 }} text {{ fill: #111 }}
    .axis {{ stroke: #555; stroke-width: 1; fill: none }} .grid {{ stroke: #dde2e8; stroke-width: 1; fill: none }}
    .curve {{ fill: none; stroke-width: 2.2; stroke-linejoin: round }}
  </style>
  <rect width="{width}" height="{height}" fill="#fff"/>
"""


class Picture:
    """Collects elements; pixels from the top left corner."""

    def __init__(self, title, width, height):
        self.parts = [HEAD.format(title=escape(title), width=width, height=height)]

    def text(self, x, y, text, style="", anchor="start", **extra):
        attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in extra.items())
        self.parts.append(
            f'  <text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
            + (f' class="{style}"' if style else "") + f'{attributes}>{escape(str(text))}</text>\n')

    def line(self, x1, y1, x2, y2, style="axis", **extra):
        attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in extra.items())
        self.parts.append(f'  <path class="{style}" d="M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}"{attributes}/>\n')

    def curve(self, points, colour, **extra):
        attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in extra.items())
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'  <path class="curve" stroke="{colour}" d="M{path}"{attributes}/>\n')

    def dots(self, points, colour, radius=3.5):
        self.parts += [f'  <circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>\n' for x, y in points]

    def box(self, x, y, width, height, colour, **extra):
        attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in extra.items())
        self.parts.append(
            f'  <rect x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{height:.1f}" '
            f'fill="{colour}"{attributes}/>\n')

    def save(self, path):
        path.write_text("".join(self.parts) + "</svg>\n")


class Axes:
    """A frame with two scales, each linear or logarithmic; draws its own grid and labels."""

    def __init__(self, picture, x, y, width, height, across, up, labels, ticks, logarithmic=(False, False)):
        self.picture, self.x, self.y, self.width, self.height = picture, x, y, width, height
        self.ranges, self.logarithmic = (across, up), logarithmic
        for tick in ticks[0]:
            place = self.place(tick, up[0])[0]
            picture.line(place, y, place, y + height, "grid")
            picture.text(place, y + height + 17, number(tick), "small", "middle")
        for tick in ticks[1]:
            place = self.place(across[0], tick)[1]
            picture.line(x, place, x + width, place, "grid")
            picture.text(x - 7, place + 4, number(tick), "small", "end")
        picture.line(x, y + height, x + width, y + height)
        picture.line(x, y, x, y + height)
        picture.text(x + width / 2, y + height + 36, labels[0], "small", "middle")
        picture.text(x, y - 12, labels[1], "small")

    def place(self, *values):
        shares = []
        for value, (low, high), logarithmic in zip(values, self.ranges, self.logarithmic):
            if logarithmic:
                value, low, high = (math.log(max(each, low)) for each in (value, low, high))
            shares.append((value - low) / (high - low))
        return self.x + self.width * shares[0], self.y + self.height * (1 - shares[1])


def number(value):
    """A short form without needless digits."""
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def decades(low, high):
    """Powers of ten that enclose a range, as (range, ticks)."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    if last == first:
        last += 1
    return (10.0 ** first, 10.0 ** last), [10.0 ** power for power in range(first, last + 1)]


def legend(picture, x, y, entries):
    for text, colour in entries:
        picture.box(x, y - 9, 22, 5, colour)
        picture.text(x + 29, y, text, "small")
        x += 50 + 7.2 * len(text)
