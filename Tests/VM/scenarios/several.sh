# Three sensors: one in the display, one in the base, and one about which nothing is known.
source /opt/vm-tools/guest/scenario.sh
mkdir -p /run/udev/rules.d
cat > /run/udev/rules.d/61-places.rules <<'RULES'
SUBSYSTEM=="iio", KERNELS=="0003:1209:0074.*", ENV{ACCEL_LOCATION}="display"
SUBSYSTEM=="iio", KERNELS=="0003:1209:0075.*", ENV{ACCEL_LOCATION}="base"
RULES
udevadm control --reload
modprobe uhid
declare -A product=([unknown]=0x73 [display]=0x74 [base]=0x75)
there() { compgen -G "/sys/bus/hid/devices/0003:1209:00${product[$1]#0x}.*/HID-SENSOR-*/iio:device*/buffer/enable" >/dev/null; }
declare -A place=([unknown]="0 -9.80665 0" [display]="-9.80665 0 0" [base]="9.80665 0 0")
for name in unknown base display; do
    virtual-accel --control /run/$name --product ${product[$name]} >>/run/accel.out </dev/null &
    await "the sensor $name" there $name
    echo "set ${place[$name]}" > /run/$name
done
udevadm settle
uses() { [[ $(last_field sensor) == *1209:00${product[$1]#0x}.* && $(last_field deviceOrientation) == "$2" ]]; }

start_daemon
start_monitor
await "the one in the display" uses display landscapeLeft
echo "base_problem=$(sensors | grep -c 'is in the base')"
for round in 1 2; do
    echo unplug > /run/display
    within takes_over_ms_$round uses unknown portrait
    echo plug > /run/display
    await "the sensor display" there display
    within hands_back_ms_$round uses display landscapeLeft
done
# What is left does not turn with the display.
echo unplug > /run/unknown
echo unplug > /run/display
await_state sensorStatus absent
first_message absent
nap 1
echo "beside_base=$(last_field sensorStatus)"
stop_daemon
report
