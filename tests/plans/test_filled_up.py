"""What the sections of a plan leave open is filled up by what they say."""

from pathlib import Path

import pytest

from core.domain.study import SchemeChoice, SchemeKind
from core.plans.plan_file import read_plan
from core.support.errors import EvenfoldError
from tests.plans.written import SHORT, plan


def test_that_the_first_entry_is_the_reference_where_none_is_named(tmp_path: Path) -> None:
    study = read_plan(plan(tmp_path, SHORT + '[candidates]\nentries = ["tree", "knn", "forest"]')).study
    assert study.baseline == "tree"
    assert [candidate.key for candidate in study.candidates] == ["tree", "knn", "forest"]


def test_that_only_algorithms_for_the_task_are_named_where_another_was_chosen(tmp_path: Path) -> None:
    with pytest.raises(EvenfoldError) as refused:
        read_plan(plan(tmp_path, SHORT + '[candidates]\nreference = "ridge"'))
    assert "forest" in str(refused.value)
    assert ", linear" not in str(refused.value)


def test_that_rules_of_left_out_rows_are_read_with_their_reasons(tmp_path: Path) -> None:
    planned = read_plan(plan(tmp_path, SHORT + "excluded = { 'x1 = 0' = \"sensor off\" }"))
    assert planned.study.columns.excluded == (("x1 = 0", "sensor off"),)
    assert 0 < planned.data.size < 120


@pytest.mark.parametrize(
    ("said", "measure", "cross_check", "margin"),
    [
        ("", "error", "auc", 2.0),
        ('measure = "auc"', "auc", "error", 0.01),
        ('measure = "auc"\ncross_check = "cost"\nmargin = 0.02', "auc", "cost", 0.02),
        ('cross_check = ""', "error", None, 2.0),
        ('measure = "cost"\ncost_ratio = 5', "cost", "auc", 2.0),
    ],
)
def test_that_another_measure_brings_its_own_check_and_margin(
    said: str, measure: str, cross_check: str | None, margin: float, tmp_path: Path
) -> None:
    question = read_plan(plan(tmp_path, SHORT + f"[question]\n{said}")).study.question
    assert (question.measure, question.cross_check, question.margin) == (measure, cross_check, margin)


def test_that_a_relative_miss_has_a_margin_in_hundreds_and_is_its_own_check_never(tmp_path: Path) -> None:
    text = 'data = "numbers.csv"\n[columns]\ntarget = ["y2"]\n[question]\n'
    usual = read_plan(plan(tmp_path, text)).study.question
    same = read_plan(plan(tmp_path, text + f'measure = "{usual.cross_check}"')).study.question
    assert (same.measure, same.cross_check) == (usual.cross_check, usual.measure)
    assert read_plan(plan(tmp_path, text + 'measure = "relative"')).study.question.margin == 5.0


def test_that_a_rare_class_is_judged_by_cost_and_its_share_says_what_a_miss_costs(tmp_path: Path) -> None:
    path = plan(tmp_path, 'data = "rare.csv"\n[columns]\ntarget = ["y"]\n')
    (tmp_path / "rare.csv").write_text(
        "x,y\n" + "\n".join(f"{i % 9},{'bad' if i % 10 == 0 else 'good'}" for i in range(90))
    )
    planned = read_plan(path)
    assert (planned.study.question.measure, planned.study.question.cost_ratio) == ("cost", 9.0)
    assert {"question.measure", "question.cost_ratio"} <= set(planned.study.assumed)
    path.write_text(path.read_text() + "[question]\ncost_ratio = 30")
    assert (read_plan(path).study.question.measure, read_plan(path).study.question.cost_ratio) == ("cost", 30.0)
    path.write_text(path.read_text().replace("cost_ratio = 30", 'measure = "f1"'))
    assert (read_plan(path).study.question.measure, read_plan(path).study.question.cost_ratio) == ("f1", 1.0)


def test_that_what_a_scheme_needs_is_filled_up_and_repeats_only_where_there_are_some(tmp_path: Path) -> None:
    usual = read_plan(plan(tmp_path, SHORT)).study.scheme
    assert (usual.share, usual.samples, usual.stratified, usual.grouped) == (2 / 3, 200, True, True)
    once = read_plan(plan(tmp_path, SHORT + '[plan]\nscheme = "holdout"\nrepeats = 7')).study.scheme
    assert (once.kind, once.repeats, once.max_repeats) == (SchemeKind.HOLDOUT, 1, 1)
    often = read_plan(plan(tmp_path, SHORT + '[plan]\nscheme = "repeated-holdout"\nrepeats = 7\nmax_repeats = 3'))
    assert (often.study.scheme.repeats, often.study.scheme.max_repeats) == (7, 7)
    other = read_plan(plan(tmp_path, SHORT + '[plan]\nscheme = "repeated-holdout"'))
    assert other.study.scheme.repeats == SchemeChoice().repeats


@pytest.mark.parametrize("key", ["repeats", "max_repeats", "samples"])
def test_that_more_repeats_than_the_memory_holds_are_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(EvenfoldError, match=rf"plan\.{key} is 9{{20}}\. It must be a whole number from \d to 100000"):
        read_plan(plan(tmp_path, f"{SHORT}[plan]\n{key} = {'9' * 20}"))
