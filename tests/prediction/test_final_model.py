"""The final model: saved as a recipe, loaded without trust, used on files that are not quite like the training."""

import csv
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.data.final_test_rows import select_rows
from core.data.prepare import prepare_dataset
from core.data.read import parse_pasted
from core.domain.dataset import Task
from core.domain.study import Candidate, Columns, Question, Study, Tuning, TuningKind
from core.prediction.build import PART, build_model, remembered
from core.prediction.file import SUFFIX, VERSION, Kept, load_model, save_model
from core.prediction.inputs import inputs_of
from core.prediction.predict import Predicted, predict, write_predictions
from core.prediction.record import FinalModel
from core.routes.train_once import trained_once
from core.store.study_file import StudyFile
from core.support.errors import DataError, EvenfoldError, StoreError, StudyError
from core.terminal import main
from tests.terminal.plans import PLAN, write_plan

NEW = "time,force,colour\n3,2,red\n4,400,blue\n5,,red\n"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("final")
    kept = folder / "kept.evenfold"
    plan = write_plan(folder, PLAN)
    table = folder / "table.csv"
    lines = table.read_text().splitlines()
    colours = ["colour", *(("red", "green")[i % 2] for i in range(len(lines) - 1))]
    table.write_text("\n".join(f"{line},{colour}" for line, colour in zip(lines, colours, strict=True)))
    assert main(["run", str(plan), "--study", str(kept), "--workers", "0"]) in (0, 1)
    return kept


@pytest.fixture(scope="module")
def kept(study: Path) -> Kept:
    with StudyFile.open(study) as file:
        return Kept(*build_model(file, "knn"))


def test_that_a_model_keeps_what_may_be_expected_of_it(kept: Kept, study: Path) -> None:
    model = kept.model
    with StudyFile.open(study) as file:
        assert model.plan_hash == file.plan_hash
    assert model.rows == 120
    assert model.candidate.settings["neighbours"] in (1, 5)
    assert not model.candidate.grid
    assert "errors per 100" in model.expected[0].text
    assert model.expected[0].low is not None
    assert model.limits


def test_that_a_saved_model_is_the_same_when_it_is_loaded(kept: Kept, tmp_path: Path) -> None:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, kept.model, kept.data)
    again = load_model(path)
    assert again.model == kept.model
    assert again.data.fingerprint == kept.data.fingerprint
    with pytest.raises(StoreError, match="already"):
        save_model(path, kept.model, kept.data)


def test_that_strange_rows_are_answered_and_told(kept: Kept) -> None:
    found = predict(kept, parse_pasted(NEW))
    assert {answer for (answer,) in found.answers} <= {"good", "bad"}
    assert found.scores is not None
    assert found.scores.shape == (3, 2)
    assert found.remarks[0] == ""
    assert "force is outside" in found.remarks[1]
    assert "colour has a value never seen" in found.remarks[1]
    assert "force is missing" in found.remarks[2]
    assert len(found.notes) == 3
    assert not any("different model" in note for note in found.notes)


def test_that_a_text_where_numbers_were_is_told_apart_from_an_empty_cell(kept: Kept) -> None:
    found = predict(kept, parse_pasted("time,force,colour\n3,2,red\n4,much,red\n5,,red\n6,3,red\n7,4,red\n"))
    assert found.remarks == ("", "force cannot be read", "force is missing", "", "")
    assert len(found.notes) == 2


def test_that_another_model_than_the_saved_one_is_told(kept: Kept) -> None:
    wrong = tuple((1.0 - row[0],) for row in kept.model.answers)
    other = Kept(replace(kept.model, answers=wrong), kept.data)
    assert "different model" in predict(other, parse_pasted(NEW)).notes[0]


@pytest.mark.parametrize("text", ["time,colour\n3,red\n4,red\n", "x\n1\n2\n"])
def test_that_a_file_without_the_inputs_is_refused(kept: Kept, text: str) -> None:
    with pytest.raises(DataError, match="lacks 'force'"):
        predict(kept, parse_pasted(text))


def test_that_words_in_place_of_numbers_are_refused(kept: Kept) -> None:
    with pytest.raises(DataError, match="no numbers"):
        predict(kept, parse_pasted("time,force,colour\n1,a,red\n2,b,red\n"))


def test_that_an_unknown_candidate_is_refused(study: Path) -> None:
    with StudyFile.open(study) as file, pytest.raises(StudyError, match="no candidate"):
        build_model(file, "xgboost")


