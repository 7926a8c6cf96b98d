"""What the window asks the ledger and tells it: how often these rows were looked at, and that they were again."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from core.application.ask_history import (
    CurrentConclusion,
    OpenHistory,
    count_opened_study,
    open_history_of,
    record_comparisons,
)
from core.application.comparison_history import is_sample
from core.application.study_files import StudyFile
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import Study
from core.support.errors import EvenfoldError, StoreError
from core.support.paths import list_studies
from core.wording.history_text import word_change
from gui.settings import Settings

ALL = 0.99  # share of rows seen before from which all were, as far as a sample of their cells can tell


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The comparisons known on these rows apart from those of the study itself; what must be said about the ledger.

    `had_more_rows`: a comparison was seen on these rows and others that are no longer there.
    """

    count: int
    study: Study
    data: Dataset
    notes: tuple[str, ...] = ()
    had_more_rows: bool = False

    def count_comparisons(self, _data: Dataset, _apart_from: Study | None = None) -> int:
        return self.count

    def is_about(self, study: Study, data: Dataset) -> bool:
        """Whether asking again would give the same answer."""
        return data is self.data and bare(study) == self.study


@dataclass(frozen=True, slots=True)
class Today:
    """How many comparisons an old study now shares its rows with, and what its verdict reads if that changed it."""

    count: int = 0
    banner: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """What the screen of the ledger shows; `names` are those of the tables by data key."""

    rows: tuple[CurrentConclusion, ...]
    names: dict[str, str]
    notes: tuple[str, ...] = ()


def bare(study: Study) -> Study:
    """The study without what does not make it another comparison."""
    return replace(
        study,
        title="",
        earlier_comparisons=0,
        comparisons_elsewhere=None,
        answers={},
        assumed=(),
        row_meaning="",
        use="",
    )


def opened(study: Study, folder: Path) -> OpenHistory:
    """The ledger this study belongs to, built again from the studies of the folder if it was lost."""
    recent = (Path(file) for file in Settings().recent)
    kept = [file for place in {folder, Settings().studies} for file in list_studies(place)]
    return open_history_of(study, (*kept, *(file for file in recent if file.exists())))


def look_up(study: Study, data: Dataset, folder: Path) -> Seen:
    """How often these rows were looked at; never raises, and says in `notes` what is wrong with the ledger."""
    found = opened(study, folder)
    if found.history is None:
        return Seen(0, bare(study), data, found.notes)
    try:
        spent = found.history.describe_used_final_test(study, data)
        notes = (*found.notes, spent) if spent else found.notes
        known = found.history.find_matches(data)
        more = any(one.earlier_comparisons and one.known.rows > data.size and one.shared.of_new > ALL for one in known)
        count = 0 if is_sample(study) else found.history.count_comparisons(data, study, recognized=known)
        return Seen(count, bare(study), data, notes, more)
    except StoreError as problem:
        return Seen(0, bare(study), data, (*found.notes, str(problem)))


def record(study: Study, data: Dataset, plan_hash: str, findings: Findings | None, folder: Path) -> str:
    """Count a look; what is wrong with the ledger, or could not be written, is said."""
    found = opened(study, folder)
    told = (record_comparisons(found.history, study, data, plan_hash, findings), *found.notes)
    return " ".join(text for text in told if text)


def count_opened(file: StudyFile, folder: Path) -> None:
    """A study that could not be counted when it ran is counted when it is opened; what hinders it was said then."""
    with suppress(EvenfoldError):
        found = opened(file.study, folder)
        if found.history is not None:
            count_opened_study(found.history, file)


def today(study: Study, data: Dataset, plan_hash: str, folder: Path) -> Today:
    """An old verdict at the count of today."""
    found = opened(study, folder)
    rows = page_of(found, data).rows if found.history is not None else ()
    mine = [row for row in rows if row.entry.plan_hash == plan_hash]
    changes = [word_change(row.entry, row.count, row.answer, row.reason) for row in mine]
    return Today(max((row.count for row in mine), default=0), next((row for row in changes if row), ""))


def page_of(found: OpenHistory, data: Dataset | None = None) -> Page:
    """Everything in the ledger, or what is about these rows."""
    if found.history is None:
        return Page((), {}, found.notes)
    try:
        final_tests = tuple(opening.told for opening in found.history.final_tests(data))
        return Page(found.history.list_current_conclusions(data), found.history.names(), (*found.notes, *final_tests))
    except StoreError as problem:
        return Page((), {}, (*found.notes, str(problem)))
