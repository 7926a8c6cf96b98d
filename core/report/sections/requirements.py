"""Flexer's five minimum requirements (Reich & Barai 1999, Table 5), and whether this study meets them."""

from core.domain.evidence import MAIN
from core.domain.study import SchemeKind, TuningKind
from core.report.blocks import Mark, Seal
from core.report.subject import ReportInput
from core.support.text import pluralize

TRAINED_ELSEWHERE = "not known: the models were trained elsewhere"


def seal(subject: ReportInput) -> Seal:
    marks = requirements_met(subject)
    met = sum(mark.met is True for mark in marks)
    return Seal(f"Flexer's five minimum requirements for such a study: {met} of {len(marks)} met", marks)


def requirements_met(subject: ReportInput) -> tuple[Mark, ...]:
    return (_separate(subject), _resamplings(subject), _third_set(subject), _spread(subject), _test(subject))


def _resamplings(subject: ReportInput) -> Mark:
    title = "several resamplings"
    if subject.is_given:
        return Mark(None, title, TRAINED_ELSEWHERE)
    splits = {(o.job.repeat, o.job.fold) for o in subject.run.outcomes if o.job.part == MAIN}
    repeats = len({repeat for repeat, _ in splits})
    trained = f"{pluralize(len(splits), 'split')} in {pluralize(repeats, 'repeat')}"
    return Mark(len(splits) > 1, title, trained)


def _test(subject: ReportInput) -> Mark:
    if subject.is_descriptive:
        return Mark(False, "a test for the comparison", "this design describes and supports none")
    ranges = [found.interval for found in subject.deciding() if found.interval is not None]
    how = f"range of the difference at level {ranges[0].level:.4g}" if ranges else "no comparison with a range was made"
    return Mark(bool(ranges), "a test for the comparison", how)


def _separate(subject: ReportInput) -> Mark:
    title = "separate test data"
    if subject.study.answers.get("TRAINED-ON") in ("yes", "not sure"):
        return Mark(False, title, "some of these rows may have been used for training")
    if subject.is_given and "TRAINED-ON" not in subject.study.answers:
        return Mark(None, title, TRAINED_ELSEWHERE)
    if subject.study.scheme.kind is SchemeKind.RESUBSTITUTION:
        return Mark(False, title, "tested on the rows that were trained on")
    kept = f"; rows of one {subject.data.group_name} on one side" if subject.data.group_name else ""
    said = (
        "none of these rows was used for training, as answered"
        if subject.is_given
        else "no test row was used in training"
    )
    return Mark(True, title, f"{said}{kept}")


def _third_set(subject: ReportInput) -> Mark:
    title = "a third set for tuning"
    if subject.is_given:
        return Mark(None, title, TRAINED_ELSEWHERE)
    tuned = [o for o in subject.run.outcomes if o.job.part == MAIN and o.tried > 1]
    if tuned:
        return Mark(True, title, f"settings chosen inside the training rows ({_kind(subject)})")
    return Mark(True, title, "not needed: nothing was tuned")


def _kind(subject: ReportInput) -> str:
    tuning = subject.study.tuning
    if tuning.kind is TuningKind.KFOLD:
        return f"{tuning.folds} inner folds"
    return f"{100 * tuning.share:.0f} % of them set aside"


def _spread(subject: ReportInput) -> Mark:
    asked, scheme = subject.study.question.measure, subject.study.scheme.kind.value
    mine = [e for e in subject.findings.estimates if (e.measure, e.scheme) == (asked, scheme)]
    # Predictions made elsewhere are one test set: their variance is that from row to row, which is in the range.
    known = [e for e in mine if e.interval is not None and (e.spread is not None or subject.is_given)]
    how = f"for {len(known)} of {len(mine)} estimates" if len(known) < len(mine) else "for every estimate"
    return Mark(bool(known), "mean, variance and range", how)
