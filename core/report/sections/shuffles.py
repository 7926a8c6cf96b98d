"""In section 6: what every shuffle would have said taken alone (Bradford & Brodley 2001)."""

from collections.abc import Iterator

import numpy as np

from core.domain.dataset import Floats
from core.domain.pairing import Pairing
from core.domain.study import SchemeKind
from core.judge.decision import Shuffles
from core.judge.gaps import is_one_test_set, shuffles_of
from core.wording.units import sentences
from core.report.blocks import Block, Fold, Heading, Paragraph, grid, without_empty
from core.report.pictures import shuffles_picture
from core.report.subject import ReportInput
from core.report.text import SPACE, figure, from_to, shortened
from core.statistics.measures import find_measure

SHUFFLED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)


def shuffles(subject: ReportInput) -> Iterator[Block]:
    if subject.study.scheme.kind not in SHUFFLED or is_one_test_set(subject.study) or not subject.study.challengers:
        return
    found = _all(subject)
    if not found or max(one.total for one in found.values()) < 2:
        return
    name = subject.name(subject.study.reference)
    head = ("candidate", "output", "shuffles", "lean to it", "clear for it", f"clear for {name}", "gaps", "unit")
    yield Heading(3, "Shuffle by shuffle")
    rows = [_row(subject, key, output, one) for (key, output), one in found.items()]
    yield without_empty(grid(head, rows, (2, 3, 4, 5, 6)))
    yield Paragraph(
        "A shuffle is clear when a paired t over its own folds would have named a winner at 0.05.", soft=True
    )
    headline = subject.headline()
    if headline is not None and (headline.first, headline.output) in found:
        one = found[headline.first, headline.output]
        yield from _drawn(subject, headline.first, headline.output, one)
        yield _listed(subject, headline.first, headline.output, one)


def _all(subject: ReportInput) -> dict[tuple[str, str], Shuffles]:
    order = sorted(subject.study.challengers, key=lambda candidate: candidate.key != subject.leading)
    return {
        (candidate.key, output): shuffles_of(_pairing(subject, candidate.key, output))
        for candidate in order
        for output in subject.data.outputs
    }


def _pairing(subject: ReportInput, key: str, output: str) -> Pairing:
    """Candidate and reference on the same splits, from the values the estimates keep."""
    asked, reference = subject.study.question.measure, subject.study.reference
    ours, theirs = _scores(subject, key, asked, output), _scores(subject, reference, asked, output)
    nothing: Floats = np.empty((0, 0))
    return Pairing(key, reference, asked, ours, theirs, nothing, nothing, output=output)


def _scores(subject: ReportInput, key: str, asked: str, output: str) -> Floats:
    """Shuffles x folds, higher is better; NaN where a training failed or the measure is undefined."""
    found, outcomes = subject.estimate(key, asked, output), subject.run.of(key)
    repeats = 1 + max((outcome.job.repeat for outcome in outcomes), default=-1)
    folds = 1 + max((outcome.job.fold for outcome in outcomes), default=-1)
    scores: Floats = np.full((repeats, folds), np.nan)
    for outcome, value in zip(outcomes, found.values if found else (), strict=False):
        scores[outcome.job.repeat, outcome.job.fold] = np.nan if value is None else value
    return -scores if find_measure(asked).lower_is_better else scores


def _row(subject: ReportInput, key: str, output: str, one: Shuffles) -> tuple[object, ...]:
    unit = subject.unit(subject.study.question.measure, output)
    lean = sum(gap > 0 for gap in one.gaps)
    places = subject.decimals(subject.study.question.measure, output, one.gaps)
    gaps = from_to(min(one.gaps), max(one.gaps), unit.scale, places) if one.gaps else "–"
    return (
        sentences(subject.name(key)),
        subject.has_outputs * output,
        one.total,
        lean,
        one.for_first,
        one.for_second,
        gaps,
        unit.short.replace(" ", SPACE),
    )


def _drawn(subject: ReportInput, key: str, output: str, one: Shuffles) -> Iterator[Block]:
    if not one.gaps:
        return
    unit = subject.unit(subject.study.question.measure, output)
    title = f"Gap of every shuffle, {shortened(subject.name(key), 28)}{subject.of(shortened(output, 20))}"
    yield shuffles_picture(one.gaps, one.clear, unit.scale, title, unit.short)
    yield Paragraph("Sorted by size; filled where that shuffle alone would have named a winner.", soft=True)


def _listed(subject: ReportInput, key: str, output: str, one: Shuffles) -> Block:
    unit, words = (
        subject.unit(subject.study.question.measure, output),
        {1: "clear for it", -1: "clear against it", 0: "no winner"},
    )
    places = subject.decimals(subject.study.question.measure, output, one.gaps)
    rows = [
        (place + 1, figure(gap, unit.scale, places), words[clear])
        for place, (gap, clear) in enumerate(zip(one.gaps, one.clear, strict=True))
    ]
    title = f"Every shuffle of {subject.name(key)}{subject.of(output)}, mean gap{unit.short and f' in {unit.short}'}"
    return Fold(title, (grid(("shuffle", "gap", "taken alone"), rows, (0, 1)),))
