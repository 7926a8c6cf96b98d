"""The one range that decides, by the method the design supports."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import Job, Run
from core.domain.findings import VerdictKind
from core.domain.study import Candidate, SchemeKind, Study
from core.judge.conclude import build_context, conclude_study
from core.judge.gaps import Gap, gap, shuffles_of
from core.judge.row_losses import row_losses
from core.statistics.count_tests import sign_test
from core.statistics.measure import Context
from core.statistics.measures import find_measure
from tests.judge.worlds import (
    class_data,
    holdouts,
    number_data,
    one_holdout,
    outcome_of,
    predictions_run,
    study_of,
    with_scheme,
    wrong_on,
)


def gap_of(study: Study, data: Dataset, run: Run, key: str = "forest") -> Gap:
    evidence = build_context(study, data, run)
    return gap(evidence.main, evidence.pair(key, evidence.measure, 0), 0, 0.95)


def holdout_of(data: Dataset, predictions: dict[str, Floats], **question: object) -> tuple[Study, Run]:
    study = with_scheme(study_of(data, ("forest",), **question), SchemeKind.HOLDOUT, folds=2, repeats=1)
    return study, one_holdout(predictions_run(data, predictions, study, halves=False))


def test_that_the_exact_test_decides_on_one_test_set() -> None:
    data = class_data(40)
    for ahead in range(1, 15):
        study, run = holdout_of(data, {"logistic": wrong_on(data, range(ahead)), "forest": data.targets})
        found = gap_of(study, data, run)
        assert found.interval is not None
        tested = next(o.rows for o in run.outcomes if o.job.candidate == "forest")
        only = int(np.sum(tested < ahead))
        exact = sign_test(only, 0)
        assert (found.interval.low > 0) == (only > 0 and exact.p_two_sided < 0.05)


def test_that_auc_on_one_test_set_is_judged_by_delong() -> None:
    data = class_data(200)
    study, run = holdout_of(
        data, {"logistic": wrong_on(data, range(70)), "forest": wrong_on(data, range(10))}, measure="auc", margin=0.01
    )
    found = gap_of(study, data, run)
    assert found.interval is not None
    assert found.interval.method == "delong"
    assert found.effect is not None
    assert found.interval.low < found.effect < found.interval.high
    assert conclude_study(study, data, run).verdict.outcome is VerdictKind.WIN


@pytest.mark.parametrize("key", ["mae", "mse", "rmse", "relative"])
def test_that_misses_on_one_test_set_are_paired_row_by_row(key: str) -> None:
    data = number_data(300)
    noise = np.random.default_rng(3).normal(0, 1, data.targets.shape)
    predictions = {"linear": data.targets + noise, "forest": data.targets + 0.5 * noise}
    study, run = holdout_of(data, predictions, measure=key, margin=0.01)
    found = gap_of(study, data, run)
    evidence = build_context(study, data, run)
    ours, theirs = (evidence.main.pooled(name, find_measure(key)) for name in ("forest", "linear"))
    assert ours is not None
    assert theirs is not None
    assert found.effect == pytest.approx(theirs - ours)
    assert found.interval is not None
    assert found.interval.method == "paired-rows"
    assert found.interval.low > 0


def test_that_the_parts_of_a_root_mean_square_have_its_mean_and_its_spread() -> None:
    """The spread of the root over many samples is that of its parts over one, by the delta method."""
    random = np.random.default_rng(11)
    roots = [float(np.sqrt(np.mean(random.normal(0, 2, 200) ** 2))) for _ in range(2000)]
    data = replace(number_data(200), targets=np.zeros((200, 1)))
    sample = random.normal(0, 2, (200, 1))
    outcome = outcome_of(data, Job("main", 0, 0, "forest"), np.arange(200), sample)
    parts = row_losses(outcome, "rmse", data, 0, Context())
    assert parts is not None
    assert float(np.mean(parts)) == pytest.approx(float(np.sqrt(np.mean(sample**2))))
    assert float(np.std(parts, ddof=1)) / 200**0.5 == pytest.approx(float(np.std(roots)), rel=0.2)


def test_that_groups_kept_whole_widen_the_range_on_one_test_set() -> None:
    data = class_data(400, groups=20)
    bad = [row for row in range(400) if row % 20 < 8]  # the reference fails on whole machines
    predictions = {"logistic": wrong_on(data, bad), "forest": wrong_on(data, range(0, 400, 9))}
    study, run = holdout_of(data, predictions)
    whole = gap_of(study, data, run)
    alone = gap_of(with_scheme(study, SchemeKind.HOLDOUT, grouped=False), data, run)
    assert whole.interval is not None
    assert alone.interval is not None
    assert whole.interval.method == "paired-groups"
    assert whole.effect == pytest.approx(alone.effect)
    assert whole.interval.high - whole.interval.low > 2 * (alone.interval.high - alone.interval.low)


def test_that_given_predictions_count_every_row_once() -> None:
    data = class_data(400)
    study = study_of(data)
    given = tuple(Candidate(key, "given", {"column": key}) for key in ("logistic", "forest"))
    elsewhere = replace(study, candidates=given)
    predictions = {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(40, 80))}
    findings = conclude_study(elsewhere, data, predictions_run(data, predictions, elsewhere, halves=False))
    interval = findings.verdict.interval
    assert interval is not None
    assert interval.method == "tango"
    assert "for these trained models" in findings.verdict.body
    assert "trained on this data" not in findings.verdict.body
    assert findings.cards["shuffle"].endswith("Nothing was shuffled: every row is compared once, as it is.")
    by_sign = next(c for c in findings.comparisons if c.comparer == "sign-test")
    assert by_sign.interval == interval


def test_that_repeated_holdouts_use_their_own_ratio_and_have_no_shuffles_to_ask() -> None:
    data = class_data(400)
    study = with_scheme(study_of(data), SchemeKind.REPEATED_HOLDOUT, folds=3, repeats=20)
    predictions = {"logistic": wrong_on(data, range(0, 400, 3)), "forest": wrong_on(data, range(0, 400, 20))}
    run = holdouts(predictions_run(data, predictions, study, halves=False))
    findings = conclude_study(study, data, run)
    assert findings.comparisons[0].details.test_train_ratio == pytest.approx(0.5, abs=0.01)
    assert findings.comparisons[0].df == 19
    assert findings.verdict.outcome is VerdictKind.WIN
    assert findings.verdict.headline == "Use random forest."


def test_that_one_possible_partition_counts_once() -> None:
    """Folds as many as groups: R = 1 and J = k."""
    data = class_data(400, groups=8)
    study = with_scheme(study_of(data), SchemeKind.KFOLD, folds=8, repeats=1)
    predictions = {"logistic": wrong_on(data, range(0, 400, 3)), "forest": wrong_on(data, range(0, 400, 20))}
    findings = conclude_study(study, data, predictions_run(data, predictions, study, halves=False))
    assert findings.comparisons[0].df == 7
    assert findings.verdict.outcome is VerdictKind.WIN
    assert "shuffles agree" not in findings.verdict.body
    assert findings.cards["shuffle"].startswith("The rows were divided in one way only")


def test_that_a_shuffle_is_clear_by_its_own_paired_t() -> None:
    data = class_data(400)
    study = study_of(data)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}
    evidence = build_context(study, data, predictions_run(data, predictions, study))
    found = shuffles_of(evidence.pair("forest", evidence.measure, 0))
    assert found.clear == (1,) * 10
    assert found.gaps == pytest.approx((0.25,) * 10)
    assert shuffles_of(evidence.pair("logistic", evidence.measure, 0, "forest")).clear == (-1,) * 10
