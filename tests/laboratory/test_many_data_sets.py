"""A study over several data sets: pairs, corrections, ranks, cases and warnings."""

from dataclasses import replace

import pytest

from core.domain.study import Candidate
from core.laboratory.demo_runner import Progress, run_to_end
from core.laboratory.many_data_sets import ManyPlan, choose_common_measure, compare_on_many_sets, make_study_for_set
from core.laboratory.many_data_sets_results import PAIR_HEADINGS, ManySetsResult, PairResult, SetResult
from core.support.errors import StudyError
from tests.laboratory.inline import shop
from tests.schemes.datasets import classes, numbers

SETS = [replace(classes(rows, seed=rows), name=f"set {rows}") for rows in (60, 70, 80)]
THREE = [Candidate(key, key) for key in ("majority", "lda", "naive-bayes")]


def found_on(plan: ManyPlan, seen: list[Progress] | None = None) -> ManySetsResult:
    found = run_to_end(compare_on_many_sets(shop(), SETS, THREE, plan, 1), (seen if seen is not None else []).append)
    assert found is not None
    return found


def test_that_every_pair_is_compared_on_every_data_set() -> None:
    seen: list[Progress] = []
    found = found_on(ManyPlan(repeats=1), seen)
    assert len(found.pairs) == 3 * 3
    assert len({(pair.data, pair.first, pair.second) for pair in found.pairs}) == 9
    assert all(len(row) == len(PAIR_HEADINGS) for row in found.rows({}))
    assert seen[-1].done == seen[-1].total
    assert [one.done for one in seen] == sorted(one.done for one in seen)


def test_that_corrections_are_those_of_the_whole_family() -> None:
    for pair in found_on(ManyPlan(repeats=1)).pairs:
        assert pair.p is not None
        bonferroni, sidak, holm = pair.adjusted
        assert bonferroni == pytest.approx(min(1.0, 9 * pair.p))
        assert sidak == pytest.approx(1 - (1 - pair.p) ** 9)
        assert holm is not None
        assert bonferroni is not None
        assert pair.p <= holm <= bonferroni + 1e-12


def test_that_the_model_behind_everywhere_has_the_last_rank() -> None:
    found = found_on(ManyPlan(repeats=2))
    assert found.ordered[-1] == ("majority", 3.0)
    assert sum(found.ranks) == pytest.approx(6.0)
    assert found.p is not None
    assert found.distance == pytest.approx(1.9136, abs=0.001)
    pair = next(one for one in found.overall if (one.first, one.second) == ("lda", "majority"))
    assert (pair.wins, pair.losses) == (3, 0)
    assert pair.p == 0.25  # of eight patterns of signs the two extreme ones
    assert pair.holm is not None
    assert pair.holm >= pair.p
    assert pair.first_better is not None
    assert pair.first_better > 0.5
    assert "3 models (with standard settings), 3 data sets" in found.sentence({})
    (first, best), *_, (last, worst) = found.ordered
    assert f"first and last: {first} {best:.2f}, {last} {worst:.2f}." in found.sentence({})
    assert found.set_rows()[-1][0] == "mean rank"


def test_that_the_four_cases_are_counted_over_data_sets() -> None:
    seen: list[Progress] = []
    found = found_on(ManyPlan(repeats=1, with_third=True), seen)
    assert sum(found.cases.values()) == 9
    assert seen[-1].done == seen[-1].total


def test_that_a_set_too_small_for_a_third_is_left_out_with_a_word() -> None:
    small = [replace(classes(36), name="small"), SETS[0]]
    found = run_to_end(compare_on_many_sets(shop(), small, THREE[:2], ManyPlan(repeats=1, with_third=True), 1))
    assert found is not None
    assert sum(found.cases.values()) == 1
    assert "small" in found.left_out[0]


def test_that_bars_join_what_is_not_told_apart() -> None:
    sets = (SetResult("d", 10, (0.1, 0.2, 0.3), 0),)
    found = ManySetsResult(("a", "b", "c"), "error", sets, (), (1.0, 1.8, 3.0), 1.0, 1.0, 0.1, 0.1)
    assert found.alike == ((1.0, 1.8),)
    assert replace(found, distance=5.0).alike == ((1.0, 3.0),)
    assert replace(found, distance=0.1).alike == ()
    assert replace(found, distance=None).alike == ()


def test_that_a_data_set_without_a_value_is_left_out_of_the_ranks() -> None:
    formula = [THREE[1], Candidate("formula", "formula", {"formula": "[nowhere] * 2"})]
    found = run_to_end(compare_on_many_sets(shop(), SETS[:2], formula, ManyPlan(repeats=1), 1))
    assert found is not None
    assert found.ranks == ()
    assert len(found.left_out) == 2
    assert "not defined" in found.sentence({})
    assert found.rows({})[0][3] == "–"


def test_that_clear_pairs_are_counted_before_and_after_correction() -> None:
    pairs = (
        PairResult("d", "a", "b", 0.1, 0.01, (0.02, 0.02, 0.02)),
        PairResult("d", "a", "c", 0.1, 0.04, (0.08,) * 3),
    )
    found = ManySetsResult(("a", "b", "c"), "error", (), pairs, (), None, None, None, None)
    assert (found.clear(), found.clear("holm")) == (2, 1)


def test_that_what_cannot_be_compared_is_told() -> None:
    with pytest.raises(StudyError, match="at least two"):
        run_to_end(compare_on_many_sets(shop(), SETS[:1], THREE, ManyPlan(), 1))
    with pytest.raises(StudyError, match="does not predict classes"):
        run_to_end(compare_on_many_sets(shop(), [SETS[0], numbers(60)], THREE, ManyPlan(), 1))
    with pytest.raises(StudyError, match="does not predict"):
        run_to_end(compare_on_many_sets(shop(), SETS, [THREE[0], Candidate("linear", "linear")], ManyPlan(), 1))


def test_that_measures_that_hang_on_one_data_set_become_errors() -> None:
    assert choose_common_measure("cost") == choose_common_measure("recall") == "error"
    assert choose_common_measure("auc") == "auc"
    assert choose_common_measure("rmse") == "rmse"


def test_that_every_data_set_has_a_study_of_its_own() -> None:
    study = make_study_for_set(SETS[0], THREE, ManyPlan(repeats=4), 3)
    assert (study.title, study.scheme.repeats, study.seed) == ("set 60", 4, 3)


def test_that_stopping_gives_nothing() -> None:
    stopped = shop()
    stopped.stop.set()
    assert run_to_end(compare_on_many_sets(stopped, SETS, THREE, ManyPlan(repeats=1), 1)) is None
