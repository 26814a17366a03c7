"""orientationctl follow: what a tablet's owner sees turn, and what is put back at the end."""

import json
import os
import signal
import socket
import subprocess
import threading
import time

import pytest

from service import PATIENCE, PROGRAMS, await_condition
from sway import Question, Sway

# How the device is held → sway's word and wl_output's, for a panel that is portrait by nature. sway counts
# clockwise and wl_output counter-clockwise.
TURNS = {
    "portrait": ("normal", "normal"),
    "landscapeLeft": ("90", "270"),
    "portraitUpsideDown": ("180", "180"),
    "landscapeRight": ("270", "90"),
}


@pytest.fixture
def sway():
    compositor = Sway().start()
    yield compositor
    compositor.close()


@pytest.fixture
def follow(tmp_path):
    """Starts orientationctl follow; it is ended at the end of the test."""
    processes = []

    def start(daemon, *options, environment=None):
        log = open(tmp_path / f"follow{len(processes)}.log", "w+")
        process = subprocess.Popen(
            [str(PROGRAMS / "orientationctl"), "follow", *options, "--socket", daemon.socket],
            env=environment or os.environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        process.log = lambda: open(log.name).read()
        processes.append(process)
        return process

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.wait()


def end(process, number=signal.SIGTERM):
    process.send_signal(number)
    return process.wait(PATIENCE)


def test_sways_output_turns_with_the_device_and_back_at_the_end(polled, start, sway, follow):
    sensor = polled()
    process = follow(start(), "--sway", "--output", "HEADLESS-1", environment=sway.client_environment)

    for posture in ["landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait", "landscapeRight"]:
        sensor.hold(posture)
        word, seen_by_clients = TURNS[posture]
        await_condition(lambda: sway.transforms()["HEADLESS-1"] == word, f"{posture} is {word} for sway")
        await_condition(
            lambda: sway.client_transforms()["HEADLESS-1"] == seen_by_clients,
            f"{posture} is {seen_by_clients} for clients")
        assert sway.transforms()["HEADLESS-2"] == "normal"

    assert end(process) == 0
    assert sway.transforms() == {"HEADLESS-1": "normal", "HEADLESS-2": "normal"}


@pytest.mark.figures
def test_the_output_is_turned_within_50_ms_of_the_decision(polled, start, sway, follow):
    sensor = polled()
    daemon = start()
    states = daemon.follow()
    states.until(deviceOrientation="portrait")
    process = follow(daemon, "--sway", "--output", "HEADLESS-1", environment=sway.client_environment)
    sensor.hold("landscapeLeft")
    await_condition(lambda: sway.transforms()["HEADLESS-1"] == "90", "it follows")
    question = Question(sway.socket)
    delays = []

    for posture in ["portraitUpsideDown", "landscapeRight", "portrait", "landscapeLeft"] * 2:
        sensor.hold(posture)
        # A thread of its own notes the state meanwhile.
        await_condition(lambda: question.transforms()["HEADLESS-1"] == TURNS[posture][0], f"{posture} for sway")
        turned = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
        delays.append(turned - states.until(deviceOrientation=posture)["timestamp"])

    question.close()
    assert end(process) == 0
    # What the daemon, orientationctl and sway need together, in microseconds. That is seen every 10 ms.
    assert sorted(delays)[len(delays) // 2] <= 50_000, delays


def test_an_output_that_was_turned_before_is_turned_back_to_that(polled, start, sway, follow):
    polled(orientation="landscapeLeft")
    sway.message("output HEADLESS-1 transform flipped-180")
    process = follow(start(), "--output", "HEADLESS-1", environment=sway.client_environment)
    await_condition(lambda: sway.transforms()["HEADLESS-1"] == "90", "the output is turned")

    assert end(process, signal.SIGINT) == 0
    assert sway.transforms()["HEADLESS-1"] == "flipped-180"


def test_without_a_panel_no_output_is_touched(polled, start, sway, follow):
    polled(orientation="landscapeLeft")
    process = follow(start(), "--sway", environment=sway.client_environment)

    await_condition(lambda: "HEADLESS-1" in process.log(), "it says which outputs there are")
    assert "--output names one of" in process.log()
    assert set(sway.transforms().values()) == {"normal"}
    assert end(process) == 0


def test_a_sway_that_is_started_again_is_turned_as_well(polled, start, sway, follow):
    polled(orientation="landscapeLeft")
    process = follow(start(), "--sway", "--output", "HEADLESS-1", environment=sway.client_environment)
    await_condition(lambda: sway.transforms()["HEADLESS-1"] == "90", "the output is turned")

    sway.stop()
    await_condition(lambda: "trying again" in process.log(), "it says that sway is away")
    sway.start()

    await_condition(lambda: sway.transforms()["HEADLESS-1"] == "90", "the output of the new sway is turned")
    assert process.log().count("trying again") == 1
    assert end(process) == 0


def test_an_output_that_comes_later_is_turned(polled, start, sway, follow):
    polled(orientation="landscapeLeft")
    process = follow(start(), "--sway", "--output", "HEADLESS-3", environment=sway.client_environment)
    await_condition(lambda: "there is no output HEADLESS-3" in process.log(), "it says what it waits for")

    sway.message("create_output")

    await_condition(lambda: sway.transforms().get("HEADLESS-3") == "90", "the output is turned")


def test_the_daemon_may_come_later_and_come_again(polled, start, sway, follow):
    sensor = polled(orientation="landscapeLeft")
    daemon = start()
    daemon.terminate()
    process = follow(daemon, "--sway", "--output", "HEADLESS-1", environment=sway.client_environment)
    await_condition(lambda: "waiting for the daemon" in process.log(), "it says that the daemon is away")

    daemon.start()
    await_condition(lambda: sway.transforms()["HEADLESS-1"] == "90", "the output is turned")
    daemon.terminate(signal.SIGKILL)
    sensor.hold("landscapeRight")
    daemon.start()

    await_condition(lambda: sway.transforms()["HEADLESS-1"] == "270", "the output is turned after a crash")


def test_touch_is_mapped_to_the_output_that_is_turned(polled, start, follow, tmp_path):
    polled(orientation="landscapeLeft")
    fake = FakeSway(tmp_path / "sway.sock")

    process = follow(
        start(), "--sway", "--touch", environment=dict(os.environ, SWAYSOCK=str(fake.path)))

    await_condition(lambda: len(fake.commands) >= 3, "sway is told")
    assert fake.commands == [
        'output "eDP-1" transform 90',
        'input "1046:911:Goodix" map_to_output "eDP-1"',
        'input "1386:890:Pen" map_to_output "eDP-1"',
    ]
    assert end(process) == 0
    assert fake.commands[3:] in [
        ['output "eDP-1" transform normal', *order] for order in (
            ['input "1046:911:Goodix" map_to_output *', 'input "1386:890:Pen" map_to_output *'],
            ['input "1386:890:Pen" map_to_output *', 'input "1046:911:Goodix" map_to_output *'])
    ]


def test_hyprland_turns_the_panel_and_its_touch_and_is_put_back(polled, start, follow, tmp_path):
    sensor = polled()
    fake = FakeHyprland(tmp_path)
    environment = dict(
        os.environ, XDG_RUNTIME_DIR=str(tmp_path), HYPRLAND_INSTANCE_SIGNATURE=fake.signature)
    process = follow(start(), "--hyprland", "--touch", environment=environment)

    for posture, transform in [("landscapeLeft", 3), ("landscapeRight", 1), ("portraitUpsideDown", 2)]:
        sensor.hold(posture)
        await_condition(lambda: fake.transform == transform, f"{posture} is {transform} for Hyprland")
        await_condition(lambda: fake.touch == ("DSI-1", transform), "touch follows")

    fake.transform = 0
    fake.tell("monitoradded>>DSI-1")
    await_condition(lambda: fake.transform == 2, "a monitor that returns is turned")
    assert end(process) == 0
    assert (fake.transform, fake.touch) == (0, ("", -1))
    assert fake.kept == "720x1440@60.0,0x0,2.0"


def program(folder, name, text):
    path = folder / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)


def test_wlroots_outputs_are_turned_by_wlr_randr(polled, start, follow, tmp_path):
    # Debian's wlr-randr takes outputs without a list of modes, as headless ones are, for switched off. So
    # this looks at what is asked of it.
    sensor = polled()
    state = tmp_path / "transform"
    state.write_text("normal")
    program(tmp_path, "wlr-randr", f"""
if [ $# = 0 ]; then
    printf 'HDMI-A-1 "Some maker (HDMI-A-1)"\n  Enabled: yes\n  Transform: normal\n'
    printf 'DSI-1 "(null) (DSI-1)"\n  Enabled: yes\n  Transform: %s\n' "$(cat {state})"
elif [ "$1 $2 $3" = "--output DSI-1 --transform" ]; then printf %s "$4" > {state}
else exit 1
fi
""")
    environment = dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}", XDG_RUNTIME_DIR=str(tmp_path))
    process = follow(start(), "--wlr", environment=environment)

    for posture in ["landscapeLeft", "landscapeRight", "portraitUpsideDown"]:
        sensor.hold(posture)
        await_condition(lambda: state.read_text() == TURNS[posture][1], f"{posture} for wlr-randr")

    assert end(process) == 0
    assert state.read_text() == "normal"


