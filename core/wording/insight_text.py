"""What is known beside the performance, in words: inputs that matter, weak places, what more rows would do."""

from core.domain.dataset import Dataset, Task
from core.domain.explanation import ContradictingRow, Importance, InputImportance, MoreRows, WeakPlaces
from core.domain.study import Study
from core.wording.measure_text import MeasureText, find_title, word_measure
from core.wording.model_names import name_models
from core.wording.names_text import pluralize_row_unit, strip_unit
from core.wording.numbers_text import choose_decimals, format_number, format_typed, round_outward
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Part,
    Sentence,
    Span,
    capitalize,
    fill,
    join_sentences,
    list_parts,
    name,
)

MOST_NAMED = 3
CANNOT_TELL = "These rows cannot tell whether more would help."
NO_FORECAST = {
    "no_halves": "No forecast: no models were trained on half the rows.",
    "too_few_groups": "No forecast: there are too few groups.",
    "too_far": "No forecast beyond twice the rows: it was never measured there.",
}
SEEN_HERE = "Seen here, not tested."


def word_importance(study: Study, data: Dataset, importance: Importance, output: str = "") -> Sentence:
    """Say which inputs matter most to the models trained on these rows, and for how many no effect is shown."""
    about = output or data.outputs[0]
    rows = importance.of_output(about)
    shown = [row for row in rows if row.shows_effect]
    model = name_models(study).span(importance.model)
    of = fill(" for {output}", output=name(strip_unit(about))) if len(data.outputs) > 1 else EMPTY
    if not shown:
        return fill("No input is shown to have an effect in {model}{of}.", model=model, of=of)
    first = [row for row in shown if row.rank == shown[0].rank]
    text = word_measure(importance.measure, study, data, about if len(data.outputs) > 1 else "")
    if len(first) > 1:
        named = list_parts([_join_inputs(row) for row in first[:MOST_NAMED]])
        head = fill("{named} matter most to {model}{of}, not told apart.", named=named, model=model, of=of)
    else:
        head = fill("{inputs} matters most to {model}{of}.", inputs=_join_inputs(first[0]), model=model, of=of)
    rise = fill(
        "Replaced by values of other rows, {it} raises the {measure} by {rise}.",
        it="it" if len(first) == 1 else _join_inputs(first[0]),
        measure=find_title(importance.measure).short if text.lower_is_better else "loss",
        rise=word_rise(text, first[0]),
    )
    rest = len(rows) - len(shown)
    none = fill("No effect is shown for {n} of {all}.", n=_count(rest), all=_count(len(rows))) if rest else EMPTY
    return capitalize(join_sentences(head, rise, none))


def _join_inputs(row: InputImportance) -> Sentence:
    return list_parts([name(one) for one in row.inputs[:MOST_NAMED]]) + (
        f" and {len(row.inputs) - MOST_NAMED} more" if len(row.inputs) > MOST_NAMED else ""
    )


def word_rise(text: MeasureText, row: InputImportance) -> Sentence:
    """Write "10.3 (3.7 to 16.8) per 100"."""
    decimals = max(0, choose_decimals(text.shown(row.high - row.low) / 2 or 1.0))
    low, high = round_outward(text.shown(row.low), decimals, False), round_outward(text.shown(row.high), decimals, True)
    unit = f" {text.difference_unit_name}" if text.difference_unit_name else ""
    return fill(
        "{mean} ({low} to {high}){unit}",
        mean=_figure(text.shown(row.mean), decimals),
        low=_figure(low, decimals),
        high=_figure(high, decimals),
        unit=unit,
    )


def word_more_rows(study: Study, data: Dataset, found: MoreRows) -> Sentence:
    """Say what more rows would do, or that these cannot tell."""
    if found.reason or found.gain is None or found.gain_low is None or found.gain_high is None:
        return fill(NO_FORECAST.get(found.reason, "No forecast is possible."))
    if not found.shows_gain:
        return fill(CANNOT_TELL)
    text = word_measure(study.question.measure, study, data, found.output if len(data.outputs) > 1 else "")
    decimals = choose_decimals(text.shown(found.gain_high - found.gain_low) / 2 or 1.0)
    unit = f" {text.difference_unit_name}" if text.difference_unit_name else ""
    verb = "lower" if text.lower_is_better else "raise"
    return capitalize(
        fill(
            "{more} more {rows} would {verb} the {measure} of {model} by about {gain}, {low} to {high}{unit}.",
            more=_count(found.target - found.rows),
            rows=pluralize_row_unit(study.row_meaning),
            verb=verb,
            measure=find_title(study.question.measure).short,
            model=name_models(study).span(found.model),
            gain=_figure(text.shown(found.gain), decimals),
            low=_figure(round_outward(text.shown(found.gain_low), decimals, False), decimals),
            high=_figure(round_outward(text.shown(found.gain_high), decimals, True), decimals),
            unit=unit,
        )
    )


def word_weak_place(study: Study, data: Dataset, places: WeakPlaces) -> Sentence:
    """Say where along an input the held-out error is larger than over all rows; empty where it is not."""
    worst = places.worst
    if worst is None:
        return EMPTY
    text = word_measure(study.question.measure, study, data, places.output if len(data.outputs) > 1 else "")
    decimals = choose_decimals(text.shown(worst.loss_high - worst.loss_low) / 2 or 1.0)
    where: Part = (
        fill("is {level}", level=name(worst.name))
        if worst.name
        else fill("lies from {low} to {high}", low=_typed(worst.low), high=_typed(worst.high))
    )
    return capitalize(
        fill(
            "{model} is weaker where {input} {where}: {loss} ({low} to {high}), not {overall}{unit} ({n} rows). {seen}",
            model=name_models(study).span(places.model),
            input=name(places.input),
            where=where,
            loss=_figure(text.shown(worst.loss), decimals),
            low=_figure(round_outward(text.shown(worst.loss_low), decimals, False), decimals),
            high=_figure(round_outward(text.shown(worst.loss_high), decimals, True), decimals),
            overall=_figure(text.shown(places.overall), decimals),
            unit=f" {text.unit_name}" if text.unit_name else "",
            n=_count(worst.rows),
            seen=SEEN_HERE,
        )
    )


def word_contradicting_row(data: Dataset, row: ContradictingRow) -> Sentence:
    """Name a row that contradicts all models, and what is unusual about it."""
    actual, predicted = (_word_value(data, value) for value in (row.actual, row.predicted))
    unusual: Part = EMPTY
    if row.unusual:
        sides = [
            fill("{input} ({far} standard deviations {side})", input=name(one), far=_figure(abs(far), 1),
                 side="above" if far > 0 else "below")
            for one, far in row.unusual
        ]  # fmt: skip
        unusual = fill(" Unusual: {sides}.", sides=list_parts(sides))
    return fill(
        "Row {row} contradicts all models: actual {actual}, predicted {predicted}.{unusual}",
        row=_count(row.row), actual=actual, predicted=predicted, unusual=unusual,
    )  # fmt: skip


def _word_value(data: Dataset, value: float) -> Part:
    return name(data.classes[int(value)]) if data.task is Task.CLASSES else _typed(float(f"{value:.4g}"))


def _typed(value: float) -> Span:
    return Span(format_typed(float(f"{value:.4g}")), Meaning.INSIGHT, value)


def _figure(value: float, decimals: int) -> Span:
    return Span(format_number(value, decimals), Meaning.INSIGHT, value)


def _count(number: int) -> Span:
    return Span(f"{number:,}", Meaning.INSIGHT, float(number))
