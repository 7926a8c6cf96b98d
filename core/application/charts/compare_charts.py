"""Plots that compare models: differences, ranges, back-to-back histograms, repeats, and the strip of one difference."""

from collections.abc import Callable

import numpy as np

from core.application.charts.result_view import ResultView
from core.domain.conclusion import Difference, ModelAnswer
from core.domain.dataset import Floats
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, MeasureRow
from core.domain.study import QuestionKind
from core.figures.chart import (
    Axis,
    Bar,
    Block,
    Chart,
    Ink,
    Layer,
    Lines,
    Panel,
    Points,
    Rule,
    Shape,
    Stroke,
    Text,
    Tick,
    as_floats,
    pad_range,
)
from core.figures.difference_picture import UNDECIDED
from core.figures.histogram import BackToBack, back_to_back
from core.figures.live import LIMITS
from core.figures.strip import Strip, strip
from core.statistics.measures import find_measure
from core.support.text import pluralize
from core.wording.answer_parts import name_limit
from core.wording.measure_text import MeasureText, Style, find_title, word_measure
from core.wording.names_text import strip_unit
from core.wording.numbers_text import format_number, format_typed
from core.wording.result_facts import word_difference
from core.wording.row_text import see_from_row
from core.wording.sentence import Meaning

THICKNESS = (8.0, 5.0, 2.5)
"""Pixels of the 50 %, the 80 % and the full range."""

SHADES = (1.0, 0.75, 0.85)
MOST_OUTPUTS = 4
"""Panels above each other; with more outputs only the selected one is drawn."""


# --- differences ---


def draw_differences(view: ResultView) -> Chart | None:
    """Draw every model's difference with its graded range; None where the question compares nothing."""
    panels, rows = [], []
    for output in _shown_outputs(view):
        found = _list_differences(view, output)
        if found:
            panels.append(_draw_difference_panel(view, output, found))
            rows += [_tabulate_difference(view, output, model, one) for model, one in found]
    if not panels:
        return None
    headings = ("Model", *(("Output",) if len(view.data.outputs) > 1 else ()), "Difference", "Range", "Answer")
    return Chart(
        key="differences",
        title=f"Differences {_against(view)}",
        panels=tuple(panels),
        caption=_caption_differences(view),
        headings=headings,
        rows=tuple(rows),
    )


def _shown_outputs(view: ResultView) -> tuple[str, ...]:
    return view.data.outputs if len(view.data.outputs) <= MOST_OUTPUTS else (view.output,)


def _list_differences(view: ResultView, output: str) -> list[tuple[str, Difference]]:
    """Return each model with its difference, seen from the model, that has a range to draw."""
    found = []
    for model in view.models:
        row = view.row(model, output)
        if row is not None and row.difference is not None and row.model != row.comparator and is_drawn(row):
            found.append((model, see_from_row(row)))
    return found


def is_drawn(row: ModelAnswer) -> bool:
    """A range that did not decide would seem to say more than the answer does."""
    difference = row.difference
    return (
        difference is not None
        and row.reason not in UNDECIDED
        and difference.mean is not None
        and difference.interval is not None
        and difference.interval.high > difference.interval.low
    )


def _against(view: ResultView) -> str:
    if view.conclusion.question is QuestionKind.WHICH:
        return "against the leader"
    return f"against {view.name(view.baseline)}"


