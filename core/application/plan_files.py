"""Plans as text files: read, and written.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.plans.plan_file import read_plan
from core.plans.plan_writer import study_as_plan

__all__ = [
    "read_plan",
    "study_as_plan",
]
