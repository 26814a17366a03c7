#!/bin/bash
# run.sh [--quick] [--resume] [PART...] - measures this daemon beside iio-sensor-proxy, and writes
# docs/benchmarks.md.
#
#   classifier  the classifier on synthetic traces against its limits; its speed and allocations
#   memory      resident, private and proportional memory with 0 to 1,000 subscribers
#   power       CPU and wake-ups: no client, a still device, a device turned every 10 s
#   latency     from a turn to the subscriber's bytes
#   fanout      one change to 1 to 1,000 subscribers
#   floor       CPU for each sample beside a C program that does the least
#   start speed size growth
#   quality     both programs on the same synthetic traces
#   grid        both programs in every attitude of a sphere grid, with noise
#   vm          power, with a HID sensor on a real kernel in a virtual machine
#   render      docs/benchmarks.md from what is there
#
# Without parts: all, which takes an hour. --quick takes fewer and shorter rounds. Results are
# kept in .build/benchmark/results, so that parts can be run one by one, and the page is made of what is there.
# --resume passes over parts that have been measured since the programs were built. A part that fails, or takes
# longer than it may, is tried once more; then its earlier result stays, the other parts go on, and run.sh ends
# with 1. `make bench` and `make bench QUICK=1` call it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
source "$root/Benchmarks/traces.sh"
results=$work/results
mkdir -p "$results"

quick=()
resume=
part=
while [[ ${1-} == --* ]]; do
    case $1 in
        --quick) quick=(--quick) ;;
        --resume) resume=yes ;;
        --part) part=$2; shift ;;      # measure this one, with everything built: for run.sh itself
        *) die "run.sh: there is no option $1" ;;
    esac
    shift
done

build_all() {
    "$root/scripts/setup" test bench
    for product in orientationd orientationctl ClassifierSpeed; do
        build_release "$product"
    done
    cc -O2 -Wall -o "$work/floor" "$bench/floor.c"
    cc -O2 -Wall -o "$work/sendfloor" "$bench/sendfloor.c"
    cc -O2 -Wall -shared -fPIC -o "$work/peerclock.so" "$bench/peerclock.c" -ldl
    # Programs that load the daemon's libraries and do nothing.
    local libraries=(-Xlinker --no-as-needed -lsystemd -ludev -liio -ljansson -linih)
    echo 'int main(void) { return pause(); }' | cc -O2 -include unistd.h -x c - -o "$work/empty-C" "${libraries[@]}"
    printf 'import Glibc\npause()\n' > "$work/empty.swift"
    swiftc -O -static-stdlib "$work/empty.swift" -o "$work/empty-Swift" "${libraries[@]}"
    # What was just written counts as private dirty memory until it is on the disk.
    sync
}

