"""quirks.conf: what is known of the matrix of one sensor in one kind of machine."""

import os
import signal

import pytest

from service import REPOSITORY, await_condition, ctl

PINEPHONE = "0, -1, 0; 1, 0, 0; 0, 0, 1"
DMI = "dmi:bvnACME:bvr1.0:svnACME:pnTablet10:pvrA:"
QUIRK = """[Tablet 10]
Machine=dmi:*:svnACME:pnTablet10:*
Sensor=mc3230
Matrix=none
Convention={convention}
"""


@pytest.fixture
def phone(bed, polled):
    """A PinePhone as its device tree says, held upright: then its chip reads x = +g."""
    folder = bed.get_root_dir() + "/sys/firmware/devicetree/base"
    os.makedirs(folder)
    with open(folder + "/compatible", "w") as file:
        file.write("pine64,pinephone-1.2\0pine64,pinephone\0allwinner,sun50i-a64\0")

    def make(matrix):
        sensor = polled(name="invensense,mpu6050", attributes={"in_mount_matrix": matrix})
        sensor.hold("landscapeRight")
        assert int(sensor.read("in_accel_x_raw")) > 1000
        return sensor

    return make


@pytest.fixture
def tablet(bed, polled):
    bed.add_from_string(f"P: /devices/virtual/dmi/id\nE: SUBSYSTEM=dmi\nA: modalias={DMI}\\n\n")
    return polled()


def notes(daemon):
    [sensor] = daemon.open().ListSensors()["sensors"]
    return sensor["notes"]


# The device tree carried the one matrix in 12/2024 and carries the other since 2026, both for one board.
@pytest.mark.parametrize("matrix, is_known", [(PINEPHONE, True), ("0, 1, 0; -1, 0, 0; 0, 0, 1", False)])
def test_a_pinephone_is_upright_with_either_matrix_that_its_device_tree_carried(phone, start, matrix, is_known):
    phone(matrix)
    daemon = start()

    assert daemon.follow().until(sensorStatus="ready")["deviceOrientation"] == "portrait"
    named = [note for note in notes(daemon) if f"[PinePhone] at {REPOSITORY}/config/quirks.conf:" in note]
    assert len(named) == is_known


def test_what_is_configured_replaces_the_quirk_and_no_quirk_is_named(phone, start):
    phone(PINEPHONE)
    daemon = start(config="[Sensor]\nConvention=hwdb\n")

    assert daemon.follow().until(sensorStatus="ready")["deviceOrientation"] == "portraitUpsideDown"
    assert not any("quirk" in note for note in notes(daemon))


def test_a_quirk_beside_the_configuration_counts_after_a_reload_and_is_named(tablet, start):
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready", deviceOrientation="portrait")
    file = daemon.config.with_name("quirks.conf")
    file.write_text(QUIRK.format(convention="kernel"))

    daemon.process.send_signal(signal.SIGHUP)

    subscriber.until(deviceOrientation="portraitUpsideDown")
    assert [f"[Tablet 10] at {file}:1" in note for note in notes(daemon)] == [True]


def test_a_bad_quirk_changes_nothing_on_reload_and_is_one_line_with_its_place(tablet, start):
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(sensorStatus="ready", deviceOrientation="portrait")
    file = daemon.config.with_name("quirks.conf")
    # The first quirk is right and would turn the picture; nothing is taken of the file, nor of the configuration.
    file.write_text(QUIRK.format(convention="kernel") + "[Other]\nMachine=m\nSensor=s\nMatrix=any\nInvertZ=2\n")
    daemon.config.write_text("[Interface]\nKind=phone\n")

    daemon.process.send_signal(signal.SIGHUP)

    await_condition(lambda: f"{file}:10: InvertZ=2: expected yes or no" in daemon.log, "a line in the log")
    tablet.hold("landscapeLeft")
    assert subscriber.until(deviceOrientation="landscapeLeft")["kind"] == "pad"
    assert notes(daemon) == []


def test_a_bad_quirk_is_found_by_config_check_and_keeps_the_daemon_from_starting(tmp_path):
    config = tmp_path / "orientationd.conf"
    config.write_text("")
    (tmp_path / "quirks.conf").write_text("[Tablet]\nMachine=acme,tablet\n")

    ended = ctl("config", "check", config)

    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert f"{tmp_path}/quirks.conf:1: [Tablet] has no Sensor=; expected" in ended.stderr
