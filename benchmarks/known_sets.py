"""Two public sets that can be made from their definition, and how others are found in a folder."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np

from core.data import read_table
from core.data.prepare import prepare_dataset
from core.domain.dataset import Dataset, Floats, Kind, Table, Task
from core.domain.study import Columns

Board = tuple[int, ...]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = 2
ENDINGS = (".csv", ".arff", ".tab", ".data")


def find(folder: Path, names: Sequence[str]) -> Dataset | None:
    """The first file of one of these names, read as the program reads it; None when there is none."""
    paths = [folder / f"{name}{ending}" for name in names for ending in ENDINGS]
    path = next((path for path in paths if path.is_file()), None)
    return None if path is None else _prepared(read_table(path))


def _prepared(table: Table) -> Dataset:
    """Every column is an input except the class: the column so called, or the last."""
    target = next((name for name in table.names if name.lower() == "class"), table.names[-1])
    nominal = () if table.column(target).kind.is_coded else (target,)
    return prepare_dataset(table, Columns(target=(target,), nominal=nominal))


def monk3() -> Dataset:
    """The third monks problem without noise (Thrun et al. 1991): all 432 rows."""
    sizes = (3, 3, 2, 3, 4, 2)
    inputs = np.array(list(product(*(range(size) for size in sizes))), dtype=np.float64)
    labels = ((inputs[:, 4] == 2) & (inputs[:, 3] == 0)) | ((inputs[:, 4] != 3) & (inputs[:, 1] != 2))
    return _of_names("monk3", inputs, labels.astype(np.float64), sizes)


def tic_tac_toe() -> Dataset:
    """All 958 boards at which a game can end, and whether the first player has won."""
    reached: list[set[Board]] = [{(EMPTY,) * 9}]
    for move in range(9):
        reached.append(_after_a_move(reached[-1], move % 2))
    boards = sorted(board for some in reached for board in some if _is_over(board))
    labels = np.array([_wins(board, 0) for board in boards], dtype=np.float64)
    return _of_names("tic-tac-toe", np.array(boards, dtype=np.float64), labels, (3,) * 9)


def _after_a_move(boards: set[Board], player: int) -> set[Board]:
    return {
        (*board[:place], player, *board[place + 1 :])
        for board in boards
        for place in range(9)
        if board[place] == EMPTY and not _is_over(board)
    }


def _wins(board: Board, player: int) -> bool:
    return any(all(board[place] == player for place in line) for line in LINES)


def _is_over(board: Board) -> bool:
    return _wins(board, 0) or _wins(board, 1) or EMPTY not in board


def _of_names(name: str, inputs: Floats, labels: Floats, sizes: Sequence[int]) -> Dataset:
    return Dataset(
        name=name,
        task=Task.CLASSES,
        inputs=inputs,
        kinds=(Kind.NAMES,) * len(sizes),
        features=tuple(f"input {place + 1}" for place in range(len(sizes))),
        levels=tuple(tuple(f"level {level + 1}" for level in range(size)) for size in sizes),
        targets=labels[:, None],
        outputs=("class",),
        classes=("no", "yes"),
    )
