"""A finished study as the routes after it need it, and what they ask of core, without Qt."""

from dataclasses import dataclass, replace
from pathlib import Path

from core.application.confirm_study import choose_candidate, confirm_study, make_confirming_study
from core.application.prepare_data import Keys, align_new_rows
from core.application.study_files import StudyFile, load_findings, plan_hash
from core.domain.dataset import Dataset, Table
from core.domain.findings import Findings
from core.domain.study import Study
from core.support.errors import StudyError
from core.support.text import pluralize
from core.wording.model_names import names_of
from gui.ledger import look_up, record
from gui.routes.given import Compared
from gui.strings import honesty as strings


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """`choices` are candidates to confirm, by key and name, the one with most to say for it first."""

    study: Study
    data: Dataset
    findings: Findings
    sealed: Keys | None = None

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        names = names_of(self.study, self.data)
        first = choose_candidate(self.study, self.findings)
        keys = dict.fromkeys((first, *(candidate.key for candidate in self.study.challengers)))
        return tuple((key, names[key]) for key in keys)


def finished_of(path: Path) -> Finished:
    with StudyFile.open(path, only_read=True) as file:
        findings = load_findings(file)
        if findings is None:
            raise StudyError(strings.CONFIRM_UNFINISHED.format(name=path.name), hint="Let it run to its end first.")
        return Finished(file.study, file.data, findings, file.final_test_keys())


def confirmed(finished: Finished, table: Table, candidate: str, folder: Path) -> Compared:
    """Judged once; rows the ledger knows already are no new rows, which is said and counted."""
    fresh = align_new_rows(finished.study, finished.data, table, finished.sealed).data
    narrowed = make_confirming_study(finished.study, candidate)
    seen = look_up(narrowed, fresh, folder)
    made = confirm_study(finished.study, finished.data, table, candidate, seen, finished.sealed)
    earlier_comparisons = made.study.earlier_comparisons
    note = record(made.study, made.data, plan_hash(made.study), made.findings, folder)
    told = (
        (strings.CONFIRM_SEEN.format(earlier=pluralize(earlier_comparisons, strings.CONFIRM_EARLIER)),)
        if earlier_comparisons
        else ()
    )
    return Compared(
        replace(made.study, source=table.source),
        made.data,
        made.findings,
        plan_hash(made.study),
        (*told, *seen.notes, *((note,) if note else ())),
    )
