"""Saving the plan of a study, or the study itself, where the person chooses."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.application.plan_files import study_as_plan
from core.application.study_files import StudyFile
from core.application.write_report import pages, plan_document, write_text
from core.support.errors import EvenfoldError, StudyError
from gui import messages, strings
from gui.files import FileKind, FileService
from gui.pdf import write_pdf
from gui.wizard.state import State

PAPER, SUFFIX = ".pdf", ".toml"
STUDY = ".evenfold"
PASTED = "clipboard"


def save_plan(parent: QWidget, files: FileService, state: State, on_paper: bool = False) -> str:
    """What to say about it; nothing when the person changed their mind or it did not work."""
    usual, other = (PAPER, SUFFIX) if on_paper else (SUFFIX, PAPER)
    name = f"{state.study.title or strings.SAVE_PLAN_NAME}{usual}"
    filters = ";;".join(strings.SAVE_PLAN_FILTERS[ending] for ending in (usual, other))
    beside = state.file.path if state.file is not None else None
    chosen = files.ask_to_save(parent, FileKind.PLAN, strings.SAVE_PLAN_TITLE, name, filters, beside)
    if chosen is None:
        return ""
    path, kind = chosen
    ending = other if other in kind else usual
    path = path if path.suffix in (PAPER, SUFFIX) else Path(f"{path}{ending}")
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


def ask_for_place(parent: QWidget, files: FileService, file: StudyFile, title: str) -> Path | None:
    """Where the study, or a copy of it, is to be; a file that is there already is never written over."""
    name, filters = f"{file.path.stem}{STUDY}", strings.SAVE_AS_FILTER
    chosen = files.ask_to_save(parent, FileKind.STUDY, title, name, filters, file.path, new_only=True)
    if chosen is None:
        return None
    path = chosen[0]
    return path if path.suffix == STUDY else path.with_name(path.name + STUDY)


def go_on_at(file: StudyFile, path: Path) -> Path:
    """May take a while with a large study."""
    file.go_on_at(path)
    return path


def copy_study(file: StudyFile, path: Path) -> Path:
    """Write the study as it is now to another file; it goes on in its own."""
    file.copy_to(path)
    return path
