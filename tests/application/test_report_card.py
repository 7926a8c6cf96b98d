"""The report card rings for planted faults, stays silent on sound studies, and names only what it is about."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.application.report_card import list_checks
from core.domain.check_result import CheckLevel, CheckResult
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, STRONG_DEFAULT, FitResult, Run
from core.domain.study import Candidate, Study
from core.insight.check_table import CHECKS
from core.judge.conclude import conclude_study
from core.wording.check_text import ACTIONS, NOT_APPLICABLE, TEMPLATES, summarize_checks, word_check
from tests.judge.worlds import class_data, failed, number_data, predictions_run, study_of

ROWS = 200


def make_numbers(seed: int = 1) -> tuple[Study, Dataset, dict[str, Floats]]:
    """A sound study of numbers: two models with normal errors of the same size."""
    random = np.random.default_rng(seed)
    data = replace(number_data(ROWS), inputs=random.normal(size=(ROWS, 3)), features=("a", "b", "c"))
    data = replace(data, kinds=data.kinds * 3, levels=((),) * 3)
    predicted = {key: data.targets + random.normal(size=data.targets.shape) for key in ("linear", "forest")}
    return study_of(data, margin=0.2), data, predicted


def check(
    study: Study, data: Dataset, run: Run, beside: Sequence[FitResult] = ()
) -> dict[str, tuple[CheckResult, ...]]:
    results = list_checks(study, data, run, conclude_study(study, data, run), beside)
    return {row.code: tuple(result for result in results if result.code == row.code) for row in CHECKS}


def change(run: Run, key: str, **changes: object) -> Run:
    """The outcomes of one model with other values."""
    return replace(
        run,
        outcomes=tuple(
            replace(one, **changes) if one.job.candidate == key and one.job.part == MAIN else one  # type: ignore[arg-type]
            for one in run.outcomes
        ),
    )


def rings(found: dict[str, tuple[CheckResult, ...]]) -> set[str]:
    return {code for code, results in found.items() if any(result.rings for result in results)}


def test_that_sound_studies_rarely_ring() -> None:
    alarms = 0
    for seed in range(20):
        study, data, predicted = make_numbers(seed)
        found = check(study, data, predictions_run(data, predicted, study))
        assert all(found.values())
        alarms += bool(rings(found))
    assert alarms <= 4  # 5 of 100 are promised; 5 of 20 would be seen in 3 of 1,000 runs of this test


def test_that_exact_duplicates_ring_unless_they_stay_together() -> None:
    study, data, predicted = make_numbers()
    inputs, targets = data.inputs.copy(), data.targets.copy()
    inputs[100:110], targets[100:110] = inputs[:10], targets[:10]
    data = replace(data, inputs=inputs, targets=targets)
    run = predictions_run(data, predicted, study)
    (apart,) = check(study, data, run)["D-01"]
    assert (apart.level, apart.count) == (CheckLevel.ATTENTION, 10)
    groups = np.arange(ROWS)
    groups[100:110] = np.arange(10)
    (together,) = check(study, replace(data, groups=groups), run)["D-01"]
    assert (together.level, together.count) == (CheckLevel.PASSED, 10)


def test_that_a_planted_leak_is_named() -> None:
    study, data, predicted = make_numbers()
    inputs = np.column_stack([data.inputs[:, :2], data.targets[:, 0] + 1e-6])
    (found,) = check(study, replace(data, inputs=inputs), predictions_run(data, predicted, study))["L-01"]
    assert (found.level, found.names) == (CheckLevel.ATTENTION, ("c",))


def test_that_groups_on_both_sides_of_a_split_ring() -> None:
    study, data, predicted = make_numbers()
    data = replace(data, groups=np.arange(ROWS) // 10, group_name="machine")
    run = predictions_run(data, predicted, study)
    assert not rings({"G-01": check(study, data, run)["G-01"]})
    (found,) = check(replace(study, scheme=replace(study.scheme, grouped=False)), data, run)["G-01"]
    assert (found.level, found.count) == (CheckLevel.ATTENTION, 20)


def test_that_one_corrupted_fold_is_found_for_its_model_only() -> None:
    study, data, predicted = make_numbers()
    run = predictions_run(data, predicted, study)
    broken = [
        replace(one, predicted=one.predicted + 4.0)
        if one.job == (MAIN, 3, 6, "forest") and one.predicted is not None
        else one
        for one in run.outcomes
    ]
    (found,) = check(study, data, replace(run, outcomes=tuple(broken)))["R-03"]
    assert (found.level, found.model, found.count, found.total) == (CheckLevel.ATTENTION, "forest", 7, 4)


def test_that_a_row_far_off_for_every_model_is_named_by_its_number_in_the_table() -> None:
    study, data, predicted = make_numbers()
    targets = data.targets.copy()
    targets[17] += 14.0
    data = replace(data, targets=targets, rows=np.arange(ROWS) + 5)
    (found,) = check(study, data, predictions_run(data, predicted, study))["R-04"]
    assert (found.level, found.names) == (CheckLevel.ATTENTION, ("23",))


def test_that_a_check_passed_by_all_outputs_does_not_name_the_first_of_them() -> None:
    study, data, _ = make_numbers()
    data = replace(data, targets=np.column_stack([data.targets, data.targets]), outputs=("y", "z"))
    for code in ("R-04", "T-03"):
        passed = CheckResult(code, CheckLevel.PASSED, "", "linear", "y", value=0.2, limit=0.1)
        assert " for y" not in word_check(study, data, passed).text
    passed = CheckResult("I-03", CheckLevel.PASSED, "", "linear", total=3)
    assert "on at least one output" in word_check(study, data, passed).text


def test_that_rows_learned_by_heart_ring_only_for_a_model_that_is_worse() -> None:
    study, data, predicted = make_numbers()
    predicted["forest"] = data.targets + 2 * np.random.default_rng(9).normal(size=data.targets.shape)
    run = change(predictions_run(data, predicted, study), "forest", training_values=(0.1,))
    (found,) = check(study, data, run)["T-04"]
    assert (found.level, found.model, found.names) == (CheckLevel.ATTENTION, "forest", ("linear",))
    predicted["forest"] = data.targets + 0.5 * np.random.default_rng(9).normal(size=data.targets.shape)
    better = change(predictions_run(data, predicted, study), "forest", training_values=(0.1,))
    assert not rings({"T-04": check(study, data, better)["T-04"]})


def test_that_a_slow_model_rings_unless_it_is_better_by_the_margin() -> None:
    study, data, predicted = make_numbers()
    run = change(predictions_run(data, predicted, study), "forest", seconds=30.0)
    wide = replace(study, question=replace(study.question, margin=1.0))
    (found,) = check(wide, data, run)["S-01"]
    assert (found.level, found.model, found.names) == (CheckLevel.ATTENTION, "forest", ("linear",))
    predicted["forest"] = data.targets + 0.2 * np.random.default_rng(9).normal(size=data.targets.shape)
    better = change(predictions_run(data, predicted, study), "forest", seconds=30.0)
    assert not rings({"S-01": check(study, data, better)["S-01"]})


@pytest.mark.parametrize(("gain", "level"), [(0.5, CheckLevel.ATTENTION), (0.0, CheckLevel.PASSED)])
def test_that_a_grid_whose_end_still_gains_rings(gain: float, level: CheckLevel) -> None:
    study, data, predicted = make_numbers()
    tuned = Candidate("forest", "forest", grid={"leaf": (5, 10, 20)})
    study = replace(study, candidates=(study.candidates[0], tuned))
    run = predictions_run(data, predicted, study)
    random = np.random.default_rng(4)
    outcomes = []
    for one in run.outcomes:
        noise = 0.01 * random.normal(size=3)
        values = tuple((np.array([2 * gain, gain, 0.0]) + noise).tolist())
        outcomes.append(replace(one, tuning=values, settings={"leaf": 20}) if one.job.candidate == "forest" else one)
    (found,) = check(study, data, replace(run, outcomes=tuple(outcomes)))["T-01"]
    assert found.level is level
    if gain:
        assert (found.reason, found.names, found.value) == ("high-end", ("leaf",), 20.0)


def test_that_a_value_from_outside_the_grid_tells_nothing_about_its_ends() -> None:
    study, data, predicted = make_numbers()
    tuned = Candidate("forest", "forest", grid={"leaf": (5, 10, 20)})
    study = replace(study, candidates=(study.candidates[0], tuned))
    run = predictions_run(data, predicted, study)
    strange = [replace(one, tuning=(2.0, 1.0, 0.0), settings={"leaf": 7}) for one in run.outcomes]
    (found,) = check(study, data, replace(run, outcomes=tuple(strange)))["T-01"]
    assert found.level is CheckLevel.PASSED


def test_that_failed_training_runs_are_counted_and_many_are_a_problem() -> None:
    study, data, predicted = make_numbers()
    run = predictions_run(data, predicted, study)
    for count, level in ((2, CheckLevel.ATTENTION), (6, CheckLevel.PROBLEM)):
        wrong = [one for one in run.outcomes if one.job.candidate == "forest" and one.job.part == MAIN][:count]
        outcomes = tuple(failed(one) if any(one is other for other in wrong) else one for one in run.outcomes)
        (found,) = check(study, data, replace(run, outcomes=outcomes))["T-02"]
        assert (found.level, found.model, found.count) == (level, "forest", count)


def test_that_the_strong_default_rings_when_it_is_better_and_is_not_computed_before() -> None:
    study, data, predicted = make_numbers()
    run = predictions_run(data, predicted, study)
    (before,) = check(study, data, run)["T-03"]
    assert before.level is CheckLevel.NOT_COMPUTED
    for size, level in ((0.2, CheckLevel.ATTENTION), (1.5, CheckLevel.PASSED)):
        default = data.targets + size * np.random.default_rng(8).normal(size=data.targets.shape)
        beside = [
            replace(
                one, job=one.job._replace(part=STRONG_DEFAULT, candidate=STRONG_DEFAULT), predicted=default[one.rows]
            )
            for one in run.outcomes
            if one.job.part == MAIN and one.job.candidate == "linear"
        ]
        (found,) = check(study, data, run, beside)["T-03"]
        assert found.level is level
    (off,) = check(replace(study, strong_default=False), data, run)["T-03"]
    assert (off.level, off.reason) == (CheckLevel.NOT_APPLICABLE, "turned-off")


def test_that_predictions_that_change_between_repeats_ring() -> None:
    study, data, predicted = make_numbers()
    run = predictions_run(data, predicted, study)
    random = np.random.default_rng(3)
    outcomes = tuple(
        replace(one, predicted=one.predicted + 3 * random.normal(size=one.predicted.shape))
        if one.predicted is not None and one.job.candidate == "forest"
        else one
        for one in run.outcomes
    )
    (found,) = check(study, data, replace(run, outcomes=outcomes))["R-02"]
    assert (found.level, found.model) == (CheckLevel.ATTENTION, "forest")


def test_that_repeated_measurements_give_a_noise_floor() -> None:
    study, data, _ = make_numbers()
    random = np.random.default_rng(6)
    inputs = np.repeat(random.normal(size=(ROWS // 2, 3)), 2, axis=0)
    truth = np.repeat(random.normal(10, 5, ROWS // 2), 2)[:, None]
    data = replace(data, inputs=inputs, targets=truth + random.normal(size=(ROWS, 1)))
    near, far = truth + 0.2 * random.normal(size=(ROWS, 1)), truth + 4 * random.normal(size=(ROWS, 1))
    (reached,) = check(study, data, predictions_run(data, {"linear": near, "forest": far}, study))["N-01"]
    assert (reached.level, reached.reason) == (CheckLevel.NOTED, "reached")
    assert reached.limit == pytest.approx(np.sqrt(2 / np.pi), rel=0.2)
    (above,) = check(study, data, predictions_run(data, {"linear": far, "forest": far + 0.1}, study))["N-01"]
    assert (above.level, above.reason) == (CheckLevel.PASSED, "above")


def test_that_every_result_has_words_and_every_code_an_entry() -> None:
    assert set(TEMPLATES) >= {row.code for row in CHECKS} >= set(ACTIONS)
    study, data, predicted = make_numbers()
    classes = class_data(ROWS)
    run_of_classes = predictions_run(
        classes, {"logistic": classes.targets, "forest": 1 - classes.targets}, study_of(classes)
    )
    cases = [
        (study, data, predictions_run(data, predicted, study)),
        (study_of(classes), classes, run_of_classes),
    ]
    for about, of, run in cases:
        results = [one for found in check(about, of, run).values() for one in found]
        for result in results:
            text = word_check(about, of, result).text
            assert text.endswith("."), text
            assert "{" not in text
            assert result.level is not CheckLevel.NOT_APPLICABLE or result.reason in NOT_APPLICABLE
        assert str(sum(one.level is CheckLevel.PASSED for one in results)) in summarize_checks(tuple(results))


def test_that_uneven_coverage_of_ranges_is_noted_by_thirds_of_the_prediction() -> None:
    study, data, predicted = make_numbers()
    low = data.targets[:, 0] < np.quantile(data.targets[:, 0], 1 / 3)
    for values in predicted.values():
        values[low] = data.targets[low] + 0.1 * (values[low] - data.targets[low])
    (found,) = check(study, data, predictions_run(data, predicted, study))["P-01"]
    assert found.level is CheckLevel.NOTED
    assert found.reason in ("middle", "high")
    assert found.value is not None
    assert found.value < 0.9
