"""From a table to the rows of a study: roles, screening, rows left out, rows kept for the final test.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.data.drop_inputs import drop_inputs
from core.data.exclusion_rules import DUPLICATES_RULE, find_excluded_rows, find_matching_rows
from core.data.final_test_rows import WORTH_IT, join_rows, remove_rows, split_final_test
from core.data.fingerprint import Keys
from core.data.new_rows import align_new_rows
from core.data.prepare import prepare_dataset
from core.data.roles import list_roles
from core.data.screen import screen_table
from core.data.suggest import SUGGESTED, suggest_roles
from core.data.summarize_table import EMPHASIZED

__all__ = [
    "DUPLICATES_RULE",
    "EMPHASIZED",
    "SUGGESTED",
    "WORTH_IT",
    "Keys",
    "align_new_rows",
    "drop_inputs",
    "find_excluded_rows",
    "find_matching_rows",
    "join_rows",
    "list_roles",
    "prepare_dataset",
    "remove_rows",
    "screen_table",
    "split_final_test",
    "suggest_roles",
]
