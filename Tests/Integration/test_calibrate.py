"""orientationctl calibrate: somebody holds a tablet as the screen asks, and the daemon is right afterwards."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import pytest

from mock_sensors import GRAVITY, SCALE
from service import PATIENCE, PROGRAMS, Daemon, await_condition, ctl, for_every_user
from terminal import TerminalProgram

DONE, NO, USAGE, NO_DAEMON, NO_SENSOR = range(5)

# Up in each posture, in the hardware database's frame: x and y point with gravity, z against it.
UP = {
    "portrait": (0, -1, 0), "portraitUpsideDown": (0, 1, 0), "landscapeLeft": (-1, 0, 0),
    "landscapeRight": (1, 0, 0), "faceUp": (0, 0, 1), "faceDown": (0, 0, -1),
}
TABLETS = {
    "a quarter off": "0, 1, 0; -1, 0, 0; 0, 0, 1",
    "mirrored": "-1, 0, 0; 0, 1, 0; 0, 0, 1",
    "face up and face down swapped": "1, 0, 0; 0, 1, 0; 0, 0, -1",
    "on its side": "0, 0, 1; 1, 0, 0; 0, 1, 0",
}


def rows(text):
    return [[float(number) for number in row.split(",")] for row in text.split(";")]


class Tablet:
    """A tablet whose sensor is mounted so that `matrix` is the right one. Turned by who holds it."""

    def __init__(self, sensor, matrix, bias=(0, 0, 0)):
        self.sensor, self.rows, self.bias = sensor, rows(matrix), bias

    def hold(self, posture, lean=0.0):
        self.lie([component + lean for component in UP[posture]])

    def lie(self, up):
        """Turns the tablet so that this is up, in the hardware database's frame and in g."""
        self.feel([GRAVITY * sum(self.rows[row][axis] * up[row] for row in range(3)) for axis in range(3)])

    def feel(self, acceleration):
        for axis, value, bias in zip("xyz", acceleration, self.bias):
            self.sensor.write(f"in_accel_{axis}_raw", round((value + bias) / SCALE))


@pytest.fixture
def calibrate(bed):
    """Starts the guide in a terminal of its own."""
    programs = []

    def begin(daemon, *options):
        programs.append(TerminalProgram(
            [PROGRAMS / "orientationctl", "calibrate", "--socket", daemon.socket, "--config", daemon.config, *options],
            environment(bed)))
        return programs[-1]

    yield begin
    for program in programs:
        program.close()


def environment(bed):
    return dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir())


def asked(program):
    """Which posture of how many the screen asks for: number, count, name."""
    found = re.search(r"(\d) of (\d): (\w+)$", program.screen[0]) if program.screen else None
    return (int(found[1]), int(found[2]), found[3]) if found else None


def follow(program, tablet, lean=0.1):
    """Holds the tablet as the screen asks until the program ends; answers the postures asked for."""
    held = []
    end = time.monotonic() + 3 * PATIENCE
    while program.process.poll() is None:
        assert time.monotonic() < end, program.screen
        now = asked(program)
        if now and now not in held:
            held.append(now)
            tablet.hold(now[2], lean)
        time.sleep(0.01)
    return [name for _, _, name in held]


def configuration(daemon):
    """Every file of the daemon's configuration, with its bytes and its mode."""
    files = [daemon.config, *sorted(daemon.config.parent.glob("orientationd.conf.d/**/*"))]
    folder = daemon.config.parent / "orientationd.conf.d"
    return folder.exists(), {path.name: (path.read_bytes(), path.stat().st_mode) for path in files}


def await_every_posture(daemon, tablet):
    """Turns the tablet through all postures and into free fall; the daemon has to say the same."""
    follower = daemon.follow()      # which keeps the sensor on
    follower.until(sensorStatus="ready")
    for posture, up in UP.items():
        tablet.lie(up)
        await_condition(lambda: held(daemon) == posture, f"the daemon says {posture}")
    tablet.feel((0.1, 0.2, 0.1))
    await_condition(lambda: held(daemon) == "unknown", "the daemon says unknown")


def held(daemon):
    return json.loads(daemon.ctl("status", "--json").stdout)["deviceOrientation"]


