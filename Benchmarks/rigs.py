"""What is measured: this daemon and iio-sensor-proxy, each with a mock sensor and subscribers of its own.

Both run as they are shipped (ours as a release build), under umockdev. The peer's system bus is a
dbus-daemon of its own, which is told by DBUS_SYSTEM_BUS_ADDRESS. Subscribers are bare sockets, so that
what is timed is the arrival of bytes and nothing of a client library.
"""

import json
import os
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
os.environ.setdefault("ORIENTATIOND_PROGRAMS", str(HERE.parent / ".build" / "release"))
sys.path.insert(0, str(HERE.parent / "Tests" / "Integration"))

import gi  # noqa: E402

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

import mock_sensors  # noqa: E402
from service import Daemon, await_condition  # noqa: E402

PEER = "/usr/sbin/iio-sensor-proxy"
SIDES = ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"]
# The peer's names of the sides.
PEER_NAMES = {
    "portrait": "normal", "landscapeLeft": "right-up", "portraitUpsideDown": "bottom-up",
    "landscapeRight": "left-up",
}

# A thousand subscribers are more than the default limits allow.
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class SteadySensor(mock_sensors.BufferedSensor):
    """A buffered sensor of one rate, whose feeder keeps to the clock and costs little itself."""

    def __init__(self, bed, rate=25, **options):
        self.rate = rate
        options["attributes"] = {
            "sampling_frequency": f"{rate}", "sampling_frequency_available": f"{rate}", **options.get("attributes", {})}
        super().__init__(bed, **options)

    def _feed(self):
        next_look = due = time.monotonic()
        enabled = False
        os.set_blocking(self.descriptor, False)     # full while nobody reads
        while not self.stopping.wait(max(0, due - time.monotonic())):
            due += 1 / self.rate
            try:
                if due >= next_look:        # whether it is enabled is looked at seldom
                    enabled = self.read("buffer/enable") == "1"
                    next_look = due + (1 if enabled else 0.05)
                    self.stamped = self.read("scan_elements/in_timestamp_en") == "1"
                    self.clock = (
                        time.CLOCK_BOOTTIME if self.read("current_timestamp_clock") == "boottime"
                        else time.CLOCK_REALTIME)
                if enabled:
                    os.write(self.descriptor, self.scan())
            except (OSError, ValueError):
                continue

    def scan(self):
        data = b"".join(
            ((value << 4 & 0xFFFF) | 5).to_bytes(2, "little")
            for value in mock_sensors.steps(mock_sensors.READINGS[self.orientation]))
        if self.stamped:
            data += b"\0\0" + time.clock_gettime_ns(self.clock).to_bytes(8, "little")
        return data

    def hold(self, orientation):
        self.orientation = orientation      # one assignment: the next scan has it


def sensor(bed, kind, rate=25, number=0):
    """A mock of either kind, with the property by which the peer finds its driver."""
    parent = f"i2c-MOCK{number:04}:00"
    if kind == "polled":
        return mock_sensors.PolledSensor(
            bed, number=number, parent=parent, properties={"IIO_SENSOR_PROXY_TYPE": "iio-poll-accel"})
    # The peer takes the trigger of a HID sensor only, and finds it by this name.
    return SteadySensor(
        bed, rate=rate, number=number, parent=parent, name="accel_3d", properties={"IIO_SENSOR_PROXY_TYPE": "iio-buffer-accel"})


class Usage:
    """CPU nanoseconds and voluntary context switches of processes until now."""

    def __init__(self, pids):
        # The clock of a process, which counts threads that have ended too: clock_getcpuclockid(3).
        self.cpu = sum(time.clock_gettime_ns((~pid << 3) | 2) for pid in pids)
        self.switches = {}
        for pid in pids:
            for task in os.listdir(f"/proc/{pid}/task"):
                try:
                    with open(f"/proc/{pid}/task/{task}/status") as file:
                        self.switches[task] = next(int(line.split()[1]) for line in file if line.startswith("voluntary"))
                except FileNotFoundError:       # a thread that has just ended
                    continue

    def wakeups_since(self, before):
        """Voluntary context switches since then, of the threads that are still there."""
        return sum(count - before.switches.get(task, 0) for task, count in self.switches.items())


