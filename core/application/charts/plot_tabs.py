"""Which plots a result has: tabs and their segments by the kind of data; what cannot exist is absent."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from core.application.charts.class_charts import (
    CLASS,
    RATIO,
    THRESHOLD,
    can_choose_threshold,
    draw_agreement,
    draw_calibration,
    draw_confusion,
    draw_cost,
    draw_precision_recall,
    draw_roc,
    has_curves,
    has_probabilities,
    word_threshold,
)
from core.application.charts.compare_charts import (
    draw_differences,
    draw_estimates,
    draw_histograms,
    draw_repeats,
    list_measures,
)
from core.application.charts.decision_charts import MISSED, draw_decision, list_limits
from core.application.charts.insight_charts import (
    EFFECT,
    RESPONSE,
    can_explain,
    draw_importance,
    find_importance,
    list_effect_choices,
    list_response_choices,
    pick_input,
)
from core.application.charts.map_charts import PAIR, draw_map, has_two_numbers, list_map_choices
from core.application.charts.more_rows_chart import draw_more_rows
from core.application.charts.number_charts import (
    BAND,
    BOTH,
    INPUT,
    TOLERANCE,
    draw_errors_by_group,
    draw_errors_by_input,
    draw_errors_by_truth,
    draw_errors_over_time,
    draw_predicted_vs_actual,
    is_about_numbers,
    list_number_inputs,
    list_worst_rows,
)
from core.application.charts.result_view import ResultView
from core.application.charts.tests_table import list_tests
from core.application.charts.weak_charts import (
    PLACE,
    draw_matrix,
    draw_weak_places,
    list_place_choices,
    list_places,
)
from core.domain.dataset import Task
from core.domain.study import QuestionKind
from core.figures.chart import Chart
from core.figures.thresholds import STANDARD


@dataclass(frozen=True, slots=True)
class Toggle:
    """A choice that is on or off."""

    key: str
    title: str
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: key and words of each; the first holds until another is chosen."""

    key: str
    title: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Slide:
    """A number between two ends in so many steps; `word` says what it is at a value."""

    key: str
    low: float
    high: float
    start: float
    word: Callable[[float], str]
    steps: int = 100


