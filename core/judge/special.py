"""Verdicts that no range decides: blocked, described, undefined, the same model, nothing beats guessing."""

from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Interval, Tag, Verdict, VerdictKind
from core.judge.cards import expectation
from core.judge.doubtful import in_doubt, listed
from core.judge.evidence import ComparisonContext
from core.judge.words import sentences

USE_FOLDS = "Use repeated 10-fold cross-validation when you want to know which of two models to use."


def _verdict(
    kind: VerdictKind, tag: Tag, texts: tuple[str, str, str], about: tuple[str, str, str], interval: Interval | None
) -> Verdict:
    """`about` are candidate, reference and output."""
    headline, body, action = (sentences(text) for text in texts)
    return Verdict(kind, tag, (), headline, body, action, interval, *about)


def leaking(evidence: ComparisonContext, key: str, output: int, interval: Interval | None) -> Verdict:
    """With the figures of both models that had the inputs in doubt; those without them need more trainings."""
    names, reference = evidence.names, evidence.study.reference
    columns = in_doubt(evidence.study, evidence.data)
    it, known = ("them", "they are") if len(columns) > 1 else ("it", "it is")
    ours, theirs = (expectation(evidence.estimate(one, output), evidence.unit(output)) for one in (key, reference))
    texts = (
        f"No verdict: {listed(columns)} may contain the answer.",
        f"With {it}, {names[key]} gives {ours} and {names[reference]} {theirs}, {evidence.scope}. You were not sure "
        f"whether {known} known before the moment you need the prediction.",
        f"Decide whether {known} known in time: say so in a new study, or leave {it} out.",
    )
    name = evidence.data.outputs[output] if evidence.has_outputs else ""
    return _verdict(VerdictKind.BLOCKED, Tag.BLOCKED, texts, (names[key], names[reference], name), interval)


def in_sample(first: str, second: str, scope: str, output: str) -> Verdict:
    texts = (
        f"No verdict: these rows were used to train {first} or {second}.",
        f"A model looks better on rows it has seen than it will be on others, so no gap can be judged here, {scope}.",
        "Compare on rows that neither of the two has seen.",
    )
    return _verdict(VerdictKind.BLOCKED, Tag.BLOCKED, texts, (first, second, output), None)


def too_many_failed(
    reason: str, first: str, second: str, scope: str, output: str, interval: Interval | None
) -> Verdict:
    texts = (
        f"No verdict: {reason}.",
        f"The trainings that ended well may be the easy ones. The estimates are all that is known, {scope}.",
        "Look at the messages of the failed trainings, change the settings, and start a new study from this one.",
    )
    return _verdict(VerdictKind.NO_VERDICT, Tag.BLOCKED, texts, (first, second, output), interval)


def no_verdict(reason: str, first: str, second: str, scope: str, output: str) -> Verdict:
    texts = (
        f"No verdict on {first} against {second}.",
        f"{reason} The estimates are all that is known, {scope}.",
        f"Keep {second}, and try a design with more test rows in a new study.",
    )
    return _verdict(VerdictKind.NO_VERDICT, Tag.NOT_SETTLED, texts, (first, second, output), None)


def described(
    reason: str,
    first: str,
    second: str,
    scope: str,
    output: str,
    interval: Interval | None = None,
    expected: str = "",
    advice: str = USE_FOLDS,
) -> Verdict:
    """Estimates without a claim."""
    texts = (
        f"{first}: {expected}." if expected else "Described, not judged.",
        f"{reason} What you see are estimates, {scope}.",
        advice,
    )
    return _verdict(VerdictKind.DESCRIPTIVE, Tag.NOT_SETTLED, texts, (first, second, output), interval)


def same_model(first: str, second: str, scope: str, output: str) -> Verdict:
    texts = (
        f"{first} and {second} are the same model here.",
        f"{first} predicted exactly like {second} on every row, {scope}.",
        f"Keep {second}: nothing would change.",
    )
    interval = Interval(0.0, 0.0, 1.0, "identical")
    return _verdict(VerdictKind.SAME_MODEL, Tag.SETTLED, texts, (first, second, output), interval)


def nothing_beats_guessing(evidence: ComparisonContext, output: int) -> Verdict:
    """No model, the reference included, is shown better than the trivial one."""
    trivial, name = evidence.names[TRIVIAL], evidence.data.outputs[output] if evidence.has_outputs else ""
    of = f" for {name}" if name else ""
    texts = (
        f"None of these models is shown to beat {trivial}{of}.",
        f"{_guessing(evidence, output)}, {evidence.scope}.",
        "Better inputs are needed before better models.",
    )
    return _verdict(VerdictKind.NOTHING_BEATS_GUESSING, Tag.SETTLED, texts, ("", "", name), None)


def _guessing(evidence: ComparisonContext, output: int) -> str:
    """What guessing gives, and the model that came closest to beating it."""
    unit, names = evidence.unit(output), evidence.names
    body = f"{names[TRIVIAL]} gives {expectation(evidence.estimate(TRIVIAL, output), unit)}"
    found = [evidence.estimate(candidate.key, output) for candidate in evidence.study.candidates]
    known = [estimate for estimate in found if estimate is not None and estimate.mean is not None]
    if not known:
        return body
    leading = min(known, key=lambda estimate: _loss(evidence, estimate))
    closest = f"the model that came closest to beating it, {names[leading.algorithm]},"
    return f"{body}; {closest} {expectation(leading, unit)}"


def _loss(evidence: ComparisonContext, estimate: Estimate) -> float:
    return (estimate.mean or 0.0) * (1 if evidence.measure.lower_is_better else -1)
