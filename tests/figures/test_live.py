"""A run under way: values are counted once, folds only when everybody has been through them, troubles never dropped."""

import numpy as np
import pytest

from core.domain.events import Value
from core.domain.evidence import HALVES, MAIN, Ending, FitResult, Job, Run
from core.domain.findings import Estimate
from core.figures.live import Live, Tally, latest_fold, values_of


def value(candidate: str, fold: int, number: float | None, measure: str = "error") -> Value:
    return Value(candidate, measure, "fault", 0, fold, number)


def outcome(candidate: str, fold: int, **changes: object) -> FitResult:
    part = str(changes.pop("part", MAIN))
    return FitResult(Job(part, 0, fold, candidate), np.array([0]), None, **changes)  # type: ignore[arg-type]


def live(*values: Value) -> Live:
    result = Live(("tree", "forest"))
    result.add(values, ())
    return result


def test_that_a_fold_counts_when_every_candidate_has_been_through_it() -> None:
    found = live(value("tree", 0, 0.2), value("forest", 0, 0.1), value("tree", 1, 0.3), value("trivial", 1, 0.5))
    assert found.folds == 1


def test_that_a_failed_training_is_through_its_fold_without_a_value() -> None:
    found = live(value("tree", 0, 0.2), value("forest", 0, None))
    assert found.folds == 1
    assert sum(found.bins("error", "fault", "tree", "forest").candidate) == 0
    assert found.tally("error", "fault", "tree", "forest") == Tally()


def test_that_bins_are_in_the_unit_shown() -> None:
    bins = live(value("tree", 0, 0.2), value("forest", 0, 0.1)).bins("error", "fault", "tree", "forest")
    assert bins.baseline_mean == pytest.approx(20.0)
    assert bins.candidate_mean == pytest.approx(10.0)
    assert bins.edges[0] >= 0


def test_that_the_tally_knows_which_way_is_better() -> None:
    errors = live(value("tree", 0, 0.2), value("forest", 0, 0.1), value("tree", 1, 0.1), value("forest", 1, 0.1))
    assert errors.tally("error", "fault", "tree", "forest") == Tally(candidate=1, tie=1, baseline=0)
    areas = live(value("tree", 0, 0.9, "auc"), value("forest", 0, 0.8, "auc"))
    assert areas.tally("auc", "fault", "tree", "forest") == Tally(candidate=0, tie=0, baseline=1)


def test_that_a_value_sent_twice_counts_once() -> None:
    found = live(value("tree", 0, 0.2), value("tree", 0, 0.2))
    assert sum(found.bins("error", "fault", "tree", "").baseline) == 1


def test_that_troubles_are_counted_by_candidate_and_message_with_failures_first() -> None:
    found = Live(("tree",))
    warned = [outcome("net", fold, warnings=("did not settle",)) for fold in range(3)]
    found.add((), [*warned, outcome("net", 7, ending=Ending.FAILED, message="singular")])
    failed, warnings = found.troubles
    assert (failed.message, failed.failed, failed.count, failed.job.fold) == ("singular", True, 1, 7)
    assert (warnings.message, warnings.count, warnings.job.fold) == ("did not settle", 3, 0)
    assert found.trainings == 4


def test_that_the_commonest_trouble_of_a_kind_comes_first() -> None:
    found = Live(("tree",))
    often = [outcome("net", fold, warnings=("did not settle",)) for fold in range(3)]
    found.add((), [outcome("svm", 0, warnings=("slow",)), *often])
    assert [trouble.count for trouble in found.troubles] == [3, 1]


def test_that_the_values_of_a_finished_run_come_from_its_estimates() -> None:
    run = Run((outcome("tree", 0), outcome("tree", 1)), complete=True)
    estimate = Estimate("tree", "error", "fault", None, None, None, (0.1, None))
    assert values_of([estimate], run, "kfold") == (value("tree", 0, 0.1), value("tree", 1, None))


def test_that_estimates_of_another_scheme_are_passed_over() -> None:
    run = Run((outcome("tree", 0), outcome("tree", 1)), complete=True)
    other = Estimate("tree", "error", "fault", None, None, None, (0.1, 0.2), scheme="holdout")
    assert values_of([other], run, "kfold") == ()


def test_that_the_latest_fold_is_one_of_the_main_scheme() -> None:
    batch = [outcome("tree", 0), outcome("tree", 4), outcome("tree", 1, part=HALVES)]
    found = latest_fold(batch)
    assert found is not None
    assert found.fold == 4
    assert latest_fold(batch[2:]) is None


def test_that_the_slowest_candidate_is_known_by_its_mean_time() -> None:
    found = live()
    assert found.slowest == ("", 0.0)
    for fold, seconds in enumerate((1.0, 3.0)):
        found.add((), [outcome("tree", fold, seconds=seconds), outcome("forest", fold, seconds=1.5)])
    found.add((), [outcome("forest", 0, seconds=90.0, part=HALVES)])
    assert found.slowest == ("tree", 2.0)


def test_that_only_folds_both_models_have_finished_are_drawn() -> None:
    live = Live(("tree", "forest"))
    live.add([Value("tree", "error", "y", 0, fold, 0.1 * fold) for fold in range(4)], ())
    live.add([Value("forest", "error", "y", 0, fold, 0.2) for fold in (1, 2)], ())
    live.add([Value("forest", "error", "y", 0, 3, None)], ())
    bins = live.bins("error", "y", "tree", "forest")
    assert (sum(bins.baseline), sum(bins.candidate)) == (2, 2)
    assert bins.baseline_mean == pytest.approx(15.0)  # folds 1 and 2 only, in errors per 100
    alone = live.bins("error", "y", "tree", "")
    assert (sum(alone.baseline), sum(alone.candidate), alone.candidate_mean) == (4, 0, None)


def test_that_splits_are_counted_when_every_model_was_trained_on_them() -> None:
    live = Live(("tree", "forest"))
    rows = np.array([0])
    live.add((), [FitResult(Job("5x2", 0, 0, key), rows, None) for key in ("tree", "forest")])
    live.add((), [FitResult(Job("5x2", 0, 1, "tree"), rows, None)])
    assert (live.count_splits("5x2"), live.count_splits("main")) == (1, 0)
