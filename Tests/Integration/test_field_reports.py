"""What users of other programs complained about, one test for each complaint.

Those about classification, devices that hang, and the client library are where these are tested.
"""

import os
import time

import pytest

from described_sensors import descriptions
from service import await_condition


def listed(daemon):
    return daemon.open().ListSensors()["sensors"]


# Mounting and location.

def test_udev_has_a_matrix_for_the_chip_and_the_device_tree_one_for_the_board(described, start):
    """Four ways to hold the device become two, since a matrix from elsewhere wins and nobody says so."""
    machine = descriptions()["pinenote-sc7a20"]
    device = described(machine)
    daemon = start()
    daemon.follow().until(sensorStatus="ready")
    device.change()     # and nothing is different

    [sensor] = listed(daemon)
    sources = {source["source"]: source for source in sensor["matrixSources"]}
    # Both are shown with the winner, and the fact is logged, once.
    assert sources["udev"]["value"] == "0, 0, -1; 1, 0, 0; 0, -1, 0" and sources["udev"]["inForce"]
    assert sources["kernel"]["value"] == "-1, 0, 0; 0, 1, 0; 0, 0, 1" and not sources["kernel"]["inForce"]
    assert any("differ" in note for note in sensor["notes"])
    assert daemon.log.count(" differ;") == 1
    # With the other precedence all ways to hold it are told apart: see the machine's own tests.


def test_an_edited_hardware_database_has_an_effect_without_a_restart(polled, start):
    sensor = polled(orientation="portrait")
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait")

    # The chip's y axis now counts as x.
    sensor.set_property("ACCEL_MOUNT_MATRIX", "0, 1, 0; -1, 0, 0; 0, 0, 1")
    before = time.monotonic()
    sensor.change()

    # (0, -g, 0) through that matrix is (-g, 0, 0): right edge up, on the same connection.
    subscriber.until(deviceOrientation="landscapeLeft")
    assert time.monotonic() - before <= 1.5     # 1 s is required; the rest is for a busy machine
    [source] = [each for each in listed(daemon)[0]["matrixSources"] if each["inForce"]]
    assert source == {"source": "udev", "value": "0, 1, 0; -1, 0, 0; 0, 0, 1", "inForce": True}


@pytest.mark.parametrize("matrix, reason", [
    ("1, 0, 0; 1, 0, 0; 0, 0, 1", "right angles"),                  # x twice
    ("1, 0, 0; 0, 0, 0; 0, 0, 1", "long"),                          # y lost
    ("0, 0, -1; 1, 0 0; 0, 1, 0", "number"),                        # a comma lost
    ("1, 0, 0; 0, 1, 0", "rows"),
    ("1, 0, 0; 0, 1, 0; 0, 0, 1;", "rows"),
])
def test_a_matrix_that_cannot_be_one_is_refused_by_name_and_the_next_is_used(polled, start, matrix, reason):
    polled(properties={"ACCEL_MOUNT_MATRIX": matrix},
           attributes={"in_accel_mount_matrix": "0, -1, 0; 1, 0, 0; 0, 0, 1"})

    sources = {source["source"]: source for source in listed(start())[0]["matrixSources"]}

    assert not sources["udev"]["inForce"] and reason in sources["udev"]["problem"]
    assert sources["kernel"]["inForce"]


def test_a_third_row_that_is_wrong_costs_nothing(polled, start):
    """The hardware database has two of these, with an axis twice and z lost."""
    sensor = polled(properties={"ACCEL_MOUNT_MATRIX": "1, 0, 0; 0, 1, 0; 1, 0, 0"}, orientation="faceUp")
    daemon = start()
    subscriber = daemon.follow()

    subscriber.until(deviceOrientation="faceUp")
    sensor.hold("landscapeLeft")
    subscriber.until(deviceOrientation="landscapeLeft")

    [source] = [each for each in listed(daemon)[0]["matrixSources"] if each["source"] == "udev"]
    assert source["inForce"] and "only the first two rows" in source["problem"]


