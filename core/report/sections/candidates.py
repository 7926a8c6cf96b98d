"""Section 3: every model, the settings tried and chosen, and the effort each one got."""

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from core.algorithms import find_algorithm
from core.algorithms.row import combinations
from core.domain.evidence import MAIN, TRIVIAL, FitResult
from core.domain.study import Candidate, TuningKind
from core.report.blocks import Block, Heading, Paragraph, grid, without_empty
from core.report.report_text import UNKNOWN, duration
from core.report.subject import ReportInput
from core.wording.units import sentences

MOST_CHOICES = 6


def candidates(subject: ReportInput) -> tuple[Block, ...]:
    entered = subject.study.candidates
    head = ("model", "settings", "tried inside each training set", "combinations", "source")
    rows = [_row(subject, candidate) for candidate in entered]
    trivial = sentences(f"{subject.name(TRIVIAL)} is always run beside them: a model must beat it to be of use.")
    return (
        without_empty(grid(head, rows, (3,))),
        Paragraph(trivial),
        *(_trained_elsewhere() if subject.is_given else _training(subject)),
    )


def _trained_elsewhere() -> Iterator[Block]:
    yield Paragraph("The models were trained elsewhere; how they were tuned and trained is not known here.")


def _training(subject: ReportInput) -> Iterator[Block]:
    yield Heading(3, "Settings chosen, by number of trainings")
    yield from _choices(subject)
    yield Heading(3, "Effort")
    yield grid(
        ("model", "trainings", "failed", "settings tried", "median time", "time in all"),
        (_effort(subject, candidate) for candidate in subject.study.candidates),
        (1, 2, 3, 4, 5),
    )


def _row(subject: ReportInput, candidate: Candidate) -> tuple[object, ...]:
    row = find_algorithm(candidate.algorithm)
    mark = " (baseline)" if candidate.key == subject.study.baseline else ""
    tuned = {} if subject.study.tuning.kind is TuningKind.NONE else candidate.grid
    title = sentences(subject.name(candidate.key)) + mark
    return (
        title,
        settings_text(candidate.settings) or "standard",
        settings_text(tuned) or UNKNOWN,
        len(combinations(tuned)) if tuned else UNKNOWN,
        row.source,
    )


def settings_text(settings: Mapping[str, object]) -> str:
    """ "depth 3, 5; leaf 2"."""
    return "; ".join(
        f"{key} {', '.join(map(str, value)) if isinstance(value, tuple | list) else value}"
        for key, value in settings.items()
    )


def _mine(subject: ReportInput, candidate: Candidate) -> tuple[FitResult, ...]:
    return subject.run.of(candidate.key, MAIN)


def _choices(subject: ReportInput) -> Iterator[Block]:
    rows: list[tuple[str, str, int]] = []
    for candidate in subject.study.candidates:
        name = sentences(subject.name(candidate.key))
        counts = Counter(settings_text(o.settings) for o in _mine(subject, candidate) if o.ok and o.tried > 1)
        rows += [(name, text, count) for text, count in counts.most_common(MOST_CHOICES)]
        if len(counts) > MOST_CHOICES:
            rest = sum(count for _, count in counts.most_common()[MOST_CHOICES:])
            rows.append((name, f"{len(counts) - MOST_CHOICES} other choices", rest))
    if rows:
        yield grid(("model", "chosen settings", "trainings"), rows, (2,))
        yield Paragraph("Tuning inside the training rows is free of charge: no test row was used for it.", soft=True)
    else:
        yield Paragraph("Nothing was tuned.")


def _effort(subject: ReportInput, candidate: Candidate) -> tuple[object, ...]:
    mine = subject.run.of(candidate.key)
    seconds = [outcome.seconds for outcome in mine]
    middle = duration(float(np.median(seconds))) if seconds else "–"
    tried = max((outcome.tried for outcome in mine), default=0)
    failed = sum(not outcome.ok for outcome in mine)
    return sentences(subject.name(candidate.key)), len(mine), failed, tried or 1, middle, duration(sum(seconds))
