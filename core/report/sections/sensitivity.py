"""Section 7: whether another margin, method or count, or fewer rows, would have changed the answer."""

from collections.abc import Iterable, Iterator

from core.domain.conclusion import Reason
from core.domain.findings import Comparison, Interval
from core.domain.laboratory_results import Variant
from core.judge.context import has_one_test_set
from core.judge.decide import explain_range
from core.laboratory.answer_sensitivity import Case, judge_without_groups, judge_without_rows
from core.laboratory.include_excluded_rows import name_choices
from core.laboratory.without_leaking_inputs import KEY as LEAK
from core.laboratory.without_leaking_inputs import can_leave_out_leaks
from core.report.blocks import Block, Fold, Grid, Heading, Paragraph, grid
from core.report.report_text import decimals_of, figure, from_to, span
from core.report.sections.decider import decider, title_of
from core.report.sections.level import at_level
from core.report.subject import ReportInput
from core.report.words import OUTCOMES
from core.statistics.comparison_test import Standing
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.support.text import pluralize
from core.wording.units import plain, plural, sentences

FACTORS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
MOST_LINES = 24
MOST_GROUPS = 12
ROWS = {row.key: row for row in COMPARISON_TESTS}


def sensitivity(subject: ReportInput) -> tuple[Block, ...]:
    if subject.is_descriptive:
        return (Paragraph("This design estimates performance and compares nothing: no answer could depend on it."),)
    found = [one for one in subject.leading_first(subject.deciding()) if one.interval is not None]
    if not found:
        return (Paragraph("No range was found that an answer could depend on."),)
    return (
        Heading(3, f"By the smallest difference that matters{_margin_unit(subject)}"),
        grid(("model", *_margin_heads(subject)), (_by_margin(subject, one) for one in found[:MOST_LINES])),
        *(
            [Paragraph(f"{pluralize(len(found) - MOST_LINES, 'more line is', 'more lines are')} left out.", soft=True)]
            if len(found) > MOST_LINES
            else []
        ),
        *_about_guessing(subject, found),
        Heading(3, "By method and by count"),
        Paragraph(f"For {subject.name(found[0].first)}{subject.of(found[0].output)}, with the margin as locked."),
        grid(("method", "range", "answer"), _by_method(subject, found[0]), (1,)),
        *_by_exclusion(subject, found[0]),
    )


def _about_guessing(subject: ReportInput, found: Iterable[Comparison]) -> Iterator[Block]:
    """Where section 6 says that nothing beats guessing, the answers here would seem to contradict it."""
    rows = (subject.row(one) for one in found)
    if any(row is not None and row.reason is Reason.GUESS for row in rows):
        yield Paragraph(
            "Here and below only the difference is judged; section 6 says where no model is shown to beat guessing.",
            soft=True,
        )


def _margin_heads(subject: ReportInput) -> list[str]:
    if subject.has_outputs:
        return [f"{plain(factor)} × margin" if factor != 1 else "margin as locked" for factor in FACTORS]
    margin = subject.study.margin(subject.data.outputs[0])
    return [f"{plain(factor * margin)}{' (locked)' if factor == 1 else ''}" for factor in FACTORS]


def _margin_unit(subject: ReportInput) -> str:
    """ " (per 100)", once for all heads; several outputs have several units."""
    short = "" if subject.has_outputs else subject.unit(subject.study.question.measure).short
    return f" ({short})" if short else ""


def _by_margin(subject: ReportInput, found: Comparison) -> tuple[str, ...]:
    margin = _margin(subject, found)
    name = sentences(subject.name(found.first)) + subject.of(found.output)
    return (name, *(_answer(found.interval, factor * margin) for factor in FACTORS))


def _margin(subject: ReportInput, found: Comparison) -> float:
    return subject.study.margin(found.output) / subject.unit(found.measure, found.output).scale


def _answer(interval: Interval | None, margin: float) -> str:
    return "–" if interval is None else OUTCOMES[explain_range(interval.low, interval.high, margin)]