Option = Toggle | Choice | Slide
RATIOS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""Costs of a miss in false alarms that can be looked at."""
NO_OPTIONS: Callable[[ResultView], tuple[Option, ...]] = lambda _view: ()  # noqa: E731


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One plot of a tab. `pick` turns a click into changed options: panel, x, y."""

    key: str
    title: str
    draw: Callable[[ResultView], Chart | None]
    options: Callable[[ResultView], tuple[Option, ...]] = NO_OPTIONS
    pick: Callable[[ResultView, int, float, float], Mapping[str, object]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PlotTab:
    key: str
    title: str
    segments: tuple[Segment, ...]


def list_tabs(view: ResultView) -> tuple[PlotTab, ...]:
    """Return the tabs of a result in their order, with the segments that have something to draw.

    They are the same for every selected row, so that no tab moves when another row is chosen; a plot that one row does
    not have is drawn as None there.
    """
    return tuple(
        PlotTab(key, title, segments) for key, title, list_segments in TABS if (segments := tuple(list_segments(view)))
    )


def _list_repeat_options(_view: ResultView) -> tuple[Option, ...]:
    return (Toggle("folds", "every fold"),)


def _shows_estimates(view: ResultView) -> bool:
    """Classes have the same in the table; there it is shown where nothing is compared."""
    return view.data.task is Task.NUMBERS or view.study.question.kind is QuestionKind.GOOD_ENOUGH or not view.rival


def _list_compare(view: ResultView) -> list[Segment]:
    segments = [
        Segment("differences", "Differences", draw_differences),
        *([Segment("estimates", "Error and range", draw_estimates)] if _shows_estimates(view) else []),
        Segment("histograms", "Histograms", draw_histograms),
        Segment("repeats", "Repeats", draw_repeats, _list_repeat_options),
        *([Segment("agreement", "Agreement", draw_agreement)] if view.is_given else []),
    ]
    if view.is_given:
        segments = [segment for segment in segments if segment.key not in ("histograms", "repeats")]
    shown = [segment for segment in segments if segment.draw(view) is not None]
    tests = [Segment("tests", "Tests", list_tests)] if view.findings.comparisons else []
    return [*shown, Segment("measures", "All measures", list_measures), *tests]


def _list_confusion(view: ResultView) -> list[Segment]:
    if view.data.task is not Task.CLASSES or not view.scores.outcomes(view.model):
        return []
    return [
        Segment("confusion", "Confusion", draw_confusion, _list_threshold_options),
        *([Segment("groups", "By group", draw_errors_by_group)] if view.data.group_count else []),
        *_list_weak(view),
        Segment("worst", "Worst rows", list_worst_rows),
    ]


def _list_weak(view: ResultView) -> list[Segment]:
    return [Segment("weak", "Weak places", draw_weak_places, _list_place_options)] if list_places(view) else []


def _list_place_options(view: ResultView) -> tuple[Option, ...]:
    return (Choice(PLACE, "Input", list_place_choices(view)),)


def _list_threshold_options(view: ResultView) -> tuple[Option, ...]:
    if not can_choose_threshold(view):
        return ()
    start = view.scores.context.threshold if view.study.question.measure == "cost" else STANDARD
    return (Slide(THRESHOLD, 0.0, 1.0, start, word_threshold(view)),)


def _list_curves(view: ResultView) -> list[Segment]:
    if not has_curves(view):
        return []
    segments = [
        Segment("roc", "ROC", draw_roc, _list_class_options),
        Segment("precision-recall", "Precision–recall", draw_precision_recall, _list_class_options),
    ]
    if has_probabilities(view):
        segments.append(Segment("calibration", "Calibration", draw_calibration, _list_class_options))
        if len(view.data.classes) == 2:
            segments.append(Segment("cost", "Cost", draw_cost, _list_cost_options))
            segments.append(Segment("decision", "Decision", draw_decision, _list_promise_options))
    return segments


def _list_class_options(view: ResultView) -> tuple[Option, ...]:
    """With several classes one of them is held against the rest."""
    if len(view.data.classes) == 2:
        return ()
    first = view.data.classes[view.data.positive_class]
    names = (first, *(name for name in view.data.classes if name != first))
    return (Choice(CLASS, "Class", tuple((name, f"“{name}”") for name in names)),)


def _list_cost_options(view: ResultView) -> tuple[Option, ...]:
    return (Choice(RATIO, "One miss costs", tuple((str(ratio), _word_ratio(ratio)) for ratio in _list_ratios(view))),)


def _list_promise_options(view: ResultView) -> tuple[Option, ...]:
    return (Choice(MISSED, "Promise", list_limits(view)),)


def _list_ratios(view: ResultView) -> tuple[float, ...]:
    own = view.study.question.cost_ratio
    return (own, *(ratio for ratio in RATIOS if ratio != own))


def _word_ratio(ratio: float) -> str:
    return f"{ratio:g} false alarms" if ratio != 1 else "1 false alarm"


def _list_predicted(view: ResultView) -> list[Segment]:
    if not is_about_numbers(view):
        return []
    return [Segment("predicted", "Predicted vs actual", draw_predicted_vs_actual, _list_predicted_options)]


def _list_predicted_options(view: ResultView) -> tuple[Option, ...]:
    options: list[Option] = []
    if view.rival:
        own = view.title(view.model)
        options.append(Choice(BOTH, "", (("one", own if len(own) <= 18 else "Selected"), (BOTH, "Both"))))
    options.append(Toggle(BAND, "90 % range", True))
    if view.study.question.tolerance is not None:
        options.append(Toggle(TOLERANCE, f"tolerance ± {view.study.question.tolerance:g}"))
    return tuple(options)


def _list_errors(view: ResultView) -> list[Segment]:
    if not is_about_numbers(view):
        return []
    segments = [Segment("truth", "Against actual", draw_errors_by_truth)]
    if list_number_inputs(view):
        segments.append(Segment("input", "Against input", draw_errors_by_input, _list_input_options))
    if view.data.order is not None:
        segments.append(Segment("time", "Over time", draw_errors_over_time))
    if view.data.group_count:
        segments.append(Segment("groups", "By group", draw_errors_by_group))
    segments += _list_weak(view)
    return [*segments, Segment("worst", "Worst rows", list_worst_rows)]


def _list_input_options(view: ResultView) -> tuple[Option, ...]:
    return (Choice(INPUT, "Input", list_number_inputs(view)),)


def _list_rows(view: ResultView) -> list[ResultView]:
    """The view of the selected row first, then those of all other models."""
    others = [one.key for one in view.study.candidates if one.key != view.model]
    return [view, *(replace(view, model=key) for key in others)]


def _list_reasons(view: ResultView) -> list[Segment]:
    if not any(can_explain(row) for row in _list_rows(view)):
        return []
    shown = [Segment("importance", "What matters", _draw_reasons, _list_effect_options, pick_input)]
    if has_two_numbers(view):
        shown.append(Segment("map", "Two inputs", _draw_map, _list_map_options))
    if len(view.data.outputs) > 1 and any(find_importance(row) is not None for row in _list_rows(view)):
        shown.append(Segment("matrix", "Matrix", _draw_matrix))
    return shown


def _draw_reasons(view: ResultView) -> Chart | None:
    return draw_importance(view) if can_explain(view) else None


def _draw_map(view: ResultView) -> Chart | None:
    return draw_map(view) if can_explain(view) else None


def _list_map_options(view: ResultView) -> tuple[Option, ...]:
    pairs, responses = list_map_choices(view)
    options = (Choice(PAIR, "Inputs", pairs),) if pairs else ()
    return (*options, Choice(RESPONSE, "Class", responses)) if responses else options


def _draw_matrix(view: ResultView) -> Chart | None:
    return draw_matrix(view) if find_importance(view) is not None else None


def _list_effect_options(view: ResultView) -> tuple[Option, ...]:
    if not can_explain(view):
        return ()
    choices, responses = list_effect_choices(view), list_response_choices(view)
    options: list[Option] = [Choice(EFFECT, "Input", choices)] if choices else []
    return (*options, Choice(RESPONSE, "Class", responses)) if choices and responses else tuple(options)


def _list_more_rows(view: ResultView) -> list[Segment]:
    has_plot = any(draw_more_rows(row) is not None for row in _list_rows(view))
    return [Segment("more-rows", "More rows?", draw_more_rows)] if has_plot else []


TABS: tuple[tuple[str, str, Callable[[ResultView], list[Segment]]], ...] = (
    ("compare", "Compare", _list_compare),
    ("confusion", "Confusion", _list_confusion),
    ("predicted", "Predicted vs actual", _list_predicted),
    ("curves", "Curves", _list_curves),
    ("errors", "Errors", _list_errors),
    ("reasons", "What matters", _list_reasons),
    ("more-rows", "More rows?", _list_more_rows),
)
"""Every tab in its order; a kind of data that has no segments of a tab has no such tab."""
