"""A real sway without a screen, for tests of what turns its outputs."""

import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile

from service import PATIENCE, await_condition

NOBODY = 65534


class Sway:
    """sway with two headless outputs, HEADLESS-1 and HEADLESS-2, as an ordinary user: it refuses to run as root."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sway-"))
        self.process = None
        self.as_user = []
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
            self.as_user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_HEADLESS_OUTPUTS": "2",
            "WLR_RENDERER": "pixman",
        }

    def start(self):
        self.process = subprocess.Popen(
            [*self.as_user, "sway", "-c", "/dev/null"], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_condition(lambda: self.socket and self.transforms(), "sway answers")
        return self

    @property
    def socket(self):
        return next((str(path) for path in self.folder.glob("sway-ipc.*.sock")), None)

    @property
    def client_environment(self):
        """What sway gives to the programs it starts."""
        display = next(path.name for path in self.folder.glob("wayland-?"))
        return dict(
            os.environ, SWAYSOCK=self.socket, XDG_RUNTIME_DIR=str(self.folder), WAYLAND_DISPLAY=display)

    def message(self, *arguments):
        ended = subprocess.run(
            ["swaymsg", "-s", self.socket, "-r", *arguments], capture_output=True, text=True, timeout=PATIENCE)
        return json.loads(ended.stdout) if ended.returncode == 0 else None

    def transforms(self):
        """What sway says of its outputs, in its own words."""
        outputs = self.message("-t", "get_outputs")
        return outputs and {output["name"]: output["transform"] for output in outputs}

    def client_transforms(self):
        """What a Wayland client sees of the outputs: the names of wl_output's transforms."""
        text = subprocess.run(
            ["wayland-info"], env=self.client_environment, capture_output=True, text=True, timeout=PATIENCE,
        ).stdout
        seen, name = {}, None
        for line in text.splitlines():
            if line.strip().startswith("name: HEADLESS"):
                name = line.split()[-1]
            if "output_transform:" in line:
                seen[name] = line.rsplit("output_transform:", 1)[1].strip().rstrip(",°")
        return seen

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        for path in self.folder.glob("sway-ipc.*.sock"):
            path.unlink()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Question:
    """A connection to sway's IPC, on which asking is quick: a mark, the length and the kind of what follows, JSON."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)

    def transforms(self):
        get_outputs = 3
        self.socket.sendall(b"i3-ipc" + struct.pack("=II", 0, get_outputs))
        header = self.socket.recv(14, socket.MSG_WAITALL)
        outputs = json.loads(self.socket.recv(struct.unpack("=II", header[6:])[0], socket.MSG_WAITALL))
        return {output["name"]: output["transform"] for output in outputs}

    def close(self):
        self.socket.close()
