"""Section 6: what was found, with every number of every method."""

from collections.abc import Iterator

from core.domain.findings import Comparison, Estimate
from core.domain.study import QuestionKind
from core.figures.histogram import back_to_back
from core.judge.context import has_one_test_set
from core.report.blocks import Block, Grid, Heading, Paragraph, Picture, grid, without_empty
from core.report.pictures import histogram_picture
from core.report.report_text import UNKNOWN, figure, shortened, span
from core.report.sections.all_measures_table import all_measures
from core.report.sections.chances_section import chances
from core.report.sections.estimators import estimators
from core.report.sections.every_test import every_test
from core.report.sections.family import family
from core.report.sections.final_test_section import final_test
from core.report.sections.four_cases import four_case
from core.report.sections.level import at_level
from core.report.sections.repeats import repeats
from core.report.subject import ReportInput, difference_decimals, ends_of
from core.report.words import OUTCOMES
from core.support.text import SPACE
from core.wording.deciding_methods import DECIDING_METHODS
from core.wording.interval_methods import INTERVAL_METHODS
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.result_text import NOTE_TITLES, REPEATS
from core.wording.units import sentences

MOST_PICTURES = 8
TITLES = {row.key: row.title for row in INTERVAL_METHODS} | {row.key: row.title for row in DECIDING_METHODS}
MOST_FAILURES = 200
ABOUT_DIFFERENCES = (
    " Differences average the splits, most estimates pool their rows, so a difference may deviate a little from that "
    "of two estimates."
)


def results(subject: ReportInput) -> tuple[Block, ...]:
    return (
        *final_test(subject),
        *_notes(subject),
        *_answers(subject),
        Heading(3, "How good each model is"),
        _estimates(subject),
        *_about_ranges(subject),
        *all_measures(subject),
        *_pictures(subject),
        *every_test(subject),
        *family(subject),
        *chances(subject),
        *repeats(subject),
        *estimators(subject),
        *_failures(subject),
    )


def _notes(subject: ReportInput) -> Iterator[Block]:
    """Of several outputs they are about one, which is named."""
    headline = subject.headline()
    about = subject.of(headline.output) if headline is not None else ""
    for topic, title in NOTE_TITLES.items():
        if topic in subject.text.notes and not (topic == REPEATS and subject.is_given):
            lead = f"{title[:-1]}{about}{title[-1]}"
            yield Paragraph(subject.text.note(topic), lead=lead)


def _answers(subject: ReportInput) -> Iterator[Block]:
    """One line per candidate and output: the difference, its range, and what follows from it."""
    found = subject.leading_first(subject.deciding())
    if not found:
        return
    head = (
        "model",
        "output",
        "difference",
        "adjusted range",
        "range of this one alone",
        "unit",
        "answer",
        "second measure",
    )
    name = sentences(subject.name(found[0].first)) if _is_alone(subject) else "Every model"
    against = "the leader" if subject.study.question.kind is QuestionKind.WHICH else subject.name(found[0].second)
    yield Heading(3, f"{name} against {against}")
    places = {
        name: difference_decimals(subject, [one for one in found if one.output == name]) for name in _outputs(found)
    }
    yield without_empty(grid(head, [_answer(subject, one, places[one.output]) for one in found], (2, 3, 4)))
    yield Paragraph("A difference above 0 favors the model named first.", soft=True)


def _is_alone(subject: ReportInput) -> bool:
    return len(subject.study.challengers) == 1


def _answer(subject: ReportInput, found: Comparison, places: int | None) -> tuple[str, ...]:
    unit = subject.unit(found.measure, found.output)
    alone = at_level(found, 1 - subject.study.alpha) if subject.comparisons > 1 else None
    return (
        "" if _is_alone(subject) and subject.has_outputs else sentences(_name_pair(subject, found)),
        found.output if subject.has_outputs else "",
        figure(found.effect, unit.scale, places),
        span(found.interval, unit.scale, places),
        span(alone, unit.scale, places),
        unit.short.replace(" ", SPACE),
        _word_answer(subject, found),
        four_case(subject, found),
    )


def _name_pair(subject: ReportInput, found: Comparison) -> str:
    if subject.study.question.kind is QuestionKind.WHICH:
        return f"{subject.name(found.first)} against {subject.name(found.second)}"
    return subject.name(found.first)


def _word_answer(subject: ReportInput, found: Comparison) -> str:
    row = subject.row(found)
    return "" if row is None else f"{row.answer.value.capitalize()}: {OUTCOMES[row.reason]}"


def _estimates(subject: ReportInput) -> Grid:
    head = ("model", "measure", "output", "estimate", "range", "spread over splits", "splits", "unit", "note")
    together: dict[tuple[str, str], list[Estimate]] = {}
    for found in _main(subject):
        together.setdefault((found.measure, found.output), []).append(found)
    rows = [row for mine in together.values() for row in _estimates_of(subject, mine)]
    return without_empty(grid(head, rows, (3, 4, 5, 6)))


