"""From a sensor's files to what a subscriber reads."""

import pathlib
import time

import pytest

from mock_sensors import READINGS, SCALE
from service import PATIENCE, await_condition

# In an order in which each differs from the one before. The interface orientation is crosswise to
# the device's in landscape, and held while the device lies flat.
TOUR = [
    ("portrait", "portrait", 0),
    ("landscapeLeft", "landscapeRight", 270),
    ("portraitUpsideDown", "portraitUpsideDown", 180),
    ("landscapeRight", "landscapeLeft", 90),
    ("faceUp", "landscapeLeft", 90),
    ("portrait", "portrait", 0),
    ("faceDown", "portrait", 0),
]


def tour(sensor, subscriber):
    for device, interface, rotation in TOUR:
        sensor.hold(device)
        state = subscriber.until(deviceOrientation=device)
        assert (state["interfaceOrientation"], state["rotation"]) == (interface, rotation)
        assert state["sensorStatus"] == "ready"


def test_a_polled_sensor_is_followed_through_all_sides(polled, start):
    sensor = polled()

    tour(sensor, start().follow())


def test_a_buffered_sensor_is_followed_through_all_sides(buffered, start):
    sensor = buffered()
    daemon = start()
    subscriber = daemon.follow()

    tour(sensor, subscriber)

    assert sensor.read("buffer/enable") == "1"
    [listed] = daemon.open().ListSensors()["sensors"]
    assert listed["transport"] == "bufferHardware"
    assert sensor.read("trigger/current_trigger") == f"{sensor.name}-dev0"


def test_the_buffer_is_left_as_it_was_found(buffered, start):
    sensor = buffered()
    names = ["buffer/enable", "buffer/length", "trigger/current_trigger", "current_timestamp_clock",
             "sampling_frequency", *(f"scan_elements/in_accel_{axis}_en" for axis in "xyz")]
    found = {name: sensor.read(name) for name in names}
    daemon = start()
    daemon.follow().until(sensorStatus="ready")

    daemon.terminate()

    assert {name: sensor.read(name) for name in names} == found


def test_the_sensor_is_off_until_somebody_subscribes_and_again_when_nobody_does(buffered, start):
    sensor = buffered()
    daemon = start()
    assert daemon.open().GetState()["state"]["sensorStatus"] == "idle"
    assert sensor.read("buffer/enable") == "0"

    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready")
    assert sensor.read("buffer/enable") == "1"
    before = time.monotonic()
    subscriber.close()
    await_condition(lambda: sensor.read("buffer/enable") == "0", "the buffer is disabled")

    assert 4.5 < time.monotonic() - before < 8
    assert daemon.open().GetState()["state"]["sensorStatus"] == "idle"


def test_list_sensors_describes_each_sensor(polled, buffered, start):
    polled(number=0, name="mc3230", parent="i2c-A", properties={"ACCEL_LOCATION": "base"})
    buffered(number=1, name="bma250e", parent="i2c-B",
             properties={"ACCEL_MOUNT_MATRIX": "0, 1, 0; -1, 0, 0; 0, 0, 1"})

    sensors = {each["id"]: each for each in start().open().ListSensors()["sensors"]}

    assert set(sensors) == {"/sys/devices/i2c-A", "/sys/devices/i2c-B"}
    base, display = sensors["/sys/devices/i2c-A"], sensors["/sys/devices/i2c-B"]
    assert (base["name"], base["location"], base["selected"]) == ("mc3230", "base", False)
    assert (display["name"], display["location"], display["selected"]) == ("bma250e", "unknown", True)
    assert base["transport"] == "sysfs"
    assert base["scale"] == pytest.approx([SCALE] * 3)
    assert base["offset"] == [0, 0, 0]
    assert not base["active"] and not display["active"]
    assert [each["source"] for each in display["matrixSources"] if each["inForce"]] == ["udev"]
    # x and y of the hardware database's frame are turned about z into the device frame.
    assert display["mountMatrix"] == pytest.approx([0, -1, 0, 1, 0, 0, 0, 0, 1])


def test_a_matrix_from_udev_turns_the_sensor(polled, start):
    sensor = polled(properties={"ACCEL_MOUNT_MATRIX": "0, 1, 0; -1, 0, 0; 0, 0, 1"}, orientation="faceUp")
    subscriber = start().follow()
    subscriber.until(deviceOrientation="faceUp")

    # The chip's x axis points down: the matrix makes that (0, +g), upside down in hwdb's frame.
    sensor.hold("landscapeLeft")
    subscriber.until(deviceOrientation="portraitUpsideDown")


def test_a_sensor_whose_matrix_cannot_be_read_is_not_believed_and_described_again(bed, polled, start):
    matrix = "0, 1, 0; -1, 0, 0; 0, 0, 1"
    sensor = polled(attributes={"in_accel_mount_matrix": matrix}, orientation="landscapeLeft")
    file = pathlib.Path(bed.get_root_dir() + sensor.path) / "in_accel_mount_matrix"
    file.unlink()
    file.mkdir()        # it is there, and reading it fails
    daemon = start()
    subscriber = daemon.follow()

    assert subscriber.next()["sensorStatus"] == "absent"
    [described] = daemon.open().ListSensors()["sensors"]
    assert "its mount matrix cannot be read" in described["problem"]

    file.rmdir()
    file.write_text(matrix + "\n")
    # The matrix is of the kernel's frame: the chip's x axis is the device's y axis, turned over.
    state = subscriber.until(sensorStatus="ready", deviceOrientation="portraitUpsideDown")
    assert state["sensor"] == sensor.id


