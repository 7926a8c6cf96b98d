"""Models judged on one set of test rows: estimates, comparisons, cautions, cards and the verdict in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import HALVES, MAIN, FitResult, Job, Run
from core.domain.findings import Caution, Comparison, Estimate, Findings, Status, Tag, Verdict, VerdictKind
from core.domain.study import Study
from core.figures.strip import dots_of
from core.judge import cards
from core.judge.decision import Shuffles
from core.judge.disagreement import Disagreement, Views, crossing, disagreement
from core.judge.evidence import ComparisonContext
from core.judge.gaps import Gap
from core.judge.headline import RANK
from core.judge.limits import doubts, exploratory, is_identical, is_in_sample, no_claim
from core.judge.phrases import MARGIN, Case
from core.judge.scores import build_score_table, measures_of, value_of
from core.judge.special import described, in_sample, no_verdict, same_model
from core.judge.tie_break import preferred
from core.judge.verdict import judge
from core.judge.words import plural, sentences, unit_of
from core.routes.ranges import Range, Rows, gap_range, level_range
from core.statistics.auc_tests import compare_delong
from core.statistics.count_tests import correct_counts
from core.statistics.measures import Measure, find_measure
from core.statistics.row_tests import compare_mcnemar, compare_mid_p, compare_sign_test
from core.wording.undefined_text import describe_note

FEW_GROUPS = 10
NOTHING_LEFT = "Collect more rows with the true answer, and judge again."


@dataclass(frozen=True, slots=True)
class Wording:
    """`scope`: what the verdict is about. `use_it`: what to do with a model that wins ({first})."""

    scope: str
    use_it: str


@dataclass(frozen=True, slots=True, eq=False)
class Bout:
    """One candidate against the reference on one output: the gap, the gap on the cross-check, and both in words."""

    key: str
    output: int
    gap: Range
    check: Range | None
    clash: Disagreement
    verdict: Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """The evidence on these rows, the rows themselves, and how to speak about them."""

    evidence: ComparisonContext
    outcomes: Mapping[str, FitResult]
    rows: Rows
    wording: Wording

    @property
    def check(self) -> str:
        """The cross-check, if there is one."""
        question = self.evidence.study.question
        return question.cross_check if question.cross_check and question.cross_check != question.measure else ""


def answers(key: str, predicted: Floats, scores: Floats | None = None, train_size: int = 0) -> FitResult:
    """The answers of one model on all rows as the outcome the judge knows; `predicted` is rows x outputs."""
    return FitResult(Job(MAIN, 0, 0, key), np.arange(len(predicted)), predicted, scores, train_size=train_size)


def conclude_on_rows(
    study: Study,
    data: Dataset,
    outcomes: Mapping[str, FitResult],
    names: Mapping[str, str],
    wording: Wording,
    random: np.random.Generator,
) -> Findings:
    """What the rows of `data` say about models whose answers are all there; groups are heeded in every range."""
    stand = _stand(study, data, outcomes, names, wording, random)
    pairs = product(study.challengers, range(len(data.outputs)))
    bouts = [_bout(stand, candidate.key, output, random) for candidate, output in pairs]
    top = _headline(stand, bouts)
    return Findings(
        estimates=stand.evidence.estimates,
        comparisons=tuple(found for bout in bouts for found in _comparisons(stand, bout)),
        cautions=_cautions(stand),
        verdict=top,
        verdicts=tuple(bout.verdict for bout in bouts),
        cards=_cards(stand, bouts, top),
    )


def _stand(
    study: Study,
    data: Dataset,
    outcomes: Mapping[str, FitResult],
    names: Mapping[str, str],
    wording: Wording,
    random: np.random.Generator,
) -> Stand:
    run = Run(tuple(outcomes.values()), complete=True)
    main = build_score_table(study, data, run, MAIN)
    rows = Rows(data, main.context, data.groups if study.scheme.grouped else None)
    level = 1 - study.alpha / len(outcomes)
    estimates = tuple(
        _estimate(study, rows, key, outcomes[key], row, output, level, random)
        for key, row, output in product(outcomes, measures_of(study), range(len(data.outputs)))
    )
    return Stand(
        ComparisonContext(study, data, main, build_score_table(study, data, run, HALVES), estimates, names),
        outcomes,
        rows,
        wording,
    )


def _estimate(
    study: Study,
    rows: Rows,
    key: str,
    outcome: FitResult,
    row: Measure,
    output: int,
    level: float,
    random: np.random.Generator,
) -> Estimate:
    value = value_of(outcome, row, rows.data, output, rows.context)
    interval = None if value is None else level_range(rows, outcome, row.key, output, level, random)
    name = rows.data.outputs[output]
    return Estimate(key, row.key, name, value, None, interval, (value,), scheme=study.scheme.kind.value)


def _bout(stand: Stand, key: str, output: int, random: np.random.Generator) -> Bout:
    evidence = stand.evidence
    found = _gap(stand, key, evidence.measure.key, output, random)
    check = _gap(stand, key, stand.check, output, random) if stand.check else None
    clash = _clash(stand, key, output, found, check)
    verdict = _no_range_decides(stand, key, output, found)
    if verdict is None and found.effect is not None and found.interval is not None:
        verdict = _used_as_it_is(stand, judge(_case(stand, key, output, found, clash)))
    assert verdict is not None
    return Bout(key, output, found, check, clash, verdict)


def _gap(stand: Stand, key: str, row: str, output: int, random: np.random.Generator) -> Range:
    first, second = stand.outcomes[key], stand.outcomes[stand.evidence.study.reference]
    return gap_range(stand.rows, first, second, row, output, stand.evidence.level, random)


# --- the verdict ---


def _no_range_decides(stand: Stand, key: str, output: int, found: Range) -> Verdict | None:
    """The verdicts that come before the decision table; None when the range decides."""
    evidence, scope = stand.evidence, stand.wording.scope
    names, name = evidence.names, evidence.data.outputs[output] if evidence.has_outputs else ""
    about = names[key], names[evidence.study.reference], scope, name
    reason = no_claim(evidence)
    if is_in_sample(evidence.study):
        return in_sample(*about)
    if reason:
        return replace(described(reason, *about, interval=found.interval), action=NOTHING_LEFT)
    if is_identical(evidence, key, output):
        return same_model(*about)
    if found.interval is None or found.effect is None:
        return replace(no_verdict(f"The range of the gap is undefined: {found.reason}.", *about), action=NOTHING_LEFT)
    return None


def _case(stand: Stand, key: str, output: int, found: Range, clash: Disagreement) -> Case:
    evidence, effect, interval = stand.evidence, found.effect, found.interval
    assert effect is not None
    assert interval is not None
    study, data, names = evidence.study, evidence.data, evidence.names
    choice, unit = preferred(study, evidence.main, key), evidence.unit(output)
    groups = len(np.unique(stand.rows.groups)) if stand.rows.groups is not None else 0
    return Case(
        first=names[key],
        second=names[study.reference],
        effect=effect,
        interval=interval,
        margin=evidence.margin(output),
        assumed=MARGIN in study.assumed,
        unit=unit,
        question=study.question.kind,
        shuffles=Shuffles((), ()),
        rows=data.size,
        groups=(groups, plural(data.group_name or "group")) if groups else None,
        use=study.use,
        expectation=cards.expectation(evidence.estimate(key, output), unit),
        preferred=names[choice.key],
        rule=choice.rule,
        dots_for_first=sum(dot > 0 for dot in dots_of(effect, interval, found.df)),
        doubts=doubts(study),
        disagreement=clash.text,
        advice=clash.advice,
        exploratory=exploratory(study),
        output=data.outputs[output] if evidence.has_outputs else "",
        scope=stand.wording.scope,
    )


def _used_as_it_is(stand: Stand, verdict: Verdict) -> Verdict:
    """A model that wins here is used as it was judged, not trained anew."""
    if verdict.outcome is not VerdictKind.WIN:
        return verdict
    use = stand.evidence.study.use
    where = f" where you said: {use}" if use else ""
    rest = verdict.action.partition(" Expect ")[2]
    expect = f" Expect {rest}" if rest else ""
    return replace(verdict, action=sentences(f"{stand.wording.use_it.format(first=verdict.first)}{where}.{expect}"))


def _clash(stand: Stand, key: str, output: int, found: Range, check: Range | None) -> Disagreement:
    evidence = stand.evidence
    if check is None or found.interval is None:
        return Disagreement()
    pair = evidence.pair(key, evidence.measure, output)
    return disagreement(
        Views(
            first=evidence.names[key],
            second=evidence.names[evidence.study.reference],
            main=evidence.measure.key,
            check=stand.check,
            main_interval=found.interval,
            check_interval=check.interval,
            threshold=stand.rows.context.threshold if "cost" in (evidence.measure.key, stand.check) else 0.5,
            crossing=crossing(pair) if "auc" in (evidence.measure.key, stand.check) else None,
        )
    )


def _headline(stand: Stand, bouts: Sequence[Bout]) -> Verdict:
    """The candidate with most to say for it; several outputs are told one by one."""
    top = min(bouts, key=lambda bout: RANK.index(bout.verdict.outcome))
    mine = [bout.verdict for bout in bouts if bout.key == top.key]
    if len(mine) == 1:
        return top.verdict
    weakest = max(mine, key=lambda verdict: (verdict.tag is Tag.NOT_SETTLED, RANK.index(verdict.outcome)))
    lines = " ".join(f"{verdict.output}: {verdict.headline}" for verdict in mine)
    alike = len({verdict.outcome for verdict in mine}) == 1
    headline = weakest.headline if alike else f"{weakest.first} and {weakest.second}, output by output."
    return replace(
        weakest, headline=sentences(headline), body=f"{lines} {stand.wording.scope.capitalize()}.", output=""
    )


# --- beside the verdict ---


def _comparisons(stand: Stand, bout: Bout) -> list[Comparison]:
    evidence = stand.evidence
    pair = evidence.pair(bout.key, evidence.measure, bout.output)
    made = [_as_comparison(stand, bout.key, evidence.measure.key, bout.gap)]
    if bout.check is not None:
        made.append(_as_comparison(stand, bout.key, stand.check, bout.check))
    if pair.correct_first is not None:
        made += [compare(pair, evidence.level) for compare in (compare_sign_test, compare_mid_p, compare_mcnemar)]
    if pair.first_ranking is not None:
        made.append(compare_delong(pair, evidence.level))
    required, output = evidence.study.alpha / evidence.comparisons, evidence.data.outputs[bout.output]
    return [replace(one, p_required=required, output=output, note=_note(stand, one)) for one in made]


def _note(stand: Stand, one: Comparison) -> str:
    """Tests that take every row for itself say so where rows come in groups."""
    if stand.rows.groups is None or one.comparer == "bootstrap-groups":
        return one.note
    grouped = "Takes every row for itself, though rows come in groups: not used for the verdict."
    return f"{describe_note(one)} {grouped}".strip()


def _as_comparison(stand: Stand, key: str, row: str, found: Range) -> Comparison:
    return Comparison(
        comparer=found.method,
        measure=row,
        first=key,
        second=stand.evidence.study.reference,
        statistic=None,
        df=found.df,
        p=found.p,
        effect=found.effect,
        interval=found.interval,
        status=Status.OK if found.interval else Status.DEGENERATE,
        note=found.reason,
    )


def _cautions(stand: Stand) -> tuple[Caution, ...]:
    reason = no_claim(stand.evidence)
    found = [Caution("SMALL", reason)] if reason else []
    groups = stand.rows.groups
    if groups is not None and (count := len(np.unique(groups))) < FEW_GROUPS:
        found.append(Caution("GROUP-FEW", _few_groups(count, stand.evidence.data.group_name or "group")))
    backwards = (_backwards(stand, key) for key in stand.outcomes)
    return (*found, *(caution for caution in backwards if caution is not None))


def _few_groups(count: int, name: str) -> str:
    if count == 1:
        return f"All rows belong to one {name}: nothing can be said about others."
    return f"Only {count} {plural(name)}: the range mainly reflects these {count}."


def _backwards(stand: Stand, key: str) -> Caution | None:
    data, context = stand.evidence.data, stand.rows.context
    area = value_of(stand.outcomes[key], find_measure("auc"), data, 0, context) if len(data.classes) == 2 else None
    if area is None or area >= 0.5:
        return None
    text = f"The scores of {stand.evidence.names[key]} are lower for '{data.classes[context.positive]}' than for others"
    return Caution("SCORES", f"{text} (AUC {area:.2f}). Are they scores of the other answer?")


def _cards(stand: Stand, bouts: Sequence[Bout], top: Verdict) -> Mapping[str, str]:
    evidence = stand.evidence
    shown = next((bout for bout in bouts if evidence.names[bout.key] == top.first), bouts[0])
    chosen = shown.key if len(evidence.study.challengers) > 1 else ""
    found = {"how-good": cards.how_good(evidence.estimates, evidence.names, evidence.study, evidence.data, chosen, "")}
    if evidence.measure.key == "error":
        found["rows"] = _deciding_rows(stand, shown)
    if shown.check is not None:
        main, check = (Gap(one.effect, one.interval, one.df, one.reason) for one in (shown.gap, shown.check))
        names = evidence.names[shown.key], evidence.names[evidence.study.reference]
        unit = unit_of(stand.check, evidence.study, evidence.data)
        found["agree"] = cards.agreement_card(names, stand.check, unit, (main, check), shown.clash)
    return found


def _deciding_rows(stand: Stand, bout: Bout) -> str:
    """How many rows carry information: those that only one of the two gets right (Salzberg 1997, section 3.1)."""
    pair = stand.evidence.pair(bout.key, stand.evidence.measure, bout.output)
    assert pair.correct_first is not None
    assert pair.correct_second is not None
    counts, names = correct_counts(pair.correct_first, pair.correct_second), stand.evidence.names
    ours = f"{counts.first_only:,} right by {names[bout.key]} alone"
    theirs = f"{counts.second_only:,} by {names[stand.evidence.study.reference]} alone"
    apart = counts.first_only + counts.second_only
    if not apart:
        return f"On all {counts.rows:,} rows both are right or both are wrong: no row tells them apart."
    return f"On {apart:,} of {counts.rows:,} rows only one of the two is right ({ours}, {theirs}): these rows decide."
