# A HID sensor that reports what differs by its threshold, which the daemon sets: lying still it wakes nobody.
source /opt/vm-tools/guest/scenario.sh
plug_in --on-change driver --noise 0.05 --log /run/samples
start_daemon
start_monitor
await_state deviceOrientation portrait
switches() { cat /proc/$daemon/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'; }
samples() { wc -l < /run/samples; }
nap 30
switches_before=$(switches) start=$(now_ms)
nap 120
echo "switches=$(($(switches) - switches_before))"
echo "still_ms=$(($(now_ms) - start))"

# Turned: known at once.
tell set -9.80665 0 0
within turn_ms last_state deviceOrientation landscapeLeft

# Moved on and on: swung to and fro by 60 degrees on its side, every two seconds.
awk 'BEGIN { for (t = 0; t < 10; t += 0.025) { a = 1.0472 * sin(3.1416 * t)
    printf "%.3f,%.3f,%.3f,0\n", t, -9.80665 * cos(a), 9.80665 * sin(a) } }' > /run/swing.csv
tell trace /run/swing.csv
nap 1
before=$(samples) start=$(now_ms)
nap 4
echo "moving=$((($(samples) - before) * 1000 / ($(now_ms) - start)))"
stop_daemon
report
