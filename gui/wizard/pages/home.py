"""Home: four doors, the samples, and the studies used last."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.data.samples import SAMPLES
from gui import strings, theme
from gui.files import where_words
from gui.tasks import Background
from gui.widgets.door import Door, SampleRow
from gui.widgets.parts import Card, OneLine, as_tip, button, column, empty, label, plain, row
from gui.wizard.bars import INFO, FooterLine
from gui.wizard.columns import TwoColumns
from gui.wizard.known import Known, known_studies
from gui.wizard.page import Page, Shell
from gui.wizard.state import State


class HomePage(Page):
    key = "home"
    title = strings.home.TITLE
    instruction = strings.home.INSTRUCTION
    has_lead = False

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._doors = QGridLayout()
        self._doors.setSpacing(theme.SPACE["m"])
        self._background = Background(self)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self._waiting: Known | None = None
        self._happened = label("", "", "happened")
        self._discard = self._recovery_button("", self._forget, "discardStudy")
        self._discard.setToolTip(strings.home.DISCARD_TIP)
        self._recovery = self._recovery_card()
        self._fill_doors()
        columns = TwoColumns(self._samples_column(), 352, 300, theme.SPACE["l"])
        columns.left.setSpacing(theme.GRID)
        for part in self._recent_parts():
            if isinstance(part, QWidget):
                columns.left.addWidget(part, 1)
            else:
                columns.left.addLayout(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.SPACE["m"])
        layout.addWidget(self._recovery)
        layout.addLayout(self._doors)
        layout.addWidget(columns, 1)

    def _fill_doors(self) -> None:
        go, words = self.shell.go, strings.home
        doors: tuple[tuple[str, str, str, str, Callable[[], None]], ...] = (
            ("doorCompare", "compare", words.DOOR_COMPARE, words.DOOR_COMPARE_NOTE, self.shell.start_new),
            ("doorPredictions", "predictions", words.DOOR_PREDICTIONS, words.DOOR_PREDICTIONS_NOTE,
             partial(go, "predictions")),
            ("doorClaim", "claim", words.DOOR_CLAIM, words.DOOR_CLAIM_NOTE, partial(go, "claim")),
            ("doorPredict", "predict", words.DOOR_PREDICT, words.DOOR_PREDICT_NOTE, partial(go, "predict")),
        )  # fmt: skip
        for place, (name, icon, title, note, act) in enumerate(doors):
            self._doors.addWidget(Door(name, icon, title, note, act), 0, place)
            self._doors.setColumnStretch(place, 1)

    def _recent_parts(self) -> tuple[QHBoxLayout, QWidget]:
        words = strings.home
        open_study = button(words.OPEN_STUDY, self.shell.ask_for_file, "openStudy", "small")
        open_folder = button(words.OPEN_FOLDER, self.shell.files.show_studies_folder, "openFolder", "small")
        card = Card("", "recentCard")
        card.add(self._recent, 0)
        return row(plain(words.RECENT, "title"), 0, open_study, open_folder), card

    def _samples_column(self) -> QWidget:
        """One row per sample: its name and what it teaches."""
        words = strings.home
        card = Card("", "samplesCard")
        card.body.setContentsMargins(1, 4, 1, 4)
        card.body.setSpacing(0)
        for entry in SAMPLES:
            card.add(
                SampleRow(
                    entry.key,
                    entry.title,
                    words.LESSONS[entry.key],
                    entry.story,
                    partial(self.shell.open_sample, entry.key),
                )
            )
        laboratory = button(words.LABORATORY, partial(self.shell.go, "laboratory"), "laboratoryLink", "link")
        lower = row(laboratory, 0)
        lower.setContentsMargins(11, 6, 11, 4)
        card.add(lower, 0)
        holder = QWidget()
        note = plain(words.SAMPLES_NOTE, "caption")
        holder.setLayout(column(row(plain(words.SAMPLES, "title"), 0, note), card))
        return holder

    def line(self) -> FooterLine | None:
        first = SAMPLES[0]
        link = strings.home.FIRST_LINK.format(title=first.title)
        return FooterLine(strings.home.FIRST_TIME, link, partial(self.shell.open_sample, first.key), INFO)

    def enter(self, state: State) -> None:
        """What the files say is looked up in the background."""
        known = self.shell.settings.recent
        self._show_known(())
        if known:
            self._background.start(partial(known_studies, known), self._show_known, lambda _error: None)

    def _show_known(self, known: tuple[Known, ...]) -> None:
        empty(self._recent)
        if not self.shell.settings.recent:
            folder = where_words(self.shell.settings.studies)
            self._recent.addWidget(label(strings.home.RECENT_EMPTY.format(folder=folder), "secondary", "recentEmpty"))
        for place, study in enumerate(known):
            self._recent.addLayout(self._entry(place, study))
        self._offer(next((study for study in known if study.unfinished and not self._is_open(study)), None))

    def _is_open(self, study: Known) -> bool:
        """Whether it is the study of this window, which may be running at this moment."""
        file = self.shell.state.file
        return file is not None and file.path == study.path

    def _recovery_card(self) -> Card:
        """Stands before the doors, for the eye and for Tab; seen only while a study waits."""
        card = Card("", "recovery")
        card.setProperty("look", "notice")
        go_on = self._recovery_button(strings.home.CONTINUE, self.shell.open_path, "continueStudy")
        look = self._recovery_button(strings.home.LOOK, self.shell.open_plan, "lookAtPlan")
        line = row(self._happened, go_on, look, self._discard)
        line.setStretch(0, 1)
        card.hide()
        return card.add(line)

    def _recovery_button(self, text: str, act: Callable[[Path], None], name: str) -> QPushButton:
        return button(text, lambda: act(self._waiting.path) if self._waiting else None, name, "small")

    def _offer(self, waiting: Known | None) -> None:
        """The study that was under way when the program closed last."""
        self._waiting = waiting
        self._recovery.setVisible(waiting is not None)
        if waiting is not None:
            self._happened.setText(waiting.happened)
            words = strings.home.DISCARD_SEEN if waiting.seen else strings.home.DISCARD
            self._discard.setText(words)
            self._discard.setAccessibleName(words.replace("&", ""))

    def _entry(self, place: int, study: Known) -> QHBoxLayout:
        status = OneLine("secondary")
        words = strings.home.OPEN_HERE if study.in_use and self._is_open(study) else study.status
        status.setText(f"{words} · {study.when}" if study.when else words)
        status.setToolTip(as_tip(status.text()))
        if study.missing:
            locate = button(strings.home.LOCATE, self.shell.ask_for_file, f"locate{place}", "link")
            forget = button(strings.home.FORGET, partial(self._forget, study.path), f"forget{place}", "link")
            return _stretched(row(plain(study.title, "secondary"), status, locate, forget))
        entry = button(study.title, partial(self.shell.open_path, study.path), f"recent{place}", "link")
        entry.setToolTip(str(study.path))
        return _stretched(row(entry, status))

    def _forget(self, path: Path) -> None:
        self.shell.settings.forget(str(path))
        self.enter(self.shell.state)

    def close_down(self) -> None:
        self._background.wait()


def _stretched(line: QHBoxLayout) -> QHBoxLayout:
    """What a study said takes the room that is left."""
    line.setStretch(1, 1)
    return line
