"""Statistical tests between two algorithms on the same splits."""

from core.comparers.row import Comparer, Standing
from core.comparers.table import COMPARERS, comparer

__all__ = ["COMPARERS", "Comparer", "Standing", "comparer"]
