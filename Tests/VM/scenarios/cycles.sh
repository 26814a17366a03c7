# Unplugged and plugged in again fifty times, and turned each time.
source /opt/vm-tools/guest/scenario.sh
plug_in
start_daemon
start_monitor
await_state deviceOrientation portrait
resident() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$daemon/status; }
open_files() { local files=(/proc/$daemon/fd/*); echo ${#files[@]}; }
for ((i = 1; i <= 50; i++)); do
    if ((i % 2)); then side="9.80665 0 0" name=landscapeRight; else side="0 -9.80665 0" name=portrait; fi
    tell unplug
    await_state sensorStatus absent
    tell set $side
    tell plug
    await_state deviceOrientation $name
    # By now everything has been used a few times.
    ((i != 10)) || echo "before=$(resident) $(open_files)"
done
echo "after=$(resident) $(open_files)"
stop_daemon
report
