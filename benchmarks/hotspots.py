"""Where the time of one row goes: functions by their own CPU time, in units of one np.sort."""

import argparse
import cProfile
import pstats
import time


def profile(task, kind, n, tool, engine="numpy", rounds=5):
    """CPU seconds of one np.sort, of one call, and the profile of all calls."""
    from benchmarks.measure import load

    held = load(engine, [tool])  # noqa: F841, the limit lasts as long as the object
    import numpy as np

    from benchmarks.data import make
    from benchmarks.tasks import calls
    from benchmarks.timing import alternate, no_collector

    data = make(kind, n)
    taking = {tool: calls(task, data, [tool])[tool], "sort": (lambda: np.sort(data.score), len)}
    found = alternate(taking, rounds)
    profiler = cProfile.Profile(time.process_time)
    with no_collector(), profiler:
        for _ in range(rounds):
            taking[tool][0]()
    return found["sort"][0], found[tool][0], pstats.Stats(profiler)


def lines(sort, stats, rounds, top):
    """The functions that take most, each with its share in sorts per call."""
    entries = ((own, calls, name) for name, (_, calls, own, _, _) in stats.stats.items())
    for own, calls, (path, number, name) in sorted(entries, reverse=True)[:top]:
        where = f"{path.rsplit('/', 1)[-1]}:{number} {name}" if number else name
        yield f"{own / rounds / sort:8.3f} {calls / rounds:8.0f}  {where}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", nargs="?", default="auc_ap")
    parser.add_argument("kind", nargs="?", default="cont")
    parser.add_argument("n", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--tool", default="prspace")
    parser.add_argument("--engine", choices=("numpy", "numba"), default="numpy")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--top", type=int, default=15, help="functions shown")
    o = parser.parse_args()
    sort, whole, stats = profile(o.task, o.kind, o.n, o.tool, o.engine, o.rounds)
    print(f"np.sort {sort / o.n * 1e9:.3g} ns a row; {o.tool} {whole / o.n * 1e9:.3g} ns,")
    print(f"{whole / sort:.3g} sorts without the profiler. Functions by their own time:")
    print("   sorts    calls")
    print("\n".join(lines(sort, stats, o.rounds, o.top)))


if __name__ == "__main__":
    main()
