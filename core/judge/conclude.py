"""From a finished run to findings: estimates, comparisons, cautions and the verdict, all from stored predictions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.comparers import COMPARERS
from core.domain.dataset import Dataset, Task
from core.domain.evidence import HALVES, MAIN, TRIVIAL, Run
from core.domain.findings import Caution, Comparison, Estimate, Findings, Interval, Verdict, VerdictKind
from core.domain.pairing import Pairing
from core.domain.study import Candidate, SchemeKind, Study
from core.figures.strip import dots_of
from core.judge import cards
from core.judge.cautions import cautions_of
from core.judge.decision import Shuffles
from core.judge.estimates import estimates
from core.judge.gaps import DESCRIPTIVE_SCHEMES, Gap, gap, shuffles_of
from core.judge.names import names_of
from core.judge.outputs import several_outputs
from core.judge.pairings import pairing
from core.judge.scores import Board, board
from core.judge.special import blocked, described, no_verdict, nothing_beats_guessing, same_model
from core.judge.tie_break import preferred
from core.judge.verdict import Case, judge
from core.judge.words import unit_of
from core.measures import Measure, measure

RESUBSTITUTION = "extra:resubstitution"
TOO_MANY_FAILED = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A run laid out for judging."""

    study: Study
    data: Dataset
    main: Board
    halves: Board
    estimates: tuple[Estimate, ...]
    names: Mapping[str, str]

    @property
    def measure(self) -> Measure:
        return measure(self.study.question.measure)

    @property
    def comparisons(self) -> int:
        """The count the bar is divided by: this study's main comparisons and the looks before it."""
        return max(1, self.study.looks + len(self.study.challengers) * len(self.data.outputs))

    @property
    def level(self) -> float:
        return 1 - self.study.alpha / self.comparisons

    def pair(self, first: str, row: Measure, output: int, second: str | None = None) -> Pairing:
        return pairing(self.main, self.halves, first, second or self.study.reference, row, output)

    def estimate(self, key: str, output: int) -> Estimate | None:
        name, row = self.data.outputs[output], self.study.question.measure
        return next((e for e in self.estimates if (e.algorithm, e.measure, e.output) == (key, row, name)), None)


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """One candidate against the reference on one output: the pairing, the deciding gap and the verdict."""

    candidate: Candidate
    output: int
    pair: Pairing
    gap: Gap
    shuffles: Shuffles
    verdict: Verdict
    cross_check: Gap | None


def conclude(study: Study, data: Dataset, run: Run) -> Findings:
    """A pure function of the stored predictions: the same run always gives the same findings."""
    evidence = lay_out(study, data, run)
    contests = tuple(_contest(evidence, c, i) for c in study.challengers for i in range(len(data.outputs)))
    headline = _headline(evidence, contests)
    return Findings(
        estimates=(*evidence.estimates, *_extra_estimates(study, data, run)),
        comparisons=tuple(found for contest in contests for found in _comparisons(evidence, contest)),
        cautions=(*cautions_of(evidence.main, evidence.names), *_claim_cautions(evidence)),
        verdict=headline,
        verdicts=tuple(contest.verdict for contest in contests),
        cards=_cards(evidence, contests, headline),
        failures={key: evidence.main.failed(key) for key in evidence.main.by_candidate if evidence.main.failed(key)},
    )


def lay_out(study: Study, data: Dataset, run: Run) -> Evidence:
    main = board(study, data, run, MAIN)
    found = estimates(main, board(study, data, run, RESUBSTITUTION), study.scheme.kind.value)
    return Evidence(study, data, main, board(study, data, run, HALVES), found, names_of(study, data))


def _extra_estimates(study: Study, data: Dataset, run: Run) -> tuple[Estimate, ...]:
    resubstitution = board(study, data, run, RESUBSTITUTION)
    return tuple(
        estimate
        for kind in study.extra
        for estimate in estimates(board(study, data, run, f"extra:{kind.value}"), resubstitution, kind.value)
    )


def _contest(evidence: Evidence, candidate: Candidate, output: int) -> Contest:
    pair = evidence.pair(candidate.key, evidence.measure, output)
    found = gap(evidence.main, pair, output, evidence.level)
    shuffles = shuffles_of(pair)
    check = _cross_check(evidence, candidate.key, output)
    verdict = _verdict(evidence, candidate, output, found, shuffles, check)
    return Contest(candidate, output, pair, found, shuffles, verdict, check)


