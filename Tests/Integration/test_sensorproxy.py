"""Desktops that ask iio-sensor-proxy: what they are told in its place, on a bus of the tests' own."""

import os
import shutil
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from bus import COMPASS, NAME, PATH, Bridge, BusClient, PrivateBus
from mock_sensors import BufferedScalar, ScalarSensor
from service import PATIENCE, PROGRAMS, REPOSITORY, await_condition

# Which side of a portrait-native panel is up: docs/protocol.md, "Names".
SIDES = {
    "portrait": "normal",
    "landscapeLeft": "right-up",
    "portraitUpsideDown": "bottom-up",
    "landscapeRight": "left-up",
}


@pytest.fixture
def bus(tmp_path):
    made = PrivateBus(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def bridge(tmp_path, bus, bed):
    """Starts the program for a daemon."""
    made = []

    def start(daemon):
        made.append(Bridge(bus, daemon if isinstance(daemon, str) else daemon.socket, bed, tmp_path / "bridge.log"))
        return made[-1].start()

    yield start
    for each in made:
        each.close()


@pytest.fixture
def client(bus):
    """Makes clients of the bus."""
    made = []

    def connect():
        made.append(BusClient(bus))
        return made[-1]

    yield connect
    for each in made:
        each.close()


@pytest.fixture
def monitor(bus, tmp_path):
    """iio-sensor-proxy's own client, and the lines that it prints."""
    path = shutil.which("monitor-sensor")
    assert path, "monitor-sensor is not installed; scripts/setup test installs it"
    log = tmp_path / "monitor"
    made = []

    def start(*options):
        with open(log, "wb") as output:
            made.append(subprocess.Popen(
                [path, *options], env=dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=bus.address),
                stdin=subprocess.DEVNULL, stdout=output, stderr=output))
        return lambda: log.read_text().splitlines()

    yield start
    for each in made:
        each.terminate()
        each.wait(PATIENCE)


def is_active(daemon):
    """Whether the daemon reads a sensor."""
    return any(sensor["active"] for sensor in daemon.open().ListSensors()["sensors"])


# The accelerometer.

@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_the_peers_own_client_prints_the_sides_in_order(start, bridge, monitor, request, kind):
    sensor = request.getfixturevalue(kind)(orientation="landscapeLeft")
    bridge(start())
    lines = monitor("--accel")
    changed = "    Accelerometer orientation changed: "

    def sides():
        found = [line.removeprefix(changed) for line in lines() if line.startswith(changed)]
        return [side for index, side in enumerate(found) if index == 0 or found[index - 1] != side]

    await_condition(lambda: sides() == ["right-up"], "the first side")
    expected = ["right-up"]
    for orientation in ("portraitUpsideDown", "landscapeRight", "faceUp", "portrait", "faceDown", "landscapeLeft"):
        sensor.hold(orientation)
        if orientation in SIDES:
            expected.append(SIDES[orientation])
            await_condition(lambda: sides() == expected, f"{expected}; printed: {lines()}")
    assert "=== Has accelerometer" in "\n".join(lines())


def test_a_recording_is_followed_as_well(start, bridge, client):
    recording = REPOSITORY / "config" / "demonstration.csv"
    bridge(start("--sensor", f"recording:{recording}"))
    desktop = client().claim()

    for side in ("right-up", "bottom-up", "left-up", "normal"):
        desktop.told(AccelerometerOrientation=side)


@pytest.mark.parametrize("orientation", SIDES)
def test_a_claim_is_answered_with_the_side_that_is_up(start, bridge, client, polled, orientation):
    polled(orientation=orientation)
    bridge(start())
    desktop = client()
    assert desktop.all()["HasAccelerometer"] is True

    desktop.claim()

    assert desktop.get("AccelerometerOrientation") == SIDES[orientation]
    assert desktop.get("AccelerometerTilt") == "vertical"
    desktop.told(AccelerometerOrientation=SIDES[orientation], AccelerometerTilt="vertical")


def test_the_sides_are_those_of_the_panel(start, bridge, client, polled):
    polled(orientation="portrait")
    # A panel mounted a quarter turned stands with its right side up when the casing is upright.
    bridge(start(config="[Sensor]\nPanelOrientation=right-side-up\nMatrixAxes=casing\n"))

    desktop = client().claim()

    assert desktop.get("AccelerometerOrientation") == "right-up"


