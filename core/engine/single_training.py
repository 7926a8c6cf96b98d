"""Models trained once on all rows of a study, their settings chosen inside these, answering rows they never saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import FitResult, Job, make_fit_result
from core.domain.study import Candidate, Study, make_single_test_scheme
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.training import run_fit
from core.support.errors import EngineError


def train_and_predict(
    study: Study, candidates: Sequence[Candidate], old: Dataset, new: Dataset, part: str
) -> Mapping[str, FitResult]:
    """Settings are chosen inside the old rows, as in every fold; the new rows are only predicted."""
    bench = make_fit_context(replace(study, scheme=make_single_test_scheme(study)), _stacked(old, new))
    train, test = np.arange(old.size), np.arange(old.size, old.size + new.size)
    outcomes = {}
    for one in candidates:
        made = run_fit(FitJob(Job(part, 0, 0, one.key), one, train, test, study.tuning), bench)
        if made.predicted is None:
            raise EngineError.about("not-trained", model=one.key, why=made.message)
        outcomes[one.key] = replace(
            make_fit_result(one.key, made.predicted, made.scores, old.size), settings=made.settings
        )
    return outcomes


def _stacked(old: Dataset, new: Dataset) -> Dataset:
    """Old rows first; groups of the two never meet."""
    groups = None
    if old.groups is not None:
        fresh = np.arange(new.size) if new.groups is None else new.groups
        groups = np.concatenate([old.groups, fresh + int(old.groups.max()) + 1])
    return replace(
        old,
        inputs=np.concatenate([old.inputs, new.inputs]),
        targets=np.concatenate([old.targets, new.targets]),
        groups=groups,
        order=None,
        weights=None if old.weights is None else np.concatenate([old.weights, _weights_of(new)]),
        rows=None,
        given={name: np.concatenate([values, _column(new, name)]) for name, values in old.given.items()},
    )


def _weights_of(new: Dataset) -> Floats:
    return np.ones(new.size) if new.weights is None else new.weights


def _column(new: Dataset, name: str) -> Floats:
    return new.given.get(name, np.full(new.size, np.nan))
