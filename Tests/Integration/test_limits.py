"""What clients can do to the daemon that is not a call: come in numbers, say nothing, not read, not end."""

import json
import os
import re
import resource
import signal
import socket
import subprocess
import time

import pytest

from service import INTERFACE, PATIENCE, REPOSITORY, Daemon, await_condition

SUBSCRIBE = f"{INTERFACE}.Subscribe"
GET_STATE = f"{INTERFACE}.GetState"
SET_LOCK = f"{INTERFACE}.SetRotationLock"
GET_STATE_BYTES = json.dumps({"method": GET_STATE}).encode() + b"\0"


@pytest.fixture(autouse=True)
def many_descriptors():
    """512 connections need more descriptors than a shell usually allows."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def daemon(polled, start):
    polled()
    return start()


def cpu_time(daemon):
    """The processor time of the daemon so far, in seconds."""
    # The clock of another process, as clock_getcpuclockid(3) makes its number.
    return time.clock_gettime((~daemon.process.pid << 3) | 2)


def resident(daemon):
    """Its resident memory, in KiB."""
    with open(f"/proc/{daemon.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def descriptors(daemon):
    return len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def serves(daemon):
    with daemon.wire() as wire:
        return "state" in wire.call(GET_STATE)["parameters"]


# Those who say nothing, or say too much.

@pytest.mark.figures
def test_clients_that_say_nothing_stay_connected_and_cost_nothing(daemon):
    wires = [daemon.wire() for _ in range(100)]
    assert serves(daemon)

    before = cpu_time(daemon)
    with pytest.raises(subprocess.TimeoutExpired):
        daemon.process.wait(1)
    assert cpu_time(daemon) - before < 0.02
    assert all("state" in wire.call(GET_STATE)["parameters"] for wire in wires)
    for wire in wires:
        wire.socket.close()


@pytest.mark.figures
def test_a_client_that_calls_and_never_reads_is_not_read_any_more(daemon):
    with daemon.wire() as flood:
        flood.socket.setblocking(False)
        sent = 0
        try:
            while sent < 64 << 20:
                sent += flood.socket.send(GET_STATE_BYTES * 100)
        except BlockingIOError:
            pass
        # What a socket holds in both directions, and not what was sent.
        assert sent < 4 << 20
        before = cpu_time(daemon)
        assert serves(daemon)
        with pytest.raises(subprocess.TimeoutExpired):
            daemon.process.wait(1)
        assert cpu_time(daemon) - before < 0.05

        # As soon as it reads, it is answered, call by call.
        flood.socket.settimeout(PATIENCE)
        assert all("state" in flood.receive()["parameters"] for _ in range(1000))


def test_a_half_sent_message_keeps_nobody_waiting(daemon):
    with daemon.wire() as half:
        half.send(GET_STATE_BYTES[:-5])
        assert serves(daemon)
        half.send(GET_STATE_BYTES[-5:])
        assert "state" in half.receive()["parameters"]


@pytest.mark.figures
def test_a_client_that_shut_down_its_sending_side_costs_nothing(daemon):
    with daemon.wire() as wire:
        wire.send({"method": SUBSCRIBE, "more": True})
        wire.socket.shutdown(socket.SHUT_WR)
        while wire.receive()["parameters"]["state"]["sensorStatus"] != "ready":
            pass

        before = cpu_time(daemon)
        with pytest.raises(subprocess.TimeoutExpired):
            daemon.process.wait(1)
        # The sensor is being read; a loop that spins would take the whole second.
        assert cpu_time(daemon) - before < 0.2


def test_one_that_sends_many_calls_at_once_gives_others_their_turn_between_two_of_them(daemon):
    def lock(orientation):
        parameters = {"locked": True, "orientation": orientation}
        return json.dumps({"method": SET_LOCK, "oneway": True, "parameters": parameters}).encode() + b"\0"

    with daemon.wire() as hasty, daemon.wire() as other:
        assert "state" in other.call(GET_STATE)["parameters"]
        # Both have sent everything before the daemon sees any of it.
        daemon.process.send_signal(signal.SIGSTOP)
        hasty.send(lock("landscapeLeft") * 100 + lock("portraitUpsideDown"))
        other.send(GET_STATE_BYTES)
        daemon.process.send_signal(signal.SIGCONT)

        assert other.receive()["parameters"]["state"]["rotationLock"].get("orientation") != "portraitUpsideDown"
        # And none of them is lost, though its sender is gone.
        hasty.socket.close()
        await_condition(
            lambda: other.call(GET_STATE)["parameters"]["state"]["rotationLock"].get("orientation")
            == "portraitUpsideDown", "the last call was executed")


def test_what_a_users_clients_are_closed_for_again_and_again_is_logged_once(daemon):
    for _ in range(50):
        with daemon.wire() as wire:
            wire.send(b"\0")
            assert wire.socket.recv(1) == b""

    assert len([line for line in daemon.log.splitlines() if f"of user {os.geteuid()}: " in line]) == 1


# Numbers.

@pytest.mark.skipif(os.geteuid() != 0, reason="only root can connect as somebody else, and may have more than others")
def test_a_user_has_a_limit_of_its_own_and_root_has_none(tmp_path_factory):
    directory = tmp_path_factory.mktemp("open")
    for folder in (directory, *directory.parents):
        if folder.stat().st_mode & 0o005 != 0o005 and folder.owner() == "root":
            os.chmod(folder, folder.stat().st_mode | 0o055)
    daemon = Daemon(directory, config="[Socket]\nMaxConnectionsPerUser=3\n").start()
    script = f"""