def _draw_difference_panel(view: ResultView, output: str, found: list[tuple[str, Difference]]) -> Panel:
    text = view.facts.text(output if view.facts.has_outputs else "")
    margin = view.study.margin(output)
    strips = [(model, shown_strip(one, text, margin / text.scale)) for model, one in found]
    low, high = pad_range(
        min(-margin, *(one.bars[-1][0] for _, one in strips)), max(margin, *(one.bars[-1][1] for _, one in strips))
    )
    count = len(strips)
    layers: list[Layer] = []
    if margin:
        layers += [Block(-margin, margin, None, None, Ink.ZONE), Text(0.0, None, "too small to matter")]
    is_which = view.conclusion.question is QuestionKind.WHICH
    layers.append(Rule(x=0.0, ink=Ink.TEXT if is_which else Ink.BASELINE, width=2.0))
    ticks = []
    for place, (model, one) in enumerate(strips):
        y = float(count - 1 - place)
        is_selected = model == view.model and output == view.output
        layers += _draw_range(view, model, one, y, is_selected or not view.facts.has_outputs)
        ticks.append(Tick(y, view.title(model), is_selected))
    return Panel(
        Axis(low, high, _title_differences(view, output), label=label_differences(text)),
        Axis(-0.6, count - 0.4, ticks=tuple(ticks)),
        tuple(layers),
        title=strip_unit(output) if view.facts.has_outputs else "",
        weight=1.0 + 0.35 * count,
    )


def shown_strip(difference: Difference, text: MeasureText, margin: float) -> Strip:
    """Return the strip of a difference in the unit shown."""
    assert difference.mean is not None
    assert difference.interval is not None
    found = strip(difference.mean, difference.interval, margin)
    scale = text.scale
    return Strip(
        found.effect * scale,
        found.margin * scale,
        tuple(dot * scale for dot in found.dots),
        tuple((low * scale, high * scale) for low, high in found.bars),
    )


def _draw_range(view: ResultView, model: str, one: Strip, y: float, is_colored: bool) -> list[Layer]:
    ink = view.ink(model) if is_colored else Ink.OTHER
    shape = view.shape(model) if is_colored else Shape.DIAMOND
    bars: list[Layer] = [
        Bar(y, low, high, thick, ink, shade)
        for (low, high), thick, shade in zip(reversed(one.bars), reversed(THICKNESS), reversed(SHADES), strict=True)
    ]
    lines = (
        view.title(model),
        f"{one.effect:+.3g} ({one.bars[-1][0]:+.3g} to {one.bars[-1][1]:+.3g})".replace("-", "−"),
    )
    return [
        *bars,
        Points(as_floats([one.effect]), as_floats([y]), ink, shape, 6.0, describe=lambda _at: lines, is_set_off=True),
    ]


def label_differences(text: MeasureText) -> Callable[[float], str]:
    """Write "2 more" or "2 fewer" at the ticks; plus is better."""

    def write(value: float) -> str:
        if abs(value) < 1e-12:
            return "0"
        return f"{format_typed(float(f'{abs(value):.6g}'))} {text.direction(value)}"

    return write


def _title_differences(view: ResultView, output: str) -> str:
    text = view.facts.text(output if view.facts.has_outputs else "")
    return f"{_name_axis(view, text)}, compared with {_name_comparator(view, output)}"


def _name_axis(view: ResultView, text: MeasureText) -> str:
    if text.style is Style.COUNTED:
        return f"errors per 100 {view.rows_name}"
    if text.style is Style.COST:
        return f"cost per 100 {view.rows_name}, in false alarms"
    title = find_title(text.measure)
    long = title.long or title.short
    return f"{long}, {text.unit}" if text.unit else long


def _name_comparator(view: ResultView, output: str) -> str:
    if view.conclusion.question is not QuestionKind.WHICH:
        return view.name(view.baseline)
    leaders = [row.comparator for row in view.conclusion.rows if row.output == output and row.comparator]
    return view.name(leaders[0]) if leaders else "the leader"


def _caption_differences(view: ResultView) -> str:
    count = pluralize(view.conclusion.comparisons, "comparison")
    return f"Bars: 50 %, 80 % and full range, adjusted for {count}. Gray: too small to matter."


def _tabulate_difference(view: ResultView, output: str, model: str, one: Difference) -> Lines:
    row = view.row(model, output)
    found = word_difference(view.facts, one, 0.0 if row is None else row.margin)
    named = (strip_unit(output),) if view.facts.has_outputs else ()
    if found is None or row is None:
        return (view.title(model), *named, "–", "", "")
    size = found.text.difference(found.size).text
    return (view.title(model), *named, size, found.range.text, row.answer.value.capitalize())


