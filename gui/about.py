"""The About box: what this is, its version, and the bill of materials: versions and licenses of what is inside."""

import json
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from core.support import paths
from core.version import VERSION
from gui import strings, theme
from gui.strings import menus

PARTS = (
    ("PySide6-Essentials", "LGPL-3.0"),
    ("pyqtgraph", "MIT"),
    ("numpy", "BSD-3-Clause"),
    ("scipy", "BSD-3-Clause"),
    ("scikit-learn", "BSD-3-Clause"),
    ("pandas", "BSD-3-Clause"),
    ("openpyxl", "MIT"),
    ("xlrd", "BSD-3-Clause"),
    ("threadpoolctl", "BSD-3-Clause"),
)


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "–"


def parts() -> list[tuple[str, str, str]]:
    """Name, version and license of everything inside; the packed program has a complete bill of materials."""
    bill = paths.resources() / "sbom.json"
    if not bill.exists():
        return [(name, installed(name), terms) for name, terms in PARTS]
    return [
        (part["name"], part["version"], ", ".join(one["license"]["name"] for one in part["licenses"]))
        for part in json.loads(bill.read_text("utf-8"))["components"]
    ]


def bill_of_materials() -> str:
    """The parts as plain lines, to be read and copied."""
    return "\n".join(f"{name} {version}: {terms}" for name, version, terms in parts())


def show_about(parent: QWidget) -> None:
    box = QMessageBox(parent)
    box.setObjectName("aboutBox")
    box.setWindowTitle(menus.ABOUT_TITLE)
    box.setIconPixmap(theme.icon("evenfold", pixels=64).pixmap(64, 64))
    box.setText(f"<b>{strings.APPLICATION} {VERSION}</b>")
    box.setInformativeText(f"<p>{menus.ABOUT}</p><p>{menus.ABOUT_LICENSE}</p>")
    box.setDetailedText(bill_of_materials())
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
