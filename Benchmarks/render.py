#!/usr/bin/env python3
"""Writes docs/benchmarks.md and its pictures from what was measured: render.py RESULTS DOCS"""

import json
import pathlib
import statistics
import subprocess
import sys

from charts import OURS, PEER, THIRD, Axes, Picture, decades, legend, number

OWN, OTHER = "orientationd", "iio-sensor-proxy"


def median(values):
    return statistics.median(list(values))


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def spread(values):
    """A median with the lowest and highest of the rounds."""
    values = list(values)
    return f"{number(median(values))} ({number(min(values))}–{number(max(values))})"


class Page:
    """The results that are there, and the page made of them."""

    def __init__(self, results, docs):
        self.docs = docs
        self.results = {path.stem: json.load(open(path)) for path in sorted(results.glob("*.json"))}
        self.bars = []          # (what, ratio or figure, limit, is a ratio, remark)
        self.lines = []
        self.remarks = {}       # for figures beyond their limit: why

    def data(self, part):
        return self.results[part]["data"] if part in self.results else None

    def write(self, *lines):
        self.lines += lines

    def table(self, head, rows):
        self.write("", "| " + " | ".join(head) + " |", "| --- " + "| ---: " * (len(head) - 1) + "|")
        self.write(*("| " + " | ".join(str(each) for each in row) + " |" for row in rows), "")

    def bar(self, what, value, limit, unit=""):
        self.bars.append((what, value, limit, unit))


def memory(page):
    data = page.data("memory")
    if not data:
        return
    parts, empty, touched, data = data["parts"], data["empty"], data["touched"], data["programs"]
    counts = list(data[OWN])

    def middle(program, count, kind):
        return median(each[kind] for each in data[program][count])
    own, other = data[OWN]["1"], data[OTHER]["1"]
    page.bar("private memory (anonymous), one client",
             median(e["anonymous"] for e in own) / median(e["anonymous"] for e in other), 1.1)
    page.bar("resident memory, one client",
             median(e["resident"] for e in own) / median(e["resident"] for e in other), 1.25)
    page.write("## Memory", "", "Kilobytes, each subscriber connected and told of a turn. Proportional memory counts a "
               "page that several processes map by its share. The peer's subscribers are connections of the D-Bus daemon, "
               "which is there anyhow, but grows with them too.")
    rows = []
    for name, kind in (("resident", "resident"), ("proportional", "proportional"), ("private (anonymous)", "anonymous")):
        for program in data:
            rows.append([f"{name}: {program}", *(f"{middle(program, count, kind):,.0f}" for count in counts)])
    page.table(["", *(f"{int(count):,} subscriber{'s' * (count != '1')}" for count in counts)], rows)
    owners = sorted({owner for each in parts.values() for owner in each},
                    key=lambda owner: -parts[OWN].get(owner, {"resident": 0})["resident"])
    page.write("What it is made of, with one client. A file's pages count as resident while they are mapped, though they "
               "belong to the page cache and are shared; the kernel maps sixteen or more at a time.")
    page.table(["kB", f"{OWN}: resident", "anonymous", f"{OTHER}: resident", "anonymous"], [
        [owner, *(f"{parts[program][owner][kind]:,}" if owner in parts[program] else "–"
                  for program in (OWN, OTHER) for kind in ("resident", "anonymous"))] for owner in owners])
    page.write(f"Programs that load the libraries of this daemon and do nothing: in C {empty['C']['resident']:,} kB resident, "
               f"{empty['C']['anonymous']:,} kB of it anonymous; in Swift, with its library in the program as here, "
               f"{empty['Swift']['resident']:,} and {empty['Swift']['anonymous']:,} kB. While their device is turned four times, "
               f"this daemon touches {median(touched[OWN]):,.0f} kB and the peer {median(touched[OTHER]):,.0f} kB. What of this "
               "daemon only its start needed, or came with a neighbour, it gives back three seconds after a client or a sensor "
               "has come or gone; what is used again comes back from the page cache.", "")
    libraries = sum(each["anonymous"] for owner, each in parts[OWN].items() if "the program" != owner and "heap" not in owner)
    limit = 1.1 * median(e["anonymous"] for e in other)
    page.remarks["private memory (anonymous), one client"] = (
        f"{libraries} kB are pages that the loader writes in shared libraries, most of which libiio and libsystemd load, "
        f"{parts[OWN]['the program']['anonymous']} kB such pages of the program: the Swift library is part of it, and its tables "
        f"hold addresses. A Swift program that loads these libraries and does nothing has {empty['Swift']['anonymous']} kB, "
        f"a C program {empty['C']['anonymous']}; the limit is {limit:.0f}. Linked to a fixed address the program has hardly any such "
        "pages, and no protection by random addresses. Tried, and not worth it: giving memory that was freed back after the "
        "start (0 %), one heap for both threads (−1 %).")
    page.remarks["resident memory, one client"] = (
        f"{parts[OWN]['the program']['resident']:,} kB are the program with the Swift library in it (see Memory). Tried, and not "
        "worth it: leaving out exported names (−2 %), these and packed relocations (−6 %, and not before glibc 2.36), these and "
        "functions sorted by use (−13 %).")