# --- estimates with their ranges ---


def draw_estimates(view: ResultView, with_guess: bool = True) -> Chart | None:
    """Draw how good every model is, with its range, the limit, and what is no worse than the leader by what matters."""
    panels, rows = [], []
    for output in _shown_outputs(view):
        known = [(model, view.estimate(model, output=output)) for model in (*view.models, TRIVIAL)]
        shown = [(model, one) for model, one in known if one is not None and one.mean is not None]
        shown = [(model, one) for model, one in shown if with_guess or model != TRIVIAL]
        if view.facts.has_outputs:
            shown = [(model, one) for model, one in shown if model != TRIVIAL]
        if shown:
            panels.append(_draw_estimate_panel(view, output, shown))
            rows += [_tabulate_estimate(view, output, model, one) for model, one in shown]
    if not panels:
        return None
    headings = ("Model", *(("Output",) if len(view.data.outputs) > 1 else ()), "Estimate", "95 % range")
    return Chart(
        key="estimates",
        title="Estimates and their ranges",
        panels=tuple(panels),
        caption=_caption_estimates(view),
        headings=headings,
        rows=tuple(rows),
    )


def _draw_estimate_panel(view: ResultView, output: str, shown: list[tuple[str, Estimate]]) -> Panel:
    text = view.facts.text(output if view.facts.has_outputs else "")
    ends = [text.shown(value) for _, one in shown for value in _ends(one)]
    limit = view.study.limit(output)
    if limit is not None:
        ends.append(limit)
    low, high = pad_range(min(ends), max(ends))
    low = 0.0 if text.lower_is_better and min(ends) >= 0 else low
    count, layers = len(shown), _draw_estimate_marks(view, text, output, shown)
    ticks = tuple(
        Tick(float(count - 1 - place), _title_with_guess(view, model), model == view.model and output == view.output)
        for place, (model, _) in enumerate(shown)
    )
    return Panel(
        Axis(low, high, _name_axis(view, text)),
        Axis(-0.6, count - 0.4, ticks=ticks),
        layers,
        title=strip_unit(output) if view.facts.has_outputs else "",
        weight=1.0 + 0.35 * count,
    )


def _ends(one: Estimate) -> tuple[float, ...]:
    mean = one.mean or 0.0
    return (mean,) if one.interval is None else (mean, one.interval.low, one.interval.high)


def _title_with_guess(view: ResultView, model: str) -> str:
    return "Constant guess" if model == TRIVIAL else view.title(model)


def _draw_estimate_marks(
    view: ResultView, text: MeasureText, output: str, shown: list[tuple[str, Estimate]]
) -> tuple[Layer, ...]:
    layers: list[Layer] = [*_draw_limit(view, text, output), *_draw_leader_zone(view, text, output, shown)]
    for place, (model, one) in enumerate(shown):
        y = float(len(shown) - 1 - place)
        is_selected = model == view.model and (output == view.output or not view.facts.has_outputs)
        ink = view.ink(model) if is_selected or model == view.baseline else Ink.OTHER
        shape = view.shape(model) if is_selected or model == view.baseline or model == TRIVIAL else Shape.DIAMOND
        mean = text.shown(one.mean or 0.0)
        lines = (_title_with_guess(view, model), _word_estimate(text, one))
        if one.interval is not None:
            ends = text.shown(one.interval.low), text.shown(one.interval.high)
            layers.append(Bar(y, min(ends), max(ends), 3.0, ink))
        layers.append(
            Points(as_floats([mean]), as_floats([y]), ink, shape, 6.0, describe=_always(lines), is_set_off=True)
        )
    return tuple(layers)


def _always(lines: Lines) -> Callable[[int], Lines]:
    return lambda _at: lines


def _word_estimate(text: MeasureText, one: Estimate) -> str:
    figure = text.short_estimate(text.figure(one.mean or 0.0, Meaning.ESTIMATE)).text
    if one.interval is None:
        return figure
    return f"{figure} ({text.estimate_range(one.interval.low, one.interval.high)})"


