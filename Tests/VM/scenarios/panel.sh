# A panel that is mounted turned, as the kernel's command line says of the display of QEMU's card.
source /opt/vm-tools/guest/scenario.sh
modprobe bochs
await "the card" test -e /dev/dri/card0
udevadm settle
echo "connectors=$(cd /sys/class/drm && echo card0-*)"
# casing CASE FILE - what the doctor says of casing and panel with that configuration.
casing() {
    LD_PRELOAD=/opt/vm-tools/turned-panel.so orientationctl doctor --json --config $2 --socket $socket |
        tr -d '\n' | sed 's/} *, *{/}\n{/g' | sed -n '/"area": *"casing"/{'"s/^/doctor_$1: /;p}"
}
printf '[Sensor]\nPanelOrientation=right-side-up\n' > /run/panel.conf
printf '[Sensor]\nPanelOrientation=upside-down\n' > /run/wrong.conf
casing automatic /dev/null
casing right /run/panel.conf
casing wrong /run/wrong.conf
# The daemon in the foreground may ask the card itself, and then nothing has to be written.
LD_PRELOAD=/opt/vm-tools/turned-panel.so start_daemon
echo "casing=$(orientationctl sensors --socket $socket | grep '^Casing')"
casing running /dev/null
kill $daemon
