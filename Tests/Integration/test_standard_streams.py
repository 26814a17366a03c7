"""The descriptors that the programs are started with, or without, and what is written to them."""

import os
import socket
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, Daemon, await_condition, ctl

DONE, NO, USAGE, NO_DAEMON = range(4)


def started(closing, *command, **options):
    """A program started by a shell that closes descriptors, such as "<&- 2>&-"."""
    # umockdev's library would open sockets before the program begins.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.Popen(
        ["bash", "-c", f'exec "$0" "$@" {closing}', PROGRAMS / command[0], *map(str, command[1:])], env=environment,
        **options)


def stream(process, number):
    return os.readlink(f"/proc/{process.pid}/fd/{number}")


@pytest.mark.parametrize("command", [
    ["orientationd", "--config", "/dev/null", "--socket", "SOCKET", "--sensor", "none-such"],
    ["orientation-sensorproxy", "--bus", "unix:path=BUS", "--socket", "SOCKET"],
])
def test_streams_that_are_closed_are_taken_by_no_socket(tmp_path, command):
    bus = socket.socket(socket.AF_UNIX)
    bus.bind(str(tmp_path / "bus"))
    bus.listen()
    process = started(
        "<&- >&- 2>&-", *[word.replace("SOCKET", f"{tmp_path}/socket").replace("BUS", f"{tmp_path}/bus") for word in command])
    try:
        # The loop, and whatever else is opened, is there, and the shell is not any more.
        await_condition(
            lambda: os.readlink(f"/proc/{process.pid}/exe").endswith(command[0])
            and len(os.listdir(f"/proc/{process.pid}/fd")) > 3, "it has opened something")
        assert [stream(process, number) for number in range(3)] == ["/dev/null"] * 3
    finally:
        process.kill()
        process.wait()
        bus.close()


def test_the_client_talks_to_no_socket_in_place_of_a_closed_stream(polled, start):
    polled()
    process = started("<&- 2>&-", "orientationctl", "monitor", "--socket", start().socket, stdout=subprocess.PIPE)
    try:
        assert process.stdout.readline()
        assert [stream(process, 0), stream(process, 2)] == ["/dev/null"] * 2
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("arguments", [["samples", "--count", 3], ["status"], ["sensors"]])
def test_an_output_that_is_closed_is_a_failure(polled, start, arguments):
    polled()
    process = started(
        ">&-", "orientationctl", *arguments, "--socket", start().socket, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == NO


@pytest.mark.parametrize("program", ["orientationd", "orientation-sensorproxy", "RotateDemo", "orientationctl"])
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_that_cannot_be_written_is_a_failure(program, option):
    if (program, option) == ("RotateDemo", "--version"):
        pytest.skip("it has none")
    with open("/dev/full", "w") as full:
        ended = subprocess.run([PROGRAMS / program, option], stdout=full, stderr=subprocess.PIPE, text=True)

    assert ended.returncode == NO
    if program != "orientationctl":
        assert ended.stderr == f"{program}: standard output: write: No space left on device\n"


def test_sockets_that_are_promised_and_not_there_are_refused(tmp_path):
    script = 'export LISTEN_PID=$$ LISTEN_FDS=3; exec "$@"'
    ended = subprocess.run(
        ["bash", "-c", script, "bash", PROGRAMS / "orientationd", "--config", os.devnull],
        env=dict(os.environ, STATE_DIRECTORY=str(tmp_path)), capture_output=True, text=True, timeout=PATIENCE)

    assert (ended.returncode, ended.stderr) == (
        NO, "orientationd: LISTEN_FDS: promises sockets of the service manager that are not open\n")


def test_a_daemon_that_does_not_answer_is_given_up(tmp_path):
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(path))
        silent.listen()
        # Beside each other, for each takes ten seconds.
        programs = [
            subprocess.Popen(
                [PROGRAMS / "orientationctl", *map(str, arguments), "--socket", path], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for arguments in (["samples"], ["record", tmp_path / "new.csv", "--seconds", 1], ["status"])]
        for program in programs:
            _, errors = program.communicate(timeout=PATIENCE)
            assert program.returncode == NO_DAEMON
            assert errors.endswith(": the service did not answer in time\n") and errors.count("\n") == 1
    assert not (tmp_path / "new.csv").exists()


def test_a_daemon_that_takes_no_more_clients_is_not_said_to_be_missing(polled, start):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=1\n")
    with daemon.wire() as wire:
        wire.call("org.varlink.service.GetInfo")
        ended = daemon.ctl("status")

    assert (ended.returncode, ended.stderr) == (
        NO_DAEMON, "orientationctl status: the service closed the connection: it ended, or has as many clients as it may; "
        "its log tells\n")


# What comes from others is not obeyed by a terminal.

def test_names_in_a_policy_are_spelt_out(tmp_path):
    policy = tmp_path / "policy.json"
    policy.write_text('{"root": {"id": "\\u001b[2J\\n\\u009b", "supported": ["portrait"]}}')

    ended = ctl("policy", "check", "--kind", "pad", policy)

    assert ended.returncode == DONE
    assert "root '\\u{1b}[2J\\u{a}\\u{9b}'" in ended.stdout and "\x1b" not in ended.stdout


def test_names_of_files_are_spelt_out_in_the_log(tmp_path):
    config = tmp_path / "orientationd.conf"
    config.write_text("")
    (tmp_path / "orientationd.conf.d").mkdir()
    (tmp_path / "orientationd.conf.d" / "\x1b[2J\n<0>.conf").write_text("[Nonsense]\nA=1\n")

    daemon = subprocess.run(
        [PROGRAMS / "orientationd", "--config", config, "--socket", tmp_path / "socket"], capture_output=True, text=True,
        timeout=PATIENCE, env=dict(os.environ, STATE_DIRECTORY=str(tmp_path)))
    client = ctl("config", "check", config)

    assert (daemon.returncode, client.returncode) == (USAGE, NO)
    for ended in (daemon, client):
        text = ended.stdout + ended.stderr
        assert "\\u{1b}[2J\\u{a}<0>.conf" in text and "\x1b" not in text and "\n<0>" not in text


def test_a_file_that_cannot_be_read_is_named_once(tmp_path):
    (tmp_path / "state" / "rotation-lock").mkdir(parents=True)
    daemon = Daemon(tmp_path / "state", "--sensor", "none-such").start()
    try:
        assert f"{tmp_path}/state/rotation-lock: Is a directory; the rotation lock is off" in daemon.log
    finally:
        daemon.close()
