"""Plan more data: how narrow the range would be with more rows, and what to do with them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.application.suggest_study import count_groups_kept, rows_factor, widths
from core.domain.conclusion import Reason
from core.domain.dataset import Dataset
from core.domain.forecast import Width
from core.domain.study import Study
from core.wording.origin import MARGIN, find_origin
from core.wording.units import plural, rounded_count
from gui.results.contests import Contest
from gui.strings import more_rows as strings
from gui.widgets.parts import as_is, button
from gui.widgets.word_table import word_table

NARROWED_BY_ROWS = (Reason.CANNOT_TELL, Reason.BETTER, Reason.NOT_CONFIRMED, Reason.REPEATS)


def is_too_wide(contest: Contest) -> bool:
    """Whether more rows would settle what is open."""
    return contest.row.reason in NARROWED_BY_ROWS and rows_factor(half_of(contest), contest.margin) > 1


def half_of(contest: Contest) -> float:
    difference = contest.row.difference
    interval = difference.interval if difference is not None else None
    return 0.0 if interval is None else (interval.high - interval.low) / 2


class MoreRowsDialog(QDialog):
    """`confirm_wanted` leads to the confirmation on new rows."""

    confirm_wanted = Signal()

    def __init__(self, contest: Contest, study: Study, data: Dataset, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("moreRows")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(strings.TITLE)
        self.resize(620, 460)
        found = widths(half_of(contest), contest.margin, data.size, count_groups_kept(study, data))
        self.said = as_is(summary(contest, study, data), "strong", "moreRowsNeeded")
        self.table = table_of(found, contest, study, data)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        buttons.addButton(
            button(strings.CONFIRM, self._confirm, "moreRowsConfirm"), QDialogButtonBox.ButtonRole.ActionRole
        )
        layout = QVBoxLayout(self)
        for part in (self.said, self.table, as_is(strings.HOW, "secondary"), as_is(strings.THEN, "secondary"), buttons):
            layout.addWidget(part)
        layout.setStretchFactor(self.table, 1)

    def _confirm(self) -> None:
        self.confirm_wanted.emit()
        self.close()


def summary(contest: Contest, study: Study, data: Dataset) -> str:
    times = rows_factor(half_of(contest), contest.margin)
    groups = count_groups_kept(study, data)
    whose = strings.FROM.format(count=rounded_count(groups * times), name=plural(data.group_name)) if groups else ""
    return strings.NEEDED.format(
        rows=rounded_count(data.size * times),
        whose=whose,
        margin=_amount(contest.margin, contest),
        who=find_origin(study, MARGIN).words,
        now=f"{data.size:,}",
        half=_amount(half_of(contest), contest),
    )


def table_of(found: tuple[Width, ...], contest: Contest, study: Study, data: Dataset) -> QTableWidget:
    groups = count_groups_kept(study, data)
    names = (strings.ROWS, *((plural(data.group_name).capitalize(),) if groups else ()), strings.RANGE, strings.ENOUGH)
    table = word_table("moreRowsTable", strings.TITLE, names, ())
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    table.setRowCount(len(found))
    for place, width in enumerate(found):
        for column, text in enumerate(_cells(width, place == 0, contest)):
            table.setItem(place, column, QTableWidgetItem(text))
    return table


def _cells(width: Width, is_now: bool, contest: Contest) -> tuple[str, ...]:
    """What there is now is known exactly."""
    rows = strings.NOW.format(rows=f"{width.rows:,.0f}") if is_now else rounded_count(width.rows)
    groups = () if width.groups is None else (f"{width.groups:.0f}" if is_now else rounded_count(width.groups),)
    enough = strings.YES if width.is_enough else strings.NO
    return rows, *groups, f"±{_amount(width.half, contest)}", enough


def _amount(value: float, contest: Contest) -> str:
    return f"{value * contest.unit.scale:.2g} {contest.unit.short}".strip()
