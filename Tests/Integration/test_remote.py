"""A tablet that runs iiod: iiod is the real one and reads a machine of umockdev's, the daemon runs outside of it."""

import json
import os
import signal
import socket
import subprocess
import time

import pytest

from service import PATIENCE, Daemon, await_condition
from test_configuration import run

TURNED = "0, 1, 0; -1, 0, 0; 0, 0, 1"


class Iiod:
    """The program that shows a machine's sensors to others, on a port of the loopback device."""

    def __init__(self, bed, log):
        self.environment = dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir())
        self.log = log
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.uri = f"ip:127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                ["/usr/sbin/iiod", "-p", str(self.port)], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)
        await_condition(self.answers, "iiod listens")
        return self

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)


@pytest.fixture
def iiod(bed, tmp_path):
    server = Iiod(bed, tmp_path / "iiod.log")
    yield server
    server.kill()


@pytest.fixture
def workstation(tmp_path):
    """Starts a daemon outside of the testbed."""
    daemons = []

    def start(*options, config=""):
        directory = tmp_path / f"workstation{len(daemons)}"
        directory.mkdir()
        daemons.append(Daemon(directory, *options, config=config))
        daemons[-1].environment.pop("LD_PRELOAD", None)
        return daemons[-1].start()

    yield start
    for daemon in daemons:
        daemon.close()


def remote_sensor(daemon):
    [sensor] = [each for each in daemon.open().ListSensors()["sensors"] if each["transport"] == "network"]
    return sensor


# Reading.

@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_a_sensor_of_another_machine_is_followed_through_all_sides(kind, request, iiod, workstation):
    sensor = request.getfixturevalue(kind)()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready", deviceOrientation="portrait")

    for orientation in ["landscapeLeft", "portraitUpsideDown", "landscapeRight", "faceUp", "portrait", "faceDown"]:
        sensor.hold(orientation)
        state = subscriber.until(deviceOrientation=orientation)
        assert state["sensorStatus"] == "ready"
        assert state["sensor"] == f"{iiod.uri}/{sensor.name}"
    assert remote_sensor(daemon)["errorCount"] == 0


def test_a_sensor_of_another_machine_is_described_with_its_address_and_without_a_path(polled, iiod, workstation):
    sensor = polled(attributes={"label": "accel-display"})
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    daemon.follow().until(sensorStatus="ready")

    listed = remote_sensor(daemon)

    assert listed["id"] == f"{iiod.uri}/{sensor.name}"
    assert (listed["name"], listed["location"], listed["timestampSource"]) == (sensor.name, "display", "arrival")
    assert (listed["selected"], listed["active"]) == (True, True)
    assert "devicePath" not in listed and "problem" not in listed
    assert listed["scale"] == pytest.approx([0.009582] * 3)


