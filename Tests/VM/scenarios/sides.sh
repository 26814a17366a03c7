# The trace through all sides, read from the buffer of a HID accelerometer.
source /opt/vm-tools/guest/scenario.sh
plug_in
start_daemon
start_monitor
await_state deviceOrientation portrait
tell trace /opt/vm-tools/traces/rotate.csv
await_state deviceOrientation landscapeLeft
echo "buffer_enabled=$(<$device/buffer/enable)"
await_state deviceOrientation faceUp
await_state deviceOrientation portrait
orientationctl sensors --json --socket $socket > /run/sensors && echo "sensors=$(tr -d '\n' < /run/sensors)"
stop_daemon
echo "buffer_enabled_after=$(<$device/buffer/enable)"
report
