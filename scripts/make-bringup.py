"""Makes the screens of docs/bringup.md and docs/doctor.md by running the commands that stand there.

Usage: umockdev-wrapper .venv/bin/python scripts/make-bringup.py [NAME...]

The machines are made of files, as in Tests/Integration. A screen is a block of a page behind a line
`<!-- screen: NAME -->`; the block is replaced. With names only the screens of those machines are made.
"""

import contextlib
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "Tests" / "Integration"))

import gi                                                       # noqa: E402
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev                              # noqa: E402

from mock_sensors import PolledSensor                           # noqa: E402
from service import PROGRAMS, Daemon, await_condition           # noqa: E402
from terminal import TerminalProgram                            # noqa: E402
from test_calibrate import UP, Tablet, asked, environment       # noqa: E402
from test_watch import Watched                                  # noqa: E402

PAGES = [REPOSITORY / "docs" / name for name in ("bringup.md", "doctor.md")]
DMI = ("dmi:bvnAmericanMegatrendsInc.:bvr5.12:bd05/07/2020:br5.12:efr1.4:svnHampoo:pn{product}:pvrDefaultstring:"
       "rvnHampoo:rnCherryTrailCR:rvrDefaultstring:cvnDefaultstring:ct3:cvrDefaultstring:sku:")
SUBSYSTEM = "i2c"