# By driver: in_accel_mount_matrix, in_mount_matrix, mount_matrix.
@pytest.mark.parametrize("attribute", ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"])
def test_the_matrix_is_that_of_the_other_machines_kernel_and_not_of_its_hardware_database(
        attribute, polled, iiod, workstation):
    # A quarter turn; the other machine's own udev would say otherwise.
    sensor = polled(attributes={attribute: TURNED}, properties={"ACCEL_MOUNT_MATRIX": "-1, 0, 0; 0, -1, 0; 0, 0, 1"})
    sensor.hold("landscapeRight")
    assert int(sensor.read("in_accel_x_raw")) > 1000
    iiod.start()
    daemon = workstation("--uri", iiod.uri)

    # y after the matrix is -x of the chip: against gravity, as the hardware database has it, so upright.
    assert daemon.follow().until(sensorStatus="ready")["deviceOrientation"] == "portrait"
    sources = {source["source"]: source for source in remote_sensor(daemon)["matrixSources"]}
    assert (sources["kernel"]["value"], sources["kernel"]["inForce"]) == (TURNED, True)
    assert "value" not in sources["udev"]


def test_the_configuration_counts_for_a_sensor_of_another_machine_after_a_reload_too(polled, iiod, workstation):
    polled()
    iiod.start()
    daemon = workstation("--uri", iiod.uri, config="[Sensor]\nSensor=/sys/devices/one-of-this-machine\n")
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready", deviceOrientation="portrait")

    daemon.config.write_text(f"[Sensor]\nMountMatrix={TURNED}\n")
    daemon.process.send_signal(signal.SIGHUP)

    # x = -M0.r = -(0, 1, 0).(0, -g, 0) = +g: the right edge is up.
    subscriber.until(deviceOrientation="landscapeLeft")


def test_of_several_sensors_the_display_s_is_used_unless_another_one_is_named(polled, iiod, workstation):
    polled(number=0, name="base", parent="i2c-A", orientation="landscapeLeft", attributes={"label": "accel-base"})
    polled(number=1, name="lid", parent="i2c-B")
    iiod.start()

    by_itself = workstation("--uri", iiod.uri).follow().until(sensorStatus="ready")
    named = workstation("--uri", iiod.uri, "--sensor", "base").follow().until(sensorStatus="ready")

    assert (by_itself["sensor"], by_itself["deviceOrientation"]) == (f"{iiod.uri}/lid", "portrait")
    assert (named["sensor"], named["deviceOrientation"]) == (f"{iiod.uri}/base", "landscapeLeft")


def test_what_was_changed_on_the_other_machine_is_put_back(buffered, iiod, workstation):
    sensor = buffered(attributes={"sampling_frequency": "100"})
    sensor.write("sampling_frequency", "12.5")
    iiod.start()
    daemon = workstation("--uri", iiod.uri, config="[Sensor]\nSamplingFrequency=50\n")
    daemon.follow().until(sensorStatus="ready")
    assert (sensor.read("sampling_frequency"), sensor.read("buffer/enable")) == ("50", "1")
    assert sensor.read("trigger/current_trigger") == f"{sensor.name}-dev0"

    daemon.terminate()

    await_condition(lambda: sensor.read("buffer/enable") == "0", "the buffer is disabled")
    assert sensor.read("sampling_frequency") == "12.5"
    assert sensor.read("trigger/current_trigger") == ""


def test_a_buffer_that_says_nothing_is_given_up_for_polling(buffered, iiod, workstation):
    sensor = buffered()
    sensor.muted = True
    iiod.start()
    subscriber = workstation("--uri", iiod.uri).follow()

    subscriber.until(deviceOrientation="portrait", limit=10)
    sensor.hold("landscapeLeft")
    subscriber.until(deviceOrientation="landscapeLeft", limit=5)


# Loss and return.

def test_a_sensor_that_is_unplugged_on_the_other_machine_is_absent_until_it_is_back(polled, iiod, workstation):
    sensor = polled()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready")

    sensor.unplug()
    state = subscriber.until(sensorStatus="absent", limit=3)
    assert state["deviceOrientation"] == "unknown" and "sensor" not in state
    sensor.orientation = "landscapeLeft"
    sensor.plug()

    subscriber.until(sensorStatus="ready", deviceOrientation="landscapeLeft", limit=10)


@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_subscribers_outlive_the_end_of_iiod_and_go_on_when_it_is_back(kind, request, iiod, workstation):
    sensor = request.getfixturevalue(kind)()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready", deviceOrientation="portrait")

    iiod.kill()
    subscriber.until(sensorStatus="absent", limit=3)
    listed = remote_sensor(daemon)
    assert (listed["id"], listed["selected"]) == (iiod.uri, False)
    assert iiod.uri in listed["problem"]
    sensor.hold("landscapeLeft")
    if kind == "buffered":
        sensor.write("buffer/enable", "0")      # as the kernel does when its reader is gone
    iiod.start()

    subscriber.until(sensorStatus="ready", deviceOrientation="landscapeLeft", limit=10)
    # The loss and the return are each told once.
    lines = daemon.log.splitlines()
    assert len([line for line in lines if "is lost" in line]) == 1
    assert len([line for line in lines if f"{iiod.uri} answers" in line]) == 2


def test_the_first_attempt_to_connect_again_is_made_within_a_second(polled, iiod, workstation):
    polled()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready")
    iiod.kill()
    subscriber.until(sensorStatus="absent", limit=3)
    lost = time.monotonic()

    with socket.create_server(("127.0.0.1", iiod.port)) as server:
        server.settimeout(PATIENCE)
        server.accept()[0].close()

    assert time.monotonic() - lost < 1.3


def test_a_machine_that_is_not_there_at_first_is_used_once_it_is(polled, iiod, workstation):
    polled()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    assert subscriber.next()["sensorStatus"] == "absent"
    await_condition(lambda: f"{iiod.uri} cannot be reached: Connection refused" in daemon.log, "a line in the log")

    iiod.start()

    subscriber.until(sensorStatus="ready", deviceOrientation="portrait", limit=10)


# Hanging.

@pytest.fixture
def stopped(iiod):
    """Stops iiod with all its connections open."""
    yield lambda: iiod.process.send_signal(signal.SIGSTOP)
    if iiod.process.poll() is None:
        iiod.process.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_a_machine_that_hangs_is_stalled_and_holds_up_neither_clients_nor_the_end(
        kind, request, iiod, stopped, workstation):
    request.getfixturevalue(kind)()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready")

    stopped()
    state = subscriber.until(sensorStatus="stalled", limit=4)

    assert state["deviceOrientation"] == "unknown"
    before = time.monotonic()
    assert daemon.open().GetState()["state"]["sensorStatus"] == "stalled"
    assert time.monotonic() - before < 0.1
    duration, status = daemon.terminate()
    assert (status, duration < 2) == (0, True)


@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_a_machine_that_hung_is_used_again_when_it_goes_on(kind, request, iiod, stopped, workstation):
    sensor = request.getfixturevalue(kind)()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready")
    stopped()
    subscriber.until(sensorStatus="stalled", limit=4)
    subscriber.until(sensorStatus="absent", limit=8)

    sensor.hold("landscapeLeft")
    iiod.process.send_signal(signal.SIGCONT)

    subscriber.until(sensorStatus="ready", deviceOrientation="landscapeLeft", limit=15)


def test_a_machine_that_never_answers_holds_up_neither_clients_nor_the_end(tmp_path, workstation):
    # A queue of connections that is full: whoever connects waits.
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        port = server.getsockname()[1]
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", port))
        daemon = workstation("--uri", f"ip:127.0.0.1:{port}")

        before = time.monotonic()
        state = daemon.follow().next()
        assert time.monotonic() - before < 0.5
        assert state["sensorStatus"] == "absent"
        assert "has not answered yet" in remote_sensor(daemon)["problem"]
        duration, status = daemon.terminate()
        assert (status, duration < 2) == (0, True)
        for each in waiting:
            each.close()


def test_a_machine_whose_answers_make_no_sense_is_connected_to_anew(polled, iiod, workstation):
    sensor = polled()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait")

    sensor.write("in_accel_y_raw", "0.009582")
    subscriber.until(sensorStatus="absent")
    sensor.hold("landscapeLeft")

    subscriber.until(deviceOrientation="landscapeLeft")
    assert f"the connection to {iiod.uri} is lost: its answers make no sense" in daemon.log


# What others make of it.

def doctor(daemon):
    ended = daemon.ctl("doctor", "--json", "--config", daemon.config)
    findings = json.loads(ended.stdout)["findings"]
    return ended.returncode, {finding["area"]: finding for finding in findings if finding["severity"] == "error"}


def test_the_doctor_tries_a_sensor_of_another_machine_and_says_when_that_does_not_answer(polled, iiod, workstation):
    polled()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    await_condition(lambda: remote_sensor(daemon)["selected"], "the sensor is found")

    assert doctor(daemon) == (0, {})
    iiod.kill()
    # The sensor is still on for the doctor that has gone.
    await_condition(lambda: not remote_sensor(daemon)["selected"], "the sensor is lost")
    status, errors = doctor(daemon)

    assert (status, list(errors)) == (1, ["sensor"])
    assert f"iio_info -u {iiod.uri}" in errors["sensor"]["advice"]


def test_a_recording_of_another_machines_sensor_says_nothing_of_this_machine(polled, iiod, workstation, tmp_path):
    polled()
    iiod.start()
    daemon = workstation("--uri", iiod.uri)
    await_condition(lambda: remote_sensor(daemon)["selected"], "the sensor is found")
    file = tmp_path / "recorded.csv"

    ended = daemon.ctl("record", "--seconds", "1", file)

    text = file.read_text()
    assert (ended.returncode, "# sensor.name: mc3230" in text) == (0, True), ended.stderr
    assert not any(line.startswith(("# kernel", "# machine.")) for line in text.splitlines())
    assert "127.0.0.1" not in text


# Usage.

@pytest.mark.parametrize("uri, expected", [
    ("usb:1.2.5", "expected ip:HOST or ip:HOST:PORT"), ("local:", "expected ip:HOST"), ("tablet", "expected ip:HOST"),
    ("ip:", "names no machine"), ("ip::30431", "names no machine"), ("ip:tablet:0", "from 1 to 65535"),
    ("ip:tablet:65536", "from 1 to 65535"), ("ip:tablet:iio", "from 1 to 65535"), ("ip:a b", "no name of a machine"),
    ("ip:fe80::1", "in brackets"), ("ip:[fe80::1", "in brackets"),
])
def test_an_address_that_is_none_is_refused_with_what_would_be_right(uri, expected, tmp_path):
    ended = run("--socket", tmp_path / "socket", "--uri", uri)

    assert ended.returncode == 2
    assert ended.stderr.startswith(f"orientationd: --uri {uri}: ") and expected in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_another_machine_and_a_recording_exclude_each_other(tmp_path):
    ended = run("--socket", tmp_path / "socket", "--uri", "ip:tablet", "--sensor", "recording:a.csv")

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
