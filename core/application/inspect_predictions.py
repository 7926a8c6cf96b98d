"""Single predictions of a finished study: errors by row and group, ROC, stability, settings, outputs.

Computed from stored predictions; nothing is trained. The names come from the rooms below as they are: there is nothing
to add to them here.
"""

from core.judge.scores import ScoreTable, build_score_table
from core.laboratory.auc_ranges import APPROXIMATE, METHODS, AucRange, AucRanges, compare_auc_ranges
from core.laboratory.output_ellipse import (
    Ellipse,
    OutputDifferences,
    collect_output_differences,
    compare_each_output,
    compute_axis_limits,
    compute_ellipse,
    run_joint_tests,
)
from core.laboratory.prediction_stability import Stability, measure_stability
from core.laboratory.residuals import (
    Confusion,
    Residuals,
    collect_residuals,
    compute_loss_by_group,
    count_confusions,
    find_worst_rows,
    has_threshold,
)
from core.laboratory.roc_comparison import RocComparison, Side, compare_roc
from core.laboratory.tuning_results import list_chosen_settings, list_tried_settings

__all__ = [
    "APPROXIMATE",
    "METHODS",
    "AucRange",
    "AucRanges",
    "Confusion",
    "Ellipse",
    "OutputDifferences",
    "Residuals",
    "RocComparison",
    "ScoreTable",
    "Side",
    "Stability",
    "build_score_table",
    "collect_output_differences",
    "collect_residuals",
    "compare_auc_ranges",
    "compare_each_output",
    "compare_roc",
    "compute_axis_limits",
    "compute_ellipse",
    "compute_loss_by_group",
    "count_confusions",
    "find_worst_rows",
    "has_threshold",
    "list_chosen_settings",
    "list_tried_settings",
    "measure_stability",
    "run_joint_tests",
]
