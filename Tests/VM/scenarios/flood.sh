# Under systemd, with the memory that the unit allows: 500 clients make the daemon hold as much as they can.
source /opt/vm-tools/guest/scenario.sh
install_service
plug_in
start_monitor
await_state deviceOrientation portrait
group=/sys/fs/cgroup/$(property ControlGroup)
echo "memory_before=$(<$group/memory.current)"

# Answers that nobody reads, behind calls that nobody takes; and messages that have no end.
flood() {
    ulimit -n 1024
    perl -MSocket -e '
        my $call = q({"method":"org.varlink.service.GetInterfaceDescription",)
            . q("parameters":{"interface":"org.orientationd"}}) . "\0";
        my $half = q({"method":") . "a" x 65000;
        my @clients;
        for my $number (1 .. 500) {
            my $client;
            socket($client, PF_UNIX, SOCK_STREAM, 0) && connect($client, sockaddr_un($ARGV[0])) or die $!;
            syswrite($client, $number % 2 ? $call x 600 : $half);
            push @clients, $client;
        }
        open(my $done, ">", "/run/flooded"); close($done);
        sleep 300' $socket
}
flood & flooding=$!
await "500 clients" test -e /run/flooded

# Whoever reads is served all the while.
tell set -9.80665 0 0
await_state deviceOrientation landscapeLeft
closed() { journalctl -u orientationd.service -o cat --no-pager | grep -q 'this one most; closed'; }
await "connections that hold most are closed" closed
answered() { [[ $(orientationctl status --json --socket $socket) =~ \"interfaceOrientation\":\ ?\"landscapeRight\" ]]; }
await "the answer to a new client" answered
tell set 0 -9.80665 0
await_state deviceOrientation portrait
echo "memory_flooded=$(<$group/memory.current)"
echo "memory_events=$(tr '\n' ' ' <$group/memory.events)"
echo "restarts=$(property NRestarts)"
kill $flooding
stop_service
report
