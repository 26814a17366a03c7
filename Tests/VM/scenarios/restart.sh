# A HID sensor that says nothing when it is switched on, since it lies as it did when it last reported: the
# daemon, started again, finds out that it is alive, and that it may be quiet.
source /opt/vm-tools/guest/scenario.sh
plug_in --on-change driver --noise 0.05 --silent-start --log /run/samples
switches() { cat /proc/$daemon/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'; }
start_daemon
start_monitor
await_state deviceOrientation portrait
nap 10
kill $daemon $monitor
wait $daemon $monitor

start_daemon
start_monitor
await_state deviceOrientation portrait
nap 15
echo "transport=$(selected transport)"
echo "threshold=$(cat $device/in_accel_hysteresis)"
samples_before=$(wc -l </run/samples)
switches_before=$(switches) start=$(now_ms)
nap 60
echo "switches=$(($(switches) - switches_before))"
echo "samples=$(($(wc -l </run/samples) - samples_before))"
echo "still_ms=$(($(now_ms) - start))"

tell set -9.80665 0 0
within turn_ms last_state deviceOrientation landscapeLeft
stop_daemon
echo "threshold_after=$(cat $device/in_accel_hysteresis)"
report
