#!/usr/bin/env python3
"""What an hour of recording costs.

    hour.py make FILE                         a made-up recording of an hour at 100 Hz
    hour.py measure SECONDS MEGABYTES COMMAND...   runs it; ends with 1 where it took more
"""

import math
import random
import resource
import subprocess
import sys
import time

RATE, LENGTH, STEP = 100, 3600, 0.000598
HOLDS = [(0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, 0, 1), (0, 0.72, 0.69), (0, 0, -1)]


def make(path):
    """A tablet that is turned every few seconds, and shaken at times."""
    chance = random.Random(1)
    before = after = HOLDS[0]
    start = turn = shaking = 0
    with open(path, "w") as file:
        file.write("# orientationd recording 1\n"
                   f"# scale: {STEP} {STEP} {STEP}\n# offset: 0 0 0\n# frame: 1 0 0 0 1 0 0 0 1\n"
                   "t_ns,raw_x,raw_y,raw_z,device\n")
        for number in range(RATE * LENGTH):
            now = number / RATE
            if now >= turn:
                before, after, start = after, chance.choice(HOLDS), now
                turn, shaking = now + chance.uniform(3, 40), chance.choice([0, 0, 0, 1, 8])
            share = min(1, (now - start) / 0.5)
            way = [a + (b - a) * share for a, b in zip(before, after)]
            size = math.hypot(*way) or 1
            axes = [round((9.81 * each / size + chance.gauss(0, 0.05) + shaking * math.sin(now * (30 + 7 * axis))) / STEP)
                    for axis, each in enumerate(way)]
            file.write("%d,%d,%d,%d,\n" % (number * 10_000_000, *axes))
        file.write(f"# end: {RATE * LENGTH} samples\n")


def measure(seconds, megabytes, command):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{took:5.2f} s of {seconds:g}, {used:4.0f} MB of {megabytes:g}: {' '.join(command[1:2] + command[-1:])}")
    return took <= seconds and used <= megabytes


if sys.argv[1] == "make":
    make(sys.argv[2])
else:
    sys.exit(0 if measure(float(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]) else 1)
