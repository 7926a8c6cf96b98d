"""Before the lock: what is suggested for a study, and what is wrong with its plan.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.advice.first_study import ASSUMED, first_study, measures_for, sample_study, with_measure
from core.advice.more_rows import rows_factor, widths
from core.advice.plan_problems import ON_DATA_PAGE, problems
from core.advice.precision_forecast import count_groups_kept
from core.advice.study_variants import both_ways, twin_of
from core.advice.suggest_plan import suggest_candidates, suggest_question
from core.domain.dataset import Dataset
from core.domain.problem import Problem
from core.domain.study import Study

__all__ = [
    "ASSUMED",
    "ON_DATA_PAGE",
    "both_ways",
    "count_groups_kept",
    "first_study",
    "list_plan_problems",
    "measures_for",
    "rows_factor",
    "sample_study",
    "suggest_candidates",
    "suggest_question",
    "twin_of",
    "widths",
    "with_measure",
]


def list_plan_problems(study: Study, data: Dataset) -> tuple[Problem, ...]:
    """What a plan must or should change, in the order of the pages."""
    return problems(study, data)