def power(page):
    data, machine = page.data("power"), page.data("vm")
    if not data and not machine:
        return
    page.write("## CPU and wake-ups", "", "Wake-ups are voluntary context switches of all threads, a second; CPU is in "
               "milliseconds a minute. Median, and the lowest and highest round.")
    rows = []
    if data:
        def rate(key, field):
            return [each[field] / each["seconds"] for each in data[key]]
        for kind in ("polled", "buffered"):
            for state in ("no client", "still", "turned"):
                row = [f"{kind}, {state}"]
                for program in (OWN, OTHER):
                    key = f"{kind}/{state}/{program}"
                    row += [spread(rate(key, "wakeups")), spread(60 * each for each in rate(key, "cpu_ms"))]
                rows.append(row)
        still = [f"polled/still/{program}" for program in (OWN, OTHER)]
        page.bar("wake-ups, still, polled", median(rate(still[0], "wakeups")) / median(rate(still[1], "wakeups")), 1.9)
        page.bar("CPU, still, polled", median(rate(still[0], "cpu_ms")) / median(rate(still[1], "cpu_ms")), 1.0)
        alone = data[f"polled/no client/{OWN}"] + data[f"buffered/no client/{OWN}"]
        page.bar("no client: CPU in 60 s", 60 * median(each["cpu_ms"] / each["seconds"] for each in alone), 1, "ms")
    if machine:
        for state in ("alone", "still", "turned"):
            row = [f"HID on a real kernel, {state.replace('alone', 'no client')}"]
            for program in (OWN, OTHER):
                chosen = [each for each in machine if each["program"] == program and each["state"] == state]
                row += [spread(e["wakeups"] / e["seconds"] for e in chosen),
                        spread(60 * e["cpu_ms"] / e["seconds"] for e in chosen)]
            rows.append(row)
        rates = [median(e["wakeups"] / e["seconds"] for e in machine if e["program"] == program and e["state"] == "still")
                 for program in (OWN, OTHER)]
        page.bar("wake-ups, still, HID with its own threshold", rates[0] / rates[1], 0.1)
    page.table(["", f"{OWN}: wake-ups/s", "CPU ms/min", f"{OTHER}: wake-ups/s", "CPU ms/min"], rows)
    page.write("The peer looks every 700 ms whatever happens. This daemon looks at a still polled sensor every 400 ms, and at "
               "a moving one every 38 ms until it is settled; a buffered sensor wakes it with each sample. A HID sensor is "
               "given a threshold, below which it reports nothing; after a report it is looked at a few times within ten seconds, which are "
               "over here, and then every 30 s. The virtual machine is emulated and slow: only its ratios "
               "mean something.", "")


