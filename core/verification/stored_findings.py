"""What a study file holds: its finished outcomes and what they say, judged again where nothing usable is stored."""

from itertools import chain

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Job, Run
from core.domain.findings import Findings
from core.engine.outcome_cache import OutcomeCache
from core.engine.plan import list_jobs
from core.engine.versions import read_versions
from core.judge.conclude import conclude_study
from core.store.dataset_columns import fits_dataset
from core.store.study_file import StudyFile
from core.support.errors import StoreError, StudyError


def load_finished_outcomes(
    file: StudyFile | None, data: Dataset, planned: set[Job], cache: OutcomeCache
) -> list[FitResult]:
    """Return the outcomes of this study that were finished before; StoreError where they do not fit its rows."""
    known = () if file is None else chain(file.outcomes(), file.waiting)
    kept = [cache.store(outcome) for outcome in known if outcome.job in planned]
    if not all(fits_dataset(outcome, data) for outcome in kept):
        raise StoreError("Stored predictions do not fit the rows of this study.", hint="Use a copy of the study file.")
    return kept


def judge_study_file(file: StudyFile) -> Findings | None:
    """The findings of a study file, judged again from its stored predictions; None while it is unfinished."""
    planned = set(list_jobs(file.study, file.data))
    kept = load_finished_outcomes(file, file.data, planned, OutcomeCache())
    if len(kept) < len(planned):
        return None
    run = Run(
        tuple(sorted(kept, key=lambda outcome: outcome.job)), True, file.seconds(), file.versions() or read_versions()
    )
    return conclude_study(file.study, file.data, run)


def load_findings(file: StudyFile) -> Findings | None:
    """Return what was concluded; None while the study is unfinished.

    Findings of another version of the judge, or that cannot be read, are made anew from the stored predictions; a copy
    without its data cannot be judged again and has none then.
    """
    stored = file.findings()
    if stored is not None or not file.is_judged or not file.has_data:
        return stored
    return judge_study_file(file)


def load_run(file: StudyFile) -> tuple[Run, Findings]:
    """Return the run and the findings of a finished study file; a StudyError where it is not finished."""
    findings = load_findings(file)
    if findings is None:
        raise StudyError(f"{file.path.name} is not finished: there is nothing to report yet.", "Let it run to its end.")
    planned = set(list_jobs(file.study, file.data))
    outcomes = tuple(sorted((o for o in file.outcomes() if o.job in planned), key=lambda outcome: outcome.job))
    seconds = file.seconds() or sum(o.seconds for o in outcomes)
    return Run(outcomes, len(outcomes) == len(planned), seconds, file.versions() or read_versions()), findings
