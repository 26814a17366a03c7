"""Machines made of descriptions, by umockdev. Tests/Fixtures/devices/README.md tells their form.

What a sensor reads follows from where its axes point in the casing, as solder and screws put them
there, and not from any mount matrix.
"""

import json
import math
import pathlib
import struct

from mock_sensors import GRAVITY, BufferedSensor
from service import REPOSITORY

DESCRIPTIONS = REPOSITORY / "Tests" / "Fixtures" / "devices"

# Where the edges and faces of a casing that is held as portrait point.
DIRECTIONS = {
    "right": (1, 0, 0), "left": (-1, 0, 0),
    "top": (0, 1, 0), "bottom": (0, -1, 0),
    "out": (0, 0, 1), "in": (0, 0, -1),
}

# Which part of the casing is up, in each of the seven orientations. Up is where specific force
# points. Nothing is up in free fall, and a sensor then reads next to nothing.
UP = {
    "portrait": "top",
    "landscapeLeft": "right",
    "portraitUpsideDown": "bottom",
    "landscapeRight": "left",
    "faceUp": "out",
    "faceDown": "in",
    "unknown": None,
}

# What each axis reads in free fall, in m/s²: noise.
FREE_FALL = 0.2


def descriptions():
    """All of them, by name."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(DESCRIPTIONS.glob("*.json"))}


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def measured(description, orientation):
    """What the axes of the sensor measure, in m/s²."""
    up = UP[orientation] and DIRECTIONS[UP[orientation]]
    sign = {"specific force": 1, "gravity": -1}[description["reports"]]
    bias = description["sensor"].get("bias", {})
    values = []
    for axis in "xyz":
        pointing = DIRECTIONS[description["mounted"][axis]]
        share = sum(a * b for a, b in zip(pointing, up)) if up else FREE_FALL / GRAVITY
        values.append(sign * share * GRAVITY + (bias.get(axis, 0) if up else 0))
    return values


class ScanFormat:
    """The text of a scan element's type: `be:s12/16>>4`."""

    def __init__(self, text):
        endianness, _, rest = text.partition(":")
        bits, _, rest = rest[1:].partition("/")
        storage, _, shift = rest.partition(">>")
        self.order = {"le": "<", "be": ">"}[endianness]
        self.bits, self.storage, self.shift = int(bits), int(storage), int(shift)

    def encoded(self, value, garbage=0):
        """The value in its bits, and garbage in those that are none of it."""
        mask = ((1 << self.bits) - 1) << self.shift
        word = (value << self.shift & mask) | (garbage & ((1 << self.storage) - 1) & ~mask)
        return struct.pack(self.order + {8: "B", 16: "H", 32: "I", 64: "Q"}[self.storage], word)


