"""Read small files that stand for enormous tables, with peak memory and processor time of each.

`python -m benchmarks.hostile_tables [FOLDER ...]` reads the files made here, and every file in the folders.
"""

import sys
import tempfile
from pathlib import Path

from tests.data.read.hostile_files import HOSTILE_FILES, read_bounded


def report(path: Path) -> None:
    size = path.stat().st_size / 1e6
    try:
        done = read_bounded(path)
    except AssertionError as error:
        print(f"{path.name:32} {size:6.2f} MB  FAILED  {str(error)[-200:]}")
        return
    result = done.refused or f"{done.rows:,} rows x {done.columns:,} columns"
    print(f"{path.name:32} {size:6.2f} MB {done.peak:6,} MB {done.seconds:6.1f} s  {result}", flush=True)


def main(folders: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for made in HOSTILE_FILES:
            path = Path(folder) / made.name
            made.write(path)
            report(path)
            path.unlink()
    for name in folders:
        for path in sorted(Path(name).iterdir()):
            if path.is_file():
                report(path)


if __name__ == "__main__":
    main(sys.argv[1:])
