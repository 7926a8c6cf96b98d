"""What is known beside the performance, in words: inputs that matter, weak places, what more rows would do."""

from collections.abc import Sequence

from core.domain.dataset import Dataset, Task
from core.domain.model_explanation import (
    ContradictingRow,
    Importance,
    InputImportance,
    JointEffect,
    MeasuredSize,
    MoreRows,
    WeakPlaces,
)
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
CANNOT_TELL = "These rows cannot tell whether more would help{of}."
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
    of = _name_output(data, about)
    if not shown:
        return fill("No input is shown to have an effect in {model}{of}.", model=model, of=of)
    first = [row for row in shown if row.rank == shown[0].rank]
    text = word_measure(importance.measure, study, data, about if len(data.outputs) > 1 else "")
    is_group = len(first[0].inputs) > 1
    subject: Part = _name_among_others(first[0]) if len(first) > 1 else "they" if is_group else "it"
    if len(first) > 1:
        named = list_parts([_name_among_others(row) for row in first[:MOST_NAMED]])
        head = fill("{named} matter most to {model}{of}, not told apart.", named=named, model=model, of=of)
    else:
        verb = "together matter" if is_group else "matters"
        head = fill(
            "{inputs} {verb} most to {model}{of}.", inputs=_join_inputs(first[0]), verb=verb, model=model, of=of
        )
    rise = fill(
        "Replaced by values of other rows, {it} the {measure} by {rise}.",
        it=fill("{subject} {verb}", subject=subject, verb="raise" if is_group else "raises"),
        measure=find_title(importance.measure).short if text.lower_is_better else "loss",
        rise=word_rise(text, first[0]),
    )
    rest = len(rows) - len(shown)
    none = fill("No effect is shown for {n} of {all}.", n=_count(rest), all=_count(len(rows))) if rest else EMPTY
    return capitalize(join_sentences(head, rise, none))


def _join_inputs(row: InputImportance) -> Sentence:
    return _join_names(row.inputs)


def _join_names(names: Sequence[str]) -> Sentence:
    rest = len(names) - MOST_NAMED
    return list_parts([name(one) for one in names[:MOST_NAMED]]) + (f" and {rest} more" if rest > 0 else "")


def _name_among_others(row: InputImportance) -> Sentence:
    """Write a group so that it is told from those beside it: "weight (with length)"."""
    first, *rest = row.inputs
    return (
        fill("{first} (with {rest})", first=name(first), rest=_join_names(rest)) if rest else fill("{a}", a=name(first))
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
        return fill(CANNOT_TELL, of=_name_output(data, found.output))
    text = word_measure(study.question.measure, study, data, found.output if len(data.outputs) > 1 else "")
    decimals = choose_decimals(text.shown(found.gain_high - found.gain_low) / 2 or 1.0)
    unit = f" {text.difference_unit_name}" if text.difference_unit_name else ""
    verb = "lower" if text.lower_is_better else "raise"
    return capitalize(
        fill(
            "{more} more {rows} would {verb} the {measure} of {model}{of} by about {gain}, {low} to {high}{unit}.",
            more=_count(found.target - found.rows),
            rows=pluralize_row_unit(study.row_meaning),
            verb=verb,
            measure=find_title(study.question.measure).short,
            model=name_models(study).span(found.model),
            of=_name_output(data, found.output),
            gain=_figure(text.shown(found.gain), decimals),
            low=_figure(round_outward(text.shown(found.gain_low), decimals, False), decimals),
            high=_figure(round_outward(text.shown(found.gain_high), decimals, True), decimals),
            unit=unit,
        )
    )


def word_measured_sizes(study: Study, data: Dataset, found: MoreRows, sizes: Sequence[MeasuredSize]) -> Sentence:
    """Write what was measured at every number of training rows, the fewest first; empty without sizes in between."""
    if not sizes:
        return EMPTY
    text = word_measure(study.question.measure, study, data, found.output if len(data.outputs) > 1 else "")
    folds = study.scheme.folds
    ends = MeasuredSize(found.rows / 2, found.at_half), MeasuredSize(found.rows * (folds - 1) / folds, found.now)
    decimals = choose_decimals(text.shown(abs(ends[0].loss - ends[1].loss)) or text.shown(ends[1].loss) or 1.0)
    said = [
        fill("{loss} with {rows}", loss=_figure(text.shown(one.loss), decimals), rows=_count(round(one.rows)))
        for one in (ends[0], *sizes, ends[1])
    ]
    said_all = fill(
        "{measure} of {model}{of} by rows trained on: {said}{unit}. {seen}",
        measure=find_title(study.question.measure).short,
        model=name_models(study).span(found.model),
        of=_name_output(data, found.output),
        said=list_parts(said),
        unit=f" {text.unit_name}" if text.unit_name else "",
        seen=SEEN_HERE,
    )
    return capitalize(said_all)


def word_joint_effect(found: JointEffect) -> Sentence:
    """Say where two inputs do most beyond what each does alone, or that nothing of the kind is seen."""
    cell = found.strongest
    first, second = (name(strip_unit(one)) for one in found.inputs)
    if not cell.is_seen:
        return fill("Nothing is seen beyond what {a} and {b} do alone. {seen}", a=first, b=second, seen=SEEN_HERE)
    decimals = choose_decimals((cell.beyond_high - cell.beyond_low) / 2 or 1.0)
    return fill(
        "Beyond the two alone: most at {first} {a}, {second} {b}: {beyond} ({low} to {high}). {seen}",
        first=first, second=second, seen=SEEN_HERE, a=_word_ends(*cell.first), b=_word_ends(*cell.second),
        beyond=_figure(cell.beyond, decimals),
        low=_figure(round_outward(cell.beyond_low, decimals, False), decimals),
        high=_figure(round_outward(cell.beyond_high, decimals, True), decimals),
    )  # fmt: skip


def _word_ends(low: float, high: float) -> Part:
    return _typed(low) if low == high else fill("{low} to {high}", low=_typed(low), high=_typed(high))


def word_weak_place(study: Study, data: Dataset, places: WeakPlaces) -> Sentence:
    """Say where along an input the held-out error is larger than over all rows; empty where it is not."""
    worst = places.worst
    if worst is None:
        return EMPTY
    text = word_measure(study.question.measure, study, data, places.output if len(data.outputs) > 1 else "")
    decimals = choose_decimals(text.shown(worst.loss_high - worst.loss_low) / 2 or 1.0)
    if worst.name:
        where: Part = fill("is {level}", level=name(worst.name))
    elif worst.low == worst.high:
        where = fill("is {value}", value=_typed(worst.low))
    else:
        where = fill("lies from {low} to {high}", low=_typed(worst.low), high=_typed(worst.high))
    return capitalize(
        fill(
            "{model} is weaker{of} where {input} {where}: {loss} ({low} to {high}), not {overall}{unit} ({n} rows). "
            "{seen}",
            model=name_models(study).span(places.model),
            of=_name_output(data, places.output),
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


def _name_output(data: Dataset, output: str) -> Sentence:
    """Say which output is meant, where there are several."""
    return fill(" for {output}", output=name(strip_unit(output))) if len(data.outputs) > 1 else EMPTY


def _typed(value: float) -> Span:
    return Span(format_typed(float(f"{value:.4g}")), Meaning.INSIGHT, value)


def _figure(value: float, decimals: int) -> Span:
    return Span(format_number(value, decimals), Meaning.INSIGHT, value)


def _count(number: int) -> Span:
    return Span(f"{number:,}", Meaning.INSIGHT, float(number))
