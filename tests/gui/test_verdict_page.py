"""The page Verdict: one interval decides tag, sentence and picture; everything can be read and copied."""

from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.domain.conclusion import Answer, MeasureConflict
from core.domain.findings import Caution, CautionKind, Findings
from core.store.study_file import StudyFile
from core.wording.result_text import EXPECTED, REPEATS, SECOND_MEASURE, ResultText, word_result
from core.wording.sentence import Meaning, Sentence, Span, join_sentences
from gui import strings, theme
from gui.results.contests import contests, leading
from gui.results.scrolled import Scrolled
from gui.results.words import emphasised, tag_look, tag_words
from gui.widgets.figure_label import FigureLabel
from gui.widgets.parts import column, label
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.verdict import Further, VerdictPage
from gui.wizard.state import State
from tests.gui.finished import ended, finished_state, parts_data, parts_study
from tests.gui.verdicts import VERDICTS


def verdict_page(window: Window, state: State | None = None) -> VerdictPage:
    window.shell.replace_state(state or finished_state())
    window.shell.go("verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    return page


def concluded() -> Findings:
    findings = ended().findings
    assert findings is not None
    return findings


def told() -> ResultText:
    return word_result(parts_study(), parts_data(), concluded())


def test_that_headline_body_and_action_are_those_of_the_conclusion(window: Window) -> None:
    page, said = verdict_page(window), told().conclusion
    assert page.answer.headline.text() == said.headline.text
    assert page.answer.text.text() == join_sentences(said.overline, said.body, said.scope).text
    assert said.action.text
    assert said.action.text in page.answer.action.words


@pytest.mark.parametrize("name", ["win", "loss", "same", "cannot-tell", "leak", "one-model"])
def test_that_glyph_word_and_color_tell_the_answer(window: Window, name: str) -> None:
    state = VERDICTS[name]()
    assert state.findings is not None
    answer, page = state.findings.conclusion.answer, verdict_page(window, state)
    assert page.answer.tag.text() == strings.verdict.TAGS.get(answer.value, "")
    assert page.answer.tag.isVisibleTo(page) == (answer is not Answer.NONE)
    assert page.answer.tag.property("look") == tag_look(answer)


def test_that_every_answer_has_its_own_word() -> None:
    words = [tag_words(answer) for answer in Answer if answer is not Answer.NONE]
    assert all(words)
    assert len(set(words)) == len(words)
    assert not tag_words(Answer.NONE)


def test_that_the_strip_shows_the_interval_that_decided(window: Window) -> None:
    page = verdict_page(window)
    conclusion = concluded().conclusion
    chosen = leading(contests(parts_study(), parts_data(), concluded()), conclusion)
    assert chosen is not None
    assert chosen.strip is not None
    assert conclusion.main_row is not None
    assert chosen.row == conclusion.main_row
    assert chosen.row.difference is not None
    assert chosen.row.difference.interval is not None
    interval = chosen.row.difference.interval
    assert chosen.strip.bars[-1] == (interval.low, interval.high)
    assert page.answer.strip.isVisibleTo(page)
    dots = [span.value for span in page.answer.caption.sentence.figures if span.meaning is Meaning.DOTS]
    ahead = chosen.strip.dots_for_first
    assert dots[:2] == [20.0, float(max(ahead, 20 - ahead))]


def test_that_a_figure_is_not_torn_from_its_unit_nor_from_the_end_of_its_range(window: Window) -> None:
    text = FigureLabel()
    text.setText("by 6 % more (0 to 13)")
    assert QLabel.text(text) == "by 6\u00a0% more (0\u00a0to\u00a013)"
    assert text.text() == text.words == "by 6 % more (0 to 13)"


def test_that_the_three_cards_say_what_was_found(window: Window) -> None:
    page, notes = verdict_page(window), told().notes
    for topic in (EXPECTED, REPEATS, SECOND_MEASURE):
        assert notes[topic]
        assert all(line.text in page.cards.texts[topic].words for line in notes[topic])
    assert page.cards.texts[EXPECTED].text().count("<b>") == len(parts_study().candidates)


def test_that_every_further_candidate_has_its_row(window: Window) -> None:
    page = verdict_page(window)
    rows = page.findChildren(Further)
    assert len(rows) == 1
    conclusion = concluded().conclusion
    headlines = {row.model: said.headline.text for row, said in told().rows}
    other = next(model for model in headlines if model != conclusion.model)
    assert headlines[other] in rows[0].text.words


def test_that_several_outputs_are_all_listed_below_a_joint_headline(window: Window) -> None:
    page = verdict_page(window, finished_state(several_outputs=True))
    assert len(page.findChildren(Further)) == 2
    assert not page.answer.strip.isVisibleTo(page)


def test_that_cautions_are_shown_as_they_are_and_not_as_markup(window: Window) -> None:
    state = finished_state()
    assert state.findings is not None
    state.findings = replace(state.findings, cautions=(Caution(CautionKind.NOTE, message="a < b & c"),))
    page = verdict_page(window, state)
    texts = [text.text() for text in page.findChildren(QLabel)]
    assert any("a &lt; b &amp; c" in text for text in texts)


def test_that_a_result_that_is_a_hint_says_why(window: Window) -> None:
    state = VERDICTS["exploratory"]()
    assert state.findings is not None
    assert state.data is not None
    doubts = word_result(state.study, state.data, state.findings).doubts
    page = verdict_page(window, state)
    texts = [text.text() for text in page.findChildren(QLabel) if text.isVisibleTo(page)]
    assert doubts
    assert all(any(escape(doubt.text, quote=False) in text for text in texts) for doubt in doubts)


@pytest.mark.parametrize("name", ["guessing", "one-model", "leak"])
def test_that_an_answer_without_a_range_has_no_strip_and_no_dead_end(window: Window, name: str) -> None:
    page = verdict_page(window, VERDICTS[name]())
    assert not page.answer.strip.isVisibleTo(page)
    assert not page.cards.dots.isVisibleTo(page)
    assert page.primary() == (strings.verdict.REPORT,)


def test_that_the_sentence_is_copied_with_its_stamp(window: Window) -> None:
    page = verdict_page(window)
    QGuiApplication.clipboard().clear()
    page.secondary()[0][1]()
    copied = QGuiApplication.clipboard().text()
    said = told().conclusion
    assert said.headline.text in copied
    assert said.body.text in copied
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
    assert page.answer.headline.text() == told().conclusion.headline.text
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


def test_that_estimates_are_bold_and_nothing_else_is() -> None:
    estimate, end = Span("38.1", Meaning.ESTIMATE, 38.1), Span("28.7", Meaning.ESTIMATE_END, 28.7)
    lines = (Sentence((Span("A & B: about "), estimate, Span(" (from "), end, Span(")."))), Sentence((Span("Two"),)))
    assert emphasised(lines) == "A &amp; B: about <b>38.1</b> (from 28.7).<br>Two"


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


def measures_disagree() -> State:
    """The second measure shows another model ahead."""
    state = finished_state()
    assert state.findings is not None
    conclusion = state.findings.conclusion
    main = conclusion.main_row
    assert main is not None
    assert main.second is not None
    changed = replace(main, second=replace(main.second, conflict=MeasureConflict.OPPOSITE))
    rows = tuple(changed if row is main else row for row in conclusion.rows)
    return replace(state, findings=replace(state.findings, conclusion=replace(conclusion, rows=rows)))


@pytest.mark.parametrize(
    ("make", "tab"),
    [
        (VERDICTS["guessing"], "errors"),
        (measures_disagree, "roc"),
        (VERDICTS["depends-on-the-shuffle"], "shuffles"),
    ],
)
def test_that_an_answer_offers_the_tab_that_helps_on(window: Window, make: Callable[[], State], tab: str) -> None:
    page = verdict_page(window, make())
    offer = page.answer.offers.findChild(QPushButton, f"verdictOffer_{tab}")
    assert offer.text() == strings.verdict.OFFERS[tab]
    offer.click()
    shown = window.shell.page("explore")
    assert shown.tab.key == tab  # type: ignore[attr-defined]
