"""Starts the built programs and talks to them. No test sleeps for a fixed time: it awaits a condition."""

import atexit
import functools
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

import varlink

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("ORIENTATIOND_PROGRAMS", REPOSITORY / ".build" / "debug"))
INTERFACE = "org.orientationd"

# How long a condition is awaited before a test fails, in seconds. Generous: the machine may be busy.
PATIENCE = float(os.environ.get("ORIENTATIOND_PATIENCE", 20))


def await_condition(condition, what, limit=PATIENCE):
    """Calls `condition` until it answers something true, and returns that."""
    end = time.monotonic() + limit
    while True:
        answer = condition()
        if answer:
            return answer
        assert time.monotonic() < end, f"not within {limit:g} s: {what}"
        time.sleep(0.01)


@functools.cache
def for_every_user(name):
    """A copy of a program where every user reaches it, which the clone's folder need not allow."""
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    folder.chmod(0o755)
    program = folder / name
    shutil.copy(PROGRAMS / name, program)
    program.chmod(0o755)
    return program


class Program:
    """A program that runs until it is told to end, inside a umockdev testbed if there is one."""

    def __init__(self, command, log_path, bed=None, **environment):
        self.command = [str(PROGRAMS / command[0]), *map(str, command[1:])]
        self.log_path = log_path
        self.environment = dict(os.environ, **environment)
        self.environment.pop("NOTIFY_SOCKET", None)
        if bed is not None:
            self.environment["LD_PRELOAD"] = "libumockdev-preload.so.0"
            self.environment["UMOCKDEV_DIR"] = bed.get_root_dir()
        self.process = None

    def launch(self):
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def assert_runs(self):
        assert self.process.poll() is None, f"{self.command[0]} ended with {self.process.returncode}:\n{self.log}"

    @property
    def log(self):
        return self.log_path.read_text(errors="replace")

    def terminate(self, with_signal=signal.SIGTERM):
        """Sends the signal; answers how long the program took to end, and its exit status."""
        before = time.monotonic()
        self.process.send_signal(with_signal)
        status = self.process.wait(PATIENCE)
        return time.monotonic() - before, status

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Daemon(Program):
    """One orientationd with a socket of its own, inside a umockdev testbed if there is one."""

    def __init__(self, directory, *options, bed=None, config=""):
        self.socket = str(directory / "org.orientationd")
        self.config = directory / "orientationd.conf"
        self.config.write_text(config)
        super().__init__(
            ["orientationd", "--config", self.config, "--socket", self.socket, *options], directory / "log", bed,
            STATE_DIRECTORY=str(directory))
        self.followers = []

    def start(self):
        self.launch()
        await_condition(self.answers, "the daemon serves its socket")
        return self

    def answers(self):
        self.assert_runs()
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.socket) == 0

    def close(self):
        for follower in self.followers:
            follower.close()
        super().close()

    # Clients.

    def open(self):
        """The interface through the public Python client."""
        return varlink.Client(address=f"unix:{self.socket}").open(INTERFACE)

    def wire(self):
        return Wire(self.socket)

    def served(self):
        """A connection on which a call was answered; nothing if it was closed instead."""
        wire = self.wire()
        try:
            if wire.call(f"{INTERFACE}.GetState"):
                return wire
        except OSError:
            pass
        wire.socket.close()
        return None

    def follow(self, policy=None):
        follower = Follower(self, policy)
        self.followers.append(follower)
        return follower

    def ctl(self, *arguments, timeout=PATIENCE):
        """Runs orientationctl against this daemon."""
        return ctl(*arguments, "--socket", self.socket, timeout=timeout)


def ctl(*arguments, timeout=PATIENCE):
    return subprocess.run(
        [str(PROGRAMS / "orientationctl"), *map(str, arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)


class Follower:
    """A subscriber by the public Python client, on a thread of its own."""

    def __init__(self, daemon, policy=None):
        self.connection = daemon.open()
        self.replies = queue.Queue()
        self.states = []
        self.policy = policy
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        parameters = {} if self.policy is None else {"policy": self.policy}
        try:
            for reply in self.connection.Subscribe(_more=True, **parameters):
                self.replies.put(reply["state"])
        except Exception as error:      # the end of the stream, or an answer that the client refuses
            self.replies.put(error)

    def next(self, limit=PATIENCE):
        """The next state; the stream's end is raised."""
        reply = self.replies.get(timeout=limit)
        if isinstance(reply, Exception):
            raise reply
        self.states.append(reply)
        return reply

    def until(self, limit=PATIENCE, **fields):
        """Reads until a state has these values in these fields, and returns it."""
        end = time.monotonic() + limit
        while True:
            try:
                state = self.next(max(0.01, end - time.monotonic()))
            except queue.Empty:
                seen = [{key: each.get(key) for key in fields} for each in self.states]
                raise AssertionError(f"not within {limit:g} s: {fields}; seen {seen}") from None
            if all(state.get(key) == value for key, value in fields.items()):
                return state

    def ended(self, limit=PATIENCE):
        """Whether the stream ends; states that are still on the way are passed over."""
        try:
            while True:
                self.next(limit)
        except queue.Empty:
            return False
        except BrokenPipeError:
            return True

    def close(self):
        self.connection.close()
        self.thread.join(PATIENCE)


class Wire:
    """A connection on which anything can be sent."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.received = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, message):
        if not isinstance(message, bytes):
            message = json.dumps(message).encode() + b"\0"
        self.socket.sendall(message)
        return self

    def receive(self):
        """The next message as an object; None at the end of the connection."""
        while b"\0" not in self.received:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:        # closed with bytes of ours unread
                data = b""
            if not data:
                assert not self.received, "the connection ended within a message"
                return None
            self.received += data
        message, _, self.received = self.received.partition(b"\0")
        return json.loads(message)

    def call(self, method, parameters=None, **flags):
        message = {"method": method, **flags}
        if parameters is not None:
            message["parameters"] = parameters
        return self.send(message).receive()
