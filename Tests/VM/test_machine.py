"""The built daemon under Debian's own kernel, in a virtual machine: the kernel's real IIO subsystem,
HID sensor and I2C drivers, udev, libiio. The sensor is made in user space, through uhid or i2c-stub."""

import json
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
PROGRAMS = pathlib.Path(os.environ.get("ORIENTATIOND_PROGRAMS", REPOSITORY / ".build" / "debug"))
# A folder with the Debian package, to install that in place of the repository's files.
PACKAGE = os.environ.get("ORIENTATIOND_PACKAGE")
BUILD = pathlib.Path(os.environ.get("VM_BUILD", REPOSITORY / ".vm"))

pytestmark = pytest.mark.skipif(
    os.environ.get("TEST_VM") == "no" and os.environ.get("CI") != "true",
    reason="QEMU and what belongs to it could not be installed, or TEST_VM=no")


def runtime_directories():
    """Where the Swift libraries are that the programs load."""
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    return target["paths"]["runtimeLibraryPaths"]


class Report:
    """What a scenario printed."""

    def __init__(self, output):
        self.output = output
        self.states = []
        self.facts = {}
        self.complaints = {}
        for line in output.splitlines():
            if line.startswith("{"):
                self.states.append(json.loads(line))
            elif line.startswith("doctor_") and ": {" in line:
                case, _, finding = line.partition(": ")
                self.complaints.setdefault(case, []).append(json.loads(finding))
            elif "=" in line and not line.startswith(("log: ", "sensor: ")):
                name, _, value = line.partition("=")
                self.facts[name] = value

    def changes(self, field):
        """The values of a field in the order of their coming, each once while it lasts."""
        values = []
        for state in self.states:
            if not values or values[-1] != state.get(field):
                values.append(state.get(field))
        return values

    def doctor(self, case):
        """The exit status of the doctor, and what it found in each area, praise left out."""
        areas = {}
        for finding in self.complaints.get(f"doctor_{case}", []):
            areas.setdefault(finding["area"], []).append(f"{finding['severity']}: {finding['finding']}")
        return int(self.facts[f"doctor_{case}"]), areas

    def waits(self):
        """How long new subscribers waited for their first message, in milliseconds."""
        return {name: float(value) for name, value in self.facts.items() if name.startswith("first_message_")}

    def returns(self):
        """How long each measurement took from when the sensor was there, in seconds."""
        times = []
        for before, after in zip(self.states, self.states[1:]):
            if (before["sensorStatus"], after["sensorStatus"]) == ("starting", "ready"):
                times.append((after["timestamp"] - before["timestamp"]) / 1_000_000)
        return times

    def turns(self):
        """The device orientations that were seen, each once while it lasts; not knowing is no turn."""
        seen = [state["deviceOrientation"] for state in self.states if state["deviceOrientation"] != "unknown"]
        return [each for index, each in enumerate(seen) if index == 0 or seen[index - 1] != each]


def run(scenario, *options, timeout=240):
    """Boots the machine, runs a scenario in it, and returns its report."""
    command = [HERE / "run-vm.sh", "--timeout", str(timeout)]
    # A package is all that is needed of the programs: there may be no others.
    if PROGRAMS.is_dir():
        for mount in (f"{PROGRAMS.resolve()}:/opt/orientationd", *runtime_directories()):
            command += ["--mount", mount]
    command += [*options, "--script", HERE / "scenarios" / f"{scenario}.sh"]
    environment = dict(os.environ, VM_BUILD=str(BUILD))
    environment.pop("LD_PRELOAD", None)     # umockdev's, for the tests beside these
    ended = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace")
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"
    return Report(ended.stdout)


def stopped_in_time(report):
    return report.facts["stop_status"] == "0" and int(report.facts["stop_ms"]) < 2000


def test_the_sides_are_reported_in_order():
    report = run("sides")

    assert report.turns() == [
        "portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight", "faceUp", "portrait"]
    assert report.changes("deviceOrientation").count("unknown") <= 1      # before the first
    assert report.changes("interfaceOrientation")[-5:] == [
        "portrait", "landscapeRight", "portraitUpsideDown", "landscapeLeft", "portrait"]
    assert report.facts["buffer_enabled"] == "1"
    assert report.facts["buffer_enabled_after"] == "0"
    assert stopped_in_time(report)


def test_a_sensor_unplugged_while_somebody_subscribes_comes_back():
    report = run("replug")

    assert report.changes("sensorStatus").count("absent") == 2
    assert report.turns() == ["portrait", "landscapeLeft", "landscapeRight"]
    assert stopped_in_time(report)