def _draw_limit(view: ResultView, text: MeasureText, output: str) -> list[Layer]:
    limit = view.study.limit(output)
    if limit is None:
        return []
    zone = (
        Block(None, limit, None, None, Ink.GOOD_SOFT)
        if text.lower_is_better
        else Block(limit, None, None, None, Ink.GOOD_SOFT)
    )
    owner = name_limit(view.facts)
    words = Text(limit, None, f"{owner} {format_typed(limit)}", Ink.TEXT, 0, True)
    return [zone, Rule(x=limit, ink=Ink.GOOD, width=2.0), words]


def _draw_leader_zone(
    view: ResultView, text: MeasureText, output: str, shown: list[tuple[str, Estimate]]
) -> list[Layer]:
    """For "which": what is no worse than the leader by what matters."""
    if view.conclusion.question is not QuestionKind.WHICH or view.study.question.has_limit:
        return []
    leader, margin = text.shown(shown[0][1].mean or 0.0), view.study.margin(output)
    ends = (leader, leader + margin) if text.lower_is_better else (leader - margin, leader)
    return [Block(*ends, None, None, Ink.ZONE)]


def _caption_estimates(view: ResultView) -> str:
    text = view.facts.text()
    side = "lower" if text.lower_is_better else "higher"
    title = find_title(text.measure)
    name = title.long or title.short
    told = [f"{name[:1].upper()}{name[1:]}, {side} is better; lines are 95 % ranges."]
    if view.conclusion.question is QuestionKind.WHICH and not view.study.question.has_limit:
        told.append("Gray: no worse than the leader by what matters.")
    if view.study.question.has_limit:
        told.append("Green: meets the limit.")
    return " ".join(told)


def _tabulate_estimate(view: ResultView, output: str, model: str, one: Estimate) -> Lines:
    text = view.facts.text(output if view.facts.has_outputs else "")
    named = (strip_unit(output),) if view.facts.has_outputs else ()
    value = format_number(text.shown(one.mean or 0.0), text.decimals)
    ends = "" if one.interval is None else text.estimate_range(one.interval.low, one.interval.high).text
    return (_title_with_guess(view, model), *named, value, ends)


# --- histograms ---


def draw_histograms(view: ResultView) -> Chart | None:
    """Draw the values of all folds, the baseline upward and the rival downward, for both measures."""
    rival = view.rival
    measures = [key for key in (view.facts.measure, view.study.question.cross_check) if key]
    panels, rows = [], []
    for measure in measures:
        values = _paired_values(view, measure, rival)
        if values is None:
            continue
        text = view.facts.text(view.output if view.facts.has_outputs else "", measure)
        within = LIMITS.get(measure)
        found = back_to_back(values[0], values[1], within)
        panels.append(_draw_histogram(view, text, found, rival))
        rows += _tabulate_histogram(view, text, found)
    if not panels:
        return None
    pairs = _paired_values(view, measures[0], rival)
    folds = len(pairs[0]) if pairs else 0
    names = view.name(view.baseline) if not rival else f"{view.name(view.baseline)} upward, {view.name(rival)} downward"
    return Chart(
        key="histograms",
        title="Values of the folds",
        panels=tuple(panels),
        caption=f"{names}; one value per fold, {folds} folds, dashed: means. Folds share training rows; "
        "the answer uses the differences fold by fold.",
        headings=("Measure", "From", "To", view.title(view.baseline), view.title(rival) if rival else ""),
        rows=tuple(rows),
        is_side_by_side=True,
    )


def _paired_values(view: ResultView, measure: str, rival: str) -> tuple[list[float], list[float]] | None:
    """Return the shown values of the folds that both have; a single model stands alone."""
    text = view.facts.text(view.output if view.facts.has_outputs else "", measure)
    first = view.estimate(view.baseline, measure)
    second = view.estimate(rival, measure) if rival else None
    if first is None:
        return None
    if second is None:
        alone = [text.shown(value) for value in first.values if value is not None]
        return (alone, []) if alone else None
    pairs = [
        (text.shown(one), text.shown(other))
        for one, other in zip(first.values, second.values, strict=False)
        if one is not None and other is not None
    ]
    return ([one for one, _ in pairs], [other for _, other in pairs]) if pairs else None


