"""Clients that others wrote: Python's varlink by its command line, and systemd's varlinkctl, as people use them."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import pytest

from service import INTERFACE, PATIENCE, REPOSITORY

VM_BUILD = pathlib.Path(os.environ.get("VM_BUILD", REPOSITORY / ".vm"))
# umockdev's library is for the daemon.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


class PythonCommandLine:
    """`python -m varlink.cli`."""

    def __init__(self, path):
        self.address = f"unix:{path}"
        self.command = [sys.executable, "-u", "-m", "varlink.cli"]

    def information(self):
        return [*self.command, "info", self.address]

    def introspection(self):
        return [*self.command, "help", f"{self.address}/{INTERFACE}"]

    def call(self, method, parameters, more=False):
        options = ["--more"] if more else []
        return [*self.command, "call", *options, f"{self.address}/{INTERFACE}.{method}", json.dumps(parameters)]


class SystemdCommandLine:
    """`varlinkctl`, this machine's or one that Tests/VM/make-varlinkctl.sh unpacked."""

    def __init__(self, path):
        self.path = path
        self.command = self.find()

    @staticmethod
    def find():
        own = shutil.which("varlinkctl")
        if own:
            return [own]
        root = VM_BUILD / "varlinkctl" / "root"
        if not (VM_BUILD / "varlinkctl" / "READY").exists():
            missing = "no varlinkctl: it comes with systemd 255, or from Tests/VM/make-varlinkctl.sh"
            if os.environ.get("CI") == "true":
                pytest.fail(missing)
            pytest.skip(missing)
        loader = next(root.glob("usr/lib/*/ld-linux-*.so.*"))
        libraries = [loader.parent, loader.parent / "systemd"]
        return [loader, "--library-path", ":".join(map(str, libraries)), root / "usr" / "bin" / "varlinkctl"]

    def information(self):
        return [*self.command, "info", self.path]

    def introspection(self):
        return [*self.command, "introspect", self.path, INTERFACE]

    def call(self, method, parameters, more=False):
        options = ["-E", "--more"] if more else []
        return [*self.command, "--json=pretty", "call", *options, self.path, f"{INTERFACE}.{method}",
                json.dumps(parameters)]


@pytest.fixture(params=[PythonCommandLine, SystemdCommandLine])
def daemon_and_client(request, polled, start):
    polled()
    daemon = start()
    return daemon, request.param(daemon.socket)


def run(command):
    return subprocess.run(
        command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)


def test_the_service_and_its_interfaces_are_named(daemon_and_client):
    _, client = daemon_and_client

    ended = run(client.information())

    assert ended.returncode == 0, ended.stderr
    assert "orientationd" in ended.stdout
    assert {INTERFACE, "org.varlink.service"} <= set(ended.stdout.split())


def test_the_interface_is_taken_apart_and_printed_whole(daemon_and_client):
    _, client = daemon_and_client

    ended = run(client.introspection())

    assert ended.returncode == 0, ended.stderr
    text = (REPOSITORY / "Sources/OrientationProtocol/org.orientationd.varlink").read_text()
    declared = [line.split("(")[0].split()[:2] for line in text.splitlines()
                if line.startswith(("type ", "method ", "error "))]
    assert len(declared) > 10
    printed = [line.split("(")[0].split()[:2] for line in ended.stdout.splitlines()]
    assert [each for each in declared if each not in printed] == []


def test_a_call_is_answered(daemon_and_client):
    _, client = daemon_and_client

    ended = run(client.call("GetState", {"policy": {"root": {"supported": ["landscapeRight"]}}}))

    assert ended.returncode == 0, ended.stderr
    state = json.loads(ended.stdout)["state"]
    assert (state["sequence"], state["interfaceOrientation"]) == (0, "landscapeRight")


def test_an_error_is_shown_by_its_name(daemon_and_client):
    _, client = daemon_and_client

    ended = run(client.call("GetState", {"policy": {"dialect": "ancient"}}))

    assert "policy.dialect" in ended.stdout + ended.stderr
    assert "InvalidParameter" in ended.stdout + ended.stderr


def test_the_stream_is_followed(daemon_and_client, bed):
    daemon, client = daemon_and_client
    process = subprocess.Popen(
        client.call("Subscribe", {}, more=True), env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True)
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    try:
        await_orientation(process.stdout, "portrait")
        bed.sensors[0].hold("landscapeLeft")
        state = await_orientation(process.stdout, "landscapeLeft")
        assert state["interfaceOrientation"] == "landscapeRight"
    finally:
        limit.cancel()
        process.kill()
        process.communicate()


def await_orientation(output, orientation):
    """Reads what a client prints until a state has this device orientation, and returns that."""
    decoder, text = json.JSONDecoder(), ""
    for line in output:
        text += line
        try:
            reply, _ = decoder.raw_decode(text.lstrip("\x1e \n"))
        except json.JSONDecodeError:
            continue        # not all of it yet
        text = ""
        if reply["state"]["deviceOrientation"] == orientation:
            return reply["state"]
    raise AssertionError(f"the stream ended before {orientation}")
