"""Public tables are recognized by what their columns hold, whatever the columns are called and the rows are ordered."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.public_fingerprints import add_public_tables
from core.data import public_tables, read_table
from core.data.prepare import prepare_dataset
from core.data.public_tables import compute_count_key, compute_keys, recognize_public_dataset, recognize_public_table
from core.data.sample.literature_tables import make_monk
from core.domain.study import Columns
from core.support.paths import resources
from tests.data.tables import names, numbers, table

ROWS = 120


def test_that_the_tables_of_the_papers_are_known_by_their_keys() -> None:
    entries = json.loads((resources() / "samples" / "published.json").read_text(encoding="utf-8"))
    known = {(entry["name"], entry["rows"]): len(entry["keys"]) for entry in entries}
    expected = {
        ("pima", 768): 9, ("breast_w", 699): 11, ("vote", 435): 17, ("sonar", 208): 61, ("ionosphere", 351): 34,
        ("glass", 214): 10, ("spambase", 4601): 58, ("soybean", 683): 36, ("soybean", 307): 36,
    }  # fmt: skip
    found = {place: known.get(place) for place in expected}
    assert {place for place, count in found.items() if count is None} == set()
    # columns of equal content, as some of soybean's binary ones may be, share a key
    assert all(count is not None and count >= expected[place] - 2 for place, count in found.items())


def _spell(values: np.ndarray, how: str) -> list[str]:
    return [{"letters": "abcd"[value], "codes": str(value), "words": f"level {value}"}[how] for value in values]


@pytest.mark.parametrize("how", ["letters", "codes", "words"])
def test_that_other_names_for_the_same_levels_are_the_same_column(how: str) -> None:
    values = np.random.default_rng(1).integers(0, 4, ROWS)
    turned = values[np.random.default_rng(2).permutation(ROWS)]
    assert compute_count_key(names("x", _spell(turned, how))) == compute_count_key(numbers("y", values))


def test_that_one_row_more_of_a_level_is_another_column() -> None:
    values = np.repeat([0, 1, 2], 40)
    other = values.copy()
    other[0] = 1
    assert compute_count_key(numbers("x", values)) != compute_count_key(numbers("x", other))


def test_that_columns_of_one_value_or_of_many_have_no_key_of_counts() -> None:
    assert compute_count_key(numbers("x", np.ones(ROWS))) is None
    assert compute_count_key(numbers("x", np.arange(ROWS))) is None


def test_that_a_gap_counts_as_a_value_of_its_own() -> None:
    values = np.repeat([0.0, 1.0, np.nan], [50, 40, 30])
    spelled = names("x", ["y"] * 50 + ["n"] * 40 + ["unknown"] * 30)
    assert compute_count_key(numbers("x", values)) == compute_count_key(spelled)


def _written(folder: Path, name: str, values: np.ndarray, how: str) -> Path:
    path = folder / name
    rows = [",".join(_spell(row, how)) for row in values]
    path.write_text("\n".join([",".join(f"c{place}" for place in range(values.shape[1])), *rows]), encoding="utf-8")
    return path


def test_that_a_recoded_shuffled_renamed_table_is_recognized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    chances = random.dirichlet(np.ones(4), size=12)
    values = np.column_stack([random.choice(4, ROWS, p=chance) for chance in chances])
    known = tmp_path / "known.json"
    known.write_text("[]", encoding="utf-8")
    original = _written(tmp_path, "original.csv", values, "letters")
    assert add_public_tables([("ours", original)], known) == ["ours"]
    assert add_public_tables([("ours", original)], known) == []
    (entry,) = json.loads(known.read_text(encoding="utf-8"))
    kept = public_tables.PublicTable("ours", entry["rows"], frozenset(entry["keys"]), frozenset(entry["counts"]))
    monkeypatch.setattr(public_tables, "_published", lambda: (kept,))
    turned = values[random.permutation(ROWS)][:, random.permutation(12)]
    for how in ("letters", "codes", "words"):
        assert recognize_public_table(read_table(_written(tmp_path, f"{how}.csv", turned, how))) == "ours"
    fewer = _written(tmp_path, "fewer.csv", turned[:, :7], "codes")
    assert recognize_public_table(read_table(fewer)) == "ours"
    stranger = np.random.default_rng(4).integers(0, 4, (ROWS, 12))
    assert recognize_public_table(read_table(_written(tmp_path, "stranger.csv", stranger, "letters"))) is None


def test_that_keys_hold_neither_names_nor_rows() -> None:
    keys, counts = compute_keys(table(numbers("secret", np.arange(ROWS)), names("other", ["a", "b"] * 60)))
    assert len(keys) == 2
    assert len(counts) == 1
    assert all(len(key) == 16 and int(key, 16) >= 0 for key in (*keys, *counts))


def test_that_a_study_knows_its_public_table_too() -> None:
    rows = make_monk(2)
    assert recognize_public_dataset(prepare_dataset(rows, Columns(target=("monk",)))) == "monk-2"
    turned = table(numbers("x", np.random.default_rng(5).normal(size=432)), names("y", ["a", "b"] * 216))
    assert recognize_public_dataset(prepare_dataset(turned, Columns(target=("y",)))) is None
