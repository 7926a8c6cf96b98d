"""The final model: saved as a recipe, loaded without trust, used on files that are not quite like the training."""

import csv
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.application.report_input import subject_of
from core.data.prepare import prepare_dataset
from core.data.read import parse_pasted
from core.domain.dataset import Table, Task
from core.domain.prediction import Predictions
from core.domain.study import Candidate, Columns, Question, Study, Tuning, TuningKind
from core.prediction.build import ModelForUse, add_learner, build_model
from core.prediction.file import SUFFIX, VERSION, load_model, save_model
from core.prediction.fit_final import fit_final_learner, predict_inputs
from core.prediction.inputs import describe_inputs, read_inputs
from core.prediction.learner_state import read_learner, write_learner
from core.prediction.predict import predict_table
from core.prediction.record import FinalModel
from core.store.study_file import StudyFile
from core.support.errors import DataError, EvenfoldError, StoreError, StudyError
from core.terminal import main
from tests.terminal.plans import PLAN, write_plan

NEW = "time,force,color\n3,2,red\n4,400,blue\n5,,red\n"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("final")
    kept = folder / "kept.evenfold"
    plan = write_plan(folder, PLAN)
    table = folder / "table.csv"
    lines = table.read_text().splitlines()
    colors = ["color", *(("red", "green")[i % 2] for i in range(len(lines) - 1))]
    table.write_text("\n".join(f"{line},{color}" for line, color in zip(lines, colors, strict=True)))
    assert main(["run", str(plan), "--study", str(kept), "--workers", "0"]) in (0, 1)
    return kept


@pytest.fixture(scope="module")
def kept(study: Path) -> ModelForUse:
    with StudyFile.open(study) as file:
        return build_model(subject_of(file), candidate="knn")


def predict(model: ModelForUse, table: Table) -> Predictions:
    return predict_table(model, table, 0.9)


def test_that_a_model_keeps_what_may_be_expected_of_it(kept: ModelForUse, study: Path) -> None:
    model = kept.model
    with StudyFile.open(study) as file:
        assert model.plan_hash == file.plan_hash
    assert model.rows == 120
    assert model.candidate.settings["neighbours"] in (1, 5)
    assert not model.candidate.grid
    assert "errors per 100" in model.expected[0].text
    assert model.expected[0].low is not None
    assert model.limits


def test_that_a_saved_model_is_the_same_when_it_is_loaded(kept: ModelForUse, tmp_path: Path) -> None:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, kept)
    again = load_model(path)
    assert again.model == kept.model
    assert again.training is None
    with pytest.raises(StoreError, match="already"):
        save_model(path, kept)


def test_that_strange_rows_are_answered_and_told(kept: ModelForUse) -> None:
    found = predict(kept, parse_pasted(NEW))
    assert {found.show_value(row) for row in range(3)} <= {"good", "bad"}
    assert found.scores is not None
    assert found.scores.shape == (3, 2)
    assert found.remarks[0] == ""
    assert "force is outside" in found.remarks[1]
    assert "color has a value never seen" in found.remarks[1]
    assert "force is missing" in found.remarks[2]
    assert len(found.notes) == 3
    assert not any("slightly otherwise" in note for note in found.notes)


def test_that_a_text_where_numbers_were_is_told_apart_from_an_empty_cell(kept: ModelForUse) -> None:
    found = predict(kept, parse_pasted("time,force,color\n3,2,red\n4,much,red\n5,,red\n6,3,red\n7,4,red\n"))
    assert [remark.split(";")[0] for remark in found.remarks[:3]] == ["", "force cannot be read", "force is missing"]
    assert len(found.notes) == 2


def test_that_another_model_than_the_saved_one_is_told(kept: ModelForUse) -> None:
    wrong = tuple((1.0 - row[0],) for row in kept.model.answers)
    other = replace(kept, model=replace(kept.model, answers=wrong))
    assert "slightly otherwise" in predict(other, parse_pasted(NEW)).notes[0]


