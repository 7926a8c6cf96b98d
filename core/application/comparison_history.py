"""Earlier comparisons on the same rows: counted and recorded by one rule, for the window, the terminal and every road.

The history of this computer always counts, unless the person states why these are other rows; what was seen elsewhere
is added. The count is locked with the plan. Samples never count: everybody is meant to look at them often.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from core.domain.dataset import Dataset
from core.domain.events import Ended, Event, Progressed
from core.domain.evidence import shows_test_scores
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import REASON, Study
from core.history.history import SAMPLE, History, history_path
from core.history.recorder import OpenHistory, open_history_of, record_comparisons
from core.judge.context import count_comparisons
from core.store.plan_record import plan_hash
from core.support import paths
from core.support.errors import StoreError
from core.wording.history_text import GONE, word_change


class Counter(Protocol):
    """What is asked of a history."""

    def count_comparisons(self, data: Dataset, apart_from: Study | None = None) -> int: ...


@dataclass(frozen=True, slots=True)
class ComparisonCount:
    """`in_history` counts unless a `reason` was stated; `new` are the comparisons of this study."""

    in_history: int
    elsewhere: int
    new: int
    reason: str = ""

    @property
    def before(self) -> int:
        return self.elsewhere + (0 if self.reason else self.in_history)

    @property
    def total(self) -> int:
        """What the significance level is divided by."""
        return max(1, self.before + self.new)


def is_sample(study: Study) -> bool:
    return study.source.startswith(SAMPLE)


def count_with_history(study: Study, data: Dataset, history: Counter | None) -> ComparisonCount:
    """Return the count of a study that is not locked yet; None: there is no history that can be read."""
    elsewhere = study.earlier_comparisons if study.comparisons_elsewhere is None else study.comparisons_elsewhere
    known = 0 if history is None or is_sample(study) else history.count_comparisons(data, study)
    new = count_comparisons(replace(study, earlier_comparisons=0), data)
    return ComparisonCount(known, elsewhere, new, study.answers.get(REASON, "").strip())


def with_history(study: Study, data: Dataset, history: Counter | None) -> Study:
    """Return the study with the comparisons of the history added to those stated; asking again changes nothing."""
    found = count_with_history(study, data, history)
    return replace(study, earlier_comparisons=found.before, comparisons_elsewhere=found.elsewhere)


def with_reason(study: Study, reason: str) -> Study:
    """Return the study with the stated reason why the history of this computer does not count."""
    return replace(study, answers={**study.answers, REASON: reason.strip()})


def keep_locked_count(study: Study, locked: Study) -> Study:
    """Return the study with the count that was locked, and with its reason: going on with a study asks nobody again."""
    answers = {key: value for key, value in study.answers.items() if key != REASON}
    if REASON in locked.answers:
        answers[REASON] = locked.answers[REASON]
    count, elsewhere = locked.earlier_comparisons, locked.comparisons_elsewhere
    return replace(study, earlier_comparisons=count, comparisons_elsewhere=elsewhere, answers=answers)


def open_history_near(study: Study, near: Path | None, being_run: Path | None = None) -> OpenHistory:
    """Return the history of this study; if it was lost, built again from the person's studies and those near a file.

    The file of a study that is being run is no earlier one.
    """
    folders = {paths.studies(), *(() if near is None else (near.absolute().parent,))}
    files = (file for folder in folders for file in paths.list_studies(folder))
    return open_history_of(study, (file for file in files if being_run is None or file != being_run.absolute()))


MANY_SETS = "many data sets"  # enters the key of a comparison, so it stays as it is in whatever words it is shown


def count_data_sets(open_one: Callable[[Study], History | None], studies: Iterable[tuple[Study, Dataset]]) -> str:
    """Count the comparison of models over several data sets, once for each; what could not be written is said."""
    told = [
        record_comparisons(open_one(study), study, data, plan_hash(study), variant=MANY_SETS, is_finished=True)
        for study, data in studies
    ]
    return " ".join(dict.fromkeys(text for text in told if text))


class ComparisonRecorder:
    """Watches a run: records it once its first test fold was scored, and again with its conclusion; never stops it.

    `variant` names what was added after a result, which counts on its own. The history is opened anew each time,
    because it may have been deleted meanwhile.
    """

    def __init__(
        self, study: Study, data: Dataset, open_history: Callable[[Study], OpenHistory], variant: str = ""
    ) -> None:
        self._study, self._data, self._open, self._variant = study, data, open_history, variant
        self._has_recorded = self._had_history = False
        self._said: set[str] = set()

    def see(self, event: Event) -> tuple[str, ...]:
        """Return what must be said, which is nothing when all went well."""
        findings = event.findings if isinstance(event, Ended) else None
        is_scored = isinstance(event, Progressed) and shows_test_scores(outcome.job for outcome in event.outcomes)
        if findings is None and (self._has_recorded or not is_scored):
            return ()
        self._has_recorded = True
        if isinstance(event, Ended):
            self._study = event.study or self._study
        gone = GONE if self._had_history and not history_path(self._study).exists() else ""
        opened = self._open(self._study)
        self._had_history = opened.history is not None
        plan = plan_hash(self._study)
        failed = record_comparisons(opened.history, self._study, self._data, plan, findings, self._variant)
        notes = [gone, *opened.notes, failed]
        if findings is not None and opened.history is not None:
            notes += self._describe_history(opened.history, plan)
        fresh = tuple(note for note in dict.fromkeys(notes) if note and note not in self._said)
        self._said.update(fresh)
        return fresh

    def _describe_history(self, history: History, plan: str) -> list[str]:
        """Final test rows that were used up, and what the answer would be counting comparisons made after the lock."""
        try:
            mine = [row for row in history.list_current_conclusions(self._data) if row.entry.plan_hash == plan]
            changes = [word_change(row.entry, row.count, row.answer, row.reason) for row in mine]
            return [history.describe_used_final_test(self._study, self._data), *changes]
        except StoreError as problem:
            return [str(problem)]


def ask_about_removed_rows() -> Problem:
    """Asked where rows are left out that were there when results were seen (UX 3.3 EXCL)."""
    text = "You removed rows after seeing results. The result is shown with and without them."
    fixes = (
        Fix("Put them back", "columns.excluded", ()),
        Fix("Leave them out", "answers.EXCL", "for the reasons that stand with the rules"),
    )
    return Problem("EXCL", Severity.ASKS, text, "columns", fixes)
