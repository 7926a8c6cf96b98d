"""Confirm on new rows: the models of a finished study, trained once on the old rows, judged once on the new ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from core.domain.dataset import Dataset, Floats, Table
from core.domain.evidence import Job, Outcome
from core.domain.findings import Findings, VerdictKind
from core.domain.study import SchemeChoice, SchemeKind, Study
from core.engine.bench import Training, bench_of
from core.engine.work import carry_out
from core.errors import EngineError, StudyError
from core.judge.headline import RANK
from core.judge.looks import REASON
from core.judge.names import names_of
from core.routes.align import NewRows, new_rows
from core.routes.on_rows import Wording, answers, conclude_on_rows

PART = "confirm"
WORDING = Wording(
    "for models trained on the old rows and judged on the new ones",
    "Train {first} on all rows, old and new, and use it",
)


@dataclass(frozen=True, slots=True, eq=False)
class Confirmation:
    """The study as it was judged here (one comparison, one look), the new rows, and what they say."""

    study: Study
    data: Dataset
    findings: Findings


def chosen_candidate(study: Study, findings: Findings) -> str:
    """The candidate with most to say for it in the finished study."""
    pairs = product(study.challengers, range(max(1, len(findings.verdicts) // max(1, len(study.challengers)))))
    ranked = zip(pairs, findings.verdicts, strict=False)
    found = min(ranked, key=lambda one: RANK.index(one[1].outcome), default=None)
    if found is None or found[1].outcome is VerdictKind.BLOCKED:
        raise StudyError("This study names no candidate that could be confirmed.", hint="Choose one yourself.")
    return found[0][0].key


def confirming_study(study: Study, candidate: str) -> Study:
    """The question of the finished study for one candidate, on rows nobody has looked at: the full bar."""
    if candidate not in [one.key for one in study.challengers]:
        known = ", ".join(one.key for one in study.challengers) or "none"
        raise StudyError(f"There is no candidate “{candidate}” in this study.", hint=f"Its candidates: {known}.")
    kept = tuple(one for one in study.candidates if one.key in (study.reference, candidate))
    told = {key: answer for key, answer in study.answers.items() if key not in ("unseen", REASON)}
    return replace(
        study,
        title=f"{study.title}, confirmed on new rows",
        candidates=kept,
        scheme=SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1, grouped=study.scheme.grouped),
        looks=0,
        looks_elsewhere=0,
        extra=(),
        vault=False,
        answers=told,
    )


def confirm(study: Study, old: Dataset, table: Table, candidate: str, random: np.random.Generator) -> Confirmation:
    """`study` and `old` are those of the finished study; no row of `table` may be among the old ones."""
    found = new_rows(study, old, table)
    narrowed = confirming_study(study, candidate)
    outcomes = _trained_once(study, narrowed, old, found)
    data = replace(found.data, groups=found.data.groups if study.scheme.grouped else None)
    findings = conclude_on_rows(narrowed, data, outcomes, names_of(narrowed, data), WORDING, random)
    return Confirmation(narrowed, data, replace(findings, cautions=(*found.cautions, *findings.cautions)))


def _trained_once(study: Study, narrowed: Study, old: Dataset, found: NewRows) -> Mapping[str, Outcome]:
    """Settings are chosen inside the old rows, as in every fold; the new rows are only predicted."""
    bench = bench_of(replace(study, scheme=narrowed.scheme), _stacked(old, found.data))
    train, test = np.arange(old.size), np.arange(old.size, old.size + found.data.size)
    outcomes = {}
    for one in narrowed.candidates:
        made = carry_out(Training(Job(PART, 0, 0, one.key), one, train, test, study.tuning), bench)
        if made.predicted is None:
            raise EngineError(
                f"{one.key} could not be trained on the old rows: {made.message}", "Choose other settings."
            )
        outcomes[one.key] = answers(one.key, made.predicted, made.scores, old.size)
    return outcomes


def _stacked(old: Dataset, new: Dataset) -> Dataset:
    """Old rows first; groups of the two never meet."""
    groups = None
    if old.groups is not None:
        fresh = np.arange(new.size) if new.groups is None else new.groups
        groups = np.concatenate([old.groups, fresh + int(old.groups.max()) + 1])
    return replace(
        old,
        inputs=np.concatenate([old.inputs, new.inputs]),
        targets=np.concatenate([old.targets, new.targets]),
        groups=groups,
        order=None,
        rows=None,
        given={name: np.concatenate([values, _column(new, name)]) for name, values in old.given.items()},
    )


def _column(new: Dataset, name: str) -> Floats:
    return new.given.get(name, np.full(new.size, np.nan))
