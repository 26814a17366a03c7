# Sourced by the scenarios, in the guest. A scenario acts, and prints what happened for the test that
# started it: the states as orientationctl prints them, and facts as NAME=VALUE.

control=/run/accel socket=/run/org.orientationd states=/run/states
device=/sys/bus/iio/devices/iio:device0
PATH=/opt/orientationd:$PATH
daemon= monitor=

# await WHAT COMMAND... - until COMMAND succeeds; after a minute the scenario fails.
await() {
    local what=$1 end=$(($(now_ms) + 60000))
    shift
    while (($(now_ms) < end)); do
        "$@" && return
        nap 0.1
    done
    echo "failed=not within 60 s: $what"
    report
    exit 1
}

# Waits for so many seconds without starting a program.
mkfifo /run/silence && exec {silence}<>/run/silence
nap() { read -rt "$1" -u $silence || :; }

# The time in milliseconds, from a clock that goes on evenly.
now_ms() { local up; read -r up _ </proc/uptime; echo "${up/./}0"; }

# within FACT COMMAND... - until COMMAND succeeds, as `await`; tells how many milliseconds that took.
within() {
    local fact=$1 before
    shift
    before=$(now_ms)
    await "$fact" "$@"
    echo "$fact=$(($(now_ms) - before))"
}

# The sensor: a HID accelerometer, held as portrait until it is told otherwise.
plug_in() {
    modprobe uhid
    virtual-accel --control $control "$@" >/run/accel.out </dev/null &
    await "the sensor is there" plugged_in
    tell set 0 -9.80665 0
    udevadm settle
}
plugged_in() { [[ -e /dev/iio:device0 && -e $device/buffer/enable ]]; }
tell() { echo "$*" > $control; }

start_daemon() {
    orientationd --config /dev/null --socket $socket "$@" 2>>/run/daemon.log & daemon=$!
    await "the socket" test -S $socket
}
start_monitor() {
    orientationctl monitor --json --socket $socket >>$states & monitor=$!
}

# The last state that the monitor printed has this value in this field.
last_state() { [[ $(tail -n 1 $states 2>/dev/null) =~ \"$1\":\ ?\"$2\" ]]; }
last_field() { tail -n 1 $states 2>/dev/null | sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"; }
await_field() { await "$1 is $2" field_is "$1" "$2"; }
field_is() { [[ $(last_field "$1") == "$2" ]]; }
await_state() { await "$1 is $2" last_state "$1" "$2"; }

# first_message STATE - how long a new subscriber waits while the sensor is in that state, in milliseconds.
first_message() { echo "first_message_$1=$(first-message $socket)"; }

# What the daemon says of the sensors, a line each; and one field of the one that is used.
sensors() { orientationctl sensors --json --socket $socket; }
selected() { sensors | grep '"selected": *true' | sed -n "s/.*\"$1\": *\"\?\([^,\"}]*\).*/\1/p"; }

# doctor CASE - what orientationctl says of the machine: its exit status, and whatever is no praise.
doctor() {
    local status=0
    orientationctl doctor --json --config /dev/null --socket $socket > /run/doctor || status=$?
    echo "doctor_$1=$status"
    tr -d '\n' < /run/doctor | sed 's/} *, *{/}\n{/g' | grep -v '"severity": *"ok"' | sed "s/^/doctor_$1: /"
}

# Ends the daemon and tells how long that took.
stop_daemon() {
    local before after status
    before=$(date +%s%N)
    kill -TERM $daemon
    wait $daemon
    status=$?
    after=$(date +%s%N)
    echo "stop_ms=$(((after - before) / 1000000))"
    echo "stop_status=$status"
}

# Under systemd: the package in /opt/package if there is one, else the files of the repository in /opt/source
# and the programs in /opt/orientationd. The socket is served, the service not yet started.
install_service() {
    local files=/opt/source/systemd
    socket=/run/orientationd/org.orientationd
    if [[ -d /opt/package ]]; then
        PATH=${PATH#/opt/orientationd:}
        if ! dpkg -i /opt/package/*.deb >/run/dpkg.out 2>&1; then
            echo "failed=dpkg: $(tr '\n' ' ' </run/dpkg.out)"
            exit 1
        fi
        echo "after_install=$(systemctl is-active orientationd.socket orientationd.service | tr '\n' ' ')"
        echo "enabled=$(systemctl is-enabled orientationd.socket orientationd.service | tr '\n' ' ')"
        systemctl stop orientationd.service
    else
        systemd-sysusers $files/sysusers.conf
        systemd-tmpfiles --create $files/tmpfiles.conf
        mkdir -p /run/udev/rules.d
        cp $files/70-orientationd.rules /run/udev/rules.d/
        cp $files/orientationd.socket /run/systemd/system/
        sed 's|@SBINDIR@|/opt/orientationd|; s|@DOCDIR@|/opt/source|' $files/orientationd.service.in \
            > /run/systemd/system/orientationd.service
        udevadm control --reload
        systemctl daemon-reload
        systemctl start orientationd.socket
    fi
}
property() { systemctl show -p "$1" --value orientationd.service; }
active() { [[ $(systemctl is-active orientationd.service) == active ]]; }

# Stops the service and tells how long that took by the service manager's clock, and how it ended.
stop_service() {
    systemctl stop orientationd.service
    echo "stop_ms=$((($(property InactiveEnterTimestampMonotonic) - $(property ActiveExitTimestampMonotonic)) / 1000))"
    echo "result=$(property Result)"
}

report() {
    kill $monitor 2>/dev/null
    cat $states 2>/dev/null
    sed 's/^/log: /' /run/daemon.log 2>/dev/null
    [[ ! -d /run/systemd/system ]] || journalctl -u orientationd -o cat --no-pager 2>/dev/null | sed 's/^/log: /'
    sed 's/^/sensor: /' /run/accel.out 2>/dev/null
    return 0
}
