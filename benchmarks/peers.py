"""scikit-learn and the torch libraries, as their documentation says to call them; the absent are left out, aloud."""

from benchmarks.tasks import SKLEARN, competitor, pr_points, present

if present("sklearn"):
    import numpy as np
    from sklearn import metrics

    RESAMPLES = 20

    competitor(SKLEARN, "auc", weights=True)(
        lambda d: metrics.roc_auc_score(d.y, d.score, sample_weight=d.weight)
    )
    competitor(SKLEARN, "ap", weights=True)(
        lambda d: metrics.average_precision_score(d.y, d.score, sample_weight=d.weight)
    )

    @competitor(SKLEARN, "auc_ap", weights=True)
    def sklearn_auc_ap(d):
        auc = metrics.roc_auc_score(d.y, d.score, sample_weight=d.weight)
        return auc, metrics.average_precision_score(d.y, d.score, sample_weight=d.weight)

    @competitor(SKLEARN, "rates", lambda c: pr_points(c[0][:-1], c[1][:-1]))
    @competitor(SKLEARN, "curve", lambda c: pr_points(c[0][:-1], c[1][:-1]))
    def sklearn_curve(d):
        return metrics.precision_recall_curve(d.y, d.score)

    @competitor(SKLEARN, "nine", lambda four: tuple(map(float, four[:2])))
    def sklearn_four(d):
        return (
            metrics.roc_auc_score(d.y, d.score),
            metrics.average_precision_score(d.y, d.score),
            metrics.roc_curve(d.y, d.score),
            metrics.precision_recall_curve(d.y, d.score),
        )

    @competitor(SKLEARN, "bootstrap", lambda result: ())
    def sklearn_bootstrap(d):
        """Twenty resamples; the table multiplies their time by a hundred."""
        rng, found = np.random.default_rng(1), []
        for _ in range(RESAMPLES):
            i = rng.integers(0, len(d.y), len(d.y))
            auc = metrics.roc_auc_score(d.y[i], d.score[i])
            found.append((auc, metrics.average_precision_score(d.y[i], d.score[i])))
        return found


def of_torch(tool, auc, ap, curve=None):
    """The rows of a library that takes (scores, labels) as tensors."""
    from torch import from_numpy as t

    competitor(tool, "auc")(lambda d: auc(t(d.score), t(d.y)))
    competitor(tool, "ap")(lambda d: ap(t(d.score), t(d.y)))
    competitor(tool, "auc_ap")(
        lambda d: (float(auc(t(d.score), t(d.y))), float(ap(t(d.score), t(d.y))))
    )
    if curve:
        competitor(tool, "curve", lambda c: pr_points(c[0][:-1].numpy(), c[1][:-1].numpy()))(
            lambda d: curve(t(d.score), t(d.y))
        )


if present("torch", "torchmetrics"):
    from torchmetrics.functional import classification as tm

    of_torch("torchmetrics", tm.binary_auroc, tm.binary_average_precision,
             tm.binary_precision_recall_curve)  # fmt: skip

if present("torch", "torcheval"):
    from torcheval.metrics import functional as te

    of_torch("torcheval", te.binary_auroc, te.binary_auprc, te.binary_precision_recall_curve)