def latency(page):
    data = page.data("latency")
    if not data:
        return
    page.write("## Latency", "", "Milliseconds from a quarter turn of the sensor, at a random time, to the bytes at the "
               "subscriber. Without dwell, every steady sample is believed at once.")
    rows = []
    for kind in ("polled", "buffered"):
        for program in (OWN, f"{OWN} without dwell", OTHER):
            times = [each for each in data[f"{kind}/{program}"] if each is not None]
            missed = len(data[f"{kind}/{program}"]) - len(times)
            rows.append([f"{kind}: {program}", len(times), f"{median(times):.0f}", f"{quantile(times, .95):.0f}",
                         f"{max(times):.0f}", missed])
        pair = [quantile([e for e in data[f"{kind}/{program}"] if e is not None], .95) for program in (OWN, OTHER)]
        page.bar(f"latency p95, {kind}{' at 25 Hz' if kind == 'buffered' else ''}, dwell included",
                 pair[0] / pair[1], 0.85 if kind == "polled" else 0.5)
    page.table(["", "turns", "median", "p95", "maximum", "never told"], rows)
    picture = Picture("Latency from a turn to the subscriber's bytes", 960, 380)
    for index, kind in enumerate(("polled", "buffered")):
        x = 70 + index * 470
        axes = Axes(picture, x, 70, 380, 230, (0, 900), (0, 100), ("milliseconds since the turn", "% of turns told"),
                    ([0, 200, 400, 600, 800], [0, 25, 50, 75, 100]))
        picture.text(x, 34, "read from sysfs" if kind == "polled" else "read from a buffer, 25 Hz", "head")
        for program, colour in ((OTHER, PEER), (f"{OWN} without dwell", THIRD), (OWN, OURS)):
            times = sorted(min(e, 900) for e in data[f"{kind}/{program}"] if e is not None)
            points = [axes.place(0, 0)]
            for count, each in enumerate(times, 1):
                points += [axes.place(each, 100 * (count - 1) / len(times)), axes.place(each, 100 * count / len(times))]
            picture.curve(points, colour)
    legend(picture, 250, 366, [(OWN, OURS), (f"{OWN} without dwell", THIRD), (OTHER, PEER)])
    picture.save(page.docs / "benchmarks-latency.svg")
    page.write("![Share of turns told after a time](benchmarks-latency.svg)", "")


def quality(page):
    data, grid = page.data("quality"), page.data("grid")
    if not data and not grid:
        return
    page.write("## Quality", "")
    if data:
        page.write(
            f"The same synthetic traces ([what they are](classifier.md)), seed {data['seed']}"
            + (f", one of {data['every']}" if data["every"] > 1 else "") + ", through both programs. The peer is the "
            "program itself, not a model: before its libraries a small one is loaded that puts its clock forward instead of "
            "letting it wait, and writes the newest sample to the sensor's files each time. That this changes nothing it "
            "decides was looked at beside the real clock:", "", "```", data["real"].strip(), "```", "",
            "This version of the peer knows four sides and no faces, so the shares of time in error and of right ends "
            "count against it where a device lies flat; false changes do not.")
        def row(text, name, digits=2):
            totals = [data[who]["total"][name] for who in ("ours", "peer")]
            return [text, *("–" if each is None else f"{each:.{digits}f}" for each in totals)]
        page.table(["mean over the families", OWN, OTHER], [
            row("false changes an hour", "false_h"), row("needless changes an hour", "excess_h"),
            row("there and back within 3 s, an hour", "flaps_h"), row("time in error, %", "err"),
            row("turns missed, %", "missed"), row("latency, mean of the medians, ms", "p50", 0),
            row("latency, mean of the 95th percentiles, ms", "p95", 0), row("right at the end, %", "final", 1)])
        families = [name for name in ("quick_turn", "walking_turn", "pickup_putdown", "rate_5Hz", "running", "shake", "push", "freefall")
                    if name in data["ours"]["families"]]
        rows = []
        for name in families:
            row = [name.replace("_", " ")]
            for who in ("ours", "peer"):
                family = data[who]["families"][name]
                row += [f"{family['false_h']:.1f}", "–" if family["p50"] is None else f"{family['p50']:.0f} / {family['p95']:.0f}"]
            rows.append(row)
        page.table(["family", f"{OWN}: false/h", "latency p50 / p95", f"{OTHER}: false/h", "latency p50 / p95"], rows)
        page.bar(f"false changes an hour (peer {data['peer']['total']['false_h']:.0f})", data["ours"]["total"]["false_h"], 0, "/h")
    if grid:
        page.write(f"A device that lies still in each of {grid['ours']['attitudes']:,} attitudes of a sphere grid, with "
                   "noise of 20 mg (σ) on each axis, "
                   f"{3600 * grid['ours']['hours'] / grid['ours']['attitudes']:.0f} s each; each program starts in the attitude.")
        page.table(["", OWN, OTHER], [
            ["changes after the first orientation", *(f"{grid[who]['flips']:,}" for who in ("ours", "peer"))],
            ["attitudes with changes", *(len(grid[who]["where"]) for who in ("ours", "peer"))],
            ["attitudes in which nothing was ever known", *(grid[who]["never"] for who in ("ours", "peer"))]])
        page.bar(f"flips of a motionless device (peer {grid['peer']['flips']:,})", grid["ours"]["flips"], 0, "")
        picture = Picture("Where a motionless device changes its orientation", 960, 300)
        for index, (who, name) in enumerate((("ours", OWN), ("peer", OTHER))):
            x = 70 + index * 470
            axes = Axes(picture, x, 70, 380, 170, (0, 360), (-90, 90), ("roll, degrees", "elevation of the display, degrees"),
                        ([0, 90, 180, 270, 360], [-90, -45, 0, 45, 90]))
            picture.text(x, 34, f"{name}: {grid[who]['flips']:,} changes", "head")
            picture.dots([axes.place(roll, elevation) for elevation, roll, _ in grid[who]["where"]], "#c0392b", 2.5)
        picture.save(page.docs / "benchmarks-grid.svg")
        page.write("![Attitudes in which a motionless device changes](benchmarks-grid.svg)", "")


