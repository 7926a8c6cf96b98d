"""Ways of making splits: the table of schemes and what is asked of it."""

from core.schemes.fewer_rows import list_sizes_between, take_fewer_rows
from core.schemes.inner_splits import make_inner_splits
from core.schemes.scheme_table import SCHEMES, Scheme, count_splits, find_scheme, make_half_splits, make_splits
from core.schemes.study_parts import Part, drop_unused_roles, has_half_size_check, list_parts

__all__ = [
    "SCHEMES",
    "Part",
    "Scheme",
    "count_splits",
    "drop_unused_roles",
    "find_scheme",
    "has_half_size_check",
    "list_parts",
    "list_sizes_between",
    "make_half_splits",
    "make_inner_splits",
    "make_splits",
    "take_fewer_rows",
]
