# Killed without a chance to clean up: the next start puts back what the first had changed.
source /opt/vm-tools/guest/scenario.sh
export STATE_DIRECTORY=/run/state
mkdir -p $STATE_DIRECTORY
plug_in
settings() {
    local name
    for name in buffer/enable buffer/length scan_elements/in_accel_{x,y,z}_en trigger/current_trigger \
        in_accel_sampling_frequency in_accel_hysteresis current_timestamp_clock; do
        printf '%s:%s ' $name "$(tr -d '\0' < $device/$name)"
    done
}
echo "found=$(settings)"
start_daemon
start_monitor
await_state deviceOrientation portrait
kill -KILL $daemon
wait $daemon 2>/dev/null
kill $monitor
echo "killed=$(settings)"
start_daemon
restored() { [[ $(<$device/buffer/enable) == 0 ]]; }
await "the buffer is off again" restored
echo "restored=$(settings)"
stop_daemon
report
