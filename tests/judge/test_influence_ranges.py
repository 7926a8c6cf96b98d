"""Any measure may decide: F1, MCC, R², average precision and quantiles of the error by leaving out rows."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics

from core.domain.conclusion import Answer, Confirmation, Reason
from core.domain.dataset import Dataset
from core.domain.evidence import MAIN, TRIVIAL, Job, Run
from core.domain.findings import CautionKind
from core.domain.study import SchemeKind, Study
from core.judge.conclude import build_context, conclude_study
from core.judge.influence_ranges import MeasuredRange, estimate_by_influence
from core.judge.scores import build_score_table
from core.statistics.measures import find_measure
from core.statistics.undefined import Undefined
from tests.judge.worlds import class_data, number_data, outcome_of, predictions_run, study_of, with_scheme, wrong_on

POOR, GOOD = range(0, 120), range(0, 20)


def asked(measure: str, **more: object) -> tuple[Study, Dataset, Run]:
    data = class_data(400)
    study = study_of(data, measure=measure, margin=0.02, **more)  # type: ignore[arg-type]
    return study, data, predictions_run(data, {"logistic": wrong_on(data, POOR), "forest": wrong_on(data, GOOD)}, study)


def numbers(measure: str, rows: int = 400) -> tuple[Study, Dataset, Run]:
    data = number_data(rows)
    random = np.random.default_rng(1)
    said = {key: data.targets + random.normal(0, sd, (rows, 1)) for key, sd in (("linear", 1.5), ("forest", 0.5))}
    study = study_of(data, measure=measure, margin=0.02, tolerance=1.0, over_cost=3.0)
    return study, data, predictions_run(data, said, study)


@pytest.mark.parametrize("measure", ["balanced-accuracy", "f1", "mcc", "kappa", "precision", "recall", "pr-auc"])
def test_that_a_clear_difference_of_classes_is_seen_and_confirmed_by_the_halves(measure: str) -> None:
    findings = conclude_study(*asked(measure))
    row = findings.conclusion.rows[0]
    assert findings.conclusion.answer is Answer.YES
    assert row.difference is not None
    assert row.difference.interval is not None
    assert row.difference.interval.confirmation is Confirmation.CONFIRMED
    assert row.difference.interval.method == "influence"
    assert any(caution.kind is CautionKind.LESS_TESTED for caution in findings.cautions)


@pytest.mark.parametrize("measure", ["r2", "median-error", "p95-error", "mse", "within-tolerance", "asymmetric"])
def test_that_a_clear_difference_of_numbers_is_seen(measure: str) -> None:
    findings = conclude_study(*numbers(measure))
    assert findings.conclusion.answer is Answer.YES
    is_mean = measure in ("mse", "within-tolerance", "asymmetric")
    assert any(caution.kind is CautionKind.LESS_TESTED for caution in findings.cautions) is not is_mean


def test_that_nothing_is_claimed_without_halves_or_where_they_do_not_show_it() -> None:
    study, data, run = asked("f1")
    without = Run(tuple(one for one in run.outcomes if one.job.part == "main"), complete=True)
    row = conclude_study(study, data, without).conclusion.rows[0]
    assert (row.answer, row.reason) == (Answer.UNCLEAR, Reason.NOT_CONFIRMED)
    turned = {"logistic": wrong_on(data, GOOD), "forest": wrong_on(data, POOR)}
    other = [one for one in predictions_run(data, turned, study).outcomes if one.job.part != "main"]
    row = conclude_study(study, data, Run((*without.outcomes, *other), complete=True)).conclusion.rows[0]
    assert (row.answer, row.reason) == (Answer.UNCLEAR, Reason.NOT_CONFIRMED)


def test_that_the_difference_is_that_of_the_pooled_rows_and_lower_is_better_turns_it() -> None:
    study, data, run = asked("f1")
    row = conclude_study(study, data, run).conclusion.rows[0]
    truth = data.targets[:, 0]
    both = [metrics.f1_score(truth, wrong_on(data, rows)[:, 0]) for rows in (GOOD, POOR)]
    assert row.difference is not None
    assert row.difference.mean == pytest.approx(both[0] - both[1])
    study, data, run = numbers("median-error")
    row = conclude_study(study, data, run).conclusion.rows[0]
    assert row.difference is not None
    assert row.difference.mean is not None
    assert row.difference.mean > 0


def test_that_designs_that_test_rows_unequally_have_an_estimate_and_no_range() -> None:
    study, data, run = asked("mcc")
    holdouts = with_scheme(study, SchemeKind.REPEATED_HOLDOUT)
    kept = tuple(one for one in run.outcomes if one.job.fold == 0 and one.job.part == "main")
    findings = conclude_study(holdouts, data, Run(kept, complete=True))
    row = findings.conclusion.rows[0]
    assert row.difference is not None
    assert (row.answer, row.difference.undefined) == (Answer.UNCLEAR, "unequal_testing")
    assert findings.estimates[0].mean is not None
    assert findings.estimates[0].interval is None


def test_that_one_test_set_needs_no_halves() -> None:
    study, data, _ = asked("mcc")
    held = with_scheme(study, SchemeKind.HOLDOUT)
    said = {"logistic": wrong_on(data, POOR), "forest": wrong_on(data, GOOD), TRIVIAL: np.zeros((400, 1))}
    whole = tuple(outcome_of(data, Job(MAIN, 0, 0, key), np.arange(400), one) for key, one in said.items())
    row = conclude_study(held, data, Run(whole, complete=True)).conclusion.rows[0]
    assert row.difference is not None
    assert row.difference.interval is not None
    assert row.difference.interval.confirmation is Confirmation.NOT_NEEDED
    assert row.answer is Answer.YES


def test_that_groups_are_left_out_whole_and_few_of_them_are_told() -> None:
    data = class_data(400, groups=15)
    study = study_of(data, measure="mcc", margin=0.02)
    run = predictions_run(data, {"logistic": wrong_on(data, POOR), "forest": wrong_on(data, GOOD)}, study)
    found = estimate_by_influence(build_score_table(study, data, run), "forest", find_measure("mcc"), 0, 0.95)
    alone = replace(data, groups=None, group_name="")
    rows = estimate_by_influence(build_score_table(study, alone, run), "forest", find_measure("mcc"), 0, 0.95)
    assert isinstance(found, MeasuredRange)
    assert isinstance(rows, MeasuredRange)
    assert found.value == rows.value
    assert (found.low, found.high) != (rows.low, rows.high)
    cautions = conclude_study(study, data, run).cautions
    assert [one.count for one in cautions if one.kind is CautionKind.FEW_GROUPS] == [15]
    quantile = number_data(400)
    grouped = replace(quantile, groups=data.groups, group_name="machine")
    study = study_of(grouped, measure="median-error")
    run = predictions_run(grouped, {"linear": quantile.targets + 1, "forest": quantile.targets + 0.5}, study)
    refused = conclude_study(study, grouped, run).conclusion.rows[0]
    assert refused.difference is not None
    assert refused.difference.undefined == "groups_not_supported"


def test_that_a_share_with_hardly_any_errors_keeps_an_honest_range() -> None:
    """One miss among 200 would leave two degrees of freedom, and none no range at all."""
    study, data, _ = asked("recall")
    found = {}
    for missed in (0, 1, 60):
        said = {"logistic": wrong_on(data, POOR), "forest": wrong_on(data, [1 + 2 * i for i in range(missed)])}
        table = build_score_table(study, data, predictions_run(data, said, study))
        found[missed] = estimate_by_influence(table, "forest", find_measure("recall"), 0, 0.95)
    for missed in (0, 1):
        one = found[missed]
        assert isinstance(one, MeasuredRange)
        assert one.method == "wilson"
        assert 0.95 < one.low <= one.value
    assert isinstance(found[60], MeasuredRange)
    assert found[60].method == "influence"


def test_that_costs_decide_what_is_flagged() -> None:
    """With a cost of 9 the threshold is 0.1: scores of 0.1 and 0.9 are all flagged or just not."""
    study, data, run = asked("recall", cost_ratio=9.5)
    context = build_context(study, data, run)
    value = context.main.pooled("forest", find_measure("recall"))
    found = estimate_by_influence(context.main, "forest", find_measure("recall"), 0, 0.95)
    assert isinstance(found, MeasuredRange)
    assert found.value == value == 1.0


def test_that_log_loss_without_probabilities_is_refused_in_words() -> None:
    study, data, run = asked("log-loss")
    bare = Run(tuple(replace(one, scores=None) for one in run.outcomes), complete=True)
    row = conclude_study(study, data, bare).conclusion.rows[0]
    assert row.difference is not None
    assert (row.answer, row.difference.undefined) == (Answer.UNCLEAR, "no_probabilities")
    average = find_measure("pr-auc")
    assert estimate_by_influence(build_score_table(study, data, bare), "forest", average, 0, 0.95) == Undefined(
        "no_scores"
    )


@pytest.mark.parametrize("measure", ["recall", "specificity"])
def test_that_measures_a_constant_guess_is_perfect_on_have_no_gate(measure: str) -> None:
    findings = conclude_study(*asked(measure))
    assert findings.conclusion.guesses == ()
    assert not any(caution.kind is CautionKind.WORSE_THAN_GUESS for caution in findings.cautions)


def test_that_auc_of_several_classes_has_rows_to_judge_by() -> None:
    data = class_data(300, classes=3)
    study = study_of(data, measure="auc", margin=0.01)
    run = predictions_run(data, {"logistic": wrong_on(data, POOR), "forest": wrong_on(data, GOOD)}, study)
    row = conclude_study(study, data, run).conclusion.rows[0]
    assert row.difference is not None
    assert row.difference.interval is not None
    assert row.difference.interval.method == "cross-validated"
    assert row.answer is Answer.YES
