"""Home: four doors, the studies used last, and the samples."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.application.duplicate_study import duplicate_study
from core.application.read_tables import SAMPLES
from core.support.errors import EvenfoldError
from gui import messages, strings, theme
from gui.dressing import Dressed
from gui.files import where_words
from gui.results.beside_window import BesideWindow, Shown, load_shown
from gui.tasks import Background
from gui.widgets.door import Door, SampleRow
from gui.widgets.parts import Card, as_is, button, column, empty, label, plain, row
from gui.wizard.bars import INFO, FooterLine
from gui.wizard.columns import TwoColumns
from gui.wizard.known import Known, known_studies
from gui.wizard.page import Page, Shell
from gui.wizard.recent_row import MenuEntry, RecentRow
from gui.wizard.state import State

SAMPLES_WIDTH, SAMPLES_LEAST = 340, 300
DOOR, DOOR_NARROW = 124, 96
LARGE_TEXT = 1.5  # from here on the footer has no room for more than its line
DOOR_KEYS = {Qt.Key.Key_1: 0, Qt.Key.Key_2: 1, Qt.Key.Key_3: 2, Qt.Key.Key_4: 3}


class HomePage(Dressed, Page):
    key = "home"
    title = strings.home.TITLE
    instruction = strings.home.INSTRUCTION
    has_lead = False

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._background, self._copying = Background(self), Background(self)
        self.known: tuple[Known, ...] = ()
        self._doors = QGridLayout()
        self._doors.setSpacing(theme.SPACE["m"])
        self.doors: list[Door] = []
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._recent.setContentsMargins(0, 0, 0, 0)
        self.saved_note = as_is("", "caption", "everythingSaved")
        self._fill_doors()
        self._columns = TwoColumns(self._samples_column(), SAMPLES_WIDTH, SAMPLES_LEAST, theme.SPACE["l"])
        self._columns.left.setSpacing(theme.GRID)
        self._columns.left.addLayout(self._recent_head())
        self._columns.left.addWidget(self._recent_card(), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.SPACE["m"])
        layout.addLayout(self._doors)
        layout.addWidget(self._columns, 1)
        self.redress()

    # --- Building ----------------------------------------------------------------------------------------------------

    def _fill_doors(self) -> None:
        start, words = self.shell.start_route, strings.home
        doors: tuple[tuple[str, str, str, str, Callable[[], None]], ...] = (
            ("doorCompare", "compare", words.DOOR_COMPARE, words.DOOR_COMPARE_NOTE, self.shell.start_new),
            ("doorPredictions", "predictions", words.DOOR_PREDICTIONS, words.DOOR_PREDICTIONS_NOTE,
             partial(start, "predictions")),
            ("doorClaim", "claim", words.DOOR_CLAIM, words.DOOR_CLAIM_NOTE, partial(start, "claim")),
            ("doorPredict", "predict", words.DOOR_PREDICT, words.DOOR_PREDICT_NOTE, partial(start, "predict")),
        )  # fmt: skip
        for place, (name, icon, title, note, act) in enumerate(doors):
            door = Door(name, icon, title, note, act)
            self.doors.append(door)
            self._doors.addWidget(door, 0, place)
            self._doors.setColumnStretch(place, 1)

    def _recent_head(self) -> QHBoxLayout:
        words = strings.home
        self.open_sample = button(words.OPEN_SAMPLE, self._offer_samples, "openSample", "small")
        open_study = button(words.OPEN_STUDY, self.shell.ask_for_study, "openStudy", "small")
        open_folder = button(words.OPEN_FOLDER, self.shell.files.show_studies_folder, "openFolder", "small")
        return row(plain(words.RECENT, "title"), 0, self.open_sample, open_study, open_folder)

    def _recent_card(self) -> QWidget:
        """The list scrolls by itself, so that nothing else moves however long it is."""
        card = Card("", "recentCard")
        card.body.setContentsMargins(1, 4, 1, 4)
        inside = QWidget()
        inside.setObjectName("recentList")
        note = row(self.saved_note)
        note.setContentsMargins(12, 10, 12, 4)
        rows = column(self._recent, note, 0, spacing=0)
        inside.setLayout(rows)
        area = QScrollArea()
        area.setObjectName("recentArea")
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        return card.add(area)

    def _samples_column(self) -> QWidget:
        """One row per sample: its name and what it teaches."""
        words = strings.home
        card = Card("", "samplesCard")
        card.body.setContentsMargins(1, 4, 1, 4)
        card.body.setSpacing(0)
        for entry in SAMPLES:
            open_it = partial(self.shell.open_sample, entry.key)
            card.add(SampleRow(entry.key, entry.title, words.LESSONS[entry.key], entry.story, open_it))
        laboratory = button(words.LABORATORY, partial(self.shell.go, "laboratory"), "laboratoryLink", "link")
        lower = row(laboratory, 0)
        lower.setContentsMargins(11, 6, 11, 4)
        card.add(lower, 0)
        self._samples = QWidget()
        note = plain(words.SAMPLES_NOTE, "caption")
        self._samples_title = plain(words.SAMPLES, "title")
        self._samples.setLayout(column(row(self._samples_title, 0, note), card))
        return self._samples

    def _offer_samples(self) -> None:
        """The samples as a menu, where the window has no room for their list."""
        menu = QMenu(self)
        menu.setObjectName("samplesMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for entry in SAMPLES:
            action = menu.addAction(entry.title)
            action.setToolTip(entry.story)
            action.triggered.connect(partial(self.shell.open_sample, entry.key))
        menu.popup(self.open_sample.mapToGlobal(self.open_sample.rect().bottomLeft()))

    # --- Sizes -------------------------------------------------------------------------------------------------------

    def redress(self) -> None:
        """In a narrow window doors are low and without a text, and samples are a menu."""
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        for door in self.doors:
            door.show_note(not is_narrow)
            door.setFixedHeight(theme.scaled(DOOR_NARROW if is_narrow else DOOR))
        self._samples_title.setMinimumHeight(self.open_sample.sizeHint().height())
        self._samples.setVisible(not is_narrow)
        self.open_sample.setVisible(is_narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.redress()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = DOOR_KEYS.get(Qt.Key(event.key())) if not event.modifiers() else None
        if place is None:
            super().keyPressEvent(event)
        else:
            self.doors[place].click()

    # --- The frame ---------------------------------------------------------------------------------------------------

    def line(self) -> FooterLine | None:
        link = strings.home.TOUR_LINK.format(title=SAMPLES[0].title)
        return FooterLine(strings.home.FIRST_TIME, link, self.shell.start_tour, INFO)

    def aside(self) -> str:
        return strings.home.OFFLINE if theme.scale() < LARGE_TEXT else ""

    # --- Recent ------------------------------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        """What the files say is looked up in the background."""
        known = self.shell.settings.recent
        if not known or [str(one.path) for one in self.known] != list(known):
            self._show_known(())
        if known:
            self._background.start(partial(known_studies, known), self._show_known, lambda _error: None)

    def _show_known(self, known: tuple[Known, ...]) -> None:
        focused = next((one.known.path for one in self._rows() if one.hasFocus()), None)
        self.known = known
        empty(self._recent)
        folder = where_words(self.shell.settings.studies)
        self.saved_note.setText(strings.home.EVERYTHING_SAVED.format(folder=folder))
        self.saved_note.setVisible(bool(self.shell.settings.recent))
        if not self.shell.settings.recent:
            self._show_nothing(folder)
        waits = False
        for place, study in enumerate(known):
            made = self._entry(place, study, is_first=study.unfinished and not waits)
            waits = waits or study.unfinished
            self._recent.addWidget(made)
            if study.path == focused:
                made.setFocus(Qt.FocusReason.OtherFocusReason)

    def _rows(self) -> list[RecentRow]:
        return self.findChildren(RecentRow)

    def _show_nothing(self, folder: str) -> None:
        """No study yet, or no place for one."""
        words, first = strings.home, SAMPLES[0]
        told: str = words.RECENT_EMPTY.format(folder=folder)
        open_first: QPushButton = button(
            words.OPEN_FIRST.format(title=first.title), partial(self.shell.open_sample, first.key), "openFirst", "small"
        )
        if not can_write(self.shell.settings.studies):
            told = words.NO_FOLDER.format(folder=folder)
            open_first = button(words.CHOOSE_FOLDER, self._choose_folder, "chooseFolder", "small")
        holder = QWidget()
        inside = column(label(told, "secondary", "recentEmpty"), row(open_first, 0))
        inside.setContentsMargins(12, 8, 12, 8)
        holder.setLayout(inside)
        self._recent.addWidget(holder)

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, strings.home.CHOOSE_FOLDER, str(Path.home()))
        if chosen:
            self.shell.settings.studies = Path(chosen)
            self.enter(self.shell.state)

    def _is_open(self, study: Known) -> bool:
        """Whether it is the study of this window, which may be running at this moment."""
        file = self.shell.state.file
        return file is not None and file.path == study.path

    def _entry(self, place: int, study: Known, is_first: bool) -> RecentRow:
        status = strings.home.OPEN_HERE if study.in_use and self._is_open(study) else study.status
        helped: tuple[str, str, Callable[[], None]] | None = None
        open_it = partial(self.shell.open_path, study.path)
        if study.missing:
            helped = (f"locate{place}", strings.home.LOCATE, partial(self._locate, study.path))
            open_it = partial(self._locate, study.path)
        elif study.unfinished and not self._is_open(study):
            helped = ("continueStudy" if is_first else f"continue{place}", strings.home.CONTINUE, open_it)
        return RecentRow(place, study, status, open_it, helped, partial(self._list_entries, study))

    def _list_entries(self, study: Known) -> list[MenuEntry]:
        words, there = strings.home, not study.missing
        return [
            ("open", words.MENU_OPEN, partial(self.shell.open_path, study.path), there),
            ("plan", words.MENU_PLAN, partial(self.shell.open_plan, study.path), there and study.kind is None),
            ("duplicate", words.MENU_DUPLICATE, partial(self.duplicate, study), there),
            ("beside", words.MENU_BESIDE, partial(self.show_beside, study), study.is_finished and study.kind is None),
            ("folder", words.MENU_FOLDER, partial(self._show_folder, study.path), there),
            ("forget", words.MENU_FORGET, partial(self._forget, study.path), True),
        ]

    def _locate(self, path: Path) -> None:
        """The file was moved: the one that is found takes its place in the list."""
        chosen = self.shell.locate_study(path)
        if chosen is not None:
            self.shell.settings.forget(str(path))
            self.shell.open_path(chosen)

    def duplicate(self, study: Known) -> None:
        """The same study in a file of its own, in Recent."""
        title = strings.home.COPY_TITLE.format(title=study.title)
        target = self.shell.files.path_of_new_study(title)
        self._copying.start(partial(duplicate_study, study.path, target), self._duplicated, self._failed)

    def _duplicated(self, path: Path) -> None:
        self.shell.settings.remember(path)
        self.shell.announce(strings.home.DUPLICATED.format(place=where_words(path)))
        self.enter(self.shell.state)

    def show_beside(self, study: Known) -> None:
        """Two results beside each other, in a window of their own."""
        others = [one for one in self.known if one.is_finished and one.kind is None and one.path != study.path]
        if not others:
            self.shell.announce(strings.home.BESIDE_NONE)
            return
        names = [f"{one.title} ({one.when})" for one in others]
        title = strings.home.BESIDE_TITLE.format(title=study.title)
        chosen, accepted = QInputDialog.getItem(self, strings.home.MENU_BESIDE.strip("&…"), title, names, 0, False)
        if accepted:
            self.open_beside(study.path, others[names.index(chosen)].path)

    def open_beside(self, left: Path, right: Path) -> None:
        def show(found: tuple[Shown, Shown]) -> None:
            self.beside = BesideWindow(found, self.window())
            self.beside.show()

        self._copying.start(lambda: (load_shown(left), load_shown(right)), show, self._failed)

    def _show_folder(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def _forget(self, path: Path) -> None:
        self.shell.settings.forget(str(path))
        self.enter(self.shell.state)

    def _failed(self, error: EvenfoldError) -> None:
        messages.show_error(self, error)

    def close_down(self) -> None:
        self._background.wait()
        self._copying.wait()


def can_write(folder: Path) -> bool:
    """Whether a study could be saved there."""
    return os.access(folder, os.W_OK)
