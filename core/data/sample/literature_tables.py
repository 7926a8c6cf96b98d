"""Artificial tables from the literature: Monk's problems, tic-tac-toe, waveforms and a table without information."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from core.data.sample.sample_study import make_categories, make_numbers, make_sample_table, make_yes_no
from core.domain.dataset import Column, Integers, Table

_MONK_SIZES = (3, 3, 2, 3, 4, 2)
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_PLACES = ("top", "middle", "bottom")
_SIDES = ("left", "middle", "right")


@dataclass(frozen=True, slots=True)
class LiteratureTable:
    """A table anyone can make again; `make` gets the number of rows and the generator where these are free."""

    key: str
    title: str
    source: str
    make: Callable[[int, np.random.Generator], Table]


def make_monk(number: int) -> Table:
    """All 432 cases of one of the three problems (Thrun et al. 1991), without the noise of the third's training set."""
    cases = np.array(list(product(*(range(1, size + 1) for size in _MONK_SIZES))))
    a1, a2, _, a4, a5, _ = cases.T
    truth = (
        (a1 == a2) | (a5 == 1),
        np.sum(cases == 1, axis=1) == 2,
        ((a5 == 3) & (a4 == 1)) | ((a5 != 4) & (a2 != 3)),
    )[number - 1]
    attributes = [
        make_categories(f"a{place + 1}", cases[:, place] - 1, [str(level + 1) for level in range(size)])
        for place, size in enumerate(_MONK_SIZES)
    ]
    return make_sample_table(
        f"monk-{number}", f"Monk's problem {number}", [*attributes, make_yes_no("monk", truth.astype(np.int64))]
    )


def make_tic_tac_toe() -> Table:
    """Every board at the end of a game x begins, and whether x has won (Matheus 1990)."""
    boards: dict[tuple[int, ...], bool] = {}
    _play((0,) * 9, 1, boards, set())
    cells = np.array(sorted(boards))
    won = np.array([boards[board] for board in sorted(boards)], dtype=np.int64)
    columns: list[Column] = [
        make_categories(f"{_PLACES[place // 3]}-{_SIDES[place % 3]}", cells[:, place], ("b", "x", "o"))
        for place in range(9)
    ]
    return make_sample_table("tic-tac-toe", "Tic-tac-toe endgames", [*columns, make_yes_no("x_wins", won)])


def _play(board: tuple[int, ...], player: int, ended: dict[tuple[int, ...], bool], seen: set[tuple[int, ...]]) -> None:
    """Play on from a board not met before: 0 blank, 1 x, 2 o."""
    if board in seen:
        return
    seen.add(board)
    if _has_line(board, 3 - player) or 0 not in board:
        ended[board] = _has_line(board, 1)
        return
    for place, cell in enumerate(board):
        if cell == 0:
            _play((*board[:place], player, *board[place + 1 :]), 3 - player, ended, seen)


def _has_line(board: tuple[int, ...], player: int) -> bool:
    return any(all(board[place] == player for place in line) for line in _LINES)


def make_waveform(rows: int, random: np.random.Generator) -> Table:
    """Three classes of noisy mixtures of two of three triangles, 21 inputs (Breiman et al. 1984, section 2.6.2)."""
    at = np.arange(1, 22)
    triangles = np.array([np.maximum(6 - np.abs(at - peak), 0) for peak in (11, 15, 7)])
    which = random.integers(0, 3, rows)
    share = random.random((rows, 1))
    first, second = triangles[np.array([0, 0, 1])[which]], triangles[np.array([1, 2, 2])[which]]
    values = share * first + (1 - share) * second + random.normal(size=(rows, 21))
    columns = [make_numbers(f"x{place}", values[:, place - 1], 2) for place in at]
    return make_sample_table("waveform-21", "Waveform", [*columns, make_categories("class", which, ("1", "2", "3"))])


def make_no_information(rows: int, random: np.random.Generator, inputs: int = 20) -> Table:
    """Inputs and classes drawn by coin: every model is right one time in two (Kohavi 1995, section 4)."""
    coins: Integers = random.integers(0, 2, (rows, inputs + 1))
    columns = [make_yes_no(f"x{place + 1}", coins[:, place]) for place in range(inputs)]
    return make_sample_table("no-information", "No information", [*columns, make_yes_no("class", coins[:, inputs])])


LITERATURE_TABLES: tuple[LiteratureTable, ...] = (
    LiteratureTable("monk-1", "Monk's problem 1", "Thrun et al. 1991", lambda rows, random: make_monk(1)),
    LiteratureTable("monk-2", "Monk's problem 2", "Thrun et al. 1991", lambda rows, random: make_monk(2)),
    LiteratureTable("monk-3", "Monk's problem 3", "Thrun et al. 1991", lambda rows, random: make_monk(3)),
    LiteratureTable("tic-tac-toe", "Tic-tac-toe endgames", "Matheus 1990", lambda rows, random: make_tic_tac_toe()),
    LiteratureTable("waveform-21", "Waveform", "Breiman et al. 1984, section 2.6.2", make_waveform),
    LiteratureTable("no-information", "No information", "Kohavi 1995, section 4", make_no_information),
)
