"""The page Result: banner, table, strip and plot come from one conclusion, and the selected row drives all of them."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.application.predict_rows import SUFFIX, open_model
from core.domain.check_result import CheckLevel
from core.domain.decision import MapMethod
from core.domain.evidence import EXPLAINED, FEWER_ROWS, PAIRS, STRONG_DEFAULT, TRIVIAL
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from core.wording.explanation import explain_sentence
from core.wording.result_table import word_result_table
from core.wording.sentence import NAMES
from gui import theme
from gui.files import FileService
from gui.results.explain_dialog import ExplainDialog
from gui.results.extra_work import ExtraWork
from gui.results.failures_dialog import FailuresDialog
from gui.results.more_rows_dialog import MoreRowsDialog
from gui.results.result_table_view import Column
from gui.results.save_model_dialog import SaveChoice
from gui.widgets.figure_label import FigureLabel
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.result import ResultPage
from gui.wizard.state import State
from tests.gui.finished import ended, finished_state, parts_data, parts_study
from tests.gui.verdicts import VERDICTS


def result_page(window: Window, state: State | None = None) -> ResultPage:
    window.shell.replace_state(state or finished_state())
    window.shell.go("verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    return page


def conclusion_text(state: State) -> tuple[str, str, str]:
    assert state.data is not None
    assert state.findings is not None
    said = word_conclusion(state.study, state.data, state.findings)
    return said.overline.text, said.headline.text, said.body.text


def ways(page: ResultPage, kind: str) -> dict[str, object]:
    actions = page.actions_of_result
    found = actions.list_repairs() if kind == "fix" else actions.list_ways_to_find_out()
    return {key: act for key, _, act in found}


@pytest.mark.parametrize("name", VERDICTS)
def test_that_banner_table_and_strip_are_those_of_the_conclusion(window: Window, name: str) -> None:
    state = VERDICTS[name]()
    page = result_page(window, state)
    assert state.findings is not None
    assert state.data is not None
    banner = page.panel.banner
    assert (banner.overline.words, banner.headline.words, banner.body.words) == conclusion_text(state)
    table = word_result_table(state.study, state.data, state.findings)
    assert page.panel.table.lines.table == table
    for row in state.findings.conclusion.rows:
        shown = table.row(row.model, row.output)
        assert shown is not None
        assert shown.answer is row.answer
    strip = page.panel.strip.chart
    view = page.panel.view
    assert view is not None
    if strip is not None and strip.key == "strip":
        row = view.row(view.rival)  # type: ignore[assignment]
        assert row is not None
        assert row.difference is not None
        assert row.difference.interval is not None


@pytest.mark.parametrize("name", VERDICTS)
def test_that_every_figure_of_the_answer_is_explained(window: Window, name: str) -> None:
    state = VERDICTS[name]()
    page = result_page(window, state)
    assert state.findings is not None
    assert state.data is not None
    for text in (page.panel.banner.headline, page.panel.banner.body):
        plain = "".join(span.text for span in text.sentence.spans if span.meaning is None)
        assert not any(letter.isdigit() for letter in plain), (name, text.objectName(), plain)
        entries = explain_sentence(text.sentence, state.study, state.data, state.findings)
        figures = {span.text for span in text.sentence.figures if span.meaning not in NAMES}
        assert figures <= {figure for entry in entries for figure in entry.figures}, (name, text.objectName())


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["win-of-four", "outputs-win", "cannot-tell", "leak", "one-model"])
def test_that_the_page_fits_its_window_without_scrolling(
    qtbot: QtBot, window: Window, name: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    page = result_page(window, VERDICTS[name]())
    area = window.shell._areas["verdict"]
    qtbot.waitUntil(lambda: page.panel.width() <= area.viewport().width(), timeout=5_000)
    QApplication.processEvents()
    assert area.horizontalScrollBar().maximum() == 0
    assert area.verticalScrollBar().maximum() == 0
    assert page.panel.table.horizontalScrollBar().maximum() == 0


def test_that_a_selected_row_drives_strip_and_plot(window: Window) -> None:
    page = result_page(window)
    panel = page.panel
    other = next(row for row in panel.table.lines.table.rows if row.model == "knn")  # type: ignore[union-attr]
    first = panel.strip_title.text()
    place = panel.table.lines.find(other.model, other.output)
    assert place is not None
    panel.table.selectRow(place)
    assert panel.view is not None
    assert panel.view.model == "knn"
    assert panel.strip_title.text() != first
    assert panel.strip_title.text().startswith(other.name)
    chart = panel.card.chart
    assert chart is not None
    strong = [tick.text for tick in chart.panels[0].y.ticks or () if tick.is_strong]
    assert strong == [other.name]


def test_that_arrows_move_the_row_and_enter_enlarges_the_plot(qtbot: QtBot, window: Window) -> None:
    page = result_page(window)
    table = page.panel.table
    table.setFocus()
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    line = table.lines.line(1)
    assert page.panel.view is not None
    assert page.panel.view.model == line.model  # type: ignore[union-attr]
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert page.panel.card.is_large
    assert not page.panel._left.isVisible()
    qtbot.keyClick(page.panel.card.plot, Qt.Key.Key_Escape)
    assert page.panel._left.isVisible()


def test_that_the_table_sorts_by_its_headings_and_keeps_row_and_guess(window: Window) -> None:
    page = result_page(window)
    table = page.panel.table
    before = page.panel.view
    assert before is not None
    for column in Column:
        for _ in range(2):
            table._sort(column)
            names = [table.lines.line(place).model for place in range(table.lines.rowCount())]  # type: ignore[union-attr]
            assert names[-1] == TRIVIAL
            assert page.panel.view is before
    table._sort(Column.MODEL)
    named = [table.lines.line(place).name for place in range(table.lines.rowCount() - 1)]  # type: ignore[union-attr]
    assert named == sorted(named, key=str.casefold)


def test_that_several_outputs_have_groups_of_rows(window: Window) -> None:
    page = result_page(window, finished_state(several_outputs=True))
    table = page.panel.table.lines.table
    assert table is not None
    assert [group.title for group in table.groups] == ["wear", "heat"]
    assert table.below
    assert table.below[0].text in page.panel.below.text()


def test_that_a_chip_is_named_by_the_question_and_its_answer(window: Window) -> None:
    page = result_page(window)
    lines = page.panel.table.lines
    assert lines.table is not None
    said = {
        str(lines.data(lines.index(place, lines.columnCount() - 1), Qt.ItemDataRole.AccessibleTextRole))
        for place in range(lines.rowCount())
    }
    assert any(text.startswith(f"{lines.table.question} ") for text in said)


def test_that_the_answer_is_copied_with_its_stamp(window: Window) -> None:
    state = finished_state()
    page = result_page(window, state)
    QGuiApplication.clipboard().clear()
    page.copy_answer()
    copied = QGuiApplication.clipboard().text()
    _, headline, body = conclusion_text(state)
    assert headline in copied
    assert body in copied
    assert "90 rows" in copied
    assert page.shell.state.fingerprint[:12] in copied


def stored_study(folder: Path, importance: bool = False) -> Path:
    last = ended()
    assert last.findings is not None
    path = folder / "done.evenfold"
    study = replace(parts_study(), importance=importance)
    with StudyFile.create(path, study, parts_data()) as file:
        file.lock(study)
        file.begin({"evenfold": "0.0.9"})
        file.append(last.run.outcomes)
        file.save_findings(last.findings)
    return path


def test_that_a_reopened_study_shows_the_same_result(window: Window, tmp_path: Path) -> None:
    opened = open_study(stored_study(tmp_path))
    assert opened.page == "verdict"
    assert opened.state.run is not None
    assert opened.state.run.versions == {"evenfold": "0.0.9"}  # those it was made with: the report names them
    window.shell.take_over(opened)
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    assert page.panel.banner.headline.words == conclusion_text(finished_state())[1]
    assert page.panel.strip.chart is not None
    assert page.panel.card.chart is not None


def test_that_a_click_on_the_answer_explains_its_figures_and_leads_to_their_plot(qtbot: QtBot, window: Window) -> None:
    page = result_page(window)
    qtbot.mouseClick(page.panel.banner.body, Qt.MouseButton.LeftButton)
    dialog = page.findChild(ExplainDialog)
    assert dialog.findChild(QLabel, "explainedHow0").text()
    page.open_topic("shuffles")
    chart = page.panel.card.chart
    assert chart is not None
    assert chart.key == "repeats"


def test_that_texts_of_the_banner_are_reached_by_tab_without_a_caret(window: Window) -> None:
    page = result_page(window)
    for text in page.panel.banner.findChildren(FigureLabel):
        assert text.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert text.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse


# --- what can be done ---


def test_that_unclear_offers_ways_to_find_out(window: Window) -> None:
    page = result_page(window, VERDICTS["cannot-tell"]())
    assert page.panel.banner.button("find-out") is not None
    found = ways(page, "find-out")
    assert {"rows", "confirm"} <= set(found)
    found["rows"]()  # type: ignore[operator]
    dialog = page.findChild(MoreRowsDialog)
    assert dialog.table.rowCount() > 2


def test_that_no_rows_are_planned_where_they_would_settle_nothing(window: Window) -> None:
    state = VERDICTS["cannot-tell"]()
    question = replace(state.study.question, margin=0.0)
    state.form = replace(state.form, study=replace(state.form.study, question=question))
    assert "rows" not in ways(result_page(window, state), "find-out")


def test_that_a_block_is_fixed_in_a_new_study(window: Window) -> None:
    page = result_page(window, VERDICTS["leak"]())
    before = window.shell.state
    assert page.panel.banner.button("fix") is not None
    ways(page, "fix")["known"]()  # type: ignore[operator]
    assert window.shell.state is not before
    assert window.shell.current == "data"
    assert not window.shell.state.locked


def test_that_details_of_failed_trainings_are_their_messages(window: Window) -> None:
    page = result_page(window, VERDICTS["failed-many"]())
    made = page.panel.banner.button("details")
    assert made is not None
    made.click()
    assert page.findChild(FailuresDialog) is not None
    assert set(ways(page, "fix")) == {"settings"}


def test_that_the_buttons_of_the_banner_keep_their_places(window: Window) -> None:
    page = result_page(window)
    QApplication.processEvents()
    places = [made.mapTo(page, QPoint(0, 0)) for made in page.panel.banner.buttons]
    for name in ("cannot-tell", "leak", "loss"):
        page = result_page(window, VERDICTS[name]())
        QApplication.processEvents()
        lefts = [made.mapTo(page, QPoint(0, 0)).x() for made in page.panel.banner.buttons]
        assert lefts == [place.x() for place in places]


# --- the plot card ---


def plot_of(page: ResultPage) -> tuple[object, QPointF]:
    plot = page.panel.card.plot
    plot.grab()
    frame = plot.drawn[0].frame
    return plot, QPointF(frame.left + frame.width / 2, frame.top + frame.height / 2)


def test_that_the_wheel_zooms_and_a_double_click_shows_all_again(qtbot: QtBot, window: Window) -> None:
    page = result_page(window)
    plot = page.panel.card.plot
    _, middle = plot_of(page)
    whole = plot.drawn[0].view
    wheel = QWheelEvent(
        middle, plot.mapToGlobal(middle), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot, wheel)
    plot.grab()
    now = plot.drawn[0].view
    assert now[1] - now[0] < whole[1] - whole[0]
    assert now[2:] == whole[2:]  # models are never zoomed away
    qtbot.mouseDClick(plot, Qt.MouseButton.LeftButton, pos=middle.toPoint())
    plot.grab()
    assert plot.drawn[0].view == whole


def test_that_the_mark_under_the_pointer_tells_its_values(qtbot: QtBot, window: Window) -> None:
    page = result_page(window)
    plot = page.panel.card.plot
    plot_of(page)
    drawn, chart = plot.drawn[0], page.panel.card.chart
    assert chart is not None
    marks = next(layer for layer in drawn.panel.layers if getattr(layer, "describe", None) is not None)
    place = QPointF(float(drawn.x(marks.x[0])) + 3, float(drawn.y(marks.y[0])) + 2)  # type: ignore[index, union-attr]
    qtbot.mouseMove(plot, place.toPoint())
    plot._hover(place)
    assert plot.hovered == marks.describe(0)  # type: ignore[misc, union-attr]


def test_that_the_plot_is_shown_as_a_table_and_back(qtbot: QtBot, window: Window) -> None:
    page = result_page(window)
    card = page.panel.card
    card.toggle_table()
    assert card.stack.currentWidget() is card.table
    assert card.chart is not None
    assert card.model.rows == card.chart.rows
    card.toggle_table()
    assert card.stack.currentWidget() is card.plot


@pytest.mark.parametrize("ending", [".png", ".svg", ".csv"])
def test_that_the_plot_is_saved_as_picture_and_numbers(window: Window, tmp_path: Path, ending: str) -> None:
    page = result_page(window)
    path = tmp_path / f"plot{ending}"
    page.panel.card.save(path)
    written = path.read_bytes()
    start = {".png": b"\x89PNG", ".svg": b"<svg", ".csv": b"Model,"}[ending]
    assert written.startswith(start)
    assert len(written) > 100 or ending == ".csv"


def test_that_a_place_that_cannot_be_written_is_said(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("gui.messages.show_error", lambda _parent, error: said.append(str(error)))
    page = result_page(window)
    page.panel.card.save(tmp_path / "nowhere" / "plot.svg")
    page.panel.card.save(tmp_path / "nowhere" / "plot.png")
    assert len(said) == 2


def test_that_saving_asks_the_file_service(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = result_page(window)
    monkeypatch.setattr(FileService, "ask_to_save", lambda *_a: (tmp_path / "mine", "Vector picture (*.svg)"))
    page.panel.card.save_it.click()
    assert (tmp_path / "mine.svg").exists()


@pytest.mark.parametrize("look", theme.THEMES)
def test_that_every_tab_is_drawn_in_every_look(window: Window, look: str) -> None:
    page = result_page(window)
    theme.apply(look)
    for key in page.panel.card.keys:
        page.panel.card.open_tab(key)
        assert not page.panel.grab().isNull()
    theme.apply("light")


def test_that_what_matters_is_computed_on_request_and_stays_in_the_study(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.results.extra_work.Options", lambda: Options(executor="inline"))
    window.shell.take_over(open_study(stored_study(tmp_path)))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    card = page.panel.card
    card.open_tab("reasons")
    assert card.chart is not None
    assert card.chart.offer
    card.compute.click()
    qtbot.waitUntil(lambda: card.chart is not None and not card.chart.offer, timeout=60_000)
    assert len(card.chart.panels) == 2
    names = [tick.text for tick in card.chart.panels[0].y.ticks or ()]
    assert set(names) == {"force", "noise"}
    file = window.shell.state.file
    assert file is not None
    assert file.beside()
    card.plot.picked.emit(0.0, 0.0, 0)
    assert [tick.text for tick in card.chart.panels[0].y.ticks or () if tick.is_strong] == [names[-1]]


def test_that_two_inputs_and_sizes_in_between_are_computed_on_request(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.results.extra_work.Options", lambda: Options(executor="inline"))
    window.shell.take_over(open_study(stored_study(tmp_path)))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    card, file = page.panel.card, window.shell.state.file
    assert file is not None
    card.open_tab("reasons", "map")
    for offer in ("explain", "map"):  # first which inputs matter, which decides what is paired
        assert card.chart is not None
        assert card.chart.offer == offer
        card.compute.click()
        qtbot.waitUntil(lambda: not page._working.busy and card.compute.isEnabled(), timeout=120_000)
    assert card.chart is not None
    assert card.chart.panels
    assert not card.chart.offer
    card.open_tab("more-rows")
    assert not card.measure.isHidden()
    assert "in between" in card.measure.text()
    before = len(card.chart.rows)
    card.measure.click()
    assert not card.measure.isEnabled()
    qtbot.waitUntil(lambda: not page._working.busy and card.measure.isEnabled(), timeout=120_000)
    assert card.measure.isHidden()
    assert len(card.chart.rows) == before + 2 * len(FEWER_ROWS)
    assert {one.job.part for one in file.beside()} == {EXPLAINED, PAIRS, *FEWER_ROWS}


def test_that_work_asked_for_in_a_plot_can_be_stopped_from_the_footer(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work says once how far it is and then goes on until somebody stops it."""

    def work_until_stopped(*given: object) -> Iterator[SimpleNamespace]:
        stop = next(one for one in given if isinstance(one, threading.Event))
        yield SimpleNamespace(outcomes=(), done=1, total=40)
        stop.wait()

    monkeypatch.setattr("gui.results.extra_work.run_extra_work", work_until_stopped)
    window.shell.take_over(open_study(stored_study(tmp_path)))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    card = page.panel.card
    card.open_tab("reasons")
    card.compute.click()
    qtbot.waitUntil(lambda: bool(page._how_far))
    line = page.line()
    assert line is not None
    assert "1 of 40" in line.text
    assert line.act is not None
    line.act()
    qtbot.waitUntil(lambda: not page._working.busy and card.compute.isEnabled())
    line = page.line()
    assert line is None or "1 of 40" not in line.text