def test_a_sensor_that_comes_late_is_used():
    report = run("late")

    assert report.changes("deviceOrientation") == ["unknown", "portrait"]
    assert stopped_in_time(report)


def test_a_sensor_whose_buffer_falls_silent_is_read_all_the_same():
    report = run("mute")

    assert report.turns() == ["portrait", "landscapeRight", "portraitUpsideDown"]
    assert stopped_in_time(report)


def test_a_read_that_hangs_holds_up_nobody():
    report = run("hang")

    assert report.facts["hanging"] == "yes"
    assert report.waits()["first_message_hanging"] <= 100
    assert stopped_in_time(report)


def test_chips_whose_interrupts_are_not_connected_are_polled_with_two_makers_drivers():
    report = run("chips", "--warp")

    sides = ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight", "faceUp", "faceDown"]
    assert report.turns() == sides * 2
    assert {report.facts[f"transport_{chip}"] for chip in ("mma7660", "kxcjk1013")} == {"sysfs"}
    assert stopped_in_time(report)


def test_a_buffer_without_a_trigger_is_filled_by_a_timer_of_the_kernel_and_left_without():
    report = run("timed", "--warp")

    facts = report.facts
    assert (facts["transport"], facts["trigger"]) == ("bufferSoftware", "orientationd-0")
    # The driver stamps nothing when another trigger than its own fires.
    assert facts["stamps"] == "arrival"
    assert float(facts["trigger_rate"]) == 10
    assert report.turns() == ["portrait", "landscapeLeft", "faceUp", "portrait"]
    assert set(report.changes("sensorStatus")) == {"starting", "ready"}
    assert facts["killed"] != facts["found"]
    assert facts["transport_again"] == "bufferSoftware"
    assert facts["after"] == facts["found"]
    assert stopped_in_time(report)


def test_zeros_that_the_kernel_makes_of_failed_requests_are_no_orientation_and_the_sensor_comes_back():
    report = run("failing", "--warp")

    facts = report.facts
    assert facts["beside_zeros"] == "unknown"
    assert int(facts["errors"]) > 0
    # The kernel waits 5 s for an answer that a hub has failed to give, and cannot be made to ask again before.
    assert int(facts["alive_ms"]) < 7500
    assert int(facts["alive_again_ms"]) < 7500
    assert report.turns() == ["portrait", "landscapeRight", "portraitUpsideDown"]
    assert len(report.waits()) == 5 and max(report.waits().values()) <= 100
    assert stopped_in_time(report)

    status, complaints = report.doctor("dead")
    assert status == 1
    assert any("it is stalled" in finding for finding in complaints["measurement"])
    status, complaints = report.doctor("mute")
    assert status == 0
    assert any("read one by one, though it has a buffer" in finding for finding in complaints["measurement"])


def test_the_sensor_is_shared_with_programs_that_hold_it_disable_it_and_change_its_rate():
    report = run("contended", "--warp")

    facts = report.facts
    assert report.turns() == ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"]
    assert (facts["transport_beside"], facts["holder_lives"]) == ("sysfs", "yes")
    assert float(facts["first_message_beside"]) <= 100
    assert int(facts["disabled_ms"]) < 4000
    assert int(facts["faster_ms"]) < 1000
    assert float(facts["rate_after"]) == 40
    assert int(facts["slower_ms"]) < 4000
    assert (facts["frequency_after"], facts["buffer_enabled_after"]) == (facts["frequency_found"], "0")
    assert stopped_in_time(report)

    status, complaints = report.doctor("held")
    assert status == 0
    assert any(f"(process {facts['holder']}) holds the sensor" in finding for finding in complaints["programs"])


def test_of_three_sensors_the_displays_is_used_the_next_best_without_it_and_the_bases_never():
    report = run("several", "--warp")

    facts = report.facts
    assert facts["base_problem"] == "1"
    for change in ("takes_over_ms_1", "hands_back_ms_1", "takes_over_ms_2", "hands_back_ms_2"):
        assert int(facts[change]) <= 1000, change
    assert facts["beside_base"] == "absent"
    assert float(facts["first_message_absent"]) <= 100
    assert "landscapeRight" not in report.turns()
    assert stopped_in_time(report)


def test_fifty_times_unplugged_and_plugged_in_again_costs_nothing():
    report = run("cycles", "--warp", timeout=400)

    assert len(report.returns()) == 51 and max(report.returns()) <= 1
    assert report.turns() == ["portrait", *["landscapeRight", "portrait"] * 25]
    resident_before, files_before = map(int, report.facts["before"].split())
    resident_after, files_after = map(int, report.facts["after"].split())
    assert files_after <= files_before
    assert resident_after <= 1.05 * resident_before
    assert stopped_in_time(report)