@pytest.mark.parametrize("matrix", TABLETS.values(), ids=TABLETS)
def test_after_apply_every_posture_is_right_and_undo_puts_all_back(polled, start, calibrate, matrix):
    tablet = Tablet(polled(), matrix)
    daemon = start(config="[Sensor]\nInvertZ=yes\nConvention=kernel\n")
    before = configuration(daemon)
    tablet.hold("faceUp")

    program = calibrate(daemon, "--apply")
    postures = follow(program, tablet)

    assert program.ended() == DONE, program.text
    assert postures[:3] == ["portrait", "landscapeLeft", "faceUp"]
    assert program.is_restored
    assert f"Mount matrix  {matrix}" in program.text
    assert "Certain       x, y and z" in program.text
    assert "The daemon uses it now." in program.text
    await_every_posture(daemon, tablet)

    undone = daemon.ctl("calibrate", "--undo", "--config", daemon.config)

    assert undone.returncode == DONE, undone.stderr
    assert configuration(daemon) == before
    await_condition(lambda: "MountMatrix" not in daemon.ctl("sensors").stdout, "the matrix is not in force any more")


def test_a_posture_held_the_other_way_round_is_noticed(polled, start, calibrate):
    """Three postures with one mistake look like a mirror, for which three more are asked."""
    tablet = Tablet(polled(), TABLETS["a quarter off"])
    daemon = start()
    tablet.hold("faceUp")
    program = calibrate(daemon, "--apply")
    for posture in ("portrait", "landscapeLeft", "faceUp"):
        program.shows(f"of 3: {posture}")
        tablet.hold({"landscapeLeft": "landscapeRight"}.get(posture, posture))

    program.shows("4 of 6: landscapeRight")
    tablet.hold("landscapeRight")
    assert any("mirror" in line for line in program.screen)
    program.shows("Held as for landscapeLeft.")
    program.press("\r")
    program.shows("2 of 6: landscapeLeft")
    postures = follow(program, tablet)

    assert postures == ["landscapeLeft", "portraitUpsideDown", "faceDown"]
    assert program.ended() == DONE, program.text
    assert f"Mount matrix  {TABLETS['a quarter off']}" in program.text
    assert "Caution" not in program.text


# What the hardware database calls postures, which its users alone know.
HWDB_NAMES = re.compile(r"\b(bottom-up|left-up|right-up|face-up|face-down)\b|\bnormal is\b")


def test_a_posture_that_contradicts_the_others_is_asked_for_again_and_those_are_kept(polled, start, calibrate):
    tablet = Tablet(polled(), TABLETS["a quarter off"])
    tablet.hold("faceUp")
    program = calibrate(start(), "--exact")
    for number, posture in enumerate(
            ("portrait", "landscapeLeft", "faceUp", "landscapeRight", "portraitUpsideDown", "faceDown"), 1):
        program.shows(f"{number} of 6: {posture}")
        # Halfway to lying on its face.
        tablet.lie((0.6, 0, -0.8)) if posture == "landscapeRight" else tablet.hold(posture)

    program.shows("4 of 6: landscapeRight")
    program.shows("landscapeRight does not fit the other readings, which are kept.")
    assert sum("|a|" in line for line in program.screen) == 6, "five readings and what is measured now"
    tablet.hold("landscapeRight")

    assert program.ended() == DONE, program.text
    assert f"Mount matrix  {TABLETS['a quarter off']}" in program.text
    assert "Certain       x, y and z" in program.text


def test_three_contradicting_postures_are_kept_and_more_tell_which_one_is_wrong(polled, start, calibrate):
    tablet = Tablet(polled(), TABLETS["mirrored"])
    tablet.hold("faceUp")
    program = calibrate(start())
    for number, posture in enumerate(("portrait", "landscapeLeft", "faceUp"), 1):
        program.shows(f"{number} of 3: {posture}")
        tablet.hold("portraitUpsideDown" if posture == "landscapeLeft" else posture)

    program.shows("4 of 6: landscapeRight")
    assert any("contradict each other" in line for line in program.screen)
    tablet.hold("landscapeRight")
    program.shows("5 of 6: portraitUpsideDown")
    tablet.hold("portraitUpsideDown")
    program.shows("Held as for landscapeLeft.")
    program.press("\r")
    program.shows("2 of 6: landscapeLeft")
    tablet.hold("landscapeLeft")
    program.shows("6 of 6: faceDown")
    tablet.hold("faceDown")

    assert program.ended() == DONE, program.text
    assert f"Mount matrix  {TABLETS['mirrored']}" in program.text


