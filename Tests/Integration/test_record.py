"""orientationctl record, and what becomes of its files."""

import os
import resource
import signal
import stat
import subprocess

import pytest

from mock_sensors import READINGS, SCALE, steps
from service import PATIENCE, PROGRAMS, await_condition, ctl
from terminal import TerminalProgram

DONE, NO, USAGE, NO_DAEMON, NO_SENSOR = range(5)
MATRIX = "0, 1, 0; -1, 0, 0; 0, 0, 1"


def parse(path):
    """The header as a dictionary, and the rows."""
    lines = path.read_text().splitlines()
    assert lines[0] == "# orientationd recording 1"
    header = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
    assert "t_ns,raw_x,raw_y,raw_z,device" in lines
    rows = [line.split(",") for line in lines if line[0].isdigit()]
    return header, rows


@pytest.fixture
def recorder(bed):
    """Starts a recorder in the testbed."""
    environment = dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir())
    processes = []

    def start(*arguments, **options):
        processes.append(subprocess.Popen(
            [str(PROGRAMS / "orientationctl"), "record", *map(str, arguments)], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def rows_in(path):
    return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.mark.parametrize("is_direct", [False, True])
def test_a_recording_describes_the_sensor_and_holds_its_raw_values(
        buffered, start, recorder, tmp_path, is_direct):
    buffered(orientation="faceUp", properties={"ACCEL_MOUNT_MATRIX": MATRIX}, attributes={"label": "accel-display"})
    file = tmp_path / "recording.csv"
    where = ["--direct"] if is_direct else ["--socket", start().socket]

    process = recorder(file, "--seconds", 2, *where)
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == DONE, errors
    header, rows = parse(file)
    assert header["kernel"].startswith("Linux ")
    assert header["sensor.name"] == "mc3230"
    assert header["sensor.id"] == "/sys/devices/i2c-MOCK0001:00"
    assert header["sensor.label"] == "accel-display"
    assert header["sensor.location"] == "display"
    assert header["sensor.transport"] == "bufferHardware"
    assert header["channel.x"] == "le:s12/16>>4, index 0"
    assert header["channel.timestamp"] == "le:s64/64>>0, index 3"
    assert [float(number) for number in header["scale"].split()] == pytest.approx([SCALE] * 3)
    assert header["offset"] == "0 0 0"
    assert header["frame"] == "0 -1 0 1 0 0 0 0 1"
    assert header["matrix.udev"] == MATRIX
    assert header["matrix.inForce"] == "udev"
    assert header["casing.natural"] == "portrait"
    assert header["end"] == f"{len(rows)} samples"
    assert rows[0][0] == "0"
    assert {tuple(map(int, row[1:4])) for row in rows} == {steps(READINGS["faceUp"])}
    assert {row[4] for row in rows} == {"faceUp"}
    assert 1.5e9 < int(rows[-1][0]) < 2.2e9
    assert f"{len(rows)} samples" in errors


def test_the_machine_is_named_as_the_hardware_database_knows_it_and_nobody_else(
        bed, polled, recorder, tmp_path):
    dmi = "dmi:bvnInsyde:bvr1.0:bd01/02/2023:br1.2:svnACME:pnTab10:pvr1:rvnACME:rnTab10:rvr1:cvn:ct32:cvr:skuX:"
    bed.add_from_string(
        "P: /devices/virtual/dmi/id\nE: SUBSYSTEM=dmi\n"
        f"A: modalias={dmi}\\n\nA: product_serial=SERIAL-4711\\n\nA: product_uuid=UUID-4711\\n\n"
        "A: chassis_serial=SERIAL-4712\\n\nA: board_serial=SERIAL-4713\\n\n\n")
    sensor = polled()
    bed.add_from_string("P: /devices/i2c-MOCK0001:00\nE: SUBSYSTEM=i2c\nA: modalias=acpi:MOCK0001:\\n\n\n")
    file = tmp_path / "recording.csv"

    process = recorder(file, "--direct", "--seconds", 0.5)
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == DONE, errors
    header, _ = parse(file)
    assert header["machine.dmi"] == dmi
    assert header["sensor.modalias"] == "acpi:MOCK0001:"
    text = file.read_text()
    assert "4711" not in text and "4712" not in text and "4713" not in text
    assert os.uname().nodename not in text
    assert sensor.id in text


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_recording_that_is_then_complete(buffered, start, recorder, tmp_path, signal_number):
    buffered()
    file = tmp_path / "recording.csv"
    process = recorder(file, "--socket", start().socket)
    await_condition(lambda: rows_in(file) > 40, "some samples are recorded")

    process.send_signal(signal_number)
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == DONE, errors
    header, rows = parse(file)
    assert header["end"] == f"{len(rows)} samples"
    assert "lost" not in header
    gaps = [int(later[0]) - int(earlier[0]) for earlier, later in zip(rows, rows[1:])]
    assert min(gaps) > 0
    assert ctl("replay", file).returncode == DONE


def test_states_are_recorded_with_the_samples(polled, start, recorder, tmp_path):
    sensor = polled()
    file = tmp_path / "recording.csv"
    daemon = start()
    process = recorder(file, "--socket", daemon.socket)
    await_condition(lambda: ",portrait\n" in (file.read_text() if file.exists() else ""), "portrait is recorded")
    sensor.hold("landscapeRight")
    await_condition(lambda: ",landscapeRight\n" in file.read_text(), "landscapeRight is recorded")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)

    _, rows = parse(file)
    told = [row[4] for row in rows]
    # Replayed, the same raw values lead to the same states at the same samples.
    replayed = ctl("replay", "--csv", file).stdout.splitlines()[1:]
    changes = [f"{row[0]},{row[4]}" for before, row in zip([[""] * 5] + rows, rows) if row[4] != before[4]]
    assert replayed == changes
    assert told[-1] == "landscapeRight"


def test_a_recording_that_is_served_is_the_sensor_that_it_is_from(buffered, start, recorder, tmp_path):
    buffered(orientation="landscapeLeft", properties={"ACCEL_MOUNT_MATRIX": MATRIX})
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    recorder(first, "--direct", "--seconds", 2).communicate(timeout=PATIENCE)

    daemon = start("--sensor", f"recording:{first}")
    [sensor] = [each for each in daemon.open().ListSensors()["sensors"] if each["selected"]]
    process = recorder(second, "--socket", daemon.socket)
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == DONE, errors
    assert (sensor["name"], sensor["transport"]) == ("mc3230", "recording")
    assert sensor["scale"] == pytest.approx([SCALE] * 3)
    assert [each["value"] for each in sensor["matrixSources"] if each["inForce"]] == [MATRIX]
    (header, rows), (again, same) = parse(first), parse(second)
    assert [row[1:] for row in same] == [row[1:] for row in rows]
    # The wire has microseconds.
    assert all(abs(int(a[0]) - int(b[0])) <= 2000 for a, b in zip(rows, same))
    for key in ["scale", "offset", "frame", "matrix.udev", "matrix.inForce"]:
        assert again[key] == header[key]
    assert again["sensor.id"] == "recording:first.csv"


def test_only_the_user_may_read_a_recording(polled, recorder, tmp_path):
    polled()
    file = tmp_path / "recording.csv"

    recorder(file, "--direct", "--seconds", 0.2).communicate(timeout=PATIENCE)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_file_is_replaced_unless_that_is_asked_for(polled, recorder, tmp_path):
    polled()
    file = tmp_path / "precious.csv"
    file.write_text("precious\n" * 10_000)

    process = recorder(file, "--direct", "--seconds", 0.2)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == NO
    assert "--force" in errors and len(errors.splitlines()) == 1
    assert file.read_text() == "precious\n" * 10_000

    recorder(file, "--direct", "--seconds", 0.2, "--force").communicate(timeout=PATIENCE)
    assert "precious" not in file.read_text()
    assert ctl("replay", file).returncode == DONE


def test_what_cannot_be_recorded_leaves_no_file_and_harms_none(bed, recorder, tmp_path):
    file = tmp_path / "recording.csv"
    process = recorder(file, "--direct")
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, file.exists()) == (NO_SENSOR, False)

    file.write_text("precious\n")
    process = recorder(file, "--force", "--socket", tmp_path / "nothing")
    process.communicate(timeout=PATIENCE)
    assert (process.returncode, file.read_text()) == (NO_DAEMON, "precious\n")


