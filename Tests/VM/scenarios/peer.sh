# iio-sensor-proxy was here first and holds the buffer: the daemon reads beside it.
source /opt/vm-tools/guest/scenario.sh
plug_in
mkdir -p /run/dbus
dbus-daemon --system --fork --nopidfile
iio-sensor-proxy >/dev/null 2>&1 & peer=$!
monitor-sensor >/run/peer.out 2>&1 &
buffer_enabled() { [[ $(<$device/buffer/enable) == 1 ]]; }
await "the peer holds the buffer" buffer_enabled
start_daemon
start_monitor
await_state deviceOrientation portrait
tell set -9.80665 0 0
await_state deviceOrientation landscapeLeft
echo "buffer_enabled=$(<$device/buffer/enable)"
stop_daemon
echo "buffer_enabled_after=$(<$device/buffer/enable)"
kill $peer
report
