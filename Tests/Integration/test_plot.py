"""orientationctl plot: recordings as pictures."""

import os
import re
import struct
import subprocess
import xml.etree.ElementTree

import pytest

from service import PATIENCE, PROGRAMS, REPOSITORY, ctl

DONE, NO, USAGE = range(3)
DEMONSTRATION = REPOSITORY / "config/demonstration.csv"
HAND = REPOSITORY / "Tests/Fixtures/recordings/imu_roll_pitch_90.csv"
SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [each.text for each in xml.etree.ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_picture_is_written_beside_the_recording_and_says_what_it_shows(tmp_path):
    (tmp_path / "turn.csv").write_bytes(HAND.read_bytes())

    ended = ctl("plot", tmp_path / "turn.csv")

    assert (ended.returncode, ended.stdout) == (DONE, "")
    assert ended.stderr.startswith(f"{tmp_path}/turn.svg: 6987 samples in 70.0 s")
    shown = texts((tmp_path / "turn.svg").read_text())
    assert shown[0] == "turn.csv"
    for text in ["acceleration, m/s²", "roll, °", "tilt, °", "time since the first sample, s", "in force", "60"]:
        assert text in shown
    # The sides in the order in which they were held.
    band = shown[shown.index("in force") + 1:shown.index("sample alone")]
    assert band == ["faceUp", "portrait", "U", "faceUp", "R", "L", "faceUp", "L"]


def test_standard_output_takes_the_picture_too():
    ended = ctl("plot", DEMONSTRATION, "-o", "-")

    assert (ended.returncode, ended.stderr) == (DONE, "")
    assert "demonstration.csv" in texts(ended.stdout)


def test_png_is_made_by_librsvg(tmp_path):
    ended = ctl("plot", DEMONSTRATION, "--output", tmp_path / "turn.png")

    assert ended.returncode == DONE, ended.stderr
    picture = (tmp_path / "turn.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[-8:-4] == b"IEND"
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 2460 and 1500 < height < 2500


def test_without_librsvg_all_but_png_works(tmp_path):
    # A library that is none, found before the real one.
    (tmp_path / "librsvg-2.so.2").write_bytes(b"")
    environment = dict(os.environ, LD_LIBRARY_PATH=str(tmp_path))

    def plot(picture):
        return subprocess.run([PROGRAMS / "orientationctl", "plot", DEMONSTRATION, "-o", tmp_path / picture],
                              env=environment, capture_output=True, text=True, timeout=PATIENCE)

    ended = plot("turn.png")
    assert ended.returncode == NO
    [line] = ended.stderr.splitlines()
    assert "librsvg" in line and ".svg" in line
    assert not (tmp_path / "turn.png").exists()
    assert plot("turn.svg").returncode == DONE


def test_a_part_is_shown_alone():
    ended = ctl("plot", DEMONSTRATION, "-o", "-", "--from", 8, "--to", 12)

    shown = texts(ended.stdout)
    assert ended.returncode == DONE
    assert "10.0" in shown and "25" not in shown
    assert any("100 samples in 4.0 s" in text for text in shown)


def test_a_configuration_counts_and_is_named(tmp_path):
    (tmp_path / "slow.conf").write_text("[Classifier]\nHoldSec=1\n")

    ended = ctl("plot", DEMONSTRATION, "-o", "-", "--config", tmp_path / "slow.conf")

    assert any("HoldSec 1.00" in text for text in texts(ended.stdout))


def test_no_file_is_replaced_unless_that_is_asked_for(tmp_path):
    picture = tmp_path / "turn.svg"
    picture.write_text("precious\n")

    ended = ctl("plot", DEMONSTRATION, "-o", picture)
    assert ended.returncode == NO and "--force" in ended.stderr
    assert picture.read_text() == "precious\n"

    # Not for a recording that cannot be read either.
    (tmp_path / "bad.csv").write_text("t_ns,x,y,z\n0,one,0,0\n")
    assert ctl("plot", tmp_path / "bad.csv", "-o", picture, "--force").returncode == NO
    assert picture.read_text() == "precious\n"

    assert ctl("plot", DEMONSTRATION, "-o", picture, "--force").returncode == DONE
    assert "precious" not in picture.read_text()


def test_replay_replaces_its_own_results_alone(tmp_path):
    folder = tmp_path / "results"
    assert ctl("replay", DEMONSTRATION, "--out", folder).returncode == DONE
    assert ctl("replay", DEMONSTRATION, "--out", folder).returncode == DONE
    recording = tmp_path / "demonstration.csv"
    recording.write_bytes(DEMONSTRATION.read_bytes())

    ended = ctl("replay", recording, "--out", tmp_path)
    assert ended.returncode == NO and "--force" in ended.stderr
    assert recording.read_bytes() == DEMONSTRATION.read_bytes()
    ended = ctl("replay", recording, DEMONSTRATION, "--out", tmp_path / "other")
    assert ended.returncode == NO and "two recordings" in ended.stderr
    assert ctl("replay", recording, "--out", tmp_path, "--force").returncode == DONE
    assert recording.read_text().startswith("t_ns,label\n")


# What recordings can be damaged like: the text, and what is said of it. `%` stands for the file.
HEADER = ("# orientationd recording 1\n# scale: 0.01 0.01 0.01\n# frame: 1 0 0 0 1 0 0 0 1\n"
          "t_ns,raw_x,raw_y,raw_z,device\n")
GOOD = "".join(f"{n * 10_000_000},0,980,0,portrait\n" for n in range(200))
DAMAGES = {
    "empty": ("", "%: is empty"),
    "header only": ("# orientationd recording 1\n", "%:1: the recording was cut short"),
    "truncated": (HEADER + GOOD, "%:204: the recording was cut short"),
    "truncated within a line": (HEADER + GOOD[:-9], "%:204: the recording was cut short"),
    "reordered": (HEADER + "".join(reversed(GOOD.splitlines(True))) + "# end: 200 samples\n",
                  "%:6: is earlier than the line before"),
    "lines lost": (HEADER + GOOD[2000:].split("\n", 1)[1] + "# end: 200 samples\n", "200 samples were recorded"),
    "NaN": (HEADER + GOOD + "9000000000,nan,NaN,-nan,\n# end: 201 samples\n", "%:205: raw_x is \"nan\", which is no number"),
    "infinite": ("t_s,x,y,z\n0,0,9.8,0\n1,inf,0,0\n", "%:3: x is \"inf\""),
    "beyond all bounds": ("t_s,x,y,z\n0,0,9.8,0\n1,1e300,0,0\n", "%:3: x is 1e300, which is beyond what can be"),
    "foreign text": ("Dear Sir,\nplease find enclosed\n", "%:1: the first line names no column"),
    "foreign bytes": (bytes(range(256)).decode("latin-1") * 400, "%:1: "),
    "another table": ("time;acc_x;acc_y\n1;2;3\n", "%:1: the first line names no column"),
    "one endless line": ("t_s,x,y,z\n" + "0," * 300_000 + "\n0,0,9.8,0\n", "%:2: is longer than 4096 bytes"),
    "another version": ("# orientationd recording 99\nt_ns,x,y,z\n", "%:1: is a recording of version 99"),
    "a scale that is none": (HEADER.replace("0.01 0.01 0.01", "0.01 nan 0.01") + GOOD, "%:2: scale cannot be"),
    "no scale": (HEADER.replace("# scale", "# skale") + GOOD, "%:5: is a raw value"),
    "more behind the end": (HEADER + GOOD + "# end: 200 samples\n9000000000,0,980,0,\n", "%:206: is behind the end"),
}


@pytest.mark.parametrize("command", ["plot", "replay"])
@pytest.mark.parametrize("options", [[], ["--lenient"]])
def test_a_recording_without_samples_is_told_so(tmp_path, command, options):
    file = tmp_path / "recording.csv"
    file.write_text("t_s,x,y,z\n")

    ended = ctl(command, file, *options)

    assert (ended.returncode, ended.stdout) == (NO, "")
    assert ended.stderr.startswith(f"orientationctl {command}: {file}: has no samples; below the line")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("text", ["t_s,x,y,z\r\n0,0,9.8,0\r\n", "t_s,x,y,z\n0,0,9.8,0"])
def test_one_sample_is_a_picture_and_windows_line_ends_do_not_matter(tmp_path, text):
    file = tmp_path / "one.csv"
    file.write_bytes(text.encode())

    ended = ctl("plot", file)

    assert (ended.returncode, ended.stderr) == (DONE, f"{tmp_path / 'one.svg'}: 1 sample in 0.1 s, 1 change\n")
    assert "portrait" in ctl("replay", file).stdout


@pytest.mark.parametrize("command", ["plot", "replay"])
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_recording_is_refused_with_its_line_and_used_if_asked_for(tmp_path, name, command):
    text, message = DAMAGES[name]
    file = tmp_path / "recording.csv"
    file.write_bytes(text.encode("latin-1"))
    output = tmp_path / "result.svg"
    arguments = [command, file] + (["-o", output] if command == "plot" else [])

    ended = ctl(*arguments)
    assert ended.returncode == NO
    [line] = ended.stderr.splitlines()
    assert message.replace("%", str(file)) in line
    assert ended.stdout == "" and not output.exists()

    ended = ctl(*arguments, "--lenient")
    assert ended.returncode == NO
    assert message.replace("%", str(file)) in ended.stderr
    can_be_used = name in ("truncated", "truncated within a line", "reordered", "lines lost", "NaN", "infinite",
                           "beyond all bounds", "one endless line", "more behind the end")
    if command == "plot":
        assert output.exists() == can_be_used
    else:
        assert ("portrait" in ended.stdout) == can_be_used
    # Neither crashed nor changed what it read.
    assert file.read_bytes() == text.encode("latin-1")


def test_nothing_but_noise_makes_no_crash(tmp_path):
    import random

    noise = random.Random(20261130)
    whole = (HEADER + GOOD + "# end: 200 samples\n").encode()
    for _ in range(40):
        damaged = bytearray(whole)
        for _ in range(noise.randrange(1, 30)):
            place = noise.randrange(len(damaged))
            damaged[place:place + noise.randrange(3)] = noise.randbytes(noise.randrange(4))
        file = tmp_path / "noise.csv"
        file.write_bytes(damaged)
        ended = ctl("plot", file, "--lenient", "-o", "-")
        assert ended.returncode in (DONE, NO)
        assert ended.stdout == "" or xml.etree.ElementTree.fromstring(ended.stdout) is not None


@pytest.mark.parametrize("arguments, message", [
    ([], "name a recording"),
    (["a", "b"], "b is one argument too many"),
    (["a", "-o", "a.jpg"], "a picture is called .svg or .png"),
    (["a", "-o"], "--output needs a value"),
    (["a", "--from", "5", "--to", "5"], "--to must be after --from"),
    (["a", "--speed"], "there is no option --speed"),
])
def test_wrong_usage_is_an_exit_status_of_its_own(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    ended = ctl("plot", *arguments)

    assert (ended.returncode, ended.stdout) == (USAGE, "")
    [line] = ended.stderr.splitlines()
    assert re.match("orientationctl plot: ", line) and message in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.small_files
@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_leaves_no_part_of_a_picture(tmp_path, there):
    picture = tmp_path / "a.svg"
    if there:
        picture.write_text("old")
    script = 'trap "" XFSZ; ulimit -f 1; exec "$@"'
    ended = subprocess.run(
        ["bash", "-c", script, "bash", PROGRAMS / "orientationctl", "plot", DEMONSTRATION, "-o", picture, "--force"],
        capture_output=True, text=True, timeout=PATIENCE)

    assert (ended.returncode, ended.stderr) == (NO, f"orientationctl plot: {picture}: File too large\n")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == ({"a.svg": "old"} if there else {})


def test_a_picture_replaces_another_whole(tmp_path):
    picture = tmp_path / "a.svg"
    picture.write_text("old" * 1000000)
    assert ctl("plot", DEMONSTRATION, "-o", picture, "--force").returncode == DONE
    assert picture.read_text().endswith("</svg>\n") and [path.name for path in tmp_path.iterdir()] == ["a.svg"]
