"""Verdicts that no range decides: blocked, described, undefined, the same model, nothing beats guessing."""

from collections.abc import Mapping, Sequence

from core.domain.dataset import Dataset
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Interval, Tag, Verdict, VerdictKind
from core.domain.study import Study
from core.judge.cards import expectation
from core.judge.words import SCOPE, sentences, unit_of
from core.measures import measure


def blocked(column: str, first: str, second: str, interval: Interval | None) -> Verdict:
    return Verdict(
        VerdictKind.BLOCKED,
        Tag.BLOCKED,
        (),
        f"No verdict: {column} may contain the answer.",
        f"The gap between {first} and {second} is large, and you were not sure whether {column} is known before the "
        "moment you need the prediction.",
        f"Find out whether {column} is known in time. If it is, say so in a new study; if not, leave it out.",
        interval,
        first,
        second,
    )


def no_verdict(reason: str, first: str, second: str, interval: Interval | None = None, output: str = "") -> Verdict:
    return Verdict(
        VerdictKind.NO_VERDICT,
        Tag.NOT_SETTLED,
        (),
        f"No verdict on {first} against {second}.",
        sentences(f"{reason} The estimates below are what is known, {SCOPE}."),
        "Look at the messages of the failed trainings, change the settings, and start a new study from this one.",
        interval,
        first,
        second,
        output,
    )


def described(
    reason: str, first: str, second: str, interval: Interval | None, output: str = "", expected: str = ""
) -> Verdict:
    """Estimates without a claim."""
    headline = sentences(f"{first}: {expected}." if expected else "Described, not judged.")
    return Verdict(
        VerdictKind.DESCRIPTIVE,
        Tag.NOT_SETTLED,
        (),
        headline,
        f"{reason} What you see are estimates, {SCOPE}.",
        "Use repeated 10-fold cross-validation when you want to know which of two models to use.",
        interval,
        first,
        second,
        output,
    )


def same_model(first: str, second: str, output: str = "") -> Verdict:
    return Verdict(
        VerdictKind.SAME_MODEL,
        Tag.SETTLED,
        (),
        sentences(f"{first} and {second} are the same model here."),
        sentences(f"{first} predicted exactly like {second} on every row, {SCOPE}."),
        f"Keep {second}: nothing would change.",
        Interval(0.0, 0.0, 1.0, "identical"),
        first,
        second,
        output,
    )


def nothing_beats_guessing(
    study: Study, data: Dataset, estimates: Sequence[Estimate], names: Mapping[str, str]
) -> Verdict:
    """No model, the reference included, is shown better than the trivial one."""
    row, output = measure(study.question.measure), data.outputs[0]
    unit = unit_of(row.key, study, data, output)
    mine = [e for e in estimates if e.measure == row.key and e.output == output and e.mean is not None]
    trivial = next((e for e in mine if e.algorithm == TRIVIAL), None)
    others = [e for e in mine if e.algorithm != TRIVIAL]
    leading = min(others, key=lambda e: (e.mean or 0.0) * (1 if row.lower_is_better else -1), default=None)
    body = f"{names[TRIVIAL]} gives {expectation(trivial, unit)}"
    if leading is not None:
        body += (
            f"; the candidate that came closest to beating it, {names[leading.algorithm]}, {expectation(leading, unit)}"
        )
    return Verdict(
        VerdictKind.NOTHING_BEATS_GUESSING,
        Tag.SETTLED,
        (),
        f"None of these models is shown to beat {names[TRIVIAL]}.",
        sentences(f"{body}, {SCOPE}."),
        "Better inputs are needed before better models.",
        None,
    )
