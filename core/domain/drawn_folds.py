"""One repeat as it is drawn: what each block of rows is for in each fold."""

from dataclasses import dataclass
from enum import IntEnum


class Use(IntEnum):
    """What a block of rows is for in one fold."""

    UNUSED = 0
    TRAINING = 1
    TUNING = 2
    TEST = 3


@dataclass(frozen=True, slots=True)
class Folds:
    """One strip per fold, one use per block. Blocks stand for groups or for `rows_per_block` rows each.

    `more` folds of the shuffle are not drawn. `has_tuning` tells whether T2 appears.
    """

    strips: tuple[tuple[Use, ...], ...]
    by_group: bool
    in_time: bool
    rows_per_block: int
    more: int
    has_tuning: bool
