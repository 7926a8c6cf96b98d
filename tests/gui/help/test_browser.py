"""The help window: found by words, followed by links, opened from the Why pane, and the samples done the usual way."""

import pytest
from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from core.help import pages
from gui.help import usual
from gui.help.browser import KEY, HelpBrowser
from gui.widgets.popover import Explanation
from gui.window import Window


@pytest.fixture
def browser(window: Window) -> HelpBrowser:
    window.actions_by_name["help"].trigger()
    return window.findChild(HelpBrowser, "help")  # type: ignore[return-value]


def listed(browser: HelpBrowser) -> list[str]:
    items = [browser.list.item(place) for place in range(browser.list.count())]
    return [item.data(KEY) for item in items if item.data(KEY)]


def test_that_all_pages_are_listed_under_headings(browser: HelpBrowser) -> None:
    assert len(listed(browser)) == len(pages())
    assert browser.list.count() > len(pages())


def test_that_typing_finds_and_shows_the_page(browser: HelpBrowser, qtbot: QtBot) -> None:
    qtbot.keyClicks(browser.box, "wilson")
    assert listed(browser)[0] == "term-wilson-range"
    assert "Wilson range" in browser.page.toPlainText()
    qtbot.keyClick(browser.box, Qt.Key.Key_Return)
    assert browser.page.hasFocus() or browser.focusWidget() is browser.page


def test_that_nothing_found_is_said(browser: HelpBrowser, qtbot: QtBot) -> None:
    qtbot.keyClicks(browser.box, "xyzzy")
    assert listed(browser) == []
    assert "fewer" in browser.count.text()


def test_that_links_lead_on_and_back_again(browser: HelpBrowser) -> None:
    browser.open_page("term-corrected-t")
    browser.page.anchorClicked.emit(QUrl("corrected-t"))
    assert "1/J" in browser.page.toPlainText()
    browser.go_back()
    assert "range that decides" in browser.page.toPlainText()


def test_that_a_dead_link_is_told(browser: HelpBrowser) -> None:
    browser.page.anchorClicked.emit(QUrl("nowhere"))
    assert "nowhere" in browser.count.text()


def test_that_the_popover_leads_to_the_page_about_its_field(window: Window) -> None:
    popover = window.shell.popover
    popover.explain(Explanation("Folds", "Each fold is tested once."), window.shell.stack)
    popover.open_help.click()
    assert not popover.isVisible()
    assert "k parts" in window.findChild(HelpBrowser, "help").page.toPlainText()


def test_that_a_field_without_known_words_offers_no_links(window: Window) -> None:
    window.shell.popover.explain(Explanation("Xyz", "Nothing here."), window.shell.stack)
    assert window.shell.popover.links.isHidden()


def test_that_the_usual_way_is_worked_out_when_asked(
    browser: HelpBrowser, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual, "work_out_usual_way", lambda key, _options, _stop: f"**{key}** was computed")
    browser.open_page("sample-vendor")
    assert browser.usual.isVisible()
    browser.usual.ask.click()
    qtbot.waitUntil(browser.usual.told.isVisible, timeout=5000)
    assert browser.usual.told.toPlainText() == "vendor was computed"
    browser.open_page("auc")
    assert not browser.usual.isVisible()


def test_that_a_sample_opens_from_its_page(browser: HelpBrowser, qtbot: QtBot) -> None:
    browser.open_page("sample-vendor")
    with qtbot.waitSignal(browser.sample_wanted) as wanted:
        browser.usual.open.click()
    assert wanted.args == ["vendor"]
