"""What `look` tells beyond single columns: ids of the study's own troubles, plain words, and changes of rows."""

from dataclasses import replace

import numpy as np
import pytest

from core.data.column_heuristics import pluralize_values
from core.data.exclusion_rules import DUPLICATES_RULE
from core.data.prepare import prepare_dataset
from core.data.read import StoppedError, parse_pasted
from core.data.roles import BLOCKS
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.data.summarize_table import remove_emphasis
from core.domain.dataset import Table
from core.domain.study import Columns
from core.terminal.look import seen

NOISE = np.random.default_rng(3).normal(size=(300, 3)).round(4)


def _table(head: str, rows: list[str]) -> Table:
    return parse_pasted("\n".join([head, *rows]))


def _small() -> Table:
    return _table("x\tk", [f"{NOISE[row, 0]}\t{'ab'[row % 2]}" for row in range(14)])


def _zeros() -> Table:
    return _table("x\tz\ty", [f"{NOISE[row, 0]}\t{NOISE[row, 1]}\t{max(NOISE[row, 2], 0)}" for row in range(60)])


def _machines() -> Table:
    rows = [f"{row // 10 + NOISE[row, 0] / 20}\t{NOISE[row, 1]}\tM{row // 10}\t{'ba'[row < 40]}" for row in range(60)]
    return _table("x\tz\tmachine\tfault", rows)


def _homes() -> Table:
    rows = [f"{row // 10 + NOISE[row, 0] / 20}\t{NOISE[row, 1]}\tM{row // 10}\t{'ab'[row < 20]}" for row in range(200)]
    return _table("x\tz\tmachine\tfault", rows)


@pytest.mark.parametrize(
    ("wanted", "level", "text", "table"),
    [
        ("SMALL", "blocks", "With 14 rows Evenfold will describe, not judge.", _small()),
        ("ZERO-PCT", "note", " rows have a true value of 0: a percentage miss is undefined.", _zeros()),
        ("GROUP-FEW", "note", "Only 6 machines: the range will mainly reflect six machines, however", _machines()),
        ("CLASS-MISS", "blocks", " would contain no 'b'. AUC cannot be computed there.", _homes()),
    ],
)
def test_that_look_tells_what_the_suggested_study_runs_into(wanted: str, level: str, text: str, table: Table) -> None:
    told = {problem["id"]: problem for problem in seen(table)["problems"]}
    assert told[wanted]["level"] == level
    assert text in told[wanted]["text"]


def test_that_look_leaves_the_asterisks_of_leaning_words_out() -> None:
    rows = [f"{NOISE[row, 0]}\t{row * 3}\t{'' if row == 4 else 'ab'[int(NOISE[row, 0] > 0)]}" for row in range(60)]
    texts = [problem["text"] for problem in seen(_table("x\tz\tk", rows))["problems"]]
    assert "1 row has no answer in k; it will be left out and counted." in texts
    assert any("known before the moment" in text for text in texts)
    assert remove_emphasis("'a*b*c' and 2 * 3 * 4 stay.") == "'a*b*c' and 2 * 3 * 4 stay."


def test_that_of_exact_duplicates_the_first_is_kept() -> None:
    table = _table("x\tz\tk", [f"{NOISE[row % 40, 0]}\t{NOISE[row % 40, 1]}\t{'ab'[row % 2]}" for row in range(60)])
    columns = Columns(target=("k",), excluded=((DUPLICATES_RULE, "logged twice"),))
    data = prepare_dataset(table, columns)
    assert data.rows is not None
    assert data.rows.tolist() == list(range(40))
    assert "DUP" not in [problem.id for problem in screen_table(table, columns)]


@pytest.mark.parametrize(("rows", "blocks"), [(300, 20), (60, 6), (12, 2)])
def test_that_blocks_of_neighbors_are_kept_whole(rows: int, blocks: int) -> None:
    table = _table("x\tk", [f"{NOISE[row, 0]}\t{'ab'[row % 2]}" for row in range(rows)])
    data = prepare_dataset(table, Columns(target=("k",), group=BLOCKS))
    assert data.groups is not None
    assert (data.group_name, int(data.groups.max()) + 1) == ("block of rows", blocks)
    assert np.all(np.diff(data.groups) >= 0)


def test_that_screening_takes_the_prepared_data_and_can_be_stopped() -> None:
    table = _homes()
    columns = suggest_roles(table).columns
    data = prepare_dataset(table, columns)
    assert screen_table(table, columns, data) == screen_table(table, columns)
    with pytest.raises(StoppedError):
        screen_table(table, columns, data, lambda share: share < 0.5)


def test_that_rare_classes_can_be_taken_together_again_and_again() -> None:
    names = ["a"] * 30 + ["b"] * 30 + ["c"] * 4 + ["d"] * 3
    table = _table("x\tz\tk", [f"{NOISE[row, 0]}\t{NOISE[row, 1]}\t{name}" for row, name in enumerate(names)])
    columns = suggest_roles(table).columns
    rare = [problem for problem in screen_table(table, columns) if problem.id == "RARE"]
    fix = next(fix for fix in rare[0].fixes if "together" in fix.label)
    assert fix.label == "Take 'c' and 'd' together"
    changed = replace(columns, reading=fix.value)  # type: ignore[arg-type]
    assert prepare_dataset(table, changed).classes == ("a", "b", "c or d")
    assert prepare_dataset(table, changed).class_counts.tolist() == [30, 30, 7]


@pytest.mark.parametrize(
    ("name", "words"),
    [("machine", "machines"), ("battery", "batteries"), ("class", "class"), ("lot_no", "values of 'lot_no'")],
)
def test_that_values_of_a_column_have_a_name(name: str, words: str) -> None:
    assert pluralize_values(name) == words
