"""Ways of making splits: the table of schemes and what is asked of it."""

from core.schemes.inner import inner_splits
from core.schemes.parts import Part, as_studied, parts
from core.schemes.row import Scheme
from core.schemes.table import SCHEMES, count, halves, scheme, splits

__all__ = [
    "SCHEMES",
    "Part",
    "Scheme",
    "as_studied",
    "count",
    "halves",
    "inner_splits",
    "parts",
    "scheme",
    "splits",
]
