"""Where a cluster is: the address of its scheduler, and the three files of TLS where it has them."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QWidget

from core.application.prepare_run import check_address
from core.domain.cluster_address import ClusterAddress
from core.support.errors import ClusterError
from gui.files import FileKind, FileService
from gui.settings import CLUSTER_FIELDS, Settings
from gui.strings import cluster as words
from gui.widgets.parts import button, label, row

FILES = (("ca_file", words.CA), ("cert_file", words.CERT), ("key_file", words.KEY))


class ClusterFields(QWidget):
    """Rows for a form; what is wrong with them is said below."""

    changed = Signal(object)
    """The place as it now is."""

    def __init__(self, place: ClusterAddress, parent: QWidget) -> None:
        super().__init__(parent)
        self.place = place
        self.address = _line("clusterAddress", words.ADDRESS_NAME, words.ADDRESS_HINT, place.address)
        self.address.setToolTip(words.ADDRESS_TIP)
        self.address.editingFinished.connect(lambda: self._set("address", self.address.text()))
        self.problem = label("", "", "clusterProblem")
        self.files = {name: self._file(name, title) for name, title in FILES}
        self._rows: list[QHBoxLayout] = []
        self._form: QFormLayout | None = None

    def add_to(self, form: QFormLayout) -> None:
        form.addRow(words.ADDRESS, self.address)
        for name, title in FILES:
            line, choose = self.files[name]
            self._rows.append(row(line, choose))
            form.addRow(title, self._rows[-1])
        form.addRow("", self.problem)
        self._form = form
        self._show_what_matters()

    def _file(self, name: str, title: str) -> tuple[QLineEdit, QPushButton]:
        line = _line(name, title, words.FILE_HINT, getattr(self.place, name))
        line.editingFinished.connect(lambda: self._set(name, line.text()))
        choose = button(words.CHOOSE, partial(self._choose, name, title), f"choose_{name}")
        choose.setAccessibleName(words.CHOOSE_NAME.format(title=title))
        return line, choose

    def _choose(self, name: str, title: str) -> None:
        chosen = FileService(Settings()).ask_to_open(self, FileKind.CERTIFICATE, title)
        if chosen is not None:
            self.files[name][0].setText(str(chosen))
            self._set(name, str(chosen))

    def _set(self, name: str, text: str) -> None:
        texts = {field: getattr(self.place, field) for field in CLUSTER_FIELDS} | {name: text.strip()}
        self.place = ClusterAddress(texts["address"], texts["ca_file"], texts["cert_file"], texts["key_file"])
        self._show_what_matters()
        self.changed.emit(self.place)

    def _show_what_matters(self) -> None:
        """The files only where the address asks for them, a problem only where there is one."""
        self.problem.setText(problem_of(self.place))
        if self._form is not None:
            self._form.setRowVisible(self.problem, bool(self.problem.text()))
            for rows in self._rows:
                self._form.setRowVisible(rows, self.place.address.startswith("tls:"))


def problem_of(place: ClusterAddress) -> str:
    """What is wrong with the address or its files, in words; empty for no cluster or a good one."""
    try:
        if place.address:
            check_address(place)
    except ClusterError as problem:
        return str(problem)
    return ""


def _line(name: str, title: str, hint: str, text: str) -> QLineEdit:
    line = QLineEdit(text)
    line.setObjectName(name)
    line.setAccessibleName(title)
    line.setPlaceholderText(hint)
    return line
