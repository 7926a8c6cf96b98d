"""One training in a worker: tune on T1/T2, train again on all of T, predict the test rows; it never raises."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from math import inf
from time import perf_counter

import numpy as np

from core.algorithms.learner import Learner, LearnerForChoices, Prediction
from core.algorithms.prepared import Common, Prepared
from core.algorithms.row import combinations
from core.algorithms.rows import Rows
from core.algorithms.simplest import simplest_first
from core.domain.dataset import Integers, Task
from core.domain.evidence import GIVEN, Ending, FitResult
from core.domain.study import Candidate, Settings, Tuning, TuningKind
from core.engine.bench import Bench, Training, learner_seed, tuning_seed
from core.schemes import inner_splits
from core.schemes.inner import groups_within
from core.support.errors import EngineError, EvenfoldError

ONE_CLASS = "The training rows hold one class only; the majority class was predicted."
NO_TUNING = "The training rows are too few to choose settings; the simplest setting was used."
LONGEST_TEXT = 400
MOST_WARNINGS = 20
LOADING_MAY_MATTER = 3.0  # seconds: a training that takes longer is not held up by what it loads
MOST_SHARED = 2**22  # cells of training rows that are kept prepared while settings are tried


def carry_out(training: Training, bench: Bench) -> FitResult:
    """The outcome of one training; whatever goes wrong becomes its ending."""
    started = perf_counter()
    outcome = FitResult(training.job, training.test, None, train_size=len(training.train))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            outcome = _given(training, bench) if training.candidate.algorithm == GIVEN else _trained(training, bench)
        except MemoryError:
            outcome = replace(outcome, ending=Ending.MEMORY, message="Not enough memory for this training.")
        except Exception as problem:  # noqa: BLE001, a failing algorithm is evidence
            outcome = replace(outcome, ending=Ending.FAILED, message=_words(problem))
        texts = _texts(caught)
    return replace(outcome, warnings=texts, seconds=perf_counter() - started)


def time_training(training: Training, bench: Bench) -> FitResult:
    """How long one training takes; nothing is predicted or scored, so the test rows stay sealed.

    A short training is timed a second time and only that counts: the first one in a process also loads libraries, which
    a study does once and not in every training.
    """
    started = perf_counter()
    outcome = FitResult(training.job, training.test, None, train_size=len(training.train))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            _fitted(training, bench, training.candidate.settings, training.train)
            if perf_counter() - started < LOADING_MAY_MATTER:
                started = perf_counter()
                _fitted(training, bench, training.candidate.settings, training.train)
        except MemoryError:
            outcome = replace(outcome, ending=Ending.MEMORY, message="Not enough memory for this training.")
        except Exception as problem:  # noqa: BLE001, a failing algorithm is evidence
            outcome = replace(outcome, ending=Ending.FAILED, message=_words(problem))
    return replace(outcome, seconds=perf_counter() - started)


def _trained(training: Training, bench: Bench) -> FitResult:
    settings, scores, learner = _chosen_settings(training, bench)
    learner = learner or _fitted(training, bench, settings, training.train)
    found = _predicted(learner, bench, training.test)
    _check(found, len(training.test), bench)
    return FitResult(
        training.job,
        training.test,
        found.predicted,
        found.scores,
        settings,
        tried=len(scores),
        tuning=scores,
        train_size=len(training.train),
        seen=_seen(training.train, bench, learner) if training.is_sample else (),
    )


def _seen(drawn: Integers, bench: Bench, learner: Learner) -> tuple[float, ...]:
    """The measure on all rows and on the drawn ones, for the optimism of the bootstrap; nothing where undefined."""
    everything = np.arange(bench.data.size)
    on_all = _predicted(learner, bench, everything)
    _check(on_all, len(everything), bench)
    scores = None if on_all.scores is None else on_all.scores[drawn]
    on_drawn = Prediction(on_all.predicted[drawn], scores)
    values = [
        _measured(bench, [rows], [found], output)
        for output in range(bench.schema.outputs)
        for rows, found in ((everything, on_all), (drawn, on_drawn))
    ]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else ()


def _given(training: Training, bench: Bench) -> FitResult:
    """Predictions made elsewhere: the column named in the settings, nothing is trained."""
    column = str(training.candidate.settings.get("column", ""))
    if column not in bench.data.given:
        raise EngineError(f'There is no column of predictions named "{column}".')
    predicted = bench.data.given[column].reshape(bench.data.size, -1)[training.test]
    missing = int(np.isnan(predicted).any(axis=1).sum())
    if missing:
        raise EngineError(f"{missing} of {len(predicted)} predictions are missing in column {column}.")
    return FitResult(
        training.job, training.test, predicted, settings=training.candidate.settings, train_size=len(training.train)
    )


def _fitted(
    training: Training, bench: Bench, settings: Settings, train: Integers, common: Common | None = None
) -> Learner:
    data = bench.data
    learner = bench.build(training.candidate, settings, learner_seed(bench.seed, training.job))
    rows, targets = Rows(data.inputs, train), data.targets[train]
    if _is_one_class(bench, train):
        warnings.warn(ONE_CLASS, stacklevel=1)
        learner = bench.trivial()
    if isinstance(learner, Prepared):
        learner.common = common
        learner.groups = groups_within(train, data)
        learner.fit_rows(rows, targets, bench.schema)
    else:
        learner.fit(rows.picked(), targets, bench.schema)
    return learner


def _predicted(learner: Learner, bench: Bench, test: Integers) -> Prediction:
    rows = Rows(bench.data.inputs, test)
    return learner.predict_rows(rows) if isinstance(learner, Prepared) else learner.predict(rows.picked())


def _check(found: Prediction, rows: int, bench: Bench) -> None:
    wanted = (rows, bench.schema.outputs)
    if found.predicted.shape != wanted:
        raise EngineError(f"The algorithm gave predictions of shape {found.predicted.shape} instead of {wanted}.")
    if not np.isfinite(found.predicted).all() or (found.scores is not None and not np.isfinite(found.scores).all()):
        raise EngineError("diverged: some predictions are not finite numbers")
    if found.scores is not None and found.scores.shape != (rows, bench.schema.classes):
        raise EngineError(f"The algorithm gave scores of shape {found.scores.shape}.")


# --- choosing settings ---


def _chosen_settings(training: Training, bench: Bench) -> tuple[Settings, tuple[float, ...], Learner | None]:
    """The settings that did best (ties: the simplest), the values of all that were tried, and the trained learner where
    choosing has trained it already.

    Settings are compared on T2 (Salzberg 1997, section 3.5, 4B and C), or on those training rows that parts of the
    model did not see. They go by name, so that a plan read back tries them in the same order.
    """
    candidate = training.candidate
    fixed = fixed_settings(candidate, training.tuning)
    if fixed is not None:
        return fixed, (), None
    choices = _choices(candidate)
    simplest = simplest_first(import_module(bench.library).find_algorithm(candidate.algorithm), choices)
    learner = _fitted_to_leave_rows_out(training, bench, choices)
    left_out = learner.predict_left_out() if learner else None
    if learner is not None and left_out is not None:
        pairs = [(training.train, training.train[left_out[0]])]
        values = tuple(_tuning_value(bench, pairs, [prediction]) for prediction in left_out[1])
        best = _best_choice(bench, values, simplest)
        learner.choose(best)
        return choices[best], values, learner
    pairs = inner_splits(training.train, bench.data, training.tuning, tuning_seed(bench.seed, training.job))
    if not pairs:
        warnings.warn(NO_TUNING, stacklevel=1)
        return choices[simplest[0]], (), None
    found = _predictions_of_choices(training, bench, choices, pairs)
    values = tuple(_tuning_value(bench, pairs, of_choice) for of_choice in found)
    return choices[_best_choice(bench, values, simplest)], values, None


def _best_choice(bench: Bench, values: Sequence[float], simplest: Sequence[int]) -> int:
    if all(value == _worst(bench) for value in values):
        warnings.warn("No setting could be measured inside the training rows; the simplest was used.", stacklevel=1)
    losses = [value if bench.measure.lower_is_better else -value for value in values]
    return min(simplest, key=losses.__getitem__)


def _worst(bench: Bench) -> float:
    return inf if bench.measure.lower_is_better else -inf


def _fitted_to_leave_rows_out(
    training: Training, bench: Bench, choices: Sequence[Settings]
) -> LearnerForChoices | None:
    """A learner of all choices trained on all of T, if its parts leave rows out; None otherwise.

    Never with time order: a row that is left out would be predicted from later ones.
    """
    learner = _learner_for_choices(training, bench, choices, training.train)
    if learner is None or not learner.leaves_rows_out or bench.data.order is not None:
        return None
    learner.fit_rows(Rows(bench.data.inputs, training.train), bench.data.targets[training.train], bench.schema)
    return learner


def _learner_for_choices(
    training: Training, bench: Bench, choices: Sequence[Settings], train: Integers
) -> LearnerForChoices | None:
    """A learner whose one training serves all choices; None where there is none or nothing to learn."""
    build = getattr(
        import_module(bench.library).find_algorithm(training.candidate.algorithm), "build_for_choices", None
    )
    if build is None or _is_one_class(bench, train):
        return None
    learner: LearnerForChoices = build(choices, learner_seed(bench.seed, training.job))
    learner.groups = groups_within(train, bench.data)
    return learner


def _is_one_class(bench: Bench, train: Integers) -> bool:
    targets = bench.data.targets[train]
    return bench.data.task is Task.CLASSES and len(targets) > 0 and bool((targets[:, 0] == targets[0, 0]).all())


def fixed_settings(candidate: Candidate, tuning: Tuning) -> Settings | None:
    """The settings of a candidate that has nothing to choose."""
    choices = _choices(candidate) if candidate.grid else []
    if not choices or tuning.kind is TuningKind.NONE:
        return candidate.settings
    return choices[0] if len(choices) == 1 else None


def _choices(candidate: Candidate) -> list[Settings]:
    grid = dict(sorted(candidate.grid.items()))
    return [{**candidate.settings, **combination} for combination in combinations(grid)]


def _shared(pairs: Sequence[tuple[Integers, Integers]], bench: Bench) -> list[Common | None]:
    """What all settings may share on each pair, where that is little."""
    cells = sum(len(t1) for t1, _ in pairs) * bench.data.inputs.shape[1]
    return [Common() if cells <= MOST_SHARED else None for _ in pairs]


def _predictions_of_choices(
    training: Training, bench: Bench, choices: Sequence[Settings], pairs: Sequence[tuple[Integers, Integers]]
) -> list[list[Prediction] | None]:
    """What each choice, trained on T1, predicts for T2 of each pair; None for choices that failed."""
    shared = _shared(pairs, bench)
    by_pair = [_predictions_of_pair(training, bench, choices, pair, shared[i]) for i, pair in enumerate(pairs)]
    by_choice = [list(found) for found in zip(*by_pair, strict=True)]
    return [[one for one in found if one is not None] if None not in found else None for found in by_choice]


def _predictions_of_pair(
    training: Training,
    bench: Bench,
    choices: Sequence[Settings],
    pair: tuple[Integers, Integers],
    common: Common | None,
) -> list[Prediction | None]:
    t1, t2 = pair
    learner = _learner_for_choices(training, bench, choices, t1)
    if learner is None:
        return [_prediction_of_choice(training, bench, settings, pair, common) for settings in choices]
    learner.fit_rows(Rows(bench.data.inputs, t1), bench.data.targets[t1], bench.schema)
    return [*learner.predict_each(Rows(bench.data.inputs, t2))]


def _prediction_of_choice(
    training: Training, bench: Bench, settings: Settings, pair: tuple[Integers, Integers], common: Common | None
) -> Prediction | None:
    t1, t2 = pair
    try:
        found = _predicted(_fitted(training, bench, settings, t1, common), bench, t2)
        _check(found, len(t2), bench)
    except MemoryError:
        raise
    except Exception as problem:  # noqa: BLE001, one setting that fails must not end the choice among the others
        warnings.warn(f"A setting failed while tuning: {_words(problem)}", stacklevel=1)
        return None
    return found


def _tuning_value(
    bench: Bench, pairs: Sequence[tuple[Integers, Integers]], found: Sequence[Prediction] | None
) -> float:
    if found is None:
        return _worst(bench)
    values = [_output_value(bench, pairs, found, output) for output in range(bench.schema.outputs)]
    defined = [value for value in values if value is not None]
    return float(np.mean(defined)) if len(defined) == len(values) else _worst(bench)


def _output_value(
    bench: Bench, pairs: Sequence[tuple[Integers, Integers]], found: Sequence[Prediction], output: int
) -> float | None:
    """The measure on T2; with several outputs a loss is divided by that of the trivial model, to be added up."""
    rows = [t2 for _, t2 in pairs]
    value = _measured(bench, rows, found, output)
    if bench.schema.outputs == 1 or value is None or not bench.measure.lower_is_better:
        return value
    trivial = [_trivial_prediction(bench, t1, t2) for t1, t2 in pairs]
    base = _measured(bench, rows, trivial, output)
    return value / base if base else value


def _trivial_prediction(bench: Bench, train: Integers, test: Integers) -> Prediction:
    model = bench.trivial()
    model.fit(bench.data.inputs[:0], bench.data.targets[train], bench.schema)
    return model.predict(np.empty((len(test), 0)))


def _measured(bench: Bench, rows: list[Integers], found: Sequence[Prediction], output: int) -> float | None:
    truth = bench.data.targets[:, output]
    if bench.measure.pools:
        scores = [prediction.scores for prediction in found if prediction.scores is not None]
        return bench.measure.value(
            truth[np.concatenate(rows)],
            np.concatenate([prediction.predicted[:, output] for prediction in found]),
            np.concatenate(scores) if len(scores) == len(found) else None,
            bench.context,
        )
    values = [
        bench.measure.value(truth[some], prediction.predicted[:, output], prediction.scores, bench.context)
        for some, prediction in zip(rows, found, strict=True)
    ]
    defined = [value for value in values if value is not None]
    return float(np.mean(defined)) if defined else None


# --- words ---


def _words(problem: Exception) -> str:
    text = str(problem) if isinstance(problem, EvenfoldError) else f"{type(problem).__name__}: {problem}"
    return " ".join(text.split())[:LONGEST_TEXT]


def _texts(caught: Sequence[warnings.WarningMessage]) -> tuple[str, ...]:
    texts = dict.fromkeys(" ".join(str(one.message).split())[:LONGEST_TEXT] for one in caught)
    return tuple(texts)[:MOST_WARNINGS]
