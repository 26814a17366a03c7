"""orientationctl watch in a terminal."""

import fcntl
import os
import re
import signal
import struct
import subprocess
import termios

import pyte
import pytest

from service import PATIENCE, PROGRAMS, REPOSITORY, await_condition, ctl
from terminal import TerminalProgram

DONE, NO, USAGE, NO_DAEMON, NO_SENSOR = range(5)
DEMONSTRATION = REPOSITORY / "config/demonstration.csv"
BRAILLE = re.compile("[\u2801-\u28ff]")
COLOUR = re.compile(rb"\x1b\[[0-9;]+m")


class Watched(TerminalProgram):
    """The command in a terminal of which every cell is known."""

    def __init__(self, arguments, environment=None, columns=80, rows=24, bed=None, shell=None):
        variables = {name: value for name, value in os.environ.items()
                     if not name.startswith("LC_") and name not in ("NO_COLOR", "LD_PRELOAD")}
        variables.update({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, **(environment or {}))
        if bed is not None:
            variables.update(LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir())
        self.cells = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.cells)
        self.fed = 0
        command = [PROGRAMS / "orientationctl", "watch", *arguments]
        if shell is not None:
            line = shell.format(" ".join(map(str, command)))
            command = ["setsid", "--ctty", "--wait", "bash", "-m", "-c", line]
        super().__init__(command, variables, columns, rows)

    @property
    def screen(self):
        new = self.output[self.fed:]
        self.fed += len(new)
        self.stream.feed(new)
        return [line.rstrip() for line in self.cells.display]

    def row(self, name):
        """What stands behind a name."""
        for line in self.screen:
            if match := re.search(rf"(?:^|\s){re.escape(name)}\s+(.*)", line):
                return match.group(1)
        return ""

    def resize(self, columns, rows):
        self.cells.resize(rows, columns)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.process.pid, signal.SIGWINCH)


@pytest.fixture
def watch():
    """Starts the command in a terminal."""
    programs = []

    def start(*arguments, **options):
        programs.append(Watched(arguments, **options))
        return programs[-1]

    yield start
    for program in programs:
        program.close()


def ends(program, status):
    assert program.ended() == status, program.output[-400:]
    await_condition(lambda: program.is_restored, "the terminal is as it was")


def test_the_drawing_turns_with_the_device_and_the_terminal_is_given_back(polled, start, watch):
    sensor = polled()
    program = watch("--socket", start().socket)

    def place_of_top():
        rows = [line[:30].find("top") for line in program.screen]
        return max(rows), rows.index(max(rows))

    await_condition(lambda: program.row("held") == "portrait" and place_of_top()[0] > 0, "it is drawn upright")
    column, row = place_of_top()
    assert row < 9 and 12 <= column <= 17
    assert program.row("shown") == "portrait, rotation 0"
    assert program.row("lock") == "off"
    assert program.row("sensor").startswith("ready")

    sensor.hold("landscapeLeft")
    await_condition(lambda: program.row("held") == "landscapeLeft" and place_of_top()[0] < 8, "it is turned left")
    assert program.row("shown") == "landscapeRight, rotation 270"
    assert program.row("last").startswith("portrait → landscapeLeft, by ")
    assert re.match(r"\+9\.\d\d +-?\d+", program.row("x"))

    sensor.hold("portraitUpsideDown")
    await_condition(lambda: program.row("held") == "portraitUpsideDown" and place_of_top()[1] > 9, "it is upside down")
    sensor.hold("faceDown")
    await_condition(lambda: program.row("held") == "faceDown" and any("back" in line for line in program.screen),
                    "its back is seen")
    assert any(BRAILLE.search(line) for line in program.screen)
    assert COLOUR.search(program.output)

    program.press("q")
    ends(program, DONE)
    assert program.text == ""


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it_again(polled, start, watch):
    sensor = polled()
    program = watch("--socket", start().socket, shell="{}; echo stopped by $?; read; fg; exit $?")
    await_condition(lambda: program.row("held") == "portrait", "it is drawn")

    program.press("\x1a")
    await_condition(lambda: "stopped by 148" in program.text, "the shell has the terminal")     # 128 + SIGTSTP
    assert program.is_restored
    sensor.hold("landscapeLeft")
    program.press("\n")

    await_condition(lambda: program.row("held") == "landscapeLeft", "it goes on")
    program.press("q")
    ends(program, DONE)


def test_ctrl_z_where_nobody_could_continue_it_changes_nothing(polled, start, watch):
    sensor = polled()
    program = watch("--socket", start().socket)
    await_condition(lambda: program.row("held") == "portrait", "it is drawn")

    program.press("\x1a")
    sensor.hold("landscapeRight")

    await_condition(lambda: program.row("held") == "landscapeRight", "it goes on")
    program.press("q")
    ends(program, DONE)


def test_a_recording_that_is_over_is_said_to_be(start, watch, tmp_path):
    recording = tmp_path / "short.csv"
    recording.write_text("t_s,x,y,z\n" + "".join(f"{n / 10},0,9.8,0\n" for n in range(25)))

    program = watch("--direct", "--config", configuration(tmp_path, recording))

    ends(program, DONE)
    assert program.text == "orientationctl watch: the recording is over\n"


