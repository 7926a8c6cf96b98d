"""What the analyst must or should change, with the fix Evenfold offers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """Blocks: cannot go on. Asks: needs an answer, "not sure" is allowed. Note: goes to the report."""

    BLOCKS = "blocks"
    ASKS = "asks"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the study the person can choose: `change` names a field ("scheme.folds"), `value` its new value."""

    label: str
    change: str
    value: object


def not_sure(key: str) -> Fix:
    """Allowed for every question of fact; then the verdict says "appears", or none is given."""
    return Fix("Not sure", f"answers.{key}", "not sure")


@dataclass(frozen=True, slots=True)
class Problem:
    """`id` is that of the warnings catalog; `place` where it is shown ("columns.serial_no", "scheme.folds").

    `facts` are the names and numbers the text is made from, for tests, JSON and other wordings.
    """

    id: str
    severity: Severity
    text: str
    place: str = ""
    fixes: tuple[Fix, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


PICK = "pick"  # the answer that asks for the dialog with all choices


SHOW = "show"  # the answer that settles nothing and asks to see the cells


BOTH_WAYS = "both ways"  # this study leaves the column out, a twin of it keeps it


KNOWN, IGNORED = "known before", "ignore"
