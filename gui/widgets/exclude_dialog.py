"""Rows to leave out, rule by rule, each with its reason."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.application.prepare_data import DUPLICATES_RULE, find_excluded_rows, find_matching_rows
from core.domain.dataset import Table
from core.support.errors import DataError
from gui.strings import data as strings
from gui.widgets.parts import button, label, row

Rule = tuple[str, str]


class ExcludeDialog(QDialog):
    """`wanted` carries all rules once the person wants them used."""

    wanted = Signal(tuple)

    def __init__(self, table: Table, rules: Sequence[Rule], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(strings.EXCLUDE_TITLE)
        self.setObjectName("excludeDialog")
        self._table, self.rules = table, list(rules)
        self.rule = _line("rule", strings.EXCLUDE_RULE_EXAMPLE)
        self.reason = _line("reason", strings.EXCLUDE_REASON_EXAMPLE)
        self.message = label("", "blocked", "excludeMessage")
        self.total = label("", "secondary", "excludeTotal")
        self.list = _list()
        form = QFormLayout()
        form.addRow(strings.EXCLUDE_RULE, self.rule)
        form.addRow(strings.EXCLUDE_REASON, self.reason)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        use = buttons.addButton(strings.EXCLUDE_USE, QDialogButtonBox.ButtonRole.AcceptRole)
        use.setObjectName("useRules")
        use.setAutoDefault(False)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(label(strings.EXCLUDE_NOTE, "secondary"))
        layout.addLayout(form)
        add = button(strings.EXCLUDE_ADD, self.add, "addRule")
        add.setDefault(True)
        beside = row(add)
        beside.addWidget(self.message, 1)
        layout.addLayout(beside)
        layout.addWidget(self.list, 1)
        below = row(button(strings.EXCLUDE_REMOVE, self.remove, "removeRule"))
        below.addWidget(self.total, 1)
        layout.addLayout(below)
        layout.addWidget(buttons)
        self.resize(640, 440)
        self._show()

    def add(self) -> None:
        """Take the rule over, or say beside it what is wrong."""
        rule, reason = self.rule.text().strip(), self.reason.text().strip()
        problem = self._problem(rule, reason)
        self.message.setText(problem)
        if not problem:
            self.rules.append((rule, reason))
            self.rule.clear()
            self.reason.clear()
            self._show()
        (self.reason if problem == strings.EXCLUDE_NEEDS_REASON else self.rule).setFocus()

    def _problem(self, rule: str, reason: str) -> str:
        try:
            rows = int(find_matching_rows(self._table, rule).sum())
        except DataError as error:
            return str(error)
        if not rows:
            return strings.EXCLUDE_NO_ROWS
        return "" if reason else strings.EXCLUDE_NEEDS_REASON

    def remove(self) -> None:
        marked = self.list.currentRow()
        if 0 <= marked < len(self.rules):
            del self.rules[marked]
            self._show()

    def _show(self) -> None:
        self.list.setRowCount(len(self.rules))
        for place, (rule, reason) in enumerate(self.rules):
            for column, text in enumerate((rule, reason, self._count(rule))):
                self.list.setItem(place, column, QTableWidgetItem(text))
        out = int(find_excluded_rows(self._table, self.rules).sum())
        rows = self._table.rows
        self.total.setText(strings.EXCLUDE_TOGETHER.format(out=out, rows=rows, kept=rows - out))

    def _count(self, rule: str) -> str:
        if rule == DUPLICATES_RULE:
            return strings.EXCLUDE_BY_INPUTS
        return f"{int(find_matching_rows(self._table, rule).sum()):,}"

    def _accept(self) -> None:
        """A rule that was typed and not yet added counts too; one that is wrong is said first."""
        if self.rule.text().strip():
            self.add()
            if self.message.text():
                return
        self.wanted.emit(tuple(self.rules))
        self.accept()


def _line(name: str, example: str) -> QLineEdit:
    box = QLineEdit()
    box.setObjectName(name)
    box.setPlaceholderText(example)
    return box


def _list() -> QTableWidget:
    made = QTableWidget(0, len(strings.EXCLUDE_HEADINGS))
    made.setObjectName("rules")
    made.setAccessibleName(strings.EXCLUDE_LIST)
    made.setHorizontalHeaderLabels(strings.EXCLUDE_HEADINGS)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setTabKeyNavigation(False)
    made.verticalHeader().hide()
    made.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    made.setColumnWidth(0, 240)
    return made
