#!/usr/bin/env python3
"""Measures this daemon beside iio-sensor-proxy: measure.py PART RESULT.json [--quick]

Each part repeats its rounds, with the two programs alternating or side by side on equal mocks, and writes
what each round gave; medians and ratios are taken when the page is made (render.py). Before each round a
fixed piece of work is timed: how much those times differ is the machine's noise.
"""

import json
import os
import pathlib
import random
import select
import socket
import statistics
import subprocess
import sys
import time

from rigs import HERE, SIDES, Ours, Peer, Rig, Usage, memory

PROGRAMS = pathlib.Path(os.environ["ORIENTATIOND_PROGRAMS"])
WORK = HERE.parent / ".build" / "benchmark"
# Seconds after which a program does nothing any more that its start, or a new subscriber, brought about: this
# daemon gives memory back after three or four.
SETTLED = 6
NO_DWELL = "[Classifier]\nPlanarDwellSec=0\nLeaveFaceDwellSec=0\nEnterFaceDwellSec=0\n"


def cpu(pids):
    """CPU nanoseconds of processes until now."""
    return Usage(pids).cpu


class Rounds:
    """How often and how long; and what the machine was like meanwhile."""

    def __init__(self, quick):
        self.quick = quick
        self.count = 3 if quick else 5
        self.noise = []

    def __iter__(self):
        for number in range(self.count):
            start = time.perf_counter()
            sum(value * value for value in range(300_000))
            self.noise.append((time.perf_counter() - start) * 1000)
            yield number

    def seconds(self, whole, quick):
        return quick if self.quick else whole


def both(number):
    """The two programs, the order changing from round to round."""
    return [Ours, Peer] if number % 2 == 0 else [Peer, Ours]


# What a mapping belongs to, by the beginning of its file's name; libiio needs the second line.
OWNERS = {
    "the program": ("orientationd", "iio-sensor-proxy"),
    "libiio and what it loads": (
        "libiio", "libxml2", "libicu", "libusb", "libavahi", "libdbus", "libz.", "liblzma", "libserialport", "libaio"),
    "libsystemd, libudev and what they load": ("libsystemd", "libudev", "libgcrypt", "libgpg", "liblz4", "libzstd", "libcap"),
    "GLib and what it loads": ("libgio", "libgudev", "libgobject", "libglib", "libgmodule", "libffi", "libpcre", "libmount",
                               "libblkid", "libselinux"),
    "C and C++ libraries": ("libc.", "libm.", "ld-linux", "libstdc++", "libgcc", "libpthread"),
    "the mock": ("libumockdev",),
}


def breakdown(pid):
    """Kilobytes by what they belong to: resident, and of these anonymous."""
    result, owner = {}, ""
    with open(f"/proc/{pid}/smaps") as file:
        for line in file:
            words = line.split()
            if "-" in words[0]:
                name = os.path.basename(words[5]) if len(words) > 5 and words[5].startswith("/") else ""
                owner = next(
                    (each for each, names in OWNERS.items() if name.startswith(names)),
                    "other libraries" if name else "heap, stacks and zeroed data")
            elif words[0] in ("Rss:", "Anonymous:"):
                entry = result.setdefault(owner, {"resident": 0, "anonymous": 0})
                entry["resident" if words[0] == "Rss:" else "anonymous"] += int(words[1])
    return result


def pages_touched(rig):
    """Kilobytes that a program uses while its device is turned four times: what it needs once it runs."""
    pid = rig.pids[0]
    with open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("1")
    for side in SIDES:
        rig.turn(side)
        time.sleep(1.6)
    rig.drain()
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Referenced"))


def measure_memory(rounds):
    """Memory with no, one, a hundred and a thousand subscribers, each of which has seen a turn."""
    results = {"orientationd": {}, "iio-sensor-proxy": {}, "dbus-daemon": {}}
    parts, touched = {}, {}
    counts = [0, 1, 100, 1000]
    for number in rounds:
        for program in both(number):
            rig = program()
            try:
                time.sleep(1)
                for count in counts:
                    rig.subscribe(count)
                    time.sleep(SETTLED)
                    rig.turn(SIDES[count % 2])
                    time.sleep(1.6)
                    rig.drain()
                    results[program.name].setdefault(count, []).append(memory(rig.pids[0]))
                    if count == 1:
                        parts[program.name] = breakdown(rig.pids[0])
                        touched.setdefault(program.name, []).append(pages_touched(rig))
                    if program is Peer:
                        results["dbus-daemon"].setdefault(count, []).append(memory(rig.all_pids[1]))
            finally:
                rig.close()
    # The same libraries, and programs that do nothing with them.
    environment = dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0")
    empty = {}
    for language in ("C", "Swift"):
        with subprocess.Popen([WORK / f"empty-{language}"], env=environment) as process:
            time.sleep(0.5)
            empty[language] = memory(process.pid)
            process.kill()
    return {"programs": results, "parts": parts, "touched": touched, "empty": empty}


