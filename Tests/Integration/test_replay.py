"""orientationctl replay: recordings without hardware or daemon."""

import json

import pytest

from service import REPOSITORY, ctl

DONE, NOT_DONE, USAGE = range(3)
DEMONSTRATION = REPOSITORY / "config/demonstration.csv"


def recording(path, *samples):
    """A file of samples (seconds, x, y, z)."""
    lines = ["t_ns,x,y,z,truth"] + ["%d,%g,%g,%g,portrait|faceUp" % (round(t * 1e9), x, y, z) for t, x, y, z in samples]
    path.write_text("\n".join(lines) + "\n")
    return path


def held(start, end, x, y, z):
    return [(start + step / 100, x, y, z) for step in range(int((end - start) * 100))]


def test_text_has_a_line_for_each_change(tmp_path):
    file = recording(tmp_path / "turn.csv", *held(100, 102, 0, 9.8, 0), *held(102, 104, 9.8, 0, 0))

    ended = ctl("replay", file)

    assert (ended.returncode, ended.stderr) == (DONE, "")
    assert [line.split() for line in ended.stdout.splitlines()] == [
        ["time", "device", "interface"],
        ["0.00", "portrait", "portrait"],
        ["2.15", "landscapeLeft", "landscapeRight"],
    ]


def test_csv_has_times_of_the_recordings_clock(tmp_path):
    file = recording(tmp_path / "turn.csv", *held(100, 102, 0, 9.8, 0), *held(102, 104, 9.8, 0, 0))

    assert ctl("replay", "--csv", file).stdout == (
        "t_ns,label\n100000000000,portrait\n102150000000,landscapeLeft\n")


def test_a_silence_in_a_recording_is_said_when_it_is_noticed(tmp_path):
    file = recording(tmp_path / "gap.csv", *held(0, 1, 0, 9.8, 0), *held(9, 10, 0, 9.8, 0))

    assert ctl("replay", "--csv", file).stdout == (
        "t_ns,label\n0,portrait\n2990000000,unknown\n9000000000,portrait\n")


def test_a_manifest_is_replayed_to_its_end(tmp_path):
    recording(tmp_path / "a.csv", *held(10, 11, 0, 9.8, 0))
    recording(tmp_path / "b.csv", *held(10, 11, 0, 9.8, 0))
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"traces": [
        {"name": "a", "t_end": int(12e9)}, {"name": "b", "t_end": int(20e9), "family": "silence"}]}))

    ended = ctl("replay", "--manifest", manifest, "--out", tmp_path / "results")

    assert (ended.returncode, ended.stdout, ended.stderr) == (DONE, "", "")
    assert (tmp_path / "results/a.csv").read_text() == "t_ns,label\n10000000000,portrait\n"
    assert (tmp_path / "results/b.csv").read_text() == (
        "t_ns,label\n10000000000,portrait\n12990000000,unknown\n")
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == ["a.csv", "b.csv"]


def test_settings_of_a_configuration_file_count(tmp_path):
    file = recording(tmp_path / "turn.csv", *held(0, 2, 0, 9.8, 0), *held(2, 4, 9.8, 0, 0))
    config = tmp_path / "slow.conf"
    config.write_text("[Classifier]\nHoldSec=1\n[Interface]\nSupportedOrientations=portrait\n")

    ended = ctl("replay", "--config", config, file)

    assert [line.split() for line in ended.stdout.splitlines()[1:]] == [
        ["0.00", "portrait", "portrait"], ["3.15", "landscapeLeft", "portrait"]]


def test_several_recordings_go_into_a_folder_each_under_its_name(tmp_path):
    (tmp_path / "in").mkdir()
    file = recording(tmp_path / "in/up.csv", *held(0, 1, 0, 0, 9.8))

    ended = ctl("replay", DEMONSTRATION, file, "--out", tmp_path / "out")

    assert ended.returncode == DONE
    assert (tmp_path / "out/up.csv").read_text() == "t_ns,label\n0,faceUp\n"
    assert (tmp_path / "out/demonstration.csv").read_text().startswith("t_ns,label\n")