@pytest.mark.parametrize("option, name", [("--wlr", "wlr-randr"), ("--x11", "xrandr")])
def test_what_a_program_complains_of_is_said_in_one_line(polled, start, follow, tmp_path, option, name):
    polled(orientation="landscapeLeft")
    program(tmp_path, name, "printf '\\nfailed to\\033[2J connect\\nand more\\n' >&2\nexit 3\n")
    environment = dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}", DISPLAY=":99",
                       XDG_RUNTIME_DIR=str(tmp_path))
    process = follow(start(), option, environment=environment)

    await_condition(lambda: "trying again" in process.log(), "it is told")
    assert f"{name} failed with 3: failed to\\u{{1b}}[2J connect; trying again\n" in process.log()
    assert end(process) == 0


# xinput set-prop's words, and what they have to become on a panel that is turned clockwise by 90 degrees: the
# place (x, y) where the matrix that was found puts a touch goes to (y, 1 − x).
UNCALIBRATED = ("1.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 1.0", "0.0 1.0 0.0 -1.0 0.0 1.0 0.0 0.0 1.0")
CALIBRATED = ("1.5 0.0 -0.25 0.0 1.25 -0.125 0.0 0.0 1.0", "0.0 1.25 -0.125 -1.5 0.0 1.25 0.0 0.0 1.0")


