"""The four cases of an error test and an AUC test as a small table, the one that applies lit."""

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from core.application.paper_studies import CASES
from gui import theme
from gui.dressing import Dressed
from gui.strings import exhibits as words

CELLS = (("neither", "auc"), ("error", "both"))


class FourCases(Dressed, QLabel):
    """Two by two; a lit case is colored and carries a sign, counts are shown where there are several pairs."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("fourCases")
        self.setAccessibleName(words.CASES_NAME)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._counts: Mapping[str, int] = {}
        self._lit = ""

    def show_cases(self, counts: Mapping[str, int], lit: str = "") -> None:
        self._counts, self._lit = counts, lit
        self.redress()

    def redress(self) -> None:
        lines = (f"<tr>{''.join(self._cell(key) for key in keys)}</tr>" for keys in CELLS)
        table = f'<table border="1" cellspacing="0" cellpadding="4">{"".join(lines)}</table>'
        self.setText(f"<b>{escape(words.CASES_NAME)}</b>{table}")

    def _cell(self, key: str) -> str:
        title = next(case.title for case in CASES if case.key == key)
        colors = theme.current()
        if key == self._lit:
            look = f' style="background-color:{colors.accent}; color:{colors.on_accent}"'
            return f"<td{look}><b>● {title}</b></td>"
        return f"<td>{title}{f': <b>{self._counts[key]}</b>' if self._counts else ''}</td>"
