"""Formulas on numbers of one's own: every one can be asked for, and what does not fit is one sentence."""

import json
from pathlib import Path

import pytest
from scipy import stats

from core.application.evaluate_formula import describe_parameters, evaluate_formula, find_formula
from core.laboratory.formula_table import FORMULAS
from core.terminal import main


def test_that_every_formula_has_a_key_of_its_own_and_says_what_it_takes() -> None:
    assert len({row.key for row in FORMULAS}) == len(FORMULAS)
    assert all(describe_parameters(row) and row.title for row in FORMULAS)


def test_that_lists_records_and_columns_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = [1.0, 2.0, 4.0, 5.0], [2.0, 4.0, 6.0, 9.0]
    wanted = stats.ttest_ind(first, second, equal_var=False)
    found = evaluate_formula(find_formula("two-sample-t"), {"first": first, "second": second})
    assert getattr(found, "p") == pytest.approx(wanted.pvalue)  # noqa: B009 - the record depends on the formula
    table, out = tmp_path / "t.csv", tmp_path / "out.json"
    table.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in zip(first, second, strict=True)))
    asked = [
        "tests",
        "formula",
        "two-sample-t",
        '{"first": "a", "second": "b"}',
        "--table",
        str(table),
        "--json",
        str(out),
    ]
    assert main(asked) == 0
    assert json.loads(out.read_text())["result"]["p"] == pytest.approx(wanted.pvalue)
    summary = {"mean": 3.0, "sd": 1.8257418583505538, "size": 4}
    assert main(["tests", "formula", "one-sample-t-summary", json.dumps({"sample": summary, "level": 0.95})]) == 0
    assert f"p = {stats.ttest_1samp(first, 0).pvalue:.6g}" in capsys.readouterr().out
    samples = {"samples": [first, second, [7, 8, 9.5]]}
    f = stats.f_oneway(first, second, [7, 8, 9.5])
    assert getattr(evaluate_formula(find_formula("anova"), samples), "p") == pytest.approx(f.pvalue)  # noqa: B009


@pytest.mark.parametrize(
    ("key", "inputs", "said"),
    [
        ("two-sample-z", "{}", "no formula"),
        ("two-sample-t", "{}", "needs “first”"),
        ("two-sample-t", '{"third": [1]}', "no input “third”"),
        ("two-sample-t", '{"first": "a", "second": [1, 2]}', "no column “a”"),
        ("two-sample-t", '{"first": ["x"], "second": [1, 2]}', "“first” cannot be used"),
        ("power-paired-t", '{"effect": "large", "pairs": 10, "alpha": 0.05}', "“effect” cannot be"),
        ("two-sample-t", "[1, 2]", "have no names"),
        ("two-sample-t", "{first: 1}", "no JSON"),
    ],
)
def test_that_what_does_not_fit_is_one_sentence(
    key: str, inputs: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tests", "formula", key, inputs]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.strip().splitlines()) == 1


def test_that_no_answer_is_said_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests", "formula", "two-sample-t", '{"first": [1], "second": [2]}']) == 0
    assert "no answer: " in capsys.readouterr().out
