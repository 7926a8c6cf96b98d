"""The route Check a study: someone's file verified, number by number, and on request training by training."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QTableWidgetItem,
    QVBoxLayout,
)

from core.application.check_study import check_study, summarize_checks
from core.application.prepare_run import Options
from core.domain.verified_part import VerifiedPart
from core.support.errors import EvenfoldError
from gui import messages, theme
from gui.files import FileKind
from gui.strings import honesty as strings
from gui.tasks import Background
from gui.widgets.parts import Card, button, label, restyle, row
from gui.widgets.word_table import word_table
from gui.wizard.page import Page, Shell
from gui.wizard.state import State

MOST_NAMED = 20
Result = tuple[Path, tuple[VerifiedPart, ...]]


class CheckPage(Page):
    key = "check"
    title = strings.CHECK_TITLE
    instruction = strings.CHECK_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.path: Path | None = None
        self.found: tuple[VerifiedPart, ...] = ()
        self._background = Background(self)
        self._choose = button(strings.CHECK_CHOOSE, self.choose, "checkChoose")
        self.file = label(strings.CHECK_NONE, "secondary", "checkFile")
        self.retrain = QCheckBox(strings.CHECK_RETRAIN)
        self.retrain.setObjectName("checkRetrain")
        self.tag, self.headline = label("", "", "checkTag"), label("", "instruction", "checkHeadline")
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.table = word_table("checkTable", strings.CHECK_TABLE, strings.CHECK_HEADINGS, (0, 1))
        self.card = Card(strings.CHECK_ANSWER, "checkAnswer").add(self.tag, self.headline, self.table)
        self.card.body.setStretchFactor(self.table, 1)
        self.card.hide()
        line = row(self._choose, self.file)
        line.setStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID + 2)
        layout.addLayout(line)
        layout.addWidget(self.retrain)
        layout.addWidget(self.card, 1)
        layout.addStretch(0)

    def enter(self, state: State) -> None:
        self.explained.emit(self.title, strings.CHECK_SUBTITLE, strings.CHECK_RETRAIN.replace("&", ""), "")

    def subtitle(self) -> str:
        return strings.CHECK_SUBTITLE

    def choose(self) -> None:
        files, title = self.shell.files, strings.CHECK_CHOOSE_TITLE
        chosen = files.ask_to_open(self, FileKind.STUDY, title, strings.STUDY_FILTER)
        if chosen is not None:
            self.take(chosen)

    def take(self, path: Path) -> None:
        self.path = path
        self.card.hide()
        self.file.setText(path.name)
        self.file.setToolTip(str(path))
        self._choose.setText(strings.CHECK_CHOOSE_OTHER)
        self.changed.emit()

    def primary(self) -> tuple[str, ...]:
        return (strings.CHECK_GO,)

    def act(self) -> None:
        if self.path is None:
            self._choose.setFocus()
            self.shell.announce(strings.CHECK_NO_FILE)
            return
        text = strings.CHECK_TRAINING if self.retrain.isChecked() else strings.CHECK_WORKING
        self.shell.announce(text.format(name=self.path.name))
        options = Options(workers=self.shell.settings.workers or None) if self.retrain.isChecked() else None
        self._background.start(partial(checked, self.path, options), self._show, self._failed)

    def _show(self, result: Result) -> None:
        path, self.found = result
        if path != self.path:
            return
        wrong = any(one.differences for one in self.found)
        self.tag.setText(strings.CHECK_DIFFERS if wrong else strings.CHECK_OK)
        restyle(self.tag, look="blocked" if wrong else "settled")
        self.headline.setText(summarize_checks(self.found))
        self.table.setRowCount(len(self.found))
        for place, one in enumerate(self.found):
            for column, text in enumerate(_cells(one)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.table.setItem(place, column, item)
        self.card.show()
        self.table.setFocus()
        self.shell.announce(self.headline.text(), shown=False)
        self.changed.emit()

    def _failed(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        messages.show_error(self, error)

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        return ()

    def close_down(self) -> None:
        self._background.wait()


def checked(path: Path, retrain: Options | None) -> Result:
    return path, check_study(path, retrain)


def _cells(one: VerifiedPart) -> tuple[str, str, str]:
    if not one.differences:
        return one.title, strings.CHECK_OK, one.detail
    more = len(one.differences) - MOST_NAMED
    named = [*one.differences[:MOST_NAMED], *([strings.CHECK_MORE.format(count=more)] if more > 0 else [])]
    return one.title, strings.CHECK_DIFFERS, "\n".join((one.detail, *named))
