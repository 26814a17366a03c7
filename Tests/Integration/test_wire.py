"""Every rule of docs/protocol.md that a client can break, and what it is answered."""

import json
import socket

import pytest

import varlink

from service import INTERFACE, await_condition

INVALID = "org.varlink.service.InvalidParameter"
SUBSCRIBE = f"{INTERFACE}.Subscribe"
GET_STATE = f"{INTERFACE}.GetState"


@pytest.fixture
def daemon(polled, start):
    polled()
    return start()


def serves_the_next_client(daemon):
    with daemon.wire() as wire:
        return wire.call(GET_STATE)["parameters"]["state"]["sequence"] == 0


# Messages that cannot be a call: the connection is closed without an answer.

HOPELESS = {
    "not JSON": b"hello\0",
    "half a JSON object": b'{"method": "org.orien\0',
    "an empty message": b"\0",
    "only blanks": b"   \0",
    "an array": b'["org.orientationd.GetState"]\0',
    "a string": b'"org.orientationd.GetState"\0',
    "a number": b"1\0",
    "null": b"null\0",
    "two objects in one message": b'{"method":"org.orientationd.GetState"}{}\0',
    "no method": b'{"parameters": {}}\0',
    "a method that is no string": b'{"method": 5}\0',
    "a method that is null": b'{"method": null}\0',
    "parameters that are no object": b'{"method": "org.orientationd.GetState", "parameters": []}\0',
    "more that is no truth value": b'{"method": "org.orientationd.Subscribe", "more": 1}\0',
    "more with oneway": b'{"method": "org.orientationd.Subscribe", "more": true, "oneway": true}\0',
    "upgrade": b'{"method": "org.orientationd.GetState", "upgrade": true}\0',
    "a repeated key": b'{"method": "org.orientationd.GetState", "method": "org.orientationd.Subscribe"}\0',
    "a byte that is not UTF-8": b'{"method": "org.orientationd.GetState\xff"}\0',
    "a surrogate half": b'{"method": "org.orientationd.GetState", "x": "\\ud800"}\0',
    "a number that is no JSON": b'{"method": "org.orientationd.GetState", "x": NaN}\0',
    "a comment": b'{"method": "org.orientationd.GetState" /* */}\0',
    "nesting without end": b'{"method": "org.orientationd.GetState", "x": ' + b"[" * 20000 + b"]" * 20000 + b"}\0",
    "more than 65536 bytes": b'{"method": "org.orientationd.GetState", "x": "' + b"a" * 65536 + b'"}\0',
    "more than 65536 bytes without an end": b'{"x": "' + b"a" * 70000,
}


@pytest.mark.parametrize("kind", HOPELESS)
def test_what_cannot_be_a_call_closes_the_connection(daemon, kind):
    with daemon.wire() as wire:
        try:
            wire.send(HOPELESS[kind])
        except (BrokenPipeError, ConnectionResetError):
            pass        # closed before all of it was sent
        assert wire.receive() is None
    assert serves_the_next_client(daemon)


def test_what_closes_a_connection_is_logged_once(daemon):
    await_condition(lambda: "serving" in daemon.log, "the last line of the start")
    before = len(daemon.log)
    with daemon.wire() as wire:
        wire.send(b"hello\0")
        assert wire.receive() is None

    await_condition(lambda: len(daemon.log) > before, "a line in the log")
    assert daemon.log[before:].count("\n") == 1


def test_a_message_of_65536_bytes_is_read(daemon):
    message = json.dumps({"method": GET_STATE, "x": ""}).encode()
    filler = b"a" * (65536 - len(message))
    message = message.replace(b'"x": ""', b'"x": "' + filler + b'"')
    assert len(message) == 65536

    with daemon.wire() as wire:
        assert "parameters" in wire.send(message + b"\0").receive()


def test_a_call_in_many_pieces_is_one_call(daemon):
    with daemon.wire() as wire:
        for byte in json.dumps({"method": GET_STATE}).encode() + b"\0":
            wire.send(bytes([byte]))
        assert wire.receive()["parameters"]["state"]["sequence"] == 0


# Calls that are well formed and wrong: a named error, and the connection goes on.

