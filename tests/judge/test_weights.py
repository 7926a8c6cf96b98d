"""Row weights: measures and ranges count every row by its weight, and tests that count rows are left out."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import CautionKind
from core.domain.study import SchemeKind, Study
from core.judge.conclude import ON_ROWS, conclude_study
from core.judge.measure_table import measure_all
from tests.judge.worlds import class_data, number_data, predictions_run, study_of, with_scheme, wrong_on

WEIGHTS = np.random.default_rng(4).uniform(0.2, 3, 200)


def weighted(data: Dataset, weights: np.ndarray) -> Dataset:
    return replace(data, weights=weights / weights.mean(), weight_name="w")


def errors_of_two() -> tuple[Study, Dataset, Run]:
    data = class_data(200)
    study = study_of(data)
    return (
        study,
        data,
        predictions_run(data, {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))}, study),
    )


def test_that_equal_weights_change_no_answer_and_no_figure() -> None:
    study, data, run = errors_of_two()
    plain, same = conclude_study(study, data, run), conclude_study(study, weighted(data, np.ones(200)), run)
    ours, theirs = plain.conclusion.rows[0].difference, same.conclusion.rows[0].difference
    assert ours is not None
    assert theirs is not None
    assert ours.interval is not None
    assert theirs.interval is not None
    assert (theirs.mean, theirs.interval.low, theirs.interval.high) == pytest.approx(
        (ours.mean, ours.interval.low, ours.interval.high)
    )
    assert plain.conclusion.answer is same.conclusion.answer


@pytest.mark.parametrize("measure", ["error", "f1", "auc", "log-loss"])
def test_that_estimates_and_differences_are_weighted(measure: str) -> None:
    study, data, run = errors_of_two()
    study = replace(study, question=replace(study.question, measure=measure))
    findings = conclude_study(study, weighted(data, WEIGHTS), run)
    truth = data.targets[:, 0]
    if measure == "error":
        wrong = [np.average(wrong_on(data, rows)[:, 0] != truth, weights=WEIGHTS) for rows in (range(60), range(20))]
        assert [one.mean for one in findings.estimates[:1]] == pytest.approx(wrong[:1])
        difference = findings.conclusion.rows[0].difference
        assert difference is not None
        assert difference.mean == pytest.approx(wrong[0] - wrong[1], abs=0.02)
    plain = conclude_study(study, data, run)
    assert findings.estimates[0].mean != plain.estimates[0].mean
    assert findings.conclusion.rows[0].difference != plain.conclusion.rows[0].difference


def test_that_few_heavy_rows_make_wide_ranges() -> None:
    study, data, run = errors_of_two()
    heavy = np.where(np.arange(200) % 20 == 0, 50.0, 1.0)
    wide, narrow = (conclude_study(study, weighted(data, w), run).estimates[0].interval for w in (heavy, np.ones(200)))
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_that_tests_that_count_rows_are_left_out_and_it_is_said() -> None:
    study, data, run = errors_of_two()
    findings = conclude_study(study, weighted(data, WEIGHTS), run)
    assert not {one.comparer for one in findings.comparisons} & set(ON_ROWS)
    assert {one.comparer for one in conclude_study(study, data, run).comparisons} & set(ON_ROWS)
    told = {one.kind: one for one in findings.cautions}
    assert told[CautionKind.WEIGHTED].name == "w"
    assert told[CautionKind.WEIGHTED].count == round(WEIGHTS.sum() ** 2 / np.sum(WEIGHTS**2))
    assert CautionKind.UNWEIGHTED_TRAINING not in told


def test_that_a_model_trained_without_weights_is_named() -> None:
    study, data, run = errors_of_two()
    rules = tuple(replace(one, algorithm="ripper") if one.key == "forest" else one for one in study.candidates)
    findings = conclude_study(replace(study, candidates=rules), weighted(data, WEIGHTS), run)
    told = [one.model for one in findings.cautions if one.kind is CautionKind.UNWEIGHTED_TRAINING]
    assert told == ["forest"]


def test_that_one_test_set_is_judged_by_weighted_rows() -> None:
    study, data, run = errors_of_two()
    held = with_scheme(study, SchemeKind.HOLDOUT)
    kept = tuple(one for one in run.outcomes if (one.job.repeat, one.job.fold, one.job.part) == (0, 0, "main"))
    findings = conclude_study(held, weighted(data, WEIGHTS), Run(kept, complete=True))
    difference = findings.conclusion.rows[0].difference
    rows = kept[0].rows
    expected = np.average(np.isin(rows, range(20, 60)), weights=WEIGHTS[rows])
    assert difference is not None
    assert difference.mean == pytest.approx(expected)
    assert difference.interval is not None
    assert difference.interval.method == "paired-rows"
    assert {one.comparer for one in findings.comparisons} == {"paired-rows"}


def test_that_numbers_are_weighted_too_and_quantiles_say_why_they_have_no_range() -> None:
    data = number_data(200)
    study = study_of(data, measure="rmse")
    random = np.random.default_rng(1)
    said = {key: data.targets + random.normal(0, sd, (200, 1)) for key, sd in (("linear", 1.5), ("forest", 0.5))}
    run = predictions_run(data, said, study)
    rows = {(r.model, r.measure): r for r in measure_all(study, weighted(data, WEIGHTS), run)}
    error = (said["forest"] - data.targets)[:, 0]
    assert rows["forest", "rmse"].value == pytest.approx(np.sqrt(np.average(error**2, weights=WEIGHTS)))
    assert rows["forest", "r2"].low is not None
    assert rows["forest", "median-error"].undefined == "weights_not_supported"
