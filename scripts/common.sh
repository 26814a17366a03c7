# Sourced by the other scripts: where the repository is, how everything is built, how to talk.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What is built is run by other users too: the service's, and those that tests act as.
umask 022

# The same flags for programs and tests, so that nothing is compiled twice.
swift_flags=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)

say() { printf '%s\n' "$*" >&2; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# Build, with the command shown so that a person can repeat it.
build() {
    say "swift build ${swift_flags[*]} $*"
    swift build --package-path "$root" "${swift_flags[@]}" "$@"
}

# Where the built programs are. `swift build --show-bin-path` names the same place but takes seconds.
bin=$root/.build/debug
