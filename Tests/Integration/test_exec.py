"""orientationctl exec: a command for each change, for those who write scripts."""

import contextlib
import os
import signal
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, await_condition


@pytest.fixture
def run(tmp_path):
    processes = []

    def start(daemon, *command):
        log = open(tmp_path / "exec.log", "w+")
        process = subprocess.Popen(
            [str(PROGRAMS / "orientationctl"), "exec", "--socket", daemon.socket, "--", *command],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        process.lines = lambda: open(log.name).read().splitlines()
        processes.append(process)
        return process

    yield start
    for process in processes:
        # The command that runs goes as well.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


SAY = 'echo "$ORIENTATION_DEVICE $ORIENTATION_INTERFACE $ORIENTATION_ROTATION $ORIENTATION_WL_TRANSFORM ' \
    '$ORIENTATION_SWAY $ORIENTATION_XRANDR $ORIENTATION_FBCON $ORIENTATION_HWDB $ORIENTATION_TOUCH_MATRIX"'


def test_the_command_is_run_at_first_and_after_each_change_with_every_name_of_the_turn(polled, start, run):
    sensor = polled()
    process = run(start(), "sh", "-c", SAY)
    expected = [
        ("portrait", "portrait portrait 0 normal normal normal 0 normal 1 0 0 0 1 0"),
        ("landscapeLeft", "landscapeLeft landscapeRight 270 270 90 right 1 right-up 0 1 0 -1 0 1"),
        ("portraitUpsideDown",
         "portraitUpsideDown portraitUpsideDown 180 180 180 inverted 2 bottom-up -1 0 1 0 -1 1"),
        ("landscapeRight", "landscapeRight landscapeLeft 90 90 270 left 3 left-up 0 -1 1 1 0 0"),
    ]

    for posture, line in expected:
        sensor.hold(posture)
        await_condition(lambda: line in process.lines(), f"the command is run for {posture}")


def test_one_command_runs_at_a_time_and_the_newest_state_is_next(polled, start, run, tmp_path):
    sensor = polled()
    daemon = start()
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    # The first command waits until somebody writes to the gate.
    process = run(daemon, "sh", "-c", f'echo "begin $ORIENTATION_DEVICE"; read line < {gate}; echo end')
    await_condition(lambda: process.lines(), "the first command runs")
    follower = daemon.follow()
    for posture in ["landscapeLeft", "portraitUpsideDown", "landscapeRight"]:
        sensor.hold(posture)
        follower.until(deviceOrientation=posture)
    assert len(process.lines()) == 1

    # The last state may still be on its way to the command when the first run ends: then there is one run more.
    for runs in (2, 3):
        with open(gate, "w") as writer:
            writer.write("go\n")
        await_condition(lambda: len(process.lines()) >= 2 * runs - 1, "the next command runs")
        if process.lines()[-1] == "begin landscapeRight":
            break
    assert process.lines()[-1] == "begin landscapeRight"
    assert process.lines()[1::2] == ["end"] * (runs - 1)


def test_a_signal_ends_it_after_the_command_that_runs(polled, start, run, tmp_path):
    polled()
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    process = run(start(), "sh", "-c", f"echo begin; read line < {gate}; echo end")
    await_condition(lambda: process.lines(), "the command runs")

    process.send_signal(signal.SIGTERM)
    with open(gate, "w") as writer:
        writer.write("go\n")

    assert process.wait(PATIENCE) == 0
    assert process.lines() == ["begin", "end"]


def test_a_command_that_fails_is_told_and_run_again(polled, start, run):
    sensor = polled()
    process = run(start(), "sh", "-c", 'echo "$ORIENTATION_DEVICE"; exit 3')
    await_condition(lambda: any("ended with 3" in line for line in process.lines()), "the failure is told")

    sensor.hold("landscapeLeft")

    await_condition(lambda: "landscapeLeft" in process.lines(), "the command is run again")


def test_a_command_that_is_not_there_is_an_error(polled, start, run):
    polled()
    process = run(start(), "no-such-command")

    assert process.wait(PATIENCE) == 1
    assert "no-such-command" in process.lines()[0] and len(process.lines()) == 1


def test_options_behind_the_command_are_the_commands(polled, start, run):
    polled()
    process = run(start(), "echo", "--help", "--socket", "x")

    await_condition(lambda: process.lines(), "the command is run")
    assert process.lines()[0] == "--help --socket x"


@pytest.mark.parametrize("options", [[], ["--"]])
def test_without_a_command_the_usage_is_named(options):
    ended = subprocess.run(
        [str(PROGRAMS / "orientationctl"), "exec", *options], capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode == 2
    assert "name a command" in ended.stderr
