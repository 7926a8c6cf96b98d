"""Exhibits that compute: nothing starts by itself, what is started can be called off, results are kept."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, Progress, Working
from gui import strings, theme
from gui.ledger import opened as open_history_of
from gui.results.gallery_tab import GalleryTab
from gui.results.kohavi_tab import KohaviTab
from gui.results.lab_tab import LabTab
from gui.results.many_tab import ManyTab
from gui.results.random_tab import RandomTab
from gui.results.running_tab import RunningTab
from gui.results.shuffles_tab import ShufflesTab
from gui.results.tab import Tab
from gui.results.third_tab import ThirdTab
from gui.strings import exhibits as words
from gui.window import Window
from tests.gui.finished import choose, finished_state, laboratory, locked_state, open_exhibit, show_in_laboratory
from tests.gui.waiting import settle as settle_places
from tests.gui.waiting import wait_until

STARTED = ("third", "randomization", "estimators", "kohavi", "gallery")


@pytest.fixture(autouse=True)
def _inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))


def opened(window: Window, key: str, several_outputs: bool = False) -> Tab:
    tab = open_exhibit(laboratory(window, several_outputs), key)
    settle(tab)
    return tab


def settle(tab: Tab) -> None:
    """Until nothing is under way."""
    wait_until(lambda: not tab.background.busy and not (isinstance(tab, RunningTab) and tab.is_running))


def quick(tab: Tab) -> None:
    """As little work as a tab offers."""
    match tab:
        case LabTab():
            tab.much.choose("quick")
        case KohaviTab():
            tab.draws.choose("10")
            tab.rows_box.setValue(25)
        case RandomTab():
            tab.times.choose("19")
        case _:
            pass


@pytest.mark.parametrize("key", STARTED)
def test_that_nothing_starts_by_itself_and_a_start_shows_picture_words_and_table(window: Window, key: str) -> None:
    tab = opened(window, key)
    assert isinstance(tab, RunningTab)
    assert not tab.stack.isVisible()
    assert tab.model.rowCount() == 0
    assert tab.intro in tab.sentence.text()
    quick(tab)
    tab.start_button.click()
    assert tab.cancel_button.isVisible()
    settle(tab)
    assert tab.stack.isVisible()
    assert tab.start_button.isVisible()
    assert tab.picture is not None
    assert tab.picture.accessibleDescription() == tab.sentence.text() != tab.intro
    assert tab.model.rowCount() > 0
    assert all(len(row) == len(tab.model.headings) for row in tab.model.rows)
    assert tab.caption.text()


@pytest.mark.parametrize("ending", ["svg", "png", "csv"])
@pytest.mark.parametrize("key", ["gallery", "third"])
def test_that_results_are_saved_as_picture_or_numbers(window: Window, tmp_path: Path, key: str, ending: str) -> None:
    tab = opened(window, key)
    assert isinstance(tab, RunningTab)
    tab.start()
    settle(tab)
    path = tmp_path / f"{key}.{ending}"
    tab.save(path)
    assert path.stat().st_size > 60
    if ending == "csv":
        with path.open(newline="", encoding="utf-8") as file:
            assert len(list(csv.reader(file))) == tab.model.rowCount() + 1


def endless(shop: DemoRunner) -> Working[object]:
    place = 0
    while not shop.stop.is_set():
        place += 1
        yield Progress(place, 1_000_000)
        shop.stop.wait(0.002)
    return None


def test_that_work_under_way_can_be_called_off(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = opened(window, "gallery")
    assert isinstance(tab, GalleryTab)
    monkeypatch.setattr(tab, "order", lambda _view: endless)
    tab.start()
    wait_until(lambda: "of 1,000,000" in tab.how_far.text())
    assert tab.is_running
    assert tab.progress.value() > 0
    tab.cancel_button.click()
    settle(tab)
    assert tab.sentence.text() == words.CANCELLED
    assert not tab.stack.isVisible()
    assert tab.start_button.isVisible()


def test_that_another_study_gives_up_what_was_under_way(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = opened(window, "gallery")
    assert isinstance(tab, GalleryTab)
    monkeypatch.setattr(tab, "order", lambda _view: endless)
    tab.start()
    again = opened(window, "gallery")
    assert again is tab
    assert not tab.is_running
    assert tab.sentence.text() == tab.intro
    wait_until(lambda: not tab.background.busy)
    assert tab.sentence.text() == tab.intro


def test_that_closing_the_window_ends_what_is_under_way(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = opened(window, "gallery")
    assert isinstance(tab, GalleryTab)
    monkeypatch.setattr(tab, "order", lambda _view: endless)
    tab.start()
    window.close()
    assert not tab.is_running


def test_that_results_are_kept_by_choice(window: Window) -> None:
    tab = opened(window, "gallery")
    assert isinstance(tab, GalleryTab)
    tab.start()
    settle(tab)
    first = tab.sentence.text()
    tab.which.choose("holdout")
    assert tab.sentence.text() == tab.intro
    tab.which.choose("leave-one-out")
    assert tab.sentence.text() == first
    assert tab.start_button.text() == words.AGAIN


def test_that_an_unexpected_end_is_not_called_a_cancellation(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(_shop: DemoRunner) -> Working[object]:
        yield Progress(0, 2)
        return None

    tab = opened(window, "gallery")
    assert isinstance(tab, GalleryTab)
    monkeypatch.setattr(tab, "order", lambda _view: broken_off)
    tab.start()
    settle(tab)
    assert tab.sentence.text() == words.UNEXPECTED
    assert tab.start_button.isVisible()


def test_that_an_impossible_wish_is_told_in_words(window: Window) -> None:
    tab = opened(window, "kohavi")
    assert isinstance(tab, KohaviTab)
    tab.rows_box.setRange(20, 500)
    tab.rows_box.setValue(400)
    tab.start()
    settle(tab)
    assert "cannot be drawn" in tab.sentence.text()


def test_that_the_case_is_lit_and_the_caption_warns(window: Window) -> None:
    tab = opened(window, "third")
    assert isinstance(tab, ThirdTab)
    tab.start()
    settle(tab)
    assert "●" in tab.cases.text()
    assert "does not say what happens on new rows" in tab.caption.text()
    assert "77 to 98 times in 100" in tab.caption.text()
    assert tab.model.rowCount() == 30


def test_that_numbers_have_no_test_third(window: Window) -> None:
    tab = opened(window, "third", several_outputs=True)
    assert isinstance(tab, ThirdTab)
    assert tab.sentence.text() == strings.EXPLORE_AGREEMENT_NONE
    assert not tab.start_button.isVisible()


def test_that_every_output_has_its_estimates(window: Window) -> None:
    page = laboratory(window, several_outputs=True)
    tab = open_exhibit(page, "estimators")
    assert isinstance(tab, LabTab)
    quick(tab)
    tab.start()
    settle(tab)
    before = tab.sentence.text()
    choose(page.output, 1 - page.output.currentIndex())
    assert tab.sentence.text() != before
    assert {row[0] for row in tab.model.rows} == {"wear (mm)", "heat (K)"}


def test_that_kohavi_has_three_pictures_and_a_generator(window: Window) -> None:
    tab = opened(window, "kohavi")
    assert isinstance(tab, KohaviTab)
    quick(tab)
    tab.start()
    settle(tab)
    said = set()
    for shown in words.KOHAVI_VIEWS:
        tab.shown.choose(shown)
        said.add((tab.sentence.text(), tab.caption.text()))
        assert tab.model.rowCount() > 0
        plot = tab.curve if shown == "curve" else tab.panels[0]
        assert "per 100" in plot.plot.getAxis("left").labelText
    assert len(said) == 3
    tab.source.choose("waveform")
    assert tab.rows_box.maximum() > 3000
    assert not tab.stack.isVisible()


def test_that_misses_are_drawn_in_the_unit_of_their_output(window: Window) -> None:
    tab = opened(window, "kohavi", several_outputs=True)
    assert isinstance(tab, KohaviTab)
    quick(tab)
    tab.start()
    settle(tab)
    assert tab.panels[0].plot.getAxis("left").labelText == "mean estimate, mm"


# --- Shuffles ---


def test_that_a_view_without_a_picture_is_saved_as_numbers_only(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = opened(window, "shuffles")
    assert isinstance(tab, ShufflesTab)
    told: list[str] = []
    monkeypatch.setattr("gui.results.tab.messages.show_error", lambda _parent, error: told.append(str(error)))
    tab.shown.choose("row")
    tab.save(tmp_path / "row.png")
    tab.save(tmp_path / "row.csv")
    assert told == [f"{strings.EXPLORE_NO_PICTURE} {strings.EXPLORE_AS_NUMBERS}"]
    assert [path.name for path in tmp_path.glob("row.*")] == ["row.csv"]
    tab.toggle_table()
    assert tab.stack.currentWidget() is tab.table


def test_that_a_table_stays_a_table_in_other_views_and_when_the_picture_is_saved(
    window: Window, tmp_path: Path
) -> None:
    tab = opened(window, "shuffles")
    assert isinstance(tab, ShufflesTab)
    tab.toggle_table()
    for shown in ("paper", "row", "halves"):
        tab.shown.choose(shown)
    tab.save(tmp_path / "halves.svg")
    assert (tmp_path / "halves.svg").stat().st_size > 1000
    assert tab.stack.currentWidget() is tab.table
    assert tab.switch.text() == strings.EXPLORE_AS_PICTURE


def test_that_nothing_is_saved_before_something_was_computed(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = opened(window, "gallery")
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: asked.append("where") or ("", ""))  # type: ignore[func-returns-value]
    tab.ask_to_save()
    assert asked == []


def test_that_shuffles_have_their_views(window: Window) -> None:
    tab = opened(window, "shuffles")
    assert isinstance(tab, ShufflesTab)
    said = set()
    for shown in words.SHUFFLES_VIEWS:
        tab.shown.choose(shown)
        said.add((tab.sentence.text(), tab.caption.text()))
        assert tab.model.rowCount() > 0
    assert len(said) == len(words.SHUFFLES_VIEWS)
    assert tab.stack.currentWidget() is tab.table
    tab.shown.choose("paper")
    assert tab.stack.currentWidget() is tab.picture
    axis = tab.plot.plot.getAxis("left")
    assert (0.0, "0.5") in axis._tickLevels[0]
    tab.shown.choose("rank")
    assert tab.stack.currentWidget() is tab.picture
    assert axis._tickLevels is None


def test_that_more_shuffles_leave_the_verdict_alone(window: Window) -> None:
    tab = opened(window, "shuffles")
    assert isinstance(tab, ShufflesTab)
    before = window.shell.state.findings
    assert tab.model.rowCount() == 3
    tab.count.choose("20")
    tab.start()
    settle(tab)
    settle(tab)
    assert tab.model.rowCount() == 20
    assert "17 shuffles were added" in tab.caption.text()
    assert window.shell.state.findings is before
    assert tab.count.box.findData("20") == -1


# --- Looks ---


def test_that_training_two_models_again_is_logged_and_counted(window: Window, tmp_path: Path) -> None:
    done = finished_state()
    state = locked_state(tmp_path)
    state = replace(state, run=done.run, findings=done.findings, visited={"run"})
    tab = open_exhibit(show_in_laboratory(window, state), "third")
    assert isinstance(tab, ThirdTab)
    tab.start()
    settle(tab)
    assert state.file is not None
    assert any(words.THIRD_VARIANT in line for _, line in state.file.log_lines())
    assert state.data is not None
    history = open_history_of(state.study, tmp_path).history
    assert history is not None
    assert {entry.variant for entry in history.entries(state.data)} == {words.THIRD_VARIANT}


# --- Many data sets ---


def table(path: Path, rows: int) -> Path:
    lines = ["a,b,answer"]
    lines += [f"{(7 * i) % 11},{(i * i) % 13},{'yes' if (7 * i) % 11 > 5 else 'no'}" for i in range(rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_that_models_are_compared_over_files(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = opened(window, "many")
    assert isinstance(tab, ManyTab)
    paths = [str(table(tmp_path / f"{rows}.csv", rows)) for rows in (60, 80)]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_arguments: (paths, ""))
    tab.add_button.click()
    settle(tab)
    assert tab.files.count() == 3
    tab.repeats.choose("5")
    tab.third.setChecked(True)
    tab.start()
    settle(tab)
    for shown in words.MANY_VIEWS:
        tab.shown.choose(shown)
        assert tab.model.rowCount() > 0
        assert "not a random sample" in tab.caption.text()
    assert "Of 45 repeats taken alone" in tab.sentence.text()  # three pairs, three data sets, five repeats
    tab.shown.choose("overall")
    assert tab.model.headings[-3:] == ("Chance better", "Chance same", "Chance worse")
    assert "Wilcoxon's p is adjusted by Holm for 3 pairs" in tab.caption.text()
    tab.shown.choose("ranks")
    assert "3 models (with standard settings), 3 data sets" in tab.sentence.text()
    tab.repeats.choose("1")
    tab.start()
    settle(tab)
    tab.shown.choose("groups")
    assert tab.sentence.text() == words.MANY_ONE_REPEAT
    tab.files.setCurrentRow(1)
    tab.remove_button.click()
    assert tab.files.count() == 2
    assert tab.sentence.text() == tab.intro


def test_that_the_menu_opens_it_once_there_is_a_verdict(window: Window) -> None:
    page = laboratory(window)
    window.shell.go("verdict")
    window.actions_by_name["many"].trigger()
    assert window.shell.current == "laboratory"
    assert page.tab is not None
    assert page.tab.key == "many"


def test_that_the_data_of_the_study_stays_and_bad_files_are_told(window: Window, tmp_path: Path) -> None:
    tab = opened(window, "many")
    assert isinstance(tab, ManyTab)
    tab.files.setCurrentRow(0)
    assert not tab.remove_button.isEnabled()
    tab.add([tmp_path / "nowhere.csv"])
    settle(tab)
    assert tab.files.count() == 1
    assert "nowhere.csv" in tab.sentence.text()
    tab.start()
    settle(tab)
    assert "at least two" in tab.sentence.text()


@pytest.mark.parametrize("key", [*STARTED, "many", "shuffles"])
def test_that_choices_fit_small_windows_while_it_works(
    window: Window, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    window.resize(1024, 600)
    tab = opened(window, key)
    assert isinstance(tab, RunningTab)
    monkeypatch.setattr(tab, "order", lambda _view: endless)
    monkeypatch.setattr(tab, "started", lambda _view: None)
    tab.start()
    wait_until(lambda: bool(tab.how_far.text()))
    page, shown = window.shell.page("laboratory"), window.shell.stack.currentWidget()
    assert shown is not None
    assert page.width() <= shown.width()
    tab.cancel()
    settle(tab)


@pytest.mark.parametrize("key", [*STARTED, "many", "shuffles"])
def test_that_choices_fit_small_windows(window: Window, key: str) -> None:
    window.resize(1024, 600)
    tab = opened(window, key)
    assert isinstance(tab, RunningTab)
    page = window.shell.page("laboratory")
    quick(tab)
    if key not in ("kohavi", "many"):
        tab.start()
        settle(tab)
    settle_places(window)
    shown = window.shell.stack.currentWidget()
    assert shown is not None
    assert page.width() <= shown.width()


def test_that_choices_stand_below_each_other_where_text_is_large_and_no_name_is_cut(
    qtbot: QtBot, window: Window
) -> None:
    tab = opened(window, "estimators")
    assert isinstance(tab, LabTab)
    assert tab.much.y() == tab.model_choice.y()
    theme.apply("light", 2.0)
    try:
        qtbot.waitUntil(lambda: tab.much.y() > tab.model_choice.y())
        qtbot.waitUntil(lambda: tab.model_choice.box.width() >= tab.model_choice.box.sizeHint().width())
    finally:
        theme.apply("light")
