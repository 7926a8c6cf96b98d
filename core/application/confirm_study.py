"""Confirm on new rows: the models of a finished study, trained once on the old rows, judged once on the new ones."""

from dataclasses import dataclass, replace

from core.application.comparison_history import Counter, with_history, with_reason
from core.data.fingerprint import Keys
from core.data.new_rows import align_new_rows
from core.domain.conclusion import Answer, Scope
from core.domain.dataset import Dataset, Table
from core.domain.findings import Findings
from core.domain.study import REASON, Study, make_single_test_scheme
from core.engine.single_training import train_and_predict
from core.judge.imported import judge_predictions
from core.support.errors import StudyError

PART = "confirm"


@dataclass(frozen=True, slots=True, eq=False)
class Confirmation:
    """The study as it was judged here (one comparison, one look), the new rows, and what they say."""

    study: Study
    data: Dataset
    findings: Findings


def choose_candidate(study: Study, findings: Findings) -> str:
    """The candidate the result speaks about, else the one with the largest difference."""
    conclusion, known = findings.conclusion, [one.key for one in study.challengers]
    if conclusion.answer is Answer.BLOCKED or not known:
        raise StudyError("This study names no candidate that could be confirmed.", hint="Choose one yourself.")
    if conclusion.use in known:
        return conclusion.use
    return conclusion.model if conclusion.model in known else known[0]


def make_confirming_study(study: Study, candidate: str) -> Study:
    """The question of the finished study for one candidate, on rows nobody has looked at: the full bar."""
    if candidate not in [one.key for one in study.challengers]:
        known = ", ".join(one.key for one in study.challengers) or "none"
        raise StudyError(f"There is no candidate “{candidate}” in this study.", hint=f"Its candidates: {known}.")
    kept = tuple(one for one in study.candidates if one.key in (study.baseline, candidate))
    told = {key: answer for key, answer in study.answers.items() if key not in ("unseen", REASON)}
    return replace(
        study,
        title=f"{study.title}, confirmed on new rows",
        candidates=kept,
        scheme=make_single_test_scheme(study),
        earlier_comparisons=0,
        comparisons_elsewhere=0,
        extra=(),
        final_test=False,
        answers=told,
    )


def confirm_study(
    study: Study,
    old: Dataset,
    table: Table,
    candidate: str,
    history: Counter | None = None,
    final_rows: Keys | None = None,
    reason: str | None = None,
) -> Confirmation:
    """`study` and `old` are those of the finished study; no row of `table` may be among the old ones.

    Comparisons that the `history` knows on the new rows count, unless a `reason` says why these are others.
    `final_rows` are the keys of its final test rows, which are no new rows either.
    """
    found = align_new_rows(study, old, table, final_rows)
    narrowed = make_confirming_study(study, candidate)
    narrowed = with_history(with_reason(narrowed, reason) if reason else narrowed, found.data, history)
    outcomes = train_and_predict(study, narrowed.candidates, old, found.data, PART)
    data = replace(found.data, groups=found.data.groups if study.scheme.grouped else None)
    findings = judge_predictions(narrowed, data, outcomes, Scope.NEW_ROWS, found.cautions)
    return Confirmation(narrowed, data, findings)
