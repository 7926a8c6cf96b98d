"""The card on top of Run: where it is, how long it may still take, the bar over all training runs, and its stages."""

from collections.abc import Callable
from html import escape
from time import monotonic

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.application.run_stages import RunStage
from core.figures.live import Live
from gui import strings, theme
from gui.dressing import Dressed
from gui.plots.ink import hatch, thin
from gui.results.time_left import TimeLeft
from gui.widgets.parts import OneLine, as_is, button, plain, row

CARD, BAR = 84, 8  # pixels of normal text
COUNTS, BESIDE_STAGE = 170, 46  # for the count of training runs, and for the sign and the gap of a stage
LONG = 120.0  # seconds; whom a run keeps longer is offered to go elsewhere
SOUND = 0.1  # of all training runs must be done before an estimate of the rest is relied on
ROUGHLY = 0.25  # of an earlier estimate are taken for sure
SAID_AT = (0, 25, 50, 75, 100)
NOTHING_SAID = -1
SIGN_DONE, SIGN_NOW, SIGN_LATER = "✓", "●", "○"


class HatchedBar(QWidget):
    """How much of everything is done; hatched while nothing goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runBar")
        self.setAccessibleName(strings.run.PROGRESS)
        self.done, self.total, self.is_paused = 0, 0, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, done: int, total: int, is_paused: bool) -> None:
        self.done, self.total, self.is_paused = done, total, is_paused
        self.setAccessibleDescription(strings.run.TRAININGS.format(done=done, total=total))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colors, round_by = QPainter(self), theme.current(), self.height() / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        trough = QPainterPath()
        trough.addRoundedRect(QRectF(self.rect()), round_by, round_by)
        painter.fillPath(trough, QColor(colors.line))
        filled = QRectF(0, 0, self.width() * self.done / max(1, self.total), self.height())
        painter.setClipPath(trough)
        painter.fillRect(filled, QColor(colors.accent))
        if self.is_paused:
            painter.setPen(thin(colors.surface, 2))
            painter.drawLines(hatch(filled))


class Overlay(QFrame):
    """Laid over the card when the run cannot go on: what is wrong, and the one way out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("runOverlay")
        self.setProperty("look", "card")
        self.words = as_is("", "", "runTrouble")
        self.way: QPushButton = button("", lambda: self._act(), "runWayOut")
        self._act: Callable[[], None] = lambda: None
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.way)
        self.hide()

    def tell(self, words: str, way: tuple[str, Callable[[], None]] | None) -> None:
        self.words.setText(words)
        self.words.setToolTip(words)
        self.way.setVisible(way is not None)
        if way is not None:
            self.way.setText(way[0])
            self.way.setAccessibleName(way[0])
            self._act = way[1]
        self.show()
        self.raise_()


