"""What the inputs do: the same numbers with any number of workers, kept as they come, and true where truth is known."""

import threading
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.application.explain_models import (
    find_contradicting_rows,
    find_weak_places,
    forecast_more_rows,
    list_explained_models,
    list_extra_fits,
    list_input_groups,
    list_one_input_fits,
    measure_importance,
    run_extra_work,
    trace_effects,
)
from core.application.report_card import list_checks
from core.application.run_study import run_study
from core.domain.check_result import CheckLevel
from core.domain.dataset import Dataset, Kind, Task
from core.domain.events import Ended
from core.domain.evidence import EXPLAINED, MAIN, STRONG_DEFAULT, FitResult, Run
from core.domain.findings import Findings
from core.domain.model_explanation import LocalLoss, MeasuredSize, MoreRows, WeakPlaces
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.wording.insight_text import word_importance, word_measured_sizes, word_more_rows, word_weak_place

INLINE = Options(executor="inline")


def make_data(rows: int = 120, seed: int = 1, noise: float = 0.3) -> Dataset:
    """y = 2 a + |b| + noise; twin is a copy of a; d is useless; kind adds 1 at its second level."""
    random = np.random.default_rng(seed)
    a, b, d = random.normal(size=(3, rows))
    twin, kind = a + 0.05 * random.normal(size=rows), random.integers(0, 2, rows).astype(float)
    targets = 2 * a + np.abs(b) + kind + noise * random.normal(size=rows)
    return Dataset(
        name="known",
        task=Task.NUMBERS,
        inputs=np.column_stack([a, twin, b, d, kind]),
        kinds=(*(Kind.NUMBER,) * 4, Kind.NAMES),
        features=("a", "twin", "b", "d", "kind"),
        levels=((), (), (), (), ("low", "high")),
        targets=targets[:, None],
        outputs=("y",),
    )


def make_study(**changes: object) -> Study:
    study = Study(
        title="known",
        source="nowhere",
        columns=Columns(target=("y",)),
        question=Question(measure="mae", margin=0.1),
        candidates=(Candidate("linear", "linear"), Candidate("tree", "tree")),
        baseline="linear",
        scheme=SchemeChoice(folds=5, repeats=3, max_repeats=3),
        tuning=Tuning(TuningKind.NONE),
    )
    return replace(study, **changes)  # type: ignore[arg-type]


def carry_out(study: Study, data: Dataset, file: StudyFile | None = None) -> tuple[Run, Findings]:
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), INLINE, file)
    assert isinstance(ended, Ended)
    assert ended.findings is not None
    return ended.run, ended.findings


@cache
def make_finished() -> tuple[Study, Dataset, Run, Findings, tuple[FitResult, ...]]:
    study, data = make_study(), make_data()
    run, findings = carry_out(study, data)
    fits = list_extra_fits(study, data, run, findings, ("linear", "tree"))
    events = run_extra_work(study, data, fits, threading.Event(), INLINE)
    return study, data, run, findings, tuple(one for event in events for one in event.outcomes)


def fingerprint(outcomes: tuple[FitResult, ...]) -> dict[object, bytes]:
    arrays = ((one.job, (one.rises, one.effects, one.predicted)) for one in outcomes)
    return {job: b"".join(b"" if part is None else part.tobytes() for part in parts) for job, parts in arrays}


def test_that_inputs_that_move_together_are_replaced_together_unless_the_plan_says_otherwise() -> None:
    data = make_data()
    assert list_input_groups(make_study(), data).groups == ((0, 1), (2,), (3,), (4,))
    named = make_study(input_groups=(("b", "d"),))
    assert list_input_groups(named, data).groups == ((0,), (1,), (2, 3), (4,))


def test_that_the_planted_order_is_found_and_a_useless_input_shows_no_effect() -> None:
    study, data, run, _, beside = make_finished()
    found = measure_importance(study, data, run, beside, "linear")
    assert found is not None
    assert found.rows[0].inputs == ("a", "twin")
    assert found.rows[0].rank == 1
    by_name = {row.inputs[0]: row for row in found.rows}
    assert by_name["a"].shows_effect
    assert by_name["kind"].shows_effect
    assert not by_name["d"].shows_effect
    assert all(row.low <= row.mean <= row.high for row in found.rows)
    assert "a and twin together matter most" in word_importance(study, data, found).text


def test_that_the_rise_is_the_loss_after_minus_the_loss_before_of_the_same_fold_model() -> None:
    _study, data, run, _, beside = make_finished()
    explained = [one for one in beside if one.job.part == EXPLAINED and one.job.candidate == "linear"]
    main = {one.job: one for one in run.outcomes if one.job.part == MAIN}
    # a linear model of y on the inputs moves by its own coefficients: the useless input hardly moves a prediction
    for one in explained:
        before = main[one.job._replace(part=MAIN)]
        assert one.rises is not None
        assert before.predicted is not None
        loss = float(np.mean(np.abs(before.predicted - data.targets[before.rows])))
        assert abs(one.rises[2, 0]) < 0.2 * loss
        assert one.rises[0, 0] > loss


