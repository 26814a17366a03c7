"""orientationctl hwdb and calibrate --case: entries of the hardware database, and matrices from notes."""

import json
import os
import pathlib
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, ctl

FOUND, NOT_FOUND, USAGE, NO_SENSOR = 0, 1, 2, 4

DMI = ("dmi:bvnAmericanMegatrendsInc.:bvr5.11:bd05/07/2016:br5.11:svn{svn}:pn{pn}:pvrDefaultstring:"
       "rvn{rvn}:rn{rn}:rvrDefaultstring:cvnDefaultstring:ct3:cvrDefaultstring:sku:")


def names(svn="Hampoo", pn="X1D3_C806N", rvn="Hampoo", rn="CherryTrailCR"):
    return DMI.format(svn=svn, pn=pn, rvn=rvn, rn=rn)


@pytest.fixture
def machine(bed, tmp_path):
    """Makes a machine of a sensor's surroundings and DMI, and runs hwdb entry on it."""

    def surround(path, modalias, subsystem="i2c"):
        bed.add_from_string(f"P: {path}\nE: SUBSYSTEM={subsystem}\nA: modalias={modalias}\\n\n")

    def entry(*arguments, dmi=None, config=""):
        if dmi:
            bed.add_from_string(f"P: /devices/virtual/dmi/id\nE: SUBSYSTEM=dmi\nA: modalias={dmi}\\n\n")
        file = tmp_path / "orientationd.conf"
        file.write_text(config)
        return subprocess.run(
            [PROGRAMS / "orientationctl", "hwdb", "entry", "--config", file, *map(str, arguments)],
            env=dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir()),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)

    entry.surround = surround
    return entry


def query(tmp_path, text, key):
    """What the real database answers, compiled of this text alone."""
    folder = tmp_path / "root" / "etc" / "udev" / "hwdb.d"
    folder.mkdir(parents=True)
    (folder / "60-sensor.hwdb").write_text(text)
    root = f"--root={tmp_path / 'root'}"
    subprocess.run(["systemd-hwdb", "update", root], check=True)
    answer = subprocess.run(["systemd-hwdb", "query", root, key], check=True, capture_output=True, text=True)
    return dict(line.split("=", 1) for line in answer.stdout.splitlines())


def test_an_entry_names_chip_and_machine_and_is_found(machine, polled, tmp_path):
    machine.surround("/devices/i2c-KIOX000A:00", "acpi:KIOX000A:KIOX000A:")
    polled(parent="i2c-KIOX000A:00")

    ended = machine(dmi=names(), config="[Sensor]\nMountMatrix=0, -1, 0; -1, 0, 0; 0, 0, -1\n")

    assert ended.returncode == FOUND, ended.stderr
    assert "sensor:modalias:acpi:KIOX000A:*:dmi:*:svnHampoo:pnX1D3_C806N:*\n" in ended.stdout
    assert " ACCEL_MOUNT_MATRIX=0, -1, 0; -1, 0, 0; 0, 0, -1\n" in ended.stdout
    assert "proved with systemd-hwdb" in ended.stderr
    # The machine after an update of its firmware, under a kernel that has one field more and one less.
    later = "sensor:modalias:acpi:KIOX000A:KIOX000A::" + names().replace("bvr5.11:bd05/07/2016:br5.11", "bvr6:bd1")
    assert query(tmp_path, ended.stdout, later + "pfaX:") == {
        "ACCEL_MOUNT_MATRIX": "0, -1, 0; -1, 0, 0; 0, 0, -1"}


def test_the_matrix_in_force_becomes_one_of_the_database(machine, polled):
    """The kernel's matrix is meant literally here, and the panel stands on its side."""
    machine.surround("/devices/i2c-KIOX000A:00", "acpi:KIOX000A:KIOX000A:")
    polled(parent="i2c-KIOX000A:00", attributes={"in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1"})

    ended = machine(
        dmi=names(), config="[Sensor]\nConvention=kernel\nPanelOrientation=right-side-up\n"
                            "NaturalOrientation=landscapeRight\n")

    # x and y against the kernel's, since the database's point with gravity; z is the product's.
    assert " ACCEL_MOUNT_MATRIX=0, -1, 0; 1, 0, 0; 0, 0, 1\n" in ended.stdout