def memory(pid):
    """Kilobytes of a process: resident, proportional, private and written, anonymous."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        fields = {line.split(":")[0]: int(line.split()[1]) for line in file.readlines()[1:]}
    return {
        "resident": fields["Rss"], "proportional": fields["Pss"], "private_dirty": fields["Private_Dirty"],
        "anonymous": fields["Anonymous"],
    }


class Rig:
    """A program under measurement with its mock and its subscribers."""

    def __init__(self, kind="polled", rate=25, sensors=1):
        self.directory = tempfile.TemporaryDirectory(prefix="bench")
        self.path = pathlib.Path(self.directory.name)
        self.bed = UMockdev.Testbed.new()
        self.sensors = [sensor(self.bed, kind, rate, number) for number in range(sensors)]
        self.sensor = self.sensors[0]
        self.subscribers = []

    def subscribe(self, count):
        """Adds subscribers until there are so many; each has been answered."""
        while len(self.subscribers) < count:
            self.subscribers.append(self.subscriber())
        return self

    def turn(self, orientation):
        self.sensor.hold(orientation)

    def drain(self):
        """Throws away what the subscribers were told so far."""
        for each in self.subscribers:
            each.drain()

    def close(self):
        for each in self.subscribers:
            each.socket.close()
        self.stop()
        for each in self.sensors:
            each.close()
        self.directory.cleanup()


class Subscriber:
    """A socket, and what was read from it."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(address)
        self.data = b""

    def drain(self):
        self.socket.setblocking(False)
        try:
            while self.socket.recv(1 << 16):
                pass
        except BlockingIOError:
            pass
        self.data = b""

    def receive(self):
        """Reads what is there; blocks if nothing is and the socket is blocking."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise EOFError
        self.data += data

    def await_word(self, word, limit=20):
        self.socket.settimeout(limit)
        while word not in self.data:
            self.receive()


class Ours(Rig):
    """This daemon."""

    name = "orientationd"

    def __init__(self, kind="polled", config="", **options):
        super().__init__(kind, **options)
        self.daemon = Daemon(self.path, bed=self.bed, config="[Socket]\nMaxConnections=4000\n" + config)
        self.started = time.monotonic()
        self.daemon.start()
        self.pids = self.all_pids = [self.daemon.process.pid]

    policy = None

    def subscriber(self, policy=None):
        new = Subscriber(self.daemon.socket)
        parameters = {} if policy is None else {"policy": policy}
        call = {"method": "org.orientationd.Subscribe", "more": True, "parameters": parameters}
        new.socket.sendall(json.dumps(call).encode() + b"\0")
        new.await_word(b"}\0")
        return new

    @staticmethod
    def word(orientation):
        """What is in the message that tells an orientation."""
        return b'"deviceOrientation":"%s"' % orientation.encode()

    def stop(self):
        self.daemon.close()


BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
  <limit name="max_completed_connections">8192</limit><limit name="max_connections_per_user">8192</limit>
  <limit name="max_incomplete_connections">1024</limit><limit name="max_names_per_connection">512</limit>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""


class Bus:
    """A dbus-daemon of its own."""

    def __init__(self, path):
        self.socket = str(path / "bus")
        (path / "bus.conf").write_text(BUS % self.socket)
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={path / 'bus.conf'}", "--nofork", "--nopidfile", "--print-address"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()


class BusClient(Subscriber):
    """The little of D-Bus that a subscriber speaks."""

    def __init__(self, address):
        super().__init__(address)
        self.serial = 0
        self.socket.sendall(b"\0AUTH EXTERNAL %s\r\n" % str(os.getuid()).encode().hex().encode())
        self.socket.recv(4096)
        self.socket.sendall(b"BEGIN\r\n")
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")

    @staticmethod
    def _text(value, length_size=4):
        raw = value.encode()
        return len(raw).to_bytes(length_size, "little") + raw + b"\0"

    def call(self, destination, path, interface, method, *texts):
        """Calls a method whose arguments are strings, and awaits its answer: the message, or nothing if it is
        an error."""
        self.serial += 1
        body = b""
        for text in texts:
            body += b"\0" * (-len(body) % 4) + self._text(text)
        fields = b""
        values = [(1, "o", path), (2, "s", interface), (3, "s", method), (6, "s", destination)]
        if texts:
            values.append((8, "g", "s" * len(texts)))
        for code, kind, value in values:
            fields += b"\0" * (-len(fields) % 8) + bytes([code]) + self._text(kind, 1)
            fields += self._text(value, 1) if kind == "g" else b"\0" * (-len(fields) % 4) + self._text(value)
        message = b"l\1\0\1" + len(body).to_bytes(4, "little") + self.serial.to_bytes(4, "little")
        message += len(fields).to_bytes(4, "little") + fields
        message += b"\0" * (-len(message) % 8) + body
        self.socket.settimeout(20)
        self.socket.sendall(message)
        while True:
            while (length := self._complete()) is None:
                self.receive()
            message, self.data = self.data[:length], self.data[length:]
            # In an answer the reply serial is a field of code 5, type "u".
            if message[1] in (2, 3) and b"\5\1u\0" + self.serial.to_bytes(4, "little") in message:
                return message if message[1] == 2 else None

    def has_accelerometer(self):
        """Whether the peer is there and has found a sensor: it owns its name before it has."""
        answer = self.call(
            Peer.SERVICE, Peer.PATH, "org.freedesktop.DBus.Properties", "Get", Peer.SERVICE, "HasAccelerometer")
        return answer is not None and answer.endswith(b"\1b\0\0\1\0\0\0")

    def _complete(self):
        """The length of the first message, if all of it is there."""
        if len(self.data) < 16:
            return None
        body, fields = (int.from_bytes(self.data[start:start + 4], "little") for start in (4, 12))
        length = 16 + fields + (-fields % 8) + body
        return length if len(self.data) >= length else None


class Peer(Rig):
    """iio-sensor-proxy as Debian ships it, and its bus."""

    name = "iio-sensor-proxy"
    SERVICE, PATH = "net.hadess.SensorProxy", "/net/hadess/SensorProxy"

    def __init__(self, kind="polled", preload=(), environment=(), log=subprocess.DEVNULL, **options):
        super().__init__(kind, **options)
        self.bus = Bus(self.path)
        variables = dict(
            os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.bus.address,
            LD_PRELOAD=" ".join(["libumockdev-preload.so.0", *preload]), UMOCKDEV_DIR=self.bed.get_root_dir(),
            **dict(environment))
        self.started = time.monotonic()
        self.process = subprocess.Popen([PEER], env=variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.control = BusClient(self.bus.socket)
        await_condition(self.is_there, "the peer has found its sensor")
        self.pids = [self.process.pid]
        self.all_pids = [self.process.pid, self.bus.process.pid]

    def is_there(self):
        return self.control.has_accelerometer()

    def subscriber(self):
        new = BusClient(self.bus.socket)
        new.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
            f"type='signal',sender='{self.SERVICE}',path='{self.PATH}'")
        assert new.call(self.SERVICE, self.PATH, self.SERVICE, "ClaimAccelerometer")
        return new

    @staticmethod
    def word(orientation):
        return PEER_NAMES[orientation].encode() + b"\0"

    def stop(self):
        self.control.socket.close()
        self.process.kill()
        self.process.wait()
        self.bus.close()
