"""The project's own checks fail when they should."""

import shutil
import subprocess

import pytest

from service import REPOSITORY

CORE = REPOSITORY / "Sources" / "OrientationCore"


def check_imports(*directories):
    return subprocess.run(
        [REPOSITORY / "scripts" / "check-imports", *directories], capture_output=True, text=True)


def test_the_core_imports_only_mathematics():
    assert check_imports(CORE).returncode == 0


@pytest.mark.parametrize("line", [
    "import Foundation", "import Glibc", "public import Glibc", "internal import SystemCalls",
    "@preconcurrency import Dispatch", "  import struct Foundation.Date", "@_exported public import Synchronization",
])
def test_any_other_import_in_the_core_is_found(tmp_path, line):
    core = tmp_path / "OrientationCore"
    shutil.copytree(CORE, core)
    victim = core / "DeviceOrientation.swift"
    victim.write_text(f"{line}\n{victim.read_text()}")

    ended = check_imports(core)

    assert ended.returncode != 0
    assert f"DeviceOrientation.swift:1: OrientationCore must not contain '{line}'" in ended.stderr


def test_the_file_of_mathematics_imports_nothing_else(tmp_path):
    (tmp_path / "Mathematics.swift").write_text("import Glibc\nimport Foundation\n")

    ended = check_imports(tmp_path)

    assert ended.returncode != 0
    assert "Mathematics.swift:2" in ended.stderr and "Mathematics.swift:1" not in ended.stderr


def test_the_programs_do_without_foundation():
    assert check_imports().returncode == 0


@pytest.mark.parametrize("line", [
    "import Foundation", "internal import FoundationEssentials", "public import Dispatch", "import class Dispatch.DispatchQueue",
    "@preconcurrency import _Concurrency",
])
def test_heavy_libraries_are_found_in_the_programs(tmp_path, line):
    (tmp_path / "Program.swift").write_text(f"import SystemCalls\n{line}\n")

    ended = check_imports(CORE, tmp_path)

    assert ended.returncode != 0
    assert f"Program.swift:2: the programs must not contain '{line}'" in ended.stderr
