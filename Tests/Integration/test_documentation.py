"""--help, manual pages and completions of the shells say the same, and pages say what the programs do."""

import functools
import json
import re
import shutil
import subprocess

import pytest

from service import PATIENCE, PROGRAMS, REPOSITORY, ctl

MANUAL = REPOSITORY / "docs" / "man"
COMPLETIONS = REPOSITORY / "completions"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


def help_of(*words):
    ended = ctl(*words, "--help")
    assert ended.returncode == 0
    return ended.stdout


def usage(text, program="orientationctl"):
    """The ways to call a program that a help text begins with, each on one line."""
    lines = text.split("\n\n")[0].removeprefix("Usage:").splitlines()
    calls = []
    for line in map(str.strip, lines):
        if line.startswith(program):
            calls.append(line)
        else:
            calls[-1] += " " + line
    return calls


def described(text):
    """The options that the lists of a help text begin lines with."""
    return {option for line in text.splitlines() if re.match(r"\s{2,}-", line)
            for option in OPTION.findall(re.split(r"\s{2,}", line.strip())[0])}


@functools.cache
def commands():
    """The commands of orientationctl by their words, each with its options."""
    listed = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  ", help_of().split("--help")[0], re.MULTILINE)
    found = {}
    for name in {entry.split()[0] for entry in listed}:
        for call in usage(help_of(name)):
            words = tuple(re.match(r"orientationctl ((?:[a-z]+ ?)+)", call).group(1).split())
            if "[OPTION...]" in call or call.endswith(f"{' '.join(words)} FILE..."):
                # This one has a help of its own.
                for own in usage(help_of(*words)):
                    found.setdefault(words, set()).update(OPTION.findall(own))
            else:
                found.setdefault(words, set()).update(OPTION.findall(call))
    assert len(found) > 8
    return found


def test_usage_and_list_of_every_help_name_the_same_options():
    for name in {words[0] for words in commands()}:
        text = help_of(name)
        union = set().union(*(options for words, options in commands().items() if words[0] == name))
        if "[OPTION...]" not in text:
            assert described(text) == union, name


# Manual pages.

