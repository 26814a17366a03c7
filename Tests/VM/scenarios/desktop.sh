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
turn normal 0 -9.80665 0

# The client goes, and with it the need for the sensor.
kill $client
off() { [[ $(<$device/buffer/enable) == 0 ]]; }
await "the sensor is off" off
echo "has=$(property HasAccelerometer)"
before=$(date +%s%N)
systemctl stop orientation-sensorproxy.service
echo "stop_ms=$((($(date +%s%N) - before) / 1000000))"
echo "result=$(systemctl show -p Result --value orientation-sensorproxy)"
echo "sides=$(sed -n 's/.*orientation changed: //p' /run/monitor.out | uniq | tr '\n' ' ')"
journalctl -u orientation-sensorproxy -o cat --no-pager | sed 's/^/log: /'
report
