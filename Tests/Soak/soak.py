#!/usr/bin/env python3
"""Days in the life of a tablet, on the virtual clock of User-Mode Linux: scripts/soak starts it there.

Nights without a subscriber, days with sessions in which the tablet is turned while a hand trembles; its sensor is
unplugged, falls silent, answers with errors or not at all; clients of all kinds come and go. One subscriber follows
each session. Checked all the while:

  no missed turn    each turn is told within a time that depends on what ails the sensor
  no false turn     nothing is told that the tablet does not do
  no growth         memory, descriptors and threads of the last third are those of the first
  no crash          it is one process from first to last, and puts the sensor back as it was

    soak.py --programs DIRECTORY [--hours 72] [--seed 1]
"""

import argparse
import glob
import json
import math
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time

INTERFACE = "org.orientationd"
CONTROL, SOCKET, LOG, TRACE = "/run/accel", "/run/org.orientationd", "/run/daemon.log", "/run/trace.csv"
DEVICES = "/sys/bus/iio/devices/iio:device*/buffer"
GRAVITY = 9.80665

# Where up is in the frame of the sensor, which is that of HID: upright reads -y, lying on its back -z.
UP = {
    "portrait": (0, -1, 0), "landscapeLeft": (-1, 0, 0), "portraitUpsideDown": (0, 1, 0),
    "landscapeRight": (1, 0, 0), "faceUp": (0, 0, -1), "faceDown": (0, 0, 1),
}
SIDES = ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"]
DRAWN = {"portrait": "portrait", "portraitUpsideDown": "portraitUpsideDown",
         "landscapeLeft": "landscapeRight", "landscapeRight": "landscapeLeft"}

# How long a turn may take to be told, in seconds: the movement takes 0.6 of it. A sensor hub that reports changes only
# is quiet while the tablet lies still, and that its buffer died meanwhile is found by a look every 30 s.
WELL, SILENT, BROKEN = 4, 35, 90


def message(method, parameters=None, **flags):
    call = {"method": f"{INTERFACE}.{method}", **flags}
    if parameters:
        call["parameters"] = parameters
    return json.dumps(call).encode() + b"\0"


def connect():
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(60)
    client.connect(SOCKET)
    return client


def call(method, parameters=None):
    with connect() as client:
        client.sendall(message(method, parameters))
        received = b""
        while not received.endswith(b"\0"):
            received += client.recv(65536)
        return json.loads(received[:-1])


class Subscriber:
    """Follows the state."""

    def __init__(self):
        self.client = connect()
        self.client.sendall(message("Subscribe", more=True))
        self.received = b""

    def next(self, limit):
        """The next state; nothing if none comes in time."""
        end = time.monotonic() + limit
        while b"\0" not in self.received:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.client], [], [], left)[0]:
                return None
            data = self.client.recv(65536)
            if not data:
                raise SystemExit("FAILED: the subscriber's connection ended")
            self.received += data
        text, _, self.received = self.received.partition(b"\0")
        return json.loads(text)["parameters"]["state"]

    def close(self):
        self.client.close()


