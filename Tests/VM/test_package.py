"""The Debian package that `make deb` built. What it does when installed is told by test_machine.py."""

import os
import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = os.environ.get("ORIENTATIOND_PACKAGE")

pytestmark = pytest.mark.skipif(not PACKAGE, reason="there is no package to test; see scripts/test-deb")


@pytest.fixture(scope="module")
def package():
    (package,) = pathlib.Path(PACKAGE).glob("*.deb")
    return package


def dpkg(*arguments):
    return subprocess.check_output(["dpkg-deb", *map(str, arguments)], text=True)


@pytest.fixture(scope="module")
def unpacked(package, tmp_path_factory):
    directory = tmp_path_factory.mktemp("package")
    dpkg("--raw-extract", package, directory)
    return directory


def test_the_version_is_that_of_the_programs(package, unpacked):
    version = dpkg("--field", package, "Version").strip()

    for program in ("usr/sbin/orientationd", "usr/bin/orientationctl"):
        printed = subprocess.check_output([unpacked / program, "--version"], text=True)
        assert printed.split() == [pathlib.Path(program).name, version]


def test_it_depends_on_the_libraries_of_its_programs_and_on_no_swift(package):
    depends = dpkg("--field", package, "Depends")

    names = {each.split()[0] for each in depends.split(", ")}
    assert {"libc6", "libiio0", "libudev1", "libsystemd0", "libjansson4", "libinih1"} <= names
    assert "swift" not in depends


def test_it_brings_what_make_install_brings(unpacked):
    installed = subprocess.check_output(
        [REPOSITORY / "scripts" / "install", "list"], env=dict(os.environ, PREFIX="/usr"), text=True).split()

    assert len(installed) > 20
    missing = [path for path in installed
               if not (unpacked / path[1:]).exists() and not (unpacked / f"{path[1:]}.gz").exists()]
    assert missing == ["/usr/share/doc/orientationd/LICENSE"]       # Debian's is called copyright
    assert (unpacked / "usr/share/doc/orientationd/copyright").exists()


def test_a_changed_configuration_is_the_users_to_keep(unpacked):
    assert (unpacked / "DEBIAN/conffiles").read_text().split() == ["/etc/orientationd/orientationd.conf"]


def test_only_programs_are_executable_and_nobody_may_change_anything(package):
    for line in dpkg("--contents", package).splitlines():
        mode, owner, *_, path = line.split()
        assert owner == "root/root", line
        assert mode[5] == "-" and mode[8] == "-", line
        if not mode.startswith("d"):
            assert ("x" in mode) == path.startswith(("./usr/bin/", "./usr/sbin/")), line


def test_lintian_finds_no_error_and_nothing_to_warn_of(package):
    ended = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", package], capture_output=True, text=True)

    assert (ended.returncode, ended.stdout) == (0, "")