def _about_ranges(subject: ReportInput) -> Iterator[Block]:
    ranges = [e.interval for e in _main(subject) if e.interval is not None]
    if ranges:
        kinds = ", ".join(dict.fromkeys(TITLES.get(one.method, one.method) for one in ranges))
        levels = dict.fromkeys(f"{one.level:.4g}" for one in ranges)
        shared = f", {1 - subject.study.alpha:g} shared among the models" if len(subject.study.candidates) > 1 else ""
        yield Paragraph(
            f"Ranges: {kinds}, each at level {' or '.join(levels)}{shared}. Page 1 rounds them outward."
            f"{'' if has_one_test_set(subject.study) or subject.is_descriptive else ABOUT_DIFFERENCES}",
            soft=True,
        )


def _main(subject: ReportInput) -> list[Estimate]:
    return [e for e in subject.findings.estimates if e.scheme == subject.study.scheme.kind.value]


def _estimates_of(subject: ReportInput, mine: list[Estimate]) -> Iterator[tuple[object, ...]]:
    """All models on one measure and output, with the same decimals."""
    unit = subject.unit(mine[0].measure, mine[0].output)
    ends = (end for found in mine for end in ends_of(found.mean, found.interval))
    places = subject.decimals(mine[0].measure, mine[0].output, ends)
    for found in mine:
        mark = " (baseline)" if found.algorithm == subject.study.baseline else ""
        yield (
            sentences(subject.name(found.algorithm)) + mark, MEASURE_ENTRIES[found.measure].title,
            found.output if subject.has_outputs else "", figure(found.mean, unit.scale, places),
            span(found.interval, unit.scale, places), *_over_splits(subject, found, places),
            unit.short.replace(" ", SPACE), _note(found),
        )  # fmt: skip


def _note(found: Estimate) -> str:
    """How the point was made, and splits without a value."""
    points = {"632": ".632 bootstrap", "632-plus": ".632+ bootstrap", "unseen": "rows not drawn only"}
    parts = [points[found.point]] if found.point in points else []
    if found.is_in_sample:
        parts.append("on training rows: says nothing about new ones")
    if found.failed:
        parts.append(f"{found.failed} of {len(found.values)} training runs failed")
    if found.undefined:
        parts.append(f"undefined on {found.undefined} of {len(found.values)} splits")
    return "; ".join(parts)


def _over_splits(subject: ReportInput, found: Estimate, places: int | None) -> tuple[str, str]:
    """Spread and number; models that were trained elsewhere have one value, not one per split."""
    if subject.is_given:
        return UNKNOWN, UNKNOWN
    return figure(found.spread, subject.unit(found.measure, found.output).scale, places), str(len(found.values))


def _pictures(subject: ReportInput) -> Iterator[Block]:
    """Reference against candidate on the main measure and the cross-check, the leading candidate first."""
    drawn = [] if subject.is_given else list(_drawn(subject))
    yield from drawn[:MOST_PICTURES]
    if drawn:
        yield Paragraph(
            "One value per fold. Some folds are harder for both models, so the answer uses the differences fold by "
            "fold.",
            soft=True,
        )
    if len(drawn) > MOST_PICTURES:
        yield Paragraph(
            f"{len(drawn) - MOST_PICTURES} more pictures are left out; their numbers stand above.", soft=True
        )


def _drawn(subject: ReportInput) -> Iterator[Picture]:
    study = subject.study
    order = sorted(study.challengers, key=lambda candidate: candidate.key != subject.leading)
    for candidate in order:
        for found in subject.findings.estimates:
            if found.algorithm != candidate.key or found.scheme != study.scheme.kind.value:
                continue
            other = subject.estimate(study.baseline, found.measure, found.output)
            ours, theirs = _known(found), _known(other)
            if ours and theirs:
                unit = subject.unit(found.measure, found.output)
                sides = (
                    f"▲ {shortened(subject.name(study.baseline), 28)}, ▼ {shortened(subject.name(candidate.key), 28)}"
                )
                title = f"{MEASURE_ENTRIES[found.measure].title}{subject.of(shortened(found.output, 20))}: {sides}"
                yield histogram_picture(back_to_back(theirs, ours), unit.scale, title, unit.short)


def _known(estimate: Estimate | None) -> list[float]:
    return [] if estimate is None else [value for value in estimate.values if value is not None]


def _outputs(found: list[Comparison]) -> set[str]:
    return {one.output for one in found}


def _failures(subject: ReportInput) -> Iterator[Block]:
    failed = [outcome for outcome in subject.run.outcomes if not outcome.ok]
    if subject.is_given and not failed:
        return
    yield Heading(3, "Failed trainings")
    if not failed:
        yield Paragraph("None.")
        return
    yield Paragraph(f"{len(failed)} of {len(subject.run.outcomes)} trainings. They are kept and counted.")
    head = ("model", "part", "shuffle", "fold", "ending", "message")
    yield grid(
        head,
        [
            (subject.name(o.job.candidate), o.job.part, o.job.repeat + 1, o.job.fold + 1, o.ending.value, o.message)
            for o in failed[:MOST_FAILURES]
        ],
        (2, 3),
    )
    if len(failed) > MOST_FAILURES:
        yield Paragraph(f"{len(failed) - MOST_FAILURES} more are in the study file.", soft=True)
