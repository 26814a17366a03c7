"""SIGHUP reads the configuration again; subscribers stay connected."""

import os
import signal

import pytest

from service import await_condition, ctl


@pytest.fixture
def daemon(polled, start):
    polled()
    return start()


def reload(daemon, text, drop_in=None):
    daemon.config.write_text(text)
    if drop_in is not None:
        folder = daemon.config.with_name(daemon.config.name + ".d")
        folder.mkdir(exist_ok=True)
        (folder / "10-local.conf").write_text(drop_in)
    daemon.process.send_signal(signal.SIGHUP)


def test_a_subscriber_stays_connected_and_is_told_the_cause(daemon):
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")

    reload(daemon, "[Interface]\nSupportedOrientations=landscapeRight landscapeLeft\n")

    state = subscriber.until(interfaceOrientation="landscapeRight")
    assert state["cause"] == "configuration"
    assert state["allowed"] == ["landscapeRight", "landscapeLeft"]
    assert state["turned"] == 90


def test_a_drop_in_counts_after_a_reload_and_its_removal_too(daemon):
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")

    reload(daemon, "[Interface]\nKind=pad\n", drop_in="[Interface]\nKind=phone\n")
    assert subscriber.until(kind="phone")["cause"] == "configuration"

    (daemon.config.with_name(daemon.config.name + ".d") / "10-local.conf").unlink()
    daemon.process.send_signal(signal.SIGHUP)
    assert subscriber.until(kind="pad")["cause"] == "configuration"


def test_a_bad_file_changes_nothing_and_is_reported(daemon, bed):
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")

    # The first line is right and would turn the picture; nothing of the file is used.
    reload(daemon, "[Interface]\nSupportedOrientations=landscapeLeft\nKind=watch\n")

    await_condition(lambda: f"{daemon.config}:3:" in daemon.log, "a line in the log")
    line = next(line for line in daemon.log.splitlines() if f"{daemon.config}:3:" in line)
    assert line.startswith("<3>")
    bed.sensors[0].hold("landscapeLeft")
    state = subscriber.until(deviceOrientation="landscapeLeft", interfaceOrientation="landscapeRight")
    assert state["cause"] == "device"
    assert len(state["allowed"]) == 4

    checked = ctl("config", "check", daemon.config)
    assert checked.returncode == 1
    assert f"{daemon.config}:3:" in checked.stderr


def test_a_file_that_was_put_right_counts_at_the_next_reload(daemon):
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")
    reload(daemon, "[Interface]\nKind=watch\n")
    await_condition(lambda: f"{daemon.config}:2:" in daemon.log, "a line in the log")

    reload(daemon, "[Interface]\nKind=phone\n")

    assert subscriber.until(kind="phone")["cause"] == "configuration"


def test_a_new_limit_counts_for_those_who_come_later(daemon):
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")

    reload(daemon, "[Socket]\nMaxConnections=1\n[Interface]\nKind=phone\n")
    subscriber.until(kind="phone")

    def is_refused():
        with daemon.wire() as wire:
            return wire.receive() is None
    await_condition(is_refused, "a second connection is closed")
    assert not subscriber.ended(0.1)


def test_a_recording_that_cannot_be_played_changes_nothing_and_is_reported(daemon, bed, tmp_path):
    subscriber = daemon.follow()
    before = subscriber.until(deviceOrientation="portrait", sensorStatus="ready")
    missing = tmp_path / "missing.csv"
    fault = f"{daemon.config}:4: Sensor=recording:{missing}: No such file or directory"

    reload(daemon, f"[Interface]\nSupportedOrientations=landscapeLeft\n[Sensor]\nSensor=recording:{missing}\n")

    await_condition(lambda: fault in daemon.log, "a line in the log")
    bed.sensors[0].hold("landscapeLeft")
    state = subscriber.until(deviceOrientation="landscapeLeft")
    assert state["cause"] == "device"
    assert (state["sensor"], len(state["allowed"])) == (before["sensor"], 4)
    checked = ctl("config", "check", daemon.config)
    assert (checked.returncode, checked.stdout) == (1, "")
    assert fault in checked.stderr


@pytest.mark.parametrize("name", ["orientationd.conf", "orientationd.conf.d/10-pipe.conf", "quirks.conf", "tablet.csv"])
def test_a_pipe_in_the_place_of_a_file_is_refused_and_waited_for_by_nobody(daemon, bed, name):
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait", sensorStatus="ready")
    path = daemon.config.parent / name
    if name == "tablet.csv":
        daemon.config.write_text(f"[Sensor]\nSensor=recording:{path}\n")
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)

    daemon.process.send_signal(signal.SIGHUP)

    refusal = "is a pipe or a device; expected a regular file"
    await_condition(lambda: any(str(path) in line and refusal in line for line in daemon.log.splitlines()),
                    "a line in the log")
    bed.sensors[0].hold("landscapeLeft")
    subscriber.until(deviceOrientation="landscapeLeft")
    # What the user names is waited for, as of any program.
    if path != daemon.config:
        checked = ctl("config", "check", daemon.config)
        assert checked.returncode == 1 and refusal in checked.stderr
