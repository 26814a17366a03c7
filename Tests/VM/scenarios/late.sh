# No sensor when the daemon starts; one comes later.
source /opt/vm-tools/guest/scenario.sh
start_daemon
start_monitor
await_state sensorStatus absent
plug_in
await_state deviceOrientation portrait
stop_daemon
report
