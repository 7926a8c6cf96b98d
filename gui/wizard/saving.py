"""Saving the plan of a study, or the study itself, where the person chooses."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from core.plans.plan_writer import study_as_plan
from core.report.output import write_text
from core.report.pages import pages
from core.report.plan_page import plan_document
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError, StudyError
from core.support.paths import free_path
from gui import messages, strings
from gui.pdf import write_pdf
from gui.wizard.state import State

PAPER, SUFFIX = ".pdf", ".toml"
STUDY = ".evenfold"
PASTED = "clipboard"


def save_plan(parent: QWidget, state: State, on_paper: bool = False) -> str:
    """What to say about it; nothing when the person changed their mind or it did not work."""
    usual, other = (PAPER, SUFFIX) if on_paper else (SUFFIX, PAPER)
    start = str(Path.home() / f"{state.study.title or strings.SAVE_PLAN_NAME}{usual}")
    filters = ";;".join(strings.SAVE_PLAN_FILTERS[ending] for ending in (usual, other))
    chosen, kind = QFileDialog.getSaveFileName(parent, strings.SAVE_PLAN_TITLE, start, filters)
    if not chosen:
        return ""
    ending = other if other in kind else usual
    path = Path(chosen) if Path(chosen).suffix in (PAPER, SUFFIX) else Path(f"{chosen}{ending}")
    try:
        write_plan(path, state)
    except EvenfoldError as error:
        messages.show_error(parent, error)
        return ""
    return strings.PLAN_SAVED.format(path=path)


def write_plan(path: Path, state: State) -> None:
    if state.data is None:
        raise StudyError("There is no plan yet.", "Open a table and choose what to predict first.")
    if path.suffix == PAPER:
        write_pdf(pages(plan_document(state.study, state.data)), path)
        return
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
