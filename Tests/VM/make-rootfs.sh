#!/bin/bash
# make-rootfs.sh - build the virtual machine that run-vm.sh boots, from Debian packages only.
#
#   ./make-rootfs.sh [--force]
#
# Result (in $VM_BUILD, default .vm at the top of the repository):
#   vmlinux        the Debian kernel, unpacked to ELF: QEMU starts it by its PVH entry, which
#                  saves the kernel's own decompression, some 4 s without KVM
#   root.ext4      a Debian root file system: systemd, udev, dbus, libiio's tools, iio-sensor-proxy
#                  (masked), i2c-tools, strace, and the kernel's IIO, HID and I2C modules
#   initramfs.gz   busybox and the few modules that mount the root disk and the 9p shares
#   tools/         our programs, traces and guest scripts; every guest sees them in /opt/vm-tools
#
# Needs root (mmdebstrap and mke2fs -d keep ownership), a working apt-get, and the packages that
# `scripts/setup vm` installs. The first two are slow (about 40 s) and kept while their recipe is
# unchanged (--force rebuilds); the rest takes a second and is made every time.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${VM_BUILD:-$here/../../.vm}
suite=${VM_SUITE:-$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")}
# The mirror that this machine's own apt is set up with.
mirror=${VM_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Codename: '"$suite" | head -n 1)}

force=no
if [[ ${1-} == --force ]]; then force=yes; shift; fi

# What the programs under test link to comes after what the machine itself needs.
guest_packages=(systemd systemd-sysv udev dbus kmod libiio-utils iio-sensor-proxy
                i2c-tools strace procps socat
                libiio0 libudev1 libsystemd0 libjansson4 libinih1 libstdc++6)

# Modules in the root file system; udev's modprobe loads what a device asks for
# (hid-sensor-hub and hid-sensor-accel-3d for a sensor made through uhid).
module_paths=(drivers/{iio,hid,i2c,virtio,mfd,base,watchdog,char} drivers/input/{misc,evdev.ko}
              drivers/usb/{gadget,common,core} drivers/block/virtio_blk.ko
              drivers/gpu/drm/{drm,drm_kms_helper,drm_ttm_helper,drm_vram_helper}.ko drivers/gpu/drm/{ttm,tiny}
              fs/{9p,netfs,fscache,ext4,jbd2,overlayfs,fuse,autofs,configfs,mbcache.ko} net/9p lib crypto)
# Modules in the initramfs, which loads them with all they depend on.
boot_modules=(virtio_pci virtio_blk virtio_console ext4 9pnet_virtio 9p crc32c_generic)
# Units that cost boot time under TCG and that no test needs.
masked_units=(iio-sensor-proxy.service getty@tty1.service serial-getty@ttyS0.service systemd-logind.service systemd-timesyncd.service
              systemd-user-sessions.service systemd-update-utmp.service systemd-update-utmp-runlevel.service
              systemd-{pstore,random-seed,machine-id-commit,sysusers,firstboot,update-done,modules-load}.service
              systemd-{hwdb-update,journal-flush,journal-catalog-update,binfmt,boot-system-token}.service
              ldconfig.service e2scrub_reap.service e2scrub_all.timer fstrim.timer dpkg-db-backup.timer
              apt-daily.timer apt-daily-upgrade.timer modprobe@{configfs,dm_mod,drm,efi_pstore,fuse,loop}.service
              dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount sys-kernel-tracing.mount
              sys-kernel-config.mount sys-fs-fuse-connections.mount proc-sys-fs-binfmt_misc.automount)

log() { printf '[make-rootfs %3ds] %s\n' "$SECONDS" "$*" >&2; }

# Unpack the newest kernel package (nothing is installed to this machine's /boot) into $kernel.
unpack_kernel() {
    local package
    package=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n1)
    release=${package#linux-image-}
    log "kernel $release"
    (cd "$kernel" && apt-get -qq -o APT::Sandbox::User=root download "$package" && dpkg-deb -x ./*.deb . && rm ./*.deb)
    depmod -b "$kernel" "$release"
    python3 "$here/extract_vmlinux.py" "$kernel/boot/vmlinuz-$release" "$build/vmlinux"

    rm -rf "$build/boot-modules"; mkdir "$build/boot-modules"
    local m ko
    for m in "${boot_modules[@]}"; do
        modprobe -d "$kernel" -S "$release" --show-depends "$m"     # "insmod PATH", dependencies first
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r ko; do
        cp "$ko" "$build/boot-modules/"
        basename "$ko"
    done > "$build/boot-modules/order"
}

make_root_image() {
    log "root file system, ${#guest_packages[@]} packages"
    mmdebstrap --quiet --variant=essential --include="$(IFS=,; echo "${guest_packages[*]}")" \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
        "$suite" "$root" "$mirror"

    local modules=lib/modules/$release path unit
    for path in "${module_paths[@]}"; do
        mkdir -p "$root/$modules/kernel/$(dirname "$path")"
        cp -a "$kernel/$modules/kernel/$path" "$root/$modules/kernel/$(dirname "$path")/"
    done
    mkdir "$root/$modules/extra"
    cp "$work"/modules/*.ko "$root/$modules/extra/"
    cp "$kernel/$modules"/modules.{builtin,builtin.modinfo,order} "$root/$modules/"
    depmod -b "$root" "$release"

    echo vm > "$root/etc/hostname"
    echo '127.0.0.1 localhost vm' > "$root/etc/hosts"
    echo 0123456789abcdef0123456789abcdef > "$root/etc/machine-id"     # set: no first-boot work
    ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
    for unit in "${masked_units[@]}"; do ln -sf /dev/null "$root/etc/systemd/system/$unit"; done
    # At boot, replay only the devices that a test may look at, not all of the machine's.
    install -d "$root/etc/systemd/system/systemd-udev-trigger.service.d"
    printf '%s\n' '[Service]' 'ExecStart=' \
        'ExecStart=-udevadm trigger --type=devices --action=add --subsystem-match=iio --subsystem-match=misc --subsystem-match=virtio-ports --subsystem-match=hid' \
        > "$root/etc/systemd/system/systemd-udev-trigger.service.d/quick.conf"
    chroot "$root" systemd-hwdb update

    log "root.ext4"
    local kib=$(( $(du -sk "$root" | cut -f1) * 12 / 10 + 200 * 1024 ))     # and room for tests to write
    rm -f "$build/root.ext4"
    mke2fs -q -t ext4 -O ^has_journal,^metadata_csum -E root_owner=0:0 -m 0 -d "$root" "$build/root.ext4" "${kib}k" >/dev/null
}

make_tools() {
    local source
    rm -rf "$build/tools"; mkdir -p "$build/tools/traces" "$build/tools/guest"
    for source in "$here"/*.c; do
        # static: no libc of the guest's involved, and a quicker start under TCG
        gcc -O2 -Wall -Wextra -static -o "$build/tools/$(basename "$source" .c)" "$source" -lm
    done
    for source in "$here"/preload/*.c; do
        gcc -O2 -Wall -Wextra -fPIC -shared -o "$build/tools/$(basename "$source" .c).so" "$source" -ldl
    done
    cp "$here"/traces/*.csv "$build/tools/traces/"
    cp "$here"/guest/* "$build/tools/guest/"
    chmod 755 "$build"/tools/guest/{vm-init,run-command}
}

make_initramfs() {
    local tree
    tree=$(mktemp -d)
    mkdir "$tree"/{bin,dev,proc,sys,newroot}
    cp /bin/busybox "$tree/bin/busybox"
    cp -r "$build/boot-modules" "$tree/modules"
    install -m755 "$here/guest/initramfs-init" "$tree/init"
    (cd "$tree" && find . -print0 | cpio --quiet -0 -o -H newc | gzip -1) > "$build/initramfs.gz"
    rm -rf "$tree"
}

mkdir -p "$build"
exec {lock}>"$build/.lock"
flock "$lock"           # two builds at the same place wait for each other
recipe=$(printf '%s\n' "$suite" "${guest_packages[@]}" | cat - "${BASH_SOURCE[0]}" "$here/make-modules.sh" | sha256sum)
if [[ $force == yes || ! -e $build/.recipe || $(<"$build/.recipe") != "$recipe" ]]; then
    rm -f "$build/.recipe"
    work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
    kernel=$work/kernel root=$work/root
    mkdir "$kernel"
    unpack_kernel
    log "modules that this kernel lacks"
    "$here/make-modules.sh" "$release" "$work/modules"
    make_root_image
    echo "$release" > "$build/release"
    echo "$recipe" > "$build/.recipe"
fi
make_tools
make_initramfs
log "done: $(du -sh "$build" | cut -f1) in $build"
