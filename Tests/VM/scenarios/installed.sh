# Under systemd: the unit files as they are shipped, a user of its own, and udev's rules.
source /opt/vm-tools/guest/scenario.sh
install_service
units=$(systemctl show -p FragmentPath --value orientationd.service orientationd.socket)
echo "verify=$(systemd-analyze verify $units 2>&1 | tr '\n' ' ')"
echo "exposure=$(systemd-analyze security --no-pager orientationd.service | sed -n 's/.*Overall exposure level[^:]*: \([0-9.]*\).*/\1/p')"

# The first client starts it.
echo "before=$(systemctl is-active orientationd.service)"
start_monitor
await_state sensorStatus absent
echo "after=$(systemctl is-active orientationd.service)"
echo "status_without=$(property StatusText)"
echo "user=$(ps -o user= -p "$(property MainPID)")"

# The sensor comes, is readable for that user, and turns.
plug_in
frequency_found=$(<$device/in_accel_sampling_frequency)
await_state deviceOrientation portrait
echo "transport=$(orientationctl sensors --json --socket $socket | grep -o '"transport": *"[A-Za-z]*"' | grep -o '[A-Za-z]*"$' | tr -d '"')"
echo "buffer_enabled=$(<$device/buffer/enable)"
echo "status_with=$(property StatusText)"
# What it will have to put back is written down with the boot that it belongs to.
echo "journal_files=$(grep -rlF "$(</proc/sys/kernel/random/boot_id)" /var/lib/orientationd | wc -l)"
tell set -9.80665 0 0
await_state deviceOrientation landscapeLeft

# What the doctor says of the machine as it is, and without a right that the rules give.
doctor healthy
chmod g-w $device/buffer/enable
doctor buffer
chmod 0600 $device/in_accel_x_raw
doctor nothing
chmod 0644 $device/in_accel_x_raw
chmod g+w $device/buffer/enable

# A configuration with a mistake changes nothing, and the journal says so by priority.
mkdir -p /etc/orientationd/orientationd.conf.d
printf '[Sensor]\nSamplingFrequency=often\n' > /etc/orientationd/orientationd.conf.d/50-test.conf
systemctl reload orientationd.service
journal() { journalctl -u orientationd.service -o cat --no-pager "$@"; }
# The line of the mistake, written with priority 3.
error_logged() { journal -p err | grep -q '50-test.conf:2:'; }
await "a line in the journal" error_logged
echo "errors=$(journal -p err | wc -l)"
echo "lines_with_prefix=$(journal _COMM=orientationd | grep -c '^<[0-7]>')"
echo "active_after_mistake=$(systemctl is-active orientationd.service)"

# One that is right takes effect in the kernel's attributes, which the sandbox lets through.
printf '[Sensor]\nSamplingFrequency=40\n' > /etc/orientationd/orientationd.conf.d/50-test.conf
systemctl reload orientationd.service
forty() { [[ $(<$device/in_accel_sampling_frequency) == 40.* ]]; }
await "the frequency is written" forty
tell set 0 -9.80665 0
await_state deviceOrientation portrait

# Killed, it comes back, and so does its subscriber.
systemctl kill -s KILL orientationd.service
tell set 0 9.80665 0
await_state deviceOrientation portraitUpsideDown
echo "restarts=$(property NRestarts)"

# Without the monitor, which would start it again; the sensor stays on for some seconds.
kill $monitor
stop_service
echo "buffer_enabled_after=$(<$device/buffer/enable)"
[[ $(<$device/in_accel_sampling_frequency) == "$frequency_found" ]] && echo "frequency_restored=yes"
echo "socket_left=$([[ -S $socket ]] && echo yes)"

# What the sandbox forbids, asked for from within it. What is open to everybody outside it is what only the sandbox
# can refuse; the same words outside show that they would work.
cat > /run/probe <<'EOF'
said() { echo "$1=${2##*: }"; }
said write "$(LC_ALL=C touch /srv/open/file 2>&1)"
said attribute "$( (echo Y > /sys/module/printk/parameters/time) 2>&1)"
said internet "$( (exec 3<>/dev/tcp/127.0.0.1/1) 2>&1 | tail -n 1)"
said device "$(LC_ALL=C dd if=/srv/open/disk of=/dev/null bs=512 count=1 2>&1 | head -n 1)"
said namespace "$(LC_ALL=C unshare --user true 2>&1)"
said capabilities "$(sed -n 's/^CapBnd:\s*//p' /proc/self/status)"
said seccomp "$(sed -n 's/^Seccomp:\s*//p' /proc/self/status)"
EOF
mkdir -m 777 /srv/open
chmod 666 /sys/module/printk/parameters/time
mknod -m 666 /srv/open/disk b $((0x$(stat -c %t /dev/vda))) $((0x$(stat -c %T /dev/vda)))
mkdir -p /run/systemd/system/orientationd.service.d
printf '[Service]\nExecStartPre=bash -c "bash /run/probe >/var/lib/orientationd/probe 2>&1"\n' \
    > /run/systemd/system/orientationd.service.d/probe.conf
setpriv --reuid=orientationd --regid=orientationd --clear-groups bash /run/probe | sed 's/^/outside_/'
rm -f /srv/open/file
systemctl daemon-reload

# A client that comes now starts it again; a sensor that comes starts it too.
orientationctl status --socket $socket >/dev/null
echo "activated=$(systemctl is-active orientationd.service)"
sed 's/^/inside_/' /var/lib/orientationd/probe
rm -r /run/systemd/system/orientationd.service.d
systemctl daemon-reload
systemctl stop orientationd.service
tell unplug
tell plug
await "the sensor starts the service" active
report

if [[ -d /opt/package ]]; then
    dpkg -r orientationd >/run/dpkg.out 2>&1 && echo "removed=yes"
    echo "units_left=$(systemctl list-unit-files --no-legend 'orientation*' | tr '\n' ' ')"
    echo "states_left=$(systemctl list-units --state=active,failed --no-legend --plain 'orientation*' | tr '\n' ' ')"
    echo "after_removal=$(ls -d /var/lib/orientationd /run/orientationd /usr/sbin/orientationd 2>/dev/null | tr '\n' ' ')"
    rm -r /etc/orientationd/orientationd.conf.d
    dpkg -P orientationd >/run/dpkg.out 2>&1 && echo "purged=yes"
    echo "after_purge=$(ls -d /etc/orientationd /var/lib/orientationd /var/lib/private/orientationd 2>/dev/null | tr '\n' ' ')"
fi
exit 0
