"""Accelerometers made of files, by umockdev.

Attribute files end in a newline as the kernel's do, and are written in place: the testbed's own
set_attribute() replaces the file, and a descriptor kept open would read the old value for ever.
"""

import errno
import os
import struct
import threading
import time

from gi.repository import GLib

GRAVITY = 9.80665
SCALE = 0.009582        # m/s² a step: a 12-bit chip at ±2 g

# What a chip with no matrix of its own reads in each orientation, in m/s². Its x and y are taken
# to be in the frame of the hardware database (portrait is -y), its z as it is (face up is +z).
READINGS = {
    "portrait": (0, -GRAVITY, 0),
    "portraitUpsideDown": (0, GRAVITY, 0),
    "landscapeLeft": (-GRAVITY, 0, 0),
    "landscapeRight": (GRAVITY, 0, 0),
    "faceUp": (0, 0, GRAVITY),
    "faceDown": (0, 0, -GRAVITY),
}


def steps(acceleration):
    return tuple(round(value / SCALE) for value in acceleration)


class PolledSensor:
    """A chip without a buffer: its axes are read from sysfs, one file each."""

    def __init__(self, bed, number=0, name="mc3230", parent="i2c-MOCK0001:00", orientation="portrait",
                 properties=(), attributes=()):
        self.bed = bed
        self.name = name
        self.number = number
        self.parent = f"/sys/devices/{parent}"
        self.properties = dict(properties)
        self.attributes = dict(attributes)
        self.orientation = orientation
        self.plug()

    @property
    def node(self):
        return f"iio:device{self.number}"

    @property
    def path(self):
        return f"{self.parent}/{self.node}"

    @property
    def id(self):
        """The name that the daemon gives it: its place, without the number that changes."""
        return self.parent

    def description(self):
        """In umockdev's own format."""
        x, y, z = steps(READINGS[self.orientation])
        attributes = {
            "name": self.name, "in_accel_scale": SCALE,
            "in_accel_x_raw": x, "in_accel_y_raw": y, "in_accel_z_raw": z, **self.attributes,
        }
        properties = {"DEVTYPE": "iio_device", "SUBSYSTEM": "iio", **self.properties}
        return self._format(self.path, properties, attributes)

    @staticmethod
    def _format(path, properties, attributes, node=None, driver=None):
        path = path.removeprefix("/sys")
        lines = [f"P: {path}"]
        if node:
            lines.append(f"N: {node}")
        if driver:
            lines.append(f"L: driver={'../' * path.count('/')}bus/{properties['SUBSYSTEM']}/drivers/{driver}")
        lines += [f"E: {key}={value}" for key, value in properties.items()]
        lines += [f"A: {key}={value}\\n" for key, value in attributes.items()]
        return "\n".join(lines) + "\n\n"

    def plug(self):
        """Adds the device; the testbed tells those who listen to udev."""
        self._choose_testbed()
        self.bed.add_from_string(self.description())

    def unplug(self):
        self._choose_testbed()
        self.bed.uevent(self.path, "remove")
        self.bed.remove_device(self.path)

    def set_property(self, name, value):
        """Changes a udev property; nobody hears of it before ``change()``."""
        self.bed.set_property(self.path, name, value)

    def change(self):
        """Tells those who listen to udev that something about the device is different."""
        self._choose_testbed()
        self.bed.uevent(self.path, "change")

    def _choose_testbed(self):
        """Events are looked up in the testbed that the environment names; one that was collected late takes
        the name away."""
        GLib.setenv("UMOCKDEV_DIR", self.bed.get_root_dir(), True)

    def read(self, attribute):
        with open(self.bed.get_root_dir() + self.path + "/" + attribute) as file:
            return file.read().strip("\0\n ")      # libiio writes a NUL behind each value

    def write(self, attribute, value):
        with open(self.bed.get_root_dir() + self.path + "/" + attribute, "r+") as file:
            file.write(f"{value}\n")
            file.truncate()

    def hang(self, attribute):
        """Has whoever reads an attribute wait, until what this returns is called. The attribute's file becomes
        a pipe that is open for writing, so that opening it waits for nobody: the testbed opens one file at a
        time."""
        path = self.bed.get_root_dir() + self.path + "/" + attribute
        with open(path, "rb") as file:
            value = file.read()
        os.unlink(path)
        os.mkfifo(path)
        pipe = os.open(path, os.O_RDWR)

        def answer():
            with open(path + ".new", "wb") as file:
                file.write(value)
            os.rename(path + ".new", path)
            os.write(pipe, value)
            os.close(pipe)

        return answer

    def hold(self, orientation):
        """Turns the sensor, at once."""
        self.orientation = orientation
        for axis, value in zip("xyz", steps(READINGS[orientation])):
            self.write(f"in_accel_{axis}_raw", value)

    def close(self):
        pass


class ScalarSensor(PolledSensor):
    """A chip that measures one number, such as light: its attributes are what is given."""

    def __init__(self, bed, name, number=5, properties=(), **attributes):
        super().__init__(bed, number=number, name=name, parent=f"i2c-MOCK000{number}:00", properties=properties,
                         attributes=attributes)

    def description(self):
        properties = {"DEVTYPE": "iio_device", "SUBSYSTEM": "iio", **self.properties}
        return self._format(self.path, properties, {"name": self.name, **self.attributes})


