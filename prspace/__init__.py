"""The literate toolkit for precision-recall space."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from prspace.counts import (
    OperatingPoint,
    ThresholdCounts,
    count_thresholds,
)

if TYPE_CHECKING:
    from prspace.adapters.columns import (
        Columns,
        read_columns,
    )
    from prspace.adapters.files import (
        count_files,
    )
    from prspace.adapters.frame import (
        count_frame,
    )
    from prspace.adapters.store import (
        PartStore,
        load_counts,
        merge_counts,
        save_counts,
    )
    from prspace.adapters.stream import (
        count_stream,
    )
    from prspace.association import (
        ASSOCIATIONS,
        Association,
        balanced_accuracy,
        chi_square,
        cohen_kappa,
        conditional_entropies,
        confidence_half_width,
        cramers_v,
        degrees_of_freedom,
        diagnostic_odds_ratio,
        find_association,
        fowlkes_mallows,
        informedness,
        markedness,
        matthews_correlation,
        mutual_information,
        negative_likelihood_ratio,
        phi_square,
        positive_likelihood_ratio,
        yules_q,
    )
    from prspace.averages import (
        Average,
        average,
    )
    from prspace.binomial import (
        Interval,
        clopper_pearson,
        jeffreys,
        wilson,
    )
    from prspace.bins import (
        BinBounds,
        bin_bounds,
        split_bins,
    )
    from prspace.bounds import (
        break_ties,
        tie_bounds,
        tie_mean,
    )
    from prspace.caution_rules import (
        cautions,
    )
    from prspace.class_evaluation import (
        ClassEvaluation,
    )
    from prspace.classes import (
        count_classes,
        count_labels,
        count_pairs,
        count_predictions,
        count_samples,
    )
    from prspace.comparison import (
        Comparison,
        Difference,
        compare,
    )
    from prspace.confusion import (
        ConfusionMatrix,
        confusion_matrix,
    )
    from prspace.contours import (
        always_positive,
        f_beta_bounds,
        f_beta_line,
        modified_f1,
    )
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
    from prspace.cutoff import (
        average_precision_at,
        top_items,
    )
    from prspace.evaluation import (
        Evaluation,
        evaluate,
    )
    from prspace.evaluations import (
        Evaluations,
        evaluate_each,
    )
    from prspace.explorer import (
        explore,
        explorer_page,
    )
    from prspace.feasibility import (
        feasible,
    )
    from prspace.folds import (
        FoldSummary,
        fold_summary,
        pool_ranks,
    )
    from prspace.groups import (
        CountsByName,
        count_groups,
    )
    from prspace.hull import (
        convex_hull,
        upper_envelope,
    )
    from prspace.intervals import (
        interval,
    )
    from prspace.jackknife import (
        jackknife_variance,
    )
    from prspace.labels import (
        label_curves,
    )
    from prspace.minima import (
        ap_min,
        aucpr_min,
        average_precision_variance,
        expected_average_precision,
        expected_davis_goadrich,
    )
    from prspace.paper import (
        bibtex,
        methods_sentence,
        to_latex,
    )
    from prspace.partial import (
        binormal,
        partial_pr,
        partial_roc,
    )
    from prspace.pixels import (
        thinned,
    )
    from prspace.plots import (
        Drawn,
        save,
        style,
        to_svg,
    )
    from prspace.plots_pr import (
        plot_pr,
    )
    from prspace.plots_rates import (
        plot_cumulative_gain,
        plot_det,
        plot_ks,
        plot_lift,
        plot_prg,
        plot_roc,
    )
    from prspace.plots_sklearn import (
        PrecisionRecallDisplay,
    )
    from prspace.plots_threshold import (
        plot_confusion,
        plot_threshold,
    )
    from prspace.plots_uncertainty import (
        plot_comparison,
        plot_prevalence_band,
    )
    from prspace.points import (
        POINTS,
        Point,
        Reached,
        best_f_beta,
        break_even,
        closest_topleft,
        closest_topright,
        cost_threshold,
        equal_error_rate,
        ks,
        lift_at,
        precision_at,
        precision_at_recall,
        r_precision,
        reached,
        recall_at,
        recall_at_precision,
        reciprocal_rank,
        split_ties,
    )
    from prspace.prevalence import (
        Deployment,
        PrevalenceBand,
        across_prevalences,
        best_thresholds,
        deployment_precision,
        prevalence_band,
        undo_sampling,
    )
    from prspace.rates import (
        RATES,
        Rate,
        accuracy,
        base_rate,
        error_rate,
        f1,
        f_beta,
        false_discovery_rate,
        false_negative_rate,
        false_omission_rate,
        false_positive_rate,
        find_rate,
        jaccard,
        negative_predictive_value,
        precision,
        predicted_negative_rate,
        predicted_positive_rate,
        recall,
        specificity,
    )
    from prspace.regions import (
        Band,
        Region,
        operating_region,
        pr_band,
        roc_band,
    )
    from prspace.report import (
        report_html,
        save_report,
    )
    from prspace.resampling import (
        Bootstrap,
        all_resamples,
        bootstrap,
        delong_variance,
        infinitesimal_jackknife_variance,
    )
    from prspace.sample_size import (
        RequiredSize,
        required_size,
        required_size_roc_auc,
    )
    from prspace.scan import (
        Summary,
        summary,
    )
    from prspace.schema import (
        json_schema,
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
    from prspace.verdict import (
        Feasibility,
    )

__version__ = "0.1.0"

# imported when first asked for, so that the front door opens quickly
_LAZY = {
    "prspace.adapters.columns": """
        Columns read_columns
    """,
    "prspace.adapters.files": """
        count_files
    """,
    "prspace.adapters.frame": """
        count_frame
    """,
    "prspace.adapters.store": """
        PartStore load_counts merge_counts save_counts
    """,
    "prspace.adapters.stream": """
        count_stream
    """,
    "prspace.association": """
        ASSOCIATIONS Association balanced_accuracy chi_square cohen_kappa conditional_entropies
        confidence_half_width cramers_v degrees_of_freedom diagnostic_odds_ratio
        find_association fowlkes_mallows informedness markedness matthews_correlation
        mutual_information negative_likelihood_ratio phi_square positive_likelihood_ratio
        yules_q
    """,
    "prspace.averages": """
        Average average
    """,
    "prspace.binomial": """
        Interval clopper_pearson jeffreys wilson
    """,
    "prspace.bins": """
        BinBounds bin_bounds split_bins
    """,
    "prspace.bounds": """
        break_ties tie_bounds tie_mean
    """,
    "prspace.caution_rules": """
        cautions
    """,
    "prspace.class_evaluation": """
        ClassEvaluation
    """,
    "prspace.classes": """
        count_classes count_labels count_pairs count_predictions count_samples
    """,
    "prspace.comparison": """
        Comparison Difference compare
    """,
    "prspace.confusion": """
        ConfusionMatrix confusion_matrix
    """,
    "prspace.contours": """
        always_positive f_beta_bounds f_beta_line modified_f1
    """,
    "prspace.curves": """
        CURVES Curve cumulative_gain_curve det_curve ks_curve lift_curve lorenz_curve pr_curve
        prg_curve roc_curve
    """,
    "prspace.cutoff": """
        average_precision_at top_items
    """,
    "prspace.evaluation": """
        Evaluation evaluate
    """,
    "prspace.evaluations": """
        Evaluations evaluate_each
    """,
    "prspace.explorer": """
        explore explorer_page
    """,
    "prspace.feasibility": """
        feasible
    """,
    "prspace.folds": """
        FoldSummary fold_summary pool_ranks
    """,
    "prspace.groups": """
        CountsByName count_groups
    """,
    "prspace.hull": """
        convex_hull upper_envelope
    """,
    "prspace.intervals": """
        interval
    """,
    "prspace.jackknife": """
        jackknife_variance
    """,
    "prspace.labels": """
        label_curves
    """,
    "prspace.minima": """
        ap_min aucpr_min average_precision_variance expected_average_precision
        expected_davis_goadrich
    """,
    "prspace.paper": """
        bibtex methods_sentence to_latex
    """,
    "prspace.partial": """
        binormal partial_pr partial_roc
    """,
    "prspace.pixels": """
        thinned
    """,
    "prspace.plots": """
        Drawn save style to_svg
    """,
    "prspace.plots_pr": """
        plot_pr
    """,
    "prspace.plots_rates": """
        plot_cumulative_gain plot_det plot_ks plot_lift plot_prg plot_roc
    """,
    "prspace.plots_sklearn": """
        PrecisionRecallDisplay
    """,
    "prspace.plots_threshold": """
        plot_confusion plot_threshold
    """,
    "prspace.plots_uncertainty": """
        plot_comparison plot_prevalence_band
    """,
    "prspace.points": """
        POINTS Point Reached best_f_beta break_even closest_topleft closest_topright
        cost_threshold equal_error_rate ks lift_at precision_at precision_at_recall r_precision
        reached recall_at recall_at_precision reciprocal_rank split_ties
    """,
    "prspace.prevalence": """
        Deployment PrevalenceBand across_prevalences best_thresholds deployment_precision
        prevalence_band undo_sampling
    """,
    "prspace.rates": """
        RATES Rate accuracy base_rate error_rate f1 f_beta false_discovery_rate
        false_negative_rate false_omission_rate false_positive_rate find_rate jaccard
        negative_predictive_value precision predicted_negative_rate predicted_positive_rate
        recall specificity
    """,
    "prspace.regions": """
        Band Region operating_region pr_band roc_band
    """,
    "prspace.report": """
        report_html save_report
    """,
    "prspace.resampling": """
        Bootstrap all_resamples bootstrap delong_variance infinitesimal_jackknife_variance
    """,
    "prspace.sample_size": """
        RequiredSize required_size required_size_roc_auc
    """,
    "prspace.scan": """
        Summary summary
    """,
    "prspace.schema": """
        json_schema
    """,
    "prspace.space": """
        at_prevalence davis_goadrich_path false_positive_rate_from_pr interpolate is_achievable
        maximum_recall minimum_precision precision_at_prevalence precision_from_roc
        worst_ranking
    """,
    "prspace.verdict": """
        Feasibility
    """,
}

__all__ = [
    "AREAS",
    "ASSOCIATIONS",
    "Area",
    "Association",
    "Average",
    "Band",
    "BinBounds",
    "Bootstrap",
    "CURVES",
    "ClassEvaluation",
    "Columns",
    "Comparison",
    "ConfusionMatrix",
    "CountsByName",
    "Curve",
    "Deployment",
    "Difference",
    "Drawn",
    "Evaluation",
    "Evaluations",
    "Feasibility",
    "FoldSummary",
    "Interval",
    "OperatingPoint",
    "POINTS",
    "PartStore",
    "Point",
    "PrecisionRecallDisplay",
    "PrevalenceBand",
    "RATES",
    "Rate",
    "Reached",
    "Region",
    "RequiredSize",
    "Summary",
    "ThresholdCounts",
    "Unknown",
    "accuracy",
    "across_prevalences",
    "all_resamples",
    "always_positive",
    "ap_min",
    "at_prevalence",
    "auc_calculator",
    "aucnpr",
    "aucpr_min",
    "average",
    "average_precision",
    "average_precision_at",
    "average_precision_variance",
    "balanced_accuracy",
    "base_rate",
    "best_f_beta",
    "best_thresholds",
    "bibtex",
    "bin_bounds",
    "binormal",
    "bootstrap",
    "break_even",
    "break_ties",
    "cautions",
    "chi_square",
    "clopper_pearson",
    "closest_topleft",
    "closest_topright",
    "cohen_kappa",
    "compare",
    "conditional_entropies",
    "confidence_half_width",
    "confusion_matrix",
    "convex_hull",
    "cost_threshold",
    "count_classes",
    "count_files",
    "count_frame",
    "count_groups",
    "count_labels",
    "count_pairs",
    "count_predictions",
    "count_samples",
    "count_stream",
    "count_thresholds",
    "cramers_v",
    "cumulative_gain_curve",
    "davis_goadrich",
    "davis_goadrich_path",
    "degrees_of_freedom",
    "delong_variance",
    "deployment_precision",
    "det_curve",
    "diagnostic_odds_ratio",
    "eleven_point",
    "equal_error_rate",
    "error_rate",
    "evaluate",
    "evaluate_each",
    "expected_average_precision",
    "expected_davis_goadrich",
    "explore",
    "explorer_page",
    "f1",
    "f_beta",
    "f_beta_bounds",
    "f_beta_line",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "false_positive_rate_from_pr",
    "feasible",
    "find_association",
    "find_rate",
    "first_point_trapezoid",
    "fold_summary",
    "fowlkes_mallows",
    "infinitesimal_jackknife_variance",
    "informedness",
    "interpolate",
    "interpolated",
    "interpolated_max",
    "interpolated_mean",
    "interpolated_median",
    "interpolated_min",
    "interval",
    "is_achievable",
    "jaccard",
    "jackknife_variance",
    "jeffreys",
    "json_schema",
    "ks",
    "ks_curve",
    "label_curves",
    "left_step",
    "lift_at",
    "lift_curve",
    "load_counts",
    "lorenz_curve",
    "markedness",
    "matthews_correlation",
    "maximum_recall",
    "merge_counts",
    "methods_sentence",
    "minimum_precision",
    "modified_f1",
    "mutual_information",
    "negative_likelihood_ratio",
    "negative_predictive_value",
    "normalized",
    "operating_region",
    "partial_pr",
    "partial_roc",
    "phi_square",
    "plot_comparison",
    "plot_confusion",
    "plot_cumulative_gain",
    "plot_det",
    "plot_ks",
    "plot_lift",
    "plot_pr",
    "plot_prevalence_band",
    "plot_prg",
    "plot_roc",
    "plot_threshold",
    "pool_ranks",
    "positive_likelihood_ratio",
    "pr_band",
    "pr_curve",
    "precision",
    "precision_at",
    "precision_at_prevalence",
    "precision_at_recall",
    "precision_from_roc",
    "predicted_negative_rate",
    "predicted_positive_rate",
    "prevalence_band",
    "prg_area",
    "prg_curve",
    "r_precision",
    "reached",
    "read_columns",
    "recall",
    "recall_at",
    "recall_at_precision",
    "reciprocal_rank",
    "report_html",
    "required_size",
    "required_size_roc_auc",
    "roc_auc",
    "roc_band",
    "roc_curve",
    "save",
    "save_counts",
    "save_report",
    "specificity",
    "split_bins",
    "split_ties",
    "style",
    "summary",
    "thinned",
    "tie_bounds",
    "tie_mean",
    "to_latex",
    "to_svg",
    "top_items",
    "trapezoid",
    "undo_sampling",
    "upper_envelope",
    "upper_trapezoid",
    "wilson",
    "worst_ranking",
    "yules_q",
]


def __getattr__(name: str) -> Any:
    for module, names in _LAZY.items():
        if name in names.split():
            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module 'prspace' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
