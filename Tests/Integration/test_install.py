"""`make install` and `make uninstall`, of a copy of the repository in which nothing has to be built."""

import os
import shutil
import subprocess

import pytest

from service import PATIENCE, REPOSITORY

UNITS = ["orientationd.service", "orientation-sensorproxy.service", "orientationd.socket"]


class Copy:
    """A copy of what is installed, with a build of programs that do nothing, on a machine of its own."""

    def __init__(self, folder):
        self.root = folder / "copy"
        self.machine = folder / "machine"
        for name in ("scripts", "config", "systemd", "completions", "docs", "dbus"):
            shutil.copytree(REPOSITORY / name, self.root / name)
        for name in ("Makefile", "README.md", "LICENSE", "CHANGELOG.md"):
            shutil.copy(REPOSITORY / name, self.root / name)
        release = self.root / ".build" / "release"
        release.mkdir(parents=True)
        for name in ("orientationd", "orientation-sensorproxy", "orientationctl"):
            shutil.copy("/bin/true", release / name)
        self.log = folder / "log"
        self.log.write_text("")
        self.tools = folder / "tools"
        self.tools.mkdir()
        self.tool("swift", "echo swift >> $LOG")
        self.tool("scdoc", "cat")
        self.tool("systemctl", 'echo systemctl "$@" >> $LOG')
        self.tool("pkg-config", 'eval variable=${1#--variable=}; echo "$MACHINE/lib/${variable/systemunitdir//system}"')

    def tool(self, name, text):
        (self.tools / name).write_text(f"#!/bin/bash\n{text}\n")
        (self.tools / name).chmod(0o755)

    def make(self, target, **variables):
        environment = {name: value for name, value in os.environ.items() if name not in ("PREFIX", "DESTDIR", "MAKEFLAGS")}
        environment.update(PATH=f"{self.tools}:{environment['PATH']}", LOG=str(self.log), MACHINE=str(self.machine))
        return subprocess.run(
            ["make", target, *(f"{name}={value}" for name, value in variables.items())], cwd=self.root,
            env=environment, capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


@pytest.mark.parametrize("prefix", [
    "/opt/my prefix", "/opt/a&b", "/opt/100%h", "/opt/a|b", "/opt/it's", '/opt/"a"', "/opt/a;touch pwned", "/opt/`touch pwned`",
    "/opt/a\\b", "/opt/ä", "opt/relative", ".", "/", "/opt//twice", "/opt/a\nb",
])
def test_a_prefix_that_would_mean_something_else_in_a_unit_is_refused_before_anything_is_installed(copy, tmp_path, prefix):
    for target in ("install", "uninstall"):
        ended = copy.make(target, PREFIX=prefix, DESTDIR=tmp_path / "stage")

        assert ended.returncode != 0
        assert ended.stderr.startswith(f"PREFIX={prefix}: should be an absolute path of letters, digits and . _ + -")
    assert not (tmp_path / "stage").exists() and not (copy.root / "pwned").exists()
    assert copy.log.read_text() == ""


@pytest.mark.parametrize("prefix", ["/usr", "/opt/orientationd-1.0+git_x/", "/usr/local"])
def test_it_installs_below_any_folder_and_takes_away_all_but_the_configuration(copy, tmp_path, prefix):
    stage = tmp_path / "a stage, it's for 100%"

    ended = copy.make("install", PREFIX=prefix, DESTDIR=stage)

    assert ended.returncode == 0, ended.stderr
    unit = (stage / str(copy.machine / "lib/systemd/system/orientationd.service").lstrip("/")).read_text()
    assert f"ExecStart={prefix.rstrip('/')}/sbin/orientationd\n" in unit
    assert (stage / prefix.strip("/") / "sbin" / "orientationd").exists()

    ended = copy.make("uninstall", PREFIX=prefix, DESTDIR=stage)

    assert ended.returncode == 0, ended.stderr
    assert files(stage) == ["etc/orientationd/orientationd.conf"]
    assert "systemctl" not in copy.log.read_text()


def test_units_of_this_system_are_disabled_before_they_are_removed(copy, tmp_path):
    prefix = tmp_path / "prefix"
    assert copy.make("install", PREFIX=prefix, DESTDIR=tmp_path / "stage").returncode == 0
    shutil.copytree(tmp_path / "stage" / str(tmp_path).lstrip("/"), tmp_path, dirs_exist_ok=True)
    copy.tool("systemctl", f'echo "$@" >> $LOG; [[ $1 != disable ]] || ls {copy.machine}/lib/systemd/system >> $LOG')
    copy.log.write_text("")

    ended = copy.make("uninstall", PREFIX=prefix)

    assert ended.returncode == 0, ended.stderr
    disabled = [line.split()[-1] for line in copy.log.read_text().splitlines() if line.startswith("disable")]
    assert disabled == UNITS
    assert copy.log.read_text().splitlines().count("orientationd.socket") == len(UNITS)
    assert files(copy.machine) == [] and files(prefix) == []
    assert "/etc/orientationd" in ended.stderr and "stay" in ended.stderr


@pytest.mark.parametrize("target, variable", [("run", "SECONDS"), ("fuzz", "SECONDS"), ("soak", "HOURS")])
def test_what_is_given_to_make_is_no_text_for_a_shell(copy, target, variable):
    (copy.root / "scripts" / "setup").write_text("#!/bin/bash\n")
    (copy.root / "Fuzz").mkdir()

    ended = copy.make(target, **{variable: "1;touch pwned"})

    assert ended.returncode != 0
    assert f"{variable}=1;touch pwned: should be a" in ended.stderr
    assert not (copy.root / "pwned").exists()
