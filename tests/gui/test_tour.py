"""The tour: pictures of the screens that are asked for, in every look and size."""

from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from gui import theme, tour

ONE_OF_EACH = {"light-1280x720", "light-1024x600", "dark-1280x720", "dark-1024x600", "large-text"}


def test_that_only_wanted_screens_are_taken_in_every_look_and_size(qapp: QApplication, tmp_path: Path) -> None:
    assert tour.play(tmp_path, ("dialog-about", "claim-empty")) == 0
    taken = {path.stem for path in tmp_path.glob("*.png")}
    assert taken == {f"{name}-{look}" for name in ("dialog-about", "claim-empty") for look in ONE_OF_EACH}
    sizes = [QImage(str(tmp_path / f"claim-empty-{look}.png")) for look in ("light-1280x720", "dark-1024x600")]
    assert [(image.width(), image.height()) for image in sizes] == [(1280, 720), (1024, 600)]
    assert theme.current().key == "light"


def test_that_the_home_of_the_person_is_left_alone(tmp_path: Path) -> None:
    before = tour.environ["EVENFOLD_HOME"]  # type: ignore[attr-defined]
    with tour.own_home():
        assert tour.environ["EVENFOLD_HOME"] != before  # type: ignore[attr-defined]
    assert tour.environ["EVENFOLD_HOME"] == before  # type: ignore[attr-defined]
