"""Process CPU time of competitors that take turns in shuffled order."""

import gc
import random
import statistics
import time
from contextlib import contextmanager

SHORTEST, LONGEST = 0.005, 10.0  # seconds: one measurement, and all of one competitor


@contextmanager
def no_collector():
    """Without the garbage collector, which would run in someone's turn."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cpu(call, times=1):
    """CPU seconds of one call, of all threads of this process."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times


def warm(call, read):
    """What a first call finds, and about how many CPU seconds a call takes."""
    start = time.process_time()
    found = read(call())
    seconds = time.process_time() - start
    return found, seconds if seconds > 0.1 else min(seconds, cpu(call))


def alternate(calls, rounds, seed=0):
    """Median CPU seconds, number of rounds, and what was found, for each name of (call, read).

    Competitors take turns in an order shuffled anew each round. A call shorter than 5 ms is
    repeated within its turn. One that would take more than ten seconds in all leaves early, after
    two rounds at least. Each is called before, so that nobody pays for loading.
    """
    shuffle, seconds = random.Random(seed).shuffle, {name: [] for name in calls}
    with no_collector():
        seen = {name: warm(*pair) for name, pair in calls.items()}
        times = {name: max(1, round(SHORTEST / max(t, 1e-7))) for name, (_, t) in seen.items()}
        stay = {n: min(rounds, max(2, int(LONGEST / max(t, 1e-7)))) for n, (_, t) in seen.items()}
        for turn in range(rounds):
            order = [name for name in calls if turn < stay[name]]
            shuffle(order)
            for name in order:
                seconds[name].append(cpu(calls[name][0], times[name]))
    return {n: (statistics.median(s), len(s), seen[n][0]) for n, s in seconds.items()}
