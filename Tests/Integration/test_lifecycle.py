"""Starting, stopping, and what a client sees of it."""

import os
import signal
import socket
import stat
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, Daemon, await_condition


def test_it_serves_its_socket_to_everyone(start):
    mode = os.stat(start().socket).st_mode

    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o666


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_told_to_and_takes_its_socket_along(start, with_signal):
    daemon = start()

    duration, status = daemon.terminate(with_signal)

    assert (status, duration < 2) == (0, True)
    assert not os.path.exists(daemon.socket)


def test_the_socket_of_another_daemon_that_took_its_place_stays(start, tmp_path):
    first = start()
    os.remove(first.socket)
    folder = tmp_path / "second"
    folder.mkdir()
    second = Daemon(folder)
    second.command[second.command.index("--socket") + 1] = first.socket
    second.socket = first.socket
    second.start()
    try:
        first.terminate()

        with second.wire() as wire:
            assert "state" in wire.call("org.orientationd.GetState")["parameters"]
    finally:
        second.close()


@pytest.mark.parametrize("kind", ["polled", "buffered"])
def test_it_ends_within_two_seconds_while_somebody_subscribes(start, request, kind):
    request.getfixturevalue(kind)()
    daemon = start()
    subscriber = daemon.follow()
    subscriber.until(deviceOrientation="portrait")

    duration, status = daemon.terminate()

    assert (status, duration < 2) == (0, True)
    assert subscriber.ended()


def test_it_ends_within_two_seconds_while_a_reader_does_not_read(start, polled):
    polled()
    daemon = start()
    with daemon.wire() as sleeper, daemon.wire() as shell:
        sleeper.send({"method": "org.orientationd.Subscribe", "more": True})
        for locked in [True, False] * 20:
            shell.call("org.orientationd.SetRotationLock", {"locked": locked})

        duration, status = daemon.terminate()

    assert (status, duration < 2) == (0, True)


def test_a_stale_socket_is_replaced_and_a_live_one_is_not(start):
    daemon = start()
    daemon.process.kill()
    daemon.process.wait()
    assert os.path.exists(daemon.socket)

    daemon.start()

    second = subprocess.run(daemon.command, env=daemon.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert second.returncode not in (0, 2)
    assert daemon.socket in second.stderr
    with daemon.wire() as wire:
        assert wire.call("org.orientationd.GetState")


def test_a_file_that_is_no_socket_is_left_alone(start, tmp_path):
    path = tmp_path / "file"
    path.write_text("precious")

    ended = subprocess.run(
        [PROGRAMS / "orientationd", "--config", os.devnull, "--socket", path],
        capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode not in (0, 2)
    assert path.read_text() == "precious"


def test_a_client_comes_back_to_the_same_path_after_a_crash(start, polled):
    polled(orientation="landscapeRight")
    daemon = start()
    before = daemon.follow()
    before.until(deviceOrientation="landscapeRight")

    daemon.process.kill()
    daemon.process.wait()
    assert before.ended()
    daemon.start()

    daemon.follow().until(deviceOrientation="landscapeRight")


def started_with(descriptor, directory):
    """The daemon with a descriptor handed over as systemd does it."""
    # The variables name the process, so they are set in it.
    script = 'export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=varlink; exec "$@" 3<&"$FD"'
    return subprocess.Popen(
        ["bash", "-c", script, "bash", PROGRAMS / "orientationd", "--config", os.devnull],
        env=dict(os.environ, FD=str(descriptor), STATE_DIRECTORY=str(directory)),
        pass_fds=[descriptor], stderr=subprocess.PIPE, text=True)


def test_it_takes_the_sockets_that_systemd_hands_over(tmp_path):
    path = tmp_path / "org.orientationd"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        process = started_with(listening.fileno(), tmp_path)
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(PATIENCE)
                client.connect(str(path))
                client.sendall(b'{"method":"org.varlink.service.GetInfo"}\0')
                assert b"org.orientationd" in client.recv(65536)
            process.terminate()
            process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0
    # The socket is systemd's, which removes it when the socket unit stops.
    assert path.exists()


def test_a_connection_that_systemd_accepted_is_served(tmp_path):
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        process = started_with(theirs.fileno(), tmp_path)
        theirs.close()
        try:
            ours.settimeout(PATIENCE)
            for _ in range(2):
                ours.sendall(b'{"method":"org.orientationd.GetState"}\0')
                assert b'"sequence":0' in ours.recv(65536)
            process.terminate()
            process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0


@pytest.mark.parametrize("kind", ["a datagram socket", "an internet socket", "a pipe", "a file"])
def test_a_descriptor_of_another_kind_is_an_error_at_start(tmp_path, kind):
    if kind == "a datagram socket":
        descriptor = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).detach()
    elif kind == "an internet socket":
        listening = socket.socket(socket.AF_INET)
        listening.listen()
        descriptor = listening.detach()
    elif kind == "a pipe":
        descriptor = os.pipe()[0]
    else:
        descriptor = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT)
    process = started_with(descriptor, tmp_path)
    try:
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        os.close(descriptor)

    assert process.returncode in (1, 2)
    assert "varlink" in errors.splitlines()[-1] and "socket" in errors.splitlines()[-1]


def test_it_says_when_it_is_ready(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(str(tmp_path / "notify"))
        notify.settimeout(PATIENCE)
        process = subprocess.Popen(
            [PROGRAMS / "orientationd", "--config", os.devnull, "--socket", tmp_path / "org.orientationd"],
            env=dict(os.environ, NOTIFY_SOCKET=str(tmp_path / "notify"), STATE_DIRECTORY=str(tmp_path)),
            stderr=subprocess.DEVNULL)
        try:
            lines = []
            while "READY=1" not in lines:
                lines += notify.recv(4096).decode().splitlines()
            assert os.path.exists(tmp_path / "org.orientationd")
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_the_status_line_tells_sensor_state_and_number_of_subscriptions(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(str(tmp_path / "notify"))
        notify.settimeout(PATIENCE)
        daemon = Daemon(tmp_path)
        daemon.environment["NOTIFY_SOCKET"] = str(tmp_path / "notify")
        daemon.start()

        def await_status(line):
            while f"STATUS={line}" not in notify.recv(4096).decode().splitlines():
                pass

        try:
            await_status("no sensor, absent, 0 subscriptions")
            with daemon.wire() as wire:
                wire.call("org.orientationd.Subscribe", more=True)
                await_status("no sensor, absent, 1 subscription")
            await_status("no sensor, absent, 0 subscriptions")
        finally:
            daemon.close()


@pytest.mark.figures
def test_nobody_there_costs_no_wakeups(start, polled):
    polled()
    daemon = start()
    daemon.follow().until(deviceOrientation="portrait")
    daemon.followers[0].close()
    state = lambda: daemon.open().GetState()["state"]["sensorStatus"]
    await_condition(lambda: state() == "idle", "the sensor is off")

    def switches():
        total = 0
        for thread in os.listdir(f"/proc/{daemon.process.pid}/task"):
            with open(f"/proc/{daemon.process.pid}/task/{thread}/status") as status:
                total += sum(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt"))
        return total

    # The one thing that is measured over a time rather than awaited.
    before = switches()
    with pytest.raises(subprocess.TimeoutExpired):
        daemon.process.wait(3)
    assert switches() - before <= 1
