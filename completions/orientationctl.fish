# Completion of orientationctl(1) in fish.

# Whether the words so far begin with these: `at hwdb entry`. Without words: whether no command is there yet.
function __orientationctl_at
    set -l words (commandline -opc)[2..]
    if test (count $argv) -eq 0
        test (count $words) -eq 0
        return
    end
    test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end

# The same, with nothing behind them.
function __orientationctl_only
    set -l words (commandline -opc)[2..]
    test "$words" = "$argv"
end

set -l interfaces "portrait portraitUpsideDown landscapeLeft landscapeRight normal right-up bottom-up left-up"

complete -c orientationctl -f
complete -c orientationctl -l help -d "print help"
complete -c orientationctl -n __orientationctl_at -l version -d "print the version"

complete -c orientationctl -n __orientationctl_at -a status -d "how the device is held and how to draw"
complete -c orientationctl -n __orientationctl_at -a monitor -d "the same after every change"
complete -c orientationctl -n __orientationctl_at -a follow -d "turns the output of the panel"
complete -c orientationctl -n __orientationctl_at -a exec -d "runs a command after every change"
complete -c orientationctl -n __orientationctl_at -a sensors -d "all accelerometers, and why some are not used"
complete -c orientationctl -n __orientationctl_at -a watch -d "all that goes on, live on one screen"
complete -c orientationctl -n __orientationctl_at -a samples -d "the measurements of a sensor, one a line"
complete -c orientationctl -n __orientationctl_at -a record -d "the measurements of a sensor, as a file"
complete -c orientationctl -n __orientationctl_at -a lock -d "the rotation lock"
complete -c orientationctl -n __orientationctl_at -a policy -d "what a client's policy allows"
complete -c orientationctl -n __orientationctl_at -a config -d "the daemon's configuration"
complete -c orientationctl -n __orientationctl_at -a doctor -d "why rotation works or does not"
complete -c orientationctl -n __orientationctl_at -a calibrate -d "finds the mount matrix"
complete -c orientationctl -n __orientationctl_at -a hwdb -d "entries of udev's hardware database"
complete -c orientationctl -n __orientationctl_at -a plot -d "a recording as a picture"
complete -c orientationctl -n __orientationctl_at -a replay -d "recordings through the same decisions"

complete -c orientationctl -n "__orientationctl_at status" -l json -d "print the protocol's State"
complete -c orientationctl -n "__orientationctl_at status" -l is -xa $interfaces -d "ask how an interface is drawn"
complete -c orientationctl -n "__orientationctl_at status" -l is-device -xa "$interfaces faceUp faceDown unknown" -d "ask how the device is held"
complete -c orientationctl -n "__orientationctl_at status" -l policy -rF -d "for a client with that policy"
complete -c orientationctl -n "__orientationctl_at status" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at monitor" -l json -d "print the protocol's State"
complete -c orientationctl -n "__orientationctl_at monitor" -l count -x -d "end after so many states"
complete -c orientationctl -n "__orientationctl_at monitor" -l timeout -x -d "end after so many seconds"
complete -c orientationctl -n "__orientationctl_at monitor" -l policy -rF -d "for a client with that policy"
complete -c orientationctl -n "__orientationctl_at monitor" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at follow" -l sway -d "turn sway"
complete -c orientationctl -n "__orientationctl_at follow" -l hyprland -d "turn Hyprland"
complete -c orientationctl -n "__orientationctl_at follow" -l wlr -d "turn a compositor by wlr-randr"
complete -c orientationctl -n "__orientationctl_at follow" -l x11 -d "turn an X server"
complete -c orientationctl -n "__orientationctl_at follow" -l console -d "turn the text console"
complete -c orientationctl -n "__orientationctl_at follow" -l output -x -d "the output to turn"
complete -c orientationctl -n "__orientationctl_at follow" -l touch -d "touch devices as well"
complete -c orientationctl -n "__orientationctl_at follow" -l policy -rF -d "with what that policy allows"
complete -c orientationctl -n "__orientationctl_at follow" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at exec" -l policy -rF -d "for a client with that policy"
complete -c orientationctl -n "__orientationctl_at exec" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at sensors" -l json -d "print the protocol's Sensor"
complete -c orientationctl -n "__orientationctl_at sensors" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at watch" -l ascii -d "plain characters"
complete -c orientationctl -n "__orientationctl_at watch" -l sensor -x -d "of this sensor"
complete -c orientationctl -n "__orientationctl_at watch" -l direct -d "without the daemon"
complete -c orientationctl -n "__orientationctl_at watch" -l config -rF -d "decide by this configuration"
complete -c orientationctl -n "__orientationctl_at watch" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at samples" -l csv -d "print CSV"
complete -c orientationctl -n "__orientationctl_at samples" -l json -d "print the protocol's Sample"
complete -c orientationctl -n "__orientationctl_at samples" -l rate -x -d "at most so many a second"
complete -c orientationctl -n "__orientationctl_at samples" -l count -x -d "end after so many samples"
complete -c orientationctl -n "__orientationctl_at samples" -l sensor -x -d "of this sensor"
complete -c orientationctl -n "__orientationctl_at samples" -l direct -d "without the daemon"
complete -c orientationctl -n "__orientationctl_at samples" -l config -rF -d "the daemon's configuration"
complete -c orientationctl -n "__orientationctl_at samples" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at record" -F
complete -c orientationctl -n "__orientationctl_at record" -l seconds -x -d "end after so many seconds"
complete -c orientationctl -n "__orientationctl_at record" -l force -d "replace a file that is there"
complete -c orientationctl -n "__orientationctl_at record" -l sensor -x -d "of this sensor"
complete -c orientationctl -n "__orientationctl_at record" -l direct -d "without the daemon"
complete -c orientationctl -n "__orientationctl_at record" -l config -rF -d "the daemon's configuration"
complete -c orientationctl -n "__orientationctl_at record" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_only lock" -a "on off toggle"
complete -c orientationctl -n "__orientationctl_only lock on" -a $interfaces
complete -c orientationctl -n "__orientationctl_only lock toggle" -a $interfaces
complete -c orientationctl -n "__orientationctl_at lock" -l json -d "print the protocol's RotationLock"
complete -c orientationctl -n "__orientationctl_at lock" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_only policy" -a check -d "which orientations are left, level by level"
complete -c orientationctl -n "__orientationctl_at policy check" -F
complete -c orientationctl -n "__orientationctl_at policy check" -l kind -xa "pad phone" -d "without configuration"
complete -c orientationctl -n "__orientationctl_at policy check" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_only config" -a check -d "whether the files are right"
complete -c orientationctl -n "__orientationctl_only config" -a show -d "each value and the file it is from"
complete -c orientationctl -n "__orientationctl_at config check" -F
complete -c orientationctl -n "__orientationctl_at config show" -F
complete -c orientationctl -n "__orientationctl_at config show" -l json -d "print JSON"

