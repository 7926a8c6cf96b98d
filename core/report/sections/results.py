"""Section 6: what was found, with every number of every method."""

from collections.abc import Iterator

from core.comparers import COMPARERS
from core.domain.findings import Comparison, Estimate, Interval
from core.figures.histogram import back_to_back
from core.judge.words import sentences
from core.measures import measure
from core.report.blocks import Block, Fold, Grid, Heading, Paragraph, Picture, grid, without_empty
from core.report.pictures import histogram_picture
from core.report.sections.decider import NOTHING, ON_ROWS, decider, standing
from core.report.sections.estimators import estimators
from core.report.sections.level import at_level
from core.report.sections.shuffles import shuffles
from core.report.sections.vault import vault
from core.report.subject import HEADLINE, Subject
from core.report.text import SPACE, chance, figure, shortened, span
from core.report.words import OUTCOMES

MOST_PICTURES = 8
MOST_FAILURES = 200
CARDS = (
    ("shuffle", "Did the answer depend on the shuffle?"),
    ("agree", "Do the two measures agree?"),
    ("generalisation", "Beyond this data?"),
)
ROWS = {row.key: row for row in COMPARERS}


def results(subject: Subject) -> tuple[Block, ...]:
    return (
        *vault(subject),
        *(Paragraph(subject.findings.cards[key], lead=title) for key, title in CARDS if key in subject.findings.cards),
        *_answers(subject),
        Heading(3, "How good each model is"),
        _estimates(subject),
        *_pictures(subject),
        *_tests(subject),
        *shuffles(subject),
        *estimators(subject),
        *_failures(subject),
    )


def _answers(subject: Subject) -> Iterator[Block]:
    """One line per candidate and output: the gap, its range, and what follows from it."""
    found = subject.leading_first(subject.deciding())
    if not found:
        return
    head = ("candidate", "output", "gap", "adjusted range", "range of this one alone", "unit", "answer", "cross-check")
    yield Heading(3, f"Every candidate against {subject.name(subject.study.reference)}")
    places = {name: _places(subject, [one for one in found if one.output == name]) for name in _outputs(found)}
    yield without_empty(grid(head, [_answer(subject, one, places[one.output]) for one in found], (2, 3, 4)))
    yield Paragraph("A gap above 0 favours the candidate.", soft=True)


def _answer(subject: Subject, found: Comparison, places: int | None) -> tuple[str, ...]:
    unit = subject.unit(found.measure, found.output)
    alone = at_level(found, 1 - subject.study.alpha) if subject.comparisons > 1 else None
    return (
        sentences(subject.name(found.first)),
        found.output if subject.has_outputs else "",
        figure(found.effect, unit.scale, places),
        span(found.interval, unit.scale, places),
        span(alone, unit.scale, places),
        unit.short.replace(" ", SPACE),
        OUTCOMES[subject.outcome(found.first, found.output)],
        _cross_check(subject, found),
    )


def _cross_check(subject: Subject, found: Comparison) -> str:
    """Which of Aslan's four cases: do the main measure and the cross-check each tell the two apart?"""
    wanted = (HEADLINE, subject.study.question.cross_check, found.first, found.output)
    checks = subject.findings.comparisons
    check = next((c for c in checks if (c.comparer, c.measure, c.first, c.output) == wanted), None)
    if check is None:
        return ""
    main, other = _tells(found.interval), _tells(check.interval)
    if main == other:
        return "both tell them apart" if main else "neither tells them apart"
    return f"only {measure(found.measure if main else check.measure).title} tells them apart"


def _ends(value: float | None, *intervals: Interval | None) -> list[float | None]:
    """Everything that is printed beside each other, to be given the same decimals."""
    return [value, *(end for one in intervals if one is not None for end in (one.low, one.high))]


def _tells(interval: Interval | None) -> bool:
    return interval is not None and (interval.low > 0 or interval.high < 0)


def _estimates(subject: Subject) -> Grid:
    head = ("model", "measure", "output", "estimate", "range", "spread over splits", "splits", "unit", "note")
    main = [e for e in subject.findings.estimates if e.scheme == subject.study.scheme.kind.value]
    together: dict[tuple[str, str], list[Estimate]] = {}
    for found in main:
        together.setdefault((found.measure, found.output), []).append(found)
    rows = [row for mine in together.values() for row in _estimates_of(subject, mine)]
    return without_empty(grid(head, rows, (3, 4, 5, 6)))


def _estimates_of(subject: Subject, mine: list[Estimate]) -> Iterator[tuple[object, ...]]:
    """All models on one measure and output, with the same decimals."""
    unit = subject.unit(mine[0].measure, mine[0].output)
    ends = (end for found in mine for end in _ends(found.mean, found.interval))
    places = subject.decimals(mine[0].measure, mine[0].output, ends)
    for found in mine:
        mark = " (reference)" if found.algorithm == subject.study.reference else ""
        yield (
            sentences(subject.name(found.algorithm)) + mark, measure(found.measure).title,
            found.output if subject.has_outputs else "", figure(found.mean, unit.scale, places),
            span(found.interval, unit.scale, places), figure(found.spread, unit.scale, places), len(found.values),
            unit.short.replace(" ", SPACE), found.note,
        )  # fmt: skip


