"""`look FILE`: what the Data page would show, in a terminal."""

import json
from pathlib import Path

from core.data.look import describe


def look(path: Path, out: Path | None) -> int:
    found = describe(path)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    if out is not None and str(out) != "-":
        out.write_text(text, "utf-8")
    elif out is not None:
        print(text)
    else:
        print(_table(found))
    return 0


def _table(found: dict[str, object]) -> str:
    raise NotImplementedError
