"""The parts of a study: the main scheme, the 5x2 halves and the extra schemes, each with its candidates."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, HALVES, MAIN, TRIVIAL, Split
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.schemes.assignment import count_units
from core.schemes.scheme_table import count_splits, make_half_scheme, make_splits

EXTRA = "extra:"
GROUPS_FOR_HALVES = 10


@dataclass(frozen=True, slots=True)
class Part:
    """One scheme of a study and the candidates that go through it."""

    name: str
    choice: SchemeChoice
    candidates: tuple[Candidate, ...]
    seed: int

    def splits(self, data: Dataset) -> Iterator[Split]:
        return make_splits(data, self.choice, self.seed)

    def count(self, data: Dataset) -> int:
        return count_splits(data, self.choice, self.seed)


def drop_unused_roles(study: Study, data: Dataset) -> Dataset:
    """Return the data with groups and time order only where the scheme uses them."""
    return replace(
        data,
        groups=data.groups if study.scheme.grouped else None,
        order=data.order if study.scheme.kind is SchemeKind.TIME else None,
    )


def list_parts(study: Study, data: Dataset) -> tuple[Part, ...]:
    trivial = Candidate(TRIVIAL, TRIVIAL)
    found = [Part(MAIN, study.scheme, (*study.candidates, trivial), study.seed)]
    if has_half_size_check(study, data):
        found.append(Part(HALVES, make_half_scheme(study.scheme), (*study.candidates, trivial), study.seed))
    for kind in _list_extras(study):
        found.append(Part(EXTRA + kind, replace(study.scheme, kind=kind), (*_list_trained(study), trivial), study.seed))
    return tuple(found)


def _list_extras(study: Study) -> tuple[SchemeKind, ...]:
    """Return the extra schemes asked for; the .632 bootstrap also needs the error on the training rows."""
    asked = dict.fromkeys(study.extra)
    if SchemeKind.BOOTSTRAP in (study.scheme.kind, *asked):
        asked[SchemeKind.RESUBSTITUTION] = None
    return tuple(asked)


def has_half_size_check(study: Study, data: Dataset) -> bool:
    """Whether models are also trained on halves of the rows: their spread and direction enter every range.

    It takes folds, several possible partitions, enough groups, no order in time, and something that is trained.
    """
    groups = data.groups if study.scheme.grouped else None
    number = count_units(groups, data.size)
    enough = number >= GROUPS_FOR_HALVES if groups is not None else number > 2
    return (
        study.scheme.kind is SchemeKind.KFOLD
        and study.scheme.folds < number
        and data.order is None
        and enough
        and bool(_list_trained(study))
    )


def _list_trained(study: Study) -> tuple[Candidate, ...]:
    return tuple(candidate for candidate in study.candidates if candidate.algorithm != GIVEN)
