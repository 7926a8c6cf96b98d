"""Writes the large file of the last load: `python -m benchmarks.speed.large_file PATH ROWS INPUTS`."""

import sys
from pathlib import Path

import numpy as np

SEED = 11
TEXTS = 10_000  # different numbers in the file
ROWS_AT_ONCE = 20_000


def write_large(path: Path, rows: int, inputs: int) -> None:
    """A comma-separated file of numbers with three decimals and a class "a" or "b" in the last column."""
    chance = np.random.default_rng(SEED)
    texts = np.array([f"{value / 1000:6.3f}," for value in range(TEXTS)], dtype="S7")
    with path.open("wb") as file:
        file.write((",".join([*(f"x{place}" for place in range(inputs)), "class"]) + "\n").encode())
        for start in range(0, rows, ROWS_AT_ONCE):
            count = min(ROWS_AT_ONCE, rows - start)
            labels = chance.integers(0, 2, count)
            values = chance.normal(5_000, 1_200, (count, inputs)) + 250 * labels[:, None]
            cells = texts[np.clip(values, 0, TEXTS - 1).astype(np.int64)]
            ends = np.array([b"a\n", b"b\n"])[labels][:, None]
            lines = np.concatenate([cells.view("S1").reshape(count, -1), ends.view("S1").reshape(count, -1)], axis=1)
            file.write(lines.tobytes())


if __name__ == "__main__":
    write_large(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