def _draw_histogram(view: ResultView, text: MeasureText, found: BackToBack, rival: str) -> Panel:
    layers: list[Layer] = []
    for low, high, up, down in zip(found.edges, found.edges[1:], found.baseline, found.candidate, strict=False):
        ends = f"{low:.4g} to {high:.4g}".replace("-", "−")
        if up:
            tip = (view.title(view.baseline), ends, pluralize(up, "fold"))
            layers.append(Block(low, high, 0.0, float(up), Ink.BASELINE, tip=tip))
        if down:
            tip = (view.title(rival), ends, pluralize(down, "fold"))
            layers.append(Block(low, high, -float(down), 0.0, Ink.SELECTED, is_hatched=True, tip=tip))
    layers.append(Rule(y=0.0, ink=Ink.TEXT, width=1.0))
    for mean, ink in ((found.baseline_mean, Ink.BASELINE), (found.candidate_mean, Ink.SELECTED)):
        if mean is not None:
            layers.append(Rule(x=mean, ink=ink, width=1.5, stroke=Stroke.DASHED))
    most = float(max(found.highest, 1))
    low, high = pad_range(found.edges[0], found.edges[-1], 0.02)
    has_two = any(found.candidate)
    return Panel(
        Axis(low, high, _name_axis(view, text)),
        Axis(-1.06 * most if has_two else 0.0, 1.06 * most, "folds", label=_write_count, has_grid=True),
        tuple(layers),
        title=find_title(text.measure).short[:1].upper() + find_title(text.measure).short[1:],
    )


def _write_count(value: float) -> str:
    return f"{abs(value):.0f}" if value == round(value) else ""


def _tabulate_histogram(view: ResultView, text: MeasureText, found: BackToBack) -> list[Lines]:
    bins = zip(found.edges, found.edges[1:], found.baseline, found.candidate, strict=False)
    title = find_title(text.measure).short
    return [(title, f"{low:.4g}", f"{high:.4g}", str(up), str(down)) for low, high, up, down in bins if up or down]


# --- repeats ---


def draw_repeats(view: ResultView) -> Chart | None:
    """Draw the mean difference of every repeat; None where there is one repeat or nothing is compared."""
    row = view.row(view.rival)
    if row is None or row.difference is None or row.model == row.comparator:
        return None
    difference = see_from_row(row)
    if difference.repeats.total < 2 or not difference.repeats.means:
        return None
    text = view.facts.text(view.output if view.facts.has_outputs else "")
    margin = view.study.margin(view.output)
    means = as_floats([text.scale * mean for mean in difference.repeats.means])
    folds = _fold_differences(view, row) if view.options.get("folds") else None
    everything = np.concatenate((means, [-margin, margin], [] if folds is None else folds[0]))
    low, high = pad_range(float(everything.min()), float(everything.max()))
    layers: list[Layer] = [Block(-margin, margin, None, None, Ink.ZONE)] if margin else []
    layers.append(Rule(x=0.0, ink=Ink.TEXT))
    if folds is not None:
        layers.append(Points(folds[0], folds[1], Ink.OTHER, Shape.DIAMOND, 2.5, 0.6))
    layers += _draw_repeat_marks(view, row, difference, means)
    count = len(means)
    step = 1 if count <= 12 else 5 if count <= 60 else 10
    ticks = tuple(
        Tick(float(-place), str(place + 1)) for place in range(count) if place == 0 or (place + 1) % step == 0
    )
    said = f"{difference.repeats.for_first} of {count} repeats show {view.name(row.model)} ahead taken alone"
    other = difference.repeats.for_second
    return Chart(
        key="repeats",
        title="What each repeat shows",
        panels=(
            Panel(
                Axis(low, high, _title_differences(view, view.output), label=label_differences(text)),
                Axis(-count + 0.4, 0.6, "repeat", ticks=ticks),
                tuple(layers),
            ),
        ),
        caption=f"{said}, {other} the opposite. Marks: mean differences; filled ones are clear.",
        headings=("Repeat", "Mean difference (plus is better)", "Taken alone"),
        rows=tuple(
            (str(place + 1), f"{mean:+.3g}".replace("-", "−"), _word_clear(view, row, clear))
            for place, (mean, clear) in enumerate(zip(means.tolist(), difference.repeats.clear, strict=True))
        ),
    )


