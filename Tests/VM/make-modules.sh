#!/bin/bash
# make-modules.sh RELEASE DIRECTORY - build the kernel modules that Debian leaves out and a test needs: the
# IIO trigger that a timer drives, as people get it who build the module themselves.
#
# From Debian's packages of the kernel's source and headers, which are unpacked beside and not installed.
set -euo pipefail

release=$1 result=$2
sources=(trigger/iio-trig-hrtimer.c industrialio-configfs.c industrialio-sw-trigger.c)

series=$(sed -E 's/^([0-9]+\.[0-9]+).*/\1/' <<<"$release")
headers=linux-headers-$release
mapfile -t companions < <(
    apt-cache depends "$headers" | sed -nE 's/^ *Depends: (linux-(headers|kbuild)-.*)/\1/p')

tree=$(mktemp -d); trap 'rm -rf "$tree"' EXIT
cd "$tree"
apt-get -qq -o APT::Sandbox::User=root download "linux-source-$series" "$headers" "${companions[@]}"
for package in ./*.deb; do dpkg-deb -x "$package" .; done
tar -xf usr/src/linux-source-"$series".tar.xz --strip-components=1 "linux-source-$series/drivers/iio"
# The headers name each other by where they would be installed.
sed -i "s|/usr/src/|$tree/usr/src/|g" "usr/src/$headers/Makefile"

mkdir module
for source in "${sources[@]}"; do
    cp "drivers/iio/$source" module/
    echo "obj-m += $(basename "$source" .c).o"
done > module/Makefile
make -s CC=gcc -C "usr/src/$headers" M="$tree/module" modules >&2
mkdir -p "$result"
cp module/*.ko "$result/"