def test_that_effects_follow_the_known_curves() -> None:
    study, data, _, _, beside = make_finished()
    effects = {one.input: one for one in trace_effects(study, data, beside, "linear")}
    kind = effects["kind"]
    assert kind.levels == ("low", "high")
    assert kind.effect[1] - kind.effect[0] == pytest.approx(1.0, abs=0.4)
    assert kind.low[1] < kind.effect[1] < kind.high[1]
    useless = effects["d"]
    assert np.all(np.abs(useless.effect) < 0.3)
    assert np.all((useless.low <= 0.02) & (useless.high >= -0.02))
    both = effects["a"].effect[-1] - effects["a"].effect[0] + effects["twin"].effect[-1] - effects["twin"].effect[0]
    assert both == pytest.approx(2 * np.ptp(data.inputs[:, 0]), rel=0.15)


def test_that_workers_do_not_change_a_number() -> None:
    study, data, run, findings, beside = make_finished()
    fits = list_extra_fits(study, data, run, findings, ("linear", "tree"))
    events = run_extra_work(study, data, fits, threading.Event(), Options(workers=2))
    again = tuple(one for event in events for one in event.outcomes)
    assert fingerprint(again) == fingerprint(beside)


def test_that_work_after_the_folds_stops_and_goes_on_where_it_was(tmp_path: Path) -> None:
    study, data, _, _, beside = make_finished()
    with StudyFile.create(tmp_path / "known.evenfold", study, data) as file:
        file.lock(study)
        run, findings = carry_out(study, data, file)
        stored = len(file.done())
        fits = list_extra_fits(study, data, run, findings, ("linear", "tree"))
        stop = threading.Event()
        for event in run_extra_work(study, data, fits, stop, INLINE, file):
            if event.outcomes:
                stop.set()
        before = file.beside()
        assert 0 < len(before) < len(fits)
    with StudyFile.open(tmp_path / "known.evenfold") as file:
        events = list(run_extra_work(study, data, fits, threading.Event(), INLINE, file))
        assert events[0].done == len(before)
        assert (events[-1].done, events[-1].total) == (len(fits), len(fits))
        assert fingerprint(file.beside()) == fingerprint(beside)
        assert len(file.done()) == stored
        assert file.is_unchanged
        assert [event.outcomes for event in run_extra_work(study, data, fits, threading.Event(), INLINE, file)] == [()]


def test_that_tuned_models_are_trained_again_as_they_were() -> None:
    data = make_data()
    tuned = Candidate("forest", "forest", {"trees": 20}, {"leaf": (1, 5, 20)})
    study = make_study(candidates=(tuned, Candidate("knn", "knn", {}, {"neighbours": (1, 5)})), baseline="forest")
    study = replace(study, tuning=Tuning(), strong_default=False, scheme=replace(study.scheme, folds=5, repeats=2))
    run, findings = carry_out(study, data)
    fits = list_extra_fits(study, data, run, findings, ("forest", "knn"))
    events = run_extra_work(study, data, fits, threading.Event(), INLINE)
    beside = [one for event in events for one in event.outcomes]
    assert all(one.ok for one in beside)
    main = {one.job: one for one in run.outcomes}
    before = [dict(main[one.job._replace(part=MAIN)].settings) for one in beside]
    assert [dict(one.settings) for one in beside] == before


def test_that_a_plan_may_turn_both_off() -> None:
    study, data, run, findings, _ = make_finished()
    parts = {one.job.part for one in list_extra_fits(study, data, run, findings)}
    assert parts == {STRONG_DEFAULT, EXPLAINED}
    off = replace(study, importance=False, strong_default=False)
    assert list_extra_fits(off, data, run, findings) == ()
    assert set(list_explained_models(study, findings)) == {"linear", "tree"}


def test_that_the_card_reads_what_was_measured_after_the_folds() -> None:
    study, data, run, findings, beside = make_finished()
    before = {one.code: one for one in list_checks(study, data, run, findings)}
    after = {one.code: one for one in list_checks(study, data, run, findings, beside)}
    assert (before["I-03"].level, before["T-03"].level) == (CheckLevel.NOT_COMPUTED, CheckLevel.NOT_COMPUTED)
    assert after["I-03"].level is CheckLevel.NOTED
    assert "d" in after["I-03"].names
    assert after["T-03"].level is CheckLevel.PASSED


