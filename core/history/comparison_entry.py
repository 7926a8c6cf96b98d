"""What the ledger remembers of one main comparison, and what makes two comparisons the same one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from typing import Any

from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Findings, Interval, Modifier, Verdict
from core.domain.study import Candidate, Study
from core.history.history_file import canonical
from core.judge.looks import REASON, WHO
from core.judge.names import names_of
from core.judge.words import in_sentence
from core.statistics.measures import find_measure
from core.store.plain import from_plain, to_plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One main comparison whose test folds were seen; effects and ranges in the measure's own unit.

    `comparison` is the same for the same question asked again, however the study was renamed or extended.
    `verdict` and `headline` are what was read then, empty when the run was stopped. `count` is what the bar was
    divided by then, `elsewhere` the part of it that the person stated, `reason` why older looks were not inherited.
    """

    time: str
    title: str
    plan_hash: str
    data: str
    comparison: str
    candidate: str
    reference: str
    output: str
    measure: str
    complete: bool
    verdict: str = ""
    headline: str = ""
    depends_on_shuffle: bool = False
    margin: float = 0.0
    alpha: float = 0.05
    count: int = 1
    elsewhere: int = 0
    effect: float | None = None
    interval: Interval | None = None
    df: float | None = None
    reason: str = ""
    variant: str = ""
    who: str = ""

    @property
    def day(self) -> str:
        return self.time[:10]

    @property
    def asked(self) -> str:
        on = f", {self.output}" if self.output else ""
        return f"{self.candidate} against {self.reference}{on}, {in_sentence(find_measure(self.measure).title)}"

    @property
    def seen(self) -> str:
        return "complete" if self.complete else "stopped"


def entry_to_plain(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(entry)
    return plain


def entry_from_plain(plain: Mapping[str, Any]) -> Entry:
    return from_plain(Entry, plain)


def compute_comparison_keys(study: Study, data: Dataset, variant: str = "") -> list[str]:
    """One key per main comparison of the study, candidate by candidate and output by output."""
    core = _core(study)
    pairs = product(study.challengers, data.outputs)
    return [_key(core, candidate, study, output, data.fingerprint, variant) for candidate, output in pairs]


def _core(study: Study) -> Mapping[str, Any]:
    """What decides the numbers: measure, folds, tuning and seed; not the title, the looks or more shuffles.

    Another margin, limit or rule for ties reads the same numbers anew, and counts no more than moving a slider does.
    """
    scheme = replace(study.scheme, repeats=0, max_repeats=0, samples=0)
    return {
        "measure": study.question.measure,
        "cost_ratio": study.question.cost_ratio if study.question.measure == "cost" else 1.0,
        "scheme": to_plain(scheme),
        "tuning": to_plain(study.tuning),
        "seed": study.seed,
    }


def _key(
    core: Mapping[str, Any], candidate: Candidate, study: Study, output: str, fingerprint: str, variant: str
) -> str:
    sides = [_recipe(candidate), _recipe(study.candidate(study.reference))]
    parts = {**core, "sides": sides, "output": output, "data": fingerprint, "variant": variant}
    return sha256(canonical(parts)).hexdigest()[:32]


def _recipe(candidate: Candidate) -> Mapping[str, Any]:
    return {
        "algorithm": candidate.algorithm,
        "settings": to_plain(candidate.settings),
        "grid": to_plain(candidate.grid),
    }


def make_entries(
    study: Study, data: Dataset, plan_hash: str, findings: Findings | None, complete: bool, time: str, variant: str = ""
) -> list[Entry]:
    """One entry per main comparison; the verdicts come in the same order as the comparisons."""
    pairs = list(product(study.challengers, data.outputs))
    verdicts = findings.verdicts if findings is not None and len(findings.verdicts) == len(pairs) else ()
    keys, names = compute_comparison_keys(study, data, variant), names_of(study, data)
    entries = []
    for place, (candidate, output) in enumerate(pairs):
        entry = Entry(
            time=time,
            title=study.title,
            plan_hash=plan_hash,
            data=data.fingerprint,
            comparison=keys[place],
            candidate=names[candidate.key],
            reference=names[study.reference],
            output=output if len(data.outputs) > 1 else "",
            measure=study.question.measure,
            complete=complete,
            margin=study.margin(output) / find_measure(study.question.measure).scale,
            alpha=study.alpha,
            count=max(1, study.looks + len(pairs)),
            elsewhere=study.looks if study.looks_elsewhere is None else study.looks_elsewhere,
            reason=study.answers.get(REASON, ""),
            variant=variant,
            who=study.answers.get(WHO, "").strip(),
        )
        if verdicts and findings is not None:
            entry = _with_verdict(entry, verdicts[place], _deciding(findings, candidate.key, output, verdicts[place]))
        entries.append(entry)
    return entries


def _deciding(findings: Findings, candidate: str, output: str, verdict: Verdict) -> Comparison | None:
    """The comparison whose range decided the verdict."""
    mine = [c for c in findings.comparisons if c.first == candidate and c.output in ("", output)]
    return next((c for c in mine if c.interval is not None and c.interval == verdict.interval), None)


def _with_verdict(entry: Entry, verdict: Verdict, deciding: Comparison | None) -> Entry:
    interval, df = verdict.interval, deciding.df if deciding else None
    middle = (interval.low + interval.high) / 2 if interval else None
    return replace(
        entry,
        candidate=verdict.first or entry.candidate,
        reference=verdict.second or entry.reference,
        verdict=verdict.outcome.value,
        headline=verdict.headline,
        depends_on_shuffle=Modifier.DEPENDS_ON_SHUFFLE in verdict.modifiers,
        effect=deciding.effect if deciding and deciding.effect is not None else middle,
        interval=interval,
        df=float(df) if isinstance(df, int | float) else None,
    )