def test_a_posture_that_cannot_be_held_is_left_out_and_the_others_tell_what_they_can(polled, start, calibrate):
    tablet = Tablet(polled(), TABLETS["a quarter off"])
    tablet.hold("faceUp")
    program = calibrate(start())
    for number, posture in enumerate(("portrait", "landscapeLeft"), 1):
        program.shows(f"{number} of 3: {posture}")
        tablet.hold(posture)
    program.shows("3 of 3: faceUp")
    program.press("s")

    assert program.ended() == DONE, program.text
    assert re.search(r"^faceUp +left out: by request", program.text, re.M)
    assert "x and y; the sign of z is not determined. A reading of faceUp would tell it." in program.text
    report = program.text[program.text.rindex("Mount matrix"):].split("To use it at once")[0]
    assert re.search(r"Residual +\d+\.\d°; (portrait|landscapeLeft) is furthest off", report)
    assert not HWDB_NAMES.search(program.text), "one language throughout"


def test_a_case_is_answered_in_the_language_it_is_written_in(override):
    ended = override("--case", override.case)

    assert ended.returncode == DONE, ended.stderr
    assert re.search(r"Residual +\d+\.\d°; (normal|right-up|face-up) is furthest off", ended.stdout)


def test_all_six_postures_tell_bias_and_scale(polled, start, calibrate):
    tablet = Tablet(polled(), TABLETS["a quarter off"], bias=(0, 0.5, -2.4))
    daemon = start()
    tablet.hold("faceUp")

    program = calibrate(daemon, "--all")
    assert len(follow(program, tablet, lean=0)) == 6

    assert program.ended() == DONE, program.text
    assert re.search(r"z is off by -2\.(39|40) m/s², its scale by [+-]0\.\d %", program.text)
    assert "faceUp              x " in program.text


def test_any_rotation_is_measured(polled, start, calibrate):
    """30 degrees about z."""
    right = "0.866025, -0.5, 0; 0.5, 0.866025, 0; 0, 0, 1"
    tablet = Tablet(polled(), right)
    daemon = start()
    tablet.hold("faceUp")

    program = calibrate(daemon, "--exact", "--apply")
    follow(program, tablet)

    assert program.ended() == DONE, program.text
    found = rows(re.search(r"Mount matrix  (.*)", program.text)[1])
    assert sum(found, []) == pytest.approx(sum(rows(right), []), abs=0.05)
    assert "The daemon uses it now." in program.text


@pytest.mark.parametrize("how", ["ctrl-C", "q", "SIGTERM", "SIGHUP"])
def test_ending_early_changes_nothing_and_gives_the_terminal_back(polled, start, calibrate, how):
    tablet = Tablet(polled(), TABLETS["mirrored"])
    daemon = start()
    before = configuration(daemon)
    tablet.hold("faceUp")
    program = calibrate(daemon, "--apply")
    program.shows("portrait")
    tablet.hold("portrait")
    program.shows("2 of 3: landscapeLeft")

    if how.startswith("SIG"):
        program.process.send_signal(getattr(signal, how))
    else:
        program.press({"ctrl-C": "\x03", "q": "q"}[how])

    assert program.ended() == NO
    assert program.is_restored
    assert "nothing is changed" in program.text
    assert configuration(daemon) == before
    assert "configuration" not in daemon.ctl("sensors").stdout.split("matrix")[0]


def test_a_device_on_the_desk_is_not_taken_for_being_held(polled, start, calibrate):
    tablet = Tablet(polled(), TABLETS["a quarter off"])
    tablet.hold("faceUp")
    program = calibrate(start())

    program.shows("Pick it up")
    program.shows("x  +0.0")
    time.sleep(2)       # longer than it has to be still
    assert asked(program)[0] == 1

    tablet.hold("portrait")
    program.shows("2 of 3")
    program.shows("Held as for portrait.")
    program.press("b")
    program.shows("1 of 3: portrait")
    # Held so already; the key says so.
    program.press("\r")
    program.shows("2 of 3")


