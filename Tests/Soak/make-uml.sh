#!/bin/bash
# make-uml.sh - build the User-Mode Linux kernel that the soak test runs in, from Debian's linux-source.
#
# Result in $VM_BUILD/uml (default .vm/uml at the top of the repository): linux, 9 MB; initramfs.gz; tools/.
# The kernel takes about 7 minutes of processor time and 1.6 GB of disk while it is built, once; it is kept
# while kernel.config and the version of the source stay the same. Debian's own user-mode-linux package has neither
# uhid nor the drivers of HID sensors. Needs what `scripts/setup soak` installs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${VM_BUILD:-$here/../../.vm}/uml
mkdir -p "$build/tools"

# The quick parts are made every time.
gcc -O2 -Wall -Wextra -static -o "$build/tools/virtual-accel" "$here/../VM/virtual-accel.c" -lm
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$work/initramfs"/{bin,dev,proc,sys,lower,upper,newroot}
cp /bin/busybox "$work/initramfs/bin/busybox"
install -m755 "$here/uml-init" "$work/initramfs/init"
(cd "$work/initramfs" && find . -print0 | cpio --quiet -0 -o -H newc | gzip -1) > "$build/initramfs.gz"

source_package=$(apt-cache depends linux-source | sed -n 's/^ *Depends: \(linux-source-[0-9].*\)/\1/p' | head -n 1)
version=$(apt-cache policy "$source_package" | sed -n 's/^ *Candidate: //p')
recipe=$(sha256sum < "$here/kernel.config"; echo "$version")
if [[ -e $build/linux && -e $build/recipe && $(<"$build/recipe") == "$recipe" ]]; then exit; fi

echo "building User-Mode Linux from $source_package $version" >&2
(cd "$work" && apt-get -qq -o APT::Sandbox::User=root download "$source_package" && dpkg-deb -x ./*.deb . && rm ./*.deb)
mkdir "$work/src"
tar -C "$work/src" --strip-components=1 -xf "$work/usr/src/$source_package.tar.xz"
cd "$work/src"
export ARCH=um
make -s allnoconfig
scripts/kconfig/merge_config.sh -m .config "$here/kernel.config" >/dev/null 2>&1
make -s olddefconfig
while read -r line; do
    [[ $line != CONFIG_* ]] || grep -qxF "$line" .config || echo "make-uml.sh: not set: $line" >&2
done < "$here/kernel.config"
make -s -j"$(nproc)" linux
strip -o "$build/linux" linux
echo "$recipe" > "$build/recipe"
