"""orientationctl samples: through the daemon, and without it."""

import csv
import io
import json
import os
import signal
import subprocess

import pytest

from mock_sensors import GRAVITY, READINGS, SCALE, steps
from service import PATIENCE, PROGRAMS, await_condition, ctl

DONE, NO, USAGE, NO_DAEMON, NO_SENSOR = range(5)


@pytest.fixture
def direct(bed):
    """Runs a command in the testbed, without a daemon."""
    environment = dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir())

    def run(*arguments, **options):
        return subprocess.run(
            [str(PROGRAMS / "orientationctl"), *map(str, arguments)], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, **options)

    return run


def test_lines_for_people_show_how_the_sensor_reads(buffered, start):
    buffered(orientation="landscapeLeft")

    ended = start().ctl("samples", "--count", 3)

    assert ended.returncode == DONE
    head, *lines = ended.stdout.splitlines()
    assert len(lines) == 3
    assert head.split() == ["time", "x", "y", "z", "|a|", "looks", "held", "raw"]
    words = lines[2].split()
    assert float(words[1]) == pytest.approx(GRAVITY, abs=0.02)
    assert float(words[4]) == pytest.approx(GRAVITY, abs=0.02)
    assert words[5:7] == ["landscapeLeft", "landscapeLeft"]
    assert tuple(map(int, words[7:])) == steps(READINGS["landscapeLeft"])
    assert "by its buffer" in ended.stderr


@pytest.mark.parametrize("is_direct", [False, True])
def test_csv_is_replayed_to_the_same_orientation(buffered, start, direct, is_direct, tmp_path):
    buffered(orientation="portraitUpsideDown")
    arguments = ["samples", "--csv", "--count", 20]

    ended = direct(*arguments, "--direct") if is_direct else start().ctl(*arguments)

    assert ended.returncode == DONE, ended.stderr
    rows = list(csv.DictReader(io.StringIO(ended.stdout)))
    assert len(rows) == 20
    assert {row["device"] for row in rows} == {"portraitUpsideDown"}
    assert float(rows[0]["y"]) == pytest.approx(-GRAVITY, abs=SCALE)
    (tmp_path / "samples.csv").write_text(ended.stdout)
    replayed = ctl("replay", "--csv", tmp_path / "samples.csv")
    assert replayed.stdout.splitlines()[1:] == [f"{rows[0]['t_ns']},portraitUpsideDown"]


def test_json_is_the_protocols_samples(polled, start):
    polled(orientation="faceDown")

    ended = start().ctl("samples", "--json", "--count", 2)

    samples = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(samples) == 2
    assert samples[0]["candidate"] == "faceDown"
    assert set(samples[0]) == {"timestamp", "raw", "acceleration", "candidate"}


def test_a_rate_leaves_samples_out(buffered, start):
    buffered()

    ended = start(config="[Sensor]\nSamplingFrequency=50\n").ctl("samples", "--csv", "--rate", 10, "--count", 10)

    stamps = [int(line.split(",")[0]) for line in ended.stdout.splitlines()[1:]]
    assert 0.85 < (stamps[-1] - stamps[0]) / 1e9 < 2


def test_another_sensor_is_read_by_its_id(polled, start, direct):
    polled(number=0, parent="i2c-A")
    base = polled(number=1, parent="i2c-B", orientation="faceUp", properties={"ACCEL_LOCATION": "base"})

    for ended in [start().ctl("samples", "--sensor", base.id, "--json", "--count", 1),
                  direct("samples", "--direct", "--sensor", base.id, "--json", "--count", 1)]:
        assert ended.returncode == DONE, ended.stderr
        assert json.loads(ended.stdout)["candidate"] == "faceUp"


def test_read_directly_the_sensor_is_left_as_it_was_found(buffered, direct):
    sensor = buffered()
    names = ["buffer/enable", "trigger/current_trigger", "current_timestamp_clock", "sampling_frequency"]
    found = {name: sensor.read(name) for name in names}

    assert direct("samples", "--direct", "--count", 5).returncode == DONE

    assert {name: sensor.read(name) for name in names} == found


