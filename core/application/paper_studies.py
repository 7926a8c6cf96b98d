"""The papers' own studies as the Laboratory repeats them: estimators, many data sets, fixed test third, failures.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.laboratory.data_set_list import StoredManySets, describe_set, load_listed_sets, read_sets
from core.laboratory.error_estimates import SMALL_ENOUGH, estimate_all_ways
from core.laboratory.estimate_methods import HEADINGS as ESTIMATE_HEADINGS
from core.laboratory.estimate_methods import ErrorEstimate, ErrorEstimates, find_method
from core.laboratory.failure_gallery import GALLERY, Failure, find_exhibit
from core.laboratory.failure_gallery import HEADINGS as FAILURE_HEADINGS
from core.laboratory.fixed_test_false_claims import find_claim_range
from core.laboratory.fixed_test_third import (
    CASES,
    TRAINING_SETS,
    FixedTestComparison,
    compare_on_test_third,
    draw_bundles,
)
from core.laboratory.generated_data import HARDNESS, GeneratedComparison, Step, compare_on_generated_data
from core.laboratory.kohavi_results import CURVE_HEADINGS, Curve, KohaviResult, Point
from core.laboratory.kohavi_results import HEADINGS as KOHAVI_HEADINGS
from core.laboratory.kohavi_study import CURVE_DRAWS, LEAST, KohaviPlan, choose_curve_sizes, run_kohavi_study_with_curve
from core.laboratory.many_data_sets import ManyPlan, choose_common_measure, compare_on_many_sets, make_study_for_set
from core.laboratory.many_data_sets_results import OVERALL_HEADINGS, PAIR_HEADINGS, WARNING, ManySetsResult
from core.laboratory.randomization import HEADINGS as RANDOMIZATION_HEADINGS
from core.laboratory.randomization import RandomizationResult, run_randomization
from core.laboratory.usual_practice import work_out_usual_way
from core.laboratory.wrong_studies import WrongStudies, explain_refusal, measure_wrong_studies

__all__ = [
    "CASES",
    "CURVE_DRAWS",
    "CURVE_HEADINGS",
    "ESTIMATE_HEADINGS",
    "FAILURE_HEADINGS",
    "GALLERY",
    "HARDNESS",
    "KOHAVI_HEADINGS",
    "LEAST",
    "OVERALL_HEADINGS",
    "PAIR_HEADINGS",
    "RANDOMIZATION_HEADINGS",
    "SMALL_ENOUGH",
    "TRAINING_SETS",
    "WARNING",
    "Curve",
    "ErrorEstimate",
    "ErrorEstimates",
    "Failure",
    "FixedTestComparison",
    "GeneratedComparison",
    "KohaviPlan",
    "KohaviResult",
    "ManyPlan",
    "ManySetsResult",
    "Point",
    "RandomizationResult",
    "Step",
    "StoredManySets",
    "WrongStudies",
    "choose_common_measure",
    "choose_curve_sizes",
    "compare_on_generated_data",
    "compare_on_many_sets",
    "compare_on_test_third",
    "describe_set",
    "draw_bundles",
    "estimate_all_ways",
    "explain_refusal",
    "find_claim_range",
    "find_exhibit",
    "find_method",
    "load_listed_sets",
    "make_study_for_set",
    "measure_wrong_studies",
    "read_sets",
    "run_kohavi_study_with_curve",
    "run_randomization",
    "work_out_usual_way",
]