def test_that_the_terminal_saves_a_model_and_answers_a_file(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, new, out = tmp_path / f"m{SUFFIX}", tmp_path / "new.csv", tmp_path / "out.csv"
    new.write_text(NEW)
    assert main(["model", str(study), "--candidate", "naive-bayes", "--out", str(model)]) == 0
    assert "Expect about" in capsys.readouterr().out
    assert main(["predict", str(model), str(new), "--out", str(out)]) == 0
    assert "3 rows answered" in capsys.readouterr().out
    rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    assert [row["row"] for row in rows] == ["1", "2", "3"]
    assert {row["predicted quality"] for row in rows} <= {"good", "bad"}
    assert main(["predict", str(model), str(new), "--out", str(new)]) == 2
    assert main(["model", str(study), "--out", str(model)]) == 2


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE fact SET value = replace(value, 'Small', 'Smalk') WHERE name = 'model'", "changed after it was saved"),
        ("UPDATE fact SET value = replace(value, 'good', 'goof') WHERE name = 'data'", "changed after it was saved"),
        ("UPDATE data_column SET content = x'00' WHERE name = 'target 0'", "changed after it was saved"),
        ("UPDATE data_column SET length = 1000000000000 WHERE name = 'target 0'", "changed after it was saved"),
        ("DELETE FROM fact WHERE name = 'checksum'", "damaged"),
        ("CREATE VIEW bomb AS SELECT 1", "not Evenfold's"),
    ],
)
def test_that_one_change_in_a_model_is_caught_and_named(kept: Kept, tmp_path: Path, statement: str, named: str) -> None:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, kept.model, kept.data)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(StoreError, match=named):
        load_model(path)


def test_that_no_single_changed_byte_goes_unnoticed(kept: Kept, tmp_path: Path) -> None:
    """Bytes of pages that hold nothing do not matter; all others are told, never a wrong model."""
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, kept.model, kept.data)
    whole = path.read_bytes()
    wrong = 0
    for place in range(200, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            again = load_model(path)
        except EvenfoldError:
            wrong += 1
            continue
        assert again.model == kept.model
        assert again.data.fingerprint == kept.data.fingerprint
    assert wrong > 10


CLASSES = "x,z,y\n" + "\n".join(
    f"{(i * 7) % 11},{(i * 3) % 5},{'yes' if (i * 7) % 11 > 5 else 'no'}" for i in range(60)
)
NUMBERS = "x,z,y\n" + "\n".join(f"{(i * 7) % 11},{(i * 3) % 5},{(i * 7) % 11 + i / 100:.2f}" for i in range(60))
RECIPES = [
    (row.key, text)
    for row in ALGORITHMS
    for task, text in ((Task.CLASSES, CLASSES), (Task.NUMBERS, NUMBERS))
    if task in row.tasks and row.key not in ("given", "formula")
]


@pytest.mark.parametrize(("key", "text"), RECIPES, ids=[f"{key}-{text[6:9].strip()}" for key, text in RECIPES])
def test_that_every_algorithm_gives_the_same_model_again(key: str, text: str, tmp_path: Path) -> None:
    data = prepare_dataset(parse_pasted(text), Columns(target=("y",)))
    chosen = Candidate(key, key)
    measure = "error" if data.task is Task.CLASSES else "mae"
    study = Study("t", "t", data_columns(), Question(measure=measure), (chosen,), key, tuning=Tuning(TuningKind.NONE))
    made = trained_once(study, [chosen], data, remembered(data), PART)[key].predicted
    assert made is not None
    answers = tuple(tuple(float(value) for value in row) for row in made)
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, FinalModel(key, study, chosen, "", "", data.size, (), answers=answers), data)
    found = predict(load_model(path), parse_pasted("x,z\n1,1\n9,2\n"))
    assert len(found.answers) == 2
    assert found.notes == ()


def data_columns() -> Columns:
    return Columns(target=("y",))


