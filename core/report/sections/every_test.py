"""In section 6: every test that was made, the one that decides first, and what each of them looks at."""

from collections.abc import Iterator

from core.domain.findings import Comparison
from core.report.blocks import Block, Fold, Grid, Heading, Paragraph, grid, without_empty
from core.report.report_text import UNKNOWN, chance, figure, span
from core.report.sections.decider import NOTHING, decider, standing, title_of
from core.report.subject import ReportInput, difference_decimals
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.wording.deciding_methods import DECIDING_METHODS
from core.wording.method_tables import MEASURE_ENTRIES, TEST_TEXTS
from core.wording.tendency_text import word_tendency
from core.wording.undefined_text import describe_note
from core.wording.units import in_sentence, sentences

RIGHT_OR_WRONG = ("sign-test", "mcnemar", "mcnemar-midp")  # count rows, whatever a wrong answer costs
TOGETHER = "corrected-t2"  # looks at all outputs at once, so it has no difference of one of them
MEAN_DIFFERENCE = "sign-flip"  # its statistic is the difference itself, in the unit of the gaps
ABOUT_P = (
    "p: if the two were equally good, a difference this large or larger would appear with this probability. Only the "
    "range with standing “headline” decides. Demonstrations are shown for study: they find too many differences."
)
NO_SPLITS = (
    "Tests over splits are left out: these models were trained elsewhere, once, so there are no splits to judge."
)
WITHOUT_COST = "The sign test and McNemar count right and wrong answers as the models give them, without the cost."
OF_A_REPEAT = " of the first repeat"
_HEAD = ("test", "standing", "difference", "range", "statistic", "degrees of freedom", "p", "note")


def every_test(subject: ReportInput) -> Iterator[Block]:
    yield Heading(3, "Every test that was made")
    yield Paragraph(ABOUT_P, soft=True)
    if subject.is_given:
        yield Paragraph(NO_SPLITS, soft=True)
    method = decider(subject)
    if method is NOTHING:
        yield Paragraph(f"{method.title}. {method.note}", "Decides.")
    groups: dict[tuple[str, str, str], list[Comparison]] = {}
    for found in subject.leading_first(subject.tests):
        groups.setdefault((found.first, found.second, found.output), []).append(found)
    for place, (key, mine) in enumerate(groups.items()):
        title, blocks = _title(subject, *key), tuple(_tests_of(subject, mine))
        yield from (Paragraph("", lead=title), *blocks) if place == 0 else (Fold(title, blocks),)
    if groups:
        yield Fold("What each test looks at, and where it comes from", (_sources(subject),))


def _title(subject: ReportInput, first: str, second: str, output: str) -> str:
    asked = MEASURE_ENTRIES[subject.study.question.measure].title
    pair = f"{sentences(subject.name(first))} against {subject.name(second)}"
    return f"{pair}{subject.of(output)}: {asked}"


def _tests_of(subject: ReportInput, found: list[Comparison]) -> Iterator[Block]:
    """The tests that had an answer; then why the others had none."""
    answered = [one for one in found if _has_answer(one)]
    measures = {one.measure for one in answered}
    places = {key: difference_decimals(subject, [one for one in answered if one.measure == key]) for key in measures}
    rows = [_test(subject, one, places[one.measure]) for one in answered]
    yield without_empty(grid(_HEAD, rows, (2, 3, 4, 5, 6)))
    needed = [one.p_required for one in answered if one.p_required is not None]
    if needed:
        yield Paragraph(f"A claim needs p below {chance(needed[0])}.", soft=True)
    if subject.study.question.measure == "cost" and any(one.comparer in RIGHT_OR_WRONG for one in answered):
        yield Paragraph(WITHOUT_COST, soft=True)
    silent: dict[str, list[str]] = {}
    for one in found:
        if one not in answered:
            silent.setdefault(describe_note(one).rstrip(".") or "No reason given", []).append(title_of(one))
    if silent:
        said = (f"{'; '.join(titles)}: {note}." for note, titles in silent.items())
        yield Paragraph(" ".join(said), lead="Without an answer.", soft=True)


def _has_answer(found: Comparison) -> bool:
    return any(value is not None for value in (found.p, found.interval, found.statistic))


def _test(subject: ReportInput, found: Comparison, places: int | None) -> tuple[str, ...]:
    scale = subject.unit(found.measure, found.output).scale
    has_no_difference = found.comparer == TOGETHER or (found.comparer in RIGHT_OR_WRONG and not subject.is_given)
    other = found.measure != subject.study.question.measure
    return (
        title_of(found) + (f", of {in_sentence(MEASURE_ENTRIES[found.measure].title)}" if other else ""),
        standing(subject, found),
        UNKNOWN if has_no_difference else figure(found.effect, scale, places),
        span(found.interval, scale, places),
        figure(found.statistic, scale if found.comparer == MEAN_DIFFERENCE else 1.0),
        _df(found),
        chance(found.p),
        describe_note(found) or word_tendency(found.comparer),
    )


def _df(found: Comparison) -> str:
    if isinstance(found.df, tuple | list):
        return ", ".join(figure(value) for value in found.df)
    return figure(found.df)


def _sources(subject: ReportInput) -> Grid:
    made = {found.comparer for found in subject.tests if _has_answer(found)}
    unsaid = OF_A_REPEAT if subject.is_given else ""  # every row counts once
    decide = [(row.title, row.note, row.source) for row in DECIDING_METHODS if row.key in made]
    tests = [
        (TEST_TEXTS[row.key].title, TEST_TEXTS[row.key].note.replace(unsaid, ""), TEST_TEXTS[row.key].source)
        for row in COMPARISON_TESTS
        if row.key in made
    ]
    rows = [*decide, *tests]
    return grid(("test", "what it looks at", "source"), rows)