@pytest.fixture
def x_server(tmp_path):
    """Stands for xrandr and xinput with a panel and a touch screen that has a matrix.

    No X server without a screen turns its outputs: Xvfb and the dummy driver offer no rotation, Xephyr
    crashes. So this looks at what is asked of xrandr and xinput.
    """

    def make(matrix, back=":"):
        record, state = tmp_path / "record", tmp_path / "matrix"
        record.touch()
        state.write_text(matrix)
        program(tmp_path, "xrandr", f"""
if [ "$1" = --query ]; then
    word=; size=1200x1920
    if grep -q -- "--rotate right" {record} 2>/dev/null; then word=right; size=1920x1200; fi
    echo "Screen 0: minimum 320 x 200, current ${{size%x*}} x ${{size#*x}}, maximum 8192 x 8192"
    echo "HDMI-1 disconnected (normal left inverted right x axis y axis)"
    echo "eDP-1 connected primary $size+0+0 $word (normal left inverted right x axis y axis) 1mm x 2mm"
else
    echo "xrandr $*" >> {record}
    [ "$4" = normal ] && {{ :; {back}; }}
    :
fi
""")
        program(tmp_path, "xinput", f"""
if [ "$1" = list ]; then printf '⎜   ↳ Touch  \\tid=9\\t[slave  pointer  (2)]\\n\\t\\tTouch mode: direct\\n'
elif [ "$1" = list-props ]; then
    printf "Device 'Touch':\\n\\tCoordinate Transformation Matrix (155):\\t"
    printf '%.6f, %.6f, %.6f, %.6f, %.6f, %.6f, %.6f, %.6f, %.6f\\n' $(cat {state})
else
    echo "xinput $*" >> {record}
    shift 3; echo "$*" > {state}
fi
""")
        return record

    return make


