"""What was computed while exploring is there again when the study is opened again."""

from pathlib import Path

import pytest

from core.domain.evidence import ADDED
from core.engine.run import Options
from core.laboratory.failure_gallery import Failure
from core.laboratory.stored_results import MOST, ResultFile, load_results, save_result
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from gui.results.many_tab import ManyTab
from gui.results.running_tab import RunningTab
from gui.results.shuffles_tab import ShufflesTab
from gui.strings import exhibits as words
from gui.window import Window
from gui.wizard.state import Form, State
from tests.gui.finished import ended, open_exhibit, parts_data, parts_study, show_in_laboratory
from tests.gui.results.test_exhibits import STARTED, quick, settle, table
from tests.gui.waiting import wait_until

FOUND = Failure("holdout", 27.7, 3.1, 33.3, 27.7, 2000)


@pytest.fixture(autouse=True)
def _inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "parts.evenfold"
    with StudyFile.create(made, parts_study(), parts_data()) as file:
        file.lock(parts_study())
    return made


def opened(window: Window, file: StudyFile, key: str) -> RunningTab[object]:
    last, form = ended(), Form(file.study, file.data)
    state = State(form=form, file=file, locked_at="12:00", run=last.run, findings=last.findings, visited={"run"})
    tab = open_exhibit(show_in_laboratory(window, state), key)
    assert isinstance(tab, RunningTab)
    settle(tab)
    return tab


@pytest.mark.parametrize("key", [*STARTED, "parameters"])
def test_that_results_are_there_again_when_the_study_is_opened_again(window: Window, path: Path, key: str) -> None:
    tab = opened(window, StudyFile.open(path), key)
    quick(tab)
    tab.start_button.click()
    settle(tab)
    found, told = tab.result, tab.sentence.text()
    assert found is not None
    window.shell.replace_state(State())
    again = opened(window, StudyFile.open(path), key)
    quick(again)
    assert again.result == found
    assert again.sentence.text() == told
    assert again.start_button.text() == words.AGAIN


def test_that_added_shuffles_survive_and_a_cancelled_start_goes_on(window: Window, path: Path) -> None:
    tab = opened(window, StudyFile.open(path), "shuffles")
    assert isinstance(tab, ShufflesTab)
    tab.count.choose("20")
    tab.start_button.click()
    settle(tab)
    told, caption = tab.sentence.text(), tab.caption.text()
    assert "17 shuffles were added" in caption
    window.shell.replace_state(State())
    again = opened(window, StudyFile.open(path), "shuffles")
    assert isinstance(again, ShufflesTab)
    assert (again.sentence.text(), again.caption.text()) == (told, caption)
    assert again.model.rowCount() == 20
    assert "20" not in [again.count.box.itemData(place) for place in range(again.count.box.count())]
    assert sum("20 shuffles" in line for _, line in again.view.file.log_lines()) == 1  # type: ignore[union-attr]
    assert set(again.view.file.done()) == set()  # type: ignore[union-attr]
    window.shell.replace_state(State())


def test_that_shuffles_done_before_a_cancel_are_kept(window: Window, path: Path) -> None:
    tab = opened(window, StudyFile.open(path), "shuffles")
    assert isinstance(tab, ShufflesTab)
    tab.count.choose("550")
    tab.start()
    wait_until(lambda: len(tab._added.outcomes) >= 40)
    tab.cancel()
    settle(tab)
    done = len(tab._added.outcomes)
    assert tab.sentence.text() == words.SHUFFLES_CANCELLED
    assert 7 <= tab.model.rowCount() < 550
    window.shell.replace_state(State())
    with StudyFile.open(path) as file:
        assert len(file.beside(ADDED)) == done


def test_that_leaving_the_study_ends_what_is_computed(window: Window, path: Path) -> None:
    tab = opened(window, StudyFile.open(path), "shuffles")
    assert isinstance(tab, ShufflesTab)
    tab.count.choose("550")
    tab.start()
    wait_until(lambda: bool(tab._added.outcomes))
    window.shell.replace_state(State())
    assert not tab.is_running
    wait_until(lambda: not tab._given_up)


def test_that_a_comparison_over_many_files_comes_back_with_its_list(window: Window, path: Path, tmp_path: Path) -> None:
    tab = opened(window, StudyFile.open(path), "many")
    assert isinstance(tab, ManyTab)
    other = table(tmp_path / "other.csv", 60)
    tab.add([other, table(tmp_path / "copy.csv", 60)])
    settle(tab)
    assert tab.files.count() == 2
    assert "copy.csv are on the list already" in tab.sentence.text()
    tab.repeats.choose("1")
    tab.start()
    settle(tab)
    found, told = tab.result, tab.sentence.text()
    assert found is not None
    window.shell.replace_state(State())
    other.unlink()
    again = opened(window, StudyFile.open(path), "many")
    assert isinstance(again, ManyTab)
    assert again.files.count() == 2
    assert again.repeats.key == "1"
    assert again.result == found
    assert again.sentence.text() == told
    again.start()
    settle(again)
    assert "other.csv" in again.sentence.text()  # the file is gone, which is said; what was found stays
    table(other, 61)
    again.start()
    settle(again)
    assert "has changed" in again.sentence.text()
    table(other, 60)
    again.start()
    settle(again)
    assert again.result == found
    window.shell.replace_state(State())


def test_that_a_file_of_their_own_holds_the_latest_results(tmp_path: Path) -> None:
    store = ResultFile(tmp_path / "kept.json")
    assert load_results(store, "gallery", (Failure,)) == {}
    for place in range(MOST + 3):
        save_result(store, "gallery", str(place), FOUND)
    save_result(store, "gallery", "5", FOUND)
    there = load_results(ResultFile(tmp_path / "kept.json"), "gallery", (Failure,))
    assert list(there) == [*(str(place) for place in range(3, MOST + 3) if place != 5), "5"]
    for damaged in (
        "[1, 2",
        "[]",
        "null",
        '{"gallery": 3}',
        '{"gallery": [1]}',
        '{"gallery": {"a": 3}}',
        "[" * 100_000,
    ):
        (tmp_path / "kept.json").write_text(damaged, "utf-8")
        assert load_results(store, "gallery", (Failure,)) == {}
    with pytest.raises(StoreError, match="cannot be written"):
        save_result(ResultFile(tmp_path / "nowhere" / "kept.json"), "gallery", "a", FOUND)


def test_that_another_plan_has_its_own_results(path: Path) -> None:
    with StudyFile.open(path) as file:
        save_result(file, "gallery", "a", FOUND)
        assert load_results(file, "gallery", (Failure,)) == {"a": FOUND}
        file.lock(parts_study(repeats=4))
        assert load_results(file, "gallery", (Failure,)) == {}


def test_that_what_cannot_be_understood_is_left_out(path: Path) -> None:
    with StudyFile.open(path) as file:
        save_result(file, "gallery", "a", FOUND)
        file.save_exhibit("gallery", "b", {"records": [["Failure", {"unknown": 1}]], "is_tuple": False})
        file.save_exhibit("gallery", "c", {})
        assert load_results(file, "gallery", (Failure,)) == {"a": FOUND}
        assert load_results(file, "gallery", ()) == {}


def test_that_a_file_that_can_only_be_read_is_said_and_the_result_shown(
    window: Window, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with StudyFile.open(path):
        tab = opened(window, StudyFile.open(path), "gallery")
        monkeypatch.setattr(tab, "_say", said.append)
        tab.start_button.click()
        settle(tab)
        assert tab.result is not None
        assert "could not be written" in said[-1]
        window.shell.replace_state(State())