@pytest.mark.parametrize("dmi, pattern", [
    (names(svn="Defaultstring", pn="P612F"), "dmi:*:svnDefaultstring:pnP612F:*"),
    (names(svn="LENOVO", pn="Defaultstring").replace("pvrDefaultstring", "pvrMIIX300-10IBY"),
     "dmi:*:svnLENOVO:*:pvrMIIX300-10IBY:*"),
    (names(svn="TobefilledbyO.E.M.", pn="TobefilledbyO.E.M.", rvn="Reeder", rn="A8iW-Rev.A"),
     "dmi:*:rvnReeder:rnA8iW-Rev.A:*"),
    (names(svn="AMI", pn="Defaultstring", rvn="AMI", rn="AptioCRB").replace("sku:", "skuH2M6:"),
     "dmi:*:svnAMI:*:skuH2M6:*"),
    (names(pn="Tab#1(new)"), "dmi:*:svnHampoo:pnTab?1_new_:*"),
])
def test_the_field_that_names_the_machine_is_taken(machine, polled, dmi, pattern):
    machine.surround("/devices/i2c-KIOX000A:00", "acpi:KIOX000A:KIOX000A:")
    polled(parent="i2c-KIOX000A:00")

    ended = machine("--matrix", "0, 1, 0; 1, 0, 0; 0, 0, 1", dmi=dmi)

    assert ended.returncode == FOUND, ended.stderr
    assert f"sensor:modalias:acpi:KIOX000A:*:{pattern}\n" in ended.stdout


def test_a_machine_without_a_name_gets_no_entry(machine, polled):
    machine.surround("/devices/i2c-BOSC0200:00", "acpi:BOSC0200:BOSC0200:")
    polled(parent="i2c-BOSC0200:00")

    ended = machine(dmi=names("Defaultstring", "Defaultstring", "Hampoo", "CherryTrailCR"))

    assert (ended.returncode, ended.stdout) == (NOT_FOUND, "")
    assert 'pn="Defaultstring"' in ended.stderr and "MountMatrix=, where orientationctl calibrate --apply" in ended.stderr


def test_a_label_is_part_of_the_key(machine, polled):
    machine.surround("/devices/i2c-KIOX010A:00", "acpi:KIOX010A:KIOX010A:")
    polled(parent="i2c-KIOX010A:00", attributes={"label": "accel-display"})

    ended = machine("--matrix", "0, 1, 0; 1, 0, 0; 0, 0, 1", dmi=names())

    assert ended.returncode == FOUND, ended.stderr
    assert "sensor:accel-display:modalias:acpi:KIOX010A:*:dmi:*:svnHampoo:pnX1D3_C806N:*\n" in ended.stdout
    assert "sensor:accel-display:modalias:acpi:KIOX010A:KIOX010A::dmi:" in ended.stderr


def test_a_device_tree_names_the_chip_and_that_is_said(machine, polled):
    machine.surround("/devices/platform/fe5b0000.i2c/i2c-2/2-0018", "of:NaccelerometerT(null)Csilan,sc7a20")
    polled(parent="platform/fe5b0000.i2c/i2c-2/2-0018")

    ended = machine("--matrix", "0, 0, -1; 1, 0, 0; 0, 1, 0")

    assert ended.returncode == FOUND, ended.stderr
    assert "sensor:modalias:of:NaccelerometerT_null_Csilan,sc7a20:*\n" in ended.stdout
    assert "device tree" in ended.stderr
    # The system's own database has an entry for that chip.
    assert "without it it gives 0, 0, -1; 1, 0, 0; 0, -1, 0" in ended.stderr
    assert "has to stand below line" in ended.stderr


def test_two_sensors_with_one_key_get_a_rule_by_place(machine, polled):
    machine.surround("/devices/pci0/i2c-1/i2c-MDA6655:00", "acpi:MDA6655:MDA6655:")
    machine.surround("/devices/pci0/i2c-2/i2c-MDA6655:01", "acpi:MDA6655:MDA6655:")
    polled(parent="pci0/i2c-1/i2c-MDA6655:00", number=0)
    polled(parent="pci0/i2c-2/i2c-MDA6655:01", number=1)

    ended = machine(
        "--matrix", "0, -1, 0; 1, 0, 0; 0, 0, 1", "--sensor", "/sys/devices/pci0/i2c-2/i2c-MDA6655:01", dmi=names())

    assert ended.returncode == FOUND, ended.stderr
    assert "cannot tell apart" in ended.stderr
    rules = [line for line in ended.stdout.splitlines() if not line.startswith("#")]
    assert rules == [
        'ACTION!="remove", SUBSYSTEM=="iio", KERNEL=="iio:device*", '
        'DEVPATH=="/devices/pci0/i2c-2/i2c-MDA6655:01/*", '
        'ENV{ACCEL_MOUNT_MATRIX}="0, -1, 0; 1, 0, 0; 0, 0, 1", ENV{ACCEL_LOCATION}="display"',
        'ACTION!="remove", SUBSYSTEM=="iio", KERNEL=="iio:device*", '
        'DEVPATH=="/devices/pci0/i2c-1/i2c-MDA6655:00/*", ENV{ACCEL_LOCATION}="base"',
    ]


