"""orientationctl: the rotation lock, the names of the hardware database, and policies."""

import json
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, ctl

SUCCESS, NO, USAGE, NO_DAEMON = range(4)


@pytest.fixture
def daemon(polled, start):
    polled(orientation="portrait")
    return start()


@pytest.fixture
def policy(tmp_path):
    def write(value):
        file = tmp_path / "policy.json"
        file.write_text(value if isinstance(value, str) else json.dumps(value))
        return file
    return write


def lock(daemon, *arguments):
    ended = daemon.ctl("lock", *arguments)
    assert ended.returncode == SUCCESS, ended.stderr
    return ended.stdout.strip()


def test_lock_shows_sets_and_clears_the_lock(daemon):
    assert lock(daemon) == "off"
    assert lock(daemon, "on", "landscapeLeft") == "on, landscapeLeft"
    assert lock(daemon) == "on, landscapeLeft"
    assert json.loads(lock(daemon, "--json")) == {"locked": True, "orientation": "landscapeLeft"}
    assert daemon.ctl("status", "--is", "landscapeLeft").returncode == SUCCESS
    assert lock(daemon, "off") == "off"
    assert json.loads(lock(daemon, "--json")) == {"locked": False}


def test_lock_toggles(daemon):
    assert lock(daemon, "toggle", "landscapeRight") == "on, landscapeRight"
    assert lock(daemon, "toggle") == "off"


def test_lock_without_an_orientation_locks_what_is_shown(daemon, bed):
    bed.sensors[0].hold("landscapeLeft")
    assert daemon.ctl("status", "--is-device", "landscapeLeft").returncode in (SUCCESS, NO)
    follower = daemon.follow()
    follower.until(deviceOrientation="landscapeLeft")

    assert lock(daemon, "on") == "on, landscapeRight"


# The panel is a landscape one by nature: its own top edge is up when the interface is landscapeRight.
@pytest.mark.parametrize("config, edge, interface", [
    ("", "left-up", "landscapeLeft"),
    ("", "right-up", "landscapeRight"),
    ("[Sensor]\nNaturalOrientation=landscapeRight\n", "normal", "landscapeRight"),
    ("[Sensor]\nNaturalOrientation=landscapeRight\n", "right-up", "portraitUpsideDown"),
    ("[Sensor]\nPanelOrientation=right-side-up\n", "right-up", "portrait"),
])
def test_names_of_the_hardware_database_mean_what_they_mean_on_this_machine(polled, start, config, edge, interface):
    polled()
    daemon = start(config=config)

    ended = daemon.ctl("lock", "on", edge)

    assert ended.stdout.strip() == f"on, {interface}"
    assert f"{edge} is interface {interface}" in ended.stderr
    assert daemon.ctl("status", "--is", edge).returncode == SUCCESS


@pytest.mark.parametrize("command", [["lock"], ["sensors"], ["status"], ["lock", "on", "left-up"]])
def test_without_a_daemon_every_command_says_so(tmp_path, command):
    ended = ctl(*command, "--socket", tmp_path / "nothing")

    assert (ended.returncode, ended.stdout) == (NO_DAEMON, "")
    assert ended.stderr.count("\n") == 1


def test_a_policy_decides_what_status_and_monitor_show(daemon, policy):
    file = policy({"root": {"supported": ["landscapeLeft"]}})

    assert daemon.ctl("status", "--policy", file, "--is", "landscapeLeft").returncode == SUCCESS
    state = json.loads(daemon.ctl("monitor", "--json", "--count", 1, "--policy", file).stdout)
    assert (state["interfaceOrientation"], state["allowed"]) == ("landscapeLeft", ["landscapeLeft"])


@pytest.mark.parametrize("text, words", [
    ('{"root": {"supported": ["up"]}}', "policy.root.supported[0]"),
    ('{"root":\n{"supported": [}}', "line 2"),
    ('{"rot": {}}', "policy.rot"),
    ('{"root": {"kind": "tab", "children": [{}], "selected": 1}}', "policy.root.selected"),
    ('{"root": {"supported": []}}', "no orientation is left"),
])
@pytest.mark.parametrize("command", ["status", "monitor"])
def test_a_policy_that_is_wrong_is_told_in_one_line(daemon, policy, command, text, words):
    ended = daemon.ctl(command, "--policy", policy(text))

    assert (ended.returncode, ended.stdout) == (USAGE, "")
    assert words in ended.stderr and ended.stderr.count("\n") == 1


def test_policy_check_judges_by_this_machine(polled, start, policy):
    polled()
    daemon = start(config="[Interface]\nSupportedOrientations=portrait portraitUpsideDown\n")
    file = policy({"root": {"id": "player", "supported": ["landscapeLeft", "landscapeRight"]}})

    here = daemon.ctl("policy", "check", file)
    elsewhere = ctl("policy", "check", "--kind", "phone", file)

    assert here.returncode == NO
    assert "EmptyIntersection" in here.stdout and "player" in here.stdout
    assert elsewhere.returncode == SUCCESS
    assert "landscapeRight, landscapeLeft" in elsewhere.stdout


def test_a_policy_that_the_configuration_leaves_nothing_is_told_so(polled, start, policy):
    polled()
    daemon = start(config="[Interface]\nSupportedOrientations=landscapeRight\n")

    ended = daemon.ctl("status", "--policy", policy({"root": {"supported": ["portrait"]}}))

    assert ended.returncode == USAGE
    assert "supports portrait" in ended.stderr
    assert "the configuration and the application allow landscapeRight" in ended.stderr


def test_monitor_ends_quietly_when_nobody_reads_any_more(daemon):
    process = subprocess.Popen(
        [PROGRAMS / "orientationctl", "monitor", "--socket", daemon.socket],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.readline()

    process.stdout.close()

    # No change of the orientation is needed for it to notice.
    assert process.wait(PATIENCE) == SUCCESS
    assert process.stderr.read() == ""
    process.stderr.close()


def test_monitor_that_got_too_few_states_in_its_time_says_so(daemon):
    assert daemon.ctl("monitor", "--count", 50, "--timeout", 1).returncode == NO


def test_monitor_whose_daemon_never_answers_says_so(tmp_path):
    ended = ctl("monitor", "--timeout", 0.2, "--socket", tmp_path / "nothing")

    assert (ended.returncode, ended.stdout) == (NO_DAEMON, "")
    assert str(tmp_path / "nothing") in ended.stderr