def measure_power(rounds):
    """CPU and wake-ups: nobody subscribed, a still device, a device turned every 10 s; polled and buffered.

    All twelve run side by side, each program with a mock of its own.
    """
    length = rounds.seconds(120, 20)
    alone = length / 2
    results = {}
    for number in rounds:
        rigs = {}
        try:
            for kind in ("polled", "buffered"):
                for state in ("no client", "still", "turned"):
                    for program in both(number):
                        rig = program(kind).subscribe(0 if state == "no client" else 1)
                        rigs[kind, state, program.name] = rig
            time.sleep(SETTLED)
            before = {key: Usage(rig.pids) for key, rig in rigs.items()}
            bus = {key: Usage(rig.all_pids[1:]).cpu for key, rig in rigs.items()}
            start = time.monotonic()
            turns, ended = 0, {}
            while time.monotonic() - start < length:
                if time.monotonic() - start >= alone and not ended:
                    ended = {key: Usage(rig.pids) for key, rig in rigs.items() if key[1] == "no client"}
                if (time.monotonic() - start) // 10 > turns:
                    turns += 1
                    for (_, state, _), rig in rigs.items():
                        if state == "turned":
                            rig.turn(SIDES[turns % 4])
                time.sleep(0.05)
            for key, rig in rigs.items():
                seconds = alone if key[1] == "no client" else length
                now = ended.get(key) or Usage(rig.pids)
                results.setdefault("/".join(key), []).append({
                    "seconds": seconds, "cpu_ms": (now.cpu - before[key].cpu) / 1e6,
                    "wakeups": now.wakeups_since(before[key]),
                    "bus_cpu_ms": (Usage(rig.all_pids[1:]).cpu - bus[key]) / 1e6,
                })
        finally:
            for rig in rigs.values():
                rig.close()
    return results


def measure_latency(rounds):
    """From a turn of the sensor to the subscriber's bytes, at random phase, with all six side by side."""
    turns = 12
    results = {}
    randomness = random.Random(1)
    for number in rounds:
        rigs = {}
        try:
            for kind in ("polled", "buffered"):
                for program in both(number):
                    rigs[f"{kind}/{program.name}"] = program(kind).subscribe(1)
                rigs[f"{kind}/orientationd without dwell"] = Ours(kind, config=NO_DWELL).subscribe(1)
            time.sleep(3)
            side = 0
            for _ in range(turns):
                # Over whole periods of both, 400 and 700 ms, so that every phase is as likely.
                time.sleep(2.2 + 2.8 * randomness.random())
                side = (side + randomness.choice([1, 3])) % 4
                waiting = {}
                for name, rig in rigs.items():
                    rig.drain()
                    waiting[rig.subscribers[0].socket] = name
                times = {}
                for name, rig in sorted(rigs.items(), key=lambda _: randomness.random()):
                    times[name] = time.monotonic()
                    rig.turn(SIDES[side])
                end = time.monotonic() + 5
                while waiting and time.monotonic() < end:
                    for ready in select.select(list(waiting), [], [], 0.5)[0]:
                        now = time.monotonic()
                        name = waiting[ready]
                        subscriber = rigs[name].subscribers[0]
                        subscriber.receive()
                        if rigs[name].word(SIDES[side]) in subscriber.data:
                            results.setdefault(name, []).append((now - times[name]) * 1000)
                            del waiting[ready]
                for name in waiting.values():
                    results.setdefault(name, []).append(None)
        finally:
            for rig in rigs.values():
                rig.close()
    return results


def measure_fanout(rounds):
    """One turn told to 1, 10, 100 and 1,000: CPU of all who tell, and time from the first to the last told."""
    results = {}
    counts = [1, 10, 100, 1000]
    for number in rounds:
        text = subprocess.check_output([WORK / "sendfloor", "1000", "425"], text=True)
        results.setdefault("sendfloor", []).extend(int(line) / 1000 for line in text.split())
        for program in both(number):
            rig = program()
            try:
                side = 0
                for count in counts:
                    rig.subscribe(count)
                    time.sleep(SETTLED)
                    rig.drain()
                    for _ in range(3):
                        side = (side + 1) % 4
                        word = rig.word(SIDES[side])
                        poll = select.epoll()
                        waiting = {each.socket.fileno(): each for each in rig.subscribers}
                        for each in rig.subscribers:
                            each.data = b""
                            poll.register(each.socket.fileno(), select.EPOLLIN)
                        own, everyone = cpu(rig.pids), cpu(rig.all_pids)
                        rig.turn(SIDES[side])
                        first = None
                        end = time.monotonic() + 30
                        while waiting:
                            assert time.monotonic() < end, f"{len(waiting)} of {count} are not told by {program.name}"
                            for descriptor, _ in poll.poll(5):
                                first = first or time.monotonic()
                                each = waiting.get(descriptor)
                                if each is None:
                                    rig.subscribers[0].drain()
                                    continue
                                each.receive()
                                if word in each.data:
                                    del waiting[descriptor]
                                    poll.unregister(descriptor)
                        last = time.monotonic()
                        time.sleep(0.02)
                        results.setdefault(program.name, {}).setdefault(count, []).append({
                            "cpu_us": (cpu(rig.pids) - own) / 1e3,
                            "all_cpu_us": (cpu(rig.all_pids) - everyone) / 1e3, "last_ms": (last - first) * 1000,
                        })
                        poll.close()
                        time.sleep(0.8)
            finally:
                rig.close()
    return results


