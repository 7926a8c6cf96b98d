"""Saving the plan of a study, or the study itself, where the person chooses."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from core.errors import EvenfoldError, StudyError
from core.paths import free_path
from core.plan_write import study_as_plan
from core.report.output import write_text
from core.store.study_file import StudyFile
from gui import messages, strings
from gui.wizard.state import State

SUFFIX = ".toml"
STUDY = ".evenfold"
PASTED = "clipboard"


def save_plan(parent: QWidget, state: State) -> str:
    """What to say about it; nothing when the person changed their mind or it did not work."""
    start = str(Path.home() / f"{state.study.title or strings.SAVE_PLAN_NAME}{SUFFIX}")
    chosen, _ = QFileDialog.getSaveFileName(parent, strings.SAVE_PLAN_TITLE, start, strings.SAVE_PLAN_FILTER)
    if not chosen:
        return ""
    path = Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(SUFFIX)
    try:
        write_plan(path, state)
    except EvenfoldError as error:
        messages.show_error(parent, error)
        return ""
    return strings.PLAN_SAVED.format(path=path)


def write_plan(path: Path, state: State) -> None:
    if state.data is None:
        raise StudyError("There is no plan yet.", "Open a table and choose what to predict first.")
    if state.study.source == PASTED:
        raise StudyError("A pasted table is in no file that a plan could name.", "Save the table as a file, open that.")
    write_text(path, study_as_plan(state.study, state.data, path.parent))


def ask_for_place(parent: QWidget, file: StudyFile) -> Path | None:
    """Where the study is to go on; a file that is there already is never written over."""
    start = str(free_path(file.path.parent, file.study.title))
    new_only = QFileDialog.Option.DontConfirmOverwrite
    chosen, _ = QFileDialog.getSaveFileName(
        parent, strings.SAVE_AS_TITLE, start, strings.SAVE_AS_FILTER, options=new_only
    )
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix == STUDY else path.with_name(path.name + STUDY)


def go_on_at(file: StudyFile, path: Path) -> Path:
    """May take a while with a large study."""
    file.go_on_at(path)
    return path
