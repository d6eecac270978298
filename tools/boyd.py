"""What survives of the slides on the unachievable region, computed, or written with its signs."""

from fractions import Fraction

from prspace import aucnpr, count_thresholds, davis_goadrich, modified_f1, worst_ranking

FORMULAS = {
    ("slide 16", "least precision"): "p ≥ πr / (1 − π + πr)",
    ("slide 19", "least area"): "1 + (1 − π) ln(1 − π) / π",
    ("slide 25", "normalized area"): "(AUCPR − AUCPR MIN) / (1 − AUCPR MIN)",
    ("slide 36", "F1"): "2pr / (p + r)",
    ("slide 48", "modified F1 above π"): "2(p − π)r / (p − π + (1 − π)r)",
    ("slide 50", "least area"): "1 + (1 − π) ln(1 − π) / π",
}


def boyd_table():
    """Every surviving cell, {(slide, what): value}; formulas as they should read."""
    perfect = count_thresholds([1, 0], [2, 1])
    third = Fraction(1, 3)
    return FORMULAS | {
        ("slide 23", "greatest area"): davis_goadrich(perfect),
        ("slide 25", "least normalized area"): aucnpr(worst_ranking(4, 6)),
        ("slide 25", "greatest normalized area"): aucnpr(perfect),
        ("slide 32", "π at 120:1"): Fraction(1, 1 + 120),
        ("slide 32", "π at 1:1"): Fraction(1, 1 + 1),
        ("slide 46", "f(0, 0)"): modified_f1(Fraction(0), Fraction(0), third),
        ("slide 46", "f(1, π)"): modified_f1(Fraction(1), third, third),
    }
