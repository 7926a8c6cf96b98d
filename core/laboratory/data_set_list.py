"""Data sets of a study over many: each with the columns that would be suggested for it, and how a result is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.data import read_table
from core.data.prepare import prepare_dataset
from core.data.suggest import suggest_roles
from core.domain.dataset import Dataset
from core.domain.laboratory_results import ListedSet
from core.laboratory.many_data_sets_results import ManySetsResult
from core.support.errors import DataError, EvenfoldError


@dataclass(frozen=True, slots=True)
class StoredManySets:
    """A result with everything that was chosen for it, so that both can be shown again."""

    sets: tuple[ListedSet, ...]
    models: tuple[str, ...]
    repeats: int
    with_third: bool
    found: ManySetsResult


def describe_set(data: Dataset, path: Path | None = None) -> ListedSet:
    where = "" if path is None else str(path.resolve())
    return ListedSet(data.name, where, data.size, ", ".join(data.outputs), data.fingerprint)


def read_sets(paths: Sequence[Path]) -> tuple[dict[Path, Dataset], list[str]]:
    """What could be read, and what was wrong with the others."""
    found, wrong = {}, []
    for path in paths:
        try:
            found[path] = _read(path)
        except EvenfoldError as problem:
            wrong.append(f"{path.name}: {problem}")
    return found, wrong


def _read(path: Path) -> Dataset:
    table = read_table(path)
    return prepare_dataset(table, suggest_roles(table).columns)


def load_listed_sets(sets: Sequence[ListedSet], known: Mapping[str, Dataset]) -> dict[str, Dataset]:
    """Every data set of the list by its fingerprint; those not known any more are read from their files again."""
    return {one.fingerprint: known.get(one.fingerprint) or _read_again(one) for one in sets}


def _read_again(one: ListedSet) -> Dataset:
    data = _read(Path(one.path))
    if data.fingerprint != one.fingerprint:
        raise DataError(f"{one.name} has changed since it was put on the list.", hint="Remove it and add it again.")
    return data
