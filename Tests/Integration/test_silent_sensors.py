"""Sensors whose attributes cannot be read: their hub has hung, and whoever reads one of them waits."""

import time

import pytest

from service import PATIENCE, await_condition

# What a client is told of such a sensor.
SILENT = "it has not answered yet: its attributes are being read"


def listed(daemon, sensor):
    """What the daemon says of a sensor, if it shows it."""
    return next((one for one in daemon.open().ListSensors()["sensors"] if one["id"] == sensor.id), None)


def shown_as_silent(daemon, sensor):
    """What the daemon says of a sensor that has not answered for some time."""
    one = await_condition(lambda: listed(daemon, sensor), "it is listed")
    return one["problem"] == SILENT and not one["selected"]


@pytest.mark.parametrize("attribute", ["name", "in_accel_scale"])
def test_a_sensor_that_does_not_answer_holds_up_neither_the_first_message_nor_the_stop(attribute, polled, start):
    sensor = polled()
    sensor.hang(attribute)
    daemon = start()

    before = time.monotonic()
    subscriber = daemon.follow()
    assert subscriber.next()["sensorStatus"] == "absent"
    assert time.monotonic() - before < 1
    assert shown_as_silent(daemon, sensor)

    duration, status = daemon.terminate()
    assert (duration < 2, status) == (True, 0)


@pytest.mark.parametrize("attribute", ["name", "in_accel_scale"])
def test_a_sensor_that_does_not_answer_holds_up_no_other(attribute, polled, buffered, start):
    silent = polled(number=0, parent="i2c-A", properties={"ACCEL_LOCATION": "display"})
    silent.hang(attribute)
    other = buffered(number=1, parent="i2c-B")
    daemon = start()
    subscriber = daemon.follow()

    assert subscriber.until(deviceOrientation="portrait", limit=5)["sensor"] == other.id
    other.hold("landscapeLeft")
    subscriber.until(deviceOrientation="landscapeLeft")
    assert shown_as_silent(daemon, silent)

    duration, status = daemon.terminate()
    assert (duration < 2, status) == (True, 0)


def test_a_sensor_is_used_as_soon_as_it_answers(polled, start):
    sensor = polled()
    answer = sensor.hang("in_accel_scale")
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="absent")

    answer()

    assert subscriber.until(deviceOrientation="portrait")["sensor"] == sensor.id
    assert "problem" not in listed(daemon, sensor)


def test_a_sensor_in_use_goes_on_while_it_does_not_say_what_changed(polled, start):
    sensor = polled()
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait")

    answer = sensor.hang("in_accel_scale")
    sensor.set_property("ACCEL_MOUNT_MATRIX", "0, -1, 0; 1, 0, 0; 0, 0, 1")
    sensor.change()

    # What udev says of it counts at once all the same.
    turned = subscriber.until(deviceOrientation="landscapeRight")
    assert turned["sensor"] == sensor.id
    sensor.hold("landscapeLeft")
    subscriber.until(deviceOrientation="portrait")
    answer()
    sensor.hold("portrait")
    subscriber.until(deviceOrientation="landscapeRight")


def test_one_that_is_unplugged_before_it_answers_is_forgotten(polled, start):
    sensor = polled()
    sensor.hang("in_accel_scale")
    daemon = start()
    assert shown_as_silent(daemon, sensor)

    sensor.unplug()

    await_condition(lambda: listed(daemon, sensor) is None, "it is not listed any more", PATIENCE)
    sensor.plug()
    assert daemon.follow().until(deviceOrientation="portrait")["sensor"] == sensor.id


def test_a_pinned_sensor_that_does_not_answer_is_named_in_the_log(polled, start):
    sensor = polled()
    sensor.hang("in_accel_scale")

    daemon = start("--sensor", sensor.id)

    line = f"the sensor {sensor.id} is asked for and cannot be used: {SILENT}"
    await_condition(lambda: line in daemon.log, "the log says so")