def test_the_side_stays_while_the_device_lies_flat(start, bridge, client, polled):
    sensor = polled(orientation="faceUp")
    bridge(start())
    desktop = client().claim()
    assert (desktop.get("AccelerometerOrientation"), desktop.get("AccelerometerTilt")) == ("undefined", "face-up")

    sensor.hold("landscapeRight")
    desktop.told(AccelerometerOrientation="left-up", AccelerometerTilt="vertical")
    sensor.hold("faceDown")
    change = desktop.told(AccelerometerTilt="face-down")

    assert "AccelerometerOrientation" not in change
    assert desktop.get("AccelerometerOrientation") == "left-up"


def test_the_lock_of_the_daemon_is_not_for_desktops(start, bridge, client, polled):
    sensor = polled(orientation="portrait")
    daemon = start()
    bridge(daemon)
    desktop = client().claim()
    assert daemon.ctl("lock", "on", "portrait").returncode == 0

    sensor.hold("landscapeLeft")

    desktop.told(AccelerometerOrientation="right-up")


# Claims.

def test_the_sensor_is_read_while_somebody_has_claimed_it(start, bridge, client, polled):
    polled()
    daemon = start()
    program = bridge(daemon)
    one, other = client(), client()
    assert one.get("HasAccelerometer") and not is_active(daemon)

    one.claim()
    other.claim()
    assert is_active(daemon)
    one.release()
    other.told(AccelerometerOrientation="normal")
    program.goes_on_for(5.5)        # the daemon lets go 5 s after the last subscriber
    assert is_active(daemon)
    other.release()

    await_condition(lambda: not is_active(daemon), "the sensor is off")


def test_claims_end_with_their_client(start, bridge, client, polled):
    sensor = polled()
    daemon = start()
    bridge(daemon)
    one, other = client().claim(), client().claim()

    one.close()
    sensor.hold("landscapeLeft")
    other.told(AccelerometerOrientation="right-up")
    other.close()

    await_condition(lambda: not is_active(daemon), "the sensor is off")


def test_many_clients_may_come_and_go(start, bridge, client, polled):
    polled()
    daemon = start()
    program = bridge(daemon)
    for turn in range(4):
        crowd = [client() for _ in range(25)]
        for index, each in enumerate(crowd):
            # Nobody waits for the answer; every third is gone before it.
            each.connection.call(NAME, PATH, NAME, "ClaimAccelerometer", None, None, 0, -1, None, None)
            each.connection.flush_sync(None)
            if index % 3 == turn % 3:
                each.close()
        crowd[turn].close()
        assert client().get("HasAccelerometer") is True
        for each in crowd:
            each.close()

    await_condition(lambda: not is_active(daemon), "the sensor is off")
    assert program.process.poll() is None


def test_a_claim_counts_once(start, bridge, client, polled):
    polled()
    daemon = start()
    bridge(daemon)
    desktop = client().claim().claim()

    desktop.release()

    await_condition(lambda: not is_active(daemon), "the sensor is off")
    desktop.release()


def test_only_those_who_claimed_are_told_of_turns(start, bridge, client, polled):
    sensor = polled()
    bridge(start())
    bystander, desktop = client(), client()
    desktop.claim()

    for orientation in ("landscapeLeft", "portrait", "landscapeRight"):
        sensor.hold(orientation)
        desktop.told(AccelerometerOrientation=SIDES[orientation])

    bystander.get("HasAccelerometer")       # all that was sent before has come
    assert bystander.heard() == []


def test_a_claim_is_answered_where_there_is_no_sensor(start, bridge, client, polled):
    bridge(start())
    desktop = client()
    assert desktop.get("HasAccelerometer") is False

    desktop.claim()
    assert desktop.get("AccelerometerOrientation") == "undefined"
    polled(orientation="landscapeLeft")

    desktop.told(HasAccelerometer=True)
    desktop.told(AccelerometerOrientation="right-up")


def test_a_claim_outlives_its_sensor(start, bridge, client, polled):
    sensor = polled(orientation="landscapeLeft")
    bridge(start())
    desktop, bystander = client().claim(), client()

    sensor.unplug()
    desktop.told(HasAccelerometer=False)
    bystander.told(HasAccelerometer=False)
    assert desktop.get("AccelerometerOrientation") == "undefined"
    sensor.orientation = "portraitUpsideDown"
    sensor.plug()

    desktop.told(HasAccelerometer=True)
    bystander.told(HasAccelerometer=True)
    desktop.told(AccelerometerOrientation="bottom-up")


