"""How good each candidate is, with a range that is not too narrow."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, TRIVIAL, Run
from core.domain.findings import Estimate
from core.domain.study import SchemeKind, Study
from core.judge.estimates import estimates, rows_tested
from core.judge.scores import build_score_table, live_values, measures_of
from core.statistics.measures import find_measure
from core.statistics.share_intervals import wilson
from tests.judge.worlds import (
    class_data,
    failed,
    number_data,
    one_holdout,
    predictions_run,
    study_of,
    with_scheme,
    wrong_on,
)

DATA = class_data(400)


def estimated(study: Study, data: Dataset, run: Run, scheme: str = "kfold") -> dict[tuple[str, str], Estimate]:
    main, resubstitution = (
        build_score_table(study, data, run),
        build_score_table(study, data, run, "extra:resubstitution"),
    )
    return {(e.algorithm, e.measure): e for e in estimates(main, resubstitution, scheme)}


def two(data: Dataset = DATA) -> dict[str, Floats]:
    return {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))}


def test_that_every_candidate_measure_and_the_trivial_model_has_an_estimate() -> None:
    study = study_of(DATA, cross_check="auc")
    found = estimated(study, DATA, predictions_run(DATA, two(), study))
    assert set(found) == {(key, name) for key in ("logistic", "forest", TRIVIAL) for name in ("error", "auc")}
    assert found["forest", "error"].mean == pytest.approx(0.05)
    assert found[TRIVIAL, "error"].mean == pytest.approx(0.5)


def test_that_the_range_of_an_error_is_never_narrower_than_wilsons_at_its_level() -> None:
    study = study_of(DATA)
    found = estimated(study, DATA, predictions_run(DATA, two(), study))["forest", "error"].interval
    floor = wilson(20, 400, 1 - 0.05 / 2)
    assert found is not None
    assert found.level == pytest.approx(1 - 0.05 / 2)
    assert found.low <= floor.low
    assert found.high >= floor.high


def test_that_more_candidates_widen_every_range() -> None:
    three = study_of(DATA, challengers=("forest", "tree"))
    predictions = {**two(), "tree": wrong_on(DATA, range(30))}
    narrow = estimated(study_of(DATA), DATA, predictions_run(DATA, two(), study_of(DATA)))["forest", "error"].interval
    wide = estimated(three, DATA, predictions_run(DATA, predictions, three))["forest", "error"].interval
    assert narrow is not None
    assert wide is not None
    assert wide.high - wide.low > narrow.high - narrow.low


def test_that_a_range_never_leaves_what_is_possible() -> None:
    study = study_of(DATA, cross_check="auc")
    perfect = {"logistic": wrong_on(DATA, range(1)), "forest": DATA.targets}
    found = estimated(study, DATA, predictions_run(DATA, perfect, study))
    for estimate in found.values():
        if estimate.interval is not None:
            assert 0 <= estimate.interval.low <= estimate.interval.high <= 1


def test_that_values_without_any_spread_have_no_range() -> None:
    study = study_of(DATA, cross_check="auc")
    perfect = {"logistic": wrong_on(DATA, range(60)), "forest": DATA.targets}
    found = estimated(study, DATA, predictions_run(DATA, perfect, study))
    assert found["forest", "auc"].mean == 1.0
    assert found["forest", "auc"].interval is None
    assert found["forest", "error"].interval is not None  # Wilson knows that 400 rows are not infinitely many


def test_that_one_test_set_has_a_range_over_its_rows() -> None:
    study = with_scheme(study_of(DATA, cross_check="auc"), SchemeKind.HOLDOUT, folds=2, repeats=1)
    run = one_holdout(predictions_run(DATA, two(), study, halves=False))
    found = estimated(study, DATA, run, "holdout")
    assert found["forest", "auc"].interval is not None
    assert found["forest", "error"].interval is not None
    assert rows_tested(build_score_table(study, DATA, run)) == 200
    numbers = number_data(200)
    noise = np.random.default_rng(1).normal(size=(200, 1))
    asked = with_scheme(study_of(numbers, cross_check="rmse"), SchemeKind.HOLDOUT, folds=2, repeats=1)
    run = one_holdout(predictions_run(numbers, {"linear": numbers.targets + noise, "forest": numbers.targets}, asked))
    for name in ("mae", "rmse"):
        interval = estimated(asked, numbers, run, "holdout")["linear", name].interval
        assert interval is not None
        assert interval.low < interval.high


def test_that_the_bootstrap_mixes_unseen_and_training_rows() -> None:
    study = with_scheme(study_of(DATA), SchemeKind.BOOTSTRAP)
    run = predictions_run(DATA, two(), study, halves=False)
    on_training = predictions_run(DATA, dict.fromkeys(("logistic", "forest"), DATA.targets), study, halves=False)
    resubstitution = tuple(
        replace(o, job=o.job._replace(part="extra:resubstitution")) for o in on_training.outcomes if o.job.repeat == 0
    )
    both = Run((*run.outcomes, *resubstitution), True)
    found = estimated(study, DATA, both, "bootstrap")["forest", "error"]
    assert found.mean == pytest.approx(0.632 * 0.05, rel=0.01)
    assert found.note == ".632 bootstrap"
    samples = tuple(replace(o, seen=(0.04, 0.01 + 0.02 * (o.job.fold % 2))) for o in run.outcomes)
    found = estimated(study, DATA, Run((*samples, *resubstitution), True), "bootstrap")["forest", "error"]
    assert found.note == ".632 bootstrap; with the optimism taken off 2"
    alone = estimated(study, DATA, run, "bootstrap")["forest", "error"]
    assert alone.mean is None
    assert "needs the error on the training rows" in alone.note


def test_that_failed_and_undefined_splits_are_counted_in_the_note() -> None:
    study = study_of(DATA)
    run = predictions_run(DATA, two(), study)
    broken = tuple(
        failed(o) if o.job.candidate == "forest" and o.job.part == MAIN and o.job.fold < 2 else o for o in run.outcomes
    )
    found = estimated(study, DATA, Run(broken, True))["forest", "error"]
    assert found.note == "20 of 100 trainings failed"
    assert sum(value is None for value in found.values) == 20


def test_that_an_auc_defined_on_too_few_folds_has_no_mean() -> None:
    study = study_of(DATA, cross_check="auc")
    run = predictions_run(DATA, two(), study)
    silent = tuple(replace(o, scores=None) if o.job.fold < 3 else o for o in run.outcomes)
    found = estimated(study, DATA, Run(silent, True))["forest", "auc"]
    assert found.mean is None
    assert found.note == "undefined on 30 of 100 splits"


def test_that_live_values_are_those_of_the_main_part() -> None:
    study = study_of(DATA, cross_check="auc")
    run = predictions_run(DATA, two(), study)
    values = live_values(run.outcomes, study, DATA)
    assert len(values) == 2 * 3 * 100
    assert {value.measure for value in values} == {row.key for row in measures_of(study)}


def test_that_folds_of_unequal_size_are_pooled_and_not_averaged() -> None:
    data = class_data(25)
    study = with_scheme(study_of(data), SchemeKind.KFOLD, folds=2, repeats=1)
    run = predictions_run(data, {"logistic": wrong_on(data, range(3)), "forest": data.targets}, study, halves=False)
    main = build_score_table(study, data, run)
    assert main.pooled("logistic", find_measure("error")) == pytest.approx(3 / 25)
    assert main.mean_of_folds("logistic", find_measure("error")) != pytest.approx(3 / 25)
