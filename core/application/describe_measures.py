"""Measures as they are shown: titles, units, directions.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.judge.scores import measures_of
from core.statistics.measures import Measure, find_measure

__all__ = [
    "Measure",
    "find_measure",
    "measures_of",
]
