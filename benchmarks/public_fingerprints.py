"""Adds public tables to those that are recognized: only keys of their columns are kept, never a row.

    python -m benchmarks.public_fingerprints NAME FILE [NAME FILE ...]

A table may stand there more than once under one name: with and without its incomplete rows, for instance. What is
known already is left as it is.
"""

import json
import sys
from pathlib import Path

from core.data import read_table
from core.data.public_tables import compute_keys
from core.support.paths import resources


def add_public_tables(named: list[tuple[str, Path]], target: Path) -> list[str]:
    """Write the keys of these files to `target`; return the names that were added."""
    entries = json.loads(target.read_text(encoding="utf-8"))
    added = []
    for name, file in named:
        table = read_table(file)
        keys, counts = compute_keys(table)
        entry = {"name": name, "rows": table.rows, "keys": sorted(keys), "counts": sorted(counts)}
        if not any(
            (one["name"], one["rows"], sorted(one["keys"])) == (name, table.rows, entry["keys"]) for one in entries
        ):
            entries.append(entry)
            added.append(name)
    target.write_text("[\n" + ",\n".join(json.dumps(one) for one in entries) + "\n]\n", encoding="utf-8")
    return added


if __name__ == "__main__":
    words = sys.argv[1:]
    if not words or len(words) % 2:
        sys.exit(__doc__)
    pairs = [(name, Path(file)) for name, file in zip(words[::2], words[1::2], strict=True)]
    print("Added:", ", ".join(add_public_tables(pairs, resources() / "samples" / "published.json")) or "none")
