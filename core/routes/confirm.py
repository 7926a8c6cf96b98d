"""Confirm on new rows: the models of a finished study, trained once on the old rows, judged once on the new ones."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from core.data.fingerprint import Keys
from core.domain.dataset import Dataset, Table
from core.domain.findings import Findings, VerdictKind
from core.domain.study import Study
from core.judge.headline import RANK
from core.domain.study import REASON
from core.wording.model_names import names_of
from core.routes.align import new_rows
from core.routes.on_rows import Wording, conclude_on_rows
from core.routes.train_once import one_judgement, trained_once
from core.support.errors import StudyError

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
        scheme=one_judgement(study),
        looks=0,
        looks_elsewhere=0,
        extra=(),
        vault=False,
        answers=told,
    )


def confirm(
    study: Study,
    old: Dataset,
    table: Table,
    candidate: str,
    random: np.random.Generator,
    looks: int = 0,
    sealed: Keys | None = None,
) -> Confirmation:
    """`study` and `old` are those of the finished study; no row of `table` may be among the old ones.

    `looks` are comparisons already seen on the new rows: none, where they are new indeed. `sealed` are the keys of
    the rows in its vault, which are no new rows either.
    """
    found = new_rows(study, old, table, sealed)
    narrowed = replace(confirming_study(study, candidate), looks=looks)
    outcomes = trained_once(study, narrowed.candidates, old, found.data, PART)
    data = replace(found.data, groups=found.data.groups if study.scheme.grouped else None)
    findings = conclude_on_rows(narrowed, data, outcomes, names_of(narrowed, data), WORDING, random)
    return Confirmation(narrowed, data, replace(findings, cautions=(*found.cautions, *findings.cautions)))