@pytest.mark.parametrize("text", ["time,color\n3,red\n4,red\n", "x\n1\n2\n"])
def test_that_a_file_without_the_inputs_is_refused(kept: ModelForUse, text: str) -> None:
    with pytest.raises(DataError, match="lacks 'force'"):
        predict(kept, parse_pasted(text))


def test_that_words_in_place_of_numbers_are_refused(kept: ModelForUse) -> None:
    with pytest.raises(DataError, match="no numbers"):
        predict(kept, parse_pasted("time,force,color\n1,a,red\n2,b,red\n"))


def test_that_an_unknown_candidate_is_refused(study: Path) -> None:
    with StudyFile.open(study) as file, pytest.raises(StudyError, match="no candidate"):
        build_model(subject_of(file), candidate="xgboost")


def test_that_the_terminal_saves_a_model_and_answers_a_file(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, new, out = tmp_path / f"m{SUFFIX}", tmp_path / "new.csv", tmp_path / "out.csv"
    new.write_text(NEW)
    assert main(["model", str(study), "--candidate", "naive-bayes", "--out", str(model)]) == 0
    assert "Expect about" in capsys.readouterr().out
    assert main(["predict", str(model), str(new), "--out", str(out)]) == 0
    assert "3 rows predicted" in capsys.readouterr().out
    rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    assert [row["time"] for row in rows] == ["3", "4", "5"]
    assert {row["predicted"] for row in rows} <= {"good", "bad"}
    assert main(["predict", str(model), str(new), "--out", str(new)]) == 2
    assert main(["model", str(study), "--out", str(model)]) == 2


def test_that_a_model_of_a_study_open_elsewhere_says_that_the_log_does_not_tell_of_it(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"m{SUFFIX}"
    with StudyFile.open(study):
        assert main(["model", str(study), "--candidate", "naive-bayes", "--out", str(out)]) == 0
    assert "its log does not tell of this model" in " ".join(capsys.readouterr().out.split())
    out.unlink()
    assert main(["model", str(study), "--candidate", "naive-bayes", "--out", str(out)]) == 0
    assert "its log" not in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE fact SET value = replace(value, 'Small', 'Smalk') WHERE name = 'model'", "changed after it was saved"),
        (
            "UPDATE fact SET value = replace(value, 'is', 'it') WHERE name = 'learner'",
            "changed after it was saved",
        ),
        ("UPDATE data_column SET content = x'00' WHERE name = 'tested near'", "changed after it was saved"),
        ("UPDATE data_column SET length = 1000000000000 WHERE name = 'learner 0'", "changed after it was saved"),
        ("DELETE FROM fact WHERE name = 'checksum'", "damaged"),
        ("CREATE VIEW bomb AS SELECT 1", "not Evenfold's"),
    ],
)
def test_that_one_change_in_a_model_is_caught_and_named(
    kept: ModelForUse, tmp_path: Path, statement: str, named: str
) -> None:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, kept)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(StoreError, match=named):
        load_model(path)


def test_that_no_single_changed_byte_goes_unnoticed(kept: ModelForUse, tmp_path: Path) -> None:
    """Bytes of pages that hold nothing do not matter; all others are told, never a wrong model."""
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, kept)
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
def test_that_every_algorithm_predicts_the_same_bits_from_its_file(key: str, text: str, tmp_path: Path) -> None:
    data = prepare_dataset(parse_pasted(text), Columns(target=("y",)))
    chosen = Candidate(key, key)
    measure = "error" if data.task is Task.CLASSES else "mae"
    study = Study("t", "t", data_columns(), Question(measure=measure), (chosen,), key, tuning=Tuning(TuningKind.NONE))
    learner, _ = fit_final_learner(study, chosen, data)
    record = FinalModel(
        key, study, chosen, "", "", data.size, (), data.task, describe_inputs(data), data.outputs, ("",), data.classes
    )
    record = add_learner(record, learner)
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, ModelForUse(record, learner, None, data if record.is_recipe else None))
    again = load_model(path)
    assert (again.training is None) == (key != "monotone-boosting")
    rows = np.random.default_rng(1).uniform(-2, 12, (500, 2))
    rows[::50, 0] = np.nan
    before, after = predict_inputs(learner, rows), predict_inputs(again.learner, rows)
    assert np.array_equal(before.predicted, after.predicted)
    assert (before.scores is None) == (after.scores is None)
    assert before.scores is None or np.array_equal(before.scores, after.scores)  # type: ignore[arg-type]
    assert predict(again, parse_pasted("x,z\n1,1\n9,2\n")).rows == 2