def test_a_sensor_with_a_threshold_of_its_own_wakes_nobody_while_it_lies_still_and_is_fast_when_moved():
    report = run("still", "--warp")

    facts = report.facts
    assert int(facts["still_ms"]) >= 120_000
    assert int(facts["switches"]) / int(facts["still_ms"]) * 1000 <= 0.1
    assert report.turns() == ["portrait", "landscapeLeft"]
    assert int(facts["turn_ms"]) <= 1000
    # Of 25 samples a second those at the turning points differ too little.
    assert 15 <= int(facts["moving"]) <= 26
    assert stopped_in_time(report)


def test_a_sensor_with_a_threshold_that_says_nothing_at_the_start_is_provoked_and_wakes_nobody_either():
    report = run("restart", "--warp")

    facts = report.facts
    assert facts["transport"] == "bufferHardware"
    # 0.3 m/s² in thousandths of g, and what the sensor had.
    assert float(facts["threshold"]) == pytest.approx(0.031)
    assert float(facts["threshold_after"]) == pytest.approx(0.001)
    assert facts["samples"] == "0"
    assert int(facts["still_ms"]) >= 60_000
    assert int(facts["switches"]) / int(facts["still_ms"]) * 1000 <= 0.1
    assert int(facts["turn_ms"]) <= 1000
    assert stopped_in_time(report)


def test_a_panel_that_the_kernel_knows_to_be_mounted_turned_is_found_by_the_doctor():
    report = run(
        "panel", "--warp", "--qemu", "-device bochs-display",
        "--append", "video=Virtual-1:panel_orientation=right_side_up")

    assert report.facts["connectors"] == "card0-Virtual-1"
    automatic, right, wrong = (
        [(each["severity"], each["finding"]) for each in report.complaints[f"doctor_{case}"]]
        for case in ("automatic", "right", "wrong"))
    assert automatic[-1] == ("error", "The panel eDP-1 is mounted right-side-up, and normal is in force")
    assert "PanelOrientation=right-side-up" in report.complaints["doctor_automatic"][-1]["advice"]
    assert [severity for severity, _ in right] == ["ok"]
    assert wrong[-1] == ("warning", "The panel eDP-1 is mounted right-side-up, and upside-down is in force")
    assert "panel mounted right-side-up" in report.facts["casing"]
    assert "panel orientation from the kernel, for eDP-1" in report.facts["casing"]
    running = [each["severity"] for each in report.complaints["doctor_running"]]
    assert running == ["ok"]


def test_the_start_after_a_kill_puts_back_what_was_changed():
    report = run("killed")

    assert report.facts["killed"] != report.facts["found"]
    assert report.facts["restored"] == report.facts["found"]
    assert stopped_in_time(report)


def test_a_buffer_that_iio_sensor_proxy_holds_is_left_to_it():
    report = run("peer")

    assert report.turns() == ["portrait", "landscapeLeft"]
    assert report.facts["buffer_enabled"] == "1"
    assert report.facts["buffer_enabled_after"] == "1"
    assert stopped_in_time(report)


def installed(scenario):
    """Runs a scenario under systemd, on the package if there is one, else on the repository's files."""
    if PACKAGE:
        return run(scenario, "--systemd", "--mount", f"{pathlib.Path(PACKAGE).resolve()}:/opt/package", timeout=900)
    return run(scenario, "--systemd", "--mount", f"{REPOSITORY}:/opt/source", timeout=900)