def _cross_check(evidence: Evidence, key: str, output: int) -> Gap | None:
    name = evidence.study.question.cross_check
    if not name or name == evidence.study.question.measure:
        return None
    return gap(evidence.main, evidence.pair(key, measure(name), output), output, evidence.level)


def _verdict(
    evidence: Evidence, candidate: Candidate, output: int, found: Gap, shuffles: Shuffles, check: Gap | None
) -> Verdict:
    study, names = evidence.study, evidence.names
    first, second = names[candidate.key], names[study.reference]
    reason = _no_claim(evidence) or _failures(evidence, (candidate.key, study.reference))
    if reason is not None:
        kind = described if _no_claim(evidence) else no_verdict
        return kind(reason, first, second, found.interval, evidence.data.outputs[output])
    if _identical(evidence, candidate.key):
        return same_model(first, second, evidence.data.outputs[output])
    if found.interval is None or found.effect is None:
        return no_verdict(f"The range of the gap is undefined: {found.reason}", first, second)
    case = _case(evidence, candidate, output, found.effect, found.interval, found.df, shuffles, check)
    doubt = _open_leak(study)
    if doubt and abs(found.effect) > case.margin:
        return blocked(doubt, first, second, found.interval)
    return judge(case)


def _case(
    evidence: Evidence,
    candidate: Candidate,
    output: int,
    effect: float,
    interval: Interval,
    df: float | None,
    shuffles: Shuffles,
    check: Gap | None,
) -> Case:
    study, data, names = evidence.study, evidence.data, evidence.names
    unit = unit_of(study.question.measure, study, data, data.outputs[output])
    choice = preferred(study, evidence.main, candidate.key)
    first, second = names[candidate.key], names[study.reference]
    is_auc = study.question.cross_check == "auc"
    check_interval = check.interval if check else None
    return Case(
        first=first,
        second=second,
        effect=effect,
        interval=interval,
        margin=study.margin(data.outputs[output]) / unit.scale,
        unit=unit,
        question=study.question.kind,
        shuffles=shuffles,
        rows=data.size,
        use=study.use,
        expectation=cards.expectation(evidence.estimate(candidate.key, output), unit),
        preferred=names[choice.key],
        rule=choice.rule,
        dots_for_first=sum(dot > 0 for dot in dots_of(effect, interval, df)),
        doubts=_doubts(study),
        disagreement=cards.disagreement_of(interval, check_interval, first, second, is_auc),
        exploratory=study.answers.get("unseen") == "no",
        output=data.outputs[output] if len(data.outputs) > 1 else "",
    )


def _doubts(study: Study) -> tuple[str, ...]:
    """Questions answered "not sure", and preparation of the whole table before import."""
    open_ones = [key for key, answer in study.answers.items() if answer == "not sure"]
    return (*open_ones, *(["PREP"] if study.answers.get("PREP") == "yes" else []))


def _open_leak(study: Study) -> str:
    """The input that may contain the answer and about which the person is not sure."""
    for key, answer in study.answers.items():
        if key.startswith("LEAK") and answer == "not sure":
            return key.partition(":")[2] or "an input"
    return ""


def _no_claim(evidence: Evidence) -> str | None:
    """Why this design or this data supports no claim; None when it does."""
    study, data = evidence.study, evidence.data
    if study.scheme.kind in DESCRIPTIVE_SCHEMES:
        return f"A {study.scheme.kind.value.replace('-', ' ')} design describes; it cannot tell two models apart."
    if study.scheme.kind is SchemeKind.KFOLD and study.scheme.folds >= data.size:
        return "With one row per fold the design describes; it cannot tell two models apart."
    few = data.task is Task.CLASSES and int(data.class_counts.min()) < 10
    if data.size < 20 or few:
        return f"With {data.size} rows{' and so few of one class' if few else ''} Evenfold will describe, not judge."
    return None


def _failures(evidence: Evidence, keys: tuple[str, ...]) -> str | None:
    for key in keys:
        failed, total = evidence.main.failed(key), len(evidence.main.outcomes(key))
        if total and failed >= TOO_MANY_FAILED * total:
            return f"{failed} of {total} trainings of {evidence.names[key]} failed."
    return None


def _identical(evidence: Evidence, key: str) -> bool:
    ours, theirs = evidence.main.outcomes(key), evidence.main.outcomes(evidence.study.reference)
    return bool(ours) and all(
        a.predicted is not None
        and b.predicted is not None
        and np.array_equal(a.predicted, b.predicted)
        and (a.scores is None or b.scores is None or np.array_equal(a.scores, b.scores))
        for a, b in zip(ours, theirs, strict=False)
    )


