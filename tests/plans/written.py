"""Plans and their tables on disk."""

from pathlib import Path

TABLE = "x1,x2,color,machine,class\n" + "\n".join(
    f"{i % 7},{(i * 3) % 11},{'red' if i % 3 else 'blue'},m{i % 12},{'yes' if (i * i) % 5 < 2 else 'no'}"
    for i in range(120)
)
NUMBERS = "a,b,y1,y2\n" + "\n".join(f"{i},{i % 5},{2 * i + i % 3},{i % 4 + 1}" for i in range(60))


def plan(folder: Path, text: str) -> Path:
    (folder / "table.csv").write_text(TABLE)
    (folder / "numbers.csv").write_text(NUMBERS)
    path = folder / "plan.toml"
    path.write_text(text)
    return path


SHORT = 'data = "table.csv"\n[columns]\ntarget = ["class"]\n'
