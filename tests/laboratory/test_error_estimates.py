"""The laboratory of error estimates: formulas, reuse of repeats, deviations with reasons, failures counted."""

import threading
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from scipy import stats

from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset
from core.domain.events import Ended
from core.domain.evidence import MAIN, Run
from core.domain.laboratory_results import EstimatePlan
from core.domain.study import Candidate, SchemeChoice, SchemeKind
from core.judge.scores import context_of
from core.laboratory import error_estimates as module
from core.laboratory.demo_runner import Progress, run_to_end
from core.laboratory.error_estimates import (
    TOO_MANY,
    choose_error_measure,
    count_complete_splits,
    estimate_all_ways,
    list_estimate_jobs,
    make_complete_splits,
)
from core.laboratory.estimate_methods import HEADINGS, METHODS, ErrorEstimate, ErrorEstimates
from core.laboratory.order_deviations import CAUSES, MEMORISES, STEEP, find_deviations, list_hints
from core.laboratory.training_endings import find_constant_value, is_worse_than_constant
from core.statistics.measures import find_measure
from core.support.errors import StudyError
from tests.gui.finished import parts_data, parts_study
from tests.laboratory.inline import INLINE, shop, study_of
from tests.schemes.datasets import classes, numbers, uneven_groups

DATA = classes(60)
SMALL = EstimatePlan(repeats=3, samples=12)


def lab(
    data: Dataset, key: str, plan: EstimatePlan = SMALL, run: Run | None = None, measure: str = "error"
) -> ErrorEstimates:
    study = study_of(data, key, measure=measure)
    found = run_to_end(estimate_all_ways(shop(), study, data, study.candidates[0], plan, run))
    assert found is not None
    return found


def value(found: ErrorEstimates, method: str, output: str = "state") -> float:
    estimate = next(one.estimate for one in found.of(output) if one.method == method)
    assert estimate is not None
    return estimate


@lru_cache(maxsize=1)
def memorised() -> ErrorEstimates:
    return lab(DATA, "memoriser")


def test_that_every_way_of_estimating_is_there() -> None:
    found = memorised()
    assert {one.method for one in found.reckoned} == {row.key for row in METHODS} - {"complete"}
    assert all(one.estimate is not None and one.error is not None for one in found.reckoned)
    assert all(len(row) == len(HEADINGS) for row in found.rows())


def test_that_bootstrap_estimates_follow_from_their_parts() -> None:
    found = memorised()
    seen, unseen = value(found, "R"), value(found, "e0")
    assert seen == 0.0
    assert value(found, "632") == pytest.approx(0.632 * unseen)
    assert value(found, "632") <= value(found, "632+") <= unseen + 1e-12
    assert 0.0 < value(found, "optimism") < unseen


def test_that_a_memoriser_is_hinted_at() -> None:
    found = memorised()
    assert found.hints[0] == MEMORISES
    assert "about 10^12 trainings" in found.hints[1]
    assert lab(DATA, "majority", EstimatePlan(2, 5, False)).hints == ()


def test_that_holdout_numbers_are_those_of_their_splits() -> None:
    found = {one.method: one for one in memorised().of("state")}
    assert (found["H"].trainings, found["HI"].trainings, found["K"].trainings, found["KI"].trainings) == (1, 3, 5, 15)
    assert (found["L"].trainings, found["leave"].trainings, found["e0"].trainings) == (60, 12, 12)
    assert found["K"].spread is None
    assert found["KI"].spread is not None


