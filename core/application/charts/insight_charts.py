"""Plots of reasons: which inputs matter, and what one of them does."""

from collections.abc import Callable, Mapping

import numpy as np

from core.application.charts.result_view import ResultView
from core.application.explain_models import (
    estimate_extra_seconds,
    list_explaining_fits,
    list_responses,
    measure_importance,
    trace_effects,
)
from core.domain.evidence import GIVEN
from core.domain.model_explanation import Importance, InputEffect, InputImportance
from core.engine.fit_context import FitJob
from core.figures.chart import (
    Area,
    Axis,
    Bar,
    Block,
    Chart,
    Curve,
    Ink,
    Layer,
    Lines,
    Panel,
    Rule,
    Tick,
    pad_range,
)
from core.wording.insight_text import word_importance
from core.wording.measure_text import find_title
from core.wording.names_text import find_physical_unit, strip_unit

EFFECT, RESPONSE = "effect", "response"
MOST_INPUTS = 14
RUG_BINS = 24
EXPLAIN = "explain"
"""The work that is offered where a model was not asked yet what its inputs do."""


# --- what matters ---


def can_explain(view: ResultView) -> bool:
    """Whether the selected model was asked what its inputs do, or can be: it was trained here, on enough splits."""
    candidates = {candidate.key: candidate for candidate in view.study.candidates}
    if view.model not in candidates or candidates[view.model].algorithm == GIVEN:
        return False
    return bool(_list_fits(view)) or find_importance(view) is not None


def _list_fits(view: ResultView) -> tuple[FitJob, ...]:
    key = f"fits:{view.model}"
    if key not in view.kept:
        view.kept[key] = list_explaining_fits(view.study, view.data, view.run, view.findings, view.model)
    found = view.kept[key]
    assert isinstance(found, tuple)
    return found


def find_importance(view: ResultView) -> Importance | None:
    key = f"importance:{view.model}:{len(view.beside)}"
    if key not in view.kept:
        view.kept[key] = measure_importance(view.study, view.data, view.run, view.beside, view.model)
    found = view.kept[key]
    return found if isinstance(found, Importance) else None


def list_effects(view: ResultView) -> tuple[InputEffect, ...]:
    key = f"effects:{view.model}:{len(view.beside)}"
    if key not in view.kept:
        view.kept[key] = trace_effects(view.study, view.data, view.beside, view.model)
    found = view.kept[key]
    return found if isinstance(found, tuple) else ()


def _list_rows(view: ResultView) -> tuple[InputImportance, ...]:
    found = find_importance(view)
    return () if found is None else found.of_output(view.output)[:MOST_INPUTS]


def draw_importance(view: ResultView) -> Chart | None:
    """Draw how much the error rises without each input, and what the chosen one does; offers the work if not done."""
    found = find_importance(view)
    rows = _list_rows(view)
    if found is None or not rows:
        return offer_explaining(view)
    chosen = _chosen_row(view, rows)
    effect = _find_effect(view, chosen)
    panels = [_draw_rises(view, rows, chosen)]
    if effect is not None:
        panels.append(_draw_effect(view, effect))
    text = view.facts.text(view.output if view.facts.has_outputs else "")
    return Chart(
        key="importance",
        title=f"What matters to {view.name(view.model)}",
        panels=tuple(panels),
        caption=f"{word_importance(view.study, view.data, found, view.output if view.facts.has_outputs else '')} "
        "Lines: 95 % ranges. About the models trained on these rows. Seen here, not tested.",
        headings=("Input", "Rise if scrambled", "95 % range", "Effect shown"),
        rows=tuple(
            (
                _name_group(row),
                write_short(text.shown(row.mean)),
                f"{write_short(text.shown(row.low))} to {write_short(text.shown(row.high))}",
                "yes" if row.shows_effect else "no",
            )
            for row in found.of_output(view.output)
        ),
        is_side_by_side=True,
    )


