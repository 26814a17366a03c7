#!/usr/bin/env python3
"""Makes the demonstration recording, config/demonstration.csv.

A tablet lies on a table, is picked up, turned through all four sides, laid flat, turned over
and back. 40 s at 25 samples a second, as a cheap sensor in a hand sees it. The same every time.

    scripts/make-demonstration.py > config/demonstration.csv

Device frame, m/s²: x to the right edge, y to the top edge, z out of the display; at rest +9.81
on the axis that points up. `roll` is the angle of up in the plane of the display: 0 portrait,
90 landscapeLeft (turned counter-clockwise); `elevation` is that of the display's normal: 0
upright, 90 face up.
"""
import math
import random

G = 9.80665
RATE = 25.0
STEPS_PER_SAMPLE = 16          # motion is calculated at 400 Hz
STEP = 1 / (RATE * STEPS_PER_SAMPLE)
ARM = (0.06, -0.09)            # the sensor's place in the casing, metres from the turning point

# until (s), roll, elevation at that time, what goes on
LIE, HAND = "lie", "hand"
STORY = [
    (4.0, 0, 89, LIE),         # faceUp
    (4.9, 3, 24, HAND),        # picked up
    (9.0, 2, 26, HAND),        # portrait
    (9.6, 92, 22, HAND),
    (14.0, 90, 25, HAND),      # landscapeLeft
    (14.6, 181, 27, HAND),
    (19.0, 178, 24, HAND),     # portraitUpsideDown
    (19.6, 268, 21, HAND),
    (24.0, 271, 25, HAND),     # landscapeRight
    (24.6, 358, 26, HAND),
    (29.0, 361, 23, HAND),     # portrait
    (30.0, 365, 89, HAND),     # laid down
    (33.0, 365, 89, LIE),      # faceUp
    (33.6, 365, -89, HAND),    # turned over its bottom edge, without a stop
    (37.0, 365, -89, LIE),     # faceDown
    (37.6, 365, 89, HAND),
    (40.0, 365, 89, LIE),      # faceUp
]


def smooth(share):
    """A movement that starts and ends without a jerk."""
    return share ** 3 * (10 - 15 * share + 6 * share * share)


def attitude(time):
    """Roll and elevation in degrees, and whether a hand holds the tablet."""
    start, roll, elevation = 0.0, STORY[0][1], STORY[0][2]
    for until, next_roll, next_elevation, holder in STORY:
        if time < until:
            share = smooth((time - start) / (until - start))
            return (roll + share * (next_roll - roll),
                    elevation + share * (next_elevation - elevation), holder == HAND)
        start, roll, elevation = until, next_roll, next_elevation
    return roll, elevation, False


def sway(time):
    """How a hand drifts: two slow waves for each of roll and elevation, in degrees."""
    wave = lambda frequency, phase: math.sin(2 * math.pi * (frequency * time + phase))
    return 0.9 * wave(0.31, 0.2) + 0.5 * wave(0.67, 0.7), 0.8 * wave(0.23, 0.4) + 0.6 * wave(0.53, 0.1)


def up(roll, elevation):
    r, e = math.radians(roll), math.radians(elevation)
    return math.cos(e) * math.sin(r), math.cos(e) * math.cos(r), math.sin(e)


def main():
    source = random.Random(40)

    def noise(sigma):
        # Box and Muller's; the module's own gauss() has changed between versions of Python.
        return sigma * math.sqrt(-2 * math.log(1 - source.random())) * math.cos(2 * math.pi * source.random())

    print("t_s,x,y,z")
    contacts = [30.0, 33.6, 37.6]   # when it touches the table
    for sample in range(int(STORY[-1][0] * RATE)):
        time = sample / RATE + noise(0.0006)
        roll, elevation, held = attitude(time)
        drift = sway(time) if held else (0.0, 0.0)
        acceleration = [G * part for part in up(roll + drift[0], elevation + drift[1])]

        # Off the turning point the sensor feels the turn itself.
        turn = [math.radians(attitude(time + offset)[0]) for offset in (-STEP, 0, STEP)]
        speed = (turn[2] - turn[0]) / (2 * STEP)
        change = (turn[2] - 2 * turn[1] + turn[0]) / STEP ** 2
        acceleration[0] += -change * ARM[1] - speed * speed * ARM[0]
        acceleration[1] += change * ARM[0] - speed * speed * ARM[1]

        if held:
            for axis, frequency in enumerate((8.3, 9.1, 7.7)):
                acceleration[axis] += 0.10 * math.sin(2 * math.pi * frequency * time + axis)
        for contact in contacts:
            if 0 <= time - contact < 0.2:
                acceleration[2] += 9 * math.exp(-(time - contact) / 0.025) * math.cos(270 * (time - contact))
        acceleration = [part + noise(0.05) for part in acceleration]
        print("%.4f,%.3f,%.3f,%.3f" % (max(time, 0.0), *acceleration))


if __name__ == "__main__":
    main()
