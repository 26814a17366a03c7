# Under systemd: the unit files as they are shipped, a user of its own, and udev's rules.
source /opt/vm-tools/guest/scenario.sh
socket=/run/orientationd/org.orientationd
files=/opt/source/systemd

systemd-sysusers $files/sysusers.conf
systemd-tmpfiles --create $files/tmpfiles.conf
mkdir -p /run/udev/rules.d
cp $files/70-orientationd.rules /run/udev/rules.d/
cp $files/orientationd.socket /run/systemd/system/
sed 's|@SBINDIR@|/opt/orientationd|; s|@DOCDIR@|/opt/source|' $files/orientationd.service.in \
    > /run/systemd/system/orientationd.service
udevadm control --reload
systemctl daemon-reload
systemctl start orientationd.socket
echo "verify=$(systemd-analyze verify /run/systemd/system/orientationd.{service,socket} 2>&1 | tr '\n' ' ')"
echo "exposure=$(systemd-analyze security --no-pager orientationd.service | sed -n 's/.*Overall exposure level[^:]*: \([0-9.]*\).*/\1/p')"

# The first client starts it.
echo "before=$(systemctl is-active orientationd.service)"
start_monitor
await_state sensorStatus absent
echo "after=$(systemctl is-active orientationd.service)"
echo "user=$(systemctl show -p MainPID --value orientationd | xargs ps -o user= -p)"

# The sensor comes, is readable for that user, and turns.
plug_in
await_state deviceOrientation portrait
echo "transport=$(orientationctl sensors --json --socket $socket | grep -o '"transport": *"[A-Za-z]*"' | grep -o '[A-Za-z]*"$' | tr -d '"')"
echo "buffer_enabled=$(<$device/buffer/enable)"
# What it will have to put back is written down with the boot that it belongs to.
echo "journal_files=$(grep -rlF "$(</proc/sys/kernel/random/boot_id)" /var/lib/orientationd | wc -l)"
tell set -9.80665 0 0
await_state deviceOrientation landscapeLeft

# Killed, it comes back, and so does its subscriber.
systemctl kill -s KILL orientationd
tell set 0 9.80665 0
await_state deviceOrientation portraitUpsideDown
echo "restarts=$(systemctl show -p NRestarts --value orientationd)"

before=$(date +%s%N)
systemctl stop orientationd.service
echo "stop_ms=$((($(date +%s%N) - before) / 1000000))"
echo "result=$(systemctl show -p Result --value orientationd)"
echo "buffer_enabled_after=$(<$device/buffer/enable)"
echo "socket_left=$([[ -S $socket ]] && echo yes)"

# A client that comes now starts it again; a sensor that comes starts it too.
systemctl start orientationd.socket
orientationctl status --socket $socket >/dev/null
echo "activated=$(systemctl is-active orientationd.service)"
systemctl stop orientationd.service
tell unplug
tell plug
started() { [[ $(systemctl is-active orientationd.service) == active ]]; }
await "the sensor starts the service" started
report
