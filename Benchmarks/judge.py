#!/usr/bin/env python3
"""Judges scores of the benchmark: judge.py kept|target SCORE...

SCORE is the file that `orientbench.py score --json SCORE.json` wrote, without `.json`. Means over
the given seeds are held against what the classifier reached when it was chosen (kept), or against
what any change of it must reach (target). Ends with 1 if one is worse.
"""
import json
import sys

# Latency from the end of a turn, milliseconds: (median, 95th percentile).
KEPT = {
    "quick_turn": (129, 188.5), "pickup_putdown": (179.5, 405.5), "walking_turn": (135.5, 263),
    "rate_5Hz": (264.5, 383), "rate_10Hz": (212, 287), "rate_200Hz": (120, 153.5), "bias": (139, 190.5),
    "quant8": (139.5, 216), "dropped": (155.5, 270.5),
}
TARGET = {
    "quick_turn": (150, 220), "pickup_putdown": (200, 450), "walking_turn": (160, 300),
    "rate_5Hz": (300, 450), "rate_10Hz": (230, 320), "rate_200Hz": (150, 200), "bias": (160, 220),
    "quant8": (160, 250), "dropped": (180, 320),
}
# Means over the families: needless changes an hour, share of time in error in percent.
TOTALS = {"kept": {"excess_h": 0.125, "err": 0.09}, "target": {"excess_h": 0.4, "err": 0.11}}


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def main():
    which, *names = sys.argv[1:]
    scores = [json.load(open(name + ".json")) for name in names]
    worse = []

    def line(what, reached, limit, digits):
        good = round(reached, 4) <= limit
        if not good:
            worse.append(what)
        print("%-34s %8.*f  limit %7.*f%s" % (what, digits, reached, digits, limit, "" if good else "  WORSE"))

    print("\n## Means over %d seeds against what was %s" % (
        len(scores), "reached before" if which == "kept" else "aimed at"))
    for what, limit, digits in [("false_h", 0, 2), ("flaps_h", 0, 2), ("missed", 0, 2)]:
        line(what, mean(score["total"][what] for score in scores), limit, digits)
    line("final label wrong %", 100 - mean(score["total"]["final"] for score in scores), 0, 2)
    for what, limit in TOTALS[which].items():
        line(what, mean(score["total"][what] for score in scores), limit, 3)
    for family, limits in (KEPT if which == "kept" else TARGET).items():
        for quantile, limit in zip(("p50", "p95"), limits):
            reached = mean(score["families"][family][quantile] for score in scores)
            line("%s %s ms" % (family, quantile), reached, limit, 1)
    lap = mean(score["families"]["lap"]["excess_h"] for score in scores)
    line("lap excess_h", lap, 2 if which == "kept" else 3, 1)
    silence = max(score["families"]["silence"]["silence_ms"] or 9e9 for score in scores)
    line("silence noticed after ms", silence, 2000.5 if which == "kept" else 2500, 1)
    if worse:
        print("worse than it must be: %s" % ", ".join(worse))
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
