"""Keeping the history going: it never stops a study, and what was lost is built again from the study files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.domain.dataset import Dataset
from core.domain.final_test import FinalTestResult
from core.domain.findings import Findings
from core.domain.study import Study
from core.history.history import SAMPLE, SAMPLES, History, history_path
from core.history.history_file import DamagedHistoryError
from core.store.study_file import StudyFile
from core.support import paths
from core.support.errors import EvenfoldError, StoreError
from core.wording.history_text import (
    NO_HISTORY,
    word_not_counted,
    word_rebuilt,
    word_set_aside,
    word_unusable_history,
    word_unused_study,
)


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """A history that can be used (None: there is none at the moment) and what must be said about it."""

    history: History | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How many comparisons were added, from how many study files, and which files could not be used."""

    added: int
    studies: int
    notes: tuple[str, ...] = ()


def open_history_of(study: Study, known: Iterable[Path]) -> OpenHistory:
    """The history this study belongs to, built again from the studies that are known if it was lost; never raises."""
    path = history_path(study)
    return open_history(path, [] if _is_there(path) else [file for file in sorted(set(known)) if _belongs(file, path)])


def _is_there(path: Path) -> bool:
    try:
        return path.exists() and bool(History.open(path))
    except StoreError:
        return False


def _belongs(file: Path, path: Path) -> bool:
    try:
        with StudyFile.open(file, only_read=True) as known:
            return history_path(known.study) == path
    except EvenfoldError:
        return False


def open_history(path: Path, studies: Iterable[Path] = ()) -> OpenHistory:
    """Never raises. A damaged history is set aside, a deleted one told apart from a first start by the study files."""
    found = _opened(path, list(studies))
    told = paths.about_makeshift()
    return replace(found, notes=(told, *found.notes)) if told else found


def _opened(path: Path, files: Sequence[Path]) -> OpenHistory:
    if not path.exists():
        return _renewed(path, files, NO_HISTORY if files else "")
    try:
        history = History.open(path)
        return OpenHistory(history, history.verify())
    except DamagedHistoryError as problem:
        return _set_aside(path, files, problem)
    except StoreError as problem:
        return OpenHistory(None, (word_unusable_history(str(problem)),))


def _set_aside(path: Path, files: Sequence[Path], problem: StoreError) -> OpenHistory:
    aside = _free_name(path)
    try:
        path.rename(aside)
    except OSError:
        return OpenHistory(None, (word_unusable_history(str(problem)),))
    return _renewed(path, files, word_set_aside(problem.message, aside.name))


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}-damaged-{number}{path.suffix}") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())


def _renewed(path: Path, studies: Sequence[Path], why: str) -> OpenHistory:
    try:
        history = History.open(path)
    except StoreError as problem:
        return OpenHistory(None, (word_unusable_history(str(problem)),))
    rebuilt = rebuild(history, studies)
    if not why:
        return OpenHistory(history)
    return OpenHistory(history, (word_rebuilt(why, rebuilt.added, rebuilt.studies), *rebuilt.notes))


def rebuild(history: History, studies: Iterable[Path]) -> Rebuilt:
    """Add every comparison that the study files have seen and the history does not know; samples have their own."""
    added, used, notes = 0, 0, []
    for path in sorted(studies, key=lambda file: (_when_locked(file), file)):
        try:
            found = _from_study(history, path)
        except EvenfoldError as problem:
            notes.append(word_unused_study(path.name, problem.message))
            continue
        added, used = added + found, used + 1
    return Rebuilt(added, used, tuple(notes))


def _when_locked(path: Path) -> str:
    """Comparisons are built again in the order in which they were made."""
    try:
        with StudyFile.open(path, only_read=True) as file:
            return file.locked_at or ""
    except EvenfoldError:
        return ""


def _from_study(history: History, path: Path) -> int:
    with StudyFile.open(path, only_read=True) as file:
        return _remembered(history, file)


def _remembered(history: History, file: StudyFile) -> int:
    is_sample = file.study.source.startswith(SAMPLE)
    if file.locked_at is None or not file.is_seen or is_sample != (history.path.name == SAMPLES):
        return 0
    findings, final_test = file.findings(), file.final_test()
    if final_test is not None:
        history.record_final_test_opening(file.study, file.data, file.plan_hash, final_test)
    return history.record(file.study, file.data, file.plan_hash, file.is_judged, findings, time=file.locked_at)


def count_opened(history: History, file: StudyFile) -> int:
    """Count what was seen in a study and the history does not know, as after a full disk; how many were news."""
    is_finished = file.is_judged
    mine = [entry for entry in history.entries() if entry.plan_hash == file.plan_hash]
    return 0 if any(entry.complete or not is_finished for entry in mine) else _remembered(history, file)


def record_comparisons(
    history: History | None,
    study: Study,
    data: Dataset,
    plan_hash: str,
    findings: Findings | None = None,
    variant: str = "",
    is_finished: bool = False,
) -> str:
    """Record a study without ever stopping it: what could not be written is said in one sentence.

    Without findings the study has been started and seen; `is_finished`: it was brought to its end nevertheless.
    """
    if history is None:
        return word_not_counted()
    try:
        history.record(study, data, plan_hash, is_finished or findings is not None, findings, variant)
    except StoreError as problem:
        return word_not_counted(str(problem))
    return ""


def record_final_test(history: History | None, file: StudyFile, reading: FinalTestResult) -> str:
    """Record that final test rows were opened; what could not be written is said in one sentence."""
    if history is None:
        return word_not_counted()
    try:
        history.record_final_test_opening(file.study, file.data, file.plan_hash, reading)
    except StoreError as problem:
        return word_not_counted(str(problem))
    return ""
