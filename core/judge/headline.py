"""Which of all verdicts stands on top."""

from collections.abc import Mapping, Sequence

from core.domain.findings import Verdict, VerdictKind
from core.domain.study import QuestionKind
from core.judge.cards import expectation
from core.judge.contests import PairComparison
from core.judge.evidence import ComparisonContext
from core.judge.good_enough import good_enough_verdict
from core.judge.limits import advice, no_claim
from core.judge.outputs import several_outputs
from core.judge.special import described
from core.judge.standing import Standing

RANK = tuple(
    VerdictKind(key)
    for key in (
        "win", "better", "same-model", "same", "not-worse", "cannot-tell", "not-better", "worse", "loss",
        "nothing-beats-guessing", "blocked", "no-verdict", "descriptive",
    )
)  # fmt: skip

ENTER_ANOTHER = "Enter a second model in a new study when you want to know which of two to use."


def by_candidate(evidence: ComparisonContext, contests: Sequence[PairComparison]) -> Mapping[str, Verdict]:
    """One verdict per candidate: its own, or that of all its outputs together."""
    found: dict[str, Verdict] = {}
    for key in dict.fromkeys(contest.key for contest in contests):
        mine = [contest for contest in contests if contest.key == key]
        is_single = len(mine) == 1 or bool(no_claim(evidence)) or _are_alike(mine)
        found[key] = mine[0].verdict if is_single else several_outputs(evidence, mine)
    return found


def _are_alike(contests: Sequence[PairComparison]) -> bool:
    """On all outputs nothing beats guessing."""
    return all(contest.verdict.outcome is VerdictKind.NOTHING_BEATS_GUESSING for contest in contests)


def headline(evidence: ComparisonContext, verdicts: Mapping[str, Verdict], found: Standing | None) -> Verdict:
    """The candidate to use if it is shown ahead, else the one with most to say for it."""
    is_absolute = evidence.study.question.kind is QuestionKind.GOOD_ENOUGH
    if is_absolute and not no_claim(evidence):
        return good_enough_verdict(evidence)
    if not verdicts:
        return _alone(evidence)
    if found is not None and found.wins:
        return verdicts[found.use]
    return min(verdicts.values(), key=lambda verdict: RANK.index(verdict.outcome))


def _alone(evidence: ComparisonContext) -> Verdict:
    key = evidence.study.reference
    expected = expectation(evidence.estimate(key, 0), evidence.unit(0))
    reason = no_claim(evidence)
    todo = advice(evidence) if reason else ENTER_ANOTHER
    return described(
        reason or "Only one model was entered.",
        evidence.names[key], "", evidence.scope, "", expected=expected, advice=todo,
    )  # fmt: skip