def sections(page, mark):
    """The parts of a page by their headings."""
    parts = re.split(rf"^{mark} (.+)$", (MANUAL / page).read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def defined(text):
    """The options that a page defines."""
    return {option for line in text.splitlines() if line.startswith("*-") for option in OPTION.findall(line)}


def test_the_page_of_orientationctl_has_every_command_with_its_options():
    page = {tuple(title.split()): text.split("\n# ")[0] for title, text in sections("orientationctl.1.scd", "##").items()}

    assert {words: defined(text) for words, text in page.items()} == commands()
    for words, text in page.items():
        assert set(OPTION.findall(text.split("\n\n")[1])) == commands()[words], words


@pytest.mark.parametrize("program", ["orientationd", "orientation-sensorproxy"])
def test_the_page_of_a_service_has_every_option(program):
    text = subprocess.run([PROGRAMS / program, "--help"], capture_output=True, text=True, timeout=PATIENCE).stdout

    assert defined(sections(f"{program}.8.scd", "#")["OPTIONS"]) == described(text)


@pytest.mark.parametrize("page", sorted(path.name for path in MANUAL.glob("*.scd")))
def test_every_page_is_well_formed(page):
    source = (MANUAL / page).read_text()
    made = subprocess.run(["scdoc"], input=source, capture_output=True, text=True, timeout=PATIENCE)

    assert (made.returncode, made.stderr) == (0, "")
    name, section = page.split(".scd")[0].rsplit(".", 1)
    assert source.startswith(f"{name}({section})\n")
    for other, number in re.findall(r"\*([\w.-]+)\*\((\d)\)", source.split("# SEE ALSO")[1]):
        assert other.startswith("systemd") or (MANUAL / f"{other}.{number}.scd").exists(), other


# The configuration.

@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """Every key, with its section and default, as the program knows them; no default for lists."""
    empty = tmp_path_factory.mktemp("config") / "empty.conf"
    empty.write_text("")
    entries = map(json.loads, ctl("config", "show", "--json", empty).stdout.splitlines())
    return {(entry["section"], entry["key"]): entry.get("default") for entry in entries}


def test_the_shipped_configuration_has_every_key_at_its_default(keys):
    section, found = None, {}
    lists = [key for key, default in keys.items() if default is None]
    for line in (REPOSITORY / "config" / "orientationd.conf").read_text().splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head.group(1)
        elif assignment := re.fullmatch(r"#([A-Z]\w*)=(.*)", line):
            found[section, assignment.group(1)] = assignment.group(2)
        elif example := re.fullmatch(r"#   ([A-Z]\w*)=.*", line):
            if (section, example.group(1)) in lists:
                found[section, example.group(1)] = None
    assert found == keys


def test_the_page_of_the_configuration_has_every_key_with_its_default(keys):
    found = {}
    for title, text in sections("orientationd.conf.5.scd", "#").items():
        if not (head := re.fullmatch(r"\[(\w+)\]", title)):
            continue
        for name, body in re.findall(r"^\*(\w+)=\*\n((?:\t.*\n)+)", text, flags=re.MULTILINE):
            default = re.search(r"Default: (.*)\.$", " ".join(body.split())).group(1).replace("\\", "")
            found[head.group(1), name] = {"none": "", "not set": None}.get(default, default)
    assert found == {(section.upper(), key): default for (section, key), default in keys.items()}


# The interface.

def test_the_page_of_the_interface_has_all_of_it():
    text = (REPOSITORY / "Sources" / "OrientationProtocol" / "org.orientationd.varlink").read_text()
    code = re.sub(r"#.*", "", text)
    page = (MANUAL / "org.orientationd.7.scd").read_text()
    parts = sections("org.orientationd.7.scd", "#")

    def spaced(signature):
        return re.sub(r"\( | \)", lambda match: match.group().strip(), " ".join(signature.split()))
    methods = re.findall(r"^method (\w+)(\(.*?\)) -> (\(.*?\))\s*$", code, flags=re.MULTILINE | re.DOTALL)
    assert len(methods) == code.count("\nmethod ")
    for name, parameters, results in methods:
        assert f"*{name}*{spaced(parameters)} -> {spaced(results)}\n" in page
    assert set(re.findall(r"^error (\w+)", code, flags=re.MULTILINE)) == {
        name for name in re.findall(r"^\*(\w+)\*$", parts["ERRORS"], flags=re.MULTILINE)}
    state = re.search(r"^type State \((.*?)^\)", code, flags=re.MULTILINE | re.DOTALL).group(1)
    assert re.findall(r"^\s+(\w+):", state, flags=re.MULTILINE) == re.findall(
        r"^_(\w+)_$", parts["STATE"], flags=re.MULTILINE)
    causes, statuses = (re.search(rf"^type {name} \((.*?)\)", code, flags=re.MULTILINE).group(1).split(", ")
                        for name in ("Cause", "SensorStatus"))
    for word in causes + statuses:
        assert re.search(rf"\b{word}\b", parts["STATE"]), word


# Completions.

def completed_by_bash(line):
    """What bash offers at the end of a line."""
    script = """
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        "_$1"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    words = line.split(" ")
    ended = subprocess.run(["bash", "-c", script, "bash", COMPLETIONS / "orientationctl.bash", *words],
                           capture_output=True, text=True, timeout=PATIENCE, cwd=COMPLETIONS)
    assert ended.stderr == ""
    return set(ended.stdout.split())


def completed_by_fish(line):
    """The same for fish."""
    program = line.split()[0]
    ended = subprocess.run(
        ["fish", "--no-config", "-c", f"source {COMPLETIONS / program}.fish; complete -C $argv", "--", line],
        capture_output=True, text=True, timeout=PATIENCE, cwd=COMPLETIONS)
    assert ended.stderr == ""
    return {word for word in (entry.split("\t")[0] for entry in ended.stdout.splitlines()) if word != "-h" and word != "-v"}


def completed_by_zsh(line):
    """What zsh's own function is told to offer, once the words are known."""
    words = line.split(" ")
    script = """
        _arguments() { [[ $1 == -C ]] && state=argument; print -rl -- "$@" }
        _describe() { print -rl -- "${(@P)2}" }
        service=$2; words=("${@[3,-1]}"); CURRENT=$#words
        run() { source $1 }
        run $1
    """
    ended = subprocess.run(["zsh", "-f", "-c", script, "zsh", COMPLETIONS / "_orientationctl", words[0], *words[1:]],
                           capture_output=True, text=True, timeout=PATIENCE)
    assert ended.stderr == ""
    lines = [each for each in ended.stdout.splitlines()]
    # The first call names what every line takes, unless there is no more.
    start = next((i + 1 for i, each in enumerate(lines) if each.endswith("->argument")), 0)
    offered = set()
    for each in lines[start:]:
        specification = re.sub(r"^\([^)]*\)", "", each)
        if match := re.match(r"(--[a-z0-9-]+)\[", specification):
            offered.add(match.group(1))
        elif match := re.match(r":subcommand:\(([^)]*)\)", specification):
            offered.update(match.group(1).split())
    return offered


SHELLS = {"bash": completed_by_bash, "fish": completed_by_fish, "zsh": completed_by_zsh}


@pytest.fixture(params=SHELLS)
def completed(request):
    assert shutil.which(request.param), f"{request.param} is not installed; scripts/setup test installs it"
    return SHELLS[request.param]


def test_every_command_is_completed_with_its_options(completed):
    offered = {words: completed(f"orientationctl {' '.join(words)} --") for words in commands()}

    assert offered == {words: options | {"--help"} for words, options in commands().items()}


def test_every_second_word_is_completed(completed):
    second = {}
    for words in commands():
        if len(words) == 2:
            second.setdefault(words[0], set()).add(words[1])

    assert {name: completed(f"orientationctl {name} ") - {"--help"} for name in second} == second


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_every_command_is_completed(shell):
    offered = {word for word in SHELLS[shell]("orientationctl ") if not word.startswith("-")}

    assert offered == {words[0] for words in commands()}


def test_every_command_is_completed_by_zsh():
    text = (COMPLETIONS / "_orientationctl").read_text()
    listed = re.search(r"commands=\((.*?)^    \)", text, flags=re.MULTILINE | re.DOTALL).group(1)

    assert set(re.findall(r"['\"]([a-z]+):", listed)) == {words[0] for words in commands()}
    assert subprocess.run(["zsh", "-n", COMPLETIONS / "_orientationctl"]).returncode == 0


@pytest.mark.parametrize("program, shared", [
    ("orientationd", {"--socket", "--config"}), ("orientation-sensorproxy", {"--socket"}),
])
def test_the_options_of_the_services_are_completed(completed, program, shared):
    text = subprocess.run([PROGRAMS / program, "--help"], capture_output=True, text=True, timeout=PATIENCE).stdout
    if completed is completed_by_zsh:
        source = (COMPLETIONS / "_orientationctl").read_text()
        offered = set(re.findall(r"--[a-z]+", source.split(f"service == {program} ]]")[1].split("return")[0])) | shared
    else:
        offered = completed(f"{program} --")

    assert offered == described(text)


# docs/protocol.md, against the text that the daemon hands out.

def interface_names():
    """Every method, type, error and field of the interface, and every value of its enumerations."""
    text = (REPOSITORY / "Sources/OrientationProtocol/org.orientationd.varlink").read_text()
    text = re.sub(r"#.*", "", text)
    declared = re.findall(r"^(?:method|type|error) (\w+)", text, re.MULTILINE)
    fields = re.findall(r"(\w+):", text)
    values = [word for group in re.findall(r"\(([\w,\s]+)\)", text) for word in re.findall(r"\w+", group)]
    return set(declared), set(fields), set(values)


def test_the_protocols_page_names_every_method_error_and_field_of_the_interface():
    page = (REPOSITORY / "docs" / "protocol.md").read_text()
    written = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    declared, fields, values = interface_names()

    assert len(declared) > 20 and len(fields) > 60 and len(values) > 30
    assert sorted((declared | fields | values) - written) == []


def test_the_debian_package_has_the_version_of_the_programs():
    entry = (REPOSITORY / "debian" / "changelog").read_text().splitlines()[0]

    assert entry.startswith(f"orientationd ({ctl('--version').stdout.split()[1]}) ")


# Screens.

@pytest.mark.parametrize("page", ["bringup.md", "doctor.md"])
def test_every_screen_of_a_page_is_made_by_the_script_and_is_there(page):
    script = (REPOSITORY / "scripts" / "make-bringup.py").read_text()
    text = (REPOSITORY / "docs" / page).read_text()
    screens = dict(re.findall(r"<!-- screen: ([\w-]+) -->\n```\n(.*?)```\n", text, flags=re.DOTALL))

    assert len(screens) == text.count("<!-- screen:") > 0
    for name, screen in screens.items():
        assert f'"{name}"' in script, name
        assert screen.strip(), name