class Floor(Rig):
    """The C program that does the least."""

    name = "floor"

    def __init__(self, kind="buffered", **options):
        super().__init__(kind, **options)
        root = self.bed.get_root_dir()
        for axis in ("in_accel_x", "in_accel_y", "in_accel_z", "in_timestamp"):
            if kind == "buffered":
                self.sensor.write(f"scan_elements/{axis}_en", 1)
        if kind == "buffered":
            self.sensor.write("buffer/enable", 1)
        self.near, far = socket.socketpair()
        environment = dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=root)
        files = ["/dev/iio:device0"] if kind == "buffered" else [
            f"{self.sensor.path}/in_accel_{axis}_raw" for axis in "xyz"]
        self.process = subprocess.Popen(
            [WORK / "floor", str(far.fileno()), *files], env=environment, pass_fds=[far.fileno()])
        far.close()
        self.pids = self.all_pids = [self.process.pid]

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.near.close()


def measure_floor(rounds):
    """CPU for each sample at several rates: ours, the floor and the peer side by side."""
    results = {}
    for rate in (25, 100, 400):
        length = rounds.seconds(15 if rate == 25 else 8, 5)
        for number in rounds:
            rigs = [program("buffered", rate=rate) for program in (Ours, Floor, Peer)]
            try:
                rigs[0].subscribe(1)
                rigs[2].subscribe(1)
                time.sleep(SETTLED)
                before = [Usage(rig.pids) for rig in rigs]
                rigs[1].near.setblocking(False)
                drain(rigs[1].near)
                start = time.monotonic()
                samples = 0
                while time.monotonic() - start < length:
                    time.sleep(0.1)
                    samples += drain(rigs[1].near)
                for rig, then in zip(rigs, before):
                    now = Usage(rig.pids)
                    results.setdefault(f"{rate}/{rig.name}", []).append({
                        "us_per_sample": (now.cpu - then.cpu) / 1e3 / samples,
                        "wakeups_per_sample": now.wakeups_since(then) / samples, "samples": samples})
            finally:
                for rig in rigs:
                    rig.close()
    return results


def drain(near):
    count = 0
    try:
        while data := near.recv(1 << 16):
            count += len(data)
    except BlockingIOError:
        pass
    return count


def measure_start(rounds):
    """From starting the program to its first answer, and until it knows the orientation."""
    results = {}
    for number in rounds:
        for program in both(number) * 3:
            rig = program()
            try:
                answered = time.monotonic()
                rig.subscribe(1)
                subscriber = rig.subscribers[0]
                if program is Ours:
                    subscriber.await_word(rig.word("portrait"))
                else:
                    while rig.word("portrait") not in subscriber.data:
                        subscriber.socket.settimeout(5)
                        subscriber.receive()
                results.setdefault(program.name, []).append({
                    "answers_ms": (answered - rig.started) * 1000,
                    "knows_ms": (time.monotonic() - rig.started) * 1000})
            finally:
                rig.close()
    return results


def measure_speed(rounds):
    """Samples a second: the classifier by itself, and `orientationctl replay` of one long recording."""
    count = 200_000 if rounds.quick else 1_000_000
    recording = WORK / "long.csv"
    with open(recording, "w") as file:
        file.write("t_ns,x,y,z\n")
        randomness = random.Random(2)
        for index in range(count):
            side = index // 400 % 4
            x, y = [(0, 9.81), (9.81, 0), (0, -9.81), (-9.81, 0)][side]
            noise = randomness.gauss(0, 0.1)
            file.write(f"{index * 10_000_000},{x + noise:.4f},{y - noise:.4f},{noise:.4f}\n")
    results = {"samples": count, "replay_s": [], "classifier_ns": []}
    for _ in rounds:
        start = time.monotonic()
        subprocess.run([PROGRAMS / "orientationctl", "replay", "--csv", recording], check=True, stdout=subprocess.DEVNULL)
        results["replay_s"].append(time.monotonic() - start)
        text = subprocess.check_output([PROGRAMS / "ClassifierSpeed", str(count)], text=True)
        results["classifier_ns"].append([int(line.split(":")[1].split()[0]) for line in text.splitlines()])
    recording.unlink()
    return results