@pytest.mark.parametrize("modalias, pattern", [
    ("acpi:KIOX000A:KIOX000A:", "acpi:KIOX000A:*"), ("acpi:KIOX000A:", "acpi:KIOX000A:*"),
    ("acpi:KIOX000A", "acpi:KIOX000A")])
def test_a_recording_is_enough_for_an_entry(machine, tmp_path, modalias, pattern):
    file = tmp_path / "recording.csv"
    file.write_text(
        "# orientationd recording 1\n# machine.dmi: " + names() + "\n"
        f"# sensor.name: kxcj91008\n# sensor.modalias: {modalias}\n"
        "# scale: 0.019163 0.019163 0.019163\n# frame: 0 1 0 -1 0 0 0 0 1\n"
        "t_ns,x,y,z\n0,0,512,0\n# end\n")

    ended = machine("--recording", file)

    assert ended.returncode == FOUND, ended.stderr
    assert f"sensor:modalias:{pattern}:dmi:*:svnHampoo:pnX1D3_C806N:*\n" in ended.stdout
    assert " ACCEL_MOUNT_MATRIX=0, -1, 0; 1, 0, 0; 0, 0, 1\n" in ended.stdout


def test_a_recording_without_a_head_and_a_machine_without_a_sensor_get_none(machine, tmp_path):
    bare = tmp_path / "bare.csv"
    bare.write_text("t_ns,x,y,z\n0,0,0,9.8\n")

    assert machine("--recording", bare).returncode == NOT_FOUND
    assert machine("--recording", tmp_path / "nothing").returncode == NOT_FOUND
    assert machine().returncode == NO_SENSOR
    assert machine("--matrix", "1, 0, 0; 0, 1, 0; 0, 1, 0").returncode == USAGE


def test_lint_names_file_line_and_reason(tmp_path):
    file = tmp_path / "61-sensor-local.hwdb"
    file.write_text("sensor:modalias:acpi:KIOX000A*:dmi::*svnMEDION:pnX:*\nACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\n")

    ended = ctl("hwdb", "lint", file)

    assert ended.returncode == NOT_FOUND
    assert [line.split(": ")[:2] for line in ended.stdout.splitlines()] == [
        [f"{file}:1", "syntax"], [f"{file}:2", "syntax"]]
    assert ctl("hwdb", "lint", tmp_path / "nothing").returncode == NOT_FOUND
    assert ctl("hwdb", "lint").returncode == USAGE
    assert ctl("hwdb").returncode == USAGE

    file.write_text("sensor:modalias:acpi:KIOX000A*:dmi:*:svnMEDION:pnX:*\n ACCEL_MOUNT_MATRIX=1, 0, 0; 1, 0, 0; 0, 0, 1\n")
    finding = json.loads(ctl("hwdb", "lint", "--json", file).stdout)
    assert (finding["file"], finding["line"], finding["kind"]) == (str(file), 2, "singular")

    file.write_text("sensor:modalias:acpi:KIOX000A*:dmi:*:svnMEDION:pnX:*\n ACCEL_LOCATION=base\n")
    assert (ctl("hwdb", "lint", file).returncode, ctl("hwdb", "lint", file).stdout) == (FOUND, "")


# A matrix from notes.

def estimate(tmp_path, case, *options):
    file = tmp_path / "case.json"
    file.write_text(case if isinstance(case, str) else json.dumps(case))
    return ctl("calibrate", "--case", file, "--json", *options)


def test_a_matrix_comes_from_readings(tmp_path):
    ended = estimate(tmp_path, {"readings": {"portrait": [523, 13, None], "right-up": [8, 521, -67]}})

    assert ended.returncode == FOUND
    assert json.loads(ended.stdout) == {
        "matrix": "0, -1, 0; -1, 0, 0; 0, 0, -1", "determined": "xy",
        "alternatives": ["0, -1, 0; -1, 0, 0; 0, 0, 1"], "residualDegrees": pytest.approx(7.4, abs=0.1)}


def test_a_matrix_comes_from_labels_seen_through_another(tmp_path):
    case = {"observed": {"normal": "normal", "left-up": "left-up", "face-up": "faceDown"},
            "through": "1, 0, 0; 0, -1, 0; 0, 0, 1"}

    assert json.loads(estimate(tmp_path, case).stdout) == {
        "matrix": "1, 0, 0; 0, -1, 0; 0, 0, -1", "determined": "xyz", "alternatives": [], "residualDegrees": 0}


def test_other_postures_are_passed_over_with_a_warning(tmp_path):
    ended = estimate(tmp_path, {"readings": {
        "normal": [0, -9.8, 0], "left-up": [9.8, 0, 0], "on a shelf": [1, 2, 3]}})

    assert ended.returncode == FOUND
    assert "on a shelf" in ended.stderr
    assert json.loads(ended.stdout)["matrix"] == "1, 0, 0; 0, 1, 0; 0, 0, 1"


