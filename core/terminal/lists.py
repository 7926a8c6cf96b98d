"""`algorithms` and `samples`: what a plan file can name."""

import json
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent, wrap

from core.advice.similar_models import SOURCE, find_similar
from core.algorithms import ALGORITHMS
from core.algorithms.row import Algorithm
from core.data.sample.sample_study import Sample
from core.data.samples import SAMPLES
from core.terminal.terminal_output import write_text

WIDTH = 96


def list_algorithms(out: Path | None) -> int:
    if out is None:
        print("\n\n".join(_algorithm(row) for row in ALGORITHMS))
    else:
        _write(out, [_plain(row) for row in ALGORITHMS])
    return 0


def _algorithm(row: Algorithm) -> str:
    tasks = " and ".join(sorted(row.tasks))
    lines = [f"{row.key}: {row.title} ({tasks})", *_wrapped(f"{row.note} {row.source}.")]
    for setting in row.settings:
        tried = row.grid.get(setting.key)
        behind = f"; tuning tries {', '.join(map(str, tried))}" if tried else ""
        lines += _wrapped(f"{setting.key} = {_shown(setting.default)}: {setting.title}, {setting.allowed}{behind}")
    similar = _similar(row)
    if similar:
        lines += _wrapped(f"similar and well known, to compare it with: {', '.join(similar)} ({SOURCE})")
    return "\n".join(lines)


def _similar(row: Algorithm) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for task in sorted(row.tasks) for key in find_similar(row.key, task)))


def _shown(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _plain(row: Algorithm) -> dict[str, object]:
    return {
        "key": row.key,
        "title": row.title,
        "note": row.note,
        "source": row.source,
        "tasks": sorted(row.tasks),
        "similar": list(_similar(row)),
        "settings": [
            {"key": s.key, "title": s.title, "note": s.note, "default": s.default, "allowed": s.allowed}
            for s in row.settings
        ],
        "grid": {key: list(values) for key, values in row.grid.items()},
    }


def list_samples(out: Path | None) -> int:
    if out is None:
        print(
            "\n\n".join(
                f"{row.key}: {row.title}\n{indent(chr(10).join(wrap(row.story, WIDTH)), '  ')}" for row in SAMPLES
            )
        )
        print('\nA plan names one in place of data: sample = "bearing"')
    else:
        _write(out, [_sample(row) for row in SAMPLES])
    return 0


def _sample(row: Sample) -> dict[str, object]:
    return {
        "key": row.key,
        "title": row.title,
        "story": row.story,
        "row": row.row_meaning,
        "use": row.use,
        "candidates": list(row.candidates),
        "reference": row.baseline,
    }


def _write(out: Path, rows: Sequence[dict[str, object]]) -> None:
    write_text(out, json.dumps(rows, indent=1, ensure_ascii=False))
