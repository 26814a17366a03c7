"""orientationctl config: what the daemon would make of its files."""

import json

import pytest

from service import REPOSITORY, ctl


@pytest.fixture
def config(tmp_path):
    """Writes a main file, and drop-ins by name; answers the main file's path."""
    def write(text, **drop_ins):
        path = tmp_path / "orientationd.conf"
        path.write_text(text)
        (tmp_path / "orientationd.conf.d").mkdir()
        for name, content in drop_ins.items():
            (tmp_path / "orientationd.conf.d" / f"{name}.conf").write_text(content)
        return path
    return write


def shown(path):
    lines = ctl("config", "show", "--json", path).stdout.splitlines()
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def test_a_right_configuration_is_called_right_with_its_files(config):
    path = config("[Socket]\nMaxConnections=5\n", b="[Posture]\nLidSwitch=no\n", a="")

    ended = ctl("config", "check", path)

    assert ended.returncode == 0
    files = [str(path), f"{path}.d/a.conf", f"{path}.d/b.conf"]
    assert [line for line in ended.stdout.splitlines() if line.startswith("/")] == files


@pytest.mark.parametrize("action", ["check", "show"])
@pytest.mark.parametrize("text, line", [
    ("[Socket]\n\nMaxConnections=many\n", 3),
    ("[Sockets]\n", 1),
    ("[Interface]\nSupportedOrientations=\n", 2),
])
def test_a_wrong_configuration_is_one_line_with_file_and_line(config, action, text, line):
    path = config(text)

    ended = ctl("config", action, path)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"{path}:{line}:" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_drop_in_that_is_wrong_is_the_one_that_is_named(config):
    path = config("[Socket]\nMaxConnections=5\n", bad="[Socket]\nMaxConnections=0\n")

    assert f"{path}.d/bad.conf:2:" in ctl("config", "check", path).stderr


def test_a_file_that_is_named_has_to_be_there(tmp_path):
    ended = ctl("config", "check", tmp_path / "missing.conf")

    assert ended.returncode == 1
    assert "missing.conf" in ended.stderr


def test_each_value_is_shown_with_the_file_and_line_that_it_is_from(config):
    path = config("[Socket]\nMaxConnections=5\nMaxConnectionsPerUser=4\n", late="# late\n[Socket]\nMaxConnections=6\n")

    values = shown(path)

    assert values["MaxConnections"] == {
        "section": "Socket", "key": "MaxConnections", "value": "6", "default": "512",
        "file": f"{path}.d/late.conf", "line": 3}
    assert values["MaxConnectionsPerUser"]["file"] == str(path)
    assert "file" not in values["LidSwitch"]
    text = ctl("config", "show", path).stdout
    assert any(line.split() == ["MaxConnections=6", f"{path}.d/late.conf:3"] for line in text.splitlines())
    assert any(line.split() == ["LidSwitch=yes", "default"] for line in text.splitlines())


def test_a_list_that_nobody_sets_is_not_shown_as_an_empty_one(config):
    path = config("[Interface]\nKind=pad\nSupportedOrientationsPhone=\n")

    values = shown(path)

    assert "value" not in values["SupportedOrientations"]
    assert values["SupportedOrientationsPhone"]["value"] == ""


def test_every_key_of_the_shipped_configuration_is_shown_at_its_default(config):
    lines = (REPOSITORY / "config" / "orientationd.conf").read_text().splitlines()
    documented = dict(line[1:].split("=", 1) for line in lines if line[:1] == "#" and line[1:2].isalpha() and "=" in line)

    values = shown(config(""))

    lists = {"SupportedOrientations", "SupportedOrientationsPad", "SupportedOrientationsPhone"}
    assert set(values) == set(documented) | lists
    assert {key: entry["value"] for key, entry in values.items() if key not in lists} == documented


@pytest.mark.parametrize("arguments", [
    [], ["print"], ["check", "--json"], ["show", "--colour"], ["show", "one", "two"],
])
def test_wrong_usage_is_exit_status_2(arguments):
    ended = ctl("config", *arguments)

    assert ended.returncode == 2
    assert "config --help" in ended.stderr