def test_that_a_model_written_over_stays_until_the_new_one_is_whole(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.evenfold-model"
    save_model(path, kept.model, kept.data)
    before = path.read_bytes()

    def full(_connection: object, _model: object, _data: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.prediction.file._write", full)
    with pytest.raises(StoreError, match="The disk is full"):
        save_model(path, kept.model, kept.data, over=True)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_folder_in_the_way_of_a_model_is_said(kept: Kept, tmp_path: Path) -> None:
    (tmp_path / "m.evenfold-model").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        save_model(tmp_path / "m.evenfold-model", kept.model, kept.data, over=True)


def test_that_columns_the_model_does_not_know_are_told(kept: Kept) -> None:
    table = parse_pasted("time,force,colour,more,other,quality\n3,2,red,3,4,good\n4,3,red,5,6,bad\n")
    assert "Not used, because the model does not know them: 'more', 'other'." in predict(kept, table).notes


@pytest.mark.parametrize("ratio", [0.05, 1.0, 3.0, 40.0])
def test_that_under_costs_the_threshold_of_the_study_decides(kept: Kept, ratio: float) -> None:
    question = Question(measure="cost", cost_ratio=ratio)
    costly = Kept(replace(kept.model, study=replace(kept.model.study, question=question)), kept.data)
    found = predict(
        costly, parse_pasted("time,force,colour\n" + "\n".join(f"{i},{(i * 7) % 10},red" for i in range(30)))
    )
    positive = kept.data.positive_class
    assert found.scores is not None
    assert [answer for (answer,) in found.answers] == [
        kept.data.classes[positive if score > 1 / (1 + ratio) else 1 - positive] for score in found.scores[:, positive]
    ]


def test_that_the_rows_of_a_table_of_answers_stand_beside_their_scores(tmp_path: Path) -> None:
    scores = np.array([[0.25, 0.75], [1.0, 0.0]])
    write_predictions(
        tmp_path / "classes.csv",
        Predicted(("state",), ("no", "yes"), (("yes",), ("no",)), scores, ("", "force is missing"), ()),
    )
    write_predictions(tmp_path / "numbers.csv", Predicted(("a", "b"), (), ((1.5, 2.0),), None, ("",), ()))
    classes, numbers = (
        list(csv.reader((tmp_path / name).read_text("utf-8-sig").splitlines()))
        for name in ("classes.csv", "numbers.csv")
    )
    assert classes == [
        ["row", "predicted state", "score of no", "score of yes", "remark"],
        ["1", "yes", "0.25", "0.75", ""],
        ["2", "no", "1.0", "0.0", "force is missing"],
    ]
    assert numbers[0] == ["row", "predicted a", "predicted b", "remark"]
    assert [float(cell) for cell in numbers[1][:3]] == [1, 1.5, 2]


def test_that_the_ends_of_the_training_are_inside_and_one_row_is_one_row(kept: Kept) -> None:
    force = kept.data.inputs[:, kept.data.features.index("force")]
    low, high = float(force.min()), float(force.max())
    found = predict(kept, parse_pasted(f"time,force,colour\n3,{low!r},red\n3,{high!r},red\n3,{high + 1},blue\n"))
    assert found.remarks[:2] == ("", "")
    assert found.notes == (
        f"'force' lies outside {low:g} to {high:g}, the range of the training, on 1 row.",
        "'colour' has values the model never saw ('blue') on 1 row: taken as missing.",
    )


def test_that_only_five_missing_columns_are_named(kept: Kept) -> None:
    names = tuple(f"c{number}" for number in range(7))
    data = replace(kept.data, features=names)
    with pytest.raises(DataError, match=r"lacks 'c0', 'c1', 'c2', 'c3', 'c4' and 2 more\."):
        inputs_of(data, parse_pasted("x\n1\n2\n"))
    with pytest.raises(DataError, match=r"lacks 'c0', 'c1', 'c2', 'c3', 'c4'\."):
        inputs_of(replace(data, features=names[:5]), parse_pasted("x\n1\n2\n"))


def test_that_a_study_and_a_newer_file_are_no_models(study: Path, kept: Kept, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not a model of Evenfold"):
        load_model(study)
    newer = tmp_path / f"m{SUFFIX}"
    save_model(newer, kept.model, kept.data)
    connection = sqlite3.connect(newer)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    with connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer Evenfold"):
        load_model(newer)


def test_that_what_is_expected_is_told_once_for_each_output_that_has_it(kept: Kept) -> None:
    first = kept.model.expected[0]
    told = replace(kept.model, name="Trees", expected=(first, replace(first, text=""))).told
    assert told == f"Trees, trained on 120 rows of '{kept.model.study.title}'. Expect {first.text}."
    assert (first.low or 0) <= (first.mean or 0) <= (first.high or 0)


def test_that_what_a_crash_left_behind_is_written_over(kept: Kept, tmp_path: Path) -> None:
    path = tmp_path / f"m{SUFFIX}"
    path.with_name(f"{path.name}.part").write_bytes(b"half of a model")
    save_model(path, kept.model, kept.data)
    assert load_model(path).model == kept.model
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_file_without_rows_is_refused(kept: Kept) -> None:
    empty = parse_pasted(NEW)
    empty = replace(empty, columns=tuple(replace(column, values=column.values[:0]) for column in empty.columns))
    with pytest.raises(DataError, match="has no rows"):
        predict(kept, empty)


def test_that_as_many_rows_are_remembered_as_there_are_up_to_fifty(kept: Kept) -> None:
    assert remembered(kept.data).size == len(kept.model.answers) == 50
    assert remembered(select_rows(kept.data, np.arange(7))).size == 7