@pytest.mark.parametrize("found, turned", [UNCALIBRATED, CALIBRATED])
def test_x_is_turned_by_xrandr_and_touch_by_its_matrix(polled, start, follow, tmp_path, x_server, found, turned):
    polled(orientation="landscapeLeft")
    record = x_server(found)
    environment = dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}", DISPLAY=":99")
    process = follow(start(), "--x11", "--touch", environment=environment)
    await_condition(lambda: "xinput" in record.read_text(), "the screen is turned")

    assert end(process) == 0

    property = "Coordinate Transformation Matrix"
    assert record.read_text().splitlines() == [
        "xrandr --output eDP-1 --rotate right",
        f"xinput set-prop 9 {property} {turned}",
        "xrandr --output eDP-1 --rotate normal",
        f"xinput set-prop 9 {property} {found}",
    ]


def test_touch_is_put_back_though_the_screen_cannot_be(polled, start, follow, tmp_path, x_server):
    polled(orientation="landscapeLeft")
    record = x_server(CALIBRATED[0], back="echo no >&2; exit 1")
    environment = dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}", DISPLAY=":99")
    process = follow(start(), "--x11", "--touch", environment=environment)
    await_condition(lambda: "xinput" in record.read_text(), "the screen is turned")

    end(process)

    assert record.read_text().splitlines()[-1].endswith(f" {CALIBRATED[0]}")
    assert "xrandr failed with 1: no" in process.log()


def test_an_x_server_that_cannot_turn_is_an_error_that_says_so(polled, start, follow, tmp_path):
    polled(orientation="landscapeLeft")
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        number = display.stdout.readline().decode().strip()
        environment = dict(os.environ, DISPLAY=f":{number}")
        process = follow(start(), "--x11", "--output", "screen", environment=environment)

        assert process.wait(PATIENCE) == 1
        assert "screen cannot be turned by this server" in process.log()
    finally:
        display.terminate()
        display.wait(PATIENCE)


def test_the_console_is_turned_by_quarters_and_put_back(bed, polled, start, follow):
    sensor = polled()
    bed.add_device("graphics", "fbcon", None, ["rotate", "1\n", "rotate_all", ""], [])
    folder = os.path.join(bed.get_root_dir(), "sys/class/graphics/fbcon")
    environment = dict(os.environ, LD_PRELOAD="libumockdev-preload.so.0", UMOCKDEV_DIR=bed.get_root_dir())
    process = follow(start(), "--console", environment=environment)

    def console():
        return open(os.path.join(folder, "rotate_all")).read().strip()

    for posture, value in [("landscapeRight", "3"), ("portraitUpsideDown", "2"), ("landscapeLeft", "1")]:
        sensor.hold(posture)
        if posture == "landscapeLeft":      # what was found: sysfs would say so, the mock does not
            continue
        await_condition(lambda: console() == value, f"{posture} is {value} for the console")

    assert end(process) == 0
    assert console() == "1"


