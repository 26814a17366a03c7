# In the virtual machine: CPU and wake-ups of both programs with the HID sensor of the real kernel.
# run.sh puts ROUNDS= and LENGTH= (seconds) before it. Prints lines "power PROGRAM STATE SECONDS WAKEUPS CPU_NS".
source /opt/vm-tools/guest/scenario.sh
# Reports a change of this much only, which is the threshold that the daemon sets: the virtual sensor has its own.
plug_in --on-change 0.3
mkdir -p /run/dbus
dbus-daemon --system --fork --nopidfile

# Voluntary context switches and CPU nanoseconds of a process, over its threads.
used() {
    local task words wakeups=0 cpu=0
    for task in /proc/"$1"/task/*; do
        read -r _ words <<<"$(grep ^voluntary "$task/status" 2>/dev/null)"
        wakeups=$((wakeups + words))
        read -r words _ < "$task/schedstat"
        cpu=$((cpu + words))
    done
    echo "$wakeups $cpu"
}
# measure NAME PID STATE SECONDS [COMMAND...] - the command runs every ten seconds.
measure() {
    local name=$1 pid=$2 state=$3 length=$4 before after second
    shift 4
    before=$(used "$pid")
    for ((second = 0; second < length; second += 10)); do
        (($#)) && "$@"
        sleep 10
    done
    after=$(used "$pid")
    read -r a b <<<"$before"
    read -r c d <<<"$after"
    echo "power $name $state $length $((c - a)) $((d - b))"
}
turned=0
turn() {
    turned=$((1 - turned))
    if ((turned)); then tell set -9.80665 0 0; else tell set 0 -9.80665 0; fi
}

for ((round = 0; round < ROUNDS; round++)); do
    orientationd --config /dev/null --socket $socket 2>>/run/daemon.log & daemon=$!
    await "the socket" test -S $socket
    if ((round == 0)); then
        sleep 3
        measure orientationd $daemon alone "$LENGTH"
    fi
    orientationctl monitor --json --socket $socket >>$states & monitor=$!
    await_state deviceOrientation portrait
    sleep 12        # until the looks that follow a report are over
    measure orientationd $daemon still "$LENGTH"
    measure orientationd $daemon turned 20 turn
    echo "hysteresis=$(cat $device/in_accel_hysteresis) frequency=$(cat $device/*sampling_frequency | head -n 1)"
    if ((turned)); then turn; fi
    kill $monitor $daemon
    wait $daemon $monitor

    iio-sensor-proxy >/dev/null 2>&1 & peer=$!
    if ((round == 0)); then
        sleep 20        # until a thread of its start has ended
        measure iio-sensor-proxy $peer alone "$LENGTH"
    fi
    sleep 2
    monitor-sensor >/run/peer.out 2>&1 & monitor=$!
    sleep 20        # until another has
    measure iio-sensor-proxy $peer still "$LENGTH"
    measure iio-sensor-proxy $peer turned 20 turn
    if ((turned)); then turn; fi
    kill $monitor $peer
    wait $peer $monitor
    cat /run/peer.out | sed 's/^/peer: /'
    # Which it leaves enabled at its end, as if somebody still used it.
    echo "peer's buffer: $(cat $device/buffer/enable)"
    echo 0 >$device/buffer/enable
    sleep 4
done
sed 's/^/log: /' /run/daemon.log
