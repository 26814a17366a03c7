#!/bin/bash
# run.sh [SEED...] - the classifier against synthetic traces with known truth, and its speed.
#
# Without seeds: the three on which it was chosen, whose figures it must keep (docs/classifier.md),
# and three others, on which it must reach the targets. With seeds: those, against the targets.
# Traces are made once for each seed, in .build/benchmark (60 MB a seed). `make bench` calls it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
bench=$root/Benchmarks
work=$root/.build/benchmark
mkdir -p "$work"

# A Python with numpy: the system's, else one of its own.
python=/usr/bin/python3
if ! "$python" -c 'import numpy' 2>/dev/null; then
    if [[ ! -x $work/venv/bin/python ]]; then
        say "making a Python environment with numpy in .build/benchmark/venv"
        "$python" -m venv "$work/venv"
    fi
    python=$work/venv/bin/python
    "$python" -c 'import numpy' 2>/dev/null || "$python" -m pip install --quiet numpy
fi

build -c release --product orientationctl
build -c release --product ClassifierSpeed
release=$root/.build/release

# traces SEED - make them, unless they are there and of this generator.
traces() {
    local stamp=$work/$1/generator.sum
    local sum
    sum=$(sha256sum < "$bench/orientbench.py")
    if [[ -f $stamp && $(< "$stamp") == "$sum" ]]; then return; fi
    say "making the traces of seed $1"
    rm -rf "${work:?}/$1"
    "$python" "$bench/orientbench.py" gen "$work/$1" --seed "$1" >&2
    echo "$sum" > "$stamp"
}

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
exit $status
