"""What a statistical formula gives: its status, a reason for special cases, and its named values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.domain.findings import Status


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Undefined numbers are None, never NaN or infinite; `reason` is a word_with_underscores, "" when ok."""

    status: Status
    reason: str
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def is_ok(self) -> bool:
        return self.status is Status.OK


def ok(**values: Any) -> Reading:
    return Reading(Status.OK, "", values)


def degenerate(reason: str, **values: Any) -> Reading:
    return Reading(Status.DEGENERATE, reason, values)


def error(reason: str, **values: Any) -> Reading:
    return Reading(Status.ERROR, reason, values)
