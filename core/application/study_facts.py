"""What a plan or its answers make of a study: imported, judged by one test set, in doubt.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.judge.context import count_comparisons, has_one_test_set, is_imported
from core.judge.obstacles import ROW_ORDER, TRAINED_ON, is_in_sample, list_doubtful_inputs, list_open_leaks

__all__ = [
    "ROW_ORDER",
    "TRAINED_ON",
    "count_comparisons",
    "has_one_test_set",
    "is_imported",
    "is_in_sample",
    "list_doubtful_inputs",
    "list_open_leaks",
]
