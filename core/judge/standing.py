"""Several candidates in three lists: use or also fine, ruled out, not settled."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.findings import Tag, Verdict, VerdictKind
from core.domain.study import QuestionKind, Study
from core.judge.scores import ScoreTable
from core.judge.tie_break import pick
from core.judge.words import sentences

_AHEAD = (VerdictKind.WIN, VerdictKind.BETTER)
_BEHIND = (VerdictKind.LOSS, VerdictKind.WORSE)


@dataclass(frozen=True, slots=True)
class Standing:
    """Candidate keys; `use` is the one the person's own rule picks among those that are fine, `wins` if it is ahead.

    `by_rule`: not because it alone is ahead. `is_open`: it is ahead, but by how much is not settled.
    """

    use: str
    rule: str
    wins: bool
    also_fine: tuple[str, ...]
    ruled_out: tuple[str, ...]
    not_settled: tuple[str, ...]
    by_rule: bool = True
    is_open: bool = False


def _is_ahead(verdict: Verdict) -> bool:
    return verdict.outcome in _AHEAD and verdict.tag is Tag.SETTLED


def _without(keys: Iterable[str], others: Collection[str]) -> tuple[str, ...]:
    return tuple(key for key in keys if key not in others)


def standing(study: Study, main: ScoreTable, verdicts: Mapping[str, Verdict], margin: float) -> Standing:
    """From the verdict of every candidate against the reference; all ranges hold together, so they may be compared."""
    ahead = [key for key, verdict in verdicts.items() if _is_ahead(verdict)]
    winners = [key for key in ahead if not _is_below(verdicts, key, ahead, margin)]
    is_beaten = any(verdicts[key].outcome is VerdictKind.WIN for key in winners)
    same = [key for key, verdict in verdicts.items() if _is_same(verdict, study.question.kind)]
    fine = winners if is_beaten else [*winners, study.reference, *same]
    beaten = [study.reference] if is_beaten else []
    out = beaten + [key for key in verdicts if _is_out(verdicts, key, ahead, winners, margin, study.question.kind)]
    choice = pick(study, main, winners or fine)
    return Standing(
        use=choice.key,
        rule=choice.rule,
        wins=bool(winners),
        also_fine=_without(fine, [choice.key]),
        ruled_out=tuple(out),
        not_settled=_without(verdicts, [*fine, *out]),
        by_rule=len(winners) != 1,
        is_open=choice.key in winners and verdicts[choice.key].outcome is VerdictKind.BETTER,
    )


def _is_same(verdict: Verdict, question: QuestionKind) -> bool:
    if verdict.outcome is VerdictKind.NOT_WORSE:
        return question is QuestionKind.REPLACE
    return verdict.tag is Tag.SAME or verdict.outcome is VerdictKind.SAME_MODEL


def _is_out(
    verdicts: Mapping[str, Verdict],
    key: str,
    ahead: Sequence[str],
    winners: Sequence[str],
    margin: float,
    question: QuestionKind,
) -> bool:
    verdict = verdicts[key]
    if verdict.outcome in _BEHIND:
        return verdict.tag is Tag.SETTLED
    if verdict.outcome is VerdictKind.NOT_BETTER:
        return question is not QuestionKind.REPLACE
    return key not in winners and _is_below(verdicts, key, ahead, margin)


def _is_below(verdicts: Mapping[str, Verdict], key: str, ahead: Sequence[str], margin: float) -> bool:
    """Whether some leader's whole range lies more than the margin above this one's."""
    own = verdicts[key].interval
    lows = [found.low for found in (verdicts[leader].interval for leader in ahead) if found is not None]
    return own is not None and bool(lows) and own.high + margin < max(lows)


def candidates_card(found: Standing, names: Mapping[str, str]) -> str:
    """The first line says no more than the headline does."""
    use = f"{'Better, by how much is not settled' if found.is_open else 'Use'}: {names[found.use]}"
    if found.by_rule:
        use += f", by your rule ({found.rule})"
    lines = [f"{use}."]
    for title, keys in (
        ("Fine until that is settled" if found.is_open else "Also fine", found.also_fine),
        ("Ruled out", found.ruled_out),
        ("Not settled", found.not_settled),
    ):
        if keys:
            lines.append(f"{title}: {', '.join(names[key] for key in keys)}.")
    return "\n".join(sentences(line) for line in lines)