class Life:
    def __init__(self, programs, hours, seed):
        self.chance = random.Random(seed)
        self.end = time.monotonic() + hours * 3600
        self.programs = programs
        self.held, self.held_before, self.turned_at = "portrait", "portrait", time.monotonic()
        self.drawn, self.locked = "portrait", False
        self.subscriber = None
        self.told = None
        self.patience = WELL
        self.turns, self.delays, self.events = 0, {WELL: [], SILENT: [], BROKEN: []}, {}
        self.failures, self.sizes = [], []

    # The tablet.

    def tell(self, command):
        with open(CONTROL, "w") as control:
            control.write(command + "\n")

    def turn(self, orientation):
        """Moves the tablet there in 0.6 s, and then has a hand hold it, which trembles and drifts."""
        start, goal = UP[self.held], UP[orientation]
        lean = math.radians(self.chance.uniform(0, 35 if orientation in SIDES else 12))
        aside = math.radians(self.chance.uniform(-12, 12))
        with open(TRACE, "w") as trace:
            phase = self.chance.uniform(0, 6)
            for step in range(40 * 20):
                at = step / 20
                share = min(1, at / 0.6)
                share = share * share * (3 - 2 * share)
                up = [(1 - share) * a + share * b for a, b in zip(start, goal)]
                angle = math.sin(0.9 * at + phase) * math.radians(3)
                up = tilted(up, lean * share + angle, aside * share + angle / 2, orientation)
                tremor = [self.chance.gauss(0, 0.08) + 0.1 * math.sin(50 * at + axis) for axis in range(3)]
                values = [GRAVITY * each + extra for each, extra in zip(up, tremor)]
                trace.write("%.2f,%.3f,%.3f,%.3f\n" % (at, *values))
        self.held_before, self.held, self.turned_at = self.held, orientation, time.monotonic()
        if orientation in DRAWN and not self.locked:
            self.drawn = DRAWN[orientation]
        self.turns += 1
        self.tell(f"trace {TRACE}")

    def neighbour(self):
        if self.held not in SIDES:
            return self.chance.choice(SIDES)
        if self.chance.random() < 0.15:
            return self.chance.choice(["faceUp", "faceDown"])
        return SIDES[(SIDES.index(self.held) + self.chance.choice([1, -1])) % 4]

    # What the subscriber is told.

    def judge(self, state):
        seen = state["deviceOrientation"]
        if seen == "unknown" or seen == self.told:
            return
        late = time.monotonic() - self.turned_at
        if seen == self.held:
            self.delays[self.patience].append(late)
            if state["interfaceOrientation"] != self.drawn:
                self.fail(f"held {seen}, drawn {state['interfaceOrientation']} in place of {self.drawn}")
        elif seen != self.held_before or late > self.patience:
            self.fail(f"told {seen} {late:.1f} s after a turn from {self.held_before} to {self.held}")
        self.told = seen

    def watch(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            state = self.subscriber.next(left)
            if state:
                self.judge(state)

    def await_turn(self, limit=None):
        """Watches until the last turn was told, as it has to be in time."""
        limit = limit or self.patience
        end = time.monotonic() + limit
        while self.told != self.held:
            left = end - time.monotonic()
            state = self.subscriber.next(left) if left > 0 else None
            if state:
                self.judge(state)
            elif time.monotonic() >= end:
                self.fail(f"a turn from {self.held_before} to {self.held} was not told within {limit} s")
                self.told = self.held
                return

    def fail(self, what):
        hours = (time.monotonic() - self.start) / 3600
        self.failures.append(f"{hours:.3f} h: {what}")
        print(f"FAILED at {hours:.3f} h: {what}", flush=True)
        if len(self.failures) > 20:
            raise SystemExit("too many failures")

    # What happens.

    def turning(self):
        self.turn(self.neighbour())
        self.await_turn()
        self.watch(self.chance.uniform(2, 35))

    def resting(self):
        self.watch(self.chance.uniform(30, 300))

    def silent(self):
        """The buffer falls silent; raw reads still answer."""
        self.patience = SILENT
        self.tell("mute on")
        self.watch(self.chance.uniform(1, 30))
        self.turn(self.neighbour())
        self.await_turn()
        self.watch(self.chance.uniform(1, 60))
        self.tell("mute off")
        self.watch(self.chance.uniform(5, 20))
        self.patience = WELL

    def broken(self, how):
        """Nothing is to be had from the sensor, and it is turned meanwhile."""
        self.patience = BROKEN
        on, off = {"hang": (["mute on", "hang on"], ["hang off", "mute off"]),
                   "fail": (["mute on", "fail on"], ["fail off", "mute off"]),
                   "unplug": (["unplug"], ["plug"])}[how]
        for command in on:
            self.tell(command)
        self.watch(self.chance.uniform(1, 60))
        if self.chance.random() < 0.7:
            self.turn(self.neighbour())
        self.watch(self.chance.uniform(1, 60))
        for command in off:
            self.tell(command)
        self.turned_at = time.monotonic()
        self.await_turn()
        self.watch(self.chance.uniform(40, 80))
        self.patience = WELL

    def locking(self):
        call("SetRotationLock", {"locked": True})
        self.locked = True
        self.turning()
        call("SetRotationLock", {"locked": False})
        self.locked = False
        if self.held in DRAWN:
            self.drawn = DRAWN[self.held]
        self.watch(5)

    def churn(self):
        """Clients that ask, follow, stream, say half a word or nothing, and go."""
        clients = []
        for _ in range(self.chance.randrange(5, 40)):
            client = connect()
            kind = self.chance.randrange(7)
            if kind == 0:
                client.sendall(message("GetState"))
                client.recv(65536)
            elif kind == 1:
                client.sendall(message("Subscribe", {"policy": {"root": {"supported": [
                    self.chance.choice(list(DRAWN))]}}}, more=True))
            elif kind == 2:
                client.sendall(message("StreamSamples", more=True))
            elif kind == 3:
                client.sendall(message("GetState")[:self.chance.randrange(1, 30)])
            elif kind == 4:
                client.sendall(b"nonsense\0")
            elif kind == 5:
                client.sendall(message("ListSensors") * 3)
            clients.append(client)
            if self.chance.random() < 0.3:
                self.pass_time(self.chance.uniform(0, 3))
        self.chance.shuffle(clients)
        for client in clients:
            client.close()
            if self.chance.random() < 0.2:
                self.pass_time(self.chance.uniform(0, 3))

    def pass_time(self, seconds):
        if self.subscriber:
            self.watch(seconds)
        else:
            time.sleep(seconds)

    def session(self, seconds):
        end = time.monotonic() + seconds
        self.subscriber, self.told = Subscriber(), None
        self.turned_at = time.monotonic()
        self.await_turn(30)
        happenings = [
            (55, "turning", self.turning), (14, "resting", self.resting), (10, "churn", self.churn),
            (6, "silent", self.silent), (4, "unplug", lambda: self.broken("unplug")),
            (3, "hang", lambda: self.broken("hang")), (3, "fail", lambda: self.broken("fail")),
            (5, "locking", self.locking),
        ]
        while time.monotonic() < end:
            _, name, happen = self.chance.choices(happenings, [each[0] for each in happenings])[0]
            self.events[name] = self.events.get(name, 0) + 1
            happen()
        self.subscriber.close()
        self.subscriber = None

    def day(self):
        """Sixteen hours awake, eight asleep; or what is left."""
        start = time.monotonic()
        evening = min(start + 16 * 3600, self.end)
        while time.monotonic() < evening:
            self.session(min(self.chance.uniform(120, 2400), max(60, evening - time.monotonic())))
            time.sleep(self.chance.uniform(10, 60))
            self.sizes.append(self.figures())
            if self.chance.random() < 0.3:
                self.churn()
            if self.chance.random() < 0.1:
                self.tell("unplug")
                time.sleep(self.chance.uniform(1, 600))
                self.tell("plug")
            time.sleep(self.chance.uniform(60, 3600))
        before, asleep = self.switches(), time.monotonic()
        while time.monotonic() < min(start + 24 * 3600, self.end):
            time.sleep(60)
        night = time.monotonic() - asleep
        memory, descriptors, threads = self.sizes[-1]
        print(f"{(time.monotonic() - self.start) / 3600:.1f} h: {self.turns} turns, {memory} KiB, {descriptors} descriptors, "
              f"{threads} threads; {self.switches() - before} wake-ups in {night / 3600:.1f} h asleep; events {self.events}",
              flush=True)

    # The daemon.

    def figures(self):
        with open(f"/proc/{self.daemon.pid}/status") as status:
            values = dict(line.split(":", 1) for line in status)
        return int(values["VmRSS"].split()[0]), len(os.listdir(f"/proc/{self.daemon.pid}/fd")), int(values["Threads"])

    def switches(self):
        total = 0
        for thread in os.listdir(f"/proc/{self.daemon.pid}/task"):
            with open(f"/proc/{self.daemon.pid}/task/{thread}/status") as status:
                total += sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
        return total

    def settings(self):
        def read(name):
            with open(f"{device}/{name}") as file:
                return file.read().strip("\0\n ")
        (device,) = map(os.path.dirname, glob.glob(DEVICES))
        return {name: read(name) for name in (
            "buffer/enable", "buffer/length", "in_accel_sampling_frequency", "current_timestamp_clock",
            "scan_elements/in_accel_x_en", "trigger/current_trigger")}

    def live(self):
        sensor = subprocess.Popen(["virtual-accel", "--quiet", "--control", CONTROL], stdin=subprocess.DEVNULL)
        wait_for(DEVICES)
        subprocess.run(["udevadm", "settle"], check=True)
        self.turn("portrait")
        found = self.settings()
        with open(LOG, "w") as log:
            self.daemon = subprocess.Popen(
                [f"{self.programs}/orientationd", "--config", "/dev/null", "--socket", SOCKET],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, "STATE_DIRECTORY": "/run"})
        wait_for(SOCKET)
        self.start = time.monotonic()
        while time.monotonic() < self.end:
            self.day()
        if self.daemon.poll() is not None:
            self.fail(f"the daemon ended with {self.daemon.returncode}")
        before = time.monotonic()
        self.daemon.send_signal(signal.SIGTERM)
        status = self.daemon.wait()
        if status != 0 or time.monotonic() - before > 2:
            self.fail(f"it ended with {status} after {time.monotonic() - before:.1f} s")
        if self.settings() != found:
            self.fail(f"found {found}, left {self.settings()}")
        sensor.terminate()
        self.report()

    def report(self):
        for limit, delays in self.delays.items():
            if delays:
                delays.sort()
                print(f"told within {limit} s: {len(delays)} turns, median {delays[len(delays) // 2]:.2f} s, "
                      f"most {delays[-1]:.2f} s")
        third = max(1, len(self.sizes) // 3)
        first, last = ([max(values) for values in zip(*part)] for part in (self.sizes[:third], self.sizes[-third:]))
        print(f"memory {first[0]} KiB in the first third, {last[0]} KiB in the last; "
              f"descriptors {first[1]}, {last[1]}; threads {first[2]}, {last[2]}")
        if last[0] > first[0] * 1.02 or last[1] > first[1] or last[2] > first[2]:
            self.fail("it has grown")
        with open(LOG) as log:
            lines = log.readlines()
        print(f"the log has {len(lines)} lines; the last: {lines[-1].strip() if lines else ''}")
        print(f"{len(self.failures)} failures in {(time.monotonic() - self.start) / 3600:.1f} h and {self.turns} turns")


def tilted(up, lean, aside, orientation):
    """Up as a hand holds it: leaned back (towards lying on its back), and turned aside."""
    x, y, z = up
    if orientation in SIDES:
        z -= math.tan(lean)
        x, y = x * math.cos(aside) - y * math.sin(aside), x * math.sin(aside) + y * math.cos(aside)
    else:
        x, y = x + math.tan(lean), y + math.tan(aside / 2)
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def wait_for(path):
    for _ in range(600):
        if glob.glob(path):
            return
        time.sleep(0.1)
    raise SystemExit(f"FAILED: {path} did not come")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", required=True)
    parser.add_argument("--hours", type=float, default=72)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    life = Life(options.programs, options.hours, options.seed)
    try:
        life.live()
    except BaseException:
        with open(LOG) as log:
            print("".join(f"log: {line}" for line in log.readlines()[-40:]))
        raise
    sys.exit(1 if life.failures else 0)


if __name__ == "__main__":
    main()
