"""The literate toolkit for precision-recall space."""

from importlib import import_module

from prspace.areas import (
    AREAS,
    Area,
    Unknown,
    auc_calculator,
    aucnpr,
    average_precision,
    davis_goadrich,
    eleven_point,
    first_point_trapezoid,
    interpolated,
    interpolated_max,
    interpolated_mean,
    interpolated_median,
    interpolated_min,
    left_step,
    normalized,
    prg_area,
    roc_auc,
    trapezoid,
    upper_trapezoid,
)
from prspace.counts import OperatingPoint, ThresholdCounts, count_thresholds
from prspace.curves import Curve, pr_curve, roc_curve
from prspace.evaluation import Evaluation, evaluate
from prspace.minima import (
    ap_min,
    aucpr_min,
    average_precision_variance,
    expected_average_precision,
    expected_davis_goadrich,
)
from prspace.partial import binormal, partial_pr, partial_roc
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
    davis_goadrich_path,
    is_achievable,
    maximum_recall,
    minimum_precision,
    worst_ranking,
)

__version__ = "0.1.0"

# Drawing needs matplotlib, which is loaded when first asked for.
_LAZY = {name: "prspace.plots" for name in ("plot_pr", "plot_roc", "save", "style", "to_svg")}

__all__ = [
    "AREAS",
    "Area",
    "Curve",
    "Evaluation",
    "OperatingPoint",
    "RATES",
    "Rate",
    "ThresholdCounts",
    "Unknown",
    "accuracy",
    "ap_min",
    "auc_calculator",
    "aucnpr",
    "aucpr_min",
    "average_precision",
    "average_precision_variance",
    "binormal",
    "count_thresholds",
    "davis_goadrich",
    "davis_goadrich_path",
    "eleven_point",
    "evaluate",
    "expected_average_precision",
    "expected_davis_goadrich",
    "f1",
    "f_beta",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "first_point_trapezoid",
    "interpolated",
    "interpolated_max",
    "interpolated_mean",
    "interpolated_median",
    "interpolated_min",
    "is_achievable",
    "jaccard",
    "left_step",
    "maximum_recall",
    "minimum_precision",
    "negative_predictive_value",
    "normalized",
    "partial_pr",
    "partial_roc",
    "plot_pr",
    "plot_roc",
    "pr_curve",
    "precision",
    "predicted_positive_rate",
    "prg_area",
    "recall",
    "roc_auc",
    "roc_curve",
    "save",
    "specificity",
    "style",
    "to_svg",
    "trapezoid",
    "upper_trapezoid",
    "worst_ranking",
]


def __getattr__(name):
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'prspace' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(__all__))
