"""The default random numbers of R, so that examples published with a seed can be drawn again."""

import random
from statistics import NormalDist

STEP = 2.3283064365386963e-10
FINE = 2**27


class RRandom:
    "Uniform and normal numbers as R draws them after set.seed."

    def __init__(self, seed):
        state = seed % 2**32
        words = []
        for step in range(50 + 625):
            state = (69069 * state + 1) % 2**32
            if step >= 50:
                words.append(state)
        self.source = random.Random()
        self.source.setstate((3, (*words[1:], 624), None))

    def unit(self):
        "One number between 0 and 1."
        return self.source.getrandbits(32) * STEP

    def uniform(self, size, low, high):
        "Numbers between low and high."
        return [low + (high - low) * self.unit() for _ in range(size)]

    def normal(self, size, mean):
        "Normal numbers of standard deviation 1, by inversion."
        draws = []
        for _ in range(size):
            u = int(FINE * self.unit()) + self.unit()
            draws.append(mean + NormalDist().inv_cdf(u / FINE))
        return draws


def draw(seed, draws):
    "Labels, scores and weights of a published example; soft labels make two rows of each item."
    source = RRandom(seed)
    scores, labels, soft = [], [], []
    for kind, size, *rest in draws:
        if kind == "soft":
            soft += source.uniform(size, *rest)
        else:
            *shape, label = rest
            scores += getattr(source, kind)(size, *shape)
            labels += [label] * size
    if not soft:
        return labels, scores, None
    both = [1] * len(scores) + [0] * len(scores)
    return both, scores * 2, soft + [1 - w for w in soft]
