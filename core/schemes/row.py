"""One row of the table of schemes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.domain.dataset import Dataset
from core.domain.evidence import Split
from core.domain.study import SchemeChoice, SchemeKind

Splitter = Callable[[Dataset, SchemeChoice, int], Iterator[Split]]
Counter = Callable[[Dataset, SchemeChoice, int], int]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of making splits; `claims` tells whether a verdict may rest on it, `count` how many splits it makes."""

    key: SchemeKind
    title: str
    note: str
    source: str
    splits: Splitter
    count: Counter
    claims: bool
