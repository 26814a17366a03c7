# Chips on I2C whose interrupts are not connected, with the drivers of two makers: both are polled.
source /opt/vm-tools/guest/scenario.sh
modprobe i2c-dev
modprobe i2c-stub chip_addr=0x4c,0x0e
start_daemon
start_monitor
declare -A address=([mma7660]=0x4c [kxcjk1013]=0x0e)
for chip in mma7660 kxcjk1013; do
    hold() { i2c-accel -b 0 -c $chip -- "$@"; }
    echo $chip ${address[$chip]} > /sys/bus/i2c/devices/i2c-0/new_device
    await_field sensor "/sys/devices/i2c-0/0-00${address[$chip]#0x}"
    while read -r x y z orientation; do
        hold $x $y $z
        await_state deviceOrientation $orientation
    done <<'SIDES'
0 -9.80665 0 portrait
-9.80665 0 0 landscapeLeft
0 9.80665 0 portraitUpsideDown
9.80665 0 0 landscapeRight
0 0 9.80665 faceUp
0 0 -9.80665 faceDown
SIDES
    echo "transport_$chip=$(selected transport)"
    echo ${address[$chip]} > /sys/bus/i2c/devices/i2c-0/delete_device
    await_state sensorStatus absent
done
stop_daemon
report
