#!/bin/bash
# make-varlinkctl.sh - systemd's varlinkctl from a newer Debian than this one, for the tests.
#
# varlinkctl came with systemd 255, which Debian 12 does not have. It and the libraries that it needs are unpacked
# into $VM_BUILD/varlinkctl (default .vm at the top of the repository), 47 MB, and not installed. Does nothing
# where this machine has one of its own. Needs root and mmdebstrap (`scripts/setup vm`).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${VM_BUILD:-$here/../../.vm}
suite=trixie
if command -v varlinkctl >/dev/null || [[ -e $build/varlinkctl/READY ]]; then exit; fi

# The mirror that this machine's own apt is set up with.
own=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
mirror=${VM_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Codename: '"$own" | head -n 1)}
rm -rf "$build/varlinkctl"
mkdir -p "$build/varlinkctl"
mmdebstrap --quiet --variant=extract --include=systemd "$suite" "$build/varlinkctl/root" "$mirror"
touch "$build/varlinkctl/READY"
