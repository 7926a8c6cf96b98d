"""A saved plan reads back as the study it was written from."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.advice.first_study import first_study, sample_study
from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.data.samples import find_sample
from core.domain.dataset import Dataset
from core.domain.study import Columns, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.plans.plan_file import read_plan
from core.plans.plan_writer import relative, study_as_plan
from core.support.errors import StudyError


def read_back(study: Study, data: Dataset, folder: Path) -> Study:
    path = folder / "plan.toml"
    path.write_text(study_as_plan(study, data, folder), "utf-8")
    return read_plan(path).study


def expected(study: Study, data: Dataset, back: Study) -> Study:
    """The same, apart from what a plan does not say: the order of reference and candidates."""
    question = replace(study.question, margin=back.question.margin, margins=back.question.margins)
    assert [back.margin(output) for output in data.outputs] == [study.margin(output) for output in data.outputs]
    return replace(
        study,
        question=question,
        candidates=(study.candidate(study.baseline), *study.challengers),
        comparisons_elsewhere=None,
        source=back.source,
        version="",
    )


@pytest.mark.parametrize("key", ["bearing", "corrosion", "same"])
def test_that_a_sample_reads_back_as_the_same_study(key: str, tmp_path: Path) -> None:
    chosen = find_sample(key)
    data = prepare_dataset(chosen.make(), chosen.columns)
    study = replace(
        sample_study(chosen, data).study, earlier_comparisons=3, answers={"unseen": "yes", 'odd "key"': "not sure"}
    )
    back = read_back(study, data, tmp_path)
    assert back == expected(study, data, back)
    assert back.source == study.source


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "parts and more.csv"
    rows = [f"{place},{place % 7},{'ja' if place * 3 % 5 < 2 else 'nein'},M{place % 6}" for place in range(60)]
    path.write_text("\n".join(["id,force,fault,machine", *rows]) + "\n", "utf-8")
    return path


def test_that_every_choice_of_an_own_study_survives(table: Path, tmp_path: Path) -> None:
    columns = Columns(target=("fault",), positive="ja", group="machine", ignore=("id",))
    data = prepare_dataset(read_table(table), columns)
    study = first_study('Faults, "new" line', str(table), columns, data, 77).study
    first, *others = study.candidates
    study = replace(
        study,
        candidates=(replace(first, grid={}, settings={}), *others),
        scheme=SchemeChoice(SchemeKind.KFOLD, folds=4, repeats=3, max_repeats=7, stratified=False, grouped=False),
        tuning=Tuning(TuningKind.KFOLD, share=0.3, folds=3),
        alpha=0.01,
        row_meaning="one part",
        use="line 2\nnext year",
        question=replace(study.question, good_enough=12.5, limits={"fault": 11.0}, cross_check=None),
    )
    (tmp_path / "plans").mkdir()
    back = read_back(study, data, tmp_path / "plans")
    assert back == expected(study, data, back)
    assert Path(back.source).resolve() == table


def test_that_the_table_is_named_as_seen_from_the_plan(tmp_path: Path) -> None:
    assert relative(tmp_path / "data" / "t.csv", tmp_path / "plans") == "../data/t.csv"


def test_that_a_plan_cannot_assume_what_is_no_value(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(f'data = "{table.name}"\nassumed = ["color"]\n[columns]\ntarget = ["fault"]\n', "utf-8")
    with pytest.raises(StudyError, match="color"):
        read_plan(path)
