"""What the analyst must or should change, with the fix Evenfold offers."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """Blocks: cannot go on. Asks: needs an answer, "not sure" is allowed. Note: goes to the report."""

    BLOCKS = "blocks"
    ASKS = "asks"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the study that the person can choose: `change` names a field ("scheme.folds"), `value` its new value."""

    label: str
    change: str
    value: object


@dataclass(frozen=True, slots=True)
class Problem:
    """`id` is the one of the warnings catalogue; `field` the place it is shown beside ("columns.serial_no", "scheme.folds")."""

    id: str
    severity: Severity
    text: str
    field: str = ""
    fixes: tuple[Fix, ...] = field(default=())
