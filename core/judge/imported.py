"""Predictions that already exist, judged like any others: nothing is held out again."""

from collections.abc import Mapping
from dataclasses import replace

from core.domain.conclusion import Scope
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Caution, Findings
from core.domain.study import Study
from core.judge.conclude import conclude_study


def judge_predictions(
    study: Study,
    data: Dataset,
    results: Mapping[str, FitResult],
    scope: Scope,
    cautions: tuple[Caution, ...] = (),
) -> Findings:
    """What the rows of `data` say about models whose predictions are all there; the study has one test set."""
    run = Run(tuple(results.values()), complete=True)
    found = conclude_study(study, data, run, scope)
    return replace(found, cautions=(*cautions, *found.cautions))
