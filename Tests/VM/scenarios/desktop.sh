# A desktop under systemd: the unit, the bus policy and the activation file as they are shipped serve
# iio-sensor-proxy's own client on the machine's bus.
source /opt/vm-tools/guest/scenario.sh
socket=/run/orientationd/org.orientationd
files=/opt/source/systemd

systemd-sysusers $files/sysusers.conf
systemd-tmpfiles --create $files/tmpfiles.conf
mkdir -p /run/udev/rules.d
cp $files/70-orientationd.rules /run/udev/rules.d/
cp $files/orientationd.socket /run/systemd/system/
for unit in orientationd orientation-sensorproxy; do
    sed 's|@SBINDIR@|/opt/orientationd|; s|@DOCDIR@|/opt/source|' $files/$unit.service.in > /run/systemd/system/$unit.service
done
install -D -m 644 /opt/source/dbus/orientation-sensorproxy.conf -t /usr/share/dbus-1/system.d
install -D -m 644 /opt/source/dbus/net.hadess.SensorProxy.service -t /usr/share/dbus-1/system-services
udevadm control --reload
systemctl daemon-reload
systemctl start orientationd.socket dbus.socket
systemctl restart dbus.service
property() { busctl get-property net.hadess.SensorProxy /net/hadess/SensorProxy net.hadess.SensorProxy "$1" 2>&1; }

# The bus gives the name to those alone whom the policy names.
echo "stranger=$(setpriv --reuid=65534 --regid=65534 --clear-groups busctl call org.freedesktop.DBus /org/freedesktop/DBus \
    org.freedesktop.DBus RequestName su net.hadess.SensorProxy 0 2>&1)"

# Nobody asks it to serve before it is enabled.
property HasAccelerometer >/dev/null
echo "before=$(systemctl is-active orientation-sensorproxy.service)"
systemctl enable --runtime orientation-sensorproxy.service 2>/dev/null
echo "activated=$(property HasAccelerometer)"
echo "active=$(systemctl is-active orientation-sensorproxy.service)"
main=$(systemctl show -p MainPID --value orientation-sensorproxy)
echo "user=$(ps -o user= -p "$main")"
echo "verify=$(systemd-analyze verify /run/systemd/system/orientation-sensorproxy.service 2>&1 | grep -v 'man orientation' | tr '\n' ' ')"
echo "exposure=$(systemd-analyze security --no-pager orientation-sensorproxy.service | sed -n 's/.*Overall exposure level[^:]*: \([0-9.]*\).*/\1/p')"

# The client is there before the sensor.
monitor-sensor >/run/monitor.out 2>&1 & client=$!
printed() { grep -q "$1" /run/monitor.out; }
await "the client has claimed" printed "=== No accelerometer"
plug_in
await "the sensor comes" printed "+++ Accelerometer appeared"
last_printed() { [[ $(grep "orientation changed" /run/monitor.out | tail -n 1) == *": $1" ]]; }
turn() {    # SIDE X Y Z
    local side=$1
    shift
    tell set "$@"
    await "$side" last_printed "$side"
}
turn normal 0 -9.80665 0
turn right-up -9.80665 0 0
turn bottom-up 0 9.80665 0
turn left-up 9.80665 0 0
tell set 0 0 -9.80665
tilted() { [[ $(property AccelerometerTilt) == "s \"$1\"" ]]; }
await "it lies on its back" tilted face-up
turn normal 0 -9.80665 0

# A light sensor of a hub comes, in tenths of a lux, that tells only what differs by one.
virtual-accel --light --product 0x0041 --exponent -1 --on-change 1 --control /run/light >/run/light.out </dev/null &
await "the light sensor is announced" test -p /run/light
light() { echo "$*" >/run/light; }
lit() { [[ $(property LightLevel) == "d $1" ]]; }
light set 200 0 0
await "the light is told" lit 200
light_device=$(dirname "$(grep -lx als /sys/bus/iio/devices/iio:device*/name)")
echo "light_buffer=$(<"$light_device/buffer/enable")"
# It cannot be asked any more, which the kernel may make 0 of.
light fail on
nap 6
echo "light_kept=$(property LightLevel)"
light fail off
light set 30.5 0 0
await "less light" lit 30.5

# The client goes, and with it the need for the sensors.
kill $client
light_is_off() { [[ $(<"$light_device/buffer/enable") == 0 ]]; }
await "the light sensor is off" light_is_off
off() { [[ $(<$device/buffer/enable) == 0 ]]; }
await "the sensor is off" off
echo "has=$(property HasAccelerometer)"
systemctl stop orientation-sensorproxy.service
# By the service manager's clock: systemctl itself takes its time on an emulated processor.
unit() { systemctl show -p "$1" --value orientation-sensorproxy.service; }
echo "stop_ms=$((($(unit InactiveEnterTimestampMonotonic) - $(unit ActiveExitTimestampMonotonic)) / 1000))"
echo "result=$(unit Result)"

# Whichever is started takes the place of the other.
rm -f /etc/systemd/system/iio-sensor-proxy.service
systemctl daemon-reload
systemctl start iio-sensor-proxy.service
echo "peer_before=$(systemctl is-active iio-sensor-proxy.service)"
systemctl start orientation-sensorproxy.service
echo "peer_after=$(systemctl is-active iio-sensor-proxy.service)"
systemctl stop orientation-sensorproxy.service
echo "sides=$(sed -n 's/.*orientation changed: //p' /run/monitor.out | uniq | tr '\n' ' ')"
journalctl -u orientation-sensorproxy -o cat --no-pager | sed 's/^/log: /'
report