import socket, sys
wires = []
for _ in range(5):
    wire = socket.socket(socket.AF_UNIX)
    wire.connect({daemon.socket!r})
    wires.append(wire)
answered = 0
for wire in wires:
    wire.settimeout({PATIENCE})
    try:
        wire.sendall({GET_STATE_BYTES!r})
        answered += bool(wire.recv(65536))
    except OSError:
        pass
print(answered, flush=True)
sys.stdin.read()
"""
    try:
        other = subprocess.Popen(
            ["/usr/bin/python3", "-c", script], user=65534, group=65534, extra_groups=[],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert other.stdout.readline() == "3\n"
        wires = [daemon.wire() for _ in range(8)]
        assert all("state" in wire.call(GET_STATE)["parameters"] for wire in wires)
        for wire in wires:
            wire.socket.close()
        assert daemon.log.count("is one too many") == 1
        other.communicate("")
    finally:
        daemon.close()


def test_a_storm_of_connections_leaves_nothing_behind(daemon):
    assert serves(daemon)
    before = descriptors(daemon)

    for number in range(2000):
        with socket.socket(socket.AF_UNIX) as wire:
            wire.connect(daemon.socket)
            if number % 3 == 1:
                wire.send(GET_STATE_BYTES)
            elif number % 3 == 2:
                wire.send(GET_STATE_BYTES[:7])

    # The connection of the first call may have been counted before the daemon closed it.
    await_condition(lambda: descriptors(daemon) in (before, before - 1), "every descriptor is closed")
    assert serves(daemon)


def test_a_storm_over_the_limit_is_logged_once_a_minute(polled, start):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=2\n")
    wires = [await_condition(daemon.served, "a place") for _ in range(2)]

    for _ in range(500):
        with daemon.wire() as over:
            assert over.receive() is None

    assert daemon.log.count("is one too many") == 1
    for wire in wires:
        wire.socket.close()


@pytest.mark.figures
def test_without_descriptors_nobody_is_accepted_and_nothing_spins(daemon):
    assert serves(daemon)
    used = descriptors(daemon)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (used + 4, used + 4))
    wires = [daemon.wire() for _ in range(4)]
    assert all("state" in wire.call(GET_STATE)["parameters"] for wire in wires)

    waiting = daemon.wire().send(GET_STATE_BYTES)
    await_condition(lambda: "no client can be accepted" in daemon.log, "a line in the log")
    before = cpu_time(daemon)
    with pytest.raises(subprocess.TimeoutExpired):
        daemon.process.wait(3)
    assert cpu_time(daemon) - before < 0.05
    assert daemon.log.count("no client can be accepted") == 1
    # Those who are connected are served all the while.
    assert all("state" in wire.call(GET_STATE)["parameters"] for wire in wires)

    for wire in wires:
        wire.socket.close()
    assert "state" in waiting.receive()["parameters"]
    waiting.socket.close()


@pytest.mark.figures
def test_the_last_of_512_is_told_at_once_though_511_do_not_read(polled, start):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=513\n")
    sleepers = []
    for _ in range(511):
        wire = await_condition(daemon.served, "a place")
        sleepers.append(wire.send({"method": SUBSCRIBE, "more": True}))
    reader = daemon.wire().send({"method": SUBSCRIBE, "more": True})
    while reader.receive()["parameters"]["state"]["sensorStatus"] != "ready":
        pass
    shell = daemon.wire()
    # Until every sleeper's socket is full.
    for number in range(40):
        change(shell, number)
        reader.receive()

    costs = []
    for number in range(40, 80):
        before = cpu_time(daemon)
        change(shell, number)
        state = reader.receive()["parameters"]["state"]
        costs.append(cpu_time(daemon) - before)
        assert state["rotationLock"]["locked"] is (number % 2 == 0)

    print(f"512 connections: median {sorted(costs)[20] * 1000:.2f} ms, most {max(costs) * 1000:.2f} ms of CPU")
    assert max(costs) < 0.020
    for wire in (*sleepers, reader, shell):
        wire.socket.close()


# Memory. An allocation that fails ends a Swift program, and so does the kernel at MemoryMax=. What connections can
# make the daemon hold is bounded together, at 8 MiB: with it, the daemon stays below half of what its unit allows.

BUDGET = 8 << 20
HALF = b'{"method": "' + b"a" * (64000 - 12)


def memory_of_the_unit():
    """MemoryMax= of the unit, in KiB."""
    unit = (REPOSITORY / "systemd" / "orientationd.service.in").read_text()
    return int(re.search(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)[1]) * 1024


def is_open(wire):
    """Whether the daemon has not closed a connection to which it has sent all that it wants to."""
    wire.socket.setblocking(False)
    try:
        while wire.socket.recv(65536):
            pass
        return False
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        wire.socket.settimeout(PATIENCE)


def subscribe(daemon):
    """A subscriber that has read its first state."""
    wire = daemon.wire()
    assert "state" in wire.call(SUBSCRIBE, more=True)["parameters"]
    return wire


def is_told(subscriber, shell):
    """Whether a subscriber is told of a lock that is set, and of its end."""
    for number in range(2):
        change(shell, number)
        while (state := subscriber.receive()["parameters"]["state"])["rotationLock"]["locked"] is not (number == 0):
            assert state
    return True


@pytest.mark.figures
def test_half_messages_of_512_clients_are_too_much_and_the_others_are_served(polled, start):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=520\nMaxConnectionsPerUser=520\n")
    early, shell = subscribe(daemon), daemon.wire()
    wires = [await_condition(daemon.served, "a place").send(HALF) for _ in range(512)]

    # As many are closed as are too many, and it is said once.
    fitting = BUDGET // len(HALF)
    await_condition(lambda: sum(map(is_open, wires)) <= fitting, "the others are closed")
    assert daemon.log.count("MiB, and this one most; closed") == 1
    kept = [wire for wire in wires if is_open(wire)]
    print(f"512 messages of 64,000 bytes without an end: {len(kept)} kept, {resident(daemon)} KiB")
    assert fitting * 0.9 < len(kept) <= fitting
    assert resident(daemon) < memory_of_the_unit() / 2

    # Those who hold little are served, however late they come, and so are those that were kept.
    late = subscribe(daemon)
    assert is_told(early, shell) and is_told(late, shell)
    assert kept[0].send(b'"}\0').receive()["error"] == "org.varlink.service.InterfaceNotFound"
    for wire in (*wires, early, late, shell):
        wire.socket.close()


@pytest.mark.figures
def test_the_largest_policies_of_512_subscribers_are_too_much_and_the_others_are_served(polled, start):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=520\nMaxConnectionsPerUser=520\n")
    early, shell = subscribe(daemon), daemon.wire()
    # As many controllers as there may be, with names as long as the message may be.
    leaves = [{"id": f"{number:02}" + "a" * 950} for number in range(63)]
    policy = {"root": {"id": "root", "kind": "tab", "children": leaves}}
    length = len(json.dumps(policy))
    assert 60_000 < length < 65_000
    message = json.dumps({"method": SUBSCRIBE, "parameters": {"policy": policy}, "more": True}).encode() + b"\0"
    wires = [await_condition(daemon.served, "a place").send(message) for _ in range(512)]

    await_condition(lambda: sum(map(is_open, wires)) <= BUDGET // 60_000, "the others are closed")
    late = subscribe(daemon)
    kept = sum(map(is_open, wires))
    print(f"512 subscriptions of 64 controllers each: {kept} kept, {resident(daemon)} KiB")
    assert BUDGET // 80_000 < kept <= BUDGET // 60_000
    assert resident(daemon) < memory_of_the_unit() / 2
    assert is_told(early, shell) and is_told(late, shell)
    for wire in (*wires, early, late, shell):
        wire.socket.close()


@pytest.mark.figures
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can connect as somebody else")
def test_who_makes_the_daemon_hold_too_much_is_closed_and_no_other_user(polled, start, tmp_path):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=520\nMaxConnectionsPerUser=520\n")
    for folder in (tmp_path / "0", *(tmp_path / "0").parents):
        if folder.stat().st_mode & 0o005 != 0o005 and folder.owner() == "root":
            os.chmod(folder, folder.stat().st_mode | 0o055)
    # Each of them is as large as the others' are, and older.
    alone = descriptors(daemon)
    ours = [daemon.wire().send(HALF) for _ in range(20)]
    assert serves(daemon)
    script = f"""
