# A raw read hangs, as it does for 30 s when a sensor hub does not answer: the daemon answers its
# clients meanwhile, and ends when it is told to.
source /opt/vm-tools/guest/scenario.sh
plug_in
start_daemon
start_monitor
await_state deviceOrientation portrait
tell mute on
tell hang on
reading_raw() { ls -l /proc/$daemon/fd 2>/dev/null | grep -q 'in_accel_._raw'; }
await "a raw read that hangs" reading_raw
sleep 1
reading_raw && echo "hanging=yes"
first_message hanging
stop_daemon
report
