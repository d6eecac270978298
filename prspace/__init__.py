"""The literate toolkit for precision-recall space."""

from importlib import import_module

from prspace.areas import (
    AREAS,
    Area,
    Unknown,
    ap_min,
    aucnpr,
    aucpr_min,
    average_precision,
    davis_goadrich,
    expected_average_precision,
    expected_davis_goadrich,
    normalized,
    roc_auc,
    trapezoid,
)
from prspace.contours import (
    always_positive,
    f_beta_bounds,
    f_beta_line,
    modified_f1,
)
from prspace.counts import OperatingPoint, ThresholdCounts, count_thresholds
from prspace.curves import (
    CURVES,
    Curve,
    cumulative_gain_curve,
    det_curve,
    ks_curve,
    lift_curve,
    lorenz_curve,
    pr_curve,
    prg_curve,
    roc_curve,
)
from prspace.evaluation import Evaluation, evaluate
from prspace.hull import convex_hull, upper_envelope
from prspace.rates import (
    RATES,
    Rate,
    accuracy,
    f1,
    f_beta,
    false_discovery_rate,
    false_negative_rate,
    false_omission_rate,
    false_positive_rate,
    jaccard,
    negative_predictive_value,
    precision,
    predicted_positive_rate,
    recall,
    specificity,
)
from prspace.space import (
    at_prevalence,
    davis_goadrich_path,
    false_positive_rate_from_pr,
    interpolate,
    is_achievable,
    maximum_recall,
    minimum_precision,
    precision_at_prevalence,
    precision_from_roc,
    worst_ranking,
)

__version__ = "0.1.0"

# Drawing needs matplotlib, which is loaded when first asked for.
_LAZY = {name: "prspace.plots" for name in ("plot_pr", "plot_roc", "save", "style", "to_svg")}

__all__ = [
    "AREAS",
    "Area",
    "CURVES",
    "Curve",
    "Evaluation",
    "OperatingPoint",
    "RATES",
    "Rate",
    "ThresholdCounts",
    "Unknown",
    "accuracy",
    "always_positive",
    "ap_min",
    "at_prevalence",
    "aucnpr",
    "aucpr_min",
    "average_precision",
    "convex_hull",
    "count_thresholds",
    "cumulative_gain_curve",
    "davis_goadrich",
    "davis_goadrich_path",
    "det_curve",
    "evaluate",
    "expected_average_precision",
    "expected_davis_goadrich",
    "f1",
    "f_beta",
    "f_beta_bounds",
    "f_beta_line",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "false_positive_rate_from_pr",
    "interpolate",
    "is_achievable",
    "jaccard",
    "ks_curve",
    "lift_curve",
    "lorenz_curve",
    "maximum_recall",
    "minimum_precision",
    "modified_f1",
    "negative_predictive_value",
    "normalized",
    "plot_pr",
    "plot_roc",
    "pr_curve",
    "precision",
    "precision_at_prevalence",
    "precision_from_roc",
    "predicted_positive_rate",
    "prg_curve",
    "recall",
    "roc_auc",
    "roc_curve",
    "save",
    "specificity",
    "style",
    "to_svg",
    "trapezoid",
    "upper_envelope",
    "worst_ranking",
]


def __getattr__(name):
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'prspace' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(__all__))