def test_the_screen_fits_into_24_rows_of_80_characters(polled, start, calibrate):
    tablet = Tablet(polled(), TABLETS["mirrored"])
    tablet.hold("faceUp")
    program = calibrate(start(), "--all")
    program.shows("Pick it up")
    screens = []
    end = time.monotonic() + 3 * PATIENCE
    while program.process.poll() is None:
        assert time.monotonic() < end, program.screen
        tablet.hold(asked(program)[2])
        screens.append(program.screen)
        time.sleep(0.05)

    assert {name for name in UP} == {asked_on(screen) for screen in screens}
    for screen in screens:
        assert len(screen) == 24 and max(map(len, screen)) <= 79
        assert "quit" in screen[-1]


def asked_on(screen):
    return screen[0].split(": ")[1]


def start_without_terminal(bed, daemon, *options, **pipes):
    return subprocess.Popen(
        [PROGRAMS / "orientationctl", "calibrate", "--socket", daemon.socket, "--config", daemon.config, *options],
        env=environment(bed), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        **{"stdin": subprocess.DEVNULL, **pipes})


def test_without_a_terminal_a_script_holds_the_device(bed, polled, start):
    """The end of the input says that the device is held as asked from the start."""
    tablet = Tablet(polled(), TABLETS["a quarter off"])
    daemon = start()
    tablet.hold("portrait")

    process = start_without_terminal(bed, daemon, "--json", "--apply")
    lines = []
    for line in process.stderr:
        lines.append(line)
        if found := re.match(r"\d of \d, (\w+): ", line):
            tablet.hold(found[1])
    answer = json.loads(process.stdout.read())

    assert process.wait(PATIENCE) == DONE, lines
    assert [line.split(":")[0] for line in lines if " of " in line] == [
        "1 of 3, portrait", "2 of 3, landscapeLeft", "3 of 3, faceUp"]
    assert answer == {"matrix": TABLETS["a quarter off"], "determined": "xyz", "alternatives": [],
                      "residualDegrees": pytest.approx(0, abs=0.1)}
    assert "\x1b" not in "".join(lines)
    assert "The daemon uses it now." in lines[-2]


def test_without_a_terminal_a_signal_ends_it_too(bed, polled, start):
    Tablet(polled(), TABLETS["a quarter off"]).hold("faceUp")
    daemon = start()
    process = start_without_terminal(bed, daemon, stdin=subprocess.PIPE)
    assert "1 of 3, portrait" in process.stderr.readline()

    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)

    assert (process.returncode, output) == (NO, "")
    assert "nothing is changed" in errors and errors.count("\n") == 1


