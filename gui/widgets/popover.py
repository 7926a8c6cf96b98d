"""What a field is, told over the page: opened by F1, Shift+F1 or the question mark beside the field."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.application.help_pages import find_explained_words
from gui import strings, theme
from gui.strings import help as help_strings
from gui.widgets.parts import button, label, row

WIDTH = 328
ARROW = 8
RADIUS = 10
EDGE = 8  # pixels that stay free between the popover and the edge of the window


@dataclass(frozen=True, slots=True)
class Explanation:
    """`suggested` says what is suggested and because of which fact; `reset` goes back to it where it was changed."""

    heading: str
    what: str
    suggested: str = ""
    standard: str = ""
    """Standard name and formula."""
    source: str = ""
    reset: Callable[[], None] | None = None


class Popover(QFrame):
    """Lies over the page and points at a field. Esc, or a click elsewhere, closes it; the field has the focus again."""

    help_wanted = Signal(str)

    def __init__(self, page: QWidget) -> None:
        """`page` is what the popover lies over and stays inside."""
        super().__init__(page)
        self._page = page
        self.setObjectName("popover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.heading = label("", "title", "popoverHeading")
        self.what = label("", "", "popoverText")
        self.suggested = label("", "", "popoverSuggested")
        self.standard = label("", "caption", "popoverStandard")
        self.source = label("", "caption", "popoverSource")
        self.links = label("", "caption", "popoverLinks")
        self.links.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.links.linkActivated.connect(self._open_help)
        self._help_key = ""
        self.open_help = button(
            help_strings.OPEN_IN_HELP, lambda: self._open_help(self._help_key), "popoverHelp", "link"
        )
        self.reset = button(strings.BACK_TO_SUGGESTED, self._reset, "popoverReset", "link")
        self._explanation: Explanation | None = None
        self._anchor: QWidget | None = None
        self._points_up = True
        self._tip = QPoint()
        self._body = QVBoxLayout(self)
        self._body.setSpacing(theme.GRID)
        for part in (self.heading, self.what, self.suggested, self.standard, self.source, self.links):
            self._body.addWidget(part)
        self._body.addLayout(row(self.open_help, self.reset, 0))
        self.hide()

    # --- Opening -----------------------------------------------------------------------------------------------------

    def explain(self, explanation: Explanation, anchor: QWidget) -> None:
        """Open beside the anchor, or close where it is open there already."""
        if self.isVisible() and anchor is self._anchor:
            self.end()
            return
        self._explanation, self._anchor = explanation, anchor
        self._fill(explanation)
        self._place(anchor)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def _fill(self, explanation: Explanation) -> None:
        self.heading.setText(explanation.heading)
        self.what.setText(explanation.what)
        self.setAccessibleName(explanation.heading)
        self.setAccessibleDescription(f"{explanation.what} {explanation.suggested}".strip())
        told = (
            (self.suggested, strings.WHY_SUGGESTED.format(reason=escape(explanation.suggested)), explanation.suggested),
            (self.standard, explanation.standard, explanation.standard),
            (self.source, strings.WHY_SOURCE.format(source=explanation.source), explanation.source),
        )
        for part, text, is_told in told:
            part.setText(text)
            part.setVisible(bool(is_told))
        self.reset.setVisible(explanation.reset is not None)
        self._offer_help(f"{explanation.heading}. {explanation.what} {explanation.suggested}")

    def _offer_help(self, text: str) -> None:
        """The page about the field first; others it speaks of as links."""
        found = find_explained_words(text)
        self._help_key = found[0].key if found else ""
        links = [f'<a href="{page.key}">{escape(page.title)}</a>' for page in found[1:]]
        self.links.setText(help_strings.SEE_ALSO.format(links=" · ".join(links)))
        self.links.setVisible(bool(links))

    def _place(self, anchor: QWidget) -> None:
        """Below the anchor where there is room, else above it, inside the page."""
        page = self._page
        pad = theme.GRID * 2
        self._body.setContentsMargins(pad, pad + ARROW, pad, pad + ARROW)
        self.setFixedWidth(min(theme.scaled(WIDTH), page.width() - 2 * EDGE))
        inner = self.width() - 2 * pad
        for part in self.findChildren(QLabel):
            part.setFixedWidth(inner)
            part.setMinimumHeight(max(0, part.heightForWidth(inner)))  # -1: any height will do
        self._body.activate()
        height = min(self._body.sizeHint().height(), page.height() - 2 * EDGE)
        self.setFixedHeight(height)
        place = QRect(anchor.mapTo(page, QPoint(0, 0)), anchor.size())
        self._points_up = place.bottom() + height + EDGE <= page.height() or place.top() < height
        top = place.bottom() + 2 if self._points_up else place.top() - height - 2
        middle = place.left() + min(place.width(), theme.scaled(theme.CONTROL)) // 2
        left = max(EDGE, min(middle - self.width() // 2, page.width() - self.width() - EDGE))
        self.move(left, max(EDGE, min(top, page.height() - height - EDGE)))
        self._tip = QPoint(middle - left, 0 if self._points_up else height)

    # --- Closing -----------------------------------------------------------------------------------------------------

    def end(self) -> None:
        """Close; the focus goes back to what was explained, unless the person put it elsewhere."""
        if not self.isVisible():
            return
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        focus = QApplication.focusWidget()
        had_focus = focus is None or focus is self or self.isAncestorOf(focus)
        if had_focus and self._anchor is not None and self._anchor.isVisible():
            self._anchor.setFocus(Qt.FocusReason.PopupFocusReason)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QMouseEvent) and kind == QEvent.Type.MouseButtonPress:
            if not self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint())):
                self.end()
        elif isinstance(event, QKeyEvent) and kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                self.end()
                return True
        elif self._leaves(watched, kind):
            self.end()
        return False

    def _leaves(self, watched: QObject, kind: QEvent.Type) -> bool:
        """Whether the page changes its size, or something else of the window takes the focus."""
        if watched is self._page:
            return kind == QEvent.Type.Resize
        return kind == QEvent.Type.FocusIn and isinstance(watched, QWidget) and self._is_elsewhere(watched)

    def _is_elsewhere(self, widget: QWidget) -> bool:
        return widget is not self and not self.isAncestorOf(widget) and widget.window() is self.window()

    def _open_help(self, key: str) -> None:
        self.end()
        self.help_wanted.emit(key)

    def _reset(self) -> None:
        explanation = self._explanation
        self.end()
        if explanation is not None and explanation.reset is not None:
            explanation.reset()

    # --- Painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = ARROW if self._points_up else 1
        bottom = 1 if self._points_up else ARROW
        box = QRectF(self.rect()).adjusted(1, top, -1, -bottom)
        path = QPainterPath()
        path.addRoundedRect(box, RADIUS, RADIUS)
        x = max(RADIUS + ARROW, min(self._tip.x(), self.width() - RADIUS - ARROW))
        edge, tip = (box.top() + 1, 1.0) if self._points_up else (box.bottom() - 1, self.height() - 1.0)
        arrow = QPainterPath(QPointF(x - ARROW, edge))
        arrow.lineTo(x, tip)
        arrow.lineTo(x + ARROW, edge)
        arrow.closeSubpath()
        painter.setBrush(QColor(colors.surface))
        painter.setPen(QPen(QColor(colors.ctl), 1))
        painter.drawPath(path.united(arrow))
