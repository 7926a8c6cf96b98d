"""Opening tables, samples, plans and studies, without a window."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.data.read.table_file import READERS
from core.data.samples import SAMPLES
from core.domain.dataset import Kind
from core.domain.study import Columns
from core.store.study_file import StudyFile
from core.support.errors import DataError, EvenfoldError, StudyError
from gui import strings
from gui.wizard import opening
from gui.wizard.known import known_studies
from gui.wizard.saving import write_plan
from gui.wizard.state import Form, State
from gui.wizard.words import column_note, lead_of_table
from tests.store.test_study_file import DATA, STUDY


def note_of(state: State, name: str) -> str:
    assert state.table is not None
    return column_note(state, state.table.column(name))[0]


def test_that_a_table_opens_on_data_with_suggested_roles(machines: Path) -> None:
    opened = opening.open_path(machines)
    study = opened.state.study
    assert opened.page == "data"
    assert study.columns.target == ("fault",)
    assert "serial_no" in study.columns.ignore
    assert study.title == "machines"
    assert study.row_meaning == ""
    assert opened.state.data is not None


def test_that_two_openings_get_seeds_of_their_own(machines: Path) -> None:
    seeds = {opening.open_path(machines).state.study.seed for _ in range(5)}
    assert len(seeds) > 1


def test_that_pasted_text_is_read_like_a_file() -> None:
    text = "x\ty\n" + "\n".join(f"{row}\t{'ok' if row % 3 else 'bad'}" for row in range(30))
    state = opening.open_text(text).state
    assert state.table is not None
    assert state.table.names == ("x", "y")
    assert state.table.rows == 30


@pytest.mark.parametrize("key", [sample.key for sample in SAMPLES])
def test_that_every_sample_is_ready_to_lock(key: str) -> None:
    opened = opening.open_sample(key)
    state = opened.state
    assert opened.page == "review"
    assert [problem.id for problem in state.problems() if state.is_open(problem)] == []
    assert {"unseen", "alone"} <= set(state.study.answers)
    assert state.study.baseline in {candidate.key for candidate in state.study.candidates}
    assert len(state.study.challengers) >= 1


def test_that_unusable_columns_give_a_reason_and_no_dataset(machines: Path) -> None:
    state = opening.open_path(machines).state
    assert state.table is not None
    form = opening.look(state.table, Columns(), state.form)
    assert form.data is None
    assert "predict" in form.trouble


def test_that_own_words_stay_when_columns_change(machines: Path) -> None:
    state = opening.open_path(machines).state
    state.change("row_meaning", "one window")
    state.change("scheme.folds", 4)
    assert state.table is not None
    kept = opening.look(state.table, replace(state.study.columns, group="machine"), state.form)
    assert kept.study.row_meaning == "one window"
    assert kept.study.scheme.folds == 4
    assert kept.data is not None
    assert kept.data.group_name == "machine"


def test_that_another_target_starts_the_suggestions_anew(machines: Path) -> None:
    state = opening.open_path(machines).state
    state.change("question.measure", "auc")
    assert state.table is not None
    form = opening.look(state.table, replace(state.study.columns, target=("rms",)), state.form)
    assert form.study.question.measure == "mae"


def test_that_a_locked_study_reopens_on_the_run(tmp_path: Path) -> None:
    state = opening.open_sample("bearing").state
    path = state.lock(tmp_path)
    state.close()
    again = opening.open_path(path)
    assert again.page == "run"
    assert again.path == path
    assert again.state.locked
    assert again.state.study == state.study
    assert again.state.table is not None
    assert "rms_x" in again.state.table.names
    again.state.close()


def test_that_home_learns_how_far_a_study_came(tmp_path: Path) -> None:
    state = opening.open_sample("bearing").state
    path = state.lock(tmp_path)
    state.close()
    broken = tmp_path / "broken.evenfold"
    broken.write_text("not a study")
    known = known_studies((str(path), str(tmp_path / "gone.evenfold"), str(broken)))
    assert known[0].unfinished
    assert " of " in known[0].status
    assert known[1].missing
    assert not known[2].unfinished


def test_that_a_missing_file_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no file"):
        opening.open_path(tmp_path / "nowhere.csv")


def test_that_a_stored_dataset_can_be_looked_at_as_a_table() -> None:
    data = opening.open_sample("bearing").state.data
    assert data is not None
    table = opening.table_of(data)
    assert table.rows == data.size
    assert table.column("fault").kind is Kind.NAMES
    assert np.array_equal(table.column("fault").values, data.labels)


def test_that_the_table_is_described_in_one_line(machines: Path) -> None:
    state = opening.open_path(machines).state
    assert state.data is not None
    line = lead_of_table(state)
    assert line.startswith(f"machines.csv · 60 rows · {len(state.data.features)} inputs · predicts fault")


def test_that_findings_stand_beside_their_columns(machines: Path) -> None:
    state = opening.open_path(machines).state
    assert "label" in note_of(state, "serial_no")


def test_that_a_form_without_table_says_nothing() -> None:
    assert lead_of_table(State(form=Form())) == ""


def test_that_a_table_read_another_way_keeps_roles_and_words(tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    rows = "\n".join(f"{row % 7},{-999 if row == 3 else row},{'ok' if row % 3 else 'bad'}" for row in range(40))
    path.write_text("x,y,state\n" + rows, "utf-8")
    state = opening.open_path(path).state
    state.change("row_meaning", "one part")
    assert state.table is not None
    again = opening.read_again(state.table, {**state.table.reading, "codes": {"y": [-999]}}, state).state
    assert again.study.row_meaning == "one part"
    assert again.study.columns.target == state.study.columns.target
    assert again.table is not None
    assert int(again.table.column("y").missing.sum()) == 1


def test_that_one_row_left_out_is_said_in_plain_words(tmp_path: Path) -> None:
    lines = [f"{place * 0.37 % 5:.3f},{'ok' if place % 3 else 'bad'}" for place in range(40)]
    path = tmp_path / "parts.csv"
    path.write_text("force,quality\n" + "\n".join(lines) + "\n1.5,\n")
    state = opening.open_path(path).state
    assert state.data is not None
    assert state.data.left_out == 1
    assert note_of(state, "quality") == "1 row has no answer in quality; it will be left out and counted."


def test_that_a_saved_plan_opens_on_review_as_the_same_study(machines: Path) -> None:
    before = opening.open_path(machines).state
    columns = replace(before.study.columns, group="machine", excluded=(("rows 3", "sensor was broken"),))
    assert before.table is not None
    assert before.data is not None
    before.update(opening.look(before.table, columns, before.form))
    before.update(replace(before.form, study=replace(before.study, row_meaning="one window", answers={"PREP": "no"})))
    path = machines.with_name("kept.TOML")
    write_plan(path, before)
    opened = opening.open_path(path)
    after = opened.state
    assert opened.page == "review"
    assert after.study == before.study
    assert after.data is not None
    assert after.data.size == before.data.size
    assert after.form.screened == before.form.screened
    assert note_of(after, "serial_no") == note_of(before, "serial_no") != ""
    assert not after.locked


def test_that_a_plan_whose_table_is_gone_says_so(machines: Path) -> None:
    state = opening.open_path(machines).state
    path = machines.with_name("kept.toml")
    write_plan(path, state)
    machines.unlink()
    with pytest.raises(EvenfoldError, match=r"machines\.csv"):
        opening.open_path(path)


def test_that_the_dialog_offers_every_file_that_can_be_opened() -> None:
    shown = strings.OPEN_FILTER.partition(";;")[0]
    wanted = {suffix for reader in READERS for suffix in reader.suffixes} | {".gz", ".zip", ".toml", ".evenfold"}
    assert {suffix for suffix in wanted if f"*{suffix} " not in f"{shown[:-1]} "} == set()


def test_that_the_line_about_the_table_accounts_for_every_row(tmp_path: Path) -> None:
    lines = [
        f"{place * 0.37 % 5:.3f},{'' if place % 3 == 0 else 'ok' if place % 2 else 'bad'}" for place in range(6000)
    ]
    path = tmp_path / "parts.csv"
    path.write_text("force,quality\n" + "\n".join(lines) + "\n")
    state = opening.open_path(path).state
    assert state.data is not None
    assert state.form.sealed is not None
    assert state.data.size + state.form.sealed.size + state.data.left_out == 6000
    assert "6,000 rows" in lead_of_table(state)
    assert "2,000 rows" in note_of(state, "quality")


@pytest.mark.parametrize("change", [{"algorithm": "of tomorrow"}, {"measure": "of tomorrow"}])
def test_that_a_study_with_something_unknown_is_refused_in_a_sentence_and_let_go(
    tmp_path: Path, change: dict[str, str]
) -> None:
    candidate = replace(STUDY.candidates[0], algorithm=change.get("algorithm", STUDY.candidates[0].algorithm))
    question = replace(STUDY.question, measure=change.get("measure", STUDY.question.measure))
    study = replace(STUDY, candidates=(candidate,), baseline=candidate.key, question=question)
    StudyFile.create(tmp_path / "new.evenfold", study, DATA).close()
    with pytest.raises(StudyError, match="of tomorrow"):
        opening.open_study(tmp_path / "new.evenfold")
    with StudyFile.open(tmp_path / "new.evenfold") as file:
        assert not file.read_only