def test_sensors_that_come_and_go_are_told_while_nobody_claims(start, bridge, client, polled):
    sensor = polled()
    bridge(start())
    bystander = client()
    assert bystander.get("HasAccelerometer") is True

    sensor.unplug()
    bystander.told(HasAccelerometer=False)
    sensor.plug()

    bystander.told(HasAccelerometer=True)


@pytest.mark.figures
@pytest.mark.parametrize("is_buffered", [False, True], ids=["polled", "buffered"])
def test_nobody_wakes_it_while_nobody_claims(start, bridge, client, polled, scalar, light, is_buffered):
    polled()
    if is_buffered:
        light(value=200, raw=200)
    else:
        scalar("als", in_illuminance_raw=200)
    program = bridge(start())
    desktop = client().claim().claim("Light")
    desktop.release()
    desktop.release("Light")
    await_condition(lambda: len(os.listdir(f"/proc/{program.process.pid}/task")) == 1, "its threads end")

    before = program.switches()
    program.goes_on_for(3)

    assert program.switches() - before <= 1


# Restarts.

def test_the_daemon_may_be_restarted_while_the_sensor_is_claimed(start, bridge, client, polled):
    sensor = polled(orientation="landscapeLeft")
    daemon = start()
    bridge(daemon)
    desktop = client().claim()
    desktop.told(AccelerometerOrientation="right-up")

    daemon.terminate(signal.SIGKILL)
    sensor.hold("portraitUpsideDown")
    daemon.start()

    desktop.told(AccelerometerOrientation="bottom-up")
    assert all("HasAccelerometer" not in change for change in desktop.changes)


def test_it_may_be_started_before_the_daemon(start, bridge, client, polled, tmp_path):
    polled(orientation="landscapeLeft")
    daemon = start()
    daemon.terminate()
    bridge(daemon)
    desktop = client()
    assert desktop.get("HasAccelerometer") is False

    daemon.start()
    await_condition(lambda: desktop.get("HasAccelerometer"), "it asks anew")
    desktop.claim()

    assert desktop.get("AccelerometerOrientation") == "right-up"


def test_the_bus_may_be_restarted(start, bridge, client, polled, bus):
    polled(orientation="landscapeLeft")
    daemon = start()
    program = bridge(daemon)
    client().claim()

    bus.stop()
    await_condition(lambda: not is_active(daemon), "the claims are over")
    bus.start()
    await_condition(program.serves, "it is back")

    assert client().claim().get("AccelerometerOrientation") == "right-up"


