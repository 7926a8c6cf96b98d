"""The report card as a list: every check with its level, its sentence and the help page about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.application.report_card import find_check
from core.domain.check_result import CheckLevel, CheckResult
from core.domain.conclusion import Answer
from core.domain.dataset import Dataset
from core.domain.study import Study
from core.wording.check_text import word_check, word_check_action
from gui import theme
from gui.dressing import Dressed
from gui.strings import result as words
from gui.widgets.answer_chip import paint_glyph
from gui.widgets.parts import as_is, button, empty, plain
from gui.widgets.segments import Segments

ALL = "all"
INKS = {
    CheckLevel.PASSED: "yes",
    CheckLevel.NOTED: "text2",
    CheckLevel.ATTENTION: "unclear",
    CheckLevel.PROBLEM: "blocked",
    CheckLevel.NOT_APPLICABLE: "text3",
    CheckLevel.NOT_COMPUTED: "text3",
}
ORDER = (
    CheckLevel.PROBLEM,
    CheckLevel.ATTENTION,
    CheckLevel.NOTED,
    CheckLevel.PASSED,
    CheckLevel.NOT_COMPUTED,
    CheckLevel.NOT_APPLICABLE,
)

NOT_JUDGED = (CheckLevel.NOT_COMPUTED, CheckLevel.NOT_APPLICABLE)
FILTERS = {
    "open": (CheckLevel.PROBLEM, CheckLevel.ATTENTION),
    "noted": (CheckLevel.NOTED,),
    "passed": (CheckLevel.PASSED,),
    "other": NOT_JUDGED,
}


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One row in words; `help` is the key of its page ("": none)."""

    level: CheckLevel
    code: str
    title: str
    sentence: str
    action: str = ""
    help: str = ""


def word_checks(
    study: Study, data: Dataset, results: Sequence[CheckResult], notes: Sequence[str] = ()
) -> tuple[CheckLine, ...]:
    """Word all rows, what asks for attention first; `notes` are what else must be kept in mind."""
    lines = [CheckLine(CheckLevel.NOTED, "", words.NOTE, note) for note in notes]
    for result in results:
        check = find_check(result.code)
        said = word_check(study, data, result).text
        lines.append(CheckLine(result.level, check.code, check.title, said, word_check_action(result), check.key))
    return tuple(sorted(lines, key=lambda line: ORDER.index(line.level)))


class LevelSign(Dressed, QWidget):
    """The level of a check as a sign: tick, triangle, ring, dash."""

    def __init__(self, level: CheckLevel) -> None:
        super().__init__()
        self._level = level
        self.setAccessibleName(words.LEVELS[level.value])
        self.setToolTip(words.LEVELS[level.value])
        self.redress()

    def redress(self) -> None:
        self.setFixedSize(theme.scaled(20), theme.scaled(20))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, size = QPainter(self), theme.scaled(13)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = QColor(theme.token(INKS[self._level]))
        middle = QPointF(self.width() / 2, self.height() / 2)
        if self._level is CheckLevel.PASSED:
            paint_glyph(painter, Answer.YES, middle, size * 0.8, color)
        elif self._level is CheckLevel.PROBLEM:
            paint_glyph(painter, Answer.BLOCKED, middle, size, color)
        elif self._level is CheckLevel.ATTENTION:
            _paint_triangle(painter, middle, size, color)
        else:
            painter.setPen(QPen(color, 2))
            half = size / 3
            painter.drawLine(middle - QPointF(half, 0), middle + QPointF(half, 0))
        painter.end()


def _paint_triangle(painter: QPainter, middle: QPointF, size: float, color: QColor) -> None:
    half = size / 2
    path = QPainterPath(QPointF(middle.x(), middle.y() - half))
    path.lineTo(middle.x() + 1.1 * half, middle.y() + 0.9 * half)
    path.lineTo(middle.x() - 1.1 * half, middle.y() + 0.9 * half)
    path.closeSubpath()
    pen = QPen(color, 1.5)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.drawLine(QPointF(middle.x(), middle.y() - 0.25 * half), QPointF(middle.x(), middle.y() + 0.25 * half))
    painter.drawPoint(QPointF(middle.x(), middle.y() + 0.6 * half))


class ChecksList(QWidget):
    """Filters with their counts above the rows; `help_wanted` names the page about a check."""

    help_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("checksList")
        self._lines: tuple[CheckLine, ...] = ()
        self._chosen = ALL
        self._filters = QHBoxLayout()
        self._filters.setContentsMargins(12, 8, 12, 0)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(12, 0, 12, 8)
        self._rows.setSpacing(0)
        body = QWidget()
        body.setLayout(self._rows)
        self._area = QScrollArea()
        self._area.setProperty("look", "inner")
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._filters)
        layout.addWidget(self._area, 1)

    @property
    def lines(self) -> tuple[CheckLine, ...]:
        return self._lines

    @property
    def open_count(self) -> int:
        return sum(line.level in (CheckLevel.ATTENTION, CheckLevel.PROBLEM) for line in self._lines)

    def show_lines(self, lines: tuple[CheckLine, ...]) -> None:
        self._lines = lines
        empty(self._filters)
        choices = [(ALL, words.ALL_CHECKS.format(count=len(lines)))]
        for key, levels in FILTERS.items():
            count = sum(line.level in levels for line in lines)
            choices += [(key, f"{words.FILTERS[key]} {count}")] if count else []
        filters = Segments(choices, "checkFilters")
        filters.chosen.connect(self.show_level)
        self._filters.addWidget(filters)
        self._filters.addStretch(1)
        self.show_level(ALL)

    def show_level(self, key: str) -> None:
        """Show only the rows of one level."""
        self._chosen = key
        empty(self._rows)
        for line in self._lines:
            if key == ALL or line.level in FILTERS[key]:
                self._rows.addWidget(self._make_row(line))
        self._rows.addStretch(1)

    def _make_row(self, line: CheckLine) -> QWidget:
        made = QFrame()
        made.setObjectName(f"check_{line.code or 'note'}")
        made.setAccessibleName(f"{line.code} {line.title}: {words.LEVELS[line.level.value]}. {line.sentence}")
        row = QHBoxLayout()
        row.setContentsMargins(0, 5, 0, 5)
        row.setSpacing(8)
        row.addWidget(LevelSign(line.level))
        code = plain(line.code, "help")
        code.setFixedWidth(theme.scaled(38))
        row.addWidget(code)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(plain(line.title, "strong"))
        text.addWidget(as_is(line.sentence, "caption"))
        if line.action:
            text.addWidget(as_is(line.action, "caption"))
        row.addLayout(text, 1)
        if line.help:
            about = button(words.ABOUT_CHECK, partial(self.help_wanted.emit, line.help), f"about_{line.code}", "link")
            row.addWidget(about, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        hairline = QFrame()
        hairline.setProperty("look", "line")
        column.addWidget(hairline)
        return made

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    def hasHeightForWidth(self) -> bool:
        return False
