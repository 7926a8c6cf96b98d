"""The answer on top of a result: what was asked, the headline, at most two lines, and two buttons in fixed places.

With large text the page scrolls anyway: there the headline may take two lines and the text as many as it needs.
"""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.domain.conclusion import Answer
from core.wording.sentence import EMPTY, Sentence, join_sentences
from gui import theme
from gui.dressing import Dressed
from gui.widgets.answer_chip import answer_color, answer_ground, paint_glyph
from gui.widgets.figure_label import INSET, FigureLabel
from gui.widgets.parts import as_tip, button

HEIGHT, ONE_LINE = 108, 92
DISC = 44
RADIUS = 10
BUTTON = 156  # as wide as the longest words, so that no answer moves a button
MOST_LINES, MOST_LINES_LARGE = 2, 9
LARGE_TEXT = 1.25
SMALLEST_HEADLINE = 12  # pixels of normal text


class AnswerBanner(Dressed, QFrame):
    """Ground, border and headline in the color of the answer; `pressed` names the button by its key."""

    pressed = Signal(str)
    asked = Signal()
    """The figures of the sentences are to be explained."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("answerBanner")
        self._answer = Answer.NONE
        self._note = ""
        self.overline = FigureLabel("overline", "bannerOverline")
        self.headline = FigureLabel("answer", "headline")
        self.body = FigureLabel("", "bannerBody")
        self._said = EMPTY
        for text in (self.overline, self.headline, self.body):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            text.asked.connect(self.asked)
            text.setIndent(0)
            text.setParent(self)
        self.overline.setWordWrap(False)
        self.headline.setWordWrap(False)
        self._keys: tuple[str, str] = ("", "")
        self.buttons = tuple(button("", partial(self._press, place), f"bannerButton{place + 1}") for place in range(2))
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for made in self.buttons:
            column.addWidget(made)
        self._holder = holder
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_answer(
        self,
        answer: Answer,
        overline: Sentence,
        headline: Sentence,
        body: Sentence,
        buttons: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Show an answer; `buttons` are key and words of up to two actions, whose places never change."""
        self._answer, self._said, self._note = answer, body, ""
        self.overline.show_sentences(overline)
        self.headline.show_sentences(headline)
        self.body.show_sentences(body)
        keys = [key for key, _ in buttons]
        self._keys = (keys[0] if keys else "", keys[1] if len(keys) > 1 else "")
        for place, made in enumerate(self.buttons):
            made.setText(buttons[place][1] if place < len(buttons) else "")
            made.setVisible(place < len(buttons))
            made.setEnabled(True)
            made.setToolTip("")
        self.setAccessibleName(f"{overline} {headline} {body}".strip())
        self.redress()

    @property
    def note(self) -> str:
        return self._note

    def show_note(self, text: str) -> None:
        """Say something behind the question: what later comparisons changed, whether final test rows were used."""
        self._note = text
        self._fit_texts()

    def button(self, key: str) -> QPushButton | None:
        """Return the button with this key, for a popover to point at."""
        return next((made for made, its in zip(self.buttons, self._keys, strict=True) if its == key), None)

    @property
    def sentence(self) -> Sentence:
        """Everything it says, to be explained."""
        return join_sentences(self.headline.sentence, self._said)

    def _press(self, place: int) -> None:
        self.pressed.emit(self._keys[place])

    # --- places ---

    def sizeHint(self) -> QSize:
        return QSize(600, self.height_for(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(320, round(ONE_LINE * theme.scale()))

    def height_for(self, width: int) -> int:
        lines = min(self._most_lines(), self._body_lines(width))
        more = 20 * max(0, lines - MOST_LINES) + 30 * (self._headline_lines(width) - 1)
        return round(((HEIGHT if lines > 1 else ONE_LINE) + more) * theme.scale())

    @staticmethod
    def _most_lines() -> int:
        return MOST_LINES if theme.scale() < LARGE_TEXT else MOST_LINES_LARGE

    def _headline_lines(self, width: int) -> int:
        if theme.scale() < LARGE_TEXT:
            return 1
        return min(
            2, len(_break_lines(self.headline.words, self._headline_font(), self._text_width(width) - 2 * INSET))
        )

    def _body_lines(self, width: int) -> int:
        return len(_break_lines(self.body.words, self._body_font(), self._text_width(width) - 2 * INSET))

    def _button_width(self) -> int:
        return max(round(BUTTON * theme.scale()), *(made.sizeHint().width() for made in self.buttons))

    def _text_width(self, width: int) -> int:
        scale = theme.scale()
        taken = (16 + DISC + 16 + 18 + 24) * scale + self._button_width()
        return max(80, round(width - taken))

    def _headline_font(self) -> QFont:
        """As large as an answer is, smaller only where it would not fit its line."""
        font = theme.application_font()
        font.setWeight(QFont.Weight.Bold)
        room = self._text_width(self.width()) - 2 * INSET
        lines = 1 if theme.scale() < LARGE_TEXT else 2
        for size in range(22, SMALLEST_HEADLINE - 1, -1):
            font.setPixelSize(round(size * theme.scale()))
            if lines == 1 and QFontMetrics(font).horizontalAdvance(self.headline.words) <= room:
                break
            if lines > 1 and len(_break_lines(self.headline.words, font, room)) <= lines:
                break
        return font

    @staticmethod
    def _small_font() -> QFont:
        font = theme.application_font()
        font.setPixelSize(round(12 * theme.scale()))
        return font

    @staticmethod
    def _body_font() -> QFont:
        return theme.application_font()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.redress()

    def _place(self) -> None:
        scale, width = theme.scale(), self._text_width(self.width())
        wanted = self.height_for(self.width())
        if self.maximumHeight() != wanted:
            self.setFixedHeight(wanted)
        left = round((16 + DISC + 16) * scale)
        small, large, normal = (round(size * scale) for size in (16, 30, 20))
        large *= self._headline_lines(self.width())
        lines = min(self._most_lines(), self._body_lines(self.width()))
        top = max(4, round((wanted - small - large - lines * normal) / 2))
        self.overline.setGeometry(left, top, width, small)
        self.headline.setGeometry(left, top + small, width, large)
        self.body.setGeometry(left, top + small + large, width, lines * normal + 2)
        self._holder.setGeometry(
            self.width() - round(18 * scale) - self._button_width(),
            (wanted - self._holder.sizeHint().height()) // 2,
            self._button_width(),
            self._holder.sizeHint().height(),
        )

    def redress(self) -> None:
        """Fonts and colors of the look that is worn; a text that does not fit ends in dots and is whole in its tip."""
        color = answer_color(self._answer)
        headline = self._headline_font()
        self.headline.setFont(headline)
        self.headline.setWordWrap(theme.scale() >= LARGE_TEXT)
        self.headline.setStyleSheet(f"color: {color}; font-size: {headline.pixelSize()}px; font-weight: 700;")
        over = round(12 * theme.scale())
        self.overline.setStyleSheet(f"color: {theme.token('text2')}; font-size: {over}px; font-weight: 400;")
        self.body.setStyleSheet(f"color: {theme.token('text')};")
        for text in (self.overline, self.headline, self.body):
            text.setContentsMargins(INSET, 1, INSET, 1)  # a style sheet of its own takes them from a wrapping label
        self._place()
        self._fit_texts()
        self.updateGeometry()
        self.update()

    def _fit_texts(self) -> None:
        width = self._text_width(self.width()) - 2 * INSET
        asked = "  ·  ".join(part for part in (self.overline.words, self._note) if part)
        metrics = QFontMetrics(self._small_font())
        shown = metrics.elidedText(asked, Qt.TextElideMode.ElideRight, width)
        self.overline.show_short(shown)
        self.overline.setToolTip(as_tip(asked) if shown != asked else "")
        said = self.headline.words
        metrics = QFontMetrics(self._headline_font())
        shown = metrics.elidedText(said, Qt.TextElideMode.ElideRight, width * self._headline_lines(self.width()))
        self.headline.show_short(shown)
        self.headline.setToolTip(as_tip(said) if shown != said else "")
        lines = _break_lines(self.body.words, self._body_font(), width)
        most = self._most_lines()
        fits = len(lines) <= most
        shown = self.body.words if fits else " ".join(lines[: most - 1])
        if not fits:
            rest = " ".join(lines[most - 1 :])
            shown += " " + QFontMetrics(self._body_font()).elidedText(rest, Qt.TextElideMode.ElideRight, width - 4)
        self.body.show_short(shown)
        self.body.setToolTip("" if fits else as_tip(self.body.words))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, scale = QPainter(self), theme.scale()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = QColor(answer_color(self._answer))
        is_neutral = self._answer is Answer.NONE
        painter.setPen(QPen(QColor(theme.token("line")) if is_neutral else color, 1))
        painter.setBrush(QColor(answer_ground(self._answer)))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        if not is_neutral:
            middle = QPointF((16 + DISC / 2) * scale, min(self.height() / 2, (16 + DISC / 2) * scale))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(middle, DISC / 2 * scale, DISC / 2 * scale)
            paint_glyph(painter, self._answer, middle, 20 * scale, QColor(answer_ground(self._answer)))
        painter.end()


def _break_lines(text: str, font: QFont, width: int) -> list[str]:
    """Return the lines a text takes at a width."""
    if not text:
        return []
    layout = QTextLayout(text, font)
    layout.beginLayout()
    lines = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        lines.append(text[line.textStart() : line.textStart() + line.textLength()].strip())
    layout.endLayout()
    return lines
