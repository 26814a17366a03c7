#!/usr/bin/env python3
"""What the two programs make of the same samples: quality.py traces|grid ... (see run.sh)

    quality.py peer DIR OUT                iio-sensor-proxy itself through the traces of DIR/manifest.json;
                                           OUT/<name>.csv as `orientationctl replay --manifest` writes them.
                                           Time is played by peerclock.c.
    quality.py choose DIR OUT --every N    one of every N traces
    quality.py grid DIR [--step DEGREES] [--seconds S]
                                           traces of a device that lies still in every attitude of a sphere
                                           grid, with noise of 20 mg on each axis
    quality.py flips DIR OUT RESULT.json   how often the answers in OUT changed although nothing moved; each
                                           program was started in the attitude and knew no other
    quality.py real DIR NAME...            whether the peer decides on the real clock what it decides on the played one
"""

import argparse
import hashlib
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import time

WORK = pathlib.Path(__file__).resolve().parent.parent / ".build" / "benchmark"
GRAVITY = 9.80665
NOISE = 0.020 * GRAVITY
STEPS = 1000            # raw steps for each m/s²: finer than what the traces are written in matters to
PERIOD = 700_000_000    # of the peer's timer, in nanoseconds
LABELS = {
    "undefined": "unknown", "normal": "portrait", "bottom-up": "portraitUpsideDown",
    "right-up": "landscapeLeft", "left-up": "landscapeRight",
}


def raw_samples(path):
    """The samples of a trace in raw steps, in the frame of the hardware database (x and y reversed)."""
    with open(path) as file:
        next(file)
        for line in file:
            time_ns, x, y, z = line.split(",")[:4]
            yield int(time_ns), round(-float(x) * STEPS), round(-float(y) * STEPS), round(float(z) * STEPS)


