"""What this computer remembers of comparisons, and counting another one.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.history.current_conclusion import CurrentConclusion
from core.history.history import SAMPLE
from core.history.history_table import write_csv
from core.history.recorder import OpenHistory, open_history_of, record_comparisons
from core.history.recorder import count_opened as count_opened_study

__all__ = [
    "SAMPLE",
    "CurrentConclusion",
    "OpenHistory",
    "count_opened_study",
    "open_history_of",
    "record_comparisons",
    "write_csv",
]