def data_columns() -> Columns:
    return Columns(target=("y",))


def test_that_a_model_written_over_stays_until_the_new_one_is_whole(
    kept: ModelForUse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.evenfold-model"
    save_model(path, kept)
    before = path.read_bytes()

    def full(_connection: object, _model: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.prediction.file._write", full)
    with pytest.raises(StoreError, match="The disk is full"):
        save_model(path, kept, replace_existing=True)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_folder_in_the_way_of_a_model_is_said(kept: ModelForUse, tmp_path: Path) -> None:
    (tmp_path / "m.evenfold-model").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        save_model(tmp_path / "m.evenfold-model", kept, replace_existing=True)


def test_that_columns_the_model_does_not_know_are_told(kept: ModelForUse) -> None:
    table = parse_pasted("time,force,color,more,other,quality\n3,2,red,3,4,good\n4,3,red,5,6,bad\n")
    assert "Not used, because the model does not know them: 'more', 'other'." in predict(kept, table).notes


@pytest.mark.parametrize("ratio", [0.05, 1.0, 3.0, 40.0])
def test_that_under_costs_the_threshold_of_the_study_decides(kept: ModelForUse, ratio: float) -> None:
    question = Question(measure="cost", cost_ratio=ratio)
    costly = replace(kept, model=replace(kept.model, study=replace(kept.model.study, question=question)))
    found = predict(
        costly, parse_pasted("time,force,color\n" + "\n".join(f"{i},{(i * 7) % 10},red" for i in range(30)))
    )
    positive = kept.model.positive
    assert found.scores is not None
    assert [found.show_value(row) for row in range(30)] == [
        kept.model.classes[positive if score > 1 / (1 + ratio) else 1 - positive] for score in found.scores[:, positive]
    ]


def test_that_the_ends_of_the_training_are_inside_and_one_row_is_one_row(kept: ModelForUse) -> None:
    force = next(column for column in kept.model.inputs if column.name == "force")
    low, high = force.low, force.high
    assert low is not None
    assert high is not None
    found = predict(kept, parse_pasted(f"time,force,color\n3,{low!r},red\n3,{high!r},red\n3,{high + 1},blue\n"))
    assert not any("force" in remark for remark in found.remarks[:2])
    assert "force is outside" in found.remarks[2]
    assert found.notes[:2] == (
        f"'force' lies outside {low:g} to {high:g}, the range of the training, on 1 row.",
        "'color' has values the model never saw ('blue') on 1 row: taken as missing.",
    )


def test_that_only_five_missing_columns_are_named(kept: ModelForUse) -> None:
    names = tuple(f"c{number}" for number in range(7))
    columns = tuple(replace(kept.model.inputs[0], name=name) for name in names)
    with pytest.raises(DataError, match=r"lacks 'c0', 'c1', 'c2', 'c3', 'c4' and 2 more\."):
        read_inputs(columns, (), parse_pasted("x\n1\n2\n"))
    with pytest.raises(DataError, match=r"lacks 'c0', 'c1', 'c2', 'c3', 'c4'\."):
        read_inputs(columns[:5], (), parse_pasted("x\n1\n2\n"))


def test_that_a_study_and_a_newer_file_are_no_models(study: Path, kept: ModelForUse, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not a model of Evenfold"):
        load_model(study)
    newer = tmp_path / f"m{SUFFIX}"
    save_model(newer, kept)
    connection = sqlite3.connect(newer)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    with connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer Evenfold"):
        load_model(newer)


def test_that_what_is_expected_is_told_once_for_each_output_that_has_it(kept: ModelForUse) -> None:
    first = kept.model.expected[0]
    told = replace(kept.model, name="Trees", expected=(first, replace(first, text=""))).told
    assert told == f"Trees, trained on 120 rows of '{kept.model.study.title}'. Expect {first.text}."
    assert (first.low or 0) <= (first.mean or 0) <= (first.high or 0)


def test_that_what_a_crash_left_behind_is_written_over(kept: ModelForUse, tmp_path: Path) -> None:
    path = tmp_path / f"m{SUFFIX}"
    path.with_name(f"{path.name}.part").write_bytes(b"half of a model")
    save_model(path, kept)
    assert load_model(path).model == kept.model
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_file_without_rows_is_refused(kept: ModelForUse) -> None:
    empty = parse_pasted(NEW)
    empty = replace(empty, columns=tuple(replace(column, values=column.values[:0]) for column in empty.columns))
    with pytest.raises(DataError, match="has no rows"):
        predict(kept, empty)


@pytest.mark.parametrize("answers", [(), ((1.0,),), ((1.0,), ()) * 25, ((1.0, 2.0),) * 50])
def test_that_a_model_without_its_own_predictions_is_refused(
    kept: ModelForUse, tmp_path: Path, answers: tuple[tuple[float, ...], ...]
) -> None:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, replace(kept, model=replace(kept.model, answers=answers)))
    with pytest.raises(StoreError, match="not complete"):
        load_model(path)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"classes": ("good", "bad", "other")}, "something else than it says"),
        ({"outputs": ("quality", "quality"), "answers": ((0.0, 0.0),) * 50}, "tested rows lack|something else"),
        ({"task": Task.NUMBERS, "classes": ()}, "something else than it says"),
        ({"inputs": ()}, "damaged"),
    ],
)
def test_that_parameters_that_contradict_their_record_are_refused_when_opened(
    kept: ModelForUse, tmp_path: Path, changed: dict[str, Any], named: str
) -> None:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, replace(kept, model=replace(kept.model, **changed)))
    with pytest.raises(StoreError, match=named):
        load_model(path)


