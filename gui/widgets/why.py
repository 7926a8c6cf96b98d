"""The Why pane: what the focused field is, what is suggested, because of what, and where that comes from."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gui import strings
from gui.widgets.parts import label, plain, rule

WIDTH = 280


class WhyPane(QFrame):
    """Shows one explanation at a time; the same text is tooltip and accessible description of the field."""

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
        body = QWidget()
        body.setObjectName("whyBody")
        layout = QVBoxLayout(body)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for widget in (self.heading, self.what, rule(), self.reason_title, self.reason, self.source):
            layout.addWidget(widget)
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.explain(strings.WHY, strings.WHY_EMPTY)

    def explain(self, heading: str, what: str, reason: str = "", source: str = "") -> None:
        self.heading.setText(heading)
        self.what.setText(what)
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
        self.reason_title.setVisible(bool(reason))
        self.source.setText(strings.WHY_SOURCE.format(source=source))
        self.source.setVisible(bool(source))