@pytest.mark.parametrize("name", ["lis3lv02d", "hp_accel", "hdaps", "applesmc"])
def test_a_hard_disks_fall_sensor_turns_the_screen_only_if_somebody_wants_that(polled, start, name):
    sensor = polled(name=name, orientation="landscapeRight")
    refused = start()
    assert refused.follow().next()["sensorStatus"] == "absent"
    assert name in listed(refused)[0]["problem"]

    start(config="[Sensor]\nDeniedNames=\n").follow().until(deviceOrientation="landscapeRight")
    start("--sensor", sensor.id).follow().until(deviceOrientation="landscapeRight")


REMOTE = {
    "Bluetooth": [
        ("/devices/virtual/misc/uhid/0005:054C:0CE6.0001", {"SUBSYSTEM": "hid"}, {}),
    ],
    "can be pulled out": [
        ("/devices/pci0000:00/0000:00:14.0/usb1/1-2", {"SUBSYSTEM": "usb"}, {"removable": "removable"}),
        ("/devices/pci0000:00/0000:00:14.0/usb1/1-2/0003:057E:2009.0002", {"SUBSYSTEM": "hid"}, {}),
    ],
    "game controller": [
        ("/devices/pci0000:00/0000:00:14.0/usb1/1-3/0003:046D:C21D.0003", {"SUBSYSTEM": "hid"}, {}),
        ("/devices/pci0000:00/0000:00:14.0/usb1/1-3/0003:046D:C21D.0003/input/input8",
         {"SUBSYSTEM": "input", "ID_INPUT": "1", "ID_INPUT_JOYSTICK": "1"}, {"name": "Pad"}),
    ],
    "uinput": [
        ("/devices/virtual/misc/uinput", {"SUBSYSTEM": "misc"}, {}),
        ("/devices/virtual/misc/uinput/made-up", {"SUBSYSTEM": "platform"}, {}),
    ],
}


@pytest.mark.parametrize("reason", REMOTE)
def test_an_accelerometer_that_is_no_part_of_the_machine_never_turns_it(bed, polled, start, reason):
    """A game console beside the desktop turned its screen."""
    places = REMOTE[reason]
    for path, properties, attributes in places:
        lines = [f"P: {path}"] + [f"E: {key}={value}" for key, value in properties.items()]
        lines += [f"A: {key}={value}\\n" for key, value in attributes.items()]
        bed.add_from_string("\n".join(lines) + "\n\n")
    parent = next(path for path, _, _ in reversed(places) if "/input/" not in path)
    sensor = polled(parent=parent.removeprefix("/devices/"), orientation="landscapeLeft")
    daemon = start()

    assert daemon.follow().next()["sensorStatus"] == "absent"
    [found] = listed(daemon)
    assert reason in found["problem"] and not found["selected"]
    # Somebody who names it means it.
    start("--sensor", sensor.id).follow().until(deviceOrientation="landscapeLeft")


@pytest.mark.parametrize("option, mode, expected", [
    ("auto", None, ("portrait", 0)),
    ("auto", "1280x800", ("landscapeRight", 0)),
    ("auto", "800x1280", ("portrait", 0)),
    ("right-side-up", "800x1280", ("landscapeRight", 90)),
    ("left-side-up", "800x1280", ("landscapeRight", 270)),
    ("upside-down", "1280x800", ("landscapeRight", 180)),
])
def test_a_panel_that_is_mounted_turned_is_not_off_by_90_degrees(bed, polled, start, option, mode, expected):
    if mode:
        bed.add_from_string(
            "P: /devices/pci0000:00/0000:00:02.0/drm/card0/card0-DSI-1\nE: SUBSYSTEM=drm\n"
            f"A: modes={mode}\\n\n\n")
    polled()
    daemon = start(config=f"[Sensor]\nPanelOrientation={option}\n")

    reply = daemon.open().ListSensors()

    assert (reply["naturalOrientation"], reply["panelOrientation"]) == expected
    assert reply["orientationReason"]


# Life cycle.

def test_two_sensors_with_one_modalias_are_told_apart_and_take_over_from_each_other(described, start):
    display = described(descriptions()["chuwi-minibook-x-display"])
    base = described(descriptions()["chuwi-minibook-x-base"])
    daemon = start()
    subscriber = daemon.follow()
    assert subscriber.until(deviceOrientation="portrait")["sensor"] == display.id
    assert {each["location"]: each["selected"] for each in listed(daemon)} == {"display": True, "base": False}

    # The base never takes over by itself.
    display.unplug()
    assert "sensor" not in subscriber.until(sensorStatus="absent")
    assert [each["id"] for each in listed(daemon)] == [base.id]


