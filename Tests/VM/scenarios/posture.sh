# A convertible: held on its side, folded like a laptop and back, the lid shut and opened, and the
# keyboard with its switches taken off and put on again.
source /opt/vm-tools/guest/scenario.sh
modprobe uinput
plug_in
tell set -9.80665 0 0
start_daemon
start_monitor
await_state deviceOrientation landscapeLeft
await_state interfaceOrientation landscapeRight

# The switches come late, in laptop position.
virtual-switch /run/switch </dev/null >/dev/null 2>&1 &
await_state cause posture
await_state interfaceOrientation portrait
echo tablet on > /run/switch
await_state interfaceOrientation landscapeRight
echo lid on > /run/switch
await_state interfaceOrientation portrait
echo lid off > /run/switch
await_state interfaceOrientation landscapeRight
echo tablet off > /run/switch
await_state interfaceOrientation portrait
echo unplug > /run/switch
await_state interfaceOrientation landscapeRight
echo plug > /run/switch
await_state interfaceOrientation portrait
stop_daemon
report
