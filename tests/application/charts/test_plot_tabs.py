"""Every plot of a result: which tabs there are for which data, and numbers that are those of the findings."""

from dataclasses import replace

import numpy as np
import pytest

from core.application.charts.class_charts import draw_calibration, draw_confusion, draw_cost, draw_roc
from core.application.charts.compare_charts import (
    draw_differences,
    draw_histograms,
    draw_repeats,
    list_measures,
)
from core.application.charts.decision_charts import MISSED, draw_decision, find_curves
from core.application.charts.insight_charts import draw_importance
from core.application.charts.more_rows_chart import draw_more_rows, find_forecast
from core.application.charts.number_charts import (
    draw_errors_by_truth,
    draw_predicted_vs_actual,
    find_limit,
    held_out,
    list_worst_rows,
)
from core.application.charts.plot_tabs import Choice, Slide, list_tabs
from core.application.charts.result_view import ResultView
from core.application.charts.strip_charts import draw_limit_strip, draw_strip
from core.application.charts.weak_charts import PLACE, draw_matrix, draw_weak_places, list_places
from core.application.explain_models import list_input_groups
from core.domain.evidence import EXPLAINED, FitResult, Job
from core.domain.study import QuestionKind
from core.figures.chart import Area, Bar, Block, Curve, Dots, Ink, Points
from core.judge.conclude import conclude_study
from gui.wizard.state import State
from tests.gui.kinds import KINDS, state_of
from tests.gui.verdicts import VERDICTS


def view_of(state: State, model: str = "", output: str = "") -> ResultView:
    assert state.data is not None
    assert state.run is not None
    assert state.findings is not None
    keys = [candidate.key for candidate in state.study.candidates]
    chosen = model or next((key for key in keys if key != state.study.baseline), keys[0])
    return ResultView(state.study, state.data, state.run, state.findings, chosen, output or state.data.outputs[0])


