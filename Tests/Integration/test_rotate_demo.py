"""RotateDemo in a terminal, and where there is none."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios

import pytest

from service import PATIENCE, PROGRAMS, await_condition
from terminal import TerminalProgram


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


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_the_terminal_is_as_it_was(tmp_path, number):
    demo = TerminalProgram([PROGRAMS / "RotateDemo", "--socket", tmp_path / "none"], os.environ)
    try:
        demo.shows("waiting for orientationd")
        assert not demo.is_restored
        demo.process.send_signal(number)

        assert demo.ended() == 0
        await_condition(lambda: demo.is_restored, "the terminal is as it was")
    finally:
        demo.close()


def test_an_endless_input_does_not_keep_it_from_ending(tmp_path):
    with open("/dev/zero", "rb") as zero, open(tmp_path / "lines", "w+") as lines:
        demo = subprocess.Popen(
            [PROGRAMS / "RotateDemo", "--socket", tmp_path / "none"], stdin=zero, stdout=lines)
        try:
            await_condition(
                lambda: "no more than 4096 keys" in (tmp_path / "lines").read_text(), "it says so")
            demo.terminate()

            assert demo.wait(PATIENCE) == 0
        finally:
            demo.kill()
            demo.wait(PATIENCE)


def test_the_keys_of_a_file_are_taken(tmp_path):
    (tmp_path / "keys").write_text("q")
    with open(tmp_path / "keys") as keys:
        ended = subprocess.run(
            [PROGRAMS / "RotateDemo", "--socket", tmp_path / "none"], stdin=keys, capture_output=True,
            timeout=PATIENCE)

    assert ended.returncode == 0


@pytest.mark.parametrize("arguments", [["--svg", "-"], ["--help"], ["--socket", "none"]])
def test_an_output_that_is_full_is_an_error(arguments):
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [PROGRAMS / "RotateDemo", *arguments], stdin=subprocess.DEVNULL, stdout=full,
            stderr=subprocess.PIPE, text=True, timeout=PATIENCE)

    assert ended.returncode == 1
    assert "standard output" in ended.stderr and ended.stderr.count("\n") == 1


def picture(path):
    return subprocess.run(
        [PROGRAMS / "RotateDemo", "--svg", path], capture_output=True, text=True, timeout=PATIENCE)


def test_a_picture_is_a_new_file(tmp_path):
    assert picture(tmp_path / "layouts.svg").returncode == 0
    assert (tmp_path / "layouts.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("kind", ["file", "pipe", "link to a file", "link to nothing"])
def test_a_picture_replaces_nothing(tmp_path, kind):
    path, other = tmp_path / "layouts.svg", tmp_path / "other"
    if kind == "file":
        path.write_text("mine")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(other)
        if kind == "link to a file":
            other.write_text("mine")
    before = os.lstat(path)

    ended = picture(path)

    assert ended.returncode == 1
    assert str(path) in ended.stderr and ended.stderr.count("\n") == 1
    after = os.lstat(path)
    assert (after.st_ino, after.st_mode, after.st_size) == (before.st_ino, before.st_mode, before.st_size)
    assert other.exists() == (kind == "link to a file")
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        ["layouts.svg"] + ["other"] * (kind == "link to a file"))
