"""The work of the loads W1 to W7, by load and by who does it; data and splits are ready before the clock runs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from benchmarks.speed import ours, scikit, sets
from benchmarks.speed.row import OURS, SCIKIT, Answer, Load, Work
from core.domain.dataset import Dataset
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.run import Options
from core.figures.roc import roc_points
from core.laboratory.randomization import randomization
from core.laboratory.workshop import DemoRunner, finished
from core.schemes import make_splits

SETTINGS: Mapping[str, Mapping[str, object]] = {
    "naive-bayes": {"spread_floor": 0.0},
    "tree": {"pruning": "off"},
    "mlp": {"hidden": (30, 30)},
}
FIVE = ("tree", "logistic", "knn", "naive-bayes", "lda")
NEIGHBOURS = (31, 15, 9, 5, 3, 1)
LEAVES = (50, 30, 20, 15, 10, 7, 5, 3, 2, 1)
NESTED = {
    "knn": ("neighbours", NEIGHBOURS, "kneighborsclassifier__n_neighbors"),
    "tree": ("leaf", LEAVES, "min_samples_leaf"),
}
PERMUTATIONS = 1000
TEN_FOLDS = SchemeChoice(folds=10, repeats=1, max_repeats=1)


def work_of(load: Load, who: str, scale: int = 1, shuffles: int = 1) -> Work:
    """`scale` times the rows and `shuffles` times the shuffles, for the table of growth."""
    return WORKS[load.key](load, who, scale, shuffles)


def candidate_of(key: str) -> Candidate:
    return Candidate(key, key, SETTINGS.get(key, {}))


def pairs(data: Dataset, scheme: SchemeChoice) -> scikit.Splits:
    """The very splits of our study, so that the same rows are tested."""
    return [(split.train, split.test) for split in make_splits(data, scheme, ours.SEED)]


def _folds(data: Dataset, load: Load, who: str, repeats: int, with_area: bool) -> Work:
    scheme = SchemeChoice(folds=10, repeats=repeats, max_repeats=repeats)
    check = "auc" if with_area else None
    if who == OURS:
        return partial(ours.evenfold, ours.study_of(candidate_of(load.algorithm), scheme, "error", check), data)
    by = scikit.validate if who == SCIKIT else scikit.loop
    return partial(by, load.algorithm, data, pairs(data, scheme), with_area)


def ten_times_ten(load: Load, who: str, scale: int, shuffles: int) -> Work:
    return _folds(sets.breast_cancer(scale), load, who, 10 * shuffles, with_area=True)


def many_shuffles(load: Load, who: str, scale: int, shuffles: int) -> Work:
    return _folds(sets.vehicle_like(scale), load, who, 55 * shuffles, with_area=False)


def nested(load: Load, who: str, scale: int, shuffles: int) -> Work:
    data = sets.breast_cancer(scale)
    name, tried, theirs = NESTED[load.algorithm]
    if who == OURS:
        fixed = SETTINGS.get(load.algorithm, {})
        entered = Candidate(load.algorithm, load.algorithm, fixed, {name: tried})
        return partial(ours.evenfold, ours.study_of(entered, TEN_FOLDS, "error", tuning=Tuning(TuningKind.KFOLD)), data)
    if who == SCIKIT:
        return partial(scikit.search, load.algorithm, {theirs: list(tried)}, data, pairs(data, TEN_FOLDS))
    settings: list[dict[str, object]] = [{theirs: one} for one in tried]
    return partial(scikit.search_loop, load.algorithm, settings, data, pairs(data, TEN_FOLDS))


def one_out(load: Load, who: str, scale: int, shuffles: int) -> Work:
    make = sets.numbers if load.algorithm == "ridge" else sets.breast_like
    data = make(load.size * scale)
    if who == OURS:
        scheme = SchemeChoice(SchemeKind.LEAVE_ONE_OUT, repeats=1, max_repeats=1)
        study = ours.study_of(candidate_of(load.algorithm), scheme, "error" if data.classes else "mse")
        return partial(ours.evenfold, study, data)
    if who == SCIKIT:
        return partial(scikit.leave_one_out, load.algorithm, data)
    return partial(_without(scikit.loop, "rmse"), load.algorithm, data, _one_out(data.size))


def _one_out(rows: int) -> scikit.Splits:
    everyone = np.arange(rows)
    return [(np.delete(everyone, row), everyone[row : row + 1]) for row in range(rows)]


def _without(work: Callable[..., Answer], name: str) -> Callable[..., Answer]:
    def rest(*arguments: object) -> Answer:
        return {key: values for key, values in work(*arguments).items() if key != name}

    return rest


def curves(load: Load, who: str, scale: int, shuffles: int) -> Work:
    data = sets.aslan_like()
    scheme = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, repeats=30, max_repeats=30, share=2 / 3)
    if who == OURS:
        return partial(_our_curves, scheme, data)
    if who == SCIKIT:
        return partial(scikit.curves, FIVE, data, pairs(data, scheme))
    return partial(_loop_of_five, data, pairs(data, scheme))


def _our_curves(scheme: SchemeChoice, data: Dataset) -> Answer:
    """One study with all five, and the points of every curve."""
    entered = tuple(candidate_of(key) for key in FIVE)
    study = replace(ours.study_of(entered[0], scheme, "error", "auc"), candidates=entered)
    ended = ours.with_journal(study, data)
    for outcome in ended.run.outcomes:
        if outcome.scores is not None and outcome.job.candidate in FIVE:
            roc_points(data.labels[outcome.rows], outcome.scores[:, 1])
    return {f"{key} {name}": found for key in FIVE for name, found in ours.values(ended, key).items()}


def _loop_of_five(data: Dataset, tested: scikit.Splits) -> Answer:
    loops = {key: scikit.loop(key, data, tested, with_area=True) for key in FIVE}
    return {f"{key} {name}": found for key in FIVE for name, found in loops[key].items()}


def bootstrap(load: Load, who: str, scale: int, shuffles: int) -> Work:
    data = sets.three_outputs()
    scheme = SchemeChoice(SchemeKind.BOOTSTRAP, samples=200)
    if who == OURS:
        return partial(ours.evenfold, ours.study_of(Candidate("mlp", "mlp"), scheme, "rmse"), data)
    everyone = np.arange(data.size)
    tested = [*pairs(data, scheme), (everyone, everyone)]
    by = scikit.validate_squares if who == SCIKIT else _without(scikit.loop, "mse")
    return partial(_drawn_only, by, data, tested)


def _drawn_only(by: Callable[..., Answer], data: Dataset, tested: scikit.Splits) -> Answer:
    """The last split is the training rows themselves, which .632 needs; the samples' values are compared."""
    found = by("mlp-numbers", data, tested)
    return {"rmse": found["rmse"][:-1]}


def permutations(load: Load, who: str, scale: int, shuffles: int) -> Work:
    data = sets.vehicle_like()
    if who == OURS:
        return partial(_our_permutations, ours.study_of(candidate_of(load.algorithm), TEN_FOLDS, "error"), data)
    by = scikit.permuted if who == SCIKIT else scikit.permuted_loop
    return partial(by, load.algorithm, data, PERMUTATIONS, pairs(data, TEN_FOLDS))


def _our_permutations(study: Study, data: Dataset) -> Answer:
    """The permutation test as the window runs it; this is no study, so there is no file and there are no findings."""
    runner = DemoRunner(Options(executor="inline"))
    found = finished(randomization(runner, study, data, study.candidates[0], PERMUTATIONS, 0, ours.SEED))
    assert found is not None
    assert found.observed is not None
    return {"error": [found.observed], "shuffled": list(found.permuted)}


WORKS: Mapping[str, Callable[[Load, str, int, int], Work]] = {
    "W1": ten_times_ten,
    "W2": many_shuffles,
    "W3": nested,
    "W4": one_out,
    "W5": curves,
    "W6": bootstrap,
    "W7": permutations,
}
