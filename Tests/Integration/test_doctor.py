"""orientationctl doctor on machines on which something is wrong, and on those on which nothing is."""

import json
import os
import pwd
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, REPOSITORY, for_every_user

WORKS, DOES_NOT, USAGE = 0, 1, 2
NOBODY = 65534

HOLD = """
import fcntl, os, sys, termios
held = os.open(sys.argv[1], os.O_RDONLY | os.O_NOCTTY)
fcntl.ioctl(held, termios.TIOCEXCL)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def doctor(bed, tmp_path):
    """Runs the doctor in the testbed; answers the exit status and the findings by area, praise left out."""

    def run(daemon=None, config="", prefix=()):
        file = tmp_path / "doctor.conf"
        file.write_text(config)
        socket = daemon.socket if daemon else tmp_path / "nobody-listens"
        ended = subprocess.run(
            [*prefix, for_every_user("orientationctl"), "doctor", "--json", "--config", file, "--socket", socket],
            env=dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir()),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        assert ended.stderr == ""
        report = json.loads(ended.stdout)
        assert report["works"] == (ended.returncode == WORKS)
        assert all(finding["finding"] and finding["advice"] for finding in report["findings"])
        complaints = {}
        for finding in report["findings"]:
            if finding["severity"] != "ok":
                complaints.setdefault(finding["area"], []).append(finding)
        return ended.returncode, complaints

    return run


def severities(complaints, area):
    return [finding["severity"] for finding in complaints.get(area, [])]


def as_nobody():
    """Runs a program as an ordinary user, which the tests themselves may be already."""
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if os.geteuid() == 0 else []


def account():
    try:
        return pwd.getpwnam("orientationd").pw_name
    except KeyError:
        return pwd.getpwuid(NOBODY if os.geteuid() == 0 else os.geteuid()).pw_name


def without_administration():
    """Root opens what is held exclusively, so that this right is given up."""
    return ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"] if os.geteuid() == 0 else []


def test_a_machine_without_a_sensor_is_told_so(doctor, start):
    status, complaints = doctor(start())

    assert status == DOES_NOT
    assert severities(complaints, "sensor") == ["error"]
    assert "no IIO device" in complaints["sensor"][0]["finding"]


@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_a_healthy_sensor_and_its_daemon_get_nothing_but_praise(kind, doctor, start, request):
    request.getfixturevalue(kind)()

    status, complaints = doctor(start())

    assert status == WORKS
    for area in ("configuration", "sensor", "access", "buffer", "matrix", "casing"):
        assert severities(complaints, area) == []
    assert "error" not in severities(complaints, "measurement")


def test_a_sensor_without_a_daemon_is_read_all_the_same(doctor, buffered):
    sensor = buffered()
    before = sensor.read("sampling_frequency")

    status, complaints = doctor()

    assert status == DOES_NOT
    assert "error" in severities(complaints, "service")
    assert "error" not in severities(complaints, "measurement")
    # And left as it was.
    assert (sensor.read("buffer/enable"), sensor.read("sampling_frequency")) == ("0", before)


def test_a_missing_permission_is_named_with_the_file_and_for_whom(doctor, buffered, bed):
    sensor = buffered()
    for place in ("", "/ioctl", "/ioctl/_default"):      # the testbed's own sockets
        os.chmod(bed.get_root_dir() + place, 0o777)
    os.chmod(bed.get_root_dir() + sensor.path + "/buffer/enable", 0o400 if os.geteuid() else 0o600)

    _, complaints = doctor(prefix=as_nobody())

    texts = [finding["finding"] for finding in complaints["access"]]
    assert any("buffer/enable" in text and "may not" in text for text in texts), texts
    # For the user that the daemon would run as, where there is one.
    assert all(text.startswith(f"{account()} may not") for text in texts), texts
    assert "70-orientationd.rules" in complaints["access"][0]["advice"]


def test_a_program_that_holds_the_buffer_is_named(doctor, buffered, bed):
    sensor = buffered()
    node = os.readlink(f"{bed.get_root_dir()}/dev/{sensor.node}")
    # Outside the testbed, where the device file is a terminal: held exclusively it is busy for others.
    outside = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    holder = subprocess.Popen(
        ["python3", "-c", HOLD, node], env=outside, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert holder.stdout.readline() == b"held\n"
        _, complaints = doctor(prefix=without_administration())
    finally:
        holder.communicate(timeout=PATIENCE)

    assert f"(process {holder.pid})" in complaints["programs"][0]["finding"]
    # Its axes can be read one by one, so rotation goes on.
    assert severities(complaints, "measurement")[0] == "warning"
    assert any("Device or resource busy" in finding["finding"] for finding in complaints["measurement"])


def test_a_sensor_that_delivers_nothing_but_zeros_is_an_error(doctor, polled, start):
    sensor = polled()
    for axis in "xyz":
        sensor.write(f"in_accel_{axis}_raw", 0)

    for daemon in (None, start()):
        status, complaints = doctor(daemon)

        assert status == DOES_NOT
        assert severities(complaints, "measurement") == ["error"]


def test_a_sensor_that_never_changes_is_a_warning(doctor, polled):
    polled()

    _, complaints = doctor()

    assert severities(complaints, "measurement") == ["warning"]
    assert "same to the last step" in complaints["measurement"][0]["finding"]


def test_two_matrices_that_disagree_are_a_warning_and_both_are_shown(doctor, polled, start):
    polled(properties={"ACCEL_MOUNT_MATRIX": "0, 0, -1; 1, 0, 0; 0, -1, 0"},
           attributes={"mount_matrix": "-1, 0, 0; 0, 1, 0; 0, 0, 1", "of_node/mount-matrix": "declared"})

    status, complaints = doctor(start())

    assert status == WORKS
    assert severities(complaints, "matrix") == ["warning"]
    assert "udev" in complaints["matrix"][0]["finding"]
    assert "MatrixSources=configuration kernel udev" in complaints["matrix"][0]["advice"]


def test_a_matrix_that_is_refused_is_named_with_the_reason(doctor, polled, start):
    polled(properties={"ACCEL_MOUNT_MATRIX": "1, 0, 0; 1, 0, 0; 0, 0, 1"})

    _, complaints = doctor(start())

    assert severities(complaints, "matrix") == ["warning"]
    assert "not at right angles" in complaints["matrix"][0]["finding"]


def test_a_wrong_configuration_is_an_error_with_its_line(doctor, polled):
    polled()

    status, complaints = doctor(config="[Sensor]\nMountMatrix=1, 2\n")

    assert status == DOES_NOT
    assert "doctor.conf:2" in complaints["configuration"][0]["finding"]


def test_a_disks_protection_sensor_is_told_from_one_that_turns_the_screen(doctor, described):
    from described_sensors import descriptions
    described(descriptions()["hp-envy-dv4-lis3lv02d"])

    status, complaints = doctor()

    assert status == DOES_NOT
    assert "LIS3LV02DL" in complaints["sensor"][0]["finding"]


def test_wrong_usage_has_an_exit_status_of_its_own():
    for arguments in (["--jsn"], ["--socket"], ["x"]):
        ended = subprocess.run(
            [PROGRAMS / "orientationctl", "doctor", *arguments], capture_output=True, text=True, timeout=PATIENCE)
        assert (ended.returncode, ended.stdout) == (USAGE, "")


def test_a_recording_that_is_played_in_place_of_a_sensor_is_named(doctor, polled, start):
    polled()
    recording = f"recording:{REPOSITORY / 'config' / 'demonstration.csv'}"

    status, complaints = doctor(start("--sensor", recording))

    assert (status, severities(complaints, "sensor")) == (DOES_NOT, ["error"])
    assert recording in complaints["sensor"][0]["finding"]
    assert recording in complaints["sensor"][0]["advice"]
    # Without a daemon as well, by the configuration.
    status, complaints = doctor(config=f"[Sensor]\nSensor={recording}\n")
    assert recording in complaints["sensor"][0]["finding"]
