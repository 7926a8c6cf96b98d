"""Randomization: chance level, bias of the methodology and p, with groups, tuning and portions."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.study import Candidate, Tuning, TuningKind
from core.laboratory import randomization as module
from core.laboratory.demo_runner import Progress, run_to_end
from core.laboratory.randomization import RandomizationResult, permutes_groups, run_randomization
from core.support.errors import DataError
from tests.laboratory.inline import shop, study_of
from tests.schemes.datasets import classes, numbers

DATA = classes(60)


def found_on(data: Dataset, key: str = "lda", times: int = 19, measure: str = "error") -> RandomizationResult:
    study = study_of(data, key, measure=measure)
    found = run_to_end(run_randomization(shop(), study, data, study.candidates[0], times, 0, 1))
    assert found is not None
    return found


def test_that_true_answers_beat_answers_dealt_out_by_chance() -> None:
    found = found_on(DATA)
    assert found.observed is not None
    assert found.chance_level is not None
    assert found.observed < 0.3 < found.chance_level
    assert found.p == pytest.approx(1 / 20)
    assert len(found.permuted) == 19
    assert found.trivial == pytest.approx(1 - DATA.class_counts.max() / 60, abs=0.05)
    assert "19 times, p = 0.05" in found.sentence("LDA")
    assert len(found.rows()) == 23


def test_that_inputs_without_information_look_like_chance() -> None:
    silent = replace(DATA, inputs=np.random.default_rng(3).normal(size=(60, 3)))
    found = found_on(silent)
    assert found.p is not None
    assert found.p > 0.05


def test_that_the_bias_is_that_against_the_trivial_model() -> None:
    row = RandomizationResult("a", "error", "y", 0.2, (0.4, 0.6), 0.45, 0.3, 0, False)
    assert row.bias == pytest.approx(-0.05)
    assert "5 worse" in row.sentence("a")
    higher = replace(row, measure="auc", observed=0.9, permuted=(0.6, 0.6), trivial=0.5)
    assert higher.bias == pytest.approx(0.1)
    assert "better" in higher.sentence("a")


def test_that_nothing_is_said_to_be_taken_off_where_dealt_answers_look_worse_than_the_constant() -> None:
    worse = RandomizationResult("a", "error", "y", 0.2, (0.4, 0.6), 0.45, 0.3, 0, False)
    assert "nothing is taken off: the estimate stays 20 (20 to " in worse.sentence("a")
    assert "With this taken off" not in worse.sentence("a")
    better = replace(worse, permuted=(0.4, 0.4))
    assert "With this taken off, the estimate is 25 " in better.sentence("a")


def test_that_portions_give_the_same_as_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = found_on(DATA, times=7)
    monkeypatch.setattr(module, "CELLS_AT_ONCE", DATA.inputs.size * 3)
    assert found_on(DATA, times=7) == whole


def test_that_progress_counts_every_training_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CELLS_AT_ONCE", DATA.inputs.size * 2)
    study = study_of(DATA, "lda")
    seen: list[Progress] = []
    run_to_end(run_randomization(shop(), study, DATA, study.candidates[0], 4, 0, 1), seen.append)
    assert {progress.total for progress in seen} == {6 * 5}
    assert seen[-1].done == 6 * 5
    assert [one.done for one in seen] == sorted(one.done for one in seen)


def test_that_settings_are_chosen_anew_for_every_dealing() -> None:
    study = replace(study_of(DATA, "knn"), tuning=Tuning(TuningKind.HOLDOUT))
    tuned = Candidate("knn", "knn", {}, {"neighbours": (1, 15)})
    study = replace(study, candidates=(tuned,))
    found = run_to_end(run_randomization(shop(), study, DATA, tuned, 5, 0, 1))
    assert found is not None
    assert found.failed == 0
    assert len(found.permuted) == 5


def test_that_answers_of_whole_groups_change_groups() -> None:
    groups = np.repeat(np.arange(12), 5)
    labels = np.repeat(np.arange(12) % 2, 5).astype(np.float64)[:, None]
    data = replace(DATA, groups=groups, targets=labels)
    assert permutes_groups(data)
    assert not permutes_groups(replace(DATA, groups=groups))
    assert not permutes_groups(DATA)
    found = found_on(data, times=3)
    assert found.by_groups


def test_that_numbers_have_a_chance_level_too() -> None:
    found = found_on(numbers(60), "linear", measure="mae")
    assert found.p == pytest.approx(0.05)
    assert found.bias is not None
    assert found.bias < 0.1


def test_that_one_class_is_told() -> None:
    data = replace(DATA, targets=np.zeros((60, 1)))
    with pytest.raises(DataError, match="one class"):
        found_on(data)


def test_that_failed_pipelines_are_counted_and_said() -> None:
    nothing = RandomizationResult("a", "error", "y", None, (), None, None, 3, False)
    assert "no value" in nothing.sentence("a")
    assert nothing.chance_level is None
    assert nothing.bias is None
    assert nothing.rows() == (("true", "–"),)


def test_that_the_adjusted_estimate_takes_off_what_chance_gains() -> None:
    found = RandomizationResult("a", "error", "y", 0.2, (0.4, 0.5, 0.6, 0.5), 0.5, 0.2, 0, False)
    assert found.adjusted is not None
    assert found.adjusted[0] == pytest.approx(0.2)  # dealt answers reach on average what the constant does
    biased = RandomizationResult("a", "error", "y", 0.2, (0.3, 0.4, 0.5, 0.4), 0.5, 0.2, 0, False)
    assert biased.adjusted is not None
    assert biased.adjusted[0] == pytest.approx(0.3)  # 0.1 better than possible without information
    low, high = np.percentile(0.5 - np.array([0.3, 0.4, 0.5, 0.4]), [2.5, 97.5])
    assert biased.adjusted[1:] == pytest.approx((0.2 + low, 0.2 + high))
    worse = RandomizationResult("a", "error", "y", 0.2, (0.6, 0.7), 0.5, 0.2, 0, False)
    assert worse.adjusted == pytest.approx((0.2, 0.2, 0.2))  # worse than the constant: nothing flatters
    area = RandomizationResult("a", "auc", "y", 0.8, (0.55, 0.55), 0.5, 0.2, 0, False)
    assert area.adjusted is not None
    assert area.adjusted[0] == pytest.approx(0.75)