class ProgressCard(Dressed, QFrame):
    """Counts training runs and splits; `is_long` once the whole run takes longer than anybody sits and watches."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runStatus")
        self.setProperty("look", "card")
        self.where, self.doing = plain("", "strong", "runWhere"), OneLine("secondary", "runDoing")
        self.left = plain("", "strong", "runLeft")
        self.bar = HatchedBar()
        self.stages, self.counts = QLabel(), plain("", "secondary", "runCounts")
        self.stages.setObjectName("runStages")
        self.stages.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.overlay = Overlay(self)
        top = row(self.where, self.doing, self.left)
        top.setStretch(1, 1)
        below = row(self.stages, self.counts)
        below.setStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.bar)
        layout.addLayout(below)
        self._planned: tuple[RunStage, ...] = ()
        self._stage_counts: tuple[tuple[str, int, int], ...] = ()
        self.show_study(())
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(CARD))
        self.bar.setFixedHeight(theme.scaled(BAR))
        self._show_stages()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.overlay.setGeometry(self.rect())
        self._show_stages()

    # --- What is known -----------------------------------------------------------------------------------------------

    def show_study(self, planned: tuple[RunStage, ...]) -> None:
        """Another study, with these stages."""
        self._planned = planned
        self.done = self.total = self.added = 0
        self._said = NOTHING_SAID
        self.begin()

    def begin(self) -> None:
        """The run begins, or goes on: how long it takes is estimated anew."""
        self._seconds: float | None = None
        self._time_left, self._began, self.is_long = TimeLeft(), monotonic(), False
        self.overlay.hide()

    def grow(self, repeats: int, planned: tuple[RunStage, ...]) -> None:
        """So many repeats were added; what was said of progress holds no more."""
        self.added += repeats
        self._planned, self._said = planned, NOTHING_SAID

    def have(self, done: int, total: int, seconds: float | None = None) -> None:
        """So many of all training runs are done; the others may take so many seconds."""
        self.done, self.total, self._seconds = done, total, seconds

    @property
    def folds(self) -> int:
        """Test folds of the whole study."""
        return self._planned[0].splits if self._planned else 0

    @property
    def last_stage(self) -> int:
        """The number of the stage after which the answer comes."""
        return 1 + len(self._planned)

    def turns_long(self) -> bool:
        """True at the moment it becomes clear that the whole run takes long; first estimates are too rough for that."""
        left = (self._seconds or 0.0) * (1.0 if self.done >= SOUND * self.total else ROUGHLY)
        before, self.is_long = self.is_long, self.is_long or monotonic() - self._began + left > LONG
        return self.is_long and not before

    def percent_to_say(self) -> int | None:
        """A quarter, a half, … that was passed since the last time."""
        percent = 100 * self.done // max(1, self.total)
        passed = [mark for mark in SAID_AT if self._said < mark <= percent]
        self._said = max([self._said, *passed])
        return passed[-1] if passed else None

    # --- What is shown -----------------------------------------------------------------------------------------------

    def say(self, where: str, doing: str = "") -> None:
        """What is being done, and more about it."""
        self.where.setText(where)
        self.doing.setText(f"· {doing}" if doing else "")
        self.doing.setToolTip(doing)

    def show_counts(self, live: Live, slower: Callable[[], str] | None, is_paused: bool = False) -> None:
        """`slower` says whose training runs take long, None while nothing runs."""
        self.bar.show_share(self.done, self.total, is_paused)
        self.counts.setText(strings.run.TRAININGS.format(done=self.done, total=self.total) if self.total else "")
        self.left.setText(self._time_left.words(self._seconds, monotonic(), slower) if slower else "")
        found = tuple(
            (stage.kind.value, min(stage.splits, sum(map(live.count_splits, stage.parts))), stage.splits)
            for stage in self._planned
        )
        if found != self._stage_counts:
            self._stage_counts = found
            self._show_stages()

    def _show_stages(self) -> None:
        """Numbered from the preparation on; the first that is not done is the one under way."""
        colors = theme.current()
        begun = any(done for _, done, _ in self._stage_counts)
        shown = [(strings.run.STAGE_PREPARATION.format(number=1), begun)]
        for number, (kind, done, total) in enumerate(self._stage_counts, 2):
            words = strings.run.STAGES[kind].format(number=number, done=done, total=total)
            shown.append((words, done >= total > 0))
        now = next((place for place, (_, is_done) in enumerate(shown) if not is_done), len(shown))
        listed = list(enumerate(shown))
        if not self._have_room_for([words for words, _ in shown]):
            listed = listed[min(now, len(shown) - 1) :][:1]
        parts = []
        for place, (words, is_done) in listed:
            sign = SIGN_DONE if is_done else SIGN_NOW if place == now else SIGN_LATER
            ink = colors.yes if is_done else colors.accent if place == now else colors.text3
            text = f"<b>{escape(words)}</b>" if place == now else escape(words)
            parts.append(f"<span style='color:{ink}'>{sign}</span>&nbsp;&nbsp;{text}".replace(" ", "&nbsp;"))
        self.stages.setText("&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; ".join(parts).replace("<span&nbsp;", "<span "))
        self.stages.setAccessibleName(" · ".join(words for words, _ in shown))
        self.stages.setToolTip(" · ".join(words for words, _ in shown))

    def _have_room_for(self, words: list[str]) -> bool:
        """Whether all stages fit beside the counts; else only the one under way is shown, and the tip has them all."""
        metrics, room = self.stages.fontMetrics(), self.width() - theme.scaled(COUNTS + 2 * 16)
        return sum(metrics.horizontalAdvance(one) + theme.scaled(BESIDE_STAGE) for one in words) <= room
