"""The one place that decides where files are looked for and written: Documents/Evenfold, or the folder used last."""

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from core.support.paths import documents, free_path, study_path
from gui.settings import Settings


class FileKind(StrEnum):
    """What a file is; for each kind the folder that the person chose last is remembered."""

    DATA = "data"
    STUDY = "study"
    PLAN = "plan"
    REPORT = "report"
    MODEL = "model"
    PREDICTION = "prediction"
    PICTURE = "picture"
    HISTORY = "history"
    CERTIFICATE = "certificate"


OPENED_ANYWHERE = (FileKind.DATA, FileKind.CERTIFICATE)
"""Kinds that other programs make: the first time they are looked for in Documents itself."""


class FileService:
    """Every dialog of the window starts in a folder from here, never in the working directory or a hidden folder."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def folder_for(self, kind: FileKind, study: Path | None = None) -> Path:
        """Return the folder a dialog starts in: the one chosen last, else that of the study, else the studies folder.

        A folder that is gone by now, such as that of a memory stick, is passed over.
        """
        chosen = self._settings.folder_of(kind)
        if chosen is not None:
            return chosen
        if kind in OPENED_ANYWHERE:
            return documents()
        return study.parent if study is not None and study.parent.is_dir() else self._settings.studies

    def ask_to_open(self, parent: QWidget, kind: FileKind, title: str, filters: str = "") -> Path | None:
        """Return the file the person chose; None when they changed their mind."""
        chosen, _ = QFileDialog.getOpenFileName(parent, title, str(self.folder_for(kind)), filters)
        return self._remember(kind, Path(chosen), None) if chosen else None

    def ask_to_open_several(self, parent: QWidget, kind: FileKind, title: str, filters: str) -> list[Path]:
        chosen, _ = QFileDialog.getOpenFileNames(parent, title, str(self.folder_for(kind)), filters)
        if chosen:
            self._remember(kind, Path(chosen[0]), None)
        return [Path(path) for path in chosen]

    def ask_to_save(
        self,
        parent: QWidget,
        kind: FileKind,
        title: str,
        name: str,
        filters: str,
        study: Path | None = None,
        new_only: bool = False,
    ) -> tuple[Path, str] | None:
        """Return where to write and the filter that was chosen; `name` has its ending and gets a number if taken.

        `new_only`: whoever writes refuses to write over a file, so the dialog does not ask about it.
        """
        proposed = Path(name)
        start = free_path(self.folder_for(kind, study), proposed.stem, proposed.suffix)
        if new_only:
            options = QFileDialog.Option.DontConfirmOverwrite
            chosen, used = QFileDialog.getSaveFileName(parent, title, str(start), filters, options=options)
        else:
            chosen, used = QFileDialog.getSaveFileName(parent, title, str(start), filters)
        return (self._remember(kind, Path(chosen), start), used) if chosen else None

    def path_of_new_study(self, title: str) -> Path:
        """Return a free name in a folder of its own below the studies folder; the folder is made."""
        return study_path(self._settings.studies, title)

    def show_studies_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._settings.studies)))

    def _remember(self, kind: FileKind, chosen: Path, proposed: Path | None) -> Path:
        """Only another folder than the proposed one is the person's own choice."""
        if proposed is None or chosen.parent != proposed.parent:
            self._settings.remember_folder(kind, chosen.parent)
        return chosen


def where_words(path: Path) -> str:
    """Return a path below Documents in the form "Documents › Evenfold › name", any other in full."""
    home = documents()
    if path.is_relative_to(home):
        return " › ".join((home.name, *path.relative_to(home).parts))
    return str(path)
