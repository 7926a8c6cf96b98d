"""Flexer's five minimum requirements (Reich & Barai 1999, Table 5), and whether this study meets them."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.domain.evidence import MAIN
from core.domain.study import SchemeKind, TuningKind
from core.report.subject import Subject
from core.report.text import counted


@dataclass(frozen=True, slots=True)
class Requirement:
    """`how` says what was done, or what is missing."""

    title: str
    met: bool
    how: str


def requirements_met(subject: Subject) -> tuple[Requirement, ...]:
    return tuple(_rows(subject))


def _rows(subject: Subject) -> Iterator[Requirement]:
    yield _separate(subject)
    splits = {(o.job.repeat, o.job.fold) for o in subject.run.outcomes if o.job.part == MAIN}
    shuffles = len({repeat for repeat, _ in splits})
    trained = f"{counted(len(splits), 'split')} in {counted(shuffles, 'shuffle')}"
    yield Requirement("several resamplings", len(splits) > 1, trained)
    yield _third_set(subject)
    yield _spread(subject)
    ranges = [found.interval for found in subject.deciding() if found.interval is not None]
    how = f"range of the gap at level {ranges[0].level:.4g}" if ranges else "no comparison with a range was made"
    yield Requirement("a test for the comparison", bool(ranges), how)


def _separate(subject: Subject) -> Requirement:
    title = "separate test data"
    if subject.study.answers.get("TRAINED-ON") in ("yes", "not sure"):
        return Requirement(title, False, "some of these rows may have been used for training")
    if subject.study.scheme.kind is SchemeKind.RESUBSTITUTION:
        return Requirement(title, False, "tested on the rows that were trained on")
    kept = f"; rows of one {subject.data.group_name} on one side" if subject.data.group_name else ""
    return Requirement(title, True, f"no test row was used in training{kept}")


def _third_set(subject: Subject) -> Requirement:
    title = "a third set for tuning"
    tuned = [o for o in subject.run.outcomes if o.job.part == MAIN and o.tried > 1]
    if tuned:
        return Requirement(title, True, f"settings chosen inside the training rows ({_kind(subject)})")
    return Requirement(title, True, "not needed: nothing was tuned")


def _kind(subject: Subject) -> str:
    tuning = subject.study.tuning
    if tuning.kind is TuningKind.KFOLD:
        return f"{tuning.folds} inner folds"
    return f"{100 * tuning.share:.0f} % of them set aside"


def _spread(subject: Subject) -> Requirement:
    asked, scheme = subject.study.question.measure, subject.study.scheme.kind.value
    mine = [e for e in subject.findings.estimates if (e.measure, e.scheme) == (asked, scheme)]
    known = [e for e in mine if e.spread is not None and e.interval is not None]
    how = f"for {len(known)} of {len(mine)} estimates" if len(known) < len(mine) else "for every estimate"
    return Requirement("mean, variance and range", bool(known), how)