def measure_size(rounds):
    """Bytes of programs and packages."""
    next(iter(rounds))
    results = {"orientationd": {}, "iio-sensor-proxy": {}}
    results["orientationd"]["binary"] = stripped_size(PROGRAMS / "orientationd")
    results["orientationctl"] = {"binary": stripped_size(PROGRAMS / "orientationctl")}
    results["iio-sensor-proxy"]["binary"] = os.path.getsize("/usr/sbin/iio-sensor-proxy")
    fields = dict(
        line.split(": ", 1) for line in subprocess.run(
            ["apt-cache", "show", "--no-all-versions", "iio-sensor-proxy"], capture_output=True, text=True
        ).stdout.splitlines() if ": " in line)
    if "Size" in fields:
        results["iio-sensor-proxy"] |= {
            "package": int(fields["Size"]), "installed": int(fields["Installed-Size"]) * 1024,
            "version": fields["Version"]}
    for package in sorted((HERE.parent / "dist").glob("orientationd_*.deb")):
        installed = subprocess.check_output(["dpkg-deb", "--field", package, "Installed-Size"], text=True)
        results["orientationd"] |= {"package": package.stat().st_size, "installed": int(installed) * 1024}
    for name, path in (("orientationd", PROGRAMS / "orientationd"), ("iio-sensor-proxy", "/usr/sbin/iio-sensor-proxy")):
        libraries = [
            line.split("=> ")[1].split()[0] for line in subprocess.check_output(["ldd", path], text=True).splitlines()
            if "=> /" in line]
        results[name]["libraries"] = {
            os.path.basename(each): os.path.getsize(os.path.realpath(each)) for each in libraries}
    return results


def stripped_size(path):
    copy = WORK / "stripped"
    subprocess.run(["strip", "-o", copy, path], check=True)
    size = copy.stat().st_size
    copy.unlink()
    return size


def measure_growth(rounds):
    """How cost grows with the sensors' number and a policy's size. Rates and subscribers: see the other parts."""
    results = {"sensors": {}, "policy": {}}
    for count in (1, 4, 16):
        for _ in rounds:
            rig = Ours(sensors=count).subscribe(1)
            try:
                start_cpu = cpu(rig.pids)
                time.sleep(SETTLED)
                before = cpu(rig.pids)
                time.sleep(rounds.seconds(6, 3))
                now = cpu(rig.pids)
                results["sensors"].setdefault(count, []).append({
                    "start_ms": start_cpu / 1e6, "resident": memory(rig.pids[0])["resident"],
                    "still_ms_per_s": (now - before) / 1e6 / rounds.seconds(6, 3)})
            finally:
                rig.close()
    for count in (1, 4, 16, 60):
        for _ in rounds:
            rig = Ours()
            try:
                # A tab bar of so many controllers: each of them is read, kept, and asked about.
                children = [{"id": f"tab{number}", "supported": ["portrait", "landscapeLeft"]} for number in range(count)]
                policy = {"root": {"id": "tabs", "kind": "tab", "selected": count - 1, "forwards": True, "children": children}}
                rig.subscribers.append(rig.subscriber())
                own = rig.subscribers[0]
                time.sleep(1)
                own.drain()
                own.socket.setblocking(True)
                before = cpu(rig.pids)
                repeats = 20
                for _ in range(repeats):
                    extra = rig.subscriber(policy)
                    assert b'"error"' not in extra.data, extra.data
                    extra.socket.close()
                results["policy"].setdefault(count, []).append((cpu(rig.pids) - before) / 1e3 / repeats)
            finally:
                rig.close()
    return results


def main():
    part, result, *options = sys.argv[1:]
    rounds = Rounds("--quick" in options)
    before = os.getloadavg()
    start = time.time()
    data = globals()[f"measure_{part}"](rounds)
    spread = (max(rounds.noise) - min(rounds.noise)) / statistics.median(rounds.noise)
    with open(result, "w") as file:
        json.dump({
            "part": part, "quick": rounds.quick, "rounds": rounds.count, "seconds": time.time() - start,
            "date": time.strftime("%Y-%m-%d", time.gmtime()), "load": [before[0], os.getloadavg()[0]],
            "noise_ms": rounds.noise, "noise": spread, "data": data,
        }, file, indent=1)
    print(f"{part}: {time.time() - start:.0f} s, noise of the machine {100 * spread:.0f} %", file=sys.stderr)


if __name__ == "__main__":
    main()
