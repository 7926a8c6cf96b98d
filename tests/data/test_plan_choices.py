"""Choices about rows and reading in plan files: written, read back, and heeded."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.advice.first_study import first_study
from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.data.read.table_builder import apply_choices
from core.data.suggest import suggest_roles
from core.domain.dataset import Column, Kind, Table
from core.domain.study import Study
from core.plans.plan_file import Planned, read_plan
from core.plans.plan_writer import study_as_plan
from core.support.errors import DataError, EvenfoldError
from core.terminal.new_plan import plan_text
from tests.data.tables import written


def _table(folder: Path) -> Path:
    rows = "".join(f"1.{row:03d};{1 + row % 9:02d}/04/2024;{row % 7};{'abcd'[row % 4]}\n" for row in range(60))
    return written(folder, "x;when;n;fault\n" + rows)


def _back(study: Study, planned: Planned, folder: Path) -> Planned:
    path = folder / "again.toml"
    path.write_text(study_as_plan(study, planned.data, folder), "utf-8")
    return read_plan(path)


def test_that_a_new_plan_says_what_the_file_leaves_open(tmp_path: Path) -> None:
    path = _table(tmp_path)
    target = tmp_path / "plan.toml"
    target.write_text(plan_text(path, target), "utf-8")
    text = " ".join(target.read_text("utf-8").replace("#", " ").split())
    assert "'1.000' can be read two ways" in text
    assert "month-day-year" in text
    planned = read_plan(target)
    assert not planned.table.questions
    assert planned.study.columns.reading == {"decimal": ".", "dates": "day-month-year"}


def test_that_rules_and_merged_classes_survive_a_plan(tmp_path: Path) -> None:
    table = read_table(_table(tmp_path))
    reading = {**table.settled, "decimal": ",", "merged": {"fault": ["c", "d"]}, "skip": 0}
    again = read_table(Path(table.source), reading)
    columns = replace(
        suggest_roles(again).columns, reading=again.settled, excluded=(("n = 3", "sensor off"), ("rows 1-2", "set-up"))
    )
    data = prepare_dataset(again, columns)
    assert data.classes == ("a", "b", "c or d")
    assert again.columns[0].values[1] == 1001.0
    study = first_study("t", table.source, columns, data, 1).study
    back = _back(study, Planned(study, data, again), tmp_path)
    assert back.study.columns.excluded == columns.excluded
    assert back.study.columns.reading == columns.reading
    assert (back.data.size, back.data.fingerprint) == (data.size, data.fingerprint)


def test_that_a_rule_without_a_reason_is_refused_in_a_plan(tmp_path: Path) -> None:
    path = _table(tmp_path)
    plan = tmp_path / "plan.toml"
    plan.write_text(f'data = "{path.name}"\n[columns]\ntarget = ["fault"]\nexcluded = {{ "n = 3" = "" }}\n', "utf-8")
    with pytest.raises(EvenfoldError, match="without a reason"):
        read_plan(plan)


def test_that_classes_taken_together_twice_have_one_name() -> None:
    column = Column("k", Kind.NAMES, np.array([0, 1, 2, 3, -1], dtype=np.int32), ("a", "b", "c", "d"))
    table = Table("t", "t.csv", (column,))
    once = apply_choices(table, {"merged": {"k": ["c", "b"]}})
    assert once.column("k").levels == ("a", "c or b", "d")
    twice = apply_choices(table, {"merged": {"k": ["c", "b", "c or b", "d"]}})
    assert twice.column("k").levels == ("a", "c or b or d")
    assert twice.column("k").values.tolist() == [0, 1, 1, 1, -1]
    assert apply_choices(once, {"merged": {"k": ["c", "b"]}}).column("k").levels == ("a", "c or b", "d")


@pytest.mark.parametrize("values", ["-200", -200, {"a": 1}])
def test_that_choices_without_a_list_are_one_sentence(values: object) -> None:
    table = Table("t", "t.csv", (Column("k", Kind.NUMBER, np.array([1.0, -200.0])),))
    with pytest.raises(DataError, match="must name columns and lists"):
        apply_choices(table, {"codes": {"k": values}})
    assert np.isnan(apply_choices(table, {"codes": {"k": ["n.a.", "-200"]}}).column("k").values).sum() == 1
