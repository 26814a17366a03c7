# A chip whose interrupt is not connected has a buffer without a trigger: a timer of the kernel fills it.
source /opt/vm-tools/guest/scenario.sh
export STATE_DIRECTORY=/run/state
mkdir -p $STATE_DIRECTORY
modprobe i2c-dev
modprobe i2c-stub chip_addr=0x0e
modprobe configfs
mount -t configfs configfs /sys/kernel/config
modprobe iio-trig-hrtimer
echo kxcjk1013 0x0e > /sys/bus/i2c/devices/i2c-0/new_device
await "the chip's buffer" test -e $device/buffer/enable
udevadm settle
hold() { i2c-accel -b 0 -c kxcjk1013 -- "$@"; }
triggers() { ls /sys/kernel/config/iio/triggers/hrtimer | tr '\n' ' '; }
found() { echo "$(tr -d '\n' < $device/trigger/current_trigger) $(<$device/buffer/enable) $(<$device/in_accel_sampling_frequency) $(triggers)"; }
buffer_is() { [[ $(<$device/buffer/enable) == "$1" ]]; }
printf '[Sensor]\nTimerTrigger=yes\n' > /run/timed.conf
found_first=$(found)

hold 0 -9.80665 0
orientationd --config /run/timed.conf --socket $socket 2>>/run/daemon.log & daemon=$!
await "the socket" test -S $socket
start_monitor
await_state deviceOrientation portrait
echo "transport=$(selected transport)"
echo "stamps=$(selected timestampSource)"
echo "trigger=$(<$device/trigger/current_trigger)"
echo "trigger_rate=$(cat /sys/bus/iio/devices/trigger*/sampling_frequency)"
hold -9.80665 0 0
await_state deviceOrientation landscapeLeft
hold 0 0 9.80665
await_state deviceOrientation faceUp

# Killed: the next start removes the trigger that was left, and makes it anew when it is needed.
kill -KILL $daemon
wait $daemon 2>/dev/null
kill $monitor
echo "killed=$(found)"
orientationd --config /run/timed.conf --socket $socket 2>>/run/daemon.log & daemon=$!
await "the buffer is off" buffer_is 0
restored() { [[ $(found) == "$found_first" ]]; }
await "all is as it was found" restored
start_monitor
hold 0 -9.80665 0
await_state deviceOrientation portrait
echo "transport_again=$(selected transport)"
stop_daemon
echo "found=$found_first"
echo "after=$(found)"
report
