"""The answer of a finished study under other choices: margin, method, folds, rows, settings, inputs."""

from core.judge.decide import explain_range
from core.laboratory.added_repeats import AddedRepeats
from core.laboratory.answer_sensitivity import (
    VERDICTS,
    Case,
    agrees,
    find_differing,
    judge_by_folds,
    judge_by_methods,
    judge_without_groups,
    judge_without_rows,
    list_margin_bands,
)
from core.laboratory.include_excluded_rows import (
    EXHIBIT,
    describe_both,
    judge_with_excluded_rows,
    load_stored,
    name_choices,
)
from core.laboratory.include_excluded_rows import KEY as LEFT_OUT_ROWS
from core.laboratory.parametric_study import list_settings, vary_folds, vary_setting
from core.laboratory.partition_results import Partitions, can_add_repeats, judge_partitions, run_more_repeats
from core.laboratory.without_leaking_inputs import KEY as DOUBTFUL_INPUTS
from core.laboratory.without_leaking_inputs import can_leave_out_leaks, judge_without_leaks
from core.store.study_file import StudyFile

__all__ = [
    "DOUBTFUL_INPUTS",
    "EXHIBIT",
    "LEFT_OUT_ROWS",
    "VERDICTS",
    "AddedRepeats",
    "Case",
    "Partitions",
    "agrees",
    "can_add_repeats",
    "can_leave_out_leaks",
    "describe_later_results",
    "explain_range",
    "find_differing",
    "is_judged_without_leaks",
    "judge_by_folds",
    "judge_by_methods",
    "judge_partitions",
    "judge_with_excluded_rows",
    "judge_without_groups",
    "judge_without_leaks",
    "judge_without_rows",
    "list_margin_bands",
    "list_settings",
    "run_more_repeats",
    "vary_folds",
    "vary_setting",
]


def describe_later_results(file: StudyFile, candidate: str, output: str) -> tuple[str, str]:
    """What was found after the run about one contest: with excluded rows put back, and without inputs in doubt.

    Empty where it was not asked.
    """
    rows = load_stored(file).get(name_choices(candidate, output))
    inputs = load_stored(file, DOUBTFUL_INPUTS).get(name_choices(candidate, output, DOUBTFUL_INPUTS))
    return describe_both(rows) if rows else "", " ".join(inputs.told) if inputs else ""


def is_judged_without_leaks(file: StudyFile, candidate: str, output: str) -> bool:
    """Whether both models of this contest were already trained without the inputs in doubt."""
    return name_choices(candidate, output, DOUBTFUL_INPUTS) in load_stored(file, DOUBTFUL_INPUTS)