def _word_clear(view: ResultView, row: ModelAnswer, clear: int) -> str:
    return {1: f"{view.name(row.model)} ahead", -1: f"{view.name(row.comparator)} ahead"}.get(clear, "not clear")


def _draw_repeat_marks(view: ResultView, row: ModelAnswer, found: Difference, means: Floats) -> list[Layer]:
    layers: list[Layer] = []
    looks = ((1, Ink.SELECTED, Shape.TRIANGLE), (-1, Ink.BASELINE, Shape.CIRCLE), (0, Ink.OTHER, Shape.RING))
    for side, ink, shape in looks:
        at = [place for place, clear in enumerate(found.repeats.clear) if clear == side]
        if at:
            lines = [
                (f"Repeat {place + 1}", f"{means[place]:+.3g}".replace("-", "−"), _word_clear(view, row, side))
                for place in at
            ]
            layers.append(
                Points(means[at], as_floats([-place for place in at]), ink, shape, 5.0, describe=lines.__getitem__)
            )
    return layers


def _fold_differences(view: ResultView, row: ModelAnswer) -> tuple[Floats, Floats] | None:
    """Return the difference of every fold in the unit shown, and minus its repeat."""
    text = view.facts.text(view.output if view.facts.has_outputs else "")
    first, second = view.estimate(row.model), view.estimate(row.comparator)
    if first is None or second is None:
        return None
    sign = -1.0 if text.lower_is_better else 1.0
    repeats, _ = view.scores.places(row.model)
    pairs = [
        (sign * text.scale * (one - other), -float(repeat))
        for one, other, repeat in zip(first.values, second.values, repeats.tolist(), strict=False)
        if one is not None and other is not None
    ]
    return (as_floats([x for x, _ in pairs]), as_floats([y for _, y in pairs])) if pairs else None


# --- all measures ---


def list_measures(view: ResultView) -> Chart | None:
    """List every measure of every model on the selected output, with its range."""
    rows = [row for row in view.measures if row.output == view.output]
    if not rows:
        return None
    models = list(dict.fromkeys(row.model for row in rows))
    lines: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        lines.setdefault((row.measure, row.class_name), {})[row.model] = _word_measured(view, row)
    table = [
        (
            f"{_long_title(measure)}{f', “{name}”' if name else ''}",
            "lower" if find_measure(measure).lower_is_better else "higher",
            *(cells.get(model, "–") for model in models),
        )
        for (measure, name), cells in lines.items()
    ]
    return Chart(
        key="measures",
        title="All measures",
        panels=(),
        caption="Estimates with their 95 % ranges. Only the measure of the question decides; the others describe.",
        headings=("Measure", "Better is", *(_title_with_guess(view, model) for model in models)),
        rows=tuple(table),
    )


def _long_title(measure: str) -> str:
    title = find_title(measure)
    name = title.long or title.short
    return name[:1].upper() + name[1:]


def _word_measured(view: ResultView, row: MeasureRow) -> str:
    if row.value is None:
        return "–"
    width = None if row.low is None or row.high is None else (row.high - row.low) / 2
    text = word_measure(row.measure, view.study, view.data, row.output, width)
    shown = text.short_estimate(text.figure(row.value, Meaning.ESTIMATE)).text
    if row.low is None or row.high is None:
        return shown
    return f"{shown} ({text.estimate_range(row.low, row.high)})"
