"""Confirm on new rows: the models of a finished study, trained once on the old rows, judged once on the new ones."""

from dataclasses import dataclass, replace

from core.data.fingerprint import Keys
from core.domain.conclusion import Answer, Scope
from core.domain.dataset import Dataset, Table
from core.domain.findings import Findings
from core.domain.study import REASON, Study
from core.judge.imported import judge_predictions
from core.routes.align import new_rows
from core.routes.train_once import one_judgement, trained_once
from core.support.errors import StudyError

PART = "confirm"


@dataclass(frozen=True, slots=True, eq=False)
class Confirmation:
    """The study as it was judged here (one comparison, one look), the new rows, and what they say."""

    study: Study
    data: Dataset
    findings: Findings


def chosen_candidate(study: Study, findings: Findings) -> str:
    """The candidate the result speaks about, else the one with the largest difference."""
    conclusion, known = findings.conclusion, [one.key for one in study.challengers]
    if conclusion.answer is Answer.BLOCKED or not known:
        raise StudyError("This study names no candidate that could be confirmed.", hint="Choose one yourself.")
    if conclusion.use in known:
        return conclusion.use
    return conclusion.model if conclusion.model in known else known[0]


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
    findings = judge_predictions(narrowed, data, outcomes, Scope.NEW_ROWS, found.cautions)
    return Confirmation(narrowed, data, findings)