@pytest.mark.small_files
def test_a_full_disk_ends_the_recording_with_a_message(buffered, recorder, tmp_path):
    buffered()
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    process = recorder(tmp_path / "recording.csv", "--direct", preexec_fn=small, restore_signals=False)
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == NO
    assert "File too large" in errors
    replayed = ctl("replay", "--lenient", tmp_path / "recording.csv")
    assert replayed.returncode == NO
    assert "portrait" in replayed.stdout and "cut short" in replayed.stderr


def test_a_device_or_a_pipe_is_written_to_and_has_nothing_to_replace(polled, recorder, tmp_path):
    polled()
    process = recorder("/dev/full", "--direct")
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (NO, "orientationctl record: /dev/full: No space left on device\n")

    process = recorder("/dev/stdout", "--direct", "--seconds", 0.5)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == DONE, errors
    assert output.startswith("# orientationd recording 1\n") and output.splitlines()[-1].startswith("# end: ")

    process = recorder(tmp_path, "--direct")
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (NO, f"orientationctl record: {tmp_path}: Is a directory\n")


def test_the_progress_fits_into_a_narrow_terminal(polled, start, tmp_path):
    polled()
    program = TerminalProgram(
        [PROGRAMS / "orientationctl", "record", tmp_path / "a.csv", "--seconds", 2, "--socket", start().socket],
        dict(os.environ), columns=40)
    try:
        assert program.ended() == DONE
        *steps_shown, end = program.output.decode().split("\r\x1b[K")
        assert any("samples in" in line for line in steps_shown)
        assert all(len(line) < 40 and "\n" not in line for line in steps_shown)
        assert end.startswith(str(tmp_path / "a.csv: "))
    finally:
        program.close()


@pytest.mark.small_files
def test_a_full_disk_leaves_the_file_that_was_to_be_replaced(buffered, recorder, tmp_path):
    buffered()
    file = tmp_path / "recording.csv"
    file.write_text("old")
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    process = recorder(file, "--direct", "--force", preexec_fn=small, restore_signals=False)
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == NO
    assert "File too large" in errors and f"{file} is as it was" in errors
    assert file.read_text() == "old"
    assert "portrait" in ctl("replay", "--lenient", f"{file}.new").stdout


def test_what_was_recorded_before_the_sensor_went_is_kept(buffered, start, recorder, tmp_path):
    sensor = buffered()
    file = tmp_path / "recording.csv"
    process = recorder(file, "--socket", start().socket)
    await_condition(lambda: rows_in(file) > 30, "some samples are recorded")

    sensor.unplug()
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == NO_SENSOR
    header, rows = parse(file)
    assert header["end"] == f"{len(rows)} samples"
    assert "ENODEV" in header["remark"] and "ENODEV" in errors


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["a", "--seconds", "0"], ["a", "--seconds"], ["a", "--csv"]])
def test_wrong_usage_is_an_exit_status_of_its_own(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    ended = ctl("record", *arguments)

    assert (ended.returncode, ended.stdout) == (USAGE, "")
    assert len(ended.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
