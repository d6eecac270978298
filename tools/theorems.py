"""Print each theorem with its verdict."""

import sys
from collections import Counter

VERDICTS = ("proved", "proved by reduction", "exhaustive", "sampled", "refuted", "open")


def verdicts():
    """Slug and verdict of every theorem, computed now."""
    from prspace.theory.registry import verdicts

    return verdicts()


def misses(found):
    """Theorems that are open, or whose verdict is no known word."""
    bad = {slug: v for slug, v in found.items() if v == "open" or v not in VERDICTS}
    return [f"{slug}: {verdict}" for slug, verdict in bad.items()] or (
        [] if found else ["no theorem"]
    )


def count(found):
    """How many theorems have which verdict, in one line."""
    number = Counter(found.values())
    return " · ".join(f"{number[v]} {v}" for v in VERDICTS if number[v] or v == "open")


def main():
    found = verdicts()
    for slug, verdict in found.items():
        print(f"{slug:40} {verdict}")
    print(count(found))
    sys.exit(bool(misses(found)))


if __name__ == "__main__":
    main()