@pytest.mark.parametrize("case, part", [
    ({}, "neither readings nor observed labels"),
    ({"readings": None, "observed": {}}, "neither readings nor observed labels"),
    ({"readings": {"on a shelf": [1, 2, 3]}}, "on a shelf"),
    ({"readings": {"normal": [1, 2]}}, "readings.normal must be three numbers"),
    ({"readings": {"normal": [1, "2", 3]}}, "readings.normal[1]"),
    ({"readings": {"normal": [0, 0, 0]}}, "no measurement"),
    ({"readings": {"normal": [0, 1, 0], "left-up": [0, 1, 0]}}, "no mounting explains"),
    ({"readings": {"normal": [0, 1, 0], "portrait": [0, 1, 0]}}, "second reading"),
    ({"readings": [1]}, "readings must be an object"),
    ({"observed": {"normal": 3}}, "observed.normal must be a string"),
    ({"observed": {"normal": "normal"}, "through": "1, 0, 0"}, "through has 1 row"),
    ({"cases": [{}, {}]}, "holds 2 cases"),
    ("[1, 2]", "no JSON object"), ("{", "line 1"), ("", "line 1"), ("\0", "line 1"),
    ('{"readings": {"normal": [NaN, 1, 0]}}', "line 1"),
    ("[" * 100000, "line 1"),
])
def test_a_bad_case_is_one_line_that_names_what_is_wrong(tmp_path, case, part):
    ended = estimate(tmp_path, case)

    assert (ended.returncode, ended.stdout) == (NOT_FOUND, "")
    assert part in ended.stderr and ended.stderr.count("\n") == 1


def test_any_rotation_comes_from_six_postures(tmp_path):
    # A sensor turned by 30 degrees about z, with the numbers of cos 30 and sin 30.
    c, s = 0.8660254, 0.5
    case = {"readings": {
        "normal": [-s, -c, 0], "bottom-up": [s, c, 0], "left-up": [c, -s, 0], "right-up": [-c, s, 0],
        "face-up": [0, 0, 1], "face-down": [0, 0, -1]}}

    found = json.loads(estimate(tmp_path, case, "--exact").stdout)

    assert found == {"matrix": "0.866, -0.5, 0; 0.5, 0.866, 0; 0, 0, 1", "determined": "xyz",
                     "alternatives": [], "residualDegrees": 0}


def test_each_case_that_is_kept_gives_its_matrix_or_names_it(tmp_path):
    path = pathlib.Path(__file__).parents[1] / "Fixtures" / "mount-cases.json"
    for case in json.loads(path.read_text())["cases"]:
        ended = estimate(tmp_path, case)
        if "readings_raw" not in case and "observed_label_by_posture" not in case:
            assert ended.returncode == NOT_FOUND, case["id"]
        elif "right_matrix" in case and ended.returncode == FOUND:
            found = json.loads(ended.stdout)
            rows = {"xy": 2, "xyz": 3}[case["compare"]]
            right = case["right_matrix"].split("; ")[:rows]
            assert right in [text.split("; ")[:rows] for text in [found["matrix"], *found["alternatives"]]], case["id"]


def test_what_is_certain_is_told_to_people(tmp_path):
    file = tmp_path / "case.json"
    file.write_text(json.dumps({"readings": {
        "normal": [0, -9.7, -1.7], "left-up": [9.8, 0, -1.7], "face-up": [0, 0, 8.05], "face-down": [0, 0, -11.45]},
        "scale": 1}))

    text = ctl("calibrate", "--case", file).stdout

    assert "Certain       x, y and z\n" in text
    assert "z is off by -1.70 m/s², its scale by -0.6 %" in text
    file.write_text(json.dumps({"observed": {"normal": "normal", "left-up": "left-up"}}))
    assert "the sign of z is not determined" in ctl("calibrate", "--case", file).stdout


@pytest.mark.parametrize("matrix, is_mirrored", [
    ("0, 1, 0; -1, 0, 0; 0, 0, 1", False), ("1, 0, 0; 0, 1, 0; 0, 0, -1", True)])
def test_a_third_row_that_an_entry_cannot_carry_is_said(machine, polled, matrix, is_mirrored):
    """Of udev's matrices the daemon believes two rows; this chip is right-handed."""
    machine.surround("/devices/i2c-KIOX000A:00", "acpi:KIOX000A:KIOX000A:")
    polled(parent="i2c-KIOX000A:00")

    ended = machine(dmi=names(), config=f"[Sensor]\nMountMatrix={matrix}\n")

    assert ended.returncode == FOUND, ended.stderr
    assert ("InvertZ=yes" in ended.stderr) == is_mirrored