def test_that_repeats_of_the_study_are_not_computed_again() -> None:
    study = study_of(DATA, "lda", "majority")
    *_, last = run_study(study, DATA, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    seen: list[Progress] = []
    candidate = study.candidates[0]
    reused = run_to_end(estimate_all_ways(shop(), study, DATA, candidate, SMALL, last.run), seen.append)
    fresh = run_to_end(estimate_all_ways(shop(), study, DATA, candidate, SMALL, None))
    assert reused == fresh
    total = len(list_estimate_jobs(study, DATA, candidate, SMALL))
    assert seen[0].total == total - sum(1 for o in last.run.of("lda") if o.job.part == MAIN)


def test_that_several_outputs_have_their_own_estimates() -> None:
    found = lab(numbers(60, outputs=2), "linear", EstimatePlan(2, 10, False), measure="mae")
    assert {one.output for one in found.reckoned} == {"y0", "y1"}
    assert value(found, "K", "y0") != value(found, "K", "y1")
    assert "y1" in found.sentence("Linear", "y1")


def test_that_the_order_of_errors_is_shown_for_errors_only() -> None:
    auc = study_of(DATA, "lda", measure="auc")
    assert choose_error_measure(auc, DATA) == "error"
    assert choose_error_measure(study_of(DATA, "lda", measure="cost"), DATA) == "cost"
    assert choose_error_measure(study_of(DATA, "linear", measure="r2"), numbers(30)) == "mae"


def test_that_groups_are_left_out_whole() -> None:
    data = classes(60, groups=uneven_groups(60, 12))
    study = study_of(data, "lda")
    wanted = list_estimate_jobs(study, data, study.candidates[0], SMALL)
    assert sum(training.job.part == "L" for training in wanted) == 12
    assert data.groups is not None
    for training in wanted:
        if training.job.part not in ("R", "bootstrap"):
            assert not np.intersect1d(data.groups[training.train], data.groups[training.test]).size


def test_that_leaving_out_is_not_done_for_very_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LEFT_OUT", 50)
    found = lab(DATA, "majority", EstimatePlan(2, 5, leave_out=True))
    assert "L" not in {one.method for one in found.reckoned}
    assert found.hints[0] == TOO_MANY


def test_that_time_order_is_refused() -> None:
    study = replace(study_of(DATA, "lda"), scheme=SchemeChoice(SchemeKind.TIME))
    with pytest.raises(StudyError, match="time order"):
        run_to_end(estimate_all_ways(shop(), study, DATA, study.candidates[0], SMALL))


def reckoned(**values: float) -> list[ErrorEstimate]:
    return [ErrorEstimate(key, "y", value, 0.01, None, 1, 0) for key, value in values.items()]


def test_that_the_usual_order_is_no_deviation() -> None:
    assert find_deviations(reckoned(R=0.0, K=0.2, KI=0.2, L=0.21, H=0.25, HI=0.24)) == ()


def test_that_large_and_small_deviations_are_told_apart() -> None:
    found = find_deviations(reckoned(R=0.1, K=0.3, KI=0.2, L=0.205, H=0.2, HI=0.25))
    by_pair = {(one.sooner, one.later): one for one in found}
    assert set(by_pair) == {("K", "H"), ("L", "H")}
    assert by_pair["K", "H"].is_large
    assert not by_pair["L", "H"].is_large
    assert "chance is enough" in by_pair["L", "H"].text
    assert "luck of the holdout" in by_pair["K", "H"].text


def test_that_a_holdout_far_above_the_folds_is_remarked() -> None:
    assert list_hints(reckoned(R=0.1, KI=0.2, HI=0.5)) == (STEEP,)
    assert list_hints(reckoned(R=0.1, KI=0.2, HI=0.35)) == ()
    assert list_hints(reckoned(R=0.0, KI=0.2, HI=0.25, **{"632": 0.1})) == (MEMORISES,)


def test_that_every_possible_deviation_has_a_reason() -> None:
    falling = dict(zip(("R", "632", "K", "KI", "L", "H", "HI"), (0.7, 0.6, 0.5, 0.5, 0.45, 0.3, 0.3), strict=True))
    for missing in ((), ("632",), ("632", "K", "KI", "L")):
        kept = {key: value for key, value in falling.items() if key not in missing}
        rows = [ErrorEstimate(key, "y", value, 0.01, None, 1, 0) for key, value in kept.items()]
        assert find_deviations(rows)
    assert all(cause.note.endswith(".") for cause in CAUSES)


def test_that_estimates_that_could_not_be_had_are_passed_over() -> None:
    rows = [ErrorEstimate("R", "y", None, None, None, 1, 1), *reckoned(K=0.2, H=0.3)]
    assert find_deviations(rows) == ()
    assert list_hints(rows) == ()
    told = ErrorEstimates("a", "error", tuple(rows), (), ())
    assert told.failed == 1
    assert "1 training failed and is left out" in told.sentence("A", "y")
    assert told.rows()[0][3] == "–"


def test_that_failed_trainings_are_counted_and_give_no_estimate() -> None:
    study = study_of(DATA, "lda")
    wrong = Candidate("formula", "formula", {"formula": "[nowhere] * 2"})
    found = run_to_end(
        estimate_all_ways(shop(), replace(study, candidates=(wrong,)), DATA, wrong, EstimatePlan(2, 5, False))
    )
    assert found is not None
    assert all(one.estimate is None and one.failed == one.trainings for one in found.reckoned)
    assert found.failed > 10
    assert "trainings failed" in found.sentence("Formula", "state")


def test_that_the_propeller_sample_with_an_unpruned_tree_stands_in_the_usual_order() -> None:
    data = prepare_dataset(find_sample("propeller").make(), find_sample("propeller").columns)
    study = replace(
        study_of(data, "tree", measure="relative"), candidates=(Candidate("tree", "tree", {"pruning": "off"}),)
    )
    found = run_to_end(estimate_all_ways(shop(), study, data, study.candidates[0], EstimatePlan(3, 20, False)))
    assert found is not None
    for output in ("KT", "10KQ"):
        values = [value(found, key, output) for key in ("R", "632", "KI", "HI")]
        assert values == sorted(values)
        assert values[0] < values[1] < values[2] < values[3]


# --- Iterations, leave two out, complete cross-validation, useless trainings ---


def test_that_the_interval_of_eq_8_is_that_of_scipy_over_the_iterations() -> None:
    values = np.array([0.21, 0.25, 0.19, 0.28, 0.22])
    one = ErrorEstimate("HI", "y", float(values.mean()), None, float(values.std(ddof=1)), 5, 0, 5, 0.19, 0.28)
    low, high = stats.t.interval(0.95, 4, values.mean(), stats.sem(values))
    assert one.iterated == pytest.approx((float(low), float(high)))
    assert replace(one, iterations=1, spread=None).iterated is None


def test_that_a_complete_cross_validation_is_counted_made_or_refused_in_words() -> None:
    assert count_complete_splits(12, 4) == 220
    assert count_complete_splits(13, 4) == 286
    assert count_complete_splits(3, 4) is None
    data = parts_data(12)
    made = list(make_complete_splits(data, 6))
    assert len(made) == 66
    assert len({tuple(split.test.tolist()) for split in made}) == 66
    assert all(len(split.test) == 2 and not np.intersect1d(split.train, split.test).size for split in made)


def test_that_what_is_worse_than_the_constant_on_its_rows_is_useless() -> None:
    data = parts_data(40)
    rows = np.arange(30)
    row, context = find_measure("error"), context_of(parts_study(), data)
    share = float(np.mean(data.labels[rows] == 1))
    constant = min(share, 1 - share)
    assert find_constant_value(data, rows, row, 0, context) == pytest.approx(constant)
    assert is_worse_than_constant(constant + 0.1, data, rows, row, 0, context)
    assert not is_worse_than_constant(constant, data, rows, row, 0, context)
