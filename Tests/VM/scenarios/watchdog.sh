# Under systemd: a daemon that is stuck is killed and started again. One whose reader is stuck is not.
source /opt/vm-tools/guest/scenario.sh
install_service
mkdir -p /run/systemd/system/orientationd.service.d
printf '[Service]\nWatchdogSec=4\n' > /run/systemd/system/orientationd.service.d/quick.conf
systemctl daemon-reload
start_monitor
await_state sensorStatus absent
plug_in
await_state deviceOrientation portrait

# Stopped, its loop does not turn.
stuck=$(property MainPID)
kill -STOP "$stuck"
restarted() { active && [[ $(property MainPID) != "$stuck" ]]; }
await "the watchdog's kill, and a new start" restarted
tell set -9.80665 0 0
await_state deviceOrientation landscapeLeft
echo "restarts=$(property NRestarts)"
echo "watchdog_lines=$(journalctl -u orientationd.service -o cat --no-pager | grep -c 'Watchdog timeout')"

# A message that a client never ends, while the rest goes on.
half_since=$SECONDS
{
    socat - UNIX-CONNECT:$socket < <(printf '{"method":"org.or'; exec sleep 300)
    echo "half_seconds=$((SECONDS - half_since))" > /run/half
} &

# A raw read that hangs for three times as long as the watchdog waits.
tell mute on
tell hang on
reading_raw() { ls -l "/proc/$(property MainPID)/fd" 2>/dev/null | grep -q 'in_accel_._raw'; }
await "a raw read that hangs" reading_raw
hanging=$(property MainPID)
orientationctl monitor --json --timeout 12 --socket $socket >/dev/null
[[ $(property MainPID) == "$hanging" ]] && active && echo "still_running=yes"
await "a raw read that hangs" reading_raw
before=$(date +%s%N)
orientationctl monitor --json --count 1 --socket $socket >/dev/null
echo "answer_ms=$((($(date +%s%N) - before) / 1000000))"
half_closed() { [[ -s /run/half ]]; }
await "the half message's end" half_closed
cat /run/half
await "a raw read that hangs" reading_raw
stop_service
report
