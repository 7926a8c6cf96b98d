"""The study so far: changes, suggestions, undo, answers, the lock."""

from pathlib import Path

import pytest

from core.domain.problem import Fix, Problem, Severity
from core.domain.study import SchemeKind
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from gui.wizard import opening
from gui.wizard.state import State, local_time
from gui.wizard.study_fields import get, is_field, put


@pytest.fixture
def state() -> State:
    return opening.open_sample("bearing").state


def test_that_everything_is_suggested_at_first(state: State) -> None:
    assert state.is_assumed("question.margin")
    assert not state.is_changed("question.margin")
    assert state.reason("scheme.folds") is not None


def test_that_a_change_makes_the_value_the_persons_own(state: State) -> None:
    state.change("question.margin", 3.5)
    assert state.study.question.margin == 3.5
    assert state.is_changed("question.margin")
    assert "question.margin" not in state.study.assumed


def test_that_confirming_keeps_the_value_but_not_the_assumption(state: State) -> None:
    state.confirm("question.margin")
    assert not state.is_assumed("question.margin")
    assert not state.is_changed("question.margin")


def test_that_reset_brings_the_suggestion_back(state: State) -> None:
    state.change("scheme.folds", 4)
    state.reset("scheme.folds")
    assert state.study.scheme.folds == 10
    assert state.is_assumed("scheme.folds")


def test_that_undo_and_redo_walk_through_the_changes(state: State) -> None:
    state.change("scheme.folds", 4)
    state.change("scheme.folds", 5)
    state.undo()
    assert state.study.scheme.folds == 4
    state.undo()
    assert state.study.scheme.folds == 10
    assert not state.can_undo
    state.redo()
    assert state.study.scheme.folds == 4
    state.change("scheme.folds", 6)
    assert not state.can_redo


def test_that_the_same_value_again_is_no_change(state: State) -> None:
    state.confirm("scheme.folds")
    state.undo()
    before = state.form
    state.change("row_meaning", state.study.row_meaning)
    assert state.form is before


def test_that_answers_are_recorded_and_close_a_question(state: State) -> None:
    question = Problem("LEAK", Severity.ASKS, "Known before?", "columns.x", (Fix("Yes", "answers.LEAK:x", "known"),))
    assert state.is_open(question)
    state.apply(question.fixes[0])
    assert state.study.answers["LEAK:x"] == "known"
    assert not state.is_open(question)


def test_that_a_block_stays_open_and_a_note_never_is(state: State) -> None:
    assert state.is_open(Problem("B", Severity.BLOCKS, "no"))
    assert not state.is_open(Problem("N", Severity.NOTE, "by the way"))


def test_that_a_fix_changes_the_field_it_names(state: State) -> None:
    state.apply(Fix("Use 5 folds", "scheme.folds", 5))
    assert state.study.scheme.folds == 5


def test_that_problems_follow_the_study(state: State) -> None:
    assert "K-BIG" not in {problem.id for problem in state.problems()}
    state.change("scheme.folds", 700)
    assert "K-BIG" in {problem.id for problem in state.problems()}
    assert state.problems() is state.problems()


def test_that_fields_are_read_and_set_by_dotted_names(state: State) -> None:
    changed = put(state.study, "scheme.kind", SchemeKind.BOOTSTRAP)
    assert get(changed, "scheme.kind") is SchemeKind.BOOTSTRAP
    assert get(state.study, "scheme.kind") is SchemeKind.KFOLD
    assert is_field("question.margin")
    assert not is_field("question.color")


def test_that_the_lock_seals_and_writes_a_study_file(state: State, tmp_path: Path) -> None:
    path = state.lock(tmp_path)
    assert state.locked
    assert path.suffix == ".evenfold"
    state.change("scheme.folds", 3)
    assert state.study.scheme.folds == 10
    assert not state.can_undo
    state.close()
    with StudyFile.open(path) as file:
        assert file.study == state.study
        assert file.locked_at is not None
        assert file.plan_hash == state.fingerprint


def test_that_nothing_can_be_locked_without_data(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="no data"):
        State().lock(tmp_path)


@pytest.mark.parametrize("moment", ["soon", "9999-99-99", "0001-01-01T00:00:00+23:00", ""])
def test_that_a_time_that_is_none_is_shown_as_it_stands(moment: str) -> None:
    assert local_time(moment) == moment


def test_that_a_new_study_from_a_sealed_one_is_open_again(state: State, tmp_path: Path) -> None:
    state.visited.add("run")
    state.lock(tmp_path)
    copy = state.copy()
    state.close()
    assert not copy.locked
    assert copy.study == state.study
    assert "run" not in copy.visited
    copy.change("scheme.folds", 5)
    assert copy.study.scheme.folds == 5
