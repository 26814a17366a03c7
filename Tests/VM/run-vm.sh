#!/bin/bash
# run-vm.sh - boot the test machine, run one command in it, return its output and exit status.
#
#   ./run-vm.sh [OPTION...] [--] COMMAND [ARG...]
#   ./run-vm.sh [OPTION...] --script FILE
#
#   --systemd            boot real systemd as PID 1 (default: a small script plus udevd)
#   --mount DIR[:GUEST]  share a host directory (9p, read-only) at GUEST, default the same path
#   --smp N, --mem MIB   default 1 and 512
#   --timeout SECONDS    default 120; then QEMU is ended and the status is 124
#   --out DIR            keep the run directory: cmd, rc, console.log, whatever the guest
#                        writes to /run/vm
#   --warp               time passes at once while the guest has nothing to do: for waiting long
#   --append WORDS       more kernel parameters
#   --qemu WORDS         more QEMU arguments
#
# COMMAND's words are joined by blanks and run by bash in the guest, as root, with our tools in PATH.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${VM_BUILD:-$here/../../.vm}
smp=1 mem=512 limit=120 out= accel=tcg,thread=multi,tb-size=256 append= qemu_extra=() script= mounts=()
init=/opt/vm-tools/guest/vm-init

while (($#)); do
    case $1 in
        --systemd) init=/lib/systemd/systemd; append+=" systemd.wants=vm-cmd.service systemd.show_status=false" ;;
        --mount)   mounts+=("$2"); shift ;;
        --smp)     smp=$2; shift ;;
        --mem)     mem=$2; shift ;;
        --timeout) limit=$2; shift ;;
        --out)     out=$2; shift ;;
        # Without the real clock's help a virtual one counts instructions, and jumps to the next timer.
        --warp)    accel=tcg,thread=single,tb-size=256; qemu_extra+=(-icount "shift=2,sleep=off") ;;
        --append)  append+=" $2"; shift ;;
        --qemu)    read -ra words <<<"$2"; qemu_extra+=("${words[@]}"); shift ;;
        --script)  script=$2; shift ;;
        --)        shift; break ;;
        -*)        echo "run-vm.sh: unknown option $1" >&2; exit 2 ;;
        *)         break ;;
    esac
    shift
done
[[ -n $script || $# -gt 0 ]] || { sed -n '2,20p' "$0" >&2; exit 2; }
[[ -e $build/.recipe ]] || { echo "run-vm.sh: no build; run make-rootfs.sh first" >&2; exit 2; }

if [[ -n $out ]]; then mkdir -p "$out"; run=$out; rm -f "$run/rc"; else
    run=$(mktemp -d); trap 'rm -rf "$run"' EXIT
fi
if [[ -n $script ]]; then cp "$script" "$run/cmd"; else printf '%s\n' "$*" > "$run/cmd"; fi

share_args=() mount_words=
share() {   # HOSTDIR GUESTDIR [ro]
    local tag=m$(( ${#share_args[@]} / 4 ))
    share_args+=(-fsdev "local,id=$tag,path=$1,security_model=none${3:+,readonly=on},multidevs=remap"
                 -device "virtio-9p-pci,fsdev=$tag,mount_tag=$tag")
    mount_words+="${mount_words:+,}$tag:$2${3:+:ro}"
}
share "$run" /run/vm
share "$build/tools" /opt/vm-tools ro
for m in "${mounts[@]}"; do share "$(realpath "${m%%:*}")" "${m#*:}" ro; done

# QEMU's stdin must stay open: at its end of file QEMU disconnects the virtio port and the guest's
# writes to it would block. A FIFO that we hold open for reading and writing never ends.
rm -f "$run/stdin"; mkfifo "$run/stdin"
exec {stdin}<>"$run/stdin"

set +e
# snapshot=on: the guest may write anywhere, the image on disk stays as built.
timeout --foreground "$limit" qemu-system-x86_64 \
    -M pc,usb=off,vmport=off,graphics=off -accel "$accel" -cpu max -smp "$smp" -m "$mem" \
    -nodefaults -no-user-config -display none -no-reboot \
    -kernel "$build/vmlinux" -initrd "$build/initramfs.gz" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off nokaslr selinux=0 apparmor=0 audit=0 cryptomgr.notests rcupdate.rcu_expedited=1 vm.init=$init vm.mounts=$mount_words$append" \
    -serial "file:$run/console.log" \
    -drive "file=$build/root.ext4,format=raw,if=none,id=root,snapshot=on" -device virtio-blk-pci,drive=root \
    -device virtio-serial-pci -chardev stdio,id=out,signal=off -device virtserialport,chardev=out,name=out \
    "${share_args[@]}" "${qemu_extra[@]}" <&"$stdin"
status=$?
set -e
if [[ -s $run/rc ]]; then exit "$(<"$run/rc")"; fi
echo "run-vm.sh: no exit status from the guest (QEMU: $status); console:" >&2
tail -n 30 "$run/console.log" >&2 || true
((status == 124)) && exit 124
exit 125