def test_the_rate_of_a_buffer_that_another_program_has_enabled_is_left_alone(buffered, start):
    sensor = buffered()
    sensor.write("trigger/current_trigger", f"{sensor.name}-dev0")
    sensor.write("sampling_frequency", "50")
    sensor.write("buffer/enable", "1")
    daemon = start(config="[Sensor]\nSamplingFrequency=25\n")

    daemon.follow().until(sensorStatus="degraded", deviceOrientation="portrait")

    assert sensor.read("sampling_frequency").strip() == "50"
    sensor.write("buffer/enable", "0")
    daemon.followers[0].until(sensorStatus="ready", limit=40)
    assert sensor.read("sampling_frequency").strip() == "25"


def test_no_sensor_is_a_state_and_one_that_comes_later_is_used(polled, start):
    daemon = start()
    subscriber = daemon.follow()
    state = subscriber.next()
    assert (state["sensorStatus"], state["deviceOrientation"]) == ("absent", "unknown")
    assert "sensor" not in state
    assert daemon.open().ListSensors()["sensors"] == []

    sensor = polled(orientation="landscapeRight")
    state = subscriber.until(deviceOrientation="landscapeRight")

    assert (state["sensorStatus"], state["sensor"]) == ("ready", sensor.id)


@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_a_sensor_that_is_removed_and_comes_back_keeps_its_subscribers(kind, start, request):
    sensor = request.getfixturevalue(kind)(orientation="landscapeLeft")
    subscriber = start().follow()
    subscriber.until(deviceOrientation="landscapeLeft")

    for orientation in ("portraitUpsideDown", "landscapeLeft"):
        sensor.unplug()
        state = subscriber.until(sensorStatus="absent")
        assert "sensor" not in state

        sensor.orientation = orientation
        before = time.monotonic()
        sensor.plug()
        state = subscriber.until(deviceOrientation=orientation)
        assert state["sensorStatus"] == "ready"
        assert time.monotonic() - before < 3


def test_the_next_best_sensor_takes_over(polled, start):
    best = polled(number=0, parent="i2c-A", properties={"ACCEL_LOCATION": "display"})
    other = polled(number=1, parent="i2c-B", orientation="landscapeRight")
    subscriber = start().follow()
    assert subscriber.until(deviceOrientation="portrait")["sensor"] == best.id

    best.unplug()

    assert subscriber.until(deviceOrientation="landscapeRight")["sensor"] == other.id


@pytest.mark.parametrize("properties, attributes", [
    ({"ACCEL_LOCATION": "base"}, {}),
    ({}, {"label": "accel-base"}),
    ({}, {"label": "accel-camera"}),
    ({}, {"location": "base"}),
])
def test_a_sensor_that_does_not_turn_with_the_display_is_used_only_when_pinned(
        polled, start, properties, attributes):
    sensor = polled(properties=properties, attributes=attributes)
    assert start().follow().next()["sensorStatus"] == "absent"

    pinned = start("--sensor", sensor.id).follow()

    assert pinned.until(deviceOrientation="portrait")["sensor"] == sensor.id


@pytest.mark.parametrize("name", ["lis3lv02d", "hp_accel", "hdaps", "applesmc"])
def test_a_hard_disks_protection_sensor_is_not_used(polled, start, name):
    polled(name=name)
    daemon = start()

    assert daemon.follow().next()["sensorStatus"] == "absent"
    [listed] = daemon.open().ListSensors()["sensors"]
    assert listed["problem"]


def test_all_zero_is_no_measurement(polled, start):
    sensor = polled()
    subscriber = start().follow()
    subscriber.until(deviceOrientation="portrait")

    for axis in "xyz":
        sensor.write(f"in_accel_{axis}_raw", 0)
    state = subscriber.until(sensorStatus="stalled")
    assert state["deviceOrientation"] == "unknown"

    sensor.hold("landscapeLeft")
    subscriber.until(deviceOrientation="landscapeLeft", sensorStatus="ready")


def test_a_measurement_with_one_bad_axis_is_left_out(polled, start):
    sensor = polled()
    subscriber = start().follow()
    subscriber.until(deviceOrientation="portrait")

    # Were x believed alone, the device would now be seen on its side.
    sensor.write("in_accel_y_raw", "garbage")
    sensor.write("in_accel_x_raw", sensor.read("in_accel_z_raw"))
    subscriber.until(deviceOrientation="unknown")

    assert [state["deviceOrientation"] for state in subscriber.states if state["deviceOrientation"]
            not in ("unknown", "portrait")] == []
    sensor.hold("portraitUpsideDown")
    subscriber.until(deviceOrientation="portraitUpsideDown")


def test_a_silent_buffer_falls_back_to_polling(buffered, start):
    sensor = buffered(orientation="landscapeLeft")
    sensor.muted = True
    daemon = start()

    subscriber = daemon.follow()
    # Raw reads move while the buffer says nothing.
    subscriber.until(deviceOrientation="landscapeLeft", sensorStatus="degraded")
    sensor.hold("landscapeRight")
    subscriber.until(deviceOrientation="landscapeRight")


def test_a_device_turned_while_nobody_subscribed_is_seen_at_once(polled, start):
    sensor = polled()
    daemon = start()
    first = daemon.follow()
    first.until(deviceOrientation="portrait")
    first.close()

    sensor.hold("landscapeRight")

    daemon.follow().until(deviceOrientation="landscapeRight", limit=PATIENCE)


def test_a_pinned_sensor_that_is_absent_is_named_in_the_log_with_those_that_there_are(polled, start):
    sensor = polled()
    daemon = start("--sensor", "blah")

    assert daemon.follow().next()["sensorStatus"] == "absent"
    [line] = await_condition(
        lambda: [line for line in daemon.log.splitlines() if "blah" in line], "the log names the sensor")
    assert f"{sensor.id} ({sensor.name})" in line
