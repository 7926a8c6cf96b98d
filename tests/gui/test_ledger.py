"""What the window asks the ledger and tells it, without widgets."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.comparison_history import ComparisonRecorder
from core.data.final_test_rows import select_rows
from core.domain.events import Ended, Progressed
from core.domain.evidence import MAIN
from core.history.history import History, history_path
from core.support import paths
from gui.ledger import Today, count_opened, look_up, opened, page_of, record, today
from gui.wizard.state import Form, State
from tests.gui.finished import ended, finished_state, locked_state, parts_data, parts_study

HASH = "a" * 64


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def first_batch() -> Progressed:
    outcomes = tuple(outcome for outcome in ended().run.outcomes if outcome.job.part == MAIN)[:3]
    return Progressed(outcomes, (), 3, 45, None)


def test_that_a_look_is_found_again_by_another_study_on_the_same_rows(tmp_path: Path) -> None:
    study, data = parts_study(), parts_data()
    assert record(study, data, HASH, None, tmp_path) == ""
    assert look_up(study, data, tmp_path).count == 0
    assert look_up(replace(study, seed=2), data, tmp_path).count == 2


def test_that_rows_left_out_after_results_were_seen_are_asked_about(tmp_path: Path) -> None:
    study, data = parts_study(), parts_data()
    fewer = select_rows(data, np.arange(data.size - 9))
    ruled = replace(study, columns=replace(study.columns, excluded=(("rows 1-9", "set-up"),)))
    record(ruled, fewer, HASH, None, tmp_path)
    assert not look_up(ruled, fewer, tmp_path).had_more_rows
    record(study, data, "b" * 64, None, tmp_path)
    state = State(form=Form(ruled, fewer))
    assert "EXCL" not in [problem.id for problem in state.problems()]
    state.seen = look_up(ruled, fewer, tmp_path)
    asked = next(problem for problem in state.problems() if problem.id == "EXCL")
    assert asked.text == "You removed rows after seeing results. The result is shown with and without them."
    assert state.is_open(asked)
    state.apply(asked.fixes[1])
    assert not state.is_open(asked)
    assert [fix.change for fix in asked.fixes] == ["columns.excluded", "answers.EXCL"]
    whole = State(form=Form(study, data), seen=look_up(study, data, tmp_path))
    assert "EXCL" not in [problem.id for problem in whole.problems()]


def recorder(folder: Path) -> ComparisonRecorder:
    return ComparisonRecorder(parts_study(), parts_data(), lambda study: opened(study, folder))


def test_that_samples_have_a_ledger_of_their_own(tmp_path: Path) -> None:
    study, data = replace(parts_study(), source="sample:parts"), parts_data()
    record(study, data, HASH, None, tmp_path)
    assert look_up(replace(parts_study(), seed=2), data, tmp_path).count == 0
    assert look_up(replace(study, seed=2), data, tmp_path).count == 0  # samples never count
    assert len(History.open(history_path(study)).entries()) == 2


def test_that_a_run_is_counted_once_its_first_fold_was_scored_and_again_at_its_end(tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    assert state.file is not None
    keeper = recorder(tmp_path)
    assert keeper.see(Progressed((), (), 0, 45, None)) == ()
    assert History.open(history_path(state.study)).entries() == ()
    keeper.see(first_batch())
    assert [entry.seen for entry in History.open(history_path(state.study)).entries()] == ["stopped", "stopped"]
    last = ended()
    keeper.see(Ended(last.run, last.findings))
    assert [entry.seen for entry in History.open(history_path(state.study)).entries()] == ["complete", "complete"]
    state.close()


def test_that_a_damaged_ledger_is_said_and_the_run_is_counted_anyway(tmp_path: Path) -> None:
    paths.history().write_bytes(b"no database at all" * 50)
    state = locked_state(tmp_path)
    assert "set aside" in " ".join(look_up(state.study, parts_data(), tmp_path).notes)
    assert recorder(tmp_path).see(first_batch()) == ()
    state.close()


def test_that_a_ledger_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    paths.history().mkdir(parents=True)
    state = locked_state(tmp_path)
    seen = look_up(state.study, parts_data(), tmp_path)
    assert seen.count == 0
    assert seen.notes
    said = recorder(tmp_path).see(first_batch())
    assert any(note.startswith("This study could not be counted") for note in said)
    state.close()


def test_that_a_lost_ledger_is_built_again_from_the_study_files(tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    assert state.file is not None
    state.file.append(ended().run.outcomes[:4])
    state.close()
    found = opened(parts_study(), tmp_path)
    assert found.history is not None
    assert len(found.history.entries()) == 2
    assert opened(replace(parts_study(), source="sample:x"), tmp_path).notes == ()


def test_that_old_verdicts_are_judged_at_the_count_of_today(tmp_path: Path) -> None:
    state = finished_state()
    data = parts_data()
    record(state.study, data, HASH, state.findings, tmp_path)
    assert today(state.study, data, HASH, tmp_path) == Today(2)
    for seed in range(2, 12):
        record(replace(state.study, seed=seed), data, f"{seed:064d}", None, tmp_path)
    rows = page_of(opened(state.study, tmp_path), data).rows
    assert len(rows) == 22
    assert all(row.count == 22 for row in rows)


def test_that_the_state_adds_the_ledger_to_what_was_seen_elsewhere(tmp_path: Path) -> None:
    data = parts_data()
    record(parts_study(), data, HASH, None, tmp_path)
    state = finished_state()
    state = State(form=replace(state.form, study=replace(state.study, seed=9), data=data))
    assert state.study.earlier_comparisons == 0
    assert not state.is_counted
    state.seen = look_up(state.study, data, tmp_path)
    assert state.is_counted
    assert (state.study.earlier_comparisons, state.study.comparisons_elsewhere) == (2, 0)
    state.change_study(replace(state.study, earlier_comparisons=3, comparisons_elsewhere=3), "earlier_comparisons")
    assert (state.study.earlier_comparisons, state.study.comparisons_elsewhere) == (5, 3)
    state.answer("LEDGER", "other machines")
    assert state.study.earlier_comparisons == 3
    state.undo()
    state.undo()
    assert state.study.earlier_comparisons == 2
    state.change("seed", 10)
    assert not state.is_counted


def test_that_the_lock_keeps_the_looks(tmp_path: Path) -> None:
    data = parts_data()
    record(parts_study(), data, HASH, None, tmp_path)
    state = State(form=replace(finished_state().form, study=replace(parts_study(), seed=9), data=data))
    state.seen = look_up(state.study, data, tmp_path)
    state.lock(tmp_path)
    assert state.file is not None
    assert state.study.earlier_comparisons == state.file.study.earlier_comparisons == 2
    state.close()


def test_that_a_study_that_could_not_be_counted_is_counted_once_when_it_is_opened(tmp_path: Path) -> None:
    state, last = locked_state(tmp_path), ended()
    assert state.file is not None
    assert last.findings is not None
    state.file.append(last.run.outcomes)
    state.file.save_findings(last.findings)
    path = history_path(state.study)
    assert History.open(path).entries() == ()
    count_opened(state.file, tmp_path)
    assert [entry.seen for entry in History.open(path).entries()] == ["complete", "complete"]
    before = path.read_bytes()
    count_opened(state.file, tmp_path)
    assert path.read_bytes() == before
    state.close()


def test_that_a_locked_study_without_a_scored_fold_is_not_counted_when_it_is_opened(tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    assert state.file is not None
    count_opened(state.file, tmp_path)
    assert History.open(history_path(state.study)).entries() == ()
    state.close()