def test_a_name_that_is_taken_ends_it(start, bridge, bus):
    daemon = start()
    bridge(daemon)

    ended = subprocess.run(
        [PROGRAMS / "orientation-sensorproxy", "--bus", bus.address, "--socket", daemon.socket],
        capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode == 1
    assert "iio-sensor-proxy" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize("name, variable", [
    ("system", "DBUS_SYSTEM_BUS_ADDRESS"), ("session", "DBUS_SESSION_BUS_ADDRESS"),
])
def test_the_bus_can_be_chosen(start, client, bus, bed, tmp_path, polled, name, variable):
    polled(orientation="landscapeLeft")
    program = Bridge(bus, start().socket, bed, tmp_path / "bridge.log", name=name, **{variable: bus.address})
    try:
        program.start()

        assert client().claim().get("AccelerometerOrientation") == "right-up"
    finally:
        program.close()


@pytest.mark.parametrize("arguments, complaint", [
    (["--bus"], "--bus needs"), (["--bus", "nonsense"], "nonsense"), (["--socket="], "--socket needs"),
    (["--what"], "--what"), (["word"], "word"),
])
def test_wrong_usage_is_said_in_one_line(arguments, complaint):
    ended = subprocess.run(
        [PROGRAMS / "orientation-sensorproxy", *arguments], capture_output=True, text=True, timeout=PATIENCE)

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert complaint in ended.stderr


# Light and proximity.

@pytest.fixture
def scalar(bed):
    """Makes light and proximity sensors in the testbed."""

    def make(name, properties=(), **attributes):
        sensor = ScalarSensor(bed, name, properties=properties, **attributes)
        bed.sensors.append(sensor)
        return sensor

    return make


@pytest.mark.parametrize("attributes, level", [
    ({"in_illuminance_raw": 200, "in_illuminance_scale": "0.5"}, 100.0),
    # Documentation/ABI/testing/sysfs-bus-iio: (raw + offset) * scale.
    ({"in_illuminance_raw": 200, "in_illuminance_scale": "0.5", "in_illuminance_offset": "10"}, 105.0),
    ({"in_illuminance_input": "12.5", "in_illuminance_raw": 7}, 12.5),
    ({"in_illuminance0_input": 40}, 40.0),
    ({"in_intensity_both_raw": 300, "in_intensity_scale": "0.1"}, 30.0),
    ({"in_intensity_both_raw": 300, "in_illuminance_raw": 40}, 40.0),
])
def test_a_claim_of_the_light_is_answered_with_its_level(start, bridge, client, scalar, attributes, level):
    scalar("als", **attributes)
    bridge(start())
    desktop = client()
    assert desktop.get("HasAmbientLight") is True

    desktop.claim("Light")

    assert desktop.get("LightLevel") == pytest.approx(level)
    assert desktop.get("LightLevelUnit") == "lux"


def test_the_light_is_followed_while_it_is_claimed(start, bridge, client, scalar):
    sensor = scalar("als", in_illuminance_raw=200)
    bridge(start())
    desktop, bystander = client().claim("Light"), client()
    desktop.told(LightLevel=200.0)

    sensor.write("in_illuminance_raw", 5)

    desktop.told(LightLevel=5.0)
    bystander.get("LightLevel")
    assert bystander.heard() == []


@pytest.mark.parametrize("properties, attributes", [
    ({"PROXIMITY_NEAR_LEVEL": "100"}, {}),
    ({}, {"in_proximity_nearlevel": 100}),
    ({"PROXIMITY_NEAR_LEVEL": "100"}, {"in_proximity_nearlevel": 7}),
])
def test_what_is_near_is_near_from_the_level_on_and_until_nine_tenths(
        start, bridge, client, scalar, properties, attributes):
    sensor = scalar("prox", properties, in_proximity_raw=99, **attributes)
    program = bridge(start())
    phone = client().claim("Proximity")
    assert phone.get("ProximityNear") is False

    sensor.write("in_proximity_raw", 100)
    phone.told(ProximityNear=True)
    sensor.write("in_proximity_raw", 90)
    program.goes_on_for(1)      # three reads
    assert phone.get("ProximityNear") is True
    sensor.write("in_proximity_raw", 89)

    phone.told(ProximityNear=False)


def test_a_proximity_sensor_without_a_level_is_none(start, bridge, client, scalar):
    scalar("prox", in_proximity_raw=99)
    program = bridge(start())

    assert client().get("HasProximity") is False
    assert "PROXIMITY_NEAR_LEVEL" in program.log


def test_light_and_proximity_come_and_go_while_they_are_claimed(start, bridge, client, scalar):
    light = scalar("als", in_illuminance_raw=200)
    bridge(start())
    desktop = client().claim("Light").claim("Proximity")
    desktop.told(LightLevel=200.0)

    light.unplug()
    desktop.told(HasAmbientLight=False)
    scalar("prox", {"PROXIMITY_NEAR_LEVEL": "100"}, number=7, in_proximity_raw=200)
    desktop.told(HasProximity=True)
    desktop.told(ProximityNear=True)
    light.plug()
    desktop.told(HasAmbientLight=True)

    desktop.told(LightLevel=200.0)


def test_a_claim_is_answered_though_the_sensor_cannot_be_read(start, bridge, client, scalar):
    sensor = scalar("als", in_illuminance_raw="nonsense")
    program = bridge(start())

    desktop = client().claim("Light")

    assert desktop.get("LightLevel") == 0.0
    assert "nonsense" in program.log
    sensor.write("in_illuminance_raw", 12)
    desktop.told(LightLevel=12.0)


@pytest.mark.parametrize("raw", [-5, 99999999999999999999999, "9" * 20_000, "inf", "nan"])
def test_what_can_be_no_light_level_is_not_served_and_told_in_a_short_line(start, bridge, client, scalar, raw):
    sensor = scalar("als", in_illuminance_raw=200, in_illuminance_scale="0.5")
    program = bridge(start())
    desktop = client().claim("Light")
    desktop.told(LightLevel=100.0)

    sensor.write("in_illuminance_raw", raw)
    await_condition(lambda: "is not what the kernel documents" in program.log, "it is told")
    assert desktop.get("LightLevel") == 100.0
    sensor.write("in_illuminance_raw", 12)

    desktop.told(LightLevel=6.0)
    assert max(len(line) for line in program.log.splitlines()) < 300


# Light and proximity through the buffer.

@pytest.fixture
def light(bed):
    """Makes light and proximity sensors with a buffer in the testbed."""

    def make(**options):
        sensor = BufferedScalar(bed, **options)
        bed.sensors.append(sensor)
        return sensor

    return make


def test_light_comes_through_the_buffer_and_the_sensor_is_as_it_was_afterwards(start, bridge, client, light):
    sensor = light(value=200, raw=7, in_illuminance_scale="0.5", in_illuminance_offset="10")
    settings = ("buffer/enable", "buffer/length", "scan_elements/in_illuminance_en", "scan_elements/in_timestamp_en",
                "sampling_frequency", "trigger/current_trigger", "current_timestamp_clock")
    before = {name: sensor.read(name) for name in settings}
    program = bridge(start())
    desktop = client()
    assert {name: sensor.read(name) for name in settings} == before
    tasks = f"/proc/{program.process.pid}/task"
    threads = len(os.listdir(tasks))

    desktop.claim("Light")
    assert desktop.get("LightLevel") == 105.0       # (200 + 10) · 0.5
    assert sensor.read("buffer/enable") == "1"
    assert float(sensor.read("sampling_frequency")) == 12.5     # the lowest that there is will do
    sensor.value = 30
    desktop.told(LightLevel=20.0)       # (30 + 10) · 0.5
    desktop.release("Light")

    await_condition(lambda: {name: sensor.read(name) for name in settings} == before, "all is as it was")
    await_condition(lambda: len(os.listdir(tasks)) == threads, "its thread ends")


def test_a_sensor_with_a_buffer_alone_is_read(start, bridge, client, light):
    sensor = light(name="hid", channel="in_intensity_both", value=300, in_intensity_scale="0.1")
    bridge(start())
    desktop = client()
    assert desktop.get("HasAmbientLight") is True

    desktop.claim("Light")
    desktop.told(LightLevel=30.0)       # 300 · 0.1
    sensor.unplug()
    desktop.told(HasAmbientLight=False)
    sensor.value = 50
    sensor.plug()

    desktop.told(HasAmbientLight=True)
    desktop.told(LightLevel=5.0)        # 50 · 0.1


@pytest.mark.parametrize("raw", ["0", ""], ids=["zero", "nothing"])
def test_a_hub_that_cannot_be_asked_keeps_what_it_reported(start, bridge, client, light, raw):
    sensor = light(name="als", value=200, raw=raw, changes_only=True)
    program = bridge(start())
    desktop = client().claim("Light")
    desktop.told(LightLevel=200.0)

    program.goes_on_for(5)      # it is asked after 2 s and opened anew

    assert desktop.get("LightLevel") == 200.0
    assert desktop.heard() == []
    sensor.value = 0            # it is dark, which the buffer says
    desktop.told(LightLevel=0.0)


def test_a_buffer_that_falls_silent_is_replaced_by_polling_until_it_is_back(start, bridge, client, light):
    sensor = light(name="prox", channel="in_proximity", value=200, raw=10, properties={"PROXIMITY_NEAR_LEVEL": "100"})
    bridge(start())
    phone = client().claim("Proximity")
    phone.told(ProximityNear=True)

    sensor.muted = True
    phone.told(ProximityNear=False)
    sensor.muted = False

    phone.told(ProximityNear=True)
    sensor.value = 20
    phone.told(ProximityNear=False)


def test_a_buffer_that_another_program_holds_is_left_to_it(start, bridge, client, light):
    sensor = light(value=200, raw=40)
    sensor.write("buffer/enable", 1)
    program = bridge(start())

    desktop = client().claim("Light")
    desktop.told(LightLevel=40.0)
    assert program.log.count("light is polled: ") == 1 and "busy" in program.log
    desktop.release("Light")

    await_condition(lambda: sensor.read("buffer/enable") == "1", "it is left alone")
    assert sensor.read("sampling_frequency") == "100"


def test_what_a_killed_program_left_behind_is_put_back_at_the_next_start(start, bridge, client, light):
    sensor = light(value=200, raw=7)
    program = bridge(start())
    client().claim("Light")
    assert (sensor.read("buffer/enable"), float(sensor.read("sampling_frequency"))) == ("1", 12.5)

    program.terminate(signal.SIGKILL)
    program.start()

    await_condition(lambda: sensor.read("buffer/enable") == "0", "the buffer is off")
    await_condition(lambda: sensor.read("sampling_frequency") == "100", "the rate is what it was")


def test_the_end_puts_the_sensor_back(start, bridge, client, light):
    sensor = light(value=200, raw=7)
    program = bridge(start())
    client().claim("Light")
    assert sensor.read("buffer/enable") == "1"

    assert program.terminate()[1] == 0

    assert (sensor.read("buffer/enable"), sensor.read("sampling_frequency")) == ("0", "100")


@pytest.mark.parametrize("others", [
    {"in_proximity_raw": 5}, {"in_accel_x_raw": 1, "in_accel_y_raw": 1, "in_accel_z_raw": 1},
], ids=["proximity", "accelerometer"])
def test_a_buffer_that_another_quantity_needs_is_left_alone(start, bridge, client, light, others):
    sensor = light(value=200, raw=40, **others)
    bridge(start())

    desktop = client().claim("Light")

    assert desktop.get("LightLevel") == 40.0
    assert sensor.read("buffer/enable") == "0"


# What it looks like on the bus.

def members(xml, interface):
    """Everything of an interface, as introspection gives it."""
    found = set()
    for node in ElementTree.fromstring(xml).findall("interface"):
        if node.get("name") != interface:
            continue
        for child in node:
            if child.tag == "annotation":
                continue
            arguments = tuple((each.get("type"), each.get("direction")) for each in child.findall("arg"))
            notes = tuple((each.get("name"), each.get("value")) for each in child.findall("annotation"))
            found.add((child.tag, child.get("name"), child.get("type"), child.get("access"), arguments, notes))
    return found


def introspected(bus, path):
    ended = subprocess.run(
        ["gdbus", "introspect", "--address", bus.address, "--dest", NAME, "--object-path", path, "--xml"],
        capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_it_has_the_members_of_the_peer(start, bridge, bus, bed, polled):
    """The peer itself is asked, on the same bus: Debian's package, version 3.0 and later."""
    polled(properties={"IIO_SENSOR_PROXY_TYPE": "iio-poll-accel"})
    program = next((path for path in ("/usr/sbin/iio-sensor-proxy", "/usr/libexec/iio-sensor-proxy") if os.path.exists(path)), None)
    assert program, "iio-sensor-proxy is not installed; scripts/setup test installs it"
    peer = subprocess.Popen(
        [program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=bus.address, LD_PRELOAD="libumockdev-preload.so.0",
                 UMOCKDEV_DIR=bed.get_root_dir()))
    try:
        await_condition(lambda: bus.has(NAME), "the peer owns its name")
        theirs = {interface: members(introspected(bus, path), interface)
                  for path, interface in ((PATH, NAME), (PATH + "/Compass", COMPASS))}
    finally:
        peer.kill()
        peer.wait(PATIENCE)
    await_condition(lambda: not bus.has(NAME), "the peer is gone")
    bridge(start())

    ours = {interface: members(introspected(bus, path), interface)
            for path, interface in ((PATH, NAME), (PATH + "/Compass", COMPASS))}

    tilt = {("property", "AccelerometerTilt", "s", "read", (), ())}
    assert len(theirs[NAME]) >= 13 and len(theirs[COMPASS]) == 4
    assert ours == {NAME: theirs[NAME] | tilt, COMPASS: theirs[COMPASS]}


def test_there_is_no_compass(start, bridge, client):
    bridge(start())
    one = client()

    assert one.all(COMPASS, PATH + "/Compass") == {"HasCompass": False, "CompassHeading": -1.0}
    one.call("ClaimCompass", path=PATH + "/Compass", interface=COMPASS)
    one.call("ReleaseCompass", path=PATH + "/Compass", interface=COMPASS)