complete -c orientationctl -n "__orientationctl_at doctor" -l json -d "print JSON"
complete -c orientationctl -n "__orientationctl_at doctor" -l config -rF -d "the daemon's configuration"
complete -c orientationctl -n "__orientationctl_at doctor" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_at calibrate" -l all -d "ask for all six postures"
complete -c orientationctl -n "__orientationctl_at calibrate" -l exact -d "any rotation"
complete -c orientationctl -n "__orientationctl_at calibrate" -l apply -d "put the matrix into force"
complete -c orientationctl -n "__orientationctl_at calibrate" -l undo -d "put back what was before"
complete -c orientationctl -n "__orientationctl_at calibrate" -l case -rF -d "estimate from this file"
complete -c orientationctl -n "__orientationctl_at calibrate" -l json -d "print JSON"
complete -c orientationctl -n "__orientationctl_at calibrate" -l sensor -x -d "of this sensor"
complete -c orientationctl -n "__orientationctl_at calibrate" -l direct -d "without the daemon"
complete -c orientationctl -n "__orientationctl_at calibrate" -l config -rF -d "the daemon's configuration"
complete -c orientationctl -n "__orientationctl_at calibrate" -l socket -rF -d "where the daemon listens"

complete -c orientationctl -n "__orientationctl_only hwdb" -a entry -d "writes an entry for this machine"
complete -c orientationctl -n "__orientationctl_only hwdb" -a lint -d "finds mistakes in a file of entries"
complete -c orientationctl -n "__orientationctl_at hwdb entry" -l matrix -x -d "the mount matrix"
complete -c orientationctl -n "__orientationctl_at hwdb entry" -l sensor -x -d "of this sensor"
complete -c orientationctl -n "__orientationctl_at hwdb entry" -l recording -rF -d "for the machine of a recording"
complete -c orientationctl -n "__orientationctl_at hwdb entry" -l config -rF -d "the daemon's configuration"
complete -c orientationctl -n "__orientationctl_at hwdb lint" -F
complete -c orientationctl -n "__orientationctl_at hwdb lint" -l json -d "print JSON"

complete -c orientationctl -n "__orientationctl_at plot" -F
complete -c orientationctl -n "__orientationctl_at plot" -s o -l output -rF -d "write to this .svg or .png"
complete -c orientationctl -n "__orientationctl_at plot" -l from -x -d "from so many seconds on"
complete -c orientationctl -n "__orientationctl_at plot" -l to -x -d "up to so many seconds"
complete -c orientationctl -n "__orientationctl_at plot" -l config -rF -d "with these settings"
complete -c orientationctl -n "__orientationctl_at plot" -l lenient -d "pass over what is wrong"
complete -c orientationctl -n "__orientationctl_at plot" -l force -d "replace a file that is there"

complete -c orientationctl -n "__orientationctl_at replay" -F
complete -c orientationctl -n "__orientationctl_at replay" -l csv -d "print CSV"
complete -c orientationctl -n "__orientationctl_at replay" -l out -xa "(__fish_complete_directories)" -d "write to this folder"
complete -c orientationctl -n "__orientationctl_at replay" -l manifest -rF -d "every trace of a benchmark"
complete -c orientationctl -n "__orientationctl_at replay" -l config -rF -d "with these settings"
complete -c orientationctl -n "__orientationctl_at replay" -l lenient -d "pass over what is wrong"
complete -c orientationctl -n "__orientationctl_at replay" -l force -d "replace a file that is there"
