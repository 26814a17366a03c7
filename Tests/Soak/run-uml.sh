#!/bin/bash
# run-uml.sh SECONDS COMMAND... - run a command in User-Mode Linux, on a virtual clock.
#
# Time stands still while programs run, and jumps over idle time: days pass in minutes. The root is this machine's
# own, to which what is written stays in memory. Ends with the status of COMMAND, or with 124 after SECONDS of
# this machine's time. Needs no root and no KVM, but ptrace. See make-uml.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${VM_BUILD:-$here/../../.vm}/uml")
limit=$1
shift
run=$(mktemp -d); trap 'rm -rf "$run"' EXIT
{ printf 'PATH=%q:$PATH\n' "$build/tools"; printf '%q ' "$@"; } > "$run/command"

set +e
timeout --foreground "$limit" "$build/linux" mem=512M "uml_dir=$run" umid=soak "initrd=$build/initramfs.gz" \
    quiet panic=-1 time-travel=inf-cpu con=null con0=null,fd:2 ssl=null ssl0=null,fd:1 \
    "uml.run=$run" </dev/null 2>"$run/console"
status=$?
set -e
if [[ -s $run/status ]]; then exit "$(<"$run/status")"; fi
echo "run-uml.sh: no exit status from within (User-Mode Linux: $status); its console:" >&2
tail -n 30 "$run/console" >&2
exit $((status == 124 ? 124 : 125))