def fanout(page):
    data = page.data("fanout")
    if not data:
        return
    counts = list(data[OWN])
    page.write("## Fan-out", "", "One turn, told to every subscriber. CPU is that of the program, and for the peer also "
               "that of the D-Bus daemon that copies its signal; both contain the samples between the turn and the decision. "
               "The time is from the first subscriber's bytes to the last's, read by one process.")
    rows = []
    for name, program, field, digits in (
            ("CPU, µs", OWN, "cpu_us", 0), ("CPU, µs", OTHER, "cpu_us", 0), ("CPU with the bus, µs", OTHER, "all_cpu_us", 0),
            ("until the last has it, ms", OWN, "last_ms", 1), ("until the last has it, ms", OTHER, "last_ms", 1)):
        rows.append([f"{name}: {program}", *(f"{median(e[field] for e in data[program][c]):,.{digits}f}" for c in counts)])
    page.table(["", *(f"{int(count):,}" for count in counts)], rows)
    slope = each_subscriber(data)
    other = (median(e["all_cpu_us"] for e in data[OTHER]["1000"]) - median(e["all_cpu_us"] for e in data[OTHER]["1"])) / 999
    page.write(f"One more subscriber costs {slope:.1f} µs a change; with the peer and its bus {other:.1f} µs. A C program that "
               "does nothing but send a message of that length to each of 1,000 sockets needs "
               f"{spread(data['sendfloor'])} µs for each.", "")
    page.remarks["CPU per extra subscriber and change"] = (
        f"{median(data['sendfloor']):.1f} µs of it are the kernel's, which wakes the reader (see Fan-out).")
    page.bar("CPU per extra subscriber and change", slope, 3, "µs")


def each_subscriber(data):
    return (median(e["cpu_us"] for e in data[OWN]["1000"]) - median(e["cpu_us"] for e in data[OWN]["1"])) / 999


def floor(page):
    data = page.data("floor")
    if not data:
        return
    page.write("## The floor", "", "A C program of thirty lines waits for each sample, reads it and writes one byte to a socket "
               "(`Benchmarks/floor.c`). CPU microseconds and wake-ups for each sample of a buffered sensor, side by side.")
    rows = []
    for rate in ("25", "100", "400"):
        row = [f"{rate} Hz"]
        for program in (OWN, "floor", OTHER):
            row += [spread(e["us_per_sample"] for e in data[f"{rate}/{program}"]),
                    f"{median(e['wakeups_per_sample'] for e in data[f'{rate}/{program}']):.2f}"]
        ratio = ratio_to_floor(data, rate)
        rows.append([*row[:5], f"{ratio:.2f}"])
    page.table(["rate", f"{OWN}: µs", "wake-ups", "floor: µs", "wake-ups", "ratio"], rows)
    more = {rate: extra_to_floor(data, rate) for rate in ("25", "400")}
    if ratio_to_floor(data, "25") > 1.5:
        page.remarks["CPU per sample ÷ the C floor, buffered at 25 Hz"] = (
            f"a sample costs {more['400']:.0f} µs more than with the floor at 400 Hz, and {more['25']:.0f} at 25 Hz, where nothing "
            "else is done for it: the rest is what a processor that slept for 40 ms fetches into its caches again, of a larger program.")
    page.bar("CPU per sample ÷ the C floor, buffered at 25 Hz", ratio_to_floor(data, "25"), 1.5)


