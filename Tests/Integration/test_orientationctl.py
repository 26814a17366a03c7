"""orientationctl against a running daemon: what it prints, and its exit status."""

import json
import os
import subprocess
import time

import pytest

from service import PATIENCE, PROGRAMS, REPOSITORY, ctl

KNOWN, NOT_SO, USAGE, NO_DAEMON, NO_SENSOR = range(5)


@pytest.fixture
def daemon(polled, start):
    polled(orientation="landscapeLeft")
    return start()


def test_status_knows_the_orientation(daemon):
    ended = daemon.ctl("status")

    assert (ended.returncode, ended.stderr) == (KNOWN, "")
    assert "landscapeLeft" in ended.stdout and "landscapeRight" in ended.stdout


def test_status_as_json_is_the_protocols_state(daemon):
    ended = daemon.ctl("status", "--json")

    [line] = ended.stdout.splitlines()
    state = json.loads(line)
    assert (state["deviceOrientation"], state["interfaceOrientation"]) == ("landscapeLeft", "landscapeRight")
    assert state["rotation"] == 270
    assert state["sensorStatus"] == "ready"


@pytest.mark.parametrize("option, orientation, status", [
    ("--is", "landscapeRight", KNOWN),
    ("--is", "landscapeLeft", NOT_SO),
    ("--is", "portrait", NOT_SO),
    ("--is", "faceUp", USAGE),
    ("--is", "sideways", USAGE),
    ("--is-device", "landscapeLeft", KNOWN),
    ("--is-device", "landscapeRight", NOT_SO),
    ("--is-device", "faceUp", NOT_SO),
    ("--is-device", "sideways", USAGE),
    # The hardware database's name for a device that is turned counter-clockwise.
    ("--is", "right-up", KNOWN),
    ("--is", "left-up", NOT_SO),
    ("--is-device", "right-up", KNOWN),
    ("--is-device", "normal", NOT_SO),
])
def test_status_answers_a_question_by_its_exit_status(daemon, option, orientation, status):
    assert daemon.ctl("status", option, orientation).returncode == status


def test_no_daemon_is_an_exit_status_of_its_own(tmp_path):
    ended = ctl("status", "--socket", tmp_path / "nothing")

    assert ended.returncode == NO_DAEMON
    assert ended.stdout == "" and str(tmp_path / "nothing") in ended.stderr


def test_no_sensor_is_an_exit_status_of_its_own(start):
    daemon = start()
    before = time.monotonic()

    assert daemon.ctl("status").returncode == NO_SENSOR
    assert time.monotonic() - before < 5


@pytest.mark.parametrize("arguments", [
    [], ["turn"], ["status", "--colour"], ["status", "extra"], ["status", "--is"], ["monitor", "--count", "0"],
    ["monitor", "--count", "x"], ["monitor", "--timeout", "-1"], ["replay"], ["sensors", "extra"],
])
def test_wrong_usage_is_an_exit_status_of_its_own(arguments):
    ended = ctl(*arguments)

    assert (ended.returncode, ended.stdout) == (USAGE, "")
    assert ended.stderr


@pytest.mark.parametrize("command", ["status", "monitor", "sensors", "replay"])
def test_every_command_explains_itself_with_an_example(command):
    ended = ctl(command, "--help")

    assert (ended.returncode, ended.stderr) == (KNOWN, "")
    assert "xample" in ended.stdout and f"orientationctl {command}" in ended.stdout


def test_monitor_prints_a_state_a_line_and_stops_at_the_count(daemon, bed):
    process = subprocess.Popen(
        [PROGRAMS / "orientationctl", "monitor", "--json", "--socket", daemon.socket],
        stdout=subprocess.PIPE, text=True)
    try:
        seen = []
        for orientation in ("landscapeLeft", "portrait", "landscapeRight"):
            bed.sensors[0].hold(orientation)
            while not seen or seen[-1] != orientation:
                seen.append(json.loads(process.stdout.readline())["deviceOrientation"])
    finally:
        process.terminate()
        process.wait(PATIENCE)

    assert daemon.ctl("monitor", "--json", "--count", 1).stdout.count("\n") == 1


def test_monitor_stops_at_the_timeout(daemon):
    before = time.monotonic()

    ended = daemon.ctl("monitor", "--json", "--timeout", 1)

    assert 1 <= time.monotonic() - before < 3
    assert json.loads(ended.stdout.splitlines()[-1])["deviceOrientation"] == "landscapeLeft"


def test_monitor_comes_back_after_the_daemon_was_restarted(daemon, bed):
    process = subprocess.Popen(
        [PROGRAMS / "orientationctl", "monitor", "--json", "--socket", daemon.socket],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        while json.loads(process.stdout.readline())["deviceOrientation"] != "landscapeLeft":
            pass
        daemon.terminate()
        bed.sensors[0].hold("portraitUpsideDown")
        daemon.start()
        while json.loads(process.stdout.readline())["deviceOrientation"] != "portraitUpsideDown":
            pass
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_sensors_as_json_are_the_protocols_sensors(daemon, bed):
    [line] = daemon.ctl("sensors", "--json").stdout.splitlines()

    listed = json.loads(line)
    sensor = listed["sensors"][0] if "sensors" in listed else listed
    assert (sensor["id"], sensor["name"], sensor["selected"]) == (bed.sensors[0].id, "mc3230", True)


def test_sensors_for_people_names_the_sensor_and_its_matrix(daemon, bed):
    text = daemon.ctl("sensors").stdout

    assert bed.sensors[0].id in text and "mc3230" in text


def test_the_demonstration_shows_all_sides(start):
    daemon = start("--sensor", f"recording:{REPOSITORY / 'config' / 'demonstration.csv'}")
    subscriber = daemon.follow()

    for orientation in ("portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight", "faceUp", "faceDown"):
        subscriber.until(deviceOrientation=orientation, limit=60)


@pytest.mark.parametrize("command, text", [
    (["replay"], "t_ns,x,y,z\n0,0,9.81,0\n100000000,0,9.81,0\n"),
    (["config", "check"], "[Socket]\nMaxConnections=5\n"),
    (["hwdb", "lint"], "# nothing\n"),
    (["policy", "check"], '{"root": {"supported": ["portrait"]}}'),
])
def test_a_pipe_of_the_shell_is_read_like_a_file(command, text):
    line = '"$1" "${@:3}" <(printf %s "$2")'

    ended = subprocess.run(
        ["bash", "-c", line, "bash", PROGRAMS / "orientationctl", text, *command],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)

    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("reader", ["gone", "full", "closed"])
@pytest.mark.parametrize("arguments, status", [
    (["status", "--is", "portrait", "--socket", "/nonexistent/socket"], NO_DAEMON),
    (["config", "check", "/nonexistent/orientationd.conf"], NOT_SO),
    (["status", "--is", "sideways"], USAGE),
])
def test_a_message_that_nobody_can_read_decides_no_exit_status(arguments, status, reader, tmp_path):
    reads, writes = os.pipe()
    os.close(reads)
    command = [str(PROGRAMS / "orientationctl"), *arguments]
    with open("/dev/full", "wb") as full:
        if reader == "closed":
            command = ["sh", "-c", 'exec "$@" 2>&-', "sh", *command]
        stderr = {"gone": writes, "full": full, "closed": None}[reader]
        ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=stderr, timeout=PATIENCE)
    os.close(writes)

    assert ended.returncode == status