def _headline(evidence: Evidence, contests: tuple[Contest, ...]) -> Verdict:
    if not contests:
        estimate = evidence.estimate(evidence.study.reference, 0)
        unit = unit_of(evidence.study.question.measure, evidence.study, evidence.data, evidence.data.outputs[0])
        name = evidence.names[evidence.study.reference]
        return described("Only one model was entered.", name, "", None, "", cards.expectation(estimate, unit))
    claims_possible = _no_claim(evidence) is None
    if claims_possible and not _failures(evidence, tuple(evidence.main.by_candidate)) and not beats_guessing(evidence):
        return nothing_beats_guessing(evidence.study, evidence.data, evidence.estimates, evidence.names)
    if len(evidence.data.outputs) > 1 and claims_possible:
        leading = leading_candidate(contests)
        mine = tuple(contest for contest in contests if contest.candidate.key == leading)
        return several_outputs(tuple(c.verdict for c in mine), mine[0].pair, evidence.level, evidence.data.outputs)
    return leading_contest(contests).verdict


def beats_guessing(evidence: Evidence) -> bool:
    """Whether any model, the reference included, is shown better than the trivial one (a gate: unadjusted level)."""
    if not evidence.main.outcomes(TRIVIAL):
        return True
    return any(
        _above_zero(gap(evidence.main, evidence.pair(c.key, evidence.measure, i, TRIVIAL), i, 1 - evidence.study.alpha))
        for c in evidence.study.candidates
        for i in range(len(evidence.data.outputs))
    )


def _above_zero(found: Gap) -> bool:
    if found.interval is None:
        return (found.effect or 0.0) > 0
    return found.interval.low > 0


_RANK = tuple(
    VerdictKind(key)
    for key in (
        "win", "better", "same-model", "same", "not-worse", "cannot-tell", "not-better", "worse", "loss", "blocked",
        "no-verdict", "descriptive",
    )
)  # fmt: skip


def leading_contest(contests: tuple[Contest, ...]) -> Contest:
    """The candidate with most to say for it: by outcome, then by its gap."""
    return min(contests, key=lambda contest: (_RANK.index(contest.verdict.outcome), -(contest.gap.effect or 0.0)))


def leading_candidate(contests: tuple[Contest, ...]) -> str:
    keys = dict.fromkeys(contest.candidate.key for contest in contests)

    def standing(key: str) -> float:
        mine = [contest for contest in contests if contest.candidate.key == key]
        return float(np.mean([_RANK.index(contest.verdict.outcome) for contest in mine]))

    return min(keys, key=standing)


def _comparisons(evidence: Evidence, contest: Contest) -> tuple[Comparison, ...]:
    """Every comparer on the main measure, the headline's comparer on the cross-check too."""
    required = evidence.study.alpha / evidence.comparisons
    found = [row.compare(contest.pair, evidence.level) for row in COMPARERS]
    if contest.cross_check is not None and evidence.study.question.cross_check:
        check = evidence.pair(contest.candidate.key, measure(evidence.study.question.cross_check), contest.output)
        found.append(COMPARERS[0].compare(check, evidence.level))
    output = evidence.data.outputs[contest.output]
    return tuple(replace(comparison, p_required=required, output=output) for comparison in found)


def _claim_cautions(evidence: Evidence) -> tuple[Caution, ...]:
    reason = _no_claim(evidence)
    return (Caution("SMALL", reason),) if reason else ()


def _cards(evidence: Evidence, contests: tuple[Contest, ...], headline: Verdict) -> Mapping[str, str]:
    study, data, names = evidence.study, evidence.data, evidence.names
    chosen = leading_contest(contests) if contests else None
    key = chosen.candidate.key if chosen else study.reference
    found = {"how-good": cards.how_good(evidence.estimates, names, study, data, key)}
    if chosen is None:
        return found
    first, second = names[key], names[study.reference]
    found["shuffle"] = cards.shuffle_card(chosen.shuffles, first, second)
    if chosen.cross_check is not None and study.question.cross_check:
        check = chosen.cross_check
        shown = (check.effect, check.interval) if check.effect is not None and check.interval is not None else None
        main = chosen.gap.interval
        is_auc = study.question.cross_check == "auc"
        clash = cards.disagreement_of(main, check.interval, first, second, is_auc) if main else ""
        found["agree"] = cards.agreement_card(study.question.measure, study.question.cross_check, shown, clash)
    line = cards.generalisation(chosen.pair, study.alpha)
    return {**found, "generalisation": line} if line else found
