# Sourced by run.sh and classifier.sh: the synthetic traces, and a Python that makes and scores them.

bench=$root/Benchmarks
work=$root/.build/benchmark
release=$root/.build/release
mkdir -p "$work"

build_release() { build -c release --static-swift-stdlib --product "$1"; }

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
