"""A program in a terminal of 80 by 24 that a test reads and types on."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading

from service import PATIENCE, await_condition

ALTERNATE, BACK = b"\x1b[?1049h", b"\x1b[?1049l"


class TerminalProgram:
    """A program that takes the terminal over and draws each screen from the top."""

    def __init__(self, command, environment, columns=80, rows=24):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.slave = slave
        self.settings = termios.tcgetattr(slave)
        self.output = b""
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.output += data

    @property
    def screen(self):
        """The lines that were drawn last, without control sequences."""
        frames = self.output.split(b"\x1b[H")
        # The last one may be half drawn.
        complete = [frame for frame in frames[1:] if b"\x1b[J" in frame]
        if not complete:
            return []
        text = complete[-1].split(b"\x1b[J")[0].decode()
        return [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line).rstrip() for line in text.split("\r\n")]

    @property
    def text(self):
        """What was printed before or after the screen, which stays in the terminal."""
        kept = re.sub(re.escape(ALTERNATE) + b".*?" + re.escape(BACK), b"", self.output, flags=re.DOTALL)
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", kept.decode()).replace("\r\n", "\n")

    def press(self, keys):
        os.write(self.master, keys.encode())

    def shows(self, part, limit=PATIENCE):
        """Waits until a part of the screen is there."""
        await_condition(lambda: any(part in line for line in self.screen) or self.process.poll() is not None,
                        f"the screen shows {part!r}", limit)
        assert any(part in line for line in self.screen), self.output.decode(errors="replace")

    def ended(self):
        """Waits for the end; answers the exit status."""
        status = self.process.wait(PATIENCE)
        self.reader.join(0.2)
        return status

    @property
    def is_restored(self):
        """Whether the terminal is as it was found."""
        return (termios.tcgetattr(self.slave) == self.settings and self.output.count(ALTERNATE) == self.output.count(BACK)
                and self.output.count(b"\x1b[?25l") == self.output.count(b"\x1b[?25h"))

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.slave)
        os.close(self.master)