TABS = {
    "two classes": ["compare", "confusion", "curves"],
    "three classes": ["compare", "confusion", "curves"],
    "groups": ["compare", "confusion", "curves"],
    "costs": ["compare", "confusion", "curves"],
    "one model": ["compare", "confusion", "curves"],
    "one test set": ["compare", "confusion", "curves"],
    "one number": ["compare", "predicted", "errors"],
    "several outputs": ["compare", "predicted", "errors"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_that_tabs_fit_the_kind_of_data_and_every_segment_draws(kind: str) -> None:
    view = view_of(state_of(kind))
    tabs = list_tabs(view)
    assert [tab.key for tab in tabs if tab.key in TABS["one number"] + TABS["two classes"]] == TABS[kind]
    for tab in tabs:
        for segment in tab.segments:
            chart = segment.draw(view)
            assert chart is not None, (kind, tab.key, segment.key)
            assert chart.title
            assert chart.rows or chart.panels or chart.offer
            assert all(len(row) == len(chart.headings) for row in chart.rows), (tab.key, segment.key)


@pytest.mark.parametrize("kind", KINDS)
def test_that_every_option_of_a_plot_can_be_chosen(kind: str) -> None:
    view = view_of(state_of(kind))
    for tab in list_tabs(view):
        for segment in tab.segments:
            for option in segment.options(view):
                if isinstance(option, Choice):
                    values: list[object] = [key for key, _ in option.choices]
                elif isinstance(option, Slide):
                    values = [option.low, option.high]
                else:
                    values = [True, False]
                for value in values:
                    assert segment.draw(replace(view, options={option.key: value})) is not None


def test_that_a_difference_is_drawn_with_the_range_that_decided() -> None:
    view = view_of(VERDICTS["win"](), "forest")
    chart = draw_differences(view)
    assert chart is not None
    row = view.row()
    assert row is not None
    assert row.difference is not None
    assert row.difference.interval is not None
    bars = [layer for layer in chart.panels[0].layers if isinstance(layer, Bar)]
    widest = max(bars, key=lambda bar: bar.right - bar.left)
    interval = row.difference.interval
    assert (widest.left, widest.right) == pytest.approx((100 * interval.low, 100 * interval.high))
    marks = [layer for layer in chart.panels[0].layers if isinstance(layer, Points)]
    assert [mark.ink for mark in marks] == [Ink.SELECTED]
    assert float(marks[0].x[0]) == pytest.approx(100 * (row.difference.mean or 0))


def test_that_for_which_the_leader_is_ahead_on_the_worse_side() -> None:
    state = VERDICTS["win-of-four"]()
    question = replace(state.study.question, kind=QuestionKind.WHICH)
    study = replace(state.study, question=question)
    assert state.data is not None
    assert state.run is not None
    findings = conclude_study(study, state.data, state.run)
    view = ResultView(study, state.data, state.run, findings, study.baseline, state.data.outputs[0])
    chart = draw_differences(view)
    assert chart is not None
    worst = [layer for layer in chart.panels[0].layers if isinstance(layer, Points)][-1]
    assert float(worst.x[0]) < 0  # the baseline makes more errors than the leader
    assert chart.panels[0].x.title.endswith(view.name(findings.conclusion.model))


@pytest.mark.parametrize("name", ["leak", "guessing", "one-model"])
def test_that_an_answer_no_range_decided_has_no_difference_drawn(name: str) -> None:
    view = view_of(VERDICTS[name]())
    assert draw_differences(view) is None
    assert draw_strip(view) is None


def test_that_the_strip_has_twenty_dots_within_the_range() -> None:
    view = view_of(VERDICTS["win"](), "forest")
    chart = draw_strip(view)
    assert chart is not None
    dots = next(layer for layer in chart.panels[0].layers if isinstance(layer, Dots))
    bars = [layer for layer in chart.panels[0].layers if isinstance(layer, Bar)]
    assert len(dots.values) == 20
    assert min(bar.left for bar in bars) == pytest.approx(min(dots.values))


def test_that_histograms_hold_every_fold_of_both_once() -> None:
    view = view_of(state_of("two classes"))
    chart = draw_histograms(view)
    assert chart is not None
    for panel in chart.panels:
        blocks = [layer for layer in panel.layers if isinstance(layer, Block)]
        up = sum(block.top or 0 for block in blocks if not block.is_hatched)
        down = -sum(block.bottom or 0 for block in blocks if block.is_hatched)
        assert up == down == 15
        assert panel.y.title


def test_that_repeats_are_drawn_one_by_one() -> None:
    view = view_of(state_of("two classes"))
    chart = draw_repeats(view)
    assert chart is not None
    marks = sum(len(layer.x) for layer in chart.panels[0].layers if isinstance(layer, Points))
    assert marks == len(chart.rows) == 3
    with_folds = draw_repeats(replace(view, options={"folds": True}))
    assert with_folds is not None
    assert sum(len(layer.x) for layer in with_folds.panels[0].layers if isinstance(layer, Points)) == 18


def test_that_the_limit_is_drawn_where_it_was_set() -> None:
    state = VERDICTS["win"]()
    question = replace(state.study.question, kind=QuestionKind.GOOD_ENOUGH, good_enough=12.0)
    study = replace(state.study, question=question)
    assert state.data is not None
    assert state.run is not None
    findings = conclude_study(study, state.data, state.run)
    view = ResultView(study, state.data, state.run, findings, "forest", state.data.outputs[0])
    chart = draw_limit_strip(view)
    assert chart is not None
    assert any(isinstance(layer, Block) and layer.right == 12.0 for layer in chart.panels[0].layers)
    assert draw_limit_strip(view_of(state)) is None


def test_that_confusions_of_a_threshold_count_every_tested_row() -> None:
    view = view_of(state_of("two classes"))
    whole = 90 * 3
    for options in ({}, {"threshold": 0.0}, {"threshold": 1.0}, {"threshold": 0.3}):
        chart = draw_confusion(replace(view, options=options))
        assert chart is not None
        counts = {row[:2]: int(row[3].replace(",", "")) for row in chart.rows}
        assert sum(counts.values()) == whole
    every = draw_confusion(replace(view, options={"threshold": 1.0}))
    assert every is not None
    assert sum(int(row[3]) for row in every.rows if row[1] == "“yes”") == 0


def test_that_roc_and_cost_agree_with_the_ends_of_their_axes() -> None:
    view = view_of(state_of("two classes"))
    roc = draw_roc(view)
    assert roc is not None
    thick = [layer for layer in roc.panels[0].layers if isinstance(layer, Curve) and layer.width > 2]
    assert len(thick) == 2
    for curve in thick:
        assert (curve.x[0], curve.y[0]) == (0, 0)
        assert (curve.x[-1], curve.y[-1]) == (1, 1)
        assert (np.diff(curve.y) >= -1e-12).all()
    cost = draw_cost(replace(view, options={"ratio": "10.0"}))
    assert cost is not None
    assert "10 false alarms" in cost.caption
    curve = next(layer for layer in cost.panels[0].layers if isinstance(layer, Curve))
    assert curve.y[-1] == pytest.approx(10 * 50.0)  # nothing is called positive: every second row is missed


def test_that_predictions_are_held_out_means_and_the_band_is_that_of_single_predictions() -> None:
    view = view_of(state_of("one number"))
    truth, predicted = view.data.targets[:, 0], held_out(view, view.model)
    outcomes = [one for one in view.run.of(view.model) if 0 in one.rows]
    values = [float(one.predicted[list(one.rows).index(0), 0]) for one in outcomes if one.predicted is not None]
    assert predicted[0] == pytest.approx(np.mean(values))
    chart = draw_predicted_vs_actual(view)
    assert chart is not None
    assert len(chart.rows) == len(truth)
    marks = next(layer for layer in chart.panels[0].layers if isinstance(layer, Points))
    assert marks.describe is not None
    assert marks.describe(0)[0].startswith("Row 1,")
    limit = find_limit(view)
    assert limit is not None
    assert limit.limit is not None
    assert any(fact.label == "90 % range" for fact in chart.facts)
    errors = draw_errors_by_truth(view)
    assert errors is not None
    zone = next(layer for layer in errors.panels[0].layers if isinstance(layer, Block))
    assert (zone.bottom, zone.top) == (-limit.limit, limit.limit)


def test_that_worst_rows_come_in_the_order_of_their_loss() -> None:
    chart = list_worst_rows(view_of(state_of("one number")))
    assert chart is not None
    losses = [float(row[-2]) for row in chart.rows]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) <= 20


def test_that_all_measures_name_every_model_once() -> None:
    chart = list_measures(view_of(state_of("two classes")))
    assert chart is not None
    assert len(chart.headings) == 2 + 3 + 1
    assert any(row[0] == "Error rate" for row in chart.rows)


def test_that_more_rows_are_forecast_from_halves_and_folds() -> None:
    view = view_of(VERDICTS["win"](), "forest")
    chart = draw_more_rows(view)
    assert chart is not None
    found = find_forecast(view, "forest")
    assert found is not None
    marks = [layer for layer in chart.panels[0].layers if isinstance(layer, Points)]
    assert [mark.ink for mark in marks] == [Ink.BASELINE, Ink.SELECTED]
    assert marks[1].y == pytest.approx([100 * found.at_half, 100 * found.now])
    assert chart.caption


def test_that_a_model_that_was_not_asked_offers_the_work_with_its_cost() -> None:
    chart = draw_importance(view_of(state_of("two classes")))
    assert chart is not None
    assert chart.offer
    assert not chart.panels
    assert any(letter.isdigit() for letter in chart.remark)


def test_that_cost_and_benefit_have_ranges_and_a_promise_is_told() -> None:
    view = view_of(state_of("two classes"))
    chart = draw_decision(view)
    assert chart is not None
    assert [panel.title for panel in chart.panels] == ["Cost", "Net benefit"]
    areas = [layer for panel in chart.panels for layer in panel.layers if isinstance(layer, Area)]
    assert len(areas) == 4  # both models on both panels
    assert all((area.high > area.low).any() for area in areas)
    found = find_curves(view, view.model)
    assert found is not None
    told = [row for row in chart.rows if row[0] == view.title(view.model) and row[1] == "cost"]
    assert [row[4] for row in told] == [f"{100 * point.value:.1f}" for point in found.cost]
    promised = draw_decision(replace(view, options={MISSED: "20"}))
    assert promised is not None
    assert "20 of 100" in promised.caption


def test_that_calibration_tells_slope_intercept_and_what_recalibration_gains() -> None:
    view = view_of(state_of("two classes"))
    chart = draw_calibration(view)
    assert chart is not None
    names = [fact.label for fact in chart.facts]
    wanted = ("Slope (1 is right)", "Intercept (0 is right)", "Log loss", "with a logistic curve", "with rising steps")
    assert [names.count(name) for name in wanted] == [1] * len(wanted)


@pytest.mark.parametrize("kind", ["two classes", "one number"])
def test_that_the_error_along_an_input_is_that_of_its_rows(kind: str) -> None:
    view = view_of(state_of(kind))
    places = list_places(view)
    if not places:
        pytest.skip("too few rows in every part")
    chart = draw_weak_places(replace(view, options={PLACE: places[-1].input}))
    assert chart is not None
    assert "hold for all parts together" in chart.caption  # as find_weak_parts widens them
    assert len(chart.rows) == len(places[-1].parts)
    assert sum(int(row[1].replace(",", "")) for row in chart.rows) <= view.data.size


def test_that_several_outputs_have_a_matrix_once_importance_is_known() -> None:
    state = state_of("several outputs")
    view = view_of(state)
    assert draw_matrix(view) is None
    assert state.data is not None
    groups = len(list_input_groups(state.study, state.data).groups)
    outputs = len(state.data.outputs)
    rises = np.array([[1.0 + place + 0.01 * number for number in range(outputs)] for place in range(groups)])
    beside = tuple(
        FitResult(Job(EXPLAINED, 0, fold, view.model), np.arange(1), None, rises=rises) for fold in range(12)
    )
    chart = draw_matrix(replace(view, beside=beside))
    assert chart is not None
    assert len(chart.rows) == groups
    assert all(len(row) == 1 + outputs for row in chart.rows)


@pytest.mark.parametrize("kind", ["two classes", "groups"])
def test_that_the_roc_tab_tells_the_auc_of_the_estimates(kind: str) -> None:
    view = view_of(state_of(kind))
    chart = draw_roc(view)
    assert chart is not None
    told = {fact.label: fact.value for fact in chart.facts}
    for key in (view.baseline, view.model):
        estimate = view.estimate(key, "auc")
        assert estimate is not None
        assert estimate.mean is not None
        assert told[view.title(key)] == f"{estimate.mean:.3f}"