def configuration(folder, recording):
    """A configuration by which a recording is read."""
    file = folder / "orientationd.conf"
    file.write_text(f"[Sensor]\nSensor=recording:{recording}\n")
    return str(file)


def test_a_recording_is_watched_as_it_is_played(start, watch):
    program = watch("--socket", start("--sensor", f"recording:{DEMONSTRATION}").socket)

    for orientation in ["faceUp", "portrait", "landscapeLeft"]:
        await_condition(lambda: program.row("held") == orientation, orientation)
    assert "demonstration.csv · from a recording" in program.screen[0]
    program.press("\x03")
    ends(program, DONE)


def test_without_the_daemon_the_sensor_is_read_directly(polled, bed, watch):
    polled(orientation="landscapeRight")

    program = watch("--direct", bed=bed)

    program.shows("read directly")
    await_condition(lambda: program.row("held") == "landscapeRight", "it is decided here")
    program.press("q")
    ends(program, DONE)


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(polled, start, watch, signal_number):
    polled()
    program = watch("--socket", start().socket)
    program.shows("portrait")

    program.process.send_signal(signal_number)
    ends(program, DONE)


def test_when_the_daemon_dies_the_terminal_is_given_back_and_told_why(polled, start, watch):
    polled()
    daemon = start()
    program = watch("--socket", daemon.socket)
    program.shows("portrait")

    daemon.process.kill()
    ends(program, NO_DAEMON)
    assert re.fullmatch("orientationctl watch: the service closed the connection: .*\n", program.text)


def test_when_the_sensor_goes_the_terminal_is_given_back_and_told_why(buffered, start, watch):
    sensor = buffered()
    program = watch("--socket", start().socket)
    program.shows("portrait")

    sensor.unplug()
    ends(program, NO_SENSOR)
    assert "ENODEV" in program.text and len(program.text.splitlines()) == 1


def test_a_poor_terminal_gets_neither_colours_nor_special_characters(polled, start, watch):
    polled()
    program = watch("--socket", start().socket, environment={"TERM": "vt100", "LANG": "C", "NO_COLOR": "1"})

    program.shows("held    portrait")
    program.shows("top")
    assert not COLOUR.search(program.output)
    assert all(byte < 128 for byte in program.output)
    program.press("q")
    ends(program, DONE)


def test_it_can_be_asked_for_plain_characters(polled, start, watch):
    polled()
    program = watch("--ascii", "--socket", start().socket)

    program.shows("held    portrait")
    assert all(byte < 128 for byte in program.output) and COLOUR.search(program.output)


def test_a_change_of_size_is_followed(polled, start, watch):
    polled()
    program = watch("--socket", start().socket)
    program.shows("q quits")
    assert program.screen.index(" q quits") == 23

    program.resize(110, 40)
    await_condition(lambda: program.screen[-1] == " q quits", "the larger terminal is used")
    assert len(program.screen) == 40
    program.resize(40, 8)
    await_condition(lambda: program.screen[-1] == " q quits" and program.row("held") == "portrait",
                    "the smaller terminal is used")
    assert not any(BRAILLE.search(line) for line in program.screen)


def test_it_says_that_it_needs_a_terminal(polled, start, watch):
    polled()
    daemon = start()

    ended = daemon.ctl("watch")
    assert (ended.returncode, ended.stdout) == (NO, "")
    [line] = ended.stderr.splitlines()
    assert "needs a terminal" in line and "orientationctl samples" in line

    program = watch("--socket", daemon.socket, environment={"TERM": "dumb"})
    assert program.ended() == NO
    assert "needs a terminal" in program.text and b"\x1b" not in program.output


def test_without_a_daemon_the_terminal_is_not_touched(watch, tmp_path):
    program = watch("--socket", tmp_path / "nothing")

    assert program.ended() == NO_DAEMON
    assert "no daemon" in program.text and b"\x1b" not in program.output


def test_another_configuration_than_the_daemons_is_noticed(start, watch, tmp_path):
    turning = tmp_path / "turning.csv"
    lines = [f"{n / 50},{9.8 if n // 200 % 2 else 0},{0 if n // 200 % 2 else 9.8},0" for n in range(3000)]
    turning.write_text("t_s,x,y,z\n" + "\n".join(lines) + "\n")
    slow = tmp_path / "slow.conf"
    slow.write_text("[Classifier]\nHoldSec=3\n")
    daemon = start("--sensor", f"recording:{turning}")

    program = watch("--socket", daemon.socket, "--config", slow)

    program.shows("The service may have another configuration.")


@pytest.mark.parametrize("arguments", [["a"], ["--json"], ["--sensor"]])
def test_wrong_usage_is_an_exit_status_of_its_own(arguments):
    ended = ctl("watch", *arguments)

    assert (ended.returncode, ended.stdout) == (USAGE, "")
    assert len(ended.stderr.splitlines()) == 1