def test_leniently_one_time_that_is_far_ahead_costs_one_line(tmp_path):
    file = recording(tmp_path / "turn.csv", *held(0, 2, 0, 9.8, 0), *held(2, 4, 9.8, 0, 0))
    right = ctl("replay", "--csv", file).stdout
    lines = file.read_text().splitlines()
    lines[50] = "9000" + lines[50]
    file.write_text("\n".join(lines))

    ended = ctl("replay", "--lenient", "--csv", file)

    assert (ended.returncode, ended.stdout) == (NOT_DONE, right)
    assert [line.split("turn.csv")[1] for line in ended.stderr.splitlines()] == [
        ":51: is later than the lines after it; times must not go back"]


def test_leniently_what_is_wrong_is_passed_over_and_named(tmp_path):
    file = recording(tmp_path / "turn.csv", *held(0, 2, 0, 9.8, 0), *held(2, 4, 9.8, 0, 0))
    lines = file.read_text().splitlines()
    lines[50] = "garbage"
    lines[350] = lines[20]
    file.write_text("\n".join(lines))

    ended = ctl("replay", "--lenient", "--csv", file)

    assert ended.returncode == NOT_DONE
    assert ended.stdout == "t_ns,label\n0,portrait\n2150000000,landscapeLeft\n"
    assert [line.split("turn.csv")[1] for line in ended.stderr.splitlines()] == [
        ":51: has 1 field, not 5 as the first line has",
        ":351: is earlier than the line before; times must not go back"]
    assert ctl("replay", "--lenient", DEMONSTRATION).returncode == DONE


@pytest.mark.parametrize("arguments, status, message", [
    ([], USAGE, "name a recording, or --manifest FILE"),
    (["--csv", "a.csv", "b.csv"], USAGE, "for several name --out DIR"),
    (["--manifest", "m.json"], USAGE, "--manifest needs --out DIR"),
    (["--manifest", "m.json", "--out", "d", "a.csv"], USAGE, "name no others"),
    (["--speed", "2", "a.csv"], USAGE, "there is no option --speed"),
    (["missing.csv"], NOT_DONE, "missing.csv: No such file or directory"),
    (["bad.csv"], NOT_DONE, 'bad.csv:3: x is "one", which is no number'),
    (["--manifest", "bad.csv", "--out", "d"], USAGE, "bad.csv: line 1"),
    (["--manifest", "escape.json", "--out", "d"], USAGE,
     "escape.json: traces[0].name is not the name of a file beside it"),
    (["--manifest", "endless.json", "--out", "d"], USAGE,
     "endless.json: traces[0].t_end is not a whole number of nanoseconds"),
    (["good.csv", "--out", "no/folder"], NOT_DONE, "no/folder: mkdir: No such file or directory"),
])
def test_what_is_wrong_is_said_on_one_line(tmp_path, monkeypatch, arguments, status, message):
    monkeypatch.chdir(tmp_path)
    recording(tmp_path / "good.csv", (0, 0, 9.8, 0))
    (tmp_path / "bad.csv").write_text("t_ns,x,y,z\n0,0,0,9.8\n1,one,0,0\n")
    (tmp_path / "escape.json").write_text('{"traces": [{"name": "../good", "t_end": 0}]}')
    (tmp_path / "endless.json").write_text('{"traces": [{"name": "good", "t_end": 1.5}]}')

    ended = ctl("replay", *arguments)

    assert ended.returncode == status
    [line] = ended.stderr.splitlines()
    assert line.startswith("orientationctl replay: ") and message in line


def test_the_demonstration_is_what_its_script_makes():
    import subprocess

    made = subprocess.run([REPOSITORY / "scripts/make-demonstration.py"], capture_output=True, text=True)

    assert made.stdout == DEMONSTRATION.read_text()


def test_a_recording_without_samples_is_refused(tmp_path):
    file = tmp_path / "empty.csv"
    file.write_text("t_ns,x,y,z\n")

    for command in (["replay"], ["replay", "--lenient"], ["plot", "-o", "-"]):
        ended = ctl(*command, file)

        assert (ended.returncode, ended.stdout) == (NOT_DONE, "")
        assert f"{file}: has no samples" in ended.stderr and ended.stderr.count("\n") == 1
