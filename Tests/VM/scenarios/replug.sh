# Unplugged and plugged in again while somebody subscribes; turned in between.
source /opt/vm-tools/guest/scenario.sh
plug_in
start_daemon
start_monitor
await_state deviceOrientation portrait
for turn in "-9.80665 0 0 landscapeLeft" "9.80665 0 0 landscapeRight"; do
    read -r x y z orientation <<<"$turn"
    tell unplug
    await_state sensorStatus absent
    tell set $x $y $z
    tell plug
    await_state deviceOrientation $orientation
done
stop_daemon
report
