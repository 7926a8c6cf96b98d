"""Learning algorithms as they are offered: titles, notes, settings, what a study chooses itself.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.effort import chooses_settings
from core.algorithms.row import Algorithm, Setting

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Setting",
    "chooses_settings",
    "find_algorithm",
]
