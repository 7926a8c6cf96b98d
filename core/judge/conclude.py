"""From a finished run to findings: estimates, comparisons, cautions and the verdict, all from stored predictions."""

from collections.abc import Mapping, Sequence

from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, MAIN, Run
from core.domain.findings import Caution, Estimate, Findings, Modifier, Verdict
from core.domain.study import Study
from core.judge import cards
from core.judge.cautions import cautions_of
from core.judge.contests import PairComparison, compare_pair, comparisons
from core.judge.decision import CLAIMS
from core.judge.estimates import estimates
from core.judge.evidence import ComparisonContext
from core.judge.gate import hopeless_outputs
from core.judge.good_enough import limit_card, trained_on
from core.judge.headline import by_candidate, headline
from core.judge.limits import no_claim
from core.judge.names import names_of, only_given
from core.judge.scores import build_score_table
from core.judge.standing import Standing, candidates_card, standing
from core.judge.words import sentences, strip_unit, unit_of

RESUBSTITUTION = "extra:resubstitution"


def conclude_study(study: Study, data: Dataset, run: Run) -> Findings:
    """A pure function of the stored predictions: the same run always gives the same findings."""
    evidence = build_context(study, data, run)
    hopeless = hopeless_outputs(evidence)
    contests = tuple(
        compare_pair(evidence, c, i, i in hopeless) for c in study.challengers for i in range(len(data.outputs))
    )
    verdicts = by_candidate(evidence, contests)
    found = _standing(evidence, verdicts, all_hopeless=len(hopeless) == len(data.outputs))
    top = headline(evidence, verdicts, found)
    return Findings(
        estimates=(*evidence.estimates, *_extra_estimates(study, data, run)),
        comparisons=tuple(found for one in contests for found in comparisons(evidence, one)),
        cautions=(*cautions_of(evidence.main, evidence.names), *_claim_cautions(evidence)),
        verdict=top,
        verdicts=tuple(one.verdict for one in contests),
        cards=_cards(evidence, contests, top, found),
        failures={key: evidence.main.failed(key) for key in evidence.main.by_candidate if evidence.main.failed(key)},
    )


def build_context(study: Study, data: Dataset, run: Run) -> ComparisonContext:
    main = build_score_table(study, data, run, MAIN)
    found = estimates(main, build_score_table(study, data, run, RESUBSTITUTION), study.scheme.kind.value)
    return ComparisonContext(
        study, data, main, build_score_table(study, data, run, HALVES), found, names_of(study, data)
    )


def _extra_estimates(study: Study, data: Dataset, run: Run) -> tuple[Estimate, ...]:
    resubstitution = build_score_table(study, data, run, RESUBSTITUTION)
    return tuple(
        estimate
        for kind in study.extra
        for estimate in estimates(
            build_score_table(study, data, run, f"extra:{kind.value}"), resubstitution, kind.value
        )
    )


def _standing(evidence: ComparisonContext, verdicts: Mapping[str, Verdict], all_hopeless: bool) -> Standing | None:
    """The three lists, where there is something to choose from and a claim can be made."""
    if not verdicts or all_hopeless or no_claim(evidence):
        return None
    return standing(evidence.study, evidence.main, verdicts, evidence.margin(0))


def _claim_cautions(evidence: ComparisonContext) -> tuple[Caution, ...]:
    reason = no_claim(evidence)
    return (Caution("SMALL", reason),) if reason else ()


def _cards(
    evidence: ComparisonContext, contests: Sequence[PairComparison], top: Verdict, found: Standing | None
) -> Mapping[str, str]:
    """The worded answers beside the headline; those with nothing to say are left out."""
    study = evidence.study
    chosen = found.use if found and found.wins else ""
    several = found is not None and len(study.challengers) > 1
    made = {
        "how-good": cards.how_good(
            evidence.estimates, evidence.names, study, evidence.data, chosen, trained_on(evidence)
        ),
        "good-enough": limit_card(evidence),
        "candidates": candidates_card(found, evidence.names) if found is not None and several else "",
        **_contest_cards(evidence, _shown(evidence, contests, top)),
        **_clashes(evidence, contests, top),
    }
    return {key: text for key, text in made.items() if text}


def _shown(evidence: ComparisonContext, contests: Sequence[PairComparison], top: Verdict) -> PairComparison | None:
    """The contest the cards are about: the headline's, else the first of the candidate it names, else the first."""
    same = (one for one in contests if one.verdict == top)
    named = (one for one in contests if evidence.names[one.key] == top.first)
    return next(same, None) or next(named, None) or next(iter(contests), None)


def _clashes(evidence: ComparisonContext, contests: Sequence[PairComparison], top: Verdict) -> Mapping[str, str]:
    """With several outputs under one headline: on which of them the measures disagree."""
    clashing = [one for one in contests if one.clash.text and evidence.names[one.key] == top.first]
    if not evidence.has_outputs or top.output or not clashing:
        return {}
    lines = (f"{strip_unit(evidence.data.outputs[one.output])}. {sentences(one.clash.text)}" for one in clashing)
    return {"agree": "\n".join(lines)}


def _contest_cards(evidence: ComparisonContext, one: PairComparison | None) -> Mapping[str, str]:
    """With several outputs each says which of them it is about, by the name of its column as it is."""
    if one is None:
        return {}
    of = f"{strip_unit(evidence.data.outputs[one.output])}. " if evidence.has_outputs else ""
    found = {"shuffle": of + _shuffle_card(evidence, one), "agree": of + _agree_card(evidence, one)}
    if one.verdict.outcome in CLAIMS:
        found["generalisation"] = cards.generalisation(comparisons(evidence, one), evidence.study.alpha)
    return {key: text for key, text in found.items() if text != of}


def _shuffle_card(evidence: ComparisonContext, one: PairComparison) -> str:
    if only_given(evidence.study):
        return cards.NOT_SHUFFLED
    depends = Modifier.DEPENDS_ON_SHUFFLE in one.verdict.modifiers
    made = cards.shuffle_card(one.shuffles, *_names(evidence, one), depends)
    return cards.NO_ANSWER if one.verdict.outcome in cards.NOT_JUDGED else made


def _agree_card(evidence: ComparisonContext, one: PairComparison) -> str:
    check = evidence.study.question.cross_check
    if one.check is None or not check:
        return ""
    unit = unit_of(check, evidence.study, evidence.data, evidence.data.outputs[one.output])
    made = cards.agreement_card(_names(evidence, one), check, unit, (one.gap, one.check), one.clash)
    return cards.WITHOUT_A_RANGE.get(one.verdict.outcome, made)


def _names(evidence: ComparisonContext, one: PairComparison) -> tuple[str, str]:
    return evidence.names[one.key], evidence.names[evidence.study.reference]
