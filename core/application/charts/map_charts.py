"""The map of two inputs: what they do together to the prediction, cell by cell, where there are rows."""

from core.application.charts.insight_charts import (
    RESPONSE,
    find_importance,
    list_response_choices,
    offer_explaining,
    word_seconds,
    write_short,
)
from core.application.charts.result_view import ResultView
from core.application.explain_models import estimate_extra_seconds
from core.application.pairs_of_inputs import list_pair_fits, list_pairs, trace_joint_effects
from core.domain.model_explanation import JointEffect
from core.engine.fit_context import FitJob
from core.figures.chart import Axis, Block, Chart, Ink, Layer, Lines, Panel, Text, Tick
from core.wording.insight_text import word_joint_effect
from core.wording.names_text import find_physical_unit, strip_unit
from core.wording.numbers_text import choose_decimals, format_number

PAIR = "pair"
MAP = "map"
"""The work that is offered where fold models were not asked yet what two inputs do together."""


def has_two_numbers(view: ResultView) -> bool:
    return sum(not kind.is_coded for kind in view.data.kinds) > 1


def list_maps(view: ResultView) -> tuple[JointEffect, ...]:
    """The pairs of one response, those that do most beyond their own effects first."""
    key = f"maps:{view.model}:{len(view.beside)}"
    if key not in view.kept:
        view.kept[key] = trace_joint_effects(view.study, view.data, view.run, view.beside, view.model)
    found = view.kept[key]
    assert isinstance(found, tuple)
    wanted = view.options.get(RESPONSE) if view.data.classes else view.output
    mine = [one for one in found if one.response == wanted] or [
        one for one in found if one.response == found[0].response
    ]
    return tuple(sorted(mine, key=lambda one: -abs(one.strongest.beyond)))


def list_map_choices(view: ResultView) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The pairs, and the classes where there are several."""
    pairs = tuple((_join(one), f"{strip_unit(one.inputs[0])} × {strip_unit(one.inputs[1])}") for one in list_maps(view))
    return pairs, list_response_choices(view) if pairs else ()


def _join(effect: JointEffect) -> str:
    return "\n".join(effect.inputs)


def _list_fits(view: ResultView) -> tuple[FitJob, ...]:
    key = f"pair-fits:{view.model}:{len(view.beside)}"
    if key not in view.kept:
        view.kept[key] = list_pair_fits(view.study, view.data, view.run, view.findings, view.beside, view.model)
    found = view.kept[key]
    assert isinstance(found, tuple)
    return found


def draw_map(view: ResultView) -> Chart | None:
    """Draw one pair; where the fold models were not asked, offer what is missing. None where there is no pair."""
    found = find_importance(view)
    if found is None:
        return offer_explaining(view)
    maps = list_maps(view)
    if maps:
        return _draw_pair(view, next((one for one in maps if _join(one) == view.options.get(PAIR)), maps[0]))
    fits = _list_fits(view)
    if not list_pairs(view.data, found):
        return None
    if not fits:
        return offer_explaining(view)
    seconds = estimate_extra_seconds(view.run, fits, {outcome.job for outcome in view.beside})
    return Chart(
        key="map",
        title="Two inputs",
        panels=(),
        remark=f"What two inputs do together in {view.name(view.model)} was not computed in the run. "
        f"It takes about {word_seconds(seconds)} of one processor and does not change the answer.",
        offer=MAP,
    )


def _draw_pair(view: ResultView, effect: JointEffect) -> Chart:
    values = [cell.effect for cell in effect.cells]
    least, most = min(values), max(values)
    decimals = choose_decimals(max(most - least, 1e-9))
    layers: list[Layer] = []
    rows: list[Lines] = []
    for cell in effect.cells:
        i, j = cell.place
        edges = (i + 0.02, i + 0.98, j + 0.02, j + 0.98)
        share = (cell.effect - least) / (most - least) if most > least else 0.0
        low, high = (format_number(one, decimals) for one in (cell.beyond_low, cell.beyond_high))
        extra = f"{_sign(cell.beyond, decimals)} ({low} to {high})"
        ranges = _word_range(cell.first), _word_range(cell.second)
        tip = (
            *(f"{strip_unit(name)} {one}" for name, one in zip(effect.inputs, ranges, strict=True)),
            f"{_sign(cell.effect, decimals)} against average",
            f"beyond the two alone: {extra}",
            f"{cell.rows:,} rows",
        )
        layers += [Block(*edges, Ink.GRID), Block(*edges, Ink.SELECTED, opacity=0.6 * share, tip=tip)]
        layers.append(Text(i + 0.5, j + 0.5, _sign(cell.effect, decimals), Ink.TEXT))
        rows.append((*ranges, f"{cell.rows:,}", _sign(cell.effect, decimals), extra))
    first, second = (strip_unit(name) for name in effect.inputs)
    about = f"score of “{effect.response}”" if view.data.classes else view.with_unit(view.output_name)
    return Chart(
        key="map",
        title=f"What {first} and {second} do together in {view.name(view.model)}",
        panels=(Panel(_draw_axis(effect, 0), _draw_axis(effect, 1), tuple(layers)),),
        caption=f"{about[:1].upper()}{about[1:]} against average; empty: no rows. {word_joint_effect(effect)}",
        headings=(first, second, "Rows", "Against average", "Beyond the two alone"),
        rows=tuple(rows),
    )


def _word_range(ends: tuple[float, float]) -> str:
    low, high = (write_short(one) for one in ends)
    return low if ends[0] == ends[1] else f"{low} to {high}"


def _draw_axis(effect: JointEffect, place: int) -> Axis:
    """The edges of the cells as ticks; the values in their middle where each cell has one."""
    ends = {cell.place[place]: (cell.first, cell.second)[place] for cell in effect.cells}
    ticks = {
        at + shift: end
        for at, pair in ends.items()
        for shift, end in (((0.5, pair[0]),) if pair[0] == pair[1] else ((0.0, pair[0]), (1.0, pair[1])))
    }
    name = effect.inputs[place]
    unit = find_physical_unit(name)
    title = f"{strip_unit(name)}, {unit}" if unit else strip_unit(name)
    marks = tuple(Tick(float(at), write_short(ticks[at])) for at in sorted(ticks))
    return Axis(0.0, float(max(ends) + 1), title, ticks=marks, is_bare=True)


def _sign(value: float, decimals: int) -> str:
    text = format_number(value, decimals)
    return f"+{text}" if value > 0 and text.strip("0.,") else text
