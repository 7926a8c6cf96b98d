"""The page Verdict: one interval decides tag, sentence and picture; everything can be read and copied."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.domain.findings import Caution, Modifier, Tag, VerdictKind
from core.store.study_file import StudyFile
from core.wording.units import unit_of
from gui import strings, theme
from gui.results.contests import contests, leading
from gui.results.scrolled import Scrolled
from gui.results.words import LOOKS, emphasised, tag_words, without_unit
from gui.widgets.figure_label import FigureLabel
from gui.widgets.parts import column, label
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.verdict import Further, VerdictPage
from gui.wizard.state import State
from tests.gui.finished import ended, finished_state, outputs_data, outputs_study, parts_data, parts_study


def verdict_page(window: Window, state: State | None = None) -> VerdictPage:
    window.shell.replace_state(state or finished_state())
    window.shell.go("verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    return page


def test_that_headline_body_and_action_are_those_of_the_verdict(window: Window) -> None:
    page = verdict_page(window)
    findings = ended().findings
    assert findings is not None
    assert page.answer.headline.text() == findings.verdict.headline
    assert page.answer.text.text() == findings.verdict.body
    assert findings.verdict.action in page.answer.action.text()


def test_that_glyph_word_and_colour_tell_the_tag(window: Window) -> None:
    page = verdict_page(window)
    findings = ended().findings
    assert findings is not None
    assert page.answer.tag.text().startswith(strings.verdict.TAGS[findings.verdict.tag.value])
    assert page.answer.tag.property("look") == LOOKS[findings.verdict.tag]


def test_that_every_tag_and_modifier_has_its_words() -> None:
    findings = ended().findings
    assert findings is not None
    for tag in Tag:
        said = tag_words(replace(findings.verdict, tag=tag, modifiers=tuple(Modifier)))
        assert said.count(" · ") == len(Modifier)


def test_that_the_strip_shows_the_interval_that_decided(window: Window) -> None:
    page = verdict_page(window)
    findings = ended().findings
    assert findings is not None
    found = contests(parts_study(), parts_data(), findings)
    chosen = leading(found, findings.verdict)
    assert chosen is not None
    assert chosen.strip is not None
    assert findings.verdict.interval is not None
    assert chosen.strip.bars[-1] == (findings.verdict.interval.low, findings.verdict.interval.high)
    assert page.answer.strip.isVisibleTo(page)
    ahead = chosen.strip.dots_for_first
    said = f"{ahead} favour {chosen.first}" if ahead >= 10 else f"{20 - ahead} favour {chosen.second}"
    assert said in page.answer.caption.text()


def test_that_a_figure_is_not_torn_from_its_unit_nor_from_the_end_of_its_range(window: Window) -> None:
    text = FigureLabel()
    text.setText("by 6 % more (0 to 13)")
    assert QLabel.text(text) == "by 6\u00a0% more (0\u00a0to\u00a013)"
    assert text.text() == text.words == "by 6 % more (0 to 13)"


def test_that_the_three_cards_say_what_was_found(window: Window) -> None:
    page = verdict_page(window)
    findings = ended().findings
    assert findings is not None
    assert findings.cards["shuffle"] in page.cards.texts["shuffle"].text()
    assert page.cards.texts["agree"].text()
    assert page.cards.texts["how-good"].text().count("about <b>") == 4
    assert "parts" in page.cards.trained_on.text()


def test_that_every_further_candidate_has_its_row(window: Window) -> None:
    page = verdict_page(window)
    rows = page.findChildren(Further)
    assert len(rows) == 1
    findings = ended().findings
    assert findings is not None
    other = next(v for v in findings.verdicts if v != findings.verdict)
    assert any(other.headline in text.text() for text in rows[0].findChildren(QLabel))


def test_that_several_outputs_are_all_listed_below_a_joint_headline(window: Window) -> None:
    page = verdict_page(window, finished_state(several_outputs=True))
    assert len(page.findChildren(Further)) == 2
    assert not page.answer.strip.isVisibleTo(page)


def test_that_cautions_are_shown_as_they_are_and_not_as_markup(window: Window) -> None:
    state = finished_state()
    assert state.findings is not None
    state.findings = replace(state.findings, cautions=(Caution("X", "a < b & c"),))
    page = verdict_page(window, state)
    texts = [text.text() for text in page.findChildren(QLabel)]
    assert any("a &lt; b &amp; c" in text for text in texts)


def test_that_a_verdict_without_a_range_has_no_strip_and_no_dead_end(window: Window) -> None:
    state = finished_state()
    assert state.findings is not None
    bare = replace(state.findings.verdict, outcome=VerdictKind.NOTHING_BEATS_GUESSING, interval=None, first="")
    state.findings = replace(state.findings, verdict=bare, cards={})
    page = verdict_page(window, state)
    assert not page.answer.strip.isVisibleTo(page)
    assert not page.cards.dots.isVisibleTo(page)
    assert not page.cards._cards["agree"].isVisibleTo(page)
    assert page.primary() == (strings.verdict.REPORT,)


def test_that_the_sentence_is_copied_with_its_stamp(window: Window) -> None:
    page = verdict_page(window)
    QGuiApplication.clipboard().clear()
    page.secondary()[0][1]()
    copied = QGuiApplication.clipboard().text()
    findings = ended().findings
    assert findings is not None
    assert copied.startswith(f"{findings.verdict.headline} {findings.verdict.body}")
    assert "90 rows" in copied
    assert page.shell.state.fingerprint[:12] in copied


def test_that_buttons_lead_to_explore_and_report(window: Window) -> None:
    page = verdict_page(window)
    page.secondary()[1][1]()
    assert window.shell.current == "explore"
    window.shell.go("verdict")
    page.act()
    assert window.shell.current == "report"


def test_that_a_reopened_study_shows_the_same_verdict(window: Window, tmp_path: Path) -> None:
    last = ended()
    assert last.findings is not None
    path = tmp_path / "done.evenfold"
    with StudyFile.create(path, parts_study(), parts_data()) as file:
        file.lock(parts_study())
        file.begin({"evenfold": "0.0.9"})
        file.append(last.run.outcomes)
        file.save_findings(last.findings)
    opened = open_study(path)
    assert opened.page == "verdict"
    assert opened.state.run is not None
    assert opened.state.run.versions == {"evenfold": "0.0.9"}  # those it was made with: the report names them
    window.shell.take_over(opened)
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    assert page.answer.headline.text() == last.findings.verdict.headline
    assert page.answer.strip.isVisibleTo(page)
    assert page.cards.dots.isVisibleTo(page)


@pytest.mark.parametrize("look", theme.THEMES)
@pytest.mark.parametrize("size", [(1280, 640), (1024, 600)])
def test_that_the_answer_fits_its_window_in_every_theme(
    qtbot: QtBot, window: Window, look: str, size: tuple[int, int]
) -> None:
    theme.apply(look)
    page = verdict_page(window)
    window.resize(*size)
    qtbot.wait(30)
    area = window.shell.stack.currentWidget()
    assert page.width() <= area.width()
    for part in (page.answer.headline, page.answer.text, page.answer.strip, page.answer.action):
        bottom = part.mapTo(page, part.rect().bottomLeft()).y()
        assert bottom <= area.height(), part.objectName()
        assert part.height() >= part.heightForWidth(part.width()) or not part.hasHeightForWidth()


def test_that_estimates_are_bold_and_numbers_are_not_torn() -> None:
    said = emphasised("Forest: about 38.1 (28.7 to 47.5).\nTree: about 40.2; chosen among 3: expect slightly worse.")
    assert said == (
        "Forest: about <b>38.1</b> (28.7 to 47.5).<br>Tree: about <b>40.2</b>; chosen among 3: expect slightly worse."
    )


def test_that_the_repeated_unit_is_said_once() -> None:
    unit = unit_of("error", parts_study(), parts_data())
    text, words = without_unit(f"Tree: about {unit.level.format('9')} (7 to 12).", unit)
    assert text == "Tree: about 9 (7 to 12)."
    assert words == "errors per 100 parts"


def test_that_words_before_and_behind_a_number_are_both_said_once() -> None:
    study = replace(parts_study(), question=replace(parts_study().question, measure="cost"))
    unit = unit_of("cost", study, parts_data())
    text, words = without_unit(f"Tree: about {unit.level.format('9')} (7 to 12).", unit)
    assert text == "Tree: about 9 (7 to 12)."
    assert words == "cost, false alarms per 100 parts"


def test_that_a_share_of_the_rows_keeps_its_sign_where_the_unit_has_the_same() -> None:
    unit = unit_of("relative", outputs_study(), outputs_data(), "wear (mm)")
    text = "Tree: about a relative miss of 2 %.\nForest: about a relative miss of 3 %.\nTrained on 75 % of your rows."
    short, _ = without_unit(text, unit)
    assert short.endswith("Trained on 75 % of your rows.")


def test_that_units_that_differ_by_output_stay_with_their_numbers() -> None:
    unit = unit_of("mae", outputs_study(), outputs_data(), "wear (mm)")
    text = "Tree (wear): about a typical miss of 2 mm.\nTree (heat): about a typical miss of 3 K."
    assert without_unit(text, unit) == ("Tree (wear): about 2 mm.\nTree (heat): about 3 K.", "typical miss")


def test_that_the_texts_of_the_answer_are_reached_by_tab_without_a_caret(window: Window) -> None:
    page = verdict_page(window)
    for text in (page.answer.headline, page.answer.text, page.answer.action):
        assert text.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert text.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse


def test_that_the_ring_of_the_headline_shows_only_where_the_keyboard_is_used(qtbot: QtBot, window: Window) -> None:
    page = verdict_page(window)
    window.shell.go("verdict")
    headline = page.answer.headline
    assert headline.hasFocus()
    assert not headline.is_ringed
    qtbot.keyClick(headline, Qt.Key.Key_Down)
    assert headline.is_ringed
    qtbot.keyClick(headline, Qt.Key.Key_Tab)
    assert page.answer.text.is_ringed
    assert not headline.is_ringed


@pytest.mark.parametrize("width", [300, 330, 360, 400, 500])
def test_that_a_short_text_is_seen_whole_without_a_bar(qtbot: QtBot, window: Window, width: int) -> None:
    text = label("Always answering 'yes': about <b>48.4</b> (44.4 to 52.5).<br>" * 3)
    page, held = QWidget(), Scrolled(text, 9, fits=True)
    page.setLayout(column(held, 0))
    qtbot.addWidget(page)
    page.resize(width, 400)
    page.show()
    assert held.height() >= text.heightForWidth(held.viewport().width())
    assert held.viewport().width() == held.contentsRect().width()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_that_the_last_line_before_the_edge_is_not_cut(qtbot: QtBot, window: Window, scale: float) -> None:
    theme.apply("light", scale)
    six, held = label("<br>".join(["Forest: about <b>48.4</b>."] * 6)), Scrolled(label("<br>".join(["g"] * 9)), 6)
    qtbot.addWidget(six)
    qtbot.addWidget(held)
    assert held.sizeHint().height() >= six.heightForWidth(900)
    theme.apply("light")


def test_that_the_why_pane_explains_the_answer(window: Window) -> None:
    verdict_page(window)
    window.shell.go("verdict")
    assert window.shell.why.what.text() == strings.verdict.WHY


@pytest.mark.parametrize(
    ("outcome", "modifiers", "tab"),
    [
        (VerdictKind.NOTHING_BEATS_GUESSING, (), "errors"),
        (VerdictKind.WIN, (Modifier.MEASURES_DISAGREE,), "roc"),
        (VerdictKind.BETTER, (Modifier.EXPLORATORY, Modifier.DEPENDS_ON_SHUFFLE), "shuffles"),
    ],
)
def test_that_an_answer_offers_the_tab_that_helps_on(
    window: Window, outcome: VerdictKind, modifiers: tuple[Modifier, ...], tab: str
) -> None:
    state = finished_state()
    assert state.findings is not None
    verdict = replace(state.findings.verdict, outcome=outcome, modifiers=modifiers)
    page = verdict_page(window, replace(state, findings=replace(state.findings, verdict=verdict)))
    offer = page.answer.offers.findChild(QPushButton, f"verdictOffer_{tab}")
    assert offer.text() == strings.verdict.OFFERS[tab]
    offer.click()
    shown = window.shell.page("explore")
    assert shown.tab.key == tab  # type: ignore[attr-defined]
