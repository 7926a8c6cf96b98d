"""Home: four doors, the samples, and the studies used last."""

from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from core.data.samples import SAMPLES
from gui import strings, theme
from gui.widgets.door import Door
from gui.widgets.parts import button, column, empty, label, plain
from gui.wizard.page import Page, Shell
from gui.wizard.state import State


class HomePage(Page):
    key = "home"
    title = strings.HOME_TITLE
    instruction = strings.HOME_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._doors = QGridLayout()
        self._doors.setSpacing(theme.GRID)
        self._samples = QGridLayout()
        self._samples.setSpacing(theme.GRID)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self._fill_doors()
        self._fill_samples()
        hint = label(strings.HOME_NEW_HERE.format(title=SAMPLES[0].title), "secondary", "newHere")
        content = column(
            self._doors, 8, plain(strings.HOME_SAMPLES, "title"), hint, self._samples, 8,
            plain(strings.HOME_RECENT, "title"), self._recent, 0,
        )  # fmt: skip
        body = QWidget()
        body.setLayout(content)
        body.setMaximumWidth(1160)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(body, 1)

    def _fill_doors(self) -> None:
        doors = (
            ("doorCompare", "compare", strings.DOOR_COMPARE, strings.DOOR_COMPARE_NOTE, self.shell.start_new),
            ("doorPredictions", "predictions", strings.DOOR_PREDICTIONS, strings.DOOR_PREDICTIONS_NOTE, self._not_yet),
            ("doorClaim", "claim", strings.DOOR_CLAIM, strings.DOOR_CLAIM_NOTE, self._not_yet),
            ("doorOpen", "open", strings.DOOR_OPEN, strings.DOOR_OPEN_NOTE, self.shell.ask_for_file),
        )
        for place, (name, icon, title, note, act) in enumerate(doors):
            self._doors.addWidget(Door(name, icon, title, note, act), 0, place)
            self._doors.setColumnStretch(place, 1)

    def _fill_samples(self) -> None:
        for place, row in enumerate(SAMPLES):
            door = Door(f"sample_{row.key}", "sample", row.title, row.story, partial(self.shell.open_sample, row.key))
            self._samples.addWidget(door, place // 3, place % 3)
        for place in range(3):
            self._samples.setColumnStretch(place, 1)

    def _not_yet(self) -> None:
        self.explained.emit(strings.HOME_TITLE, strings.HOME_NOT_YET, "", "")
        self.shell.announce(strings.HOME_NOT_YET)

    def enter(self, state: State) -> None:
        empty(self._recent)
        known = self.shell.settings.recent
        if not known:
            self._recent.addWidget(label(strings.HOME_RECENT_EMPTY, "secondary", "recentEmpty"))
        for place, text in enumerate(known):
            self._recent.addWidget(self._entry(place, Path(text)))

    def _entry(self, place: int, path: Path) -> QWidget:
        if not path.exists():
            return label(f"{path.stem}: {strings.HOME_RECENT_MISSING}", "secondary", f"missing{place}")
        date = datetime.fromtimestamp(path.stat().st_mtime).strftime("%d %b %Y, %H:%M")
        entry = button(f"{path.stem}   ·   {date}", partial(self.shell.open_path, path), f"recent{place}", "link")
        entry.setToolTip(str(path))
        return entry
