"""Study files: opened or made, what is stored in them, what names them.

A study file checks and locks itself.
"""

from dataclasses import dataclass

from core.algorithms import find_algorithm
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.engine.plan import count_jobs
from core.statistics.measures import find_measure
from core.store.plan_record import plan_hash, study_from_json
from core.store.short_study_file import ShortStudyFile, read_kind, read_summary
from core.store.study_connection import is_written_elsewhere
from core.store.study_file import StudyFile
from core.verification.stored_findings import load_findings, load_run

__all__ = [
    "ShortStudyFile",
    "StudyFile",
    "is_written_elsewhere",
    "load_findings",
    "load_run",
    "plan_hash",
    "read_kind",
    "read_stored_result",
    "read_summary",
    "study_from_json",
]


@dataclass(frozen=True, slots=True, eq=False)
class StoredResult:
    """What a study file holds of its run, as far as that came; None where nothing was trained or concluded."""

    run: Run | None
    findings: Findings | None


def read_stored_result(file: StudyFile) -> StoredResult:
    """An EvenfoldError where the study has a measure or models that this version does not know."""
    study, data = file.study, file.data
    find_measure(study.question.measure)
    for candidate in study.candidates:
        find_algorithm(candidate.algorithm)
    findings = load_findings(file)
    outcomes = tuple(file.outcomes())
    complete = len(outcomes) >= count_jobs(study, data)
    run = Run(outcomes, complete, file.seconds(), file.versions()) if outcomes else None
    return StoredResult(run, findings)
