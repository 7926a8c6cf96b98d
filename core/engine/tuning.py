"""The tuning loop: choose the settings of a candidate inside the training rows, never with a test row in sight."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any

import numpy as np

from core.algorithms.learner import Learner, LearnerForChoices, Prediction
from core.algorithms.prepared import Common
from core.algorithms.row import list_choices
from core.algorithms.rows import Rows
from core.algorithms.simplest import simplest_first
from core.domain.dataset import Integers
from core.domain.study import Candidate, Settings, Tuning, TuningKind
from core.engine.fit_context import FitContext, FitJob, derive_learner_seed, derive_tuning_seed
from core.engine.fitting import (
    describe_problem,
    fit_learner,
    has_one_class,
    measure_predictions,
    predict_rows,
)
from core.schemes import make_inner_splits
from core.schemes.inner_splits import Pair, find_groups_within

NO_TUNING = "The training rows are too few to choose settings; the simplest setting was used."
NOTHING_MEASURED = "No setting could be measured inside the training rows; the simplest was used."
MOST_SHARED_CELLS = 2**22  # of training rows that stay prepared while settings are tried


@dataclass(frozen=True, slots=True, eq=False)
class TunedSettings:
    """The chosen settings and the value of every combination, in the order of the grid; none where nothing was tried.

    `learner`: already fitted on all training rows, where choosing has fitted it; None: still to be fitted.
    `start`: a model trained on some of the training rows with these settings, from which that training may search.
    """

    settings: Settings
    values: tuple[float, ...] = ()
    learner: Learner | None = None
    start: Any = None


def tune(fit_job: FitJob, context: FitContext) -> TunedSettings:
    """Return the combination of settings that did best inside the training rows; ties go to the simplest.

    Combinations are compared on T2 after training on T1 (Salzberg 1997, section 3.5, 4B and C), or, where one training
    serves all of them and its parts leave rows out, on those rows. They are tried in the order of their names, so that
    a plan that was saved and read back tries them in the same order.
    """
    fixed = find_fixed_settings(fit_job.candidate, fit_job.tuning)
    if fixed is not None:
        return TunedSettings(fixed)
    choices = list_choices(fit_job.candidate)
    simplest = simplest_first(import_module(context.library).find_algorithm(fit_job.candidate.algorithm), choices)
    by_left_out_rows = _tune_on_left_out_rows(fit_job, context, choices, simplest)
    if by_left_out_rows is not None:
        return by_left_out_rows
    pairs = make_inner_splits(
        fit_job.train, context.data, fit_job.tuning, derive_tuning_seed(context.seed, fit_job.job)
    )
    if not pairs:
        warnings.warn(NO_TUNING, stacklevel=1)
        return TunedSettings(choices[simplest[0]])
    predictions, start = _predict_validation_rows(fit_job, context, choices, pairs)
    values = tuple(_compute_tuning_value(context, pairs, of_choice) for of_choice in predictions)
    return TunedSettings(choices[_find_best(context, values, simplest)], values, start=start)


def find_fixed_settings(candidate: Candidate, tuning: Tuning) -> Settings | None:
    """Return the settings of a candidate that has nothing to tune, else None."""
    choices = list_choices(candidate) if candidate.grid else []
    if not choices or tuning.kind is TuningKind.NONE:
        return candidate.settings
    return choices[0] if len(choices) == 1 else None


def count_trainings(fit_job: FitJob, context: FitContext) -> float:
    """Return how much training one fit does, in trainings on all of its training rows.

    One on all of T, and for every combination and inner split one on T1; fewer where one training serves all
    combinations.
    """
    if find_fixed_settings(fit_job.candidate, fit_job.tuning) is not None:
        return 1.0
    tuning, choices = fit_job.tuning, list_choices(fit_job.candidate)
    on_t1 = 1 - tuning.share if tuning.kind is TuningKind.HOLDOUT else tuning.folds - 1.0
    learner = _build_learner_for_choices(fit_job, context, choices, fit_job.train)
    if learner is None:
        return 1 + len(choices) * on_t1
    return 1.0 if learner.leaves_rows_out and context.data.order is None else 1 + on_t1


def train_without_predicting(fit_job: FitJob, context: FitContext) -> None:
    """Do all the training of a fit, tuning included, and predict nothing: so that it can be timed before the lock."""
    if find_fixed_settings(fit_job.candidate, fit_job.tuning) is None:
        choices = list_choices(fit_job.candidate)
        learner = _build_learner_for_choices(fit_job, context, choices, fit_job.train)
        if learner is not None and learner.leaves_rows_out and context.data.order is None:
            train = fit_job.train
            learner.fit_rows(Rows(context.data.inputs, train), context.data.targets[train], context.schema)
            return
        seed = derive_tuning_seed(context.seed, fit_job.job)
        for t1, _ in make_inner_splits(fit_job.train, context.data, fit_job.tuning, seed):
            learner = _build_learner_for_choices(fit_job, context, choices, t1)
            if learner is not None:
                learner.fit_rows(Rows(context.data.inputs, t1), context.data.targets[t1], context.schema)
                continue
            common = Common()
            for settings in choices:
                fit_learner(fit_job, context, settings, t1, common)
    fit_learner(fit_job, context, fit_job.candidate.settings, fit_job.train)


def _find_best(context: FitContext, values: Sequence[float], simplest: Sequence[int]) -> int:
    if all(value == _worst_value(context) for value in values):
        warnings.warn(NOTHING_MEASURED, stacklevel=1)
    losses = [value if context.measure.lower_is_better else -value for value in values]
    return min(simplest, key=losses.__getitem__)


def _worst_value(context: FitContext) -> float:
    return inf if context.measure.lower_is_better else -inf


# --- one training serves all combinations ---


def _tune_on_left_out_rows(
    fit_job: FitJob, context: FitContext, choices: Sequence[Settings], simplest: Sequence[int]
) -> TunedSettings | None:
    """Compare on training rows that parts of the model did not see; None where the algorithm has no such parts.

    Never with time order: a row that is left out would be predicted from later ones.
    """
    learner = _build_learner_for_choices(fit_job, context, choices, fit_job.train)
    if learner is None or not learner.leaves_rows_out or context.data.order is not None:
        return None
    learner.fit_rows(Rows(context.data.inputs, fit_job.train), context.data.targets[fit_job.train], context.schema)
    left_out = learner.predict_left_out()
    if left_out is None:
        return None
    places, predictions = left_out
    pairs = [(fit_job.train, fit_job.train[places])]
    values = tuple(_compute_tuning_value(context, pairs, [prediction]) for prediction in predictions)
    best = _find_best(context, values, simplest)
    learner.choose(best)
    return TunedSettings(choices[best], values, learner)


def _build_learner_for_choices(
    fit_job: FitJob, context: FitContext, choices: Sequence[Settings], train: Integers
) -> LearnerForChoices | None:
    """Return a learner whose one training serves all choices; None where there is none or nothing to learn."""
    row = import_module(context.library).find_algorithm(fit_job.candidate.algorithm)
    build = getattr(row, "build_for_choices", None)
    if build is None or has_one_class(context, train):
        return None
    learner: LearnerForChoices | None = build(choices, derive_learner_seed(context.seed, fit_job.job))
    if learner is not None:
        learner.groups = find_groups_within(train, context.data)
        if context.data.weights is not None:
            learner.row_weights = context.data.weights[train]
    return learner


# --- T1 and T2 ---


def _predict_validation_rows(
    fit_job: FitJob, context: FitContext, choices: Sequence[Settings], pairs: Sequence[Pair]
) -> tuple[list[list[Prediction] | None], Any]:
    """Return what each choice, trained on T1, predicts for T2 of each pair (None for choices that failed).

    And the last model that serves all choices, where one on more rows may search from its solutions.
    """
    cells = sum(len(t1) for t1, _ in pairs) * context.data.inputs.shape[1]
    by_pair: list[list[Prediction | None]] = []
    start: Any = None
    for t1, t2 in pairs:
        learner = _build_learner_for_choices(fit_job, context, choices, t1)
        if learner is not None:
            learner.fit_rows(Rows(context.data.inputs, t1), context.data.targets[t1], context.schema)
            by_pair.append([*learner.predict_each(Rows(context.data.inputs, t2))])
            model = getattr(learner, "model", None)
            start = model if hasattr(model, "start_from") else None
        else:
            common = Common() if cells <= MOST_SHARED_CELLS else None
            by_pair.append([_try_settings(fit_job, context, settings, (t1, t2), common) for settings in choices])
    by_choice = [list(of_choice) for of_choice in zip(*by_pair, strict=True)]
    found = [None if None in of_choice else [one for one in of_choice if one is not None] for of_choice in by_choice]
    return found, start


def _try_settings(
    fit_job: FitJob, context: FitContext, settings: Settings, pair: Pair, common: Common | None
) -> Prediction | None:
    """Train on T1 and predict T2; one setting that fails must not end the choice among the others."""
    t1, t2 = pair
    try:
        return predict_rows(fit_learner(fit_job, context, settings, t1, common), context, t2)
    except MemoryError:
        raise
    except Exception as problem:  # noqa: BLE001, see above
        warnings.warn(f"A setting failed while tuning: {describe_problem(problem)}", stacklevel=1)
        return None


def _compute_tuning_value(
    context: FitContext, pairs: Sequence[Pair], predictions: Sequence[Prediction] | None
) -> float:
    """Return the measure on T2, the mean over outputs; the worst possible value where it is undefined.

    With several outputs a loss is divided by that of the constant guess: outputs of different units cannot be averaged.
    """
    if predictions is None:
        return _worst_value(context)
    rows = [t2 for _, t2 in pairs]
    values: list[float] = []
    for output in range(context.schema.outputs):
        value = measure_predictions(context, rows, predictions, output)
        if value is None:
            return _worst_value(context)
        if context.schema.outputs > 1 and context.measure.lower_is_better:
            guesses = [_guess_constant(context, t1, t2) for t1, t2 in pairs]
            value /= measure_predictions(context, rows, guesses, output) or 1.0
        values.append(value)
    return float(np.mean(values))


def _guess_constant(context: FitContext, train: Integers, test: Integers) -> Prediction:
    model = context.build_constant_guess()
    model.row_weights = None if context.data.weights is None else context.data.weights[train]
    model.fit(context.data.inputs[:0], context.data.targets[train], context.schema)
    return model.predict(np.empty((len(test), 0)))
