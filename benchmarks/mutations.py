"""Would the tests notice a wrong formula? Changes one operator or number at a time in the judge and the statistics.

    python -m benchmarks.mutations [--changes 200] [--seed 1] [--rooms statistics judge] [--page PAGE.md]

Every change is made in a copy of the code; the tests that mirror the changed file, and the reference cases, are run on
it in a forked process, so that numpy and its like are loaded once. A change that no test notices is listed with its
line.
"""

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 120  # of processor time: a change may make a loop endless
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}


@dataclass(frozen=True)
class Change:
    """One changed place: the file, the line, what it was and became, and the whole changed source."""

    path: Path
    line: int
    before: str
    after: str
    source: str


def list_changes(path: Path) -> Iterator[Change]:
    """Yield every change of a file: comparisons, arithmetic, and/or, and numbers; never types or texts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(part) for node in ast.walk(tree) for part in _list_types(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        before = copy.deepcopy(node)
        for restore in _change_in_place(node):
            yield Change(path, node.lineno, ast.unparse(before), ast.unparse(node), ast.unparse(tree))
            restore()


def _list_types(node: ast.AST) -> Iterator[ast.AST]:
    """Yield everything inside annotations: `float | None` is no arithmetic."""
    for name in ("annotation", "returns"):
        part = getattr(node, name, None)
        if part is not None:
            yield from ast.walk(part)


def _change_in_place(node: ast.AST) -> Iterator:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        old = node.ops[0]
        node.ops[0] = COMPARISONS[type(old)]()
        yield lambda: node.ops.__setitem__(0, old)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        operator = node.op
        node.op = OPERATORS[type(operator)]()
        yield lambda: setattr(node, "op", operator)
    elif isinstance(node, ast.BoolOp):
        joint = node.op
        node.op = ast.Or() if isinstance(joint, ast.And) else ast.And()
        yield lambda: setattr(node, "op", joint)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        value = node.value
        node.value = value + 1
        yield lambda: setattr(node, "value", value)


def list_tests(path: Path, copy_root: Path) -> list[str]:
    """Return the tests that should notice: the mirrored file or room, and the reference cases and papers."""
    room, mirrored = path.parent.name, copy_root / "tests" / path.parent.name / f"test_{path.stem}.py"
    tests = [mirrored] if mirrored.exists() else [copy_root / "tests" / room]
    shared = ["tests/reference", "tests/papers"] if room == "statistics" else ["tests/judge"]
    return list(dict.fromkeys([*(str(test.relative_to(copy_root)) for test in tests), *shared]))


def is_noticed(change: Change, copy_root: Path) -> bool:
    """Run the tests on the changed copy; an endless one counts as noticed."""
    place = copy_root / change.path.relative_to(ROOT)
    original = place.read_text(encoding="utf-8")
    place.write_text(change.source, encoding="utf-8")
    failed = fails(list_tests(change.path, copy_root), copy_root)
    place.write_text(original, encoding="utf-8")
    return failed


def fails(tests: list[str], copy_root: Path) -> bool:
    child = os.fork()
    if child == 0:
        _run_tests(tests, copy_root)
    return os.waitpid(child, 0)[1] != 0


def _run_tests(tests: list[str], copy_root: Path) -> None:
    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    os.chdir(copy_root)
    sys.path[:0] = [str(copy_root)]
    sys.dont_write_bytecode = True
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
    os._exit(0 if code == 0 else 1)


def make_copy(folder: str) -> Path:
    root = Path(folder)
    for name in ("core", "gui", "tests", "resources", "benchmarks", "docs"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "main.py"):
        shutil.copy(ROOT / name, root / name)
    (root / ".venv").symlink_to((ROOT / ".venv").resolve())
    return root


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", nargs="+", default=["statistics", "judge"])
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    import numpy  # noqa: F401  loaded once, before the first fork
    import pandas  # noqa: F401
    import scipy.stats  # noqa: F401
    import sklearn  # noqa: F401

    changes = [
        c for room in options.rooms for path in sorted((ROOT / "core" / room).glob("*.py")) for c in list_changes(path)
    ]
    chosen = random.Random(options.seed).sample(changes, min(options.changes, len(changes)))
    tried, noticed, silent = Counter[str](), Counter[str](), []
    with tempfile.TemporaryDirectory() as folder:
        copy_root = make_copy(folder)
        if fails(["tests/statistics", "tests/judge", "tests/reference", "tests/papers"], copy_root):
            print("The tests fail without any change; nothing can be measured.", file=sys.stderr)
            return 2
        for number, change in enumerate(chosen, 1):
            room = change.path.parent.name
            tried[room] += 1
            if is_noticed(change, copy_root):
                noticed[room] += 1
            else:
                silent.append(change)
                print(f"not noticed: {describe(change)}", flush=True)
            if number % 10 == 0:
                print(f"{number} of {len(chosen)}, {sum(noticed.values())} noticed", flush=True)
    page = write_page(len(changes), options.seed, tried, noticed, silent)
    print(page)
    if options.page:
        options.page.write_text(page, encoding="utf-8")
    return 0


def describe(change: Change) -> str:
    return f"`{change.path.relative_to(ROOT)}:{change.line}`: `{change.before}` became `{change.after}`"


def write_page(possible: int, seed: int, tried: Counter[str], noticed: Counter[str], silent: list[Change]) -> str:
    rows = [
        f"| `core/{room}` | {tried[room]} | {noticed[room]} | {100 * noticed[room] / tried[room]:.0f} % |"
        for room in sorted(tried)
    ]
    return "\n".join(
        [
            "# Would the tests notice a wrong formula?",
            "",
            f"Of {possible} possible changes of one operator or number, a random part (seed {seed}) was made, one at a",
            "time, and the tests of the changed file, the reference cases and the papers were run.",
            "`python -m benchmarks.mutations` repeats it.",
            "",
            "| room | changes tried | noticed | share |",
            "|---|---|---|---|",
            *rows,
            "",
            "Not noticed (some of them change nothing that can be seen):",
            "",
            *(f"- {describe(change)}" for change in silent),
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
