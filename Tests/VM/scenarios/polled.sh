# A chip without a buffer, on I2C: its driver offers raw attributes alone.
source /opt/vm-tools/guest/scenario.sh
modprobe i2c-dev
modprobe i2c-stub chip_addr=0x4c
echo mma7660 0x4c > /sys/bus/i2c/devices/i2c-0/new_device
await "the chip's attributes" test -e $device/in_accel_x_raw
hold() { i2c-accel -b 0 -c mma7660 -- "$@"; }
hold 0 -9.80665 0
start_daemon
start_monitor
await_state deviceOrientation portrait
hold -9.80665 0 0
await_state deviceOrientation landscapeLeft
hold 0 9.80665 0
await_state deviceOrientation portraitUpsideDown
hold 9.80665 0 0
await_state deviceOrientation landscapeRight
hold 0 0 9.80665
await_state deviceOrientation faceUp
hold 0 0 -9.80665
await_state deviceOrientation faceDown
echo 0x4c > /sys/bus/i2c/devices/i2c-0/delete_device
await_state sensorStatus absent
stop_daemon
report
