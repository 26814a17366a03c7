"""The configuration, read by the built daemon."""

import os
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, REPOSITORY


def run(*options):
    return subprocess.run(
        [PROGRAMS / "orientationd", *map(str, options)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("text, line, words", [
    ("[Classifier]\nDwel=1\n", 2, ["Dwel"]),
    ("[Clasifier]\n", 1, ["Clasifier"]),
    ("Dwell=1\n", 1, []),
    ("[Socket]\nMaxConnections=0\n", 2, ["MaxConnections", "1", "4096"]),
    ("[Socket]\n# comment\nMaxConnections=many\n", 3, ["MaxConnections", "many"]),
    ("[Sensor]\nMountMatrix=1, 0; 0, 1\n", 2, ["MountMatrix"]),
    ("[Sensor]\n\nConvention=windows\n", 3, ["Convention", "windows", "hwdb"]),
    ("[Interface]\nKind=watch\n", 2, ["Kind", "watch", "phone"]),
    ("[Interface]\nSupportedOrientations=portrait sideways\n", 2, ["SupportedOrientations", "sideways"]),
    ("[Interface]\nSupportedOrientations=\n", 2, ["SupportedOrientations"]),
])
def test_a_wrong_configuration_is_one_line_with_file_and_line(tmp_path, text, line, words):
    config = tmp_path / "wrong.conf"
    config.write_text(text)

    ended = run("--config", config, "--socket", tmp_path / "socket")

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert f"{config}:{line}:" in ended.stderr
    for word in words:
        assert word in ended.stderr
    assert not os.path.exists(tmp_path / "socket")


def test_a_configuration_that_is_not_there_is_named(tmp_path):
    ended = run("--config", tmp_path / "missing.conf", "--socket", tmp_path / "socket")

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "missing.conf" in ended.stderr


def test_the_shipped_configuration_is_accepted(start):
    start(config=(REPOSITORY / "config" / "orientationd.conf").read_text())


def test_drop_ins_come_after_the_file_and_in_order(tmp_path):
    config = tmp_path / "orientationd.conf"
    config.write_text("[Socket]\nMaxConnections=5\n")
    drop_ins = tmp_path / "orientationd.conf.d"
    drop_ins.mkdir()
    (drop_ins / "10-good.conf").write_text("[Socket]\nMaxConnections=6\n")
    (drop_ins / "20-bad.conf").write_text("[Socket]\n\nMaxConnections=-1\n")
    (drop_ins / "30-not-a-drop-in.txt").write_text("rubbish\n")

    ended = run("--config", config, "--socket", tmp_path / "socket")

    assert ended.returncode == 2
    assert f"{drop_ins}/20-bad.conf:3:" in ended.stderr


@pytest.mark.parametrize("options", [
    ["--frobnicate"], ["--socket"], ["extra"], ["--sensor", ""], ["--sensor", "recording:/nowhere.csv"],
])
def test_wrong_usage_is_one_line_and_exit_status_2(options, tmp_path):
    ended = run(*options)

    assert ended.returncode == 2
    assert ended.stderr and ended.stderr.count("\n") <= 2


def test_a_recording_without_a_name_is_refused_with_an_example(tmp_path):
    ended = run("--socket", tmp_path / "socket", "--sensor", "recording:")

    assert ended.returncode == 2
    assert "recording:tablet.csv" in ended.stderr


@pytest.mark.parametrize("options", [["--config", "{pipe}"], ["--sensor", "recording:{pipe}"]])
def test_a_pipe_is_no_file_that_a_daemon_waits_for(options, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    ended = run("--socket", tmp_path / "socket", *(option.format(pipe=pipe) for option in options))

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert str(pipe) in ended.stderr and "expected a regular file" in ended.stderr


@pytest.mark.parametrize("text", [
    "t_s,x,y,z\n", "# orientationd recording 1\n# made-by: orientationctl 0.9\nt_ns,x,y,z\n# end: 0 samples\n"])
def test_a_recording_without_samples_is_refused(text, tmp_path):
    file = tmp_path / "empty.csv"
    file.write_text(text)

    ended = run("--socket", tmp_path / "socket", "--sensor", f"recording:{file}")

    assert ended.returncode == 2
    assert f"{file}: has no samples" in ended.stderr


@pytest.mark.parametrize("program", ["orientationd", "orientationctl"])
@pytest.mark.parametrize("option, word", [("--help", "--socket"), ("--version", "orientation")])
def test_help_and_version_go_to_standard_output(program, option, word):
    ended = subprocess.run([PROGRAMS / program, option], capture_output=True, text=True, timeout=PATIENCE)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert word in ended.stdout
