"""Predictions that already exist, judged like any others: nothing is held out again."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.domain.conclusion import Scope
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, FitResult, Job, Run
from core.domain.findings import Caution, Findings
from core.domain.study import Study
from core.judge.conclude import conclude_study


def make_fit_result(key: str, predicted: Floats, scores: Floats | None = None, train_size: int = 0) -> FitResult:
    """Predictions of one model on all rows as a result of one test set; `predicted` is rows x outputs."""
    return FitResult(Job(MAIN, 0, 0, key), np.arange(len(predicted)), predicted, scores, train_size=train_size)


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
