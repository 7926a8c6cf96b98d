"""The fields of a cluster: what is remembered, what is shown, what is said to be wrong."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from core.domain.cluster_address import ClusterAddress
from gui.preferences import Preferences
from gui.settings import Settings
from gui.widgets.cluster_fields import problem_of
from gui.window import Window
from gui.worker import options_from


def type_into(dialog: Preferences, name: str, text: str) -> None:
    line = dialog.findChild(QLineEdit, name)
    line.setText(text)
    line.editingFinished.emit()


def test_that_an_address_is_remembered_and_studies_go_there(window: Window, qtbot: QtBot) -> None:
    dialog = Preferences(window.settings, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.findChild(QLineEdit, "ca_file").isVisible()
    type_into(dialog, "clusterAddress", " tcp://localhost:8786 ")
    assert Settings().cluster == ClusterAddress("tcp://localhost:8786")
    assert not dialog.cluster.problem.isVisible()
    there, here = options_from(window.settings), options_from(window.settings, here=True)
    assert (there.executor, there.cluster) == ("dask", ClusterAddress("tcp://localhost:8786"))
    assert (here.executor, here.cluster) == ("processes", None)


def test_that_files_are_asked_for_where_the_address_needs_them(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.pem"
    file.touch()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    dialog = Preferences(window.settings, window)
    qtbot.addWidget(dialog)
    dialog.show()
    type_into(dialog, "clusterAddress", "tls://name:8786")
    assert "needs the three TLS files" in dialog.cluster.problem.text()
    for name in ("ca_file", "cert_file", "key_file"):
        assert dialog.findChild(QLineEdit, name).isVisible()
        choose = dialog.findChild(QPushButton, f"choose_{name}")
        assert choose.accessibleName().startswith("Choose the file: TLS")
        choose.click()
    assert not dialog.cluster.problem.isVisible()
    assert Settings().cluster == ClusterAddress("tls://name:8786", str(file), str(file), str(file))


def test_that_what_is_no_address_is_said_at_once(window: Window, qtbot: QtBot) -> None:
    dialog = Preferences(window.settings, window)
    qtbot.addWidget(dialog)
    dialog.show()
    type_into(dialog, "clusterAddress", "somewhere")
    assert dialog.cluster.problem.isVisible()
    assert "Write it like tcp://name:8786." in dialog.cluster.problem.text()
    assert problem_of(ClusterAddress("")) == ""


def test_that_workers_and_politeness_reach_the_engine(window: Window, qtbot: QtBot) -> None:
    dialog = Preferences(window.settings, window)
    qtbot.addWidget(dialog)
    dialog.findChild(QSpinBox, "workers").setValue(3)
    dialog.findChild(QSpinBox, "niceness").setValue(19)
    options = options_from(window.settings)
    assert (options.workers, options.niceness, options.executor) == (3, 19, "processes")