# Under umockdev, with its library loaded as the testbed needs it.
mocked() { (cd "$bench" && umockdev-wrapper "$root/.venv/bin/python" "$@"); }
# What a part with other tools found is kept like the rest.
keep() {   # PART DATA-FILE
    python3 - "$1" "$2" "$results/$1.json" "${#quick[@]}" <<'PYTHON'
import json, sys, time
part, data, result, quick = sys.argv[1:]
with open(result, "w") as file:
    json.dump({"part": part, "quick": quick == "1", "date": time.strftime("%Y-%m-%d", time.gmtime()),
               "data": json.load(open(data))}, file)
PYTHON
}
every() { if ((${#quick[@]})); then echo "$1"; else echo "$2"; fi; }

measure() {   # PART
    case $1 in
        classifier) if ((${#quick[@]})); then "$bench/classifier.sh" 777; else "$bench/classifier.sh"; fi ;;
        quality)
            seed=777
            traces $seed
            step=$(every 10 1)
            folder=$work/$seed-of-$step
            python3 "$bench/quality.py" choose "$work/$seed" "$folder" --every "$step"
            rm -rf "$work/quality-ours" "$work/quality-peer"
            "$release/orientationctl" replay --manifest "$folder/manifest.json" --out "$work/quality-ours"
            mocked quality.py peer "$folder" "$work/quality-peer"
            for who in ours peer; do
                "$python" "$bench/orientbench.py" score "$folder" "$work/quality-$who" --json "$work/$who.json"
            done
            mocked quality.py real "$work/$seed" quick_turn_000 walking_turn_000 > "$work/real.txt"
            python3 - "$work" "$seed" "$step" > "$work/quality.data" <<'PYTHON'
import json, sys
work, seed, step = sys.argv[1:]
print(json.dumps({
    "seed": int(seed), "every": int(step), "ours": json.load(open(f"{work}/ours.json")),
    "peer": json.load(open(f"{work}/peer.json")), "real": open(f"{work}/real.txt").read()}))
PYTHON
            keep quality "$work/quality.data" ;;
        grid)
            rm -rf "$work/grid" "$work/grid-ours" "$work/grid-peer"
            python3 "$bench/quality.py" grid "$work/grid" --step "$(every 15 5)"
            "$release/orientationctl" replay --manifest "$work/grid/manifest.json" --out "$work/grid-ours"
            mocked quality.py peer "$work/grid" "$work/grid-peer"
            for who in ours peer; do
                python3 "$bench/quality.py" flips "$work/grid" "$work/grid-$who" "$work/grid-$who.json"
            done
            python3 -c 'import json, sys; print(json.dumps({who: json.load(open(f"{sys.argv[1]}/grid-{who}.json")) for who in ("ours", "peer")}))' \
                "$work" > "$work/grid.data"
            keep grid "$work/grid.data" ;;
        vm)
            "$root/scripts/setup" vm
            image=${VM_BUILD:-$root/.vm}
            if [[ ! -e $image/.recipe ]]; then VM_BUILD=$image "$root/Tests/VM/make-rootfs.sh"; fi
            { echo "ROUNDS=$(every 1 5) LENGTH=$(every 20 30)"; cat "$bench/vm-power.sh"; } > "$work/vm-power"
            VM_BUILD=$image "$root/Tests/VM/run-vm.sh" --timeout 1800 --mount "$release:/opt/orientationd" \
                --script "$work/vm-power" > "$work/vm.log"
            python3 -c 'import json, sys
rows = [line.split()[1:] for line in open(sys.argv[1]) if line.startswith("power ")]
assert len({(row[0], row[1]) for row in rows}) == 6, "the virtual machine did not come to its end"
print(json.dumps([{"program": p, "state": s, "seconds": int(n), "wakeups": int(w), "cpu_ms": int(c) / 1e6} for p, s, n, w, c in rows]))' \
                "$work/vm.log" > "$work/vm.data"
            keep vm "$work/vm.data" ;;
        render) python3 "$bench/render.py" "$results" "$root/docs" ;;
        size)
            # The package is there to be weighed; without one, its row stays empty.
            if ((${#quick[@]} == 0)) && [[ -z $(find "$root/dist" -name '*.deb' -newer "$release/orientationd" 2>/dev/null) ]]; then
                "$root/scripts/deb" >&2 || say "no Debian package could be built"
            fi
            mocked measure.py size "$results/size.json" "${quick[@]}" ;;
        memory | power | latency | fanout | floor | start | speed | growth)
            mocked measure.py "$1" "$results/$1.json" "${quick[@]}" ;;
        *) die "run.sh: '$1' is not a part; the head of the file names them" ;;
    esac
}

if [[ $part ]]; then
    measure "$part"
    exit
fi

# is_measured PART - whether there is a result of these programs, with as many rounds.
is_measured() {
    [[ $results/$1.json -nt $release/orientationd ]] || return
    grep -q "\"quick\": $(every true false)" "$results/$1.json"
}
# attempt PART - a part that hangs is ended with all that it has started.
attempt() {
    local start=$SECONDS limit=1200
    if [[ $1 == vm ]]; then limit=2100; fi
    timeout --kill-after=30 $limit "${BASH_SOURCE[0]}" "${quick[@]}" --part "$1" || return
    say "$1: $((SECONDS - start)) s"
}

parts=("$@")
if ((${#parts[@]} == 0)); then
    parts=(classifier size speed start memory fanout floor growth latency quality grid power vm render)
fi
build_all
failed=()
for each in "${parts[@]}"; do
    if [[ $resume ]] && is_measured "$each"; then continue; fi
    say "== $each"
    attempt "$each" || attempt "$each" || failed+=("$each")
done
((${#failed[@]} == 0)) || die "not measured, or a limit was missed: ${failed[*]}; again: Benchmarks/run.sh ${quick[*]} ${failed[*]} render"