def extra_to_floor(data, rate):
    return (median(e["us_per_sample"] for e in data[f"{rate}/{OWN}"])
            - median(e["us_per_sample"] for e in data[f"{rate}/floor"]))


def ratio_to_floor(data, rate):
    return (median(e["us_per_sample"] for e in data[f"{rate}/{OWN}"])
            / median(e["us_per_sample"] for e in data[f"{rate}/floor"]))


def speed(page):
    start, fast, size = page.data("start"), page.data("speed"), page.data("size")
    rows = []
    if start:
        for name, field in (("start to first answer, ms", "answers_ms"), ("start to first orientation, ms", "knows_ms")):
            rows.append([name, *(spread(e[field] for e in start[program]) for program in (OWN, OTHER))])
    if size:
        for name, field in (("program, stripped, kB", "binary"), ("Debian package, kB", "package"), ("installed, kB", "installed")):
            rows.append([name, *(number(size[program][field] / 1000) if field in size[program] else "–" for program in (OWN, OTHER))])
        rows.append(["shared libraries that it loads", *(len(size[program]["libraries"]) for program in (OWN, OTHER))])
    if fast:
        rows.append(["classifier, ns a sample (10, 100, 400 Hz)",
                     " / ".join(f"{median(e[i] for e in fast['classifier_ns']):.0f}" for i in range(3)), "–"])
        rows.append(["`orientationctl replay`, samples a second", f"{fast['samples'] / median(fast['replay_s']):,.0f}", "–"])
    if rows:
        page.write("## Start, size and throughput")
        page.table(["", OWN, OTHER], rows)
        page.write("The peer's package also carries drivers for light, proximity and compass; ours the command line tool, "
                   "manual pages and the Swift library, which no Debian package shares.", "")


def growth(page):
    data, fan, rates = page.data("growth"), page.data("fanout"), page.data("floor")
    panels = []
    if fan:
        panels.append(("subscribers", "µs CPU for a change", [
            (int(c), median(e["cpu_us"] for e in v)) for c, v in fan[OWN].items()]))
    if rates:
        panels.append(("samples a second", "µs CPU for each second", [
            (rate, rate * median(e["us_per_sample"] for e in rates[f"{rate}/{OWN}"])) for rate in (25, 100, 400)]))
    if data:
        panels.append(("sensors of the machine", "ms CPU to start", [
            (int(c), median(e["start_ms"] for e in v)) for c, v in data["sensors"].items()]))
        panels.append(("controllers in a policy", "µs CPU to subscribe with it", [
            (int(c), median(v)) for c, v in data["policy"].items()]))
    if not panels:
        return
    page.write("## Growth", "", "What it costs as there is more to do. Both axes are logarithmic; the dashed line is "
               "proportional growth through the last point.")
    picture = Picture("Cost as work grows", 960, 640)
    for index, (across, up, points) in enumerate(panels):
        x, y = 80 + index % 2 * 470, 70 + index // 2 * 310
        across_range, across_ticks = decades(points[0][0], points[-1][0])
        up_range, up_ticks = decades(min(v for _, v in points), max(v for _, v in points))
        axes = Axes(picture, x, y, 370, 190, across_range, up_range, (across, up), (across_ticks, up_ticks), (True, True))
        (last_x, last_y) = points[-1]
        first_x = max(across_range[0], last_x * up_range[0] / last_y)
        picture.line(*axes.place(first_x, last_y * first_x / last_x), *axes.place(last_x, last_y), "axis",
                     stroke_dasharray="5 4", opacity="0.5")
        picture.curve([axes.place(*each) for each in points], OURS)
        picture.dots([axes.place(*each) for each in points], OURS)
    picture.save(page.docs / "benchmarks-growth.svg")
    page.write("", "![Cost against subscribers, rate, sensors and policy size](benchmarks-growth.svg)", "")
    if data:
        rows = [[int(c), spread(e["start_ms"] for e in v), number(median(e["resident"] for e in v)),
                 spread(60 * e["still_ms_per_s"] for e in v)] for c, v in data["sensors"].items()]
        page.table(["sensors", "CPU to start, ms", "resident, kB", "CPU still, ms a minute"], rows)


