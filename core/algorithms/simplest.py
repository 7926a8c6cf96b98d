"""Which of several settings makes the simplest model: it wins when they did equally well while tuning."""

from collections.abc import Iterator, Sequence

from core.algorithms.row import Algorithm, Setting, Simpler
from core.domain.study import Settings


def simplest_first(row: Algorithm, choices: Sequence[Settings]) -> list[int]:
    """Positions of the choices from the simplest to the most elaborate one.

    Each setting counts the tried values that are simpler than the chosen one; the counts add up, and equal sums stay
    in the given order. Settings the row does not know do not count.
    """
    ranks = [dict(zip(_values(setting, choices), range(len(choices)), strict=False)) for setting in row.settings]
    keys = [setting.key for setting in row.settings]
    sums = [
        sum(rank[_hashable(choice[key])] for key, rank in zip(keys, ranks, strict=True) if key in choice)
        for choice in choices
    ]
    return sorted(range(len(choices)), key=sums.__getitem__)


def _values(setting: Setting, choices: Sequence[Settings]) -> Iterator[object]:
    """The tried values of one setting, simplest first."""
    tried = dict.fromkeys(_hashable(choice[setting.key]) for choice in choices if setting.key in choice)
    return iter(sorted(tried, key=lambda value: _elaborateness(setting, value)))


def _elaborateness(setting: Setting, value: object) -> float:
    if setting.choices:
        return float(setting.choices.index(value)) if value in setting.choices else 0.0
    size = _size(value)
    return -size if setting.simpler is Simpler.HIGHER else size if setting.simpler is Simpler.LOWER else 0.0


def _size(value: object) -> float:
    """A number itself; of several numbers (units of the hidden layers) the sum; a text has no size."""
    if isinstance(value, tuple):
        return sum(_size(part) for part in value)
    return float(value) if isinstance(value, int | float) else 0.0


def _hashable(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