def test_that_options_without_room_beside_segments_stand_in_a_row_of_their_own(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.results.extra_work.Options", lambda: Options(executor="inline"))
    window.shell.take_over(open_study(stored_study(tmp_path)))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    card = page.panel.card
    card.open_tab("reasons")
    card.compute.click()
    qtbot.waitUntil(lambda: card.chart is not None and not card.chart.offer, timeout=60_000)
    for width, is_apart in ((420, True), (900, False)):
        card.setFixedWidth(width)
        card.open_tab("compare")
        card.open_tab("reasons")
        assert card._option_row.isHidden() != is_apart


def test_that_what_the_plan_asks_for_begins_after_the_answer_and_can_be_stopped(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is there before any of it; what was done before a stop stays, and is continued when opened again."""
    monkeypatch.setattr("gui.results.extra_work.Options", lambda: Options(executor="inline"))
    path = stored_study(tmp_path, importance=True)
    monkeypatch.setattr(ExtraWork, "is_automatic", True)
    window.shell.take_over(open_study(path))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    assert page.panel.banner.headline.words
    file = window.shell.state.file
    assert file is not None
    qtbot.waitUntil(lambda: bool(file.beside()), timeout=60_000)
    page.stop_work()
    qtbot.waitUntil(lambda: not page._working.busy, timeout=60_000)
    done = len(file.beside())
    window.shell.start_new()  # lets go of the study, which only one may write
    window.shell.take_over(open_study(path))
    file = window.shell.state.file
    assert file is not None
    assert not file.read_only
    qtbot.waitUntil(lambda: page._planned is None and not page._working.busy, timeout=120_000)
    assert len(file.beside()) >= done
    parts = {one.job.part for one in file.beside()}
    assert parts == {EXPLAINED, STRONG_DEFAULT}
    assert len({one.job for one in file.beside()}) == len(file.beside())
    qtbot.waitUntil(lambda: page._checked is not None, timeout=60_000)
    levels = {line.code: line.level for line in page.checks.lines}
    assert levels["T-03"] is not CheckLevel.NOT_COMPUTED


def test_that_the_model_can_be_saved_with_recalibrated_scores(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    window.shell.take_over(open_study(stored_study(tmp_path)))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    actions = page.actions_of_result
    use = actions.list_recalibratable()[0]
    path = tmp_path / f"model{SUFFIX}"
    actions.write(SaveChoice(use, recalibrate=MapMethod.PLATT), path)
    qtbot.waitUntil(path.exists, timeout=60_000)
    qtbot.waitUntil(lambda: not actions._background.busy, timeout=60_000)
    assert open_model(path).model.score_map is not None