def test_that_a_model_is_predicted_from_without_any_training_row(study: Path, tmp_path: Path) -> None:
    path = tmp_path / f"m{SUFFIX}"
    assert main(["model", str(study), "--candidate", "naive-bayes", "--out", str(path), "--without-rows"]) == 0
    connection = sqlite3.connect(path)
    names = {name for (name,) in connection.execute("SELECT name FROM data_column")}
    connection.close()
    assert all(name.startswith("learner ") for name in names)
    assert predict(load_model(path), parse_pasted(NEW)).rows == 3


def test_that_trees_that_lead_nowhere_are_refused() -> None:
    data = prepare_dataset(parse_pasted(NUMBERS), data_columns())
    study = Study("t", "t", data_columns(), Question(measure="mae"), (Candidate("forest", "forest"),), "forest")
    learner, _ = fit_final_learner(study, study.candidates[0], data)
    described, arrays = write_learner(learner)
    assert read_learner(described, arrays) is not learner
    wrong = 0
    for name, values in arrays.items():
        if values.dtype.kind == "i" and len(values) > 100:
            for value in (10**6, -(10**6)):
                spoiled = np.full_like(values, value)
                try:
                    read_learner(described, {**arrays, name: spoiled}).predict(data.inputs)
                except ValueError:
                    wrong += 1
    assert wrong >= 4


def test_that_a_class_from_elsewhere_is_no_part_of_a_model() -> None:
    with pytest.raises(KeyError):
        read_learner({"is": "os.system", "has": {}}, {})
    with pytest.raises(ValueError, match="other values"):
        read_learner({"is": "ridge", "has": {"numbers": 1}}, {})
    with pytest.raises(ValueError, match="cannot predict"):
        read_learner({"is": "view", "has": {"trees": 1, "leaf": 1}}, {})
