"""The four cases of an error test and an AUC test as a small table, the one that applies lit."""

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from core.exhibits.third import CASES
from gui import theme
from gui.strings import exhibits as words

CELLS = (("neither", "auc"), ("error", "both"))


def cases_label() -> QLabel:
    result = QLabel()
    result.setObjectName("fourCases")
    result.setAccessibleName(words.CASES_NAME)
    result.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return result


def cases_html(counts: Mapping[str, int], lit: str = "") -> str:
    """Two by two; a lit case is coloured and carries a sign, counts are shown where there are several pairs."""
    lines = (f"<tr>{''.join(_cell(key, counts, lit) for key in keys)}</tr>" for keys in CELLS)
    table = f'<table border="1" cellspacing="0" cellpadding="8">{"".join(lines)}</table>'
    return f"<b>{escape(words.CASES_NAME)}</b>{table}"


def _cell(key: str, counts: Mapping[str, int], lit: str) -> str:
    title = next(case.title for case in CASES if case.key == key)
    colours = theme.current()
    if key == lit:
        look = f' style="background-color:{colours.accent}; color:{colours.on_accent}"'
        return f"<td{look}><b>● {title}</b></td>"
    return f"<td>{title}{f': <b>{counts[key]}</b>' if counts else ''}</td>"