class BufferedSensor(PolledSensor):
    """A chip with a trigger and a buffer, whose samples are fed to its device node while the buffer
    is enabled, as often as its frequency says and in the format that the enabled scan elements ask for."""

    def __init__(self, bed, **options):
        self.feeder = None
        self.muted = False
        super().__init__(bed, **options)

    def description(self):
        x, y, z = steps(READINGS[self.orientation])
        measured = {"in_accel_scale": SCALE, "in_accel_x_raw": x, "in_accel_y_raw": y, "in_accel_z_raw": z}
        return self.buffered_description(measured, {f"in_accel_{axis}": "le:s12/16>>4" for axis in "xyz"})

    def buffered_description(self, measured, elements):
        """What is measured, as attributes, and the format of each element of a scan."""
        attributes = {
            "name": self.name, **measured,
            "dev": f"244:{self.number}", "current_timestamp_clock": "realtime",
            "sampling_frequency": "100",
            "sampling_frequency_available": "12.5 25 50 100",
            "buffer/enable": 0, "buffer/length": 16, "buffer/watermark": 1, "buffer/data_available": 0,
            "trigger/current_trigger": "",
        }
        for index, (name, format) in enumerate([*elements.items(), ("in_timestamp", "le:s64/64>>0")]):
            attributes[f"scan_elements/{name}_en"] = 0
            attributes[f"scan_elements/{name}_index"] = index
            attributes[f"scan_elements/{name}_type"] = format
        attributes |= self.attributes
        properties = {
            "DEVTYPE": "iio_device", "SUBSYSTEM": "iio", "DEVNAME": f"/dev/{self.node}",
            "MAJOR": 244, "MINOR": self.number, **self.properties,
        }
        trigger = self._format(
            f"{self.parent}/trigger0", {"DEVTYPE": "iio_trigger", "SUBSYSTEM": "iio"},
            {"name": f"{self.name}-dev{self.number}"})
        return self._format(self.path, properties, attributes, node=self.node) + trigger

    def plug(self):
        super().plug()
        self.descriptor = self.bed.get_dev_fd(f"/dev/{self.node}")
        self.stopping = threading.Event()
        self.feeder = threading.Thread(target=self._feed, daemon=True)
        self.feeder.start()

    def unplug(self):
        self.close()
        super().unplug()
        self.bed.uevent(f"{self.parent}/trigger0", "remove")
        self.bed.remove_device(f"{self.parent}/trigger0")
        self.number += 10       # the testbed makes no node of the same name twice; the kernel may

    def close(self):
        if self.feeder:
            self.stopping.set()
            self.feeder.join()
            self.feeder = None

    def _feed(self):
        period = 0.01
        while not self.stopping.wait(period):
            try:
                period = self.period()
                if self.read("buffer/enable") != "1" or self.muted:
                    continue
                os.write(self.descriptor, self.scan())
            except (FileNotFoundError, ValueError):
                continue
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EIO):
                    raise

    def period(self):
        """Seconds from one scan to the next."""
        return 1 / float(self.read("sampling_frequency"))

    def timestamp(self):
        """Now in nanoseconds, on the clock that the kernel is told to stamp with."""
        clock = {"boottime": time.CLOCK_BOOTTIME, "monotonic": time.CLOCK_MONOTONIC}.get(
            self.read("current_timestamp_clock"), time.CLOCK_REALTIME)
        return time.clock_gettime_ns(clock)

    def scan(self):
        """One sample as the kernel lays it out: each element aligned to its own size. The low bits that
        the format shifts away are set, as real chips set them."""
        data = b""
        for axis, value in zip("xyz", steps(READINGS[self.orientation])):
            if self.read(f"scan_elements/in_accel_{axis}_en") == "1":
                value = max(-2048, min(2047, value))
                data += struct.pack("<H", (value << 4 & 0xFFFF) | 0x5)
        return self.stamped(data)

    def stamped(self, data):
        if self.read("scan_elements/in_timestamp_en") == "1":
            data += b"\0" * (-len(data) % 8) + struct.pack("<q", self.timestamp())
        return data


class BufferedScalar(BufferedSensor):
    """A chip with a trigger and a buffer that measures one number. What its attribute says may be something
    else, as it is with sensor hubs that refuse to be asked; without `raw` it has no such attribute."""

    def __init__(self, bed, name="als", number=6, channel="in_illuminance", value=0, raw=None, changes_only=False,
                 properties=(), **attributes):
        self.channel = channel
        self.value = value
        self.reported = None
        self.raw = {} if raw is None else {f"{channel}_raw": raw}
        self.changes_only = changes_only
        super().__init__(bed, name=name, number=number, parent=f"i2c-MOCK000{number}:00", properties=properties,
                         attributes=attributes)

    def description(self):
        threshold = {f"{self.channel}_hysteresis": 0} if self.changes_only else {}
        return self.buffered_description({**self.raw, **threshold}, {self.channel: "le:u32/32>>0"})

    def scan(self):
        if self.changes_only and self.reported == self.value:
            return b""
        self.reported = self.value
        if self.read(f"scan_elements/{self.channel}_en") != "1":
            return b""
        return self.stamped(struct.pack("<I", self.value))
