"""Policies over the wire: what is refused changes nothing, for anybody."""

import pytest

from service import Daemon

INVALID = "org.varlink.service.InvalidParameter"
VIEW = {"id": "view", "supported": ["portrait", "landscapeLeft"]}


@pytest.fixture
def daemon(tmp_path):
    daemon = Daemon(tmp_path).start()
    yield daemon
    daemon.close()


def nested(depth):
    controller = {"id": "leaf"}
    for level in range(depth - 1):
        controller = {"id": f"c{level}", "kind": "navigation", "children": [controller]}
    return controller


REFUSED = [
    ("an empty set", {"root": {"id": "none", "supported": []}},
     {"error": "org.orientationd.EmptyIntersection", "parameters": {
         "controller": "none",
         "application": ["portrait", "landscapeRight", "landscapeLeft", "portraitUpsideDown"],
         "supported": []}}),
    ("an application that allows nothing of it",
     {"application": {"supported": ["landscapeRight"]}, "root": VIEW},
     {"error": "org.orientationd.EmptyIntersection", "parameters": {
         "controller": "view", "application": ["landscapeRight"],
         "supported": ["portrait", "landscapeLeft"]}}),
    ("an unknown name", {"root": {"supported": ["portrait", "faceUp"]}},
     {"error": INVALID, "parameters": {"parameter": "policy.root.supported[1]"}}),
    ("an unknown field", {"root": {"suported": ["portrait"]}},
     {"error": INVALID, "parameters": {"parameter": "policy.root.suported"}}),
    ("a wrong type", {"root": {"autorotates": "yes"}},
     {"error": INVALID, "parameters": {"parameter": "policy.root.autorotates"}}),
    ("a repeated id", {"root": {"id": "a", "kind": "tab", "children": [{"id": "b"}, {"id": "b"}]}},
     {"error": INVALID, "parameters": {"parameter": "policy.root.children[1].id"}}),
    ("too deep a tree", {"root": nested(9)},
     {"error": INVALID, "parameters": {
         "parameter": "policy.root" + ".children[0]" * 8}}),
    ("an unknown selected tab",
     {"root": {"kind": "navigation", "forwards": True, "children": [
         {}, {}, {"kind": "tab", "children": [{}], "selected": 1}]}},
     {"error": INVALID, "parameters": {"parameter": "policy.root.children[2].selected"}}),
    ("modals without a root", {"modals": [{"controller": {}}]},
     {"error": INVALID, "parameters": {"parameter": "policy.modals"}}),
    ("a legacy leaf that shows nothing", {"dialect": "legacy", "root": {"id": "leaf", "legacySupported": []}},
     {"error": "org.orientationd.LegacyPredicateRejectsAll", "parameters": {"controller": "leaf"}}),
]


@pytest.mark.parametrize("policy, answer", [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_a_policy_that_is_refused_changes_nothing_for_anybody(daemon, policy, answer):
    followers = [daemon.wire(), daemon.wire()]
    firsts = [
        each.call("org.orientationd.Subscribe", {"policy": {"root": VIEW}}, more=True)["parameters"]
        for each in followers]
    caller = daemon.wire()
    name = firsts[0]["subscription"]

    refused = caller.call("org.orientationd.UpdatePolicy", {"subscription": name, "policy": policy})
    assert refused == answer
    assert caller.call("org.orientationd.GetState", {"policy": policy}) == answer
    caller.call("org.orientationd.UpdatePolicy", {
        "subscription": name, "policy": {"root": {"supported": ["landscapeLeft"]}}})

    # The next state of the one is number 2; the other is told nothing until something concerns it.
    told = followers[0].receive()["parameters"]["state"]
    assert (told["sequence"], told["interfaceOrientation"]) == (2, "landscapeLeft")
    caller.call("org.orientationd.SetRotationLock", {"locked": True, "orientation": "landscapeLeft"})
    told = followers[1].receive()["parameters"]["state"]
    assert (told["sequence"], told["cause"]) == (2, "lock")


def test_a_preference_that_is_not_supported_is_named_at_the_presentation(daemon):
    follower = daemon.wire()
    name = follower.call("org.orientationd.Subscribe", {"policy": {"root": VIEW}}, more=True)[
        "parameters"]["subscription"]
    policy = {"root": VIEW, "modals": [{"controller": {
        "id": "video", "supported": ["landscapeLeft"], "preferred": "portrait"}}]}

    refused = daemon.wire().call("org.orientationd.UpdatePolicy", {
        "subscription": name, "policy": policy, "transition": "presents"})

    assert refused == {"error": "org.orientationd.PreferredNotSupported", "parameters": {
        "controller": "video", "field": "policy.modals[0].controller.preferred"}}


def test_a_subscription_with_a_refused_policy_is_none_and_the_connection_goes_on(daemon):
    wire = daemon.wire()

    assert wire.call("org.orientationd.Subscribe", {"policy": {"root": {"supported": []}}}, more=True)[
        "error"] == "org.orientationd.EmptyIntersection"
    assert wire.call("org.orientationd.GetState")["parameters"]["state"]["sequence"] == 0