def offer_explaining(view: ResultView) -> Chart:
    """What asking the fold models of the selected model costs, in place of a plot that needs it."""
    done = {outcome.job for outcome in view.beside}
    seconds = estimate_extra_seconds(view.run, _list_fits(view), done)
    return Chart(
        key="importance",
        title="What matters",
        panels=(),
        remark=f"Which inputs matter to {view.name(view.model)} was not computed in the run. "
        f"It takes about {word_seconds(seconds)} of one processor and does not change the answer.",
        offer=EXPLAIN,
    )


def word_seconds(seconds: float) -> str:
    """Write "12 s", "3 min", "1.5 h"."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _name_group(row: InputImportance) -> str:
    return " + ".join(strip_unit(name) for name in row.inputs)


def write_short(value: float) -> str:
    return f"{value:.3g}".replace("-", "−")


def _chosen_row(view: ResultView, rows: tuple[InputImportance, ...]) -> InputImportance:
    wanted = view.options.get(EFFECT)
    return next((row for row in rows if wanted in row.inputs), rows[0])


def list_effect_choices(view: ResultView) -> tuple[tuple[str, str], ...]:
    """Every input by its name, those of a group after each other."""
    return tuple((name, strip_unit(name)) for row in _list_rows(view) for name in row.inputs)


def list_response_choices(view: ResultView) -> tuple[tuple[str, str], ...]:
    """The classes an effect can be on, where there are several."""
    responses = list_responses(view.data)
    return tuple((name, f"“{name}”") for name in responses) if len(view.data.classes) > 2 else ()


def pick_input(view: ResultView, panel: int, _x: float, y: float) -> Mapping[str, object]:
    """Choose the input whose bar was clicked."""
    rows = _list_rows(view)
    place = len(rows) - 1 - round(y)
    return {EFFECT: rows[place].inputs[0]} if panel == 0 and 0 <= place < len(rows) else {}


def _draw_rises(view: ResultView, rows: tuple[InputImportance, ...], chosen: InputImportance) -> Panel:
    text = view.facts.text(view.output if view.facts.has_outputs else "")
    count = len(rows)
    layers: list[Layer] = []
    ticks = []
    for place, row in enumerate(rows):
        y, is_chosen = float(count - 1 - place), row is chosen
        low, mean, high = (text.shown(value) for value in (row.low, row.mean, row.high))
        tip: Lines = (_name_group(row), f"rises by {write_short(mean)} ({write_short(low)} to {write_short(high)})")
        if not row.shows_effect:
            tip = (*tip, "no effect shown")
        ink = Ink.SELECTED if is_chosen else Ink.OTHER if row.shows_effect else Ink.OTHER_SOFT
        if is_chosen:
            layers.append(Block(None, None, y - 0.48, y + 0.48, Ink.ACCENT_SOFT))
        layers.append(Block(min(0.0, mean), max(0.0, mean), y - 0.26, y + 0.26, ink, tip=tip))
        layers.append(Bar(y, low, high, 2.0, Ink.TEXT))
        ticks.append(Tick(y, _name_group(row), is_chosen))
    layers.append(Rule(x=0.0, ink=Ink.TEXT, width=1.0))
    ends = [text.shown(value) for row in rows for value in (row.low, row.high)]
    low_end, high_end = pad_range(min(0.0, *ends), max(0.0, *ends), 0.04)
    unit = f", {text.unit_name}" if text.unit_name else ""
    return Panel(
        Axis(low_end, high_end, f"{find_title(text.measure).short} rises by{unit}", has_grid=True),
        Axis(-0.6, count - 0.4, ticks=tuple(ticks)),
        tuple(layers),
        title="Which inputs matter",
        weight=1.1,
    )


def _find_effect(view: ResultView, row: InputImportance) -> InputEffect | None:
    wanted, chosen = view.options.get(RESPONSE), view.options.get(EFFECT)
    one = chosen if chosen in row.inputs else row.inputs[0]
    mine = [effect for effect in list_effects(view) if effect.input == one]
    on = [effect for effect in mine if effect.response in (wanted, view.output)]
    return next(iter(on or mine), None)


def _draw_effect(view: ResultView, effect: InputEffect) -> Panel:
    name, unit = strip_unit(effect.input), find_physical_unit(effect.input)
    low, high = pad_range(float(np.nanmin(effect.low)), float(np.nanmax(effect.high)), 0.08)
    is_number = not view.data.classes
    about = f"{view.output_name} against average" if is_number else f"score of “{effect.response}” against average"
    y = Axis(low - 0.12 * (high - low), high, view.with_unit(about) if is_number else about, has_grid=True)
    title = f"What {name} does"
    if effect.levels:
        layers = _draw_levels(effect)
        ticks = tuple(Tick(float(place), text) for place, text in enumerate(effect.levels))
        return Panel(Axis(-0.6, len(ticks) - 0.4, name, ticks=ticks), y, layers, title=title)
    x = Axis(float(effect.places[0]), float(effect.places[-1]), f"{name}, {unit}" if unit else name)
    return Panel(x, y, _draw_steps(effect, y.low, high - low), title=title, note="bars: where the rows are")


def _draw_levels(effect: InputEffect) -> tuple[Layer, ...]:
    """One bar per level, from the average over the rows, with its range as a line."""
    layers: list[Layer] = []
    for place, name in enumerate(effect.levels):
        value, low, high = (float(end[place]) for end in (effect.effect, effect.low, effect.high))
        tip = (name, f"{write_short(value)} ({write_short(low)} to {write_short(high)})")
        layers.append(Block(place - 0.3, place + 0.3, min(0.0, value), max(0.0, value), Ink.SELECTED, tip=tip))
        layers.append(Block(place - 0.02, place + 0.02, low, high, Ink.TEXT, tip=tip))
    return (*layers, Rule(y=0.0, ink=Ink.TEXT, width=1.0))


def _draw_steps(effect: InputEffect, floor: float, height: float) -> tuple[Layer, ...]:
    """The curve with its band, no line where there are no rows, and the rows themselves as small bars below."""
    layers: list[Layer] = [Rule(y=0.0, ink=Ink.HELP, width=1.0)]
    parts = _split_at_gaps(len(effect.places), effect.is_empty)
    for part in parts:
        layers.append(Area(effect.places[part], effect.low[part], effect.high[part], Ink.SELECTED_SOFT))
    for part in parts:
        x, y = effect.places[part], effect.effect[part]
        layers.append(Curve(x, y, Ink.SELECTED, 2.2, describe=_describe_effect(effect, part)))
    counts, edges = np.histogram(effect.rug, bins=RUG_BINS, range=(float(effect.places[0]), float(effect.places[-1])))
    most = float(counts.max()) or 1.0
    for count, left, right in zip(counts, edges, edges[1:], strict=False):
        if count:
            layers.append(Block(left, right, floor, floor + 0.11 * height * count / most, Ink.OTHER, opacity=0.7))
    return tuple(layers)


def _split_at_gaps(count: int, is_empty: tuple[bool, ...]) -> list[slice]:
    """Return the runs of places between which there are rows."""
    parts, start = [], 0
    for place in range(count - 1):
        if place < len(is_empty) and is_empty[place]:
            if place > start:
                parts.append(slice(start, place + 1))
            start = place + 1
    if count - 1 > start:
        parts.append(slice(start, count))
    return parts or [slice(0, count)]


def _describe_effect(effect: InputEffect, part: slice) -> Callable[[int], Lines]:
    places, values = effect.places[part], effect.effect[part]
    low, high = effect.low[part], effect.high[part]
    name = strip_unit(effect.input)
    return lambda at: (
        f"{name} {write_short(places[at])}",
        f"{write_short(values[at])} ({write_short(low[at])} to {write_short(high[at])})",
    )
