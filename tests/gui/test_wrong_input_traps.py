"""Four inputs that once went somewhere else without a word: each now arrives where it was aimed.

Places are taken before the first action, as a person's eyes take them; mouse and keys go to the window, not to widgets.
"""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.numbers import NumberBox
from gui.window import Window
from tests.gui.page_actions import calm, make_long, prepare
from tests.gui.waiting import settle, wait_until

SIZES = ((1024, 600), (1280, 720), (1920, 1080))

pytestmark = pytest.mark.usefixtures("known_font")


def middle_of(window: Window, name: str) -> QPoint:
    page = window.shell.page(window.shell.current)
    found = [one for region in (page, window.shell.footer) for one in region.findChildren(QWidget, name)]
    widget = next(one for one in found if one.isVisible())
    return widget.mapTo(window, widget.rect().center())


def click_at(window: Window, place: QPoint) -> None:
    """Press whatever is there now."""
    target = window.childAt(place)
    assert target is not None
    QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(window, place))
    QApplication.processEvents()


def type_text(text: str) -> None:
    """Into whatever has the keyboard."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def remove_text(window: Window, name: str) -> None:
    """As a person does: only typing changes the study, and a field emptied by the program is filled again."""
    click_at(window, middle_of(window, name))
    box = QApplication.focusWidget()
    assert isinstance(box, QLineEdit)
    assert box.objectName() == name
    box.selectAll()
    QTest.keyClick(box, Qt.Key.Key_Delete)


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def seen(request: pytest.FixtureRequest, window: Window, qtbot: QtBot, quiet: None) -> Window:
    window.resize(*request.param)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def is_ticked(window: Window, key: str) -> bool:
    found = window.shell.page("candidates").findChild(QAbstractButton, f"tick_{key}")
    assert found is not None
    return found.isChecked()


def test_that_the_click_after_the_last_model_is_unticked_hits_the_model_aimed_at(seen: Window, tmp_path: Path) -> None:
    prepare(seen, "candidates", tmp_path)
    ticked = [one.key for one in seen.shell.state.study.candidates]
    keys = ("logistic", "tree", "forest", "boosting", "naive-bayes", "knn")
    boxes = {key: seen.shell.page("candidates").findChild(QAbstractButton, f"tick_{key}") for key in keys}
    *before, last = [key for key in keys if key in ticked]
    for key in before:
        boxes[key].click()
        settle(seen)
    aimed = next(key for key in keys if key not in ticked and boxes[key].visibleRegion().boundingRect().height() > 12)
    unticked, place = middle_of(seen, f"tick_{last}"), middle_of(seen, f"tick_{aimed}")
    click_at(seen, unticked)
    assert not any(is_ticked(seen, key) for key in keys)
    click_at(seen, place)
    assert [key for key in keys if is_ticked(seen, key)] == [aimed]


def test_that_texts_typed_into_two_fields_in_a_row_stay_apart(seen: Window, tmp_path: Path) -> None:
    prepare(seen, "data", tmp_path)
    page = seen.shell.page("data")
    if not any(one.isVisible() for one in page.findChildren(QLineEdit, "row_meaning")):
        pytest.skip("in this window the two fields are asked for one below the other in a list of its own")
    for name in ("row_meaning", "use"):
        remove_text(seen, name)
    page.enter(seen.shell.state)  # as when the screening of the table arrives late
    calm(seen, "data")
    assert [page.findChild(QLineEdit, name).text() for name in ("row_meaning", "use")] == ["", ""]
    first, second = middle_of(seen, "row_meaning"), middle_of(seen, "use")
    click_at(seen, first)
    type_text("one loan application")
    click_at(seen, second)
    type_text("new applicants of branch 4")
    calm(seen, "data")
    assert page.findChild(QLineEdit, "row_meaning").text() == "one loan application"
    assert page.findChild(QLineEdit, "use").text() == "new applicants of branch 4"


def test_that_stop_is_stop_when_the_run_passes_two_minutes(seen: Window, tmp_path: Path) -> None:
    prepare(seen, "run", tmp_path)
    page = seen.shell.page("run")
    place = middle_of(seen, "secondary2")
    page._worker.arrived.emit((make_long(),))  # type: ignore[attr-defined]
    page._tick()  # type: ignore[attr-defined]
    assert page.status.is_long  # type: ignore[attr-defined]
    click_at(seen, place)
    box = page.findChild(QMessageBox, "stopBox")
    assert box is not None
    assert box.isVisible()
    assert seen.shell.current == "run"
    box.close()


def test_that_tab_after_the_margin_stays_on_the_page(seen: Window, tmp_path: Path) -> None:
    prepare(seen, "question", tmp_path)
    page = seen.shell.page("question")
    margin = next(one for one in page.findChildren(NumberBox, "margin") if one.isVisible())
    click_at(seen, middle_of(seen, "margin"))
    wait_until(lambda: QApplication.focusWidget() is not None)
    margin.selectAll()
    type_text("3")
    before = QApplication.focusWidget()
    assert before is not None
    QTest.keyClick(before, Qt.Key.Key_Tab)
    after = QApplication.focusWidget()
    assert after is not None
    assert after is not before
    assert page.isAncestorOf(after)
    assert seen.shell.state.study.question.margin == 3.0
    study = seen.shell.state.study
    QTest.keyClick(after, Qt.Key.Key_Space)
    assert seen.shell.current == "question"
    assert seen.shell.state.study.question.margin == study.question.margin
