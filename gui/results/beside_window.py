"""Two finished studies beside each other: two results as the page Result shows them, to be read only."""

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QSplitter, QWidget

from core.application.study_files import StudyFile, load_run
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.study import Study
from gui import strings
from gui.results.result_panel import ResultPanel
from gui.widgets.parts import OneLine, column


class Shown(NamedTuple):
    study: Study
    data: Dataset
    run: Run
    findings: Findings
    beside: tuple[FitResult, ...]


def load_shown(path: Path) -> Shown:
    """A finished study, read from its file; a StudyError where it is not finished."""
    with StudyFile.open(path, only_read=True) as file:
        run, findings = load_run(file)
        return Shown(file.study, file.data, run, findings, file.beside())


class BesideWindow(QDialog):
    """As large as the screen allows, because each half is a page."""

    def __init__(self, shown: tuple[Shown, Shown], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("besideWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        left, right = shown
        self.setWindowTitle(strings.home.BESIDE_WINDOW.format(left=left.study.title, right=right.study.title))
        parts = QSplitter()
        self.panels = []
        for one in shown:
            panel, holder, title = ResultPanel(), QWidget(), OneLine("title")
            title.setText(one.study.title)
            title.setToolTip(one.study.title)
            panel.show_result(one.study, one.data, one.run, one.findings, buttons=(), beside=one.beside)
            inside = column(title, panel)
            inside.setStretch(1, 1)
            inside.setContentsMargins(8, 8, 8, 8)
            holder.setLayout(inside)
            parts.addWidget(holder)
            self.panels.append(panel)
        layout = column(parts)
        layout.setContentsMargins(8, 8, 8, 8)
        self.setLayout(layout)
        self.resize(self.screen().availableSize() * 0.92)
