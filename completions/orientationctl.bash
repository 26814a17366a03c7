# Completion of orientationctl(1), orientationd(8) and orientation-sensorproxy(8) in bash.

# The options of a command, and behind them the values of the option or argument that comes next.
_orientationctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local interfaces="portrait portraitUpsideDown landscapeLeft landscapeRight normal right-up bottom-up left-up"
    COMPREPLY=()

    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "status monitor follow exec sensors watch samples record lock policy config doctor
            calibrate hwdb plot replay --help --version" -- "$current")
        return
    fi

    case $previous in
        --socket | --policy | --config | --case | --manifest | --recording | -o)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            compopt -o filenames 2>/dev/null
            return ;;
        --out)
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            compopt -o filenames 2>/dev/null
            return ;;
        --output)
            # The name of a screen elsewhere.
            [[ ${COMP_WORDS[1]} == plot ]] && mapfile -t COMPREPLY < <(compgen -f -- "$current")
            compopt -o filenames 2>/dev/null
            return ;;
        --is) mapfile -t COMPREPLY < <(compgen -W "$interfaces" -- "$current"); return ;;
        --is-device) mapfile -t COMPREPLY < <(compgen -W "$interfaces faceUp faceDown unknown" -- "$current"); return ;;
        --kind) mapfile -t COMPREPLY < <(compgen -W "pad phone" -- "$current"); return ;;
        --count | --timeout | --rate | --seconds | --sensor | --matrix | --from | --to) return ;;
    esac

    local options= words= files=no
    case ${COMP_WORDS[1]} in
        status) options="--json --is --is-device --policy --socket" ;;
        monitor) options="--json --count --timeout --policy --socket" ;;
        follow) options="--sway --hyprland --wlr --x11 --console --output --touch --policy --socket" ;;
        exec) options="--policy --socket" files=yes ;;
        sensors) options="--json --socket" ;;
        watch) options="--ascii --sensor --direct --config --socket" ;;
        samples) options="--csv --json --rate --count --sensor --direct --config --socket" ;;
        record) options="--seconds --force --sensor --direct --config --socket" files=yes ;;
        lock)
            options="--json --socket"
            case $previous in
                lock) words="on off toggle" ;;
                on | toggle) words=$interfaces ;;
            esac ;;
        policy)
            if ((COMP_CWORD == 2)); then words=check; else options="--kind --socket" files=yes; fi ;;
        config)
            case $COMP_CWORD:${COMP_WORDS[2]} in
                2:*) words="check show" ;;
                *:check) files=yes ;;
                *:show) options="--json" files=yes ;;
            esac ;;
        doctor) options="--json --config --socket" ;;
        calibrate)
            options="--all --exact --apply --undo --case --json --sensor --direct --config --socket" ;;
        hwdb)
            case $COMP_CWORD:${COMP_WORDS[2]} in
                2:*) words="entry lint" ;;
                *:entry) options="--matrix --sensor --recording --config" ;;
                *:lint) options="--json" files=yes ;;
            esac ;;
        plot) options="--output --from --to --config --lenient --force" files=yes ;;
        replay) options="--csv --out --manifest --config --lenient --force" files=yes ;;
        *) return ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options --help" -- "$current")
    elif [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    elif [[ $files == yes ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _orientationctl orientationctl

_orientationd() {
    local current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    case ${COMP_WORDS[COMP_CWORD - 1]} in
        --config | --socket)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            compopt -o filenames 2>/dev/null ;;
        --sensor | --uri) ;;
        *) mapfile -t COMPREPLY < <(compgen -W "--config --socket --sensor --uri --verbose --version --help" -- "$current") ;;
    esac
}
complete -F _orientationd orientationd

_orientation-sensorproxy() {
    local current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    case ${COMP_WORDS[COMP_CWORD - 1]} in
        --socket)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            compopt -o filenames 2>/dev/null ;;
        --bus) mapfile -t COMPREPLY < <(compgen -W "system session" -- "$current") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "--socket --bus --verbose --version --help" -- "$current") ;;
    esac
}
complete -F _orientation-sensorproxy orientation-sensorproxy