def limits(page):
    """The table of limits, and the picture of the ratios."""
    rows = []
    for what, value, limit, unit in page.bars:
        text = f"{value:.2f}" if unit != "" else (f"{value:.2f}" if limit else f"{value}")
        rows.append([what, f"{text} {unit}".strip(), f"≤ {limit} {unit}".strip(), "yes" if value <= limit else "**no**"])
    ratios = [(what, value / limit, value, limit) for what, value, limit, unit in page.bars if limit]
    if ratios:
        picture = Picture("What was measured against its limit", 960, 60 + 34 * len(ratios))
        scale, left = 240, 360
        picture.line(left + scale, 36, left + scale, 50 + 34 * len(ratios), "axis", stroke_dasharray="5 4")
        for index, (what, share, value, limit) in enumerate(ratios):
            y = 62 + 34 * index
            picture.text(left - 12, y, what, "small", "end")
            width = min(share, 2.1) * scale
            picture.box(left, y - 14, width, 19, OURS if share <= 1 else PEER)
            picture.text(left + width + 8, y, f"{value:.2f}", "small", stroke="#fff", stroke_width=5, paint_order="stroke")
        picture.text(left + scale, 28, "the limit", "small", "middle")
        picture.save(page.docs / "benchmarks-limits.svg")
    return rows


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown")
    cores = sum(line.startswith("processor") for line in open("/proc/cpuinfo"))
    kernel = subprocess.check_output(["uname", "-r"], text=True).strip()
    return f"{cores} cores of {model}, Linux {kernel}"


def main():
    page = Page(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    for section in (memory, power, latency, quality, fanout, floor, speed, growth):
        section(page)
    rows = limits(page)
    body, page.lines = page.lines, []
    results = page.results.values()
    noise = [each["noise"] for each in results if "noise" in each]
    loads = [load for each in results for load in each.get("load", [])]
    version = (page.data("size") or {}).get(OTHER, {}).get("version", "")
    quick = any(each["quick"] for each in results)
    page.write(
        "# Beside iio-sensor-proxy", "",
        f"Measured by `make bench`{' QUICK=1' if quick else ''} on {max(each['date'] for each in results)}: this daemon as a "
        f"release build and Debian's iio-sensor-proxy {version}, in one run on one machine, under the same mock of a sensor "
        "(umockdev), alternating or side by side, "
        f"{'three' if quick else 'five'} rounds of each. Figures are medians, with the lowest and highest round where they "
        "differ. Absolute times belong to that machine; the ratios are what counts.", "",
        f"The machine: {machine()}. "
        + (f"Before each round a fixed piece of work is timed: its times differed by {100 * median(noise):.0f} % within a "
           f"part in the median, {100 * max(noise):.0f} % in the worst, under a load of {min(loads):.1f} to {max(loads):.1f}. "
           "A difference smaller than that means nothing." if noise else ""), "",
        "## Against its limits", "", "Ours ÷ the peer's, or a figure where there is a unit. Lower is better.")
    page.table(["", "measured", "limit", "kept"], rows)
    page.write("![Each figure as a share of its limit](benchmarks-limits.svg)", "")
    page.write(*(f"* **{what}**: {page.remarks[what]}" for what, value, limit, _ in page.bars
                 if value > limit and what in page.remarks), "")
    text = "\n".join(page.lines + body)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    (page.docs / "benchmarks.md").write_text(text.strip() + "\n")


if __name__ == "__main__":
    main()