def _pictures(subject: Subject) -> Iterator[Block]:
    """Reference against candidate on the main measure and the cross-check, the leading candidate first."""
    drawn = list(_drawn(subject))
    yield from drawn[:MOST_PICTURES]
    if drawn:
        yield Paragraph(
            "One value per fold. The bars overlap even when one model is reliably better, because the same folds are "
            "hard for both; the answer uses the gaps fold by fold.",
            soft=True,
        )
    if len(drawn) > MOST_PICTURES:
        yield Paragraph(
            f"{len(drawn) - MOST_PICTURES} more pictures are left out; their numbers stand above.", soft=True
        )


def _drawn(subject: Subject) -> Iterator[Picture]:
    study = subject.study
    order = sorted(study.challengers, key=lambda candidate: candidate.key != subject.leading)
    for candidate in order:
        for found in subject.findings.estimates:
            if found.algorithm != candidate.key or found.scheme != study.scheme.kind.value:
                continue
            other = subject.estimate(study.reference, found.measure, found.output)
            ours, theirs = _known(found), _known(other)
            if ours and theirs:
                unit = subject.unit(found.measure, found.output)
                sides = (
                    f"▲ {shortened(subject.name(study.reference), 28)}, ▼ {shortened(subject.name(candidate.key), 28)}"
                )
                title = f"{measure(found.measure).title}{subject.of(shortened(found.output, 20))}: {sides}"
                yield histogram_picture(back_to_back(theirs, ours), unit.scale, title, unit.short)


def _known(estimate: Estimate | None) -> list[float]:
    return [] if estimate is None else [value for value in estimate.values if value is not None]


def _tests(subject: Subject) -> Iterator[Block]:
    yield Heading(3, "Every test that was made")
    yield Paragraph(
        "p: if the two were equally good, a gap this large or larger would appear with this probability. Only the test "
        "with standing “headline” decides. Exhibits are shown for study: they claim too often.",
        soft=True,
    )
    method = decider(subject)
    if method is NOTHING:
        yield Paragraph(f"{method.title}. {method.note}", "Decides.")
    if method in (ON_ROWS["paired-rows"], ON_ROWS["paired-groups"]):
        yield Paragraph(f"{method.title}, with the range given above. The tests below stand beside it.", "Decides.")
    groups: dict[tuple[str, str], list[Comparison]] = {}
    for found in subject.leading_first(subject.findings.comparisons):
        groups.setdefault((found.first, found.output), []).append(found)
    for place, ((first, output), mine) in enumerate(groups.items()):
        title = f"{sentences(subject.name(first))} against {subject.name(subject.study.reference)}{subject.of(output)}"
        blocks = tuple(_tests_of(subject, mine))
        yield from (Paragraph("", lead=title), *blocks) if place == 0 else (Fold(title, blocks),)


def _tests_of(subject: Subject, found: list[Comparison]) -> Iterator[Block]:
    """The tests that had an answer; then why the others had none."""
    answered = [one for one in found if any(value is not None for value in (one.p, one.interval, one.statistic))]
    places = {key: _places(subject, [one for one in answered if one.measure == key]) for key in _measures(answered)}
    rows = [_test(subject, one, places[one.measure]) for one in answered]
    yield without_empty(grid(_TEST_HEAD, rows, (3, 4, 5, 6, 7, 8)))
    silent = [one for one in found if one not in answered]
    if silent:
        said = (f"{ROWS[one.comparer].title}: {one.note.rstrip('.') or 'no reason given'}." for one in silent)
        yield Paragraph(" ".join(said), lead="Without an answer.", soft=True)


_TEST_HEAD = ("test", "standing", "measure", "gap", "range", "statistic", "degrees of freedom", "p", "p needed", "note")


def _measures(found: list[Comparison]) -> set[str]:
    return {one.measure for one in found}


def _outputs(found: list[Comparison]) -> set[str]:
    return {one.output for one in found}


def _places(subject: Subject, found: list[Comparison]) -> int | None:
    """Decimals of the gaps and ranges of one measure and output."""
    ends = (end for one in found for end in _ends(one.effect, one.interval))
    return subject.decimals(found[0].measure, found[0].output, ends)


def _test(subject: Subject, found: Comparison, places: int | None) -> tuple[str, ...]:
    scale = subject.unit(found.measure, found.output).scale
    return (
        ROWS[found.comparer].title, standing(subject, found), measure(found.measure).title,
        figure(found.effect, scale, places), span(found.interval, scale, places), figure(found.statistic), _df(found),
        chance(found.p), chance(found.p_required), found.note,
    )  # fmt: skip


def _df(found: Comparison) -> str:
    if isinstance(found.df, tuple | list):
        return ", ".join(figure(value) for value in found.df)
    return figure(found.df)


def _failures(subject: Subject) -> Iterator[Block]:
    yield Heading(3, "Failed trainings")
    failed = [outcome for outcome in subject.run.outcomes if not outcome.ok]
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
