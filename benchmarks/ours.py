"""prspace, as a user types it: every call counts the arrays anew, all checks included."""

import prspace as prs
from benchmarks.tasks import OURS, competitor, count_points, pr_points


@competitor(OURS, "auc", weights=True)
def auc(data):
    return prs.roc_auc(prs.count_thresholds(data.y, data.score, sample_weight=data.weight))


@competitor(OURS, "ap", weights=True)
def ap(data):
    return prs.average_precision(
        prs.count_thresholds(data.y, data.score, sample_weight=data.weight)
    )


@competitor(OURS, "auc_ap", weights=True)
def auc_ap(data):
    c = prs.count_thresholds(data.y, data.score, sample_weight=data.weight)
    return prs.roc_auc(c), prs.average_precision(c)


@competitor(OURS, "curve", lambda found: count_points(found[2].tp, found[2].fp))
def curve(data):
    c = prs.count_thresholds(data.y, data.score)
    return c.threshold, c.tp, c


@competitor(OURS, "rates", lambda points: pr_points(*points[1:]))
def rates(data):
    c = prs.pr_curve(prs.count_thresholds(data.y, data.score))
    return c.threshold, c.y, c.x


def _areas(found):
    """The two numbers of a summary that the four calls of scikit-learn give as well."""
    names = ("roc_auc", "average_precision")
    values = found if hasattr(found, "__getitem__") else vars(found)
    return tuple(float(values[name]) for name in names)


# the rows below wait for their functions, and are said to be left out
if hasattr(prs, "summary"):

    @competitor(OURS, "nine", _areas)
    def nine(data):
        return prs.summary(prs.count_thresholds(data.y, data.score))


RESAMPLES = 2_000

if hasattr(prs, "bootstrap"):

    @competitor(OURS, "bootstrap", lambda result: ())
    def bootstrap(data):
        counts = prs.count_thresholds(data.y, data.score)
        return prs.bootstrap(counts, n_resamples=RESAMPLES, rng=1)
