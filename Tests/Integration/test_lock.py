"""The rotation lock, which outlives the daemon however that ends."""

import json
import random
import signal
import socket
import time

from service import Daemon, PATIENCE

ORIENTATIONS = ["portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight"]


def lock_of(daemon):
    return daemon.open().GetState()["state"]["rotationLock"]


def test_the_lock_is_kept_over_a_restart(tmp_path):
    daemon = Daemon(tmp_path).start()
    assert lock_of(daemon) == {"locked": False}
    daemon.open().SetRotationLock(locked=True, orientation="landscapeLeft")
    daemon.terminate()

    daemon = Daemon(tmp_path).start()
    assert lock_of(daemon) == {"locked": True, "orientation": "landscapeLeft"}
    daemon.open().SetRotationLock(locked=False)
    daemon.terminate()

    daemon = Daemon(tmp_path).start()
    assert lock_of(daemon) == {"locked": False}
    daemon.close()


def test_a_damaged_lock_file_is_no_lock_one_warning_and_kept_beside(tmp_path):
    (tmp_path / "rotation-lock").write_text('{"locked": true, "orient')

    daemon = Daemon(tmp_path).start()

    assert lock_of(daemon) == {"locked": False}
    assert daemon.log.count("rotation-lock") == 1
    assert (tmp_path / "rotation-lock.bad").read_text() == '{"locked": true, "orient'
    daemon.close()


def test_two_hundred_kills_lose_no_lock_that_was_acknowledged(tmp_path):
    """Killed at a random moment of a change, the daemon starts again with that change or the one
    before it, and never with an older one or a damaged file."""
    chance = random.Random(20250611)
    known = [None]
    for _ in range(200):
        daemon = Daemon(tmp_path).start()
        assert lock_of(daemon).get("orientation") in known
        assert not (tmp_path / "rotation-lock.bad").exists()
        known = change_until_killed(daemon, chance)


def change_until_killed(daemon, chance):
    """Changes the lock again and again and kills the daemon; answers what may be in force: what was
    acknowledged last, and what was asked for after that."""
    acknowledged, asked = lock_of(daemon).get("orientation"), None
    end = time.monotonic() + chance.uniform(0, 0.02)
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE)
        client.connect(daemon.socket)
        while True:
            asked = chance.choice([each for each in ORIENTATIONS if each != acknowledged])
            client.sendall(json.dumps({
                "method": "org.orientationd.SetRotationLock",
                "parameters": {"locked": True, "orientation": asked},
            }).encode() + b"\0")
            if time.monotonic() >= end:
                time.sleep(chance.uniform(0, 0.002))
                break
            if not client.recv(65536).endswith(b"\0"):
                raise AssertionError("the answer was cut")
            acknowledged = asked
        daemon.process.send_signal(signal.SIGKILL)
        daemon.process.wait(PATIENCE)
        if b"\0" in drain(client):
            acknowledged = asked
    return [acknowledged, asked]


def drain(client):
    """What a dead daemon had sent."""
    received = b""
    while True:
        try:
            piece = client.recv(65536)
        except ConnectionResetError:
            return received
        if not piece:
            return received
        received += piece
