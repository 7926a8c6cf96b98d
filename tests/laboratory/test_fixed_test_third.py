"""Aslan's comparison on one test third: its splits, tests, cases, words and measured false claims."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from core.domain.evidence import FitResult, Job
from core.laboratory.confused_classes import keep_most_confused
from core.laboratory.demo_runner import run_to_end
from core.laboratory.fixed_test_false_claims import FALSE_CLAIMS, find_claim_range
from core.laboratory.fixed_test_third import (
    CASES,
    GRID,
    FixedTestComparison,
    Side,
    compare_on_test_third,
    count_cases,
    make_roc_bundle,
    make_third_splits,
)
from core.support.errors import DataError
from tests.gui.finished import parts_data
from tests.laboratory.inline import shop, study_of
from tests.schemes.datasets import classes, numbers, uneven_groups

NOT, CLEAR = Side((0.1, 0.2), (0.2, 0.1), 0.3, 0.8), Side((0.1, 0.2), (0.3, 0.4), 9.0, 0.001)


def on_third(errors: Side, areas: Side) -> FixedTestComparison:
    return FixedTestComparison("parts", ("no", "yes"), "b", "a", 30, 58, errors, areas, 0)


def test_that_one_third_is_tested_by_thirty_training_sets() -> None:
    made = make_third_splits(classes(150), grouped=True, seed=3)
    assert len(made) == 30
    assert all(np.array_equal(split.test, made[0].test) for split in made)
    assert len(made[0].test) == 50
    left_out = [np.setdiff1d(np.arange(150), np.concatenate((s.train, s.test))) for s in made]
    assert sorted(np.concatenate(left_out)) == sorted(np.setdiff1d(np.arange(150), made[0].test))
    assert not any(np.intersect1d(split.train, split.test).size for split in made)


def test_that_groups_stay_on_one_side() -> None:
    groups = uneven_groups(300, 60)
    data = classes(300, groups=groups)
    for split in make_third_splits(data, grouped=True, seed=1):
        assert not np.intersect1d(groups[split.train], groups[split.test]).size


def test_that_too_few_rows_are_told() -> None:
    with pytest.raises(DataError, match="thirty training sets"):
        make_third_splits(classes(40), grouped=True, seed=1)


def test_that_every_pair_is_compared_the_later_with_the_earlier() -> None:
    data = classes(90)
    study = study_of(data, "majority", "lda", "naive-bayes")
    found = run_to_end(compare_on_test_third(shop(), study, data, study.candidates, 1))
    assert found is not None
    assert [(one.first, one.second) for one in found] == [
        ("lda", "majority"),
        ("naive-bayes", "majority"),
        ("naive-bayes", "lda"),
    ]
    first = found[0]
    assert len(first.errors.first) == len(first.areas.second) == 30
    assert set(first.areas.second) == {0.5}
    assert first.areas.t is not None
    assert first.areas.t > 0
    assert first.case in ("auc", "both")
    assert "favors LDA" in first.sentence({"lda": "LDA", "majority": "the majority rule"})
    assert len(first.rows()) == 30
    assert float(first.rows()[0][1]) == pytest.approx(100 * first.errors.first[0], rel=1e-3)  # per 100
    assert float(first.rows()[0][3]) == pytest.approx(first.areas.first[0], rel=1e-3)


def test_that_more_than_two_classes_are_reduced_to_two() -> None:
    data = classes(200, shares=(0.4, 0.3, 0.3))
    study = study_of(data, "majority", "lda")
    found = run_to_end(compare_on_test_third(shop(), study, data, study.candidates, 1))
    assert found is not None
    assert set(found[0].classes) < set(data.classes)


def test_that_numbers_have_no_such_test() -> None:
    data = numbers(90)
    study = study_of(data, "mean", "linear", measure="mae")
    with pytest.raises(DataError, match="no classes"):
        run_to_end(compare_on_test_third(shop(), study, data, study.candidates, 1))


@pytest.mark.parametrize(
    ("errors", "areas", "case"),
    [(NOT, NOT, "neither"), (CLEAR, NOT, "error"), (NOT, CLEAR, "auc"), (CLEAR, CLEAR, "both")],
)
def test_that_the_four_cases_are_told_apart(errors: Side, areas: Side, case: str) -> None:
    assert on_third(errors, areas).case == case


def test_that_an_undefined_test_is_never_clear() -> None:
    nothing = Side((), (), None, None)
    one = on_third(CLEAR, nothing)
    assert one.case == "error"
    assert "no test of the AUC is possible" in one.sentence({})
    assert [row[3] for row in one.rows()] == ["–", "–"]


def test_that_cases_are_counted() -> None:
    counts = count_cases([on_third(NOT, NOT), on_third(CLEAR, CLEAR), on_third(CLEAR, CLEAR)])
    assert counts == {"neither": 1, "auc": 0, "error": 0, "both": 2}
    assert list(counts) == [case.key for case in CASES]


def test_that_the_false_claims_are_those_that_were_measured() -> None:
    low, high = find_claim_range()
    assert 60 <= low < high <= 100
    assert all(0 <= count <= row.studies for row in FALSE_CLAIMS for count in (row.by_errors, row.by_auc))


def test_that_the_same_seed_gives_the_same_numbers() -> None:
    data = classes(90)
    study = study_of(data, "lda", "naive-bayes")
    first, again = (run_to_end(compare_on_test_third(shop(), study, data, study.candidates, 5)) for _ in range(2))
    assert first == again


def test_that_the_bundle_holds_the_curves_of_scikit_learn() -> None:
    random = np.random.default_rng(2)
    data = parts_data(80)
    rows = np.arange(40, 80)
    score = random.random(40)
    outcome = FitResult(Job("third", 0, 0, "a"), rows, np.zeros((40, 1)), np.column_stack([1 - score, score]))
    found = make_roc_bundle("a", [outcome], data)
    alarms, hits, _ = roc_curve(data.labels[rows], score, drop_intermediate=False)
    assert found.hits[0] == pytest.approx(np.interp(GRID, alarms, hits).tolist(), abs=1e-4)
    truth = data.labels[rows] == 1
    assert found.cuts[0] == pytest.approx((np.mean(score[~truth] > 0.5), np.mean(score[truth] > 0.5)))


def test_that_too_few_rows_of_the_two_most_confused_classes_are_told_as_theirs() -> None:
    """Seven classes have rows enough together; the two that are compared do not, and the reduction is named."""
    data = replace(classes(140), targets=(np.arange(140) % 7)[:, None].astype(float), classes=tuple("abcdefg"))
    two = keep_most_confused(data, 1)
    with pytest.raises(DataError) as found:
        make_third_splits(two, grouped=True, seed=1)
    assert f"{two.size} rows of {' and '.join(two.classes)}" in found.value.message
