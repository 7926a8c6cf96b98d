"""Files as data sets of a study over many: each with the columns that would be suggested for it."""

from collections.abc import Sequence
from pathlib import Path

from core.data import read
from core.data.prepare import prepare
from core.data.suggest import suggest
from core.domain.dataset import Dataset
from core.errors import EvenfoldError


def read_sets(paths: Sequence[Path]) -> tuple[list[Dataset], list[str]]:
    """What could be read, and what was wrong with the others."""
    found, wrong = [], []
    for path in paths:
        try:
            table = read(path)
            found.append(prepare(table, suggest(table).columns))
        except EvenfoldError as problem:
            wrong.append(f"{path.name}: {problem}")
    return found, wrong