def test_that_a_weak_place_is_named_where_the_scatter_is_larger() -> None:
    data = make_data(400)
    targets = data.targets.copy()
    far = data.inputs[:, 3] > 1.0
    targets[far] += 4 * np.random.default_rng(2).normal(size=(int(far.sum()), 1))
    data = replace(data, targets=targets)
    study = make_study(scheme=SchemeChoice(folds=5, repeats=1, max_repeats=1))
    run, _ = carry_out(study, data)
    first = find_weak_places(study, data, run, "linear")[0]
    assert first.input == "d"
    assert first.worst is not None
    assert first.worst.low > 0.5
    assert first.worst.loss_low > first.overall
    assert "weaker where d" in word_weak_place(study, data, first).text


def test_that_a_row_that_contradicts_all_models_is_named_with_what_is_unusual() -> None:
    data = make_data()
    inputs, targets = data.inputs.copy(), data.targets.copy()
    targets[40] += 30.0
    inputs[40, 3] = 9.0
    data = replace(data, inputs=inputs, targets=targets)
    study = make_study()
    run, findings = carry_out(study, data)
    (row,) = find_contradicting_rows(study, data, run, findings)
    assert row.row == 41
    assert row.actual > row.predicted + 10
    assert row.unusual[0][0] == "d"


def test_that_a_part_of_one_value_is_not_told_as_a_stretch() -> None:
    worst = LocalLoss(3.0, 3.0, "", 40, 2.0, 1.5, 2.5)
    said = word_weak_place(make_study(), make_data(), WeakPlaces("a", "linear", "y", 1.0, (worst,), worst)).text
    assert "where a is 3: 2.0" in said


def test_that_every_sentence_says_which_of_several_outputs_is_meant() -> None:
    data, study = make_data(), make_study(columns=Columns(target=("y", "z")))
    data = replace(data, targets=np.column_stack([data.targets, data.targets]), outputs=("y", "z"))
    unclear = MoreRows("linear", "z", 120, 1.0, 1.1, 240, 0.8, 1.2, 0.1, -0.1, 0.3)
    shown = replace(unclear, gain_low=0.05)
    worst = LocalLoss(3.0, 4.0, "", 40, 2.0, 1.5, 2.5)
    sizes = (MeasuredSize(80.0, 1.05),)
    assert word_more_rows(study, data, unclear).text == "These rows cannot tell whether more would help for z."
    assert "the MAE of linear regression for z by about" in word_more_rows(study, data, shown).text
    assert "MAE of linear regression for z by rows trained on" in word_measured_sizes(study, data, shown, sizes).text
    places = WeakPlaces("a", "linear", "z", 1.0, (worst,), worst)
    assert "is weaker for z where a lies from 3 to 4" in word_weak_place(study, data, places).text


def test_that_more_rows_are_promised_only_where_the_gain_is_shown() -> None:
    study, data, run, _, _ = make_finished()
    found = forecast_more_rows(study, data, run, "linear")
    assert found is not None
    assert found.target == 240
    assert found.level_low is not None
    assert found.level_high is not None
    assert found.level_low < found.now < found.level_high
    assert ("cannot tell" in word_more_rows(study, data, found).text) == (not found.shows_gain)
    far = forecast_more_rows(study, data, run, "linear", target=1000)
    assert far is not None
    assert (far.reason, far.gain) == ("too_far", None)
    alone = Run(tuple(one for one in run.outcomes if one.job.part == MAIN), complete=True)
    without = forecast_more_rows(study, data, alone, "linear")
    assert without is not None
    assert without.reason == "no_halves"


def test_that_one_input_that_does_it_all_is_found_on_request() -> None:
    random = np.random.default_rng(5)
    inputs = random.normal(size=(150, 3))
    data = replace(
        make_data(150),
        inputs=inputs,
        kinds=(Kind.NUMBER,) * 3,
        features=("a", "b", "c"),
        levels=((),) * 3,
        targets=(3 * inputs[:, :1] + random.normal(size=(150, 1))),
    )
    scheme = SchemeChoice(folds=5, repeats=4, max_repeats=4)
    study = make_study(scheme=scheme, question=Question(measure="mae", margin=0.3), strong_default=False)
    run, findings = carry_out(study, data)
    fits = list_extra_fits(study, data, run, findings)
    beside = [one for event in run_extra_work(study, data, fits, threading.Event(), INLINE) for one in event.outcomes]
    before = {one.code: one for one in list_checks(study, data, run, findings, beside)}
    assert before["I-01"].level is CheckLevel.NOT_COMPUTED
    asked = list_one_input_fits(study, data, run, findings, beside)
    assert asked is not None
    alone, more = asked
    assert np.array_equal(alone.inputs[:, 0], inputs[:, 0])
    assert not alone.inputs[:, 1:].any()
    events = run_extra_work(study, alone, more, threading.Event(), INLINE)
    beside += [one for event in events for one in event.outcomes]
    after = {one.code: one for one in list_checks(study, data, run, findings, beside)}
    assert (after["I-01"].level, after["I-01"].names) == (CheckLevel.ATTENTION, ("a",))
    assert list_one_input_fits(study, data, run, findings, ()) is None
