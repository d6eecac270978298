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
from prspace.averages import (
    Average,
    CountsByName,
    average,
    average_precision_at,
    count_classes,
    count_groups,
    count_labels,
    count_pairs,
    count_predictions,
    count_samples,
    top_items,
)
from prspace.counts import OperatingPoint, ThresholdCounts, count_thresholds
from prspace.curves import Curve, pr_curve, roc_curve
from prspace.evaluation import ClassEvaluation, Evaluation, evaluate
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
    "Average",
    "ClassEvaluation",
    "CountsByName",
    "Curve",
    "Evaluation",
    "OperatingPoint",
    "RATES",
    "Rate",
    "ThresholdCounts",
    "Unknown",
    "accuracy",
    "ap_min",
    "aucnpr",
    "aucpr_min",
    "average",
    "average_precision",
    "average_precision_at",
    "count_classes",
    "count_groups",
    "count_labels",
    "count_pairs",
    "count_predictions",
    "count_samples",
    "count_thresholds",
    "davis_goadrich",
    "davis_goadrich_path",
    "evaluate",
    "expected_average_precision",
    "expected_davis_goadrich",
    "f1",
    "f_beta",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "is_achievable",
    "jaccard",
    "maximum_recall",
    "minimum_precision",
    "negative_predictive_value",
    "normalized",
    "plot_pr",
    "plot_roc",
    "pr_curve",
    "precision",
    "predicted_positive_rate",
    "recall",
    "roc_auc",
    "roc_curve",
    "save",
    "specificity",
    "style",
    "to_svg",
    "top_items",
    "trapezoid",
    "worst_ranking",
]


def __getattr__(name):
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'prspace' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(__all__))
