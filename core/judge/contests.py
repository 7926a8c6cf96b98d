"""One candidate against the reference on one output: the pairing, the deciding gap and the verdict."""

from dataclasses import dataclass, replace

from core.domain.findings import Comparison, Verdict
from core.domain.pairing import Pairing
from core.domain.study import Candidate
from core.figures.strip import dots_of
from core.judge.cards import expectation
from core.judge.decision import Shuffles
from core.judge.disagreement import RANKS, Disagreement, Views, crossing, disagreement
from core.judge.doubtful import open_leaks
from core.judge.evidence import ComparisonContext
from core.judge.forecast import groups_kept
from core.judge.gaps import Gap, gap, is_one_test_set, shuffles_of
from core.judge.limits import advice, doubts, exploratory, failures, is_identical, is_in_sample, no_claim
from core.judge.phrases import MARGIN, Case
from core.judge.special import (
    described,
    in_sample,
    leaking,
    no_verdict,
    nothing_beats_guessing,
    same_model,
    too_many_failed,
)
from core.judge.tie_break import preferred
from core.judge.verdict import judge
from core.judge.words import plural
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.statistics.measures import find_measure

NO_SHUFFLES = Shuffles((), ())
ON_ONE_TEST_SET = {"tango": "sign-test"}  # the comparer whose test stands behind a range of this method


@dataclass(frozen=True, slots=True, eq=False)
class PairComparison:
    """`check` is the gap on the cross-check, if there is one, and `clash` what to say about it."""

    candidate: Candidate
    output: int
    pair: Pairing
    gap: Gap
    shuffles: Shuffles
    check: Gap | None
    clash: Disagreement
    verdict: Verdict

    @property
    def key(self) -> str:
        return self.candidate.key


def compare_pair(evidence: ComparisonContext, candidate: Candidate, output: int, is_hopeless: bool) -> PairComparison:
    """`is_hopeless`: no model beats guessing on this output, so that there is nothing to compare."""
    pair = evidence.pair(candidate.key, evidence.measure, output)
    found = gap(evidence.main, pair, output, evidence.level)
    shuffles = NO_SHUFFLES if is_one_test_set(evidence.study) else shuffles_of(pair)
    check = _check(evidence, candidate.key, output)
    clash = _clash(evidence, candidate.key, pair, found, check)
    verdict = _no_range_decides(evidence, candidate.key, output, found, is_hopeless)
    if verdict is None:
        case = _case(evidence, candidate.key, output, found, shuffles)
        verdict = judge(_doubted(case, evidence, clash))
    return PairComparison(candidate, output, pair, found, shuffles, check, clash, verdict)


def _check(evidence: ComparisonContext, key: str, output: int) -> Gap | None:
    name = evidence.study.question.cross_check
    if not name or name == evidence.study.question.measure:
        return None
    return gap(evidence.main, evidence.pair(key, find_measure(name), output), output, evidence.level)


def _clash(evidence: ComparisonContext, key: str, pair: Pairing, found: Gap, check: Gap | None) -> Disagreement:
    question, names = evidence.study.question, evidence.names
    if check is None or found.interval is None or question.cross_check is None:
        return Disagreement()
    views = Views(
        first=names[key],
        second=names[evidence.study.reference],
        main=question.measure,
        check=question.cross_check,
        main_interval=found.interval,
        check_interval=check.interval,
        threshold=evidence.main.context.threshold if "cost" in (question.measure, question.cross_check) else 0.5,
        crossing=crossing(pair) if RANKS in (question.measure, question.cross_check) else None,
    )
    return disagreement(views)


def _no_range_decides(
    evidence: ComparisonContext, key: str, output: int, found: Gap, is_hopeless: bool
) -> Verdict | None:
    """The verdicts that come before the decision table; None when the range decides."""
    study, name = evidence.study, evidence.data.outputs[output] if evidence.has_outputs else ""
    about = evidence.names[key], evidence.names[study.reference], evidence.scope, name
    reason, failed = no_claim(evidence), failures(evidence, key, study.reference)
    if is_in_sample(study):
        return in_sample(*about)
    if reason:
        return described(reason, *about, interval=found.interval, advice=advice(evidence))
    if failed:
        return too_many_failed(failed, *about, interval=found.interval)
    if is_hopeless:
        return nothing_beats_guessing(evidence, output)
    if is_identical(evidence, key, output):
        return same_model(*about)
    if found.interval is None or found.effect is None:
        return no_verdict(f"The range of the gap is undefined: {found.reason}", *about)
    if open_leaks(study) and abs(found.effect) > evidence.margin(output):
        return leaking(evidence, key, output, found.interval)
    return None


def _case(evidence: ComparisonContext, key: str, output: int, found: Gap, shuffles: Shuffles) -> Case:
    study, data, unit = evidence.study, evidence.data, evidence.unit(output)
    assert found.effect is not None
    assert found.interval is not None
    choice = preferred(study, evidence.main, key)
    groups = groups_kept(study, data)
    return Case(
        first=evidence.names[key],
        second=evidence.names[study.reference],
        effect=found.effect,
        interval=found.interval,
        margin=evidence.margin(output),
        assumed=MARGIN in study.assumed,
        unit=unit,
        question=study.question.kind,
        shuffles=shuffles,
        rows=data.size,
        groups=(groups, plural(data.group_name)) if groups else None,
        use=study.use,
        expectation=expectation(evidence.estimate(key, output), unit),
        preferred=evidence.names[choice.key],
        rule=choice.rule,
        dots_for_first=sum(dot > 0 for dot in dots_of(found.effect, found.interval, found.df)),
        output=data.outputs[output] if evidence.has_outputs else "",
        scope=evidence.scope,
    )


def _doubted(case: Case, evidence: ComparisonContext, clash: Disagreement) -> Case:
    """With everything that keeps the answer from being sure."""
    return replace(
        case,
        doubts=doubts(evidence.study),
        disagreement=clash.text,
        advice=clash.advice,
        exploratory=exploratory(evidence.study),
    )


def comparisons(evidence: ComparisonContext, one: PairComparison) -> tuple[Comparison, ...]:
    """Every comparer on the main measure, the headline's comparer on the cross-check too."""
    required = evidence.study.alpha / evidence.comparisons
    found = [_with_range(evidence, one, row.compare(one.pair, evidence.level)) for row in COMPARISON_TESTS]
    if one.check is not None and evidence.study.question.cross_check:
        check = evidence.pair(one.key, find_measure(evidence.study.question.cross_check), one.output)
        found.append(COMPARISON_TESTS[0].compare(check, evidence.level))
    output = evidence.data.outputs[one.output]
    return tuple(replace(comparison, p_required=required, output=output) for comparison in found)


def _with_range(evidence: ComparisonContext, one: PairComparison, comparison: Comparison) -> Comparison:
    """On one test set the range that decides is shown beside the test it belongs to."""
    interval = one.gap.interval
    if interval is None:
        return comparison
    belongs = ON_ONE_TEST_SET.get(interval.method) == comparison.comparer
    return replace(comparison, interval=interval) if belongs else comparison
