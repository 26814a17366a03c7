# A sensor hub that answers requests with errors: the kernel then reads 0, with success, and no samples come.
source /opt/vm-tools/guest/scenario.sh
plug_in
tell fail on
start_daemon
start_monitor
await_state sensorStatus starting
first_message starting
await_state sensorStatus stalled
first_message stalled
echo "beside_zeros=$(last_field deviceOrientation)"
doctor dead
echo "errors=$(selected errorCount)"

# It comes alive.
tell fail off
within alive_ms last_state deviceOrientation portrait
first_message ready

# It fails again, turned meanwhile.
tell fail on
tell mute on
await_state sensorStatus stalled
tell set 9.80665 0 0
tell mute off
tell fail off
within alive_again_ms last_state deviceOrientation landscapeRight

# Its buffer alone is silent: the axes are read, and that is told.
tell mute on
tell set 0 9.80665 0
await_state deviceOrientation portraitUpsideDown
await_state sensorStatus degraded
first_message degraded
doctor mute

# Told to end while it does not answer at all.
tell hang on
await_state sensorStatus stalled
first_message hanging
stop_daemon
report