WRONG = {
    "an unknown method": (
        {"method": f"{INTERFACE}.Turn"},
        "org.varlink.service.MethodNotFound", {"method": f"{INTERFACE}.Turn"}),
    "an unknown interface": (
        {"method": "org.example.GetState"},
        "org.varlink.service.InterfaceNotFound", {"interface": "org.example"}),
    "a stream without more": (
        {"method": SUBSCRIBE}, "org.varlink.service.ExpectedMore", {}),
    "samples without more": (
        {"method": f"{INTERFACE}.StreamSamples"}, "org.varlink.service.ExpectedMore", {}),
    "an unknown parameter": (
        {"method": GET_STATE, "parameters": {"colour": 1}}, INVALID, {"parameter": "colour"}),
    "a parameter of the wrong type": (
        {"method": GET_STATE, "parameters": {"policy": 7}}, INVALID, {"parameter": "policy"}),
    "a value that is none of its enum": (
        {"method": GET_STATE, "parameters": {"policy": {"dialect": "ancient"}}},
        INVALID, {"parameter": "policy.dialect"}),
    "a wrong type deep inside": (
        {"method": GET_STATE, "parameters": {"policy": {"root": {"kind": "tab", "children": [
            {"autorotates": "yes"}]}}}},
        INVALID, {"parameter": "policy.root.children[0].autorotates"}),
    "an unknown field deep inside": (
        {"method": GET_STATE, "parameters": {"policy": {"root": {"colour": 1}}}},
        INVALID, {"parameter": "policy.root.colour"}),
    "a parameter for a method without": (
        {"method": f"{INTERFACE}.ListSensors", "parameters": {"all": True}},
        INVALID, {"parameter": "all"}),
    "no parameter where one is needed": (
        {"method": "org.varlink.service.GetInterfaceDescription"}, INVALID, {"parameter": "interface"}),
    "a description of an unknown interface": (
        {"method": "org.varlink.service.GetInterfaceDescription", "parameters": {"interface": "org.example"}},
        "org.varlink.service.InterfaceNotFound", {"interface": "org.example"}),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_call_is_answered_by_name_and_the_connection_goes_on(daemon, kind):
    call, error, parameters = WRONG[kind]
    with daemon.wire() as wire:
        reply = wire.send(call).receive()
        assert reply["error"] == error
        assert reply.get("parameters", {}) == parameters
        assert wire.call(GET_STATE)["parameters"]["state"]["sequence"] == 0


@pytest.mark.parametrize("parameters", [{}, {"parameters": {}}, {"parameters": None}])
def test_no_null_and_empty_parameters_are_the_same(daemon, parameters):
    with daemon.wire() as wire:
        assert "state" in wire.send({"method": GET_STATE, **parameters}).receive()["parameters"]


def test_unknown_top_level_keys_of_a_call_are_ignored(daemon):
    with daemon.wire() as wire:
        reply = wire.send({"method": GET_STATE, "colour": [1]}).receive()
        assert set(reply) == {"parameters"}


def test_more_on_a_method_without_a_stream_is_answered_once(daemon):
    with daemon.wire() as wire:
        assert not wire.call(GET_STATE, more=True).get("continues", False)
        assert wire.call(f"{INTERFACE}.ListSensors")["parameters"]["sensors"]


def test_oneway_is_executed_and_not_answered(daemon):
    with daemon.wire() as wire:
        wire.send({"method": f"{INTERFACE}.SetRotationLock",
                   "parameters": {"locked": True, "orientation": "landscapeLeft"}, "oneway": True})
        state = wire.call(GET_STATE)["parameters"]["state"]
        assert state["rotationLock"] == {"locked": True, "orientation": "landscapeLeft"}


def test_pipelined_calls_are_answered_in_order(daemon):
    calls = [{"method": GET_STATE}, {"method": f"{INTERFACE}.Turn"}, {"method": f"{INTERFACE}.ListSensors"}]
    with daemon.wire() as wire:
        wire.send(b"".join(json.dumps(call).encode() + b"\0" for call in calls))
        assert "state" in wire.receive()["parameters"]
        assert wire.receive()["error"] == "org.varlink.service.MethodNotFound"
        assert "sensors" in wire.receive()["parameters"]


def test_no_reply_contains_null(daemon):
    def no_null(value):
        if isinstance(value, dict):
            return all(map(no_null, value.values()))
        if isinstance(value, list):
            return all(map(no_null, value))
        return value is not None

    with daemon.wire() as wire:
        for method in (GET_STATE, f"{INTERFACE}.ListSensors", "org.varlink.service.GetInfo"):
            assert no_null(wire.call(method))
        assert no_null(wire.call(SUBSCRIBE, more=True))


def test_the_service_describes_itself(daemon):
    with daemon.wire() as wire:
        info = wire.call("org.varlink.service.GetInfo")["parameters"]
        assert set(info) == {"vendor", "product", "version", "url", "interfaces"}
        assert sorted(info["interfaces"]) == [INTERFACE, "org.varlink.service"]
        for name in info["interfaces"]:
            text = wire.call("org.varlink.service.GetInterfaceDescription", {"interface": name})
            # The public Python client parses it.
            assert varlink.Interface(text["parameters"]["description"]).name == name


def test_the_first_state_has_number_one_and_names_the_subscription(daemon):
    with daemon.wire() as wire:
        first = wire.call(SUBSCRIBE, more=True)
        assert first["continues"] is True
        assert first["parameters"]["state"]["sequence"] == 1
        assert first["parameters"]["subscription"]
        assert wire.receive()["parameters"].keys() == {"state"}      # ready, later; the name is not repeated


def test_a_client_that_shut_down_its_sending_side_still_gets_its_stream(daemon, bed):
    with daemon.wire() as wire:
        wire.send({"method": SUBSCRIBE, "more": True})
        wire.socket.shutdown(socket.SHUT_WR)
        while wire.receive()["parameters"]["state"]["deviceOrientation"] != "portrait":
            pass

        bed.sensors[0].hold("landscapeLeft")

        while wire.receive()["parameters"]["state"]["deviceOrientation"] != "landscapeLeft":
            pass


def test_a_client_that_shut_down_its_sending_side_gets_its_reply(daemon):
    with daemon.wire() as wire:
        wire.send({"method": GET_STATE})
        wire.socket.shutdown(socket.SHUT_WR)
        assert "state" in wire.receive()["parameters"]
        assert wire.receive() is None


def test_a_reader_that_sleeps_from_state_1_to_state_500_reads_these_two(daemon):
    witness = daemon.follow()
    witness.until(deviceOrientation="portrait")
    with daemon.wire() as sleeper, daemon.wire() as shell:
        sleeper.send({"method": SUBSCRIBE, "more": True})
        # Its first state is on the way when a call made after it has been answered.
        await_condition(lambda: sleeper.socket.recv(1, socket.MSG_PEEK), "the first state")

        for number in range(2, 501):
            lock = {"locked": True, "orientation": "landscapeLeft"} if number % 2 == 0 else {"locked": False}
            assert "error" not in shell.call(f"{INTERFACE}.SetRotationLock", lock)

        first, last = sleeper.receive(), sleeper.receive()
        assert [reply["parameters"]["state"]["sequence"] for reply in (first, last)] == [1, 500]
        assert last["parameters"]["state"]["rotationLock"]["locked"] is True
        # And nothing else is on its way.
        sleeper.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            sleeper.receive()


def test_bytes_that_a_client_sends_during_its_stream_are_left_unread(daemon, bed):
    with daemon.wire() as wire:
        wire.call(SUBSCRIBE, more=True)
        wire.send({"method": GET_STATE})
        bed.sensors[0].hold("landscapeRight")

        while True:
            reply = wire.receive()
            assert reply["continues"] is True
            if reply["parameters"]["state"]["deviceOrientation"] == "landscapeRight":
                break


def test_two_subscribers_have_numbers_of_their_own(daemon, bed):
    first = daemon.follow()
    first.until(deviceOrientation="portrait")
    bed.sensors[0].hold("landscapeLeft")
    first.until(deviceOrientation="landscapeLeft")

    second = daemon.follow()

    assert second.next()["sequence"] == 1


def test_a_connection_over_the_limit_is_closed_and_the_others_go_on(polled, start):
    polled()
    daemon = start(config="[Socket]\nMaxConnections=4\n")
    # The daemon may not have noticed yet that earlier connections ended.
    wires = [await_condition(daemon.served, "a place") for _ in range(4)]

    with daemon.wire() as over:
        assert over.receive() is None

    assert all(wire.call(GET_STATE) for wire in wires)
    wires.pop().socket.close()
    wires.append(await_condition(daemon.served, "a place is free again"))
    for wire in wires:
        wire.socket.close()
