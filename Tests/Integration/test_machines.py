"""Real machines, from their descriptions: the right sensor is chosen, and every way of holding it is read
right through its own types, scales, offsets, signs and matrix."""

import pytest

from described_sensors import DIRECTIONS, UP, descriptions, is_right_handed, measured
from mock_sensors import GRAVITY
from service import await_condition

MACHINES = descriptions()
SENSORS = {name: each for name, each in MACHINES.items() if "sensor" in each}
BUFFERED = {name: each for name, each in SENSORS.items() if each["expected"]["buffer"] == "works"}

# Each differs from the one before in a way that another sign, another axis or another matrix would show.
POSTURES = [
    "landscapeLeft", "portraitUpsideDown", "landscapeRight", "faceUp", "portrait", "faceDown", "unknown",
]


def configuration(machine, **more):
    keys = {**machine.get("configuration", {}), **more}
    lines = [f"{key}={value}" for key, value in keys.items()]
    # The seventh is free fall, which is believed after half a second here.
    return "[Classifier]\nFreeFallSec=0.5\n[Sensor]\n" + "\n".join(lines) + "\n"


def run(machine, start, **keys):
    """A daemon that uses the sensor of the machine, also if it has to be told to."""
    options = [] if machine["expected"]["selected"] else ["--sensor", "/sys" + machine["sensor"]["parent"]]
    return start(*options, config=configuration(machine, **keys))


@pytest.mark.parametrize("name", MACHINES)
def test_the_sensor_is_chosen_or_refused_for_the_right_reason(name, described, start):
    machine = MACHINES[name]
    expected = machine["expected"]
    sensor = described(machine)
    daemon = start(config=configuration(machine))

    listed = daemon.open().ListSensors()["sensors"]

    # What has no axes of acceleration, or is no IIO device, is not an accelerometer at all.
    assert [each["name"] for each in listed] == ([machine["sensor"]["name"]] if "sensor" in machine else [])
    assert [each["selected"] for each in listed] == ([expected["selected"]] if listed else [])
    if not listed:
        assert daemon.follow().next()["sensorStatus"] == "absent"
        return
    [listed] = listed
    assert listed["id"] == sensor.id
    assert listed["location"] == expected["location"]
    if expected["selected"]:
        assert "problem" not in listed
    else:
        assert expected["reason"] in listed["problem"]
        assert daemon.follow().next()["sensorStatus"] == "absent"
    [source] = [each["source"] for each in listed["matrixSources"] if each["inForce"]]
    assert source == expected["matrix"]


@pytest.mark.parametrize("name", SENSORS)
def test_each_posture_is_read_right_from_the_attributes(name, described, start):
    machine = SENSORS[name]
    sensor = described(machine)
    daemon = run(machine, start, Buffer="no")
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")

    for posture in POSTURES:
        sensor.hold(posture)
        subscriber.until(deviceOrientation=posture)

    [listed] = daemon.open().ListSensors()["sensors"]
    assert (listed["transport"], listed["active"]) == ("sysfs", True)
    wanted = machine["expected"].get("frequency", {}).get("poll")
    if wanted:
        assert float(sensor.read(sensor.frequency_attribute)) == pytest.approx(wanted)
        assert listed["samplingFrequency"] == pytest.approx(wanted)


@pytest.mark.parametrize("name", BUFFERED)
def test_each_posture_is_read_right_from_the_buffer(name, described, start):
    machine = BUFFERED[name]
    sensor = described(machine)
    daemon = run(machine, start)
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")

    def hold(posture):
        # The attributes go on to say portrait, so that nothing but the buffer can tell. A sensor whose steps
        # are too coarse for noise is all zero in free fall: that is no data, and its attributes are asked.
        sensor.hold(posture, polled=not any(sensor.raw(posture)))
        subscriber.until(deviceOrientation=posture)

    for posture in POSTURES[:-1]:
        hold(posture)

    # Before the free fall, in which a sensor that is all zero has its buffer opened anew.
    [listed] = daemon.open().ListSensors()["sensors"]
    assert listed["transport"] == "bufferHardware"
    stamps = "kernel" if "timestamp" in machine["sensor"]["scan"] else "arrival"
    assert listed["timestampSource"] == stamps
    # A sensor with a threshold of its own may be fast, for it says nothing while it lies still, until it
    # turns out that it reports all the same, as this one does.
    rates = [machine["expected"]["frequency"]["buffer"]]
    if any("hysteresis" in attribute for attribute in machine["sensor"]["attributes"]):
        rates.append(25)
    assert float(sensor.read(sensor.frequency_attribute)) in [pytest.approx(rate) for rate in rates]
    # Only what is needed is enabled.
    for element in sensor.elements():
        needed = element.startswith("in_accel_") or element == "in_timestamp"
        assert sensor.read(f"scan_elements/{element}_en") == ("1" if needed else "0")
    hold(POSTURES[-1])


@pytest.mark.parametrize("name", [name for name in SENSORS if SENSORS[name]["expected"]["buffer"] == "silent"])
def test_a_buffer_that_never_delivers_is_given_up_for_polling(name, described, start):
    machine = SENSORS[name]
    sensor = described(machine, held_as="landscapeLeft")
    daemon = run(machine, start)
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="landscapeLeft", sensorStatus="degraded")

    sensor.hold("portraitUpsideDown")
    subscriber.until(deviceOrientation="portraitUpsideDown")

    await_condition(
        lambda: daemon.open().ListSensors()["sensors"][0]["transport"] == "sysfs", "it is polled")


# The descriptions themselves.

@pytest.mark.parametrize("name", SENSORS)
def test_the_axes_of_a_description_can_be_those_of_a_sensor(name):
    machine = SENSORS[name]
    axes = {DIRECTIONS[direction] for direction in machine["mounted"].values()}
    assert len({tuple(map(abs, axis)) for axis in axes}) == 3
    # All but the Librem 5's chip are right-handed. HID asks for right-handed axes as well.
    assert is_right_handed(machine) == (machine["sensor"]["name"] != "lsm9ds1_accel")


@pytest.mark.parametrize("name", SENSORS)
def test_the_readings_of_a_description_differ_in_every_orientation(name):
    readings = {orientation: tuple(measured(SENSORS[name], orientation)) for orientation in UP}
    assert len(set(readings.values())) == 7
    strongest = {max(map(abs, reading)) for orientation, reading in readings.items() if orientation != "unknown"}
    assert min(strongest) > 0.7 * GRAVITY
