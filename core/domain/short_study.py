"""What a short route keeps: the table it was given, what the person filled in, and the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.conclusion import Answer
from core.domain.dataset import Table


class ShortKind(StrEnum):
    """Which short route a file belongs to; a file without a kind is a study with training runs."""

    PREDICTIONS = "predictions"
    CLAIM = "claim"
    SCORES = "scores"
    PREDICTION = "prediction"


@dataclass(frozen=True, slots=True, eq=False)
class ShortStudy:
    """`form` are the person's choices as plain values; `answer` and `headline` are what Recent shows, empty before.

    The answer itself is worked out again from table and form whenever the file is opened: it follows from them alone.
    """

    kind: ShortKind
    title: str
    table: Table | None = None
    form: Mapping[str, object] = field(default_factory=dict)
    answer: Answer = Answer.NONE
    headline: str = ""
    answered_at: str = ""
    """When the answer was found (UTC, ISO 8601); from then on the form is fixed."""
