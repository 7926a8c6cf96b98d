"""The study so far, without Qt: table, dataset, plan, undo, lock and what was found."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from core.application.comparison_history import ask_about_removed_rows, with_history
from core.application.study_files import StudyFile, plan_hash
from core.application.suggest_study import ASSUMED
from core.application.suggest_study import list_plan_problems as judged
from core.domain.dataset import Dataset, Table
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.log_entry import LogEntry
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Study
from core.domain.suggestion import FirstStudy, Reason
from core.support.errors import StoreError, StudyError
from core.support.paths import study_path
from gui.ledger import Seen, Today
from gui.wizard.study_fields import TOGETHER, blank_study, fix_is_chosen, get, owned, put

MOMENT, CLOCK = "%d %b %Y, %H:%M", "%H:%M"
AFTER_LOCK = {"run", "verdict", "report"}


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """Everything undo brings back: the study, the dataset its columns give, and what was suggested for it.

    `data` is None while the columns do not make a dataset; `trouble` then says why. `screened` is None until somebody
    looks at the columns of a sample. `sealed` are the rows of the vault, which are not among those of `data`.
    """

    study: Study = field(default_factory=blank_study)
    data: Dataset | None = None
    trouble: str = ""
    screened: tuple[Problem, ...] | None = ()
    first: FirstStudy | None = None
    sealed: Dataset | None = None


Step = tuple[Form, Table | None, Mapping[str, str]]
"""What undo brings back: the form, the table it is about, and what was found in its columns."""


@dataclass
class State:
    """What the wizard fills in. Until the lock `study` changes only through `change`; afterwards it is sealed.

    `seen` is what the ledger knows of these rows; `today` what that makes of an old verdict.
    """

    form: Form = field(default_factory=Form)
    table: Table | None = None
    file: StudyFile | None = None
    locked_at: str = ""
    run: Run | None = None
    findings: Findings | None = None
    visited: set[str] = field(default_factory=set)
    found: Mapping[str, str] = field(default_factory=dict)
    seen: Seen | None = None
    today: Today = field(default_factory=Today)
    running: bool = False
    saved_at: str = ""
    """When the study file in the documents last got everything, as the clock on the wall showed it."""
    save_problem: str = ""
    """Why it could not be written; nothing while everything is saved."""
    _past: list[Step] = field(default_factory=list)
    _future: list[Step] = field(default_factory=list)
    _judged: tuple[Form, Seen | None, tuple[Problem, ...]] | None = None

    @property
    def study(self) -> Study:
        """Until the lock with the looks the ledger knows of."""
        if self.seen is None or self.data is None or self.locked:
            return self.form.study
        return with_history(self.form.study, self.data, self.seen)

    @property
    def is_counted(self) -> bool:
        """Whether the ledger was asked about this very study and these rows."""
        return self.seen is not None and self.data is not None and self.seen.is_about(self.form.study, self.data)

    @property
    def data(self) -> Dataset | None:
        return self.form.data

    @property
    def locked(self) -> bool:
        return bool(self.locked_at)

    def lock(self, folder: Path) -> Path:
        """Seal the plan in a new study file; nothing was scored before."""
        self.seal(self.sealed_file(folder))
        assert self.file is not None
        return self.file.path

    def sealed_file(self, folder: Path) -> StudyFile:
        """The plan with its data and fingerprint, written and locked; it may take a while with a large table."""
        if self.data is None:
            raise StudyError("There is no data to study yet.", hint="Open a table first.")
        study = self.study
        file = StudyFile.create(study_path(folder, study.title), study, self.data, self.form.sealed)
        file.lock(study)
        return file

    def seal(self, file: StudyFile) -> None:
        """From now on this is the study in the file."""
        self.form = replace(self.form, study=self.study)
        self.file = file
        self.locked_at = local_time(file.locked_at)

    @property
    def read_only(self) -> bool:
        """Whether another window has the study, or its file cannot be written."""
        return self.file is not None and self.file.read_only

    @property
    def can_unlock(self) -> bool:
        """Whether no test fold was scored yet; a vault needs the table it was taken from."""
        if self.file is None or self.read_only or not self.locked or self.running:
            return False
        return not self.file.is_seen and (self.form.sealed is not None or not self.study.final_test)

    def unlock(self) -> Path:
        """Open the plan again; the file of a study nobody has seen a result of is given up."""
        if self.file is None or self.running:
            raise StudyError("This study cannot be unlocked now.", hint="Stop the run first.")
        self.file.unlock()
        path = self.file.path
        self.close()
        path.unlink(missing_ok=True)
        with suppress(OSError):  # other files of the person may lie there by now
            path.parent.rmdir()
        self.locked_at, self.run = "", None
        return path

    def grow(self, study: Study) -> None:
        """The sealed study with the shuffles that were added while it ran."""
        self.form = replace(self.form, study=study)

    def close(self) -> None:
        """The study file is no longer needed."""
        if self.file is not None:
            self.file.close()
            self.file = None

    def note_saved(self, problem: str) -> None:
        """The study was written to its place, or could not be."""
        self.save_problem = problem
        if not problem:
            self.saved_at = datetime.now().astimezone().strftime(CLOCK)

    def note(self, line: LogEntry | str) -> None:
        """In the log of the study file; one that takes nothing any more is told of elsewhere."""
        if self.file is not None:
            with suppress(StoreError):
                self.file.log(line)

    def copy(self) -> "State":
        """The same study, open again."""
        study = self.form.study
        form = self.form if self.form.sealed is not None else replace(self.form, study=replace(study, final_test=False))
        return State(form=form, table=self.table, visited=self.visited - AFTER_LOCK, found=self.found)

    @property
    def fingerprint(self) -> str:
        return plan_hash(self.study)

    # --- Changing ----------------------------------------------------------------------------------------------------

    def change(self, key: str, value: object, owns: str = "") -> None:
        """Set a field by its dotted name ("question.margin"); it, or the field `owns`, is the person's own now."""
        study = put(self.study, key, value)
        self.update(replace(self.form, study=owned(study, owns or key)))

    def change_study(self, study: Study, owns: str) -> None:
        """Take over a study with several fields changed at once; the field `owns` is the person's own now."""
        self.update(replace(self.form, study=owned(study, owns)))

    def confirm(self, key: str) -> None:
        """The person says that the suggested value is right."""
        self.update(replace(self.form, study=owned(self.study, key)))

    def assume(self, key: str) -> None:
        """The person takes back that the value is their own."""
        assumed = tuple(sorted({*self.study.assumed, key}))
        self.update(replace(self.form, study=replace(self.study, assumed=assumed)))

    def reset(self, key: str) -> None:
        """Back to the suggested value."""
        if self.form.first is not None:
            study = self.study
            for name in TOGETHER.get(key, (key,)):
                study = put(study, name, get(self.form.first.study, name))
            assumed = tuple(sorted({*study.assumed, key} & {*ASSUMED}))
            self.update(replace(self.form, study=replace(study, assumed=assumed)))

    def add_screening(self, found: tuple[Problem, ...]) -> None:
        """What screening found later; nothing of the study changes by it."""
        self.form = replace(self.form, screened=found)

    def update(self, form: Form) -> None:
        """Take over a changed form; the one before can be had back by undo."""
        if self.locked or (form.study == self.study and form.data is self.data and form.screened == self.form.screened):
            return
        self._past.append(self._step)
        self._future.clear()
        self.form = form

    def apply(self, fix: Fix) -> None:
        """Do what a fix offers: `answers.X` records an answer, anything else names a field of the study."""
        part, _, name = fix.change.partition(".")
        if part == "answers":
            self.answer(name, str(fix.value))
        else:
            self.change(fix.change, fix.value)

    def answer(self, question: str, answer: str) -> None:
        answers = {**self.study.answers, question: answer}
        self.update(replace(self.form, study=replace(self.study, answers=answers)))

    def withdraw(self, question: str) -> None:
        """The question is open again."""
        answers = {key: answer for key, answer in self.study.answers.items() if key != question}
        self.update(replace(self.form, study=replace(self.study, answers=answers)))

    # --- Undo --------------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return bool(self._past) and not self.locked

    @property
    def can_redo(self) -> bool:
        return bool(self._future) and not self.locked

    @property
    def _step(self) -> Step:
        return self.form, self.table, self.found

    def undo(self) -> None:
        if self.can_undo:
            self._future.append(self._step)
            self.form, self.table, self.found = self._past.pop()

    def redo(self) -> None:
        if self.can_redo:
            self._past.append(self._step)
            self.form, self.table, self.found = self._future.pop()

    def follow(self, earlier: "State") -> None:
        """Undo leads back to the state before, in which the same file was read another way."""
        self._past = [*earlier._past, earlier._step]

    # --- Suggestions -------------------------------------------------------------------------------------------------

    def is_assumed(self, key: str) -> bool:
        return key in self.study.assumed

    def is_changed(self, key: str) -> bool:
        """Whether the value differs from the suggested one."""
        first = self.form.first
        names = TOGETHER.get(key, (key,))
        return first is not None and any(get(self.study, name) != get(first.study, name) for name in names)

    def is_set(self, key: str) -> bool:
        """Whether the value is the person's own: not one that only follows from another choice of theirs."""
        return self.is_changed(key) and not self.is_assumed(key)

    def reason(self, key: str) -> Reason | None:
        return self.form.first.reasons.get(key) if self.form.first else None

    def has_suggestion(self, key: str) -> bool:
        return self.form.first is not None and key in ASSUMED

    # --- Problems ----------------------------------------------------------------------------------------------------

    def problems(self) -> tuple[Problem, ...]:
        """What screening found in the columns, then what the study asks for; kept until the form changes."""
        if self._judged is None or self._judged[0] is not self.form or self._judged[1] is not self.seen:
            found = judged(self.study, self.data) if self.data is not None else ()
            self._judged = (self.form, self.seen, (*(self.form.screened or ()), *self._removed(), *found))
        return self._judged[2]

    def _removed(self) -> tuple[Problem, ...]:
        """Rows left out after results were seen, once the ledger was asked about the rows that stay."""
        if self.seen is None or not self.is_counted or not self.seen.had_more_rows or not self.study.columns.excluded:
            return ()
        return (ask_about_removed_rows(),)

    def is_open(self, problem: Problem) -> bool:
        """Blocks stay open until they are gone; questions until they are answered."""
        if problem.severity is Severity.ASKS:
            return problem.id not in self.study.answers and not any(
                fix_is_chosen(self.study, fix) for fix in problem.fixes
            )
        return self.is_blocking(problem)

    @staticmethod
    def is_blocking(problem: Problem) -> bool:
        return problem.severity is Severity.BLOCKS


def local_time(moment: str | None) -> str:
    """A stored moment as the clock on the wall showed it; what is none is shown as it stands in the file."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime(MOMENT) if moment else ""
    except (ValueError, OverflowError):
        return str(moment)
