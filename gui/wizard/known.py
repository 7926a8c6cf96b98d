"""The studies used last, as Home lists them: the answer, or how far a run came and what ended it."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from html import escape
from pathlib import Path

from core.application.prepare_run import count_splits
from core.application.study_files import StudyFile, is_written_elsewhere, load_findings, read_kind, read_summary
from core.domain.conclusion import Answer
from core.domain.evidence import MAIN, Job
from core.domain.log_entry import LogEntry, LogKind
from core.domain.short_study import ShortKind
from core.domain.study import Study
from core.support.errors import StoreError
from core.wording.conclusion_text import word_conclusion
from gui import strings


class Ending(Enum):
    """What the log of a study says of the last time it ran."""

    UNTOLD = ()
    SUDDEN = (LogKind.BEGUN,)
    STOPPED = (LogKind.STOPPED, LogKind.STOPPED_UNSEEN)
    CLOSED = (LogKind.CLOSED,)
    HELD_UP = (LogKind.HELD_UP,)


@dataclass(frozen=True, slots=True)
class Known:
    """A study used before: its answer in one line, how far it came, or that its file is gone."""

    path: Path
    title: str
    status: str
    when: str
    happened: str = ""
    """What became of a run that has no answer, as rich text; empty for all others."""
    missing: bool = False
    in_use: bool = False
    """Somebody can go on with it at this moment, here or in another window."""
    seen: bool = False
    """Some of its test folds were scored."""
    kind: ShortKind | None = None
    """None for a study with training runs."""
    answer: Answer = Answer.NONE
    is_finished: bool = False

    @property
    def unfinished(self) -> bool:
        return bool(self.happened)


def known_studies(paths: tuple[str, ...]) -> tuple[Known, ...]:
    return tuple(_known(Path(path)) for path in paths)


def _known(path: Path) -> Known:
    if not path.exists():
        return Known(path, path.stem, strings.home.RECENT_MISSING, "", missing=True)
    when = word_date(datetime.fromtimestamp(path.stat().st_mtime), datetime.now())
    try:
        kind = read_kind(path)
        if kind is not None:
            return _short(path, kind, when)
        with StudyFile.open(path, only_read=True) as file:
            findings = load_findings(file)
            if findings is None:
                return _unfinished(file, when)
            headline = word_conclusion(file.study, file.data, findings).headline.text
            answer = findings.conclusion.answer
            return Known(path, file.study.title, headline, when, answer=answer, is_finished=True)
    except StoreError as error:
        return Known(path, path.stem, error.message, when)


def _short(path: Path, kind: ShortKind, when: str) -> Known:
    found = read_summary(path)
    status = found.headline or strings.home.NOT_ANSWERED
    return Known(path, found.title, status, when, kind=kind, answer=found.answer, is_finished=bool(found.headline))


def word_date(moment: datetime, now: datetime) -> str:
    """ "Today 14:21", "Yesterday", "12 Nov", "12 Nov 2025"."""
    if moment.date() == now.date():
        return strings.home.TODAY.format(time=moment.strftime("%H:%M"))
    if moment.date() == (now - timedelta(days=1)).date():
        return strings.home.YESTERDAY
    day = f"{moment.day} {moment.strftime('%b')}"
    return day if moment.year == now.year else f"{day} {moment.year}"


def _unfinished(file: StudyFile, when: str) -> Known:
    study = file.study
    if is_written_elsewhere(file.path):
        return Known(file.path, study.title, strings.home.OPEN_ELSEWHERE, when, in_use=True)
    ending, reason = ending_of([entry for _, entry in file.log_entries()])
    told = {
        "folds": folds_of(study, file.done()),
        "count": count_splits(file.data, study.scheme, study.seed),
        "reason": reason,
    }
    status = strings.home.STATUS[ending.name].format(**told)
    told |= {"title": escape(study.title), "reason": escape(reason)}
    happened = strings.home.HAPPENED[ending.name].format(**told)
    return Known(file.path, study.title, status, when, happened, seen=file.is_seen)


def ending_of(entries: list[LogEntry]) -> tuple[Ending, str]:
    """How the last run ended, and the reason where one was written down; a run without an end ended suddenly."""
    for entry in reversed(entries):
        for ending in Ending:
            if entry.kind in ending.value:
                return ending, entry.facts.get("reason", "")
    return Ending.UNTOLD, ""


def folds_of(study: Study, done: set[Job]) -> int:
    """Test folds that every candidate has been through."""
    keys = {candidate.key for candidate in study.candidates}
    met = Counter((job.repeat, job.fold) for job in done if job.part == MAIN and job.candidate in keys)
    return sum(times == len(keys) for times in met.values())
