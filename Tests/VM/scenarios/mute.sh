# The buffer falls silent while raw reads still answer, as some sensor hubs do until they are asked.
source /opt/vm-tools/guest/scenario.sh
plug_in
start_daemon
start_monitor
await_state deviceOrientation portrait
tell mute on
tell set 9.80665 0 0
await_state deviceOrientation landscapeRight
tell mute off
tell set 0 9.80665 0
await_state deviceOrientation portraitUpsideDown
stop_daemon
report