def test_the_shipped_units_and_rules_serve_under_systemd():
    report = installed("installed")

    facts = report.facts
    assert facts["verify"] == ""
    assert float(facts["exposure"]) <= 1.0
    assert (facts["before"], facts["after"]) == ("inactive", "active")
    assert facts["user"].startswith("orient")
    assert (facts["status_without"], facts["status_with"].split(", ")[1:]) == (
        "no sensor, absent, 1 subscription", ["ready", "1 subscription"])
    assert (facts["transport"], facts["buffer_enabled"]) == ("bufferHardware", "1")
    assert facts["journal_files"] == "1"
    # A mistake in the configuration is one line of priority 3, which is no part of the line; the service goes on.
    assert (facts["errors"], facts["lines_with_prefix"], facts["active_after_mistake"]) == ("1", "0", "active")
    assert report.turns() == ["portrait", "landscapeLeft", "portrait", "portraitUpsideDown"]
    assert int(facts["restarts"]) == 1
    assert int(facts["stop_ms"]) < 2000
    assert (facts["result"], facts["buffer_enabled_after"], facts["socket_left"]) == ("success", "0", "yes")
    assert facts["frequency_restored"] == "yes"
    assert facts["activated"] == "active"

    status, complaints = report.doctor("healthy")
    assert status == 0
    assert not {"driver", "sensor", "access", "buffer", "matrix", "programs", "casing"} & complaints.keys()
    status, complaints = report.doctor("buffer")
    assert status == 0
    assert any("orientationd may not write buffer/enable" in finding for finding in complaints["access"])
    status, complaints = report.doctor("nothing")
    assert status == 1
    assert any("in_accel_x_raw" in finding for finding in complaints["access"])

    # Within the sandbox that is refused which outside works, or fails for another reason.
    assert (facts["outside_write"], facts["inside_write"]) == ("", "Read-only file system")
    assert (facts["outside_internet"], facts["inside_internet"]) == (
        "Connection refused", "Address family not supported by protocol")
    assert (facts["outside_attribute"], facts["inside_attribute"]) == ("", "Read-only file system")
    assert ("records in" in facts["outside_device"], facts["inside_device"]) == (True, "Operation not permitted")
    assert (facts["outside_namespace"], facts["inside_namespace"]) == ("", "Operation not permitted")
    assert (facts["inside_capabilities"], facts["inside_seccomp"]) == ("0" * 16, "2")

    if PACKAGE:
        assert facts["after_install"].split() == ["active", "active"]
        assert facts["enabled"].split() == ["enabled", "enabled"]
        assert (facts["removed"], facts["units_left"], facts["states_left"]) == ("yes", "", "")
        assert facts["after_removal"].split() == ["/var/lib/orientationd"]
        assert (facts["purged"], facts["after_purge"]) == ("yes", "")


def test_the_watchdog_ends_a_stuck_daemon_and_not_one_whose_reader_is_stuck():
    report = installed("watchdog")

    facts = report.facts
    assert report.turns()[:2] == ["portrait", "landscapeLeft"]
    assert (facts["restarts"], facts["watchdog_lines"]) == ("1", "1")
    assert facts["still_running"] == "yes"
    assert int(facts["answer_ms"]) < 1500     # most of it is the client's start without KVM
    assert 29 <= int(facts["half_seconds"]) < 60
    assert (int(facts["stop_ms"]) < 2000, facts["result"]) == (True, "success")


def test_clients_that_make_the_daemon_hold_all_they_can_do_not_fill_its_memory_under_systemd():
    report = installed("flood")

    facts = report.facts
    print({name: value for name, value in facts.items() if name.startswith("memory")})
    assert report.turns() == ["portrait", "landscapeLeft", "portrait"]
    # What the kernel counts for the unit, its sockets' buffers among it, never came to MemoryMax=.
    events = dict(zip(*[iter(facts["memory_events"].split())] * 2))
    assert (events["max"], events["oom_kill"], facts["restarts"]) == ("0", "0", "0")


def test_a_convertible_holds_its_natural_orientation_in_laptop_position_and_with_its_lid_shut():
    report = run("posture")

    assert report.changes("interfaceOrientation")[-8:] == ["landscapeRight", "portrait"] * 4
    postures = [state for state in report.states if state["cause"] == "posture"]
    assert len(postures) == 7
    # How the device is held is told all the same.
    assert {state["deviceOrientation"] for state in postures} == {"landscapeLeft"}


def test_a_desktop_is_served_in_place_of_the_peer_under_systemd():
    report = run("desktop", "--systemd", "--mount", f"{REPOSITORY}:/opt/source", timeout=900)

    facts = report.facts
    assert facts["verify"] == ""
    assert float(facts["exposure"]) <= 1.0
    assert (facts["before"], facts["activated"], facts["active"]) == ("inactive", "b false", "active")
    assert facts["user"].startswith("orient")
    sides = facts["sides"].split()
    assert [side for side in sides if side != "undefined"] == ["normal", "right-up", "bottom-up", "left-up", "normal"]
    assert "undefined" not in sides[1:]
    assert (facts["light_buffer"], facts["light_kept"]) == ("1", "d 200")
    assert "Access denied" in facts["stranger"]
    assert (facts["peer_before"], facts["peer_after"]) == ("active", "inactive")
    assert (facts["has"], facts["result"]) == ("b true", "success")
    assert int(facts["stop_ms"]) < 2000
