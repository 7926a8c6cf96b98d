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
    head = "".join(f"<td>{escape(title)}</td>" for title in ("", *words.CASES_COLUMNS))
    lines = (
        f"<tr><td>{escape(title)}</td>{''.join(_cell(key, counts, lit) for key in keys)}</tr>"
        for title, keys in zip(words.CASES_ROWS, CELLS, strict=True)
    )
    return f'<table border="1" cellspacing="0" cellpadding="5"><tr>{head}</tr>{"".join(lines)}</table>'


def _cell(key: str, counts: Mapping[str, int], lit: str) -> str:
    title = next(case.title for case in CASES if case.key == key)
    colours = theme.current()
    if key == lit:
        look = f' style="background-color:{colours.accent}; color:{colours.on_accent}"'
        return f"<td{look}><b>● {title}</b></td>"
    return f"<td>{title}{f': <b>{counts[key]}</b>' if counts else ''}</td>"
