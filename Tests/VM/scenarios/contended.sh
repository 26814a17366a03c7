# Other programs use the sensor as well: one that has its buffer, one that disables it, one that changes its rate.
source /opt/vm-tools/guest/scenario.sh
plug_in
found=$(<$device/in_accel_sampling_frequency)
buffer_is() { [[ $(<$device/buffer/enable) == "$1" ]]; }
transport_is() { [[ $(selected transport) == "$1" ]]; }
rate_is() { [[ $(selected samplingFrequency) == "$1" || $(selected samplingFrequency) == "$1.0" ]]; }

# Enabled by another before us.
iio_readdev -T 0 -b 4 accel_3d >/dev/null 2>&1 & holder=$!
await "another program has the buffer" buffer_is 1
start_daemon
start_monitor
await_state deviceOrientation portrait
echo "transport_beside=$(selected transport)"
first_message beside
tell set -9.80665 0 0
await_state deviceOrientation landscapeLeft
echo "holder=$holder"
doctor held
kill -0 $holder && echo "holder_lives=yes"
kill $holder
await "the daemon has the buffer" transport_is bufferHardware
await_state sensorStatus ready

# Disabled under us, and turned afterwards.
echo 0 > $device/buffer/enable
tell set 0 9.80665 0
within disabled_ms last_state deviceOrientation portraitUpsideDown
await "the daemon has the buffer again" buffer_is 1
await "through the buffer again" transport_is bufferHardware

# The rate is changed from outside: told, and never put back while it will do.
echo 40 > $device/in_accel_sampling_frequency
await "the rate is told" rate_is 40
tell set 9.80665 0 0
within faster_ms last_state deviceOrientation landscapeRight
echo "rate_after=$(<$device/in_accel_sampling_frequency)"
# A rate at which nothing can be followed.
echo 0.1 > $device/in_accel_sampling_frequency
tell set 0 -9.80665 0
within slower_ms last_state deviceOrientation portrait

stop_daemon
echo "frequency_found=$found"
echo "frequency_after=$(<$device/in_accel_sampling_frequency)"
echo "buffer_enabled_after=$(<$device/buffer/enable)"
report
