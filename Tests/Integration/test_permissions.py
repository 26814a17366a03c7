"""Who may do what, by the credentials of the peer."""

import json
import os
import pathlib
import subprocess
import tempfile

import pytest

from service import Daemon, PATIENCE

NOBODY = 65534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can connect as somebody else")

TALK = """
import socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(20)
client.connect(sys.argv[1])
for message in sys.argv[2:]:
    client.sendall(message.encode() + b"\\0")
    received = b""
    while not received.endswith(b"\\0"):
        received += client.recv(65536)
    print(received[:-1].decode(), flush=True)
"""


@pytest.fixture
def open_directory():
    """A folder that every user reaches."""
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        yield pathlib.Path(directory)


@pytest.fixture
def daemon(open_directory):
    daemon = Daemon(open_directory).start()
    yield daemon
    daemon.close()


def calls(daemon, *messages, user=NOBODY, groups=()):
    """What the daemon answers to a user."""
    ended = subprocess.run(
        ["/usr/bin/python3", "-c", TALK, daemon.socket, *map(json.dumps, messages)],
        user=user, group=user, extra_groups=groups, capture_output=True, text=True, timeout=PATIENCE,
        check=True, env={"PATH": "/usr/bin:/bin"})
    return [json.loads(line) for line in ended.stdout.splitlines()]


LOCK = {"method": "org.orientationd.SetRotationLock", "parameters": {"locked": True}}
MASK = {"method": "org.orientationd.SetSessionMask", "parameters": {"supported": ["portrait"]}}
SAMPLES = {"method": "org.orientationd.StreamSamples", "more": True}
STATE = {"method": "org.orientationd.GetState"}
DENIED = "org.varlink.service.PermissionDenied"


def test_everybody_may_read_the_state_and_nobody_else_may_lock(daemon):
    state, lock, mask = calls(daemon, STATE, LOCK, MASK)

    assert state["parameters"]["state"]["rotationLock"] == {"locked": False}
    assert (lock["error"], mask["error"]) == (DENIED, DENIED)
    assert daemon.open().GetState()["state"]["rotationLock"] == {"locked": False}


def test_root_may_lock(daemon):
    (lock,) = calls(daemon, LOCK, user=0)

    assert lock["parameters"]["rotationLock"] == {"locked": True, "orientation": "portrait"}


def test_raw_samples_are_not_for_everybody(daemon):
    (samples,) = calls(daemon, SAMPLES)
    (root,) = calls(daemon, SAMPLES, user=0)

    assert samples["error"] == DENIED
    assert root["error"] == "org.orientationd.NoSuchSensor"


def test_another_users_subscription_is_none(daemon):
    follower = daemon.wire()
    name = follower.call("org.orientationd.Subscribe", more=True)["parameters"]["subscription"]
    update = {"method": "org.orientationd.UpdatePolicy", "parameters": {
        "subscription": name, "policy": {"root": {"supported": ["landscapeLeft"]}}}}

    (other,) = calls(daemon, update)
    (own,) = calls(daemon, update, user=0)

    assert other == {
        "error": "org.orientationd.NoSuchSubscription", "parameters": {"subscription": name}}
    assert own["parameters"]["state"]["interfaceOrientation"] == "landscapeLeft"
    assert follower.receive()["parameters"]["state"]["interfaceOrientation"] == "landscapeLeft"


def test_one_user_cannot_take_all_places(open_directory):
    daemon = Daemon(open_directory, config="[Socket]\nMaxConnectionsPerUser=2\n").start()
    script = """
import socket, sys
clients = []
for _ in range(3):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(20)
    client.connect(sys.argv[1])
    clients.append(client)
    try:
        client.sendall(b'{"method":"org.orientationd.GetState"}\\0')
        print(len(client.recv(65536)) > 0)
    except (BrokenPipeError, ConnectionResetError):
        print(False)
"""
    ended = subprocess.run(
        ["/usr/bin/python3", "-c", script, daemon.socket], user=NOBODY, group=NOBODY, extra_groups=(),
        capture_output=True, text=True, timeout=PATIENCE, check=True)

    assert ended.stdout.split() == ["True", "True", "False"]
    assert daemon.open().GetState()["state"]["sequence"] == 0
    daemon.close()