def _by_method(subject: ReportInput, found: Comparison) -> Iterator[tuple[str, str, str]]:
    margin, count = _margin(subject, found), subject.comparisons
    scale = subject.unit(found.measure, found.output).scale
    ends = (found.interval.low, found.interval.high) if found.interval else ()
    places = subject.decimals(found.measure, found.output, ends)
    if has_one_test_set(subject.study):
        yield (
            f"{decider(subject).title}, which decides",
            span(found.interval, scale, places),
            _answer(found.interval, margin),
        )
    for number, title in (
        (1, "the deciding method, this comparison alone"),
        (2 * count, "the same, twice as many looks"),
    ):
        interval = at_level(found, 1 - subject.study.alpha / number)
        if interval is not None:
            yield title, span(interval, scale, places), _answer(interval, margin)
    for other in subject.tests:
        if (other.first, other.output, other.measure) != (found.first, found.output, found.measure):
            continue
        if other.interval is not None:
            yield _title(other), span(other.interval, scale, places), _answer(other.interval, margin)
        elif other.p is not None and other.p_required is not None:
            tells = other.p < other.p_required
            yield _title(other), "–", "tells them apart" if tells else "does not tell them apart"


def _title(found: Comparison) -> str:
    is_demo = found.comparer in ROWS and ROWS[found.comparer].standing is Standing.EXHIBIT
    return f"{title_of(found)} (demonstration: finds too many differences)" if is_demo else title_of(found)


def _by_exclusion(subject: ReportInput, found: Comparison) -> Iterator[Block]:
    """From the stored predictions: nothing is trained, so it is no further look."""
    case = Case(subject.study, subject.data, subject.run, found.first, subject.data.outputs.index(found.output))
    yield Heading(3, "By the rows left out")
    if not all(any(one.predicted is not None for one in subject.run.of(key)) for key in case.pair):
        yield Paragraph("Not computed: there are no predictions.")
    else:
        yield Paragraph("Without the rows that speak most for whoever is ahead, the kept predictions say:")
        yield _variants(case, judge_without_rows(case))
        yield from _by_group(subject, case)
    if subject.study.columns.excluded:
        yield from _put_back(subject, case, found)
    if can_leave_out_leaks(subject.study, subject.data):
        yield from _without_leak(subject, case, found)


def _put_back(subject: ReportInput, case: Case, found: Comparison) -> Iterator[Block]:
    both = subject.put_back.get(name_choices(found.first, found.output))
    if both is None:
        yield Paragraph(
            "With the rows in that a rule left out: not computed, as it needs a new run, "
            "which counts as another comparison."
        )
        return
    yield Paragraph("With and without the rows that a rule left out, both models trained anew on all rows:")
    yield _variants(case, both.variants)


def _without_leak(subject: ReportInput, case: Case, found: Comparison) -> Iterator[Block]:
    yield Heading(3, "Without the inputs that may contain the answer")
    both = subject.without_leak.get(name_choices(found.first, found.output, LEAK))
    if both is None:
        yield Paragraph("Not computed, as it needs a new run, which counts as another comparison.")
        return
    yield Paragraph(" ".join(both.told))
    yield _variants(case, both.variants, "inputs")


def _by_group(subject: ReportInput, case: Case) -> Iterator[Block]:
    data = subject.data
    if data.groups is None or not data.group_name:
        return
    several, count = plural(data.group_name), data.group_count
    everyone, *others = judge_without_groups(case)
    other, looked = sum(_said(case, one) != _said(case, everyone) for one in others), len(others)
    most = f" Of {count:,} {several} these are the {looked} that move the difference most." if looked < count else ""
    yield Paragraph(
        f"Leaving out one {data.group_name} after the other gives another answer {other} of {looked} times.{most}"
    )
    moved = sorted(others, key=lambda one: _moves(case, one, everyone), reverse=True)[:MOST_GROUPS]
    title = f"The {several} that move the answer most" if len(moved) < count else f"Every one of the {several}"
    yield Fold(f"{title}, left out", (_variants(case, (everyone, *moved)),))


def _moves(case: Case, one: Variant, everyone: Variant) -> tuple[bool, float]:
    """Another answer counts more than any difference."""
    return _said(case, one) != _said(case, everyone), abs((one.difference or 0.0) - (everyone.difference or 0.0))


def _variants(case: Case, found: Iterable[Variant], what: str = "rows") -> Grid:
    """Gaps and ranges in the unit shown."""
    shown = list(found)
    places = decimals_of(end for one in shown for end in (one.difference, one.low, one.high))
    rows = [(one.label, figure(one.difference, 1.0, places), _range(one, places), _said(case, one)) for one in shown]
    return grid((what, "gap", "range", "answer"), rows, (1, 2))


def _range(one: Variant, places: int | None) -> str:
    return "–" if one.low is None or one.high is None else from_to(one.low, one.high, 1.0, places)


def _said(case: Case, one: Variant) -> str:
    if one.low is None or one.high is None:
        return f"no answer: {one.note}" if one.note else "no answer"
    return OUTCOMES[explain_range(one.low / case.scale, one.high / case.scale, case.margin)]
