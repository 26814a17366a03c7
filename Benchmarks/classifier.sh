#!/bin/bash
# classifier.sh [SEED...] - the classifier against synthetic traces with known truth, its speed, and what an
# hour of recording costs.
#
# Without seeds: the three on which it was chosen, whose figures it must keep (docs/classifier.md),
# and three others, on which it must reach the targets. With seeds: those, against the targets.
# Traces are made once for each seed, in .build/benchmark (60 MB a seed).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
source "$root/Benchmarks/traces.sh"

build_release orientationctl
build_release ClassifierSpeed

# score SEED - replay all traces and print the table.
score() {
    traces "$1"
    rm -rf "$work/results-$1"
    "$release/orientationctl" replay --manifest "$work/$1/manifest.json" --out "$work/results-$1"
    "$python" "$bench/orientbench.py" score "$work/$1" "$work/results-$1" --json "$work/$1.json"
}

if (($#)); then
    chosen=()
    others=("$@")
else
    chosen=(20250611 777 4242)
    others=(1 2024 90210)
fi
for seed in "${chosen[@]}" "${others[@]}"; do score "$seed"; done

status=0
if ((${#chosen[@]})); then
    "$python" "$bench/judge.py" kept "${chosen[@]/#/$work/}" || status=1
fi
"$python" "$bench/judge.py" target "${others[@]/#/$work/}" || status=1

printf '\n## Speed\n'
"$release/ClassifierSpeed"
cc -O -shared -fPIC -o "$work/count-allocations.so" "$bench/count-allocations.c"
# One and two million samples: what is allocated on the way of a sample is the difference.
allocations() { LD_PRELOAD=$work/count-allocations.so "$release/ClassifierSpeed" "$1" 2>&1 >/dev/null; }
one=$(allocations 1000000)
two=$(allocations 2000000)
echo "allocations on the way of a million samples: $((two - one))"
((two == one)) || status=1

printf '\n## An hour of recording at 100 Hz\n'
python3 "$bench/hour.py" make "$work/hour.csv"
hour() { python3 "$bench/hour.py" measure "$1" 200 "$release/orientationctl" "${@:2}" || status=1; }
hour 2 replay "$work/hour.csv"
hour 5 plot "$work/hour.csv" --force -o "$work/hour.svg"
hour 5 plot "$work/hour.csv" --force -o "$work/hour.png"
exit $status
