"""The table of printed accuracies beside ours, and the sets it is measured on."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.known_sets import find, monk3, tic_tac_toe
from benchmarks.published import FIGURES, GENERATED, SHUFFLES, Figure, Measured, data_of, main, measure, table
from core.algorithms import find_algorithm

CSV = "size,color,class\n" + "".join(f"{row},{'red' if row % 3 else 'blue'},{row % 2 + 1}\n" for row in range(40))


def test_that_monk3_and_tic_tac_toe_are_complete() -> None:
    """432 rows, 228 of them true; 958 boards, 626 of them won by the first player (as in the public set)."""
    assert (monk3().size, int(monk3().targets.sum())) == (432, 228)
    assert (tic_tac_toe().size, int(tic_tac_toe().targets.sum())) == (958, 626)
    assert len(np.unique(tic_tac_toe().inputs, axis=0)) == 958


def test_that_a_set_is_found_by_any_of_its_names(tmp_path: Path) -> None:
    (tmp_path / "heart_statlog.csv").write_text(CSV, encoding="utf-8")
    data = find(tmp_path, ("heart", "heart_statlog"))
    assert data is not None
    assert data.features == ("size", "color")
    assert data.classes == ("1", "2")
    assert find(tmp_path, ("glass",)) is None


def test_that_sets_are_left_out_without_a_folder() -> None:
    assert {figure.files[0] for figure in FIGURES if data_of(figure, None) is not None} == set(GENERATED)


def test_that_every_figure_names_an_algorithm_and_a_share_in_per_cent() -> None:
    for figure in FIGURES:
        assert find_algorithm(figure.algorithm)
        assert 40 < figure.published <= 100
        assert figure.source


def test_that_the_accuracy_is_that_of_the_rows_not_trained_on() -> None:
    """Rows that all differ and carry chance labels: the memoriser is right on all it has seen, else at chance."""
    data = monk3()
    labels = np.random.default_rng(2).permutation(np.arange(data.size) % 2).astype(np.float64)[:, None]
    data.targets[:] = labels
    figure = Figure(("monk3",), "memoriser", 300, 50.0, "chance")
    assert measure(figure, data, 20).ours == pytest.approx(50, abs=5)


def test_that_the_table_marks_what_is_far_off() -> None:
    near, far = (Measured(Figure(("glass",), "c45", 0, 70.0, "x"), 214, ours, 0.2) for ours in (71.9, 73.0))
    lines = table([near, far]).splitlines()
    assert lines[2].endswith("| 70.0 | 71.9 ± 0.2 | +1.9 | x |")
    assert lines[3].endswith("| 70.0 | 73.0 ± 0.2 | +3.0 (!) | x |")
    assert f"{SHUFFLES} shuffles" in lines[2]


def test_that_the_command_prints_what_it_found_and_what_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("benchmarks.published.SHUFFLES", 1)
    monkeypatch.setattr("benchmarks.published.FIGURES", (FIGURES[-1], FIGURES[0]))
    assert main(["--sets", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "| tic-tac-toe | 958 | Naive Bayes |" in printed
    assert "Not found, not measured: breast." in printed