class DescribedSensor(BufferedSensor):
    """The sensor of a description, with all that the machine has around it."""

    def __init__(self, bed, description, held_as="portrait"):
        self.machine = description
        self.sensor = description.get("sensor")
        self.format = ScanFormat(self.sensor["format"]) if self.sensor and "format" in self.sensor else None
        if not self.sensor:     # a machine without an IIO accelerometer
            self.bed, self.feeder = bed, None
            self._choose_testbed()
            bed.add_from_string("".join(map(self._surrounding, description["devices"])))
            return
        for path, lines in description.get("files", {}).items():
            file = pathlib.Path(bed.get_root_dir() + path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(line + "\0" for line in lines))
        super().__init__(
            bed, number=self.sensor["node"], name=self.sensor["name"],
            parent=self.sensor["parent"].removeprefix("/devices/"), orientation=held_as,
            properties=self.sensor.get("properties", {}), attributes=self.sensor.get("attributes", {}))

    @property
    def frequency_attribute(self):
        names = ("in_accel_sampling_frequency", "sampling_frequency")
        return next((name for name in names if name in self.attributes), None)

    # What the files hold.

    def _surrounding(self, device):
        return self._format(
            device["path"], {"SUBSYSTEM": device["subsystem"], **device.get("properties", {})},
            device.get("attributes", {}), driver=device.get("driver"))

    def description(self):
        attributes = {"name": self.name, **self.sensor.get("scale", {}), **self.attributes}
        attributes |= {f"in_accel_{axis}_raw": value for axis, value in zip("xyz", self.raw(self.orientation))}
        properties = {"DEVTYPE": "iio_device", "SUBSYSTEM": "iio", "DEVNAME": f"/dev/{self.node}",
                      "MAJOR": 244, "MINOR": self.number, **self.properties}
        if self.sensor.get("declared"):
            attributes["of_node/mount-matrix"] = "declared"
        text = "".join(map(self._surrounding, self.machine["devices"]))
        if not self.format:
            return text + self._format(self.path, properties, attributes)

        attributes |= {"dev": f"244:{self.number}", "current_timestamp_clock": "realtime",
                       "buffer/enable": 0, "buffer/length": 2, "buffer/watermark": 1, "buffer/data_available": 0}
        if not self.sensor.get("fifo"):
            attributes["trigger/current_trigger"] = ""
        for name, (index, format) in self.elements().items():
            attributes[f"scan_elements/{name}_en"] = 0
            attributes[f"scan_elements/{name}_index"] = index
            attributes[f"scan_elements/{name}_type"] = format
        text += self._format(self.path, properties, attributes, node=self.node)
        if "trigger" in self.sensor:
            text += self._format(
                f"{self.parent}/trigger0", {"DEVTYPE": "iio_trigger", "SUBSYSTEM": "iio"},
                {"name": self.sensor["trigger"]})
        return text

    def elements(self):
        """Name, place and format of each element of a scan."""
        elements = {}
        for key, index in self.sensor["scan"].items():
            name, format = ("in_timestamp", "le:s64/64>>0") if key == "timestamp" else (
                f"in_accel_{key}", self.sensor["format"])
            elements[name] = (index, format)
        for name, other in self.sensor.get("others", {}).items():
            elements[name] = (other["index"], other["format"])
        return elements

    # What it measures.

    def raw(self, orientation):
        """The numbers of the sensor: its offset and scale undone, and no more than its bits hold."""
        scales = self.sensor.get("scale", {})
        offset = float(self.attributes.get("in_accel_offset", 0))
        values = []
        for axis, value in zip("xyz", measured(self.machine, orientation)):
            scale = float(scales.get(f"in_accel_{axis}_scale", scales.get("in_accel_scale", scales.get("scale", 1))))
            steps = round(value / scale - offset)
            limit = 1 << (self.format.bits if self.format else 32) - 1
            values.append(max(-limit, min(limit - 1, steps)))
        return values

    def hold(self, orientation, polled=True):
        """Turns the sensor. What is to be seen through the buffer alone is left out of the attributes."""
        self.orientation = orientation
        if polled:
            for axis, value in zip("xyz", self.raw(orientation)):
                self.write(f"in_accel_{axis}_raw", value)

    def plug(self):
        if self.format:
            super().plug()
        else:
            self._choose_testbed()
            self.bed.add_from_string(self.description())

    def unplug(self):
        self.close()
        self._choose_testbed()
        paths = [self.path] + ([f"{self.parent}/trigger0"] if "trigger" in self.sensor else [])
        for path in paths:
            self.bed.uevent(path, "remove")
            self.bed.remove_device(path)

    def delivers(self):
        """Whether an enabled buffer is fed: a FIFO is, and what has a trigger."""
        return self.sensor.get("fifo") or self.read("trigger/current_trigger") != ""

    def period(self):
        name = self.frequency_attribute
        return 1 / max(1, float(self.read(name))) if name else 0.02

    def scan(self):
        """One scan as the kernel lays it out: enabled elements in the order of their indices, each aligned
        to its own size. The bits that are no part of a value hold those of the axis before it."""
        if not self.delivers():
            return b""
        values = dict(zip(("in_accel_x", "in_accel_y", "in_accel_z"), self.raw(self.orientation)))
        data, previous, largest = b"", 0x5A5A5A5A, 1
        for name, (index, text) in sorted(self.elements().items(), key=lambda item: item[1][0]):
            if self.read(f"scan_elements/{name}_en") != "1":
                continue
            format = ScanFormat(text)
            size = format.storage // 8
            largest = max(largest, size)
            data += b"\0" * (-len(data) % size)
            if name == "in_timestamp":
                data += format.encoded(self.timestamp())
            else:
                value = values.get(name, -1)
                garbage = (previous << format.bits | previous) & 0xFFFFFFFF
                data += format.encoded(value, garbage)
                previous = value & 0xFFFF
        return data + b"\0" * (-len(data) % largest)


def is_right_handed(description):
    """Whether the axes of the sensor form a right-handed system."""
    x, y, z = (DIRECTIONS[description["mounted"][axis]] for axis in "xyz")
    return math.isclose(sum(a * b for a, b in zip(cross(x, y), z)), 1)
