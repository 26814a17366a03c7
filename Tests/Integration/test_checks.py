"""The project's own checks fail when they should."""

import shutil
import subprocess

import pytest

from service import REPOSITORY

CORE = REPOSITORY / "Sources" / "OrientationCore"


def check_imports(directory):
    return subprocess.run(
        [REPOSITORY / "scripts" / "check-imports", directory], capture_output=True, text=True)


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
