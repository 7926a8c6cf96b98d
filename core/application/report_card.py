"""The report card of a finished study: every coded check, from stored evidence alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.application.explain_models import find_strongest_inputs, measure_importance
from core.domain.check_result import CheckResult
from core.domain.dataset import Dataset, Task
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.model_explanation import Importance
from core.domain.study import Study
from core.insight.check_evidence import CheckEvidence, collect_evidence
from core.insight.check_table import check_study, find_check
from core.insight.result_checks import read_errors
from core.prediction.error_limits import (
    compute_error_limit,
    compute_grouped_error_limit,
    describe_coverage_by_part,
)
from core.statistics.undefined import Undefined

__all__ = ["find_check", "list_checks"]

RANGE_LEVEL = 0.9
THIRDS = ("low", "middle", "high")


def list_checks(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult] = ()
) -> tuple[CheckResult, ...]:
    """Carry out all checks in the order of the card; a pure function of what is stored.

    `beside` are the outcomes of work after the folds (`StudyFile.beside`); checks that need them are else not computed.
    """
    evidence = collect_evidence(study, data, run, findings, beside)
    importance = measure_importance(study, data, run, beside, evidence.model)
    if importance is not None:
        strongest = find_strongest_inputs(importance)
        evidence = replace(evidence, useless=_list_useless(importance), strongest=strongest)
    return check_study(replace(evidence, coverage=_describe_coverage(evidence)))


def _list_useless(importance: Importance) -> tuple[str, ...]:
    """Inputs of groups that are shown to have an effect on no output."""
    useful = {one for row in importance.rows if row.shows_effect for one in row.inputs}
    return tuple(dict.fromkeys(one for row in importance.rows for one in row.inputs if one not in useful))


def _describe_coverage(evidence: CheckEvidence) -> Mapping[str, float]:
    """Share of held-out errors inside the 90 % range by third of the prediction; none where there is no such range."""
    if evidence.data.task is not Task.NUMBERS or not evidence.has_folds:
        return {}
    errors = read_errors(evidence, evidence.model, 0)
    if errors is None:
        return {}
    sizes, groups = np.abs(errors), evidence.groups
    limit = (
        compute_error_limit(sizes, RANGE_LEVEL)
        if groups is None
        else compute_grouped_error_limit(sizes, groups, RANGE_LEVEL)
    )
    if isinstance(limit, Undefined):
        return {}
    predicted = np.mean(errors, axis=0) + evidence.data.targets[:, 0]
    parts = np.array_split(np.argsort(predicted, kind="stable"), len(THIRDS))
    return describe_coverage_by_part(sizes, limit, dict(zip(THIRDS, parts, strict=True)))