def test_a_sensor_that_says_nothing_is_named(bed, polled, start):
    Tablet(polled(), TABLETS["a quarter off"]).feel((0, 0, 0))

    process = start_without_terminal(bed, start())
    _, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == NO_SENSOR
    assert "says nothing; orientationctl doctor" in errors


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_without_the_right_it_says_who_has_it():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        daemon = Daemon(pathlib.Path(folder)).start()
        try:
            ended = subprocess.run(
                [for_every_user("orientationctl"), "calibrate", "--socket", daemon.socket], user=65534, group=65534,
                extra_groups=(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        finally:
            daemon.close()

    assert ended.returncode == NO
    assert "root and members of the group 'orientation'" in ended.stderr


# The file.

CASE = {"readings": {"normal": [0, -9.8, 0], "right-up": [9.8, 0, 0], "face-up": [0, 0, 9.8]}}


@pytest.fixture
def override(tmp_path):
    """Applies and undoes a matrix by a case, without a daemon."""
    folder = tmp_path / "etc"
    folder.mkdir()
    config = folder / "orientationd.conf"
    case = tmp_path / "case.json"
    case.write_text(json.dumps(CASE))

    def run(*options):
        return subprocess.run(
            [PROGRAMS / "orientationctl", "calibrate", "--config", config, "--socket", tmp_path / "nobody", *options],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)

    run.folder, run.config, run.case = folder, config, case
    run.apply = lambda: run("--case", case, "--apply")
    run.undo = lambda: run("--undo")
    run.file = folder / "orientationd.conf.d" / "90-mount-matrix.conf"
    return run


def test_applying_twice_is_undone_in_two_steps(override):
    (override.folder / "orientationd.conf.d").mkdir()
    override.file.write_text("[Sensor]\nMountMatrix=0, 1, 0; 1, 0, 0; 0, 0, 1\n# mine\n")
    override.file.chmod(0o640)
    # What a user would miss; the time of a change of its names is none of that.
    def left():
        status = override.file.stat()
        return override.file.read_bytes(), status.st_mode, status.st_uid, status.st_gid, status.st_mtime_ns
    mine = left()

    first = override.apply()
    between = override.file.read_bytes()
    second = override.apply()

    assert (first.returncode, second.returncode) == (DONE, DONE), first.stderr
    assert "before it was 0, 1, 0; 1, 0, 0; 0, 0, 1 (" in first.stderr and "No daemon listens" in first.stderr
    assert f"orientationctl calibrate --undo --config {override.config}." in first.stderr
    assert override.undo().returncode == DONE
    assert override.file.read_bytes() == between
    assert override.undo().returncode == DONE
    assert left() == mine
    # What somebody wrote by hand is not taken away.
    third = override.undo()
    assert third.returncode == NO and "nothing to undo" in third.stderr
    assert left() == mine
    assert os.listdir(override.file.parent) == [override.file.name]


def test_a_folder_that_was_made_goes_again_and_one_that_was_there_stays(override):
    override.apply()
    override.undo()
    assert os.listdir(override.folder) == []

    (override.folder / "orientationd.conf.d").mkdir()
    override.apply()
    override.undo()
    assert os.listdir(override.folder) == ["orientationd.conf.d"]


def test_a_file_that_would_have_the_last_word_is_named_and_nothing_is_written(override):
    later = override.folder / "orientationd.conf.d" / "95-mine.conf"
    later.parent.mkdir()
    later.write_text("\n[Sensor]\nInvertZ=yes\n")

    ended = override.apply()

    assert ended.returncode == NO
    assert f"{later}:3 sets InvertZ=" in ended.stderr
    assert os.listdir(later.parent) == ["95-mine.conf"]


def test_what_else_is_configured_cannot_change_what_was_measured(override):
    override.config.write_text("[Sensor]\nMatrixSources=udev kernel\nConvention=kernel\nMatrixAxes=casing\n")

    assert override.apply().returncode == DONE

    lines = override.file.read_text().splitlines()
    assert lines[2:] == [
        "[Sensor]", "MountMatrix=-1, 0, 0; 0, 1, 0; 0, 0, 1", "InvertZ=no",
        "MatrixSources=configuration udev kernel"]


@pytest.mark.parametrize("text, part", [
    ("[Sensor]\nInvertZ=perhaps\n", "orientationd.conf:2"), ("nonsense\n", "orientationd.conf:1")])
def test_a_broken_configuration_is_named_and_nothing_is_written(override, text, part):
    override.config.write_text(text)

    ended = override.apply()

    assert ended.returncode == NO and part in ended.stderr
    assert os.listdir(override.folder) == ["orientationd.conf"]


def test_what_is_not_certain_is_not_applied(override):
    override.case.write_text(json.dumps({"readings": {"normal": [0, -9.8, 0], "face-up": [0, 0, 9.8]}}))

    ended = override.apply()

    assert ended.returncode == NO and "not both certain" in ended.stderr
    assert os.listdir(override.folder) == []
    assert override("--apply", "--undo").returncode == USAGE


@pytest.mark.parametrize("case, problem", [
    ({"readings": {"normal": [0, 1e308, 0]}}, "readings.normal[1] is larger than any sensor's number, of 64 bits at most"),
    ({"readings": {"normal": [-1e20, 0, 0]}}, "readings.normal[0] is larger than any sensor's number, of 64 bits at most"),
    ({"observed": {"normal": "normal"}, "through": "1, 0, 0; 1, 0, 0; 0, 0, 1"},
     "through rows 1 and 2 are not at right angles: their product is 1.0 and must be 0, within 0.05"),
    ({"observed": {"normal": "normal"}, "through": "0, 0, 0; 0, 0, 0; 0, 0, 0"},
     "through row 1 is 0.0 long; a row must be 1 long, within 0.05"),
])
def test_what_no_sensor_says_and_what_was_never_in_force_is_refused(tmp_path, case, problem):
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case))

    ended = ctl("calibrate", "--case", file)

    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"orientationctl calibrate: {file}: {problem}\n")