def test_read_directly_the_configuration_counts(polled, direct, tmp_path):
    polled(orientation="portrait")
    configuration = tmp_path / "orientationd.conf"
    configuration.write_text("[Sensor]\nConvention=kernel\n")
    arguments = ["samples", "--direct", "--json", "--count", 1]

    assert json.loads(direct(*arguments).stdout)["candidate"] == "portrait"
    other = direct(*arguments, "--config", configuration)

    assert json.loads(other.stdout)["candidate"] == "portraitUpsideDown"


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_good_order(buffered, start, signal_number):
    buffered()
    daemon = start()
    with subprocess.Popen(
            [PROGRAMS / "orientationctl", "samples", "--csv", "--socket", daemon.socket],
            stdout=subprocess.PIPE, text=True) as process:
        for _ in range(3):
            assert process.stdout.readline()
        process.send_signal(signal_number)
        rest = process.stdout.read()

        assert process.wait(PATIENCE) == DONE
    assert rest == "" or rest.endswith("\n")


def test_a_reader_that_goes_ends_it(buffered, start):
    sensor = buffered()
    daemon = start()
    with subprocess.Popen(
            [PROGRAMS / "orientationctl", "samples", "--csv", "--socket", daemon.socket],
            stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        process.stdout.close()

        assert process.wait(PATIENCE) == DONE
    await_condition(lambda: sensor.read("buffer/enable") == "0", "the sensor is off again")


@pytest.mark.parametrize("form", [[], ["--csv"], ["--json"]])
def test_a_full_disk_is_told_and_is_a_failure(polled, start, form):
    polled()
    daemon = start()
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [PROGRAMS / "orientationctl", "samples", "--socket", daemon.socket, *form], stdout=full,
            stderr=subprocess.PIPE, text=True, timeout=PATIENCE)

    assert ended.returncode == NO
    assert ended.stderr.endswith(": standard output: No space left on device\n")


def test_a_recording_that_is_over_ends_it(start, tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_text("t_s,x,y,z\n" + "".join(f"{number / 100},0,9.81,0\n" for number in range(20)))

    through_daemon = start("--sensor", f"recording:{trace}").ctl("samples", "--csv")
    directly = ctl("samples", "--csv", "--direct", "--sensor", f"recording:{trace}")

    for ended in through_daemon, directly:
        assert (ended.returncode, len(ended.stdout.splitlines())) == (DONE, 21)


def test_a_sensor_that_goes_is_an_exit_status_of_its_own(buffered, start):
    sensor = buffered()
    daemon = start()
    with subprocess.Popen(
            [PROGRAMS / "orientationctl", "samples", "--socket", daemon.socket],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for _ in range(3):
            process.stdout.readline()
        sensor.unplug()
        _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == NO_SENSOR
    assert "ENODEV" in errors


def test_what_is_not_there_is_named(start, direct, tmp_path):
    daemon = start()

    assert daemon.ctl("samples").returncode == NO_SENSOR
    assert direct("samples", "--direct").returncode == NO_SENSOR
    nowhere = daemon.ctl("samples", "--sensor", "/sys/devices/none")
    assert (nowhere.returncode, nowhere.stdout) == (NO_SENSOR, "")
    assert "/sys/devices/none" in nowhere.stderr
    assert ctl("samples", "--socket", tmp_path / "nothing").returncode == NO_DAEMON


@pytest.mark.parametrize("arguments", [
    ["--rate", "0"], ["--rate", "fast"], ["--rate", "nan"], ["--count", "0"], ["--colour"], ["extra"], ["--sensor"],
    ["--csv", "--json"], ["--sensor", "--direct"],
    ["--direct", "--config", "/nowhere/orientationd.conf"],
])
def test_wrong_usage_is_an_exit_status_of_its_own(arguments):
    ended = ctl("samples", *arguments)

    assert (ended.returncode, ended.stdout) == (USAGE, "")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("text, line", [
    (None, "recording.csv: No such file or directory"),
    ("", "recording.csv: is empty"),
    ("t_s,x,y\n", "recording.csv:1: the first line names no column z"),
    ("t_s,x,y,z\n0,0,9.8,0\n0.1,nan,0,0\n", "recording.csv:3: x is \"nan\", which is no number"),
])
def test_a_recording_that_is_wrong_is_told_with_its_line(tmp_path, text, line):
    file = tmp_path / "recording.csv"
    if text is not None:
        file.write_text(text)

    for command in (["samples"], ["record", tmp_path / "copy.csv"]):
        ended = ctl(*command, "--direct", "--sensor", f"recording:{file}")

        assert ended.returncode == NO
        assert line in ended.stderr.splitlines()[-1]
