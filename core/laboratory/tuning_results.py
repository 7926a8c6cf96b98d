"""Settings tried inside the training sets: how they did on the tuning part T2, and how often each was chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.algorithms.row import combinations
from core.domain.evidence import FitResult, Run
from core.domain.laboratory_results import TriedSetting
from core.domain.study import Candidate, Settings, Study
from core.statistics.measures import Measure, find_measure


@dataclass(frozen=True, slots=True)
class ChosenSetting:
    """What one training chose, and what that had scored on T2."""

    candidate: str
    repeat: int
    fold: int
    settings: Settings
    score: float | None


def list_tried_settings(study: Study, run: Run) -> tuple[TriedSetting, ...]:
    """All settings of all candidates; those of one candidate in the order of its grid."""
    row = find_measure(study.question.measure)
    return tuple(
        found for candidate in study.candidates for found in _of_candidate(candidate, run.of(candidate.key), row)
    )


def list_chosen_settings(study: Study, run: Run) -> tuple[ChosenSetting, ...]:
    """One per training of the main scheme that went well."""
    row = find_measure(study.question.measure)
    return tuple(
        ChosenSetting(candidate.key, o.job.repeat, o.job.fold, o.settings, _score(candidate, o, row))
        for candidate in study.candidates
        for o in run.of(candidate.key)
        if o.ok
    )


def _of_candidate(candidate: Candidate, outcomes: tuple[FitResult, ...], row: Measure) -> list[TriedSetting]:
    done = [outcome for outcome in outcomes if outcome.ok]
    tuned = [outcome for outcome in done if outcome.tuning]
    if not tuned:
        return _untuned(candidate, done)
    grid = _grid(candidate)
    values = np.array([outcome.tuning for outcome in tuned if len(outcome.tuning) == len(grid)], dtype=np.float64)
    return [
        TriedSetting(candidate.key, settings, len(grid), _times(settings, done), *_spread(values[:, place], row))
        for place, settings in enumerate(grid)
    ]


def _untuned(candidate: Candidate, done: list[FitResult]) -> list[TriedSetting]:
    kinds = list({_words(outcome.settings): outcome.settings for outcome in done}.values())
    return [TriedSetting(candidate.key, settings, 0, _times(settings, done)) for settings in kinds]


def _grid(candidate: Candidate) -> list[Settings]:
    """In the order in which the engine tries them."""
    return [{**candidate.settings, **one} for one in combinations(dict(sorted(candidate.grid.items())))]


def _times(settings: Settings, done: list[FitResult]) -> int:
    return sum(_words(outcome.settings) == _words(settings) for outcome in done)


def _words(settings: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """To compare by: numbers and lists read back from a file may have another type."""
    return tuple(sorted((key, str(list(v) if isinstance(v, tuple) else v)) for key, v in settings.items()))


def _spread(values: np.typing.NDArray[np.float64], row: Measure) -> tuple[float | None, float | None, float | None]:
    known = values[np.isfinite(values)]
    if not len(known):
        return None, None, None
    return row.shown(float(known.mean())), row.shown(float(known.min())), row.shown(float(known.max()))


def _score(candidate: Candidate, outcome: FitResult, row: Measure) -> float | None:
    grid = _grid(candidate)
    if len(outcome.tuning) != len(grid):
        return None
    place = next((i for i, one in enumerate(grid) if _words(one) == _words(outcome.settings)), None)
    value = None if place is None else outcome.tuning[place]
    return row.shown(value) if value is not None and np.isfinite(value) else None
