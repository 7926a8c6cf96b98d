"""The procedures of the Laboratory, by key, and what they need of a study.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, find_missing_need
from core.laboratory.procedures import IN_TERMINAL, PROCEDURES, find_procedure

__all__ = [
    "IN_TERMINAL",
    "PROCEDURES",
    "Need",
    "Procedure",
    "ProcedureResult",
    "Subject",
    "find_missing_need",
    "find_procedure",
]