import resource, socket, sys
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
wires = []
for _ in range(300):
    wire = socket.socket(socket.AF_UNIX)
    wire.connect({daemon.socket!r})
    wire.sendall({HALF!r})
    wires.append(wire)
print("done", flush=True)
sys.stdin.read()
"""
    other = subprocess.Popen(
        ["/usr/bin/python3", "-c", script], user=65534, group=65534, extra_groups=[],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout.readline() == "done\n"

        await_condition(lambda: " of user 65534: connections hold" in daemon.log, "a line in the log")
        await_condition(lambda: descriptors(daemon) - alone <= BUDGET // len(HALF), "those that are too much are closed")
        assert daemon.log.count(" of user 65534: connections hold") == 1
        assert "of user 0: connections hold" not in daemon.log
        for wire in ours:
            assert wire.send(b'"}\0').receive()["error"] == "org.varlink.service.InterfaceNotFound"
            wire.socket.close()
    finally:
        other.communicate("")


def test_the_kernel_keeps_little_of_what_a_client_does_not_read(daemon):
    # A message of another process counts as the memory of the one that has sent it.
    message = json.dumps({"method": "org.varlink.service.GetInterfaceDescription",
                          "parameters": {"interface": INTERFACE}}).encode() + b"\0"
    with daemon.wire() as sleeper:
        sleeper.send(message * 50)
        # The answer has begun, and whatever else there was room for has been sent by the next round.
        assert sleeper.socket.recv(1, socket.MSG_PEEK)
        assert serves(daemon)
        daemon.terminate(signal.SIGKILL)

        kept = 0
        try:
            while data := sleeper.socket.recv(65536):
                kept += len(data)
        except ConnectionResetError:
            pass
        # Two packets of half the smallest send buffer that Linux knows, 4608 bytes, go into it.
        assert 0 < kept <= 4608


def change(shell, number):
    lock = {"locked": True, "orientation": "landscapeLeft"} if number % 2 == 0 else {"locked": False}
    assert "error" not in shell.call(SET_LOCK, lock)


@pytest.mark.figures
def test_memory_does_not_grow_with_the_number_of_connections(daemon):
    def connect(count):
        for _ in range(count):
            with socket.socket(socket.AF_UNIX) as wire:
                wire.settimeout(PATIENCE)
                wire.connect(daemon.socket)
                wire.sendall(GET_STATE_BYTES)
                assert wire.recv(65536)

    connect(1000)
    early = resident(daemon)
    connect(99_000)
    late = resident(daemon)

    print(f"resident after 1,000 connections {early} KiB, after 100,000 {late} KiB")
    assert late < early * 1.02
