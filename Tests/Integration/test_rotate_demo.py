"""RotateDemo in a terminal."""

import fcntl
import os
import pty
import struct
import subprocess
import termios

import pytest

from service import PATIENCE, PROGRAMS, await_condition


@pytest.fixture
def terminal():
    """Both ends of a terminal of 80 columns and 24 rows."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.set_blocking(ours, False)
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_the_longest_names_fit_into_80_columns(polled, start, terminal):
    polled(orientation="portraitUpsideDown")
    ours, theirs = terminal
    demo = subprocess.Popen(
        [PROGRAMS / "RotateDemo", "--socket", start().socket], stdin=theirs, stdout=theirs, stderr=theirs)
    seen = bytearray()

    def shows(text):
        try:
            seen.extend(os.read(ours, 1 << 16))
        except BlockingIOError:
            pass
        return text in seen.decode(errors="replace")

    try:
        for text in [
            "device portraitUpsideDown   interface portraitUpsideDown   rotation 180\x1b[K",
            "sensor ready\x1b[K",
            "allowed: portrait landscapeRight landscapeLeft portraitUpsideDown\x1b[K",
        ]:
            await_condition(lambda: shows(text), text)
        os.write(ours, b"q")

        # Read on, for a terminal that nobody reads holds the program up.
        await_condition(lambda: shows("\x1b[?1049l") and demo.poll() is not None, "it ends")
        assert demo.returncode == 0
    finally:
        demo.kill()
        demo.wait(PATIENCE)
