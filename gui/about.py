"""The About box: what this is, its version, and the versions and licences of the parts it stands on."""

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtWidgets import QMessageBox, QWidget

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


def licences() -> str:
    rows = "".join(
        f"<tr><td>{name}</td><td style='padding-left:16px'>{installed(name)}</td>"
        f"<td style='padding-left:16px'>{licence}</td></tr>"
        for name, licence in PARTS
    )
    return f"<p>{menus.ABOUT_LICENCE}</p><table>{rows}</table>"


def show_about(parent: QWidget) -> None:
    box = QMessageBox(parent)
    box.setObjectName("aboutBox")
    box.setWindowTitle(menus.ABOUT_TITLE)
    box.setIconPixmap(theme.icon("evenfold", pixels=64).pixmap(64, 64))
    box.setText(f"<b>{strings.APPLICATION} {VERSION}</b>")
    box.setInformativeText(f"<p>{menus.ABOUT}</p>{licences()}")
    box.open()