@pytest.mark.parametrize("options, message", [
    (["--sway", "--x11"], "say one of --sway, --x11"),
    (["--console", "--touch"], "without --output and --touch"),
    (["--wlr", "--touch"], "the compositor's own affair"),
    (["--gnome"], "there is no option --gnome"),
    ([], "no desktop is running here"),
])
def test_wrong_usage_is_told_in_one_line(options, message):
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "WAYLAND_DISPLAY", "DISPLAY")}
    ended = subprocess.run(
        [str(PROGRAMS / "orientationctl"), "follow", *options], env=environment,
        capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode == 2
    assert message in ended.stderr and ended.stderr.count("\n") == 1


@pytest.mark.parametrize("option, variable", [
    ("--sway", "XDG_RUNTIME_DIR"), ("--hyprland", "XDG_RUNTIME_DIR"), ("--wlr", "XDG_RUNTIME_DIR"), ("--x11", "DISPLAY"),
])
def test_outside_of_a_session_it_ends_at_once_and_names_the_variable(start, option, variable):
    environment = {key: value for key, value in os.environ.items() if key not in (
        "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "WAYLAND_DISPLAY", "DISPLAY", "XDG_RUNTIME_DIR")}
    ended = subprocess.run(
        [str(PROGRAMS / "orientationctl"), "follow", option, "--socket", start().socket], env=environment,
        capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode == 1
    assert variable in ended.stderr and ended.stderr.count("\n") == 1


# Stand-ins for what cannot run here: a sway with touch devices, and Hyprland, which needs a graphics card.


class FakeSway:
    """Takes commands as sway's IPC does, and has a panel, a monitor, a touch screen and a pen."""

    def __init__(self, path):
        self.path = path
        self.commands = []
        self.transform = "normal"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection):
        stream = connection.makefile("rwb")
        while head := stream.read(14):
            assert head[:6] == b"i3-ipc"
            length, kind = (int.from_bytes(head[at:at + 4], "little") for at in (6, 10))
            answer = json.dumps(self._answer(kind, stream.read(length).decode())).encode()
            stream.write(b"i3-ipc" + len(answer).to_bytes(4, "little") + head[10:14] + answer)
            stream.flush()

    def _answer(self, kind, text):
        if kind == 3:
            return [
                {"name": "HDMI-A-1", "active": True, "transform": "normal"},
                {"name": "eDP-1", "active": True, "transform": self.transform},
            ]
        if kind == 100:
            return [
                {"identifier": "1:1:Keyboard", "type": "keyboard"},
                {"identifier": "1046:911:Goodix", "type": "touch"},
                {"identifier": "1386:890:Pen", "type": "tablet_tool"},
            ]
        if kind == 0:
            self.commands.append(text)
            if text.startswith("output"):
                self.transform = text.split()[-1]
            return [{"success": True}]
        return {"success": True}


class FakeHyprland:
    """Answers a request for each connection, as Hyprland's socket does, and tells events on the other."""

    signature = "v1_2"

    def __init__(self, runtime):
        folder = runtime / "hypr" / self.signature
        folder.mkdir(parents=True)
        self.transform = 0
        self.touch = ("", -1)
        self.kept = None
        self.listeners = [socket.socket(socket.AF_UNIX) for _ in range(2)]
        self.watchers = []
        for listener, name in zip(self.listeners, [".socket.sock", ".socket2.sock"]):
            listener.bind(str(folder / name))
            listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()
        threading.Thread(target=self._watch, daemon=True).start()

    def _serve(self):
        while True:
            connection, _ = self.listeners[0].accept()
            with connection:
                connection.sendall(self._answer(connection.recv(65536).decode()).encode())

    def _watch(self):
        while True:
            self.watchers.append(self.listeners[1].accept()[0])

    def tell(self, line):
        for watcher in self.watchers:
            watcher.sendall(line.encode() + b"\n")

    def _answer(self, request):
        if request == "j/monitors":
            return json.dumps([
                {"name": "DP-1", "width": 1920, "height": 1080, "refreshRate": 60.0, "x": 720, "y": 0,
                 "scale": 1.0, "transform": 0},
                {"name": "DSI-1", "width": 720, "height": 1440, "refreshRate": 60.0, "x": 0, "y": 0,
                 "scale": 2.0, "transform": self.transform},
            ])
        if request.startswith("j/getoption"):
            return json.dumps({"option": request.split()[-1], "int": self.touch[1], "str": self.touch[0]})
        if request.startswith("keyword monitor DSI-1,"):
            self.kept, _, transform = request.removeprefix("keyword monitor DSI-1,").rpartition(",transform,")
            self.transform = int(transform)
            return "ok"
        if request.startswith("[[BATCH]]"):
            for command in request.removeprefix("[[BATCH]]").split(";"):
                _, option, value = (command + " ").split(" ", 2)
                value = value.strip()
                self.touch = (value, self.touch[1]) if option.endswith("output") else (self.touch[0], int(value))
            return "ok"
        return "unknown request"