def test_the_next_best_takes_over_within_a_second_and_hands_back(polled, start):
    best = polled(number=0, parent="i2c-A", properties={"ACCEL_LOCATION": "display"})
    other = polled(number=1, parent="i2c-B", orientation="landscapeRight")
    subscriber = start().follow()
    assert subscriber.until(deviceOrientation="portrait")["sensor"] == best.id

    before = time.monotonic()
    best.unplug()
    assert subscriber.until(deviceOrientation="landscapeRight")["sensor"] == other.id
    assert time.monotonic() - before <= 1.5

    best.plug()
    assert subscriber.until(deviceOrientation="portrait")["sensor"] == best.id


def test_a_sensor_that_comes_back_under_its_number_at_another_place_is_another(polled, start):
    first = polled(number=0, parent="i2c-A", orientation="landscapeLeft")
    subscriber = start().follow()
    assert subscriber.until(deviceOrientation="landscapeLeft")["sensor"] == first.id
    first.unplug()
    subscriber.until(sensorStatus="absent")

    second = polled(number=0, parent="i2c-B", orientation="landscapeRight")

    assert second.node == first.node and second.id != first.id
    assert subscriber.until(deviceOrientation="landscapeRight")["sensor"] == second.id


def descriptors(daemon):
    return len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def memory(daemon):
    with open(f"/proc/{daemon.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


@pytest.mark.figures
def test_a_sensor_that_goes_and_comes_a_thousand_times_costs_nothing(polled, start):
    sensor = polled()
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait")
    sides = ["landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"]
    slowest = 0

    def cycle(number):
        nonlocal slowest
        side = sides[number % len(sides)]
        sensor.unplug()
        subscriber.until(sensorStatus="absent")
        subscriber.states.clear()
        sensor.orientation = side
        before = time.monotonic()
        sensor.plug()
        if number % 20 == 0:        # the others go on as soon as the sensor is seen
            subscriber.until(deviceOrientation=side, sensorStatus="ready")
            slowest = max(slowest, time.monotonic() - before)
        else:
            subscriber.until(sensorStatus="starting")

    for number in range(100):
        cycle(number)
    subscriber.until(sensorStatus="ready")
    before = (descriptors(daemon), memory(daemon))

    for number in range(100, 1001):     # the last one is awaited
        cycle(number)

    # What a thread that has ended leaves behind is let go of with the next start of the sensor.
    for number in range(1001, 1011):
        if descriptors(daemon) <= before[0]:
            break
        cycle(number)
    await_condition(lambda: descriptors(daemon) <= before[0], "no more descriptors than before")
    assert memory(daemon) <= 1.05 * before[1]
    assert slowest <= 1.5       # 1 s is required; the rest is for a busy machine


# Permissions.

def test_a_reader_of_a_state_can_tell_how_old_it_is_and_whether_the_sensor_works(polled, start):
    """A value that was read after the sensor had been given back was the last one, for ever."""
    polled(orientation="landscapeLeft")
    daemon = start()
    subscriber = daemon.follow()
    ready = subscriber.until(deviceOrientation="landscapeLeft")
    subscriber.close()
    await_condition(
        lambda: daemon.open().GetState()["state"]["sensorStatus"] == "idle", "the sensor is off")

    old = daemon.open().GetState()["state"]

    assert old["timestamp"] >= ready["timestamp"]
    assert old["timestamp"] <= time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
    assert (old["sensorStatus"], old["deviceOrientation"]) == ("idle", "landscapeLeft")


def test_it_starts_where_there_is_neither_systemd_nor_a_sensor(start):
    """In an empty container others hang or exit."""
    daemon = start()

    with daemon.wire() as wire:
        info = wire.call("org.varlink.service.GetInfo")["parameters"]
        state = wire.call("org.orientationd.GetState")["parameters"]["state"]

    assert info["version"] and "org.orientationd" in info["interfaces"]
    assert state["sensorStatus"] == "absent"