class Machine:
    """A machine with a daemon, and a person who holds it."""

    def __init__(self, product, modalias, *matrices, parents=("i2c-KIOX000A:00",), **options):
        self.bed = UMockdev.Testbed.new()
        self.bed.add_from_string(
            f"P: /devices/virtual/dmi/id\nE: SUBSYSTEM=dmi\nA: modalias={DMI.format(product=product)}\\n\n")
        self.tablets = []
        for number, (parent, matrix) in enumerate(zip(parents, matrices)):
            self.bed.add_from_string(
                f"P: /devices/{parent}\nE: SUBSYSTEM={SUBSYSTEM}\nL: driver=../../bus/i2c/drivers/kxcjk1013_i2c\n"
                f"A: modalias={modalias}\\n\n")
            sensor = PolledSensor(self.bed, number=number, parent=parent, **{"name": "kxcj91008", **options})
            self.tablets.append(Tablet(sensor, matrix, bias=(0.21, -0.14, 0.35)))
        self.tablet = self.tablets[0] if self.tablets else None
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.daemon = Daemon(self.folder, bed=self.bed)
        self.screens = {}

    def __enter__(self):
        self.daemon.start()
        return self

    def __exit__(self, *_):
        self.daemon.close()
        shutil.rmtree(self.folder)

    def hold(self, posture):
        for tablet in self.tablets:
            tablet.hold(posture, lean=0.06)

    def command(self, *words):
        """The whole command line; only what differs from an installed system is added."""
        places = ["--socket", self.daemon.socket] if words[0] not in ("hwdb", "plot", "replay") else []
        if words[0] in ("doctor", "calibrate") or words[:2] == ("hwdb", "entry"):
            places += ["--config", self.daemon.config]
        return [str(word) for word in (PROGRAMS / "orientationctl", *words, *places)]

    def run(self, *words):
        """What a command writes, both to standard output and to standard error, as in a terminal."""
        # Who else runs on the machine that makes the screens is not this machine's business.
        alone = ["unshare", "--pid", "--fork", "--mount-proc"] if words[0] == "doctor" else []
        ended = subprocess.run(
            alone + self.command(*words), env=environment(self.bed), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        return self.as_installed(ended.stdout)

    @contextlib.contextmanager
    def held(self, *postures, seconds=3.0):
        """A hand that trembles and turns the device through postures, each for some seconds."""
        stop = threading.Event()

        def move():
            random.seed(1)
            ups = [UP[posture] for posture in postures]
            step = 0
            while not stop.wait(0.04):
                place = min(step * 0.04 / seconds, len(ups) - 1)
                first, second = ups[int(place)], ups[min(int(place) + 1, len(ups) - 1)]
                # Still for most of the time, then over to the next one along a great circle.
                share = max(0.0, min(1.0, (place - int(place) - 0.75) / 0.25)) * math.pi / 2
                for tablet in self.tablets:
                    tablet.lie([math.cos(share) * a + math.sin(share) * b + random.gauss(0, 0.006)
                                for a, b in zip(first, second)])
                step += 1
        mover = threading.Thread(target=move, daemon=True)
        mover.start()
        yield
        stop.set()
        mover.join()

    def settled(self, posture):
        """Holds the device so until the daemon has decided."""
        follower = self.daemon.follow()
        follower.until(sensorStatus="ready")
        self.hold(posture)
        time.sleep(2)
        answer = self.run("status")
        follower.close()
        self.daemon.followers.clear()
        return answer

    def watch(self, posture):
        """The live screen while the device is held so."""
        with self.held(posture):
            program = Watched(
                ["--ascii", "--socket", self.daemon.socket, "--config", str(self.daemon.config)], bed=self.bed)
            time.sleep(4)
            lines = program.screen
            program.press("q")
            program.ended()
            program.close()
        return self.as_installed("\n".join(lines))

    def calibrate(self, *options):
        """Holds the device as the screen asks; answers the screens by the number of the posture, and the end."""
        time.sleep(1)
        program = TerminalProgram(self.command("calibrate", *options), environment(self.bed))
        await_condition(lambda: any("Pick it up" in line for line in program.screen), "the screen")
        time.sleep(2)
        screens, held = {}, None
        while program.process.poll() is None:
            now = asked(program)
            if now and now != held:
                held = now
                self.hold(now[2])
            lines = program.screen
            if asked(program) == now and any("[####" in line for line in lines):
                screens[now[0]] = "\n".join(lines)
            time.sleep(0.02)
        program.ended()
        text = program.text
        program.close()
        return screens, self.as_installed(text)

    def as_installed(self, text):
        text = text.replace(str(self.daemon.config), "/etc/orientationd/orientationd.conf")
        text = text.replace(self.daemon.socket, "/run/orientationd/org.orientationd")
        return text.replace(str(self.folder), "").replace(self.bed.get_root_dir(), "")


SCREENS = {}


def screen(name, command, text):
    """Keeps a screen. `command` is how a user types it."""
    SCREENS[name] = (f"$ {command}\n" if command else "") + text.rstrip("\n") + "\n"


def quarter():
    with Machine("X1D3_C806N", "acpi:KIOX000A:KIOX000A:", "0, 1, 0; -1, 0, 0; 0, 0, 1") as machine:
        screen("quarter-sensors", "orientationctl sensors", machine.run("sensors"))
        screen("quarter-before", "orientationctl status", machine.settled("portrait"))
        screen("quarter-watch", None, machine.watch("portrait"))
        turned = machine.folder / "turned.csv"
        with machine.held("faceUp", "portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"):
            screen("quarter-record", "sudo orientationctl record turned.csv --seconds 15",
                   machine.run("record", turned, "--seconds", 15).replace("/turned", "turned"))
        machine.run("plot", turned, "--output", REPOSITORY / "docs" / "bringup-quarter.svg", "--force")
        machine.hold("faceUp")
        screens, text = machine.calibrate("--apply")
        screen("quarter-guide", None, screens[2])
        screen("quarter-apply", "sudo orientationctl calibrate --apply", text)
        screen("quarter-after", "orientationctl status", machine.settled("portrait"))
        screen("quarter-entry", "orientationctl hwdb entry", machine.run("hwdb", "entry"))
        screen("quarter-undo", "sudo orientationctl calibrate --undo", machine.run("calibrate", "--undo"))


def mirrored():
    with Machine("Mirror10", "acpi:KIOX000A:KIOX000A:", "-1, 0, 0; 0, 1, 0; 0, 0, 1") as machine:
        screen("mirrored-before", "orientationctl status", machine.settled("landscapeLeft"))
        machine.hold("faceUp")
        screens, text = machine.calibrate("--apply")
        screen("mirrored-guide", None, screens[4])
        screen("mirrored-apply", "sudo orientationctl calibrate --apply", text)
        screen("mirrored-after", "orientationctl status", machine.settled("landscapeLeft"))


def faces():
    with Machine("Flip11", "acpi:KIOX000A:KIOX000A:", "1, 0, 0; 0, 1, 0; 0, 0, -1") as machine:
        screen("faces-before", "orientationctl status", machine.settled("faceUp"))
        _, text = machine.calibrate("--apply")
        screen("faces-apply", "sudo orientationctl calibrate --apply", text)
        machine.settled("portrait")
        screen("faces-after", "orientationctl status", machine.settled("faceUp"))
        screen("faces-entry", "orientationctl hwdb entry", machine.run("hwdb", "entry"))


def two():
    parents = ("pci0000:00/i2c-1/i2c-MDA6655:00", "pci0000:00/i2c-2/i2c-MDA6655:01")
    with Machine("MiniBookX", "acpi:MDA6655:MDA6655:", "0, 1, 0; -1, 0, 0; 0, 0, 1", "0, -1, 0; 1, 0, 0; 0, 0, 1",
                 parents=parents, name="mxc6655") as machine:
        display = f"/sys/devices/{parents[1]}"
        screen("two-sensors", "orientationctl sensors", machine.run("sensors"))
        machine.hold("faceUp")
        _, text = machine.calibrate("--sensor", display, "--apply")
        screen("two-apply", f"sudo orientationctl calibrate --sensor {display} --apply", text)
        screen("two-entry", "orientationctl hwdb entry", machine.run("hwdb", "entry"))


def silent():
    with Machine("Sleepy8", "acpi:KIOX000A:KIOX000A:", "1, 0, 0; 0, 1, 0; 0, 0, 1") as machine:
        machine.tablet.bias = (0, 0, 0)
        machine.tablet.feel((0, 0, 0))
        screen("silent-calibrate", "orientationctl calibrate < /dev/null", machine.run("calibrate"))
        screen("silent-doctor", "sudo orientationctl doctor", machine.run("doctor"))


def healthy():
    with Machine("X1D3_C806N", "acpi:KIOX000A:KIOX000A:", "1, 0, 0; 0, 1, 0; 0, 0, 1") as machine:
        with machine.held("portrait"):
            screen("doctor-works", "sudo orientationctl doctor", machine.run("doctor"))


MACHINES = {function.__name__: function for function in (quarter, mirrored, faces, two, silent, healthy)}


def put(page):
    """Puts the screens into a page."""
    text = page.read_text()

    def block(match):
        made = SCREENS.get(match.group(1))
        return match.group(0) if made is None else f"<!-- screen: {match.group(1)} -->\n```\n{made}```\n"
    text = re.sub(r"<!-- screen: ([\w-]+) -->\n```\n.*?```\n", block, text, flags=re.DOTALL)
    page.write_text(text)


if __name__ == "__main__":
    for name in sys.argv[1:] or MACHINES:
        MACHINES[name]()
    for page in PAGES:
        if page.exists():
            put(page)
    if os.environ.get("SHOW"):
        for name, text in SCREENS.items():
            print(f"=== {name}\n{text}")
