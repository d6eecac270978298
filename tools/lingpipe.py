"""What LingPipe 3.5 prints beside its table of ten cases, computed."""

from prspace.compat.lingpipe import ScoredPrecisionRecallEvaluation
from prspace.rates import recall, specificity
from prspace.worked import LINGPIPE_CORRECT, LINGPIPE_SCORE, lingpipe_counts

FLAGS = {"false": False, "true": True}


def evaluation():
    """The ten cases, as version 3.5 evaluates them."""
    ten = ScoredPrecisionRecallEvaluation("3.5")
    for correct, score in zip(LINGPIPE_CORRECT, LINGPIPE_SCORE, strict=True):
        ten.add_case(correct, score)
    return ten


def lingpipe_curves():
    """The points of both curves, plain and interpolated."""
    ten, cells = evaluation(), {}
    for name, second in (("prCurve", "precision"), ("rocCurve", "rejection recall")):
        for word, flag in FLAGS.items():
            for k, (x, y) in enumerate(getattr(ten, name)(flag), 1):
                cells |= {(f"{name}({word}) {k}", "recall"): x, (f"{name}({word}) {k}", second): y}
    return cells


def lingpipe_numbers():
    """The single numbers: those of the text after the table, then those of the methods."""
    ten, counts = evaluation(), lingpipe_counts()
    cells = {}
    for rank in (0, 4):
        point = counts.at(LINGPIPE_SCORE[rank])
        cells[f"after rank {rank}", "recall"] = recall(point)
        cells[f"after rank {rank}", "rejection recall"] = specificity(point)
    for name in ("areaUnderPrCurve", "areaUnderRocCurve"):
        cells |= {(name, word): getattr(ten, name)(flag) for word, flag in FLAGS.items()}
    for name in ("averagePrecision", "maximumFMeasure", "prBreakevenPoint", "reciprocalRank"):
        cells[name, ""] = getattr(ten, name)()
    cells["maximumFMeasure", "1"] = ten.maximumFMeasure(1)
    return cells | {("precisionAt", str(n)): ten.precisionAt(n) for n in (5, 10)}
