"""From one range and one margin to one answer: the decision tables of the four questions. Pure arithmetic."""

from collections.abc import Iterable

from core.domain.conclusion import Answer, Reason, RepeatAgreement, RepeatResults

FOR_FIRST = (Reason.WIN, Reason.BETTER)
FOR_SECOND = (Reason.LOSS, Reason.WORSE)
BANNER_ORDER = (Answer.YES, Answer.UNCLEAR, Answer.SAME, Answer.NO)


def explain_range(low: float, high: float, margin: float) -> Reason:
    """Name where a range lies; the margin is closed: a range that just touches it is the same."""
    if low > margin:
        return Reason.WIN
    if high < -margin:
        return Reason.LOSS
    if margin > 0 and low >= -margin and high <= margin:
        return Reason.SAME
    if low > 0:
        return Reason.BETTER
    if high < 0:
        return Reason.WORSE
    if low >= -margin:
        return Reason.NOT_WORSE
    return Reason.NOT_BETTER if high <= margin else Reason.CANNOT_TELL


def answer_better(low: float, high: float, margin: float) -> Answer:
    """Is it better? A complete partition of all ranges by two cuts."""
    if high > margin:
        return Answer.YES if low > 0 else Answer.UNCLEAR
    return Answer.SAME if low >= -margin else Answer.NO


def answer_replace(low: float, high: float, margin: float) -> Answer:
    """May it replace the baseline? It may if it is at most the margin worse."""
    if low >= -margin:
        return Answer.YES
    return Answer.NO if high < -margin else Answer.UNCLEAR


def answer_which(low: float, high: float, margin: float) -> Answer:
    """How a model stands whose leader is ahead by `low` to `high`."""
    if low > 0 and high > margin:
        return Answer.NO
    return Answer.SAME if low >= -margin and high <= margin else Answer.UNCLEAR


def answer_limit(low: float, high: float, limit: float, lower_is_better: bool) -> Answer:
    """Is it good enough? `low` and `high` are the range of the measure; a range that touches the limit meets it."""
    worst, mildest, bound = (high, low, limit) if lower_is_better else (-low, -high, -limit)
    if worst <= bound:
        return Answer.YES
    return Answer.NO if mildest > bound else Answer.UNCLEAR


def count_agreement(reason: Reason, repeats: RepeatResults, margin: float) -> RepeatAgreement:
    """How many repeats, each taken alone, say what all of them say together; for claims and "same" only."""
    if reason in FOR_FIRST:
        return RepeatAgreement(repeats.total, repeats.for_first, repeats.for_second)
    if reason in FOR_SECOND:
        return RepeatAgreement(repeats.total, repeats.for_second, repeats.for_first)
    if reason is Reason.SAME:
        pairs = zip(repeats.clear, repeats.means, strict=True)
        against = sum(clear != 0 and abs(mean) > margin for clear, mean in pairs)
        return RepeatAgreement(repeats.total, repeats.total - against, 0)
    return RepeatAgreement(repeats.total, repeats.total, 0)


def combine_answers(answers: Iterable[Answer]) -> Answer:
    """The answer over several models: any Yes, else any Unclear, else any Same, else No; Blocked if nothing else."""
    given = set(answers)
    return next((answer for answer in BANNER_ORDER if answer in given), Answer.BLOCKED if given else Answer.NONE)


def combine_worst(answers: Iterable[Answer]) -> Answer:
    """Over several outputs the worst decides: whether a model may replace another, or meets its limits."""
    given = set(answers)
    order = (Answer.BLOCKED, Answer.NO, Answer.UNCLEAR, Answer.SAME, Answer.YES)
    return next(answer for answer in order if answer in given)


def combine_outputs(answers: Iterable[Answer], is_claimed: bool) -> tuple[Answer, Reason | None]:
    """The answer of one model over several outputs; the reason where it is not that of a single output.

    Yes needs the joint test; with outputs for and against it there is no single winner.
    """
    given = list(answers)
    kinds = set(given)
    if kinds <= {Answer.SAME}:
        return Answer.SAME, None
    if Answer.BLOCKED in kinds:
        return Answer.BLOCKED, None
    if Answer.YES in kinds and Answer.NO in kinds:
        return Answer.NO, Reason.MIXED_OUTPUTS
    if Answer.YES in kinds:
        return (Answer.YES, None) if is_claimed else (Answer.UNCLEAR, Reason.JOINT)
    return (Answer.UNCLEAR, None) if Answer.UNCLEAR in kinds else (Answer.NO, None)
