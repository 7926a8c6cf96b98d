"""The Why pane: what the focused field is, what is suggested, because of what, its source, and the help about it."""

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.help import mentioned, page_of, pages
from gui import strings
from gui.dressing import Dressed
from gui.strings import help as help_strings
from gui.widgets.parts import button, column, label, plain, row, rule

WIDTH = 280


class WhyPane(Dressed, QFrame):
    """Shows one explanation at a time; the same text is tooltip and accessible description of the field.

    A page of the help opens here, in place of the explanation; `help_wanted` asks for it in the help window.
    """

    help_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("whyPane")
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(strings.WHY)
        self.heading = label(strings.WHY, "title", "whyHeading")
        self.what = label(strings.WHY_EMPTY, "", "whyText")
        self.reason_title = plain(strings.WHY_SUGGESTED, "strong")
        self.reason = label("", "", "whyReason")
        self.source = label("", "caption", "whySource")
        self.links = self._linked(label("", "", "whyLinks"))
        self._explanation = QWidget()
        parts = (self.heading, self.what, rule(), self.reason_title, self.reason, self.source, self.links)
        self._explanation.setLayout(column(*parts))
        self._page_key = ""
        self.page = self._linked(label("", "", "whyPage"))
        self.page.setTextFormat(Qt.TextFormat.MarkdownText)
        self.to_field = button(help_strings.TO_FIELD, self._close_page, "whyToField", "link")
        whole = button(help_strings.WHOLE, lambda: self.help_wanted.emit(self._page_key), "whyWhole", "link")
        self._help = QWidget()
        self._help.setLayout(column(row(self.to_field, 0), self.page, row(whole, 0)))
        self._arrange()
        self.explain(strings.WHY, strings.WHY_EMPTY)

    def _arrange(self) -> None:
        body = QWidget()
        body.setObjectName("whyBody")
        layout = QVBoxLayout(body)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self._explanation)
        layout.addWidget(self._help)
        layout.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)

    def _linked(self, text: QLabel) -> QLabel:
        """Links that lead to pages of the help, by mouse and by keyboard."""
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        text.linkActivated.connect(self.open_page)
        return text

    def explain(self, heading: str, what: str, reason: str = "", source: str = "") -> None:
        self.heading.setText(heading)
        self.what.setText(what)
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
        self.reason_title.setVisible(bool(reason))
        self.source.setText(strings.WHY_SOURCE.format(source=source))
        self.source.setVisible(bool(source))
        self._offer(f"{heading}. {what} {reason}")
        self._close_page()

    def _offer(self, text: str) -> None:
        """The pages about the words just used."""
        links = [f'<a href="{page.key}">{escape(page.title)}</a>' for page in mentioned(pages(), text)]
        self.links.setText(help_strings.SEE_ALSO.format(links=" · ".join(links)))
        self.links.setVisible(bool(links))

    def redress(self) -> None:
        """Links keep the colour they were written in, so they are written again."""
        for text in (self.links, self.page):
            words = text.text()
            text.clear()
            text.setText(words)

    def open_page(self, key: str) -> None:
        """The page in place of the explanation."""
        page = page_of(key)
        self._page_key = key
        self.page.setText(page.text)
        self._help.show()
        self._explanation.hide()
        self._area.verticalScrollBar().setValue(0)
        self.to_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_page(self) -> None:
        self._help.hide()
        self._explanation.show()
