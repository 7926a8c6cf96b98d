"""Which range decides is chosen by the design alone: folds, one test set, groups, and the measure."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.conclusion import Confirmation, Difference
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import Run
from core.domain.study import SchemeKind, Study
from core.judge.compare import compare_models, compare_split_values
from core.judge.conclude import build_context
from core.statistics.measures import find_measure
from core.statistics.t_tests import corrected_resampled_t
from core.statistics.undefined import Undefined
from tests.judge.worlds import (
    class_data,
    number_data,
    one_holdout,
    predictions_run,
    study_of,
    with_scheme,
    wrong_on,
)

BETTER, WORSE = range(20), range(80)


def compare(study: Study, data: Dataset, run: Run, measure: str = "", level: float = 0.95) -> Difference:
    context = build_context(study, data, run)
    row = find_measure(measure) if measure else context.measure
    return compare_models(context, "forest", study.candidates[0].key, row, 0, level)


def run_of(data: Dataset, study: Study) -> Run:
    simple = study.candidates[0].key
    return predictions_run(data, {simple: wrong_on(data, WORSE), "forest": wrong_on(data, BETTER)}, study)


def keep_groups(study: Study) -> Study:
    return replace(study, columns=replace(study.columns, group="machine"))


@pytest.mark.parametrize(
    ("groups", "one_set", "measure", "method"),
    [
        (0, False, "error", "cross-validated"),
        (40, False, "error", "cross-validated"),
        (0, False, "auc", "cross-validated"),
        (0, True, "error", "tango"),
        (0, True, "auc", "delong"),
        (8, True, "error", "paired-groups"),
        (8, True, "auc", "grouped-auc"),
    ],
)
def test_that_the_design_chooses_the_range(groups: int, one_set: bool, measure: str, method: str) -> None:
    data = class_data(400, groups=groups)
    study = study_of(data)
    study = keep_groups(study) if groups else study
    run = run_of(data, study)
    if one_set:
        study, run = with_scheme(study, SchemeKind.HOLDOUT), one_holdout(run)
    interval = compare(study, data, run, measure).interval
    assert interval is not None
    assert interval.method == method


def test_that_groups_decide_the_degrees_of_freedom_over_splits() -> None:
    data = class_data(400, groups=12)
    study = study_of(data)
    run = run_of(data, study)
    grouped, alone = compare(keep_groups(study), data, run), compare(study, replace(data, groups=None), run)
    assert grouped.interval is not None
    assert alone.interval is not None
    assert (grouped.interval.df, alone.interval.df) == (11, 99)


def test_that_the_difference_turns_with_the_two_models() -> None:
    data = class_data(400)
    study = study_of(data)
    context = build_context(study, data, run_of(data, study))
    there = compare_models(context, "forest", "logistic", context.measure, 0, 0.95)
    back = compare_models(context, "logistic", "forest", context.measure, 0, 0.95)
    assert there.mean == pytest.approx(60 / 400)
    assert back.mean == pytest.approx(-60 / 400)
    assert there.interval is not None
    assert back.interval is not None
    assert (there.interval.low, there.interval.high) == pytest.approx((-back.interval.high, -back.interval.low))


def test_that_a_higher_level_gives_a_wider_range() -> None:
    data = class_data(400)
    study = study_of(data)
    run = run_of(data, study)
    plain, strict = compare(study, data, run), compare(study, data, run, level=0.99)
    assert plain.interval is not None
    assert strict.interval is not None
    assert strict.interval.raw_low < plain.interval.raw_low
    assert strict.interval.raw_high > plain.interval.raw_high


def test_that_a_study_without_halves_cannot_confirm_and_holds_zero() -> None:
    data = class_data(400)
    study = study_of(data)
    simple = wrong_on(data, WORSE)
    run = predictions_run(data, {"logistic": simple, "forest": wrong_on(data, BETTER)}, study, halves=False)
    interval = compare(study, data, run).interval
    assert interval is not None
    assert interval.confirmation is Confirmation.NOT_POSSIBLE
    assert interval.raw_low > 0 >= interval.low


def test_that_values_of_splits_are_judged_by_the_corrected_t_and_never_claim() -> None:
    data = number_data(200)
    study = study_of(data)
    noise: Floats = np.random.default_rng(1).normal(size=data.targets.shape)
    run = predictions_run(data, {"linear": data.targets + noise, "forest": data.targets + noise / 4}, study)
    context = build_context(study, data, run)
    pair = context.pair("forest", context.measure, 0, "linear", with_rows=False)
    mean, interval, reason = compare_split_values(pair, 0.95)
    expected = corrected_resampled_t(pair.differences.ravel(), 20 / 180, 0.95)
    assert not isinstance(expected, Undefined)
    assert (mean, reason) == (pytest.approx(expected.mean), "")
    assert interval is not None
    assert (interval.raw_low, interval.raw_high) == pytest.approx((expected.low, expected.high))
    assert expected.low > 0 == interval.low


def test_that_too_few_defined_splits_have_no_range() -> None:
    data = number_data(200)
    study = study_of(data)
    run = predictions_run(data, {"linear": data.targets + 1, "forest": data.targets + 0.5}, study)
    context = build_context(study, data, run)
    pair = context.pair("forest", context.measure, 0, "linear", with_rows=False)
    scores = pair.first_scores.copy()
    scores.ravel()[:21] = np.nan
    assert compare_split_values(replace(pair, first_scores=scores), 0.95) == (None, None, "too_few_defined_folds")


def test_that_one_test_set_with_three_groups_says_why_there_is_no_range() -> None:
    data = class_data(120, groups=3)
    study = with_scheme(keep_groups(study_of(data)), SchemeKind.HOLDOUT)
    found = compare(study, data, one_holdout(run_of(data, study_of(data))))
    assert found.interval is None
    assert found.undefined == "too_few_groups"