class PeerPlayer:
    """Starts the peer anew for each trace, on one mock and one bus."""

    def __init__(self):
        from rigs import Bus, BusClient, PEER, Peer, UMockdev, mock_sensors
        import tempfile
        self.service, self.path, self.program = Peer.SERVICE, Peer.PATH, PEER
        self.directory = tempfile.TemporaryDirectory(prefix="bench")
        self.folder = pathlib.Path(self.directory.name)
        self.bed = UMockdev.Testbed.new()
        self.sensor = mock_sensors.PolledSensor(
            self.bed, properties={"IIO_SENSOR_PROXY_TYPE": "iio-poll-accel"},
            attributes={"in_accel_scale": f"{1 / STEPS}"})
        self.bus = Bus(self.folder)
        self.client = BusClient(self.bus.socket)

    def start(self, log, **variables):
        environment = dict(
            os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.bus.address, UMOCKDEV_DIR=self.bed.get_root_dir(),
            G_MESSAGES_DEBUG="all", **variables)
        process = subprocess.Popen(
            [self.program], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 10
        while not self.client.has_accelerometer():
            assert time.monotonic() < end and process.poll() is None, "the peer does not start"
            time.sleep(0.002)
        return process

    def play(self, trace, path):
        """The changes of one trace, [(nanoseconds, label)]."""
        phase = int(hashlib.sha256(trace["name"].encode()).hexdigest(), 16) % PERIOD
        return self.changes(self.play_samples(raw_samples(path), trace["t0"] + phase - PERIOD, trace["t_end"]))

    def play_samples(self, samples, start, end):
        """What the peer logs of samples [(nanoseconds, x, y, z)] if its timer is started at a time."""
        file_name = self.folder / "trace"
        with open(file_name, "w") as file:
            file.write(f"{end}\n")
            file.writelines("%d %d %d %d\n" % each for each in samples)
        with open(self.folder / "log", "w+") as log:
            process = self.start(
                log, LD_PRELOAD=f"libumockdev-preload.so.0 {WORK / 'peerclock.so'}", PEERCLOCK_TRACE=str(file_name),
                PEERCLOCK_START=str(start), PEERCLOCK_FILES=self.bed.get_root_dir() + self.sensor.path)
            # Answered, or refused because the peer has come to the end of the trace.
            self.client.call(self.service, self.path, self.service, "ClaimAccelerometer")
            status = process.wait(20)
            assert status == 0, f"the peer ended with {status}"
            log.seek(0)
            return log.readlines()

    @staticmethod
    def changes(log):
        now, changes = None, []
        for line in log:
            if line.startswith("@"):
                now = int(line[1:])
            elif "Emitted orientation changed" in line:
                changes.append((now, LABELS[line.rsplit(" to ", 1)[1].strip()]))
        return changes

    @staticmethod
    def decisions(log):
        """What was read, and which readings led to which label: [(x, y, z)], [(index, label)]."""
        readings, changes = [], []
        for line in log:
            if "Accel read from IIO" in line:
                readings.append(tuple(map(int, line.split("': ")[1].split(" (")[0].split(", "))))
            elif "Emitted orientation changed" in line:
                changes.append((len(readings) - 1, LABELS[line.rsplit(" to ", 1)[1].strip()]))
        return readings, changes

    def play_really(self, path):
        """What the peer logs on the real clock while the samples of a trace are written when they are due."""
        samples = list(raw_samples(path))
        with open(self.folder / "log", "w+") as log:
            process = self.start(log, LD_PRELOAD="libumockdev-preload.so.0")
            self.write(samples[0][1:])
            self.client.call(self.service, self.path, self.service, "ClaimAccelerometer")
            start = time.monotonic_ns() - samples[0][0]
            for sample in samples:
                if (ahead := sample[0] + start - time.monotonic_ns()) > 0:
                    time.sleep(ahead / 1e9)
                self.write(sample[1:])
            process.kill()
            process.wait()
            log.seek(0)
            return log.readlines()

    def write(self, sample):
        for axis, value in zip("xyz", sample):
            self.sensor.write(f"in_accel_{axis}_raw", value)

    def close(self):
        self.client.socket.close()
        self.bus.close()
        self.directory.cleanup()


def manifest(folder):
    return json.load(open(folder / "manifest.json"))["traces"]


def play_peer(folder, out):
    out.mkdir(parents=True, exist_ok=True)
    player = PeerPlayer()
    try:
        for trace in manifest(folder):
            changes = player.play(trace, folder / f"{trace['name']}.csv")
            with open(out / f"{trace['name']}.csv", "w") as file:
                file.write("t_ns,label\n")
                file.writelines(f"{when},{label}\n" for when, label in changes)
    finally:
        player.close()


def choose(folder, out, every):
    """Links to the chosen traces, and their manifest."""
    out.mkdir(parents=True, exist_ok=True)
    whole = json.load(open(folder / "manifest.json"))
    whole["traces"] = whole["traces"][::every]
    for trace in whole["traces"]:
        link = out / f"{trace['name']}.csv"
        link.unlink(missing_ok=True)
        link.symlink_to((folder / f"{trace['name']}.csv").resolve())
    json.dump(whole, open(out / "manifest.json", "w"))


def play_really(folder, names):
    """Compares what the peer makes of traces on the real clock with what it makes of the same readings on the
    played one; a trace by itself would be read at other moments, since the real timer is late now and then."""
    player = PeerPlayer()
    try:
        for name in names:
            readings, changes = player.decisions(player.play_really(folder / f"{name}.csv"))
            played = player.play_samples(
                [((index + 1) * PERIOD - PERIOD // 3, *reading) for index, reading in enumerate(readings)],
                0, len(readings) * PERIOD + PERIOD // 2)
            same = (readings, changes) == player.decisions(played)
            print(f"{name}: {len(readings)} readings and {len(changes)} changes on the real clock; played, "
                  f"{'the same changes at the same readings' if same else 'it DIFFERS'}")
    finally:
        player.close()


def make_grid(folder, step, seconds):
    folder.mkdir(parents=True, exist_ok=True)
    randomness = random.Random(20)
    traces, period = [], 40_000_000
    attitudes = [
        (elevation, roll) for elevation in range(-90, 91, step)
        for roll in ([0] if abs(elevation) == 90 else range(0, 360, step))]
    for elevation, roll in attitudes:
        name = f"elevation{elevation}-roll{roll}"
        start = now = 10_000_000_000
        e, r = math.radians(elevation), math.radians(roll)
        up = (math.cos(e) * math.sin(r), math.cos(e) * math.cos(r), math.sin(e))
        with open(folder / f"{name}.csv", "w") as file:
            file.write("t_ns,x,y,z\n")
            for _ in range(int(seconds * 1e9) // period):
                x, y, z = (GRAVITY * each + randomness.gauss(0, NOISE) for each in up)
                file.write("%d,%.4f,%.4f,%.4f\n" % (now, x, y, z))
                now += period
        traces.append({
            "name": name, "t0": start, "t_end": now - period, "elevation": elevation, "roll": roll})
    json.dump({"traces": traces}, open(folder / "manifest.json", "w"))


def count_flips(folder, out, result):
    """Changes after the first orientation, by attitude."""
    traces, where, never, seconds = manifest(folder), [], 0, 0
    for trace in traces:
        seconds += (trace["t_end"] - trace["t0"]) / 1e9
        with open(out / f"{trace['name']}.csv") as file:
            next(file)
            labels = [line.split(",")[1].strip() for line in file]
        while labels and labels[0] == "unknown":
            del labels[0]
        never += not labels
        if len(labels) > 1:
            where.append([trace["elevation"], trace["roll"], len(labels) - 1])
    json.dump({
        "attitudes": len(traces), "hours": seconds / 3600, "flips": sum(each[2] for each in where),
        "never": never, "where": where,
    }, open(result, "w"))
    print(f"{out.name}: {sum(each[2] for each in where)} changes in {len(where)} of {len(traces)} attitudes, "
          f"none known in {never}, {seconds / 3600:.1f} h", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["peer", "choose", "real", "grid", "flips"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("more", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--step", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    match options.command:
        case "peer": play_peer(options.folder, pathlib.Path(options.more[0]))
        case "choose": choose(options.folder, pathlib.Path(options.more[0]), options.every)
        case "real": play_really(options.folder, options.more)
        case "grid": make_grid(options.folder, options.step, options.seconds)
        case "flips": count_flips(options.folder, pathlib.Path(options.more[0]), options.more[1])


if __name__ == "__main__":
    main()
