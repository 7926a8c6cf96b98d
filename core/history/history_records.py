"""What the history remembers besides comparisons: data sets, and final test rows that were opened."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.store.codec import translate_content_errors
from core.wording.history_text import word_opened_final_test


@dataclass(frozen=True, slots=True)
class Known:
    """A data set the history remembers; `like` are those it was recognized as when it came, `sketch` its hash."""

    data: str
    name: str
    rows: int
    columns: int
    like: tuple[str, ...]
    sketch: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Final test rows that were opened, and what they said."""

    time: str
    title: str
    plan_hash: str
    data: str
    rows: int
    text: str

    @property
    def told(self) -> str:
        return word_opened_final_test(self.time[:10], self.title, self.rows, self.text)


@translate_content_errors()
def known_from(plain: Mapping[str, Any]) -> Known:
    return Known(
        data=str(plain.get("data")),
        name=str(plain.get("name")),
        rows=_whole(plain.get("rows")),
        columns=_whole(plain.get("columns")),
        like=tuple(str(key) for key in plain.get("like", ())),
        sketch=str(plain.get("sketch")),
    )


def opening_from(plain: Mapping[str, Any]) -> Opening:
    texts = {name: str(plain.get(name, "")) for name in ("time", "title", "plan_hash", "data", "text")}
    return Opening(rows=_whole(plain.get("rows")), **texts)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
