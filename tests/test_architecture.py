"""The plan of the house, checked with the standard library alone: floors, doors, circles, sizes and habits."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _read_floors() -> tuple[tuple[str, ...], ...]:
    """The floors stand once, in pyproject.toml; import-linter checks them there, and here late imports count too."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    floors = [tuple(re.split(r" [:|] ", layer)) for layer in layers]
    return (("main",), *floors[:-1], ("core.bootstrap",), floors[-1])


FLOORS = _read_floors()
QT = {"PySide6", "shiboken6", "pyqtgraph"}
LOADED_WHEN_ASKED_FOR = {"core.terminal.entry", "core.terminal.run_command", "core.engine.cluster_programs"}
"""Nobody waits in the terminal for commands, formats and a cluster that were not asked for."""
MAY_IMPORT_LATE = {"main", "core.bootstrap", *LOADED_WHEN_ASKED_FOR}
MAY_CATCH_EVERYTHING = {"core.engine.training", "core.engine.tuning", "core.terminal.entry", "gui.worker", "main"}
MOST_LINES_OF_A_FILE = 600
MOST_LINES_OF_A_FUNCTION = 80


@cache
def modules() -> Mapping[str, Path]:
    """The program's own modules by name; a package stands for its __init__.py."""
    files = [ROOT / "main.py", *sorted((ROOT / "core").rglob("*.py")), *sorted((ROOT / "gui").rglob("*.py"))]
    return {_name(file): file for file in files}


def _name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


@cache
def all_nodes() -> tuple[tuple[str, ast.AST], ...]:
    return tuple((name, node) for name in modules() for node in ast.walk(tree(name)))


def nodes(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    return ((name, node) for name, node in all_nodes() if isinstance(node, kinds))


def imported(node: ast.AST) -> list[str]:
    """The modules one import statement asks for; of `from a import b` it is a.b where that is a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        return [whole if whole in modules() else node.module for whole in inner]
    return []


@cache
def doors() -> Mapping[str, frozenset[str]]:
    """Who imports whom inside the program, late imports counted."""
    found: dict[str, set[str]] = {name: set() for name in modules()}
    for name, node in nodes(ast.Import, ast.ImportFrom):
        found[name] |= {target for target in imported(node) if target in modules() and target != name}
    return {name: frozenset(targets) for name, targets in found.items()}


def room(name: str) -> str:
    if name.startswith("core.bootstrap"):
        return "core.bootstrap"
    return ".".join(name.split(".")[:2])


def floor(name: str) -> int | None:
    return next((height for height, rooms in enumerate(FLOORS) if room(name) in rooms), None)


def between_rooms() -> list[tuple[str, str]]:
    pairs = {(room(name), room(target)) for name, targets in doors().items() for target in targets}
    return sorted((here, there) for here, there in pairs if here != there)


def circles(graph: Mapping[str, frozenset[str]]) -> list[str]:
    """Everything that can be reached from itself."""
    return sorted(name for name in graph if name in _reachable(graph, name))


def _reachable(graph: Mapping[str, frozenset[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(graph.get(name, frozenset()))
    return seen


def test_that_every_module_stands_on_a_floor() -> None:
    assert [name for name in modules() if name not in ("core", "gui") and floor(name) is None] == []


def test_that_imports_never_go_up() -> None:
    upwards = [(here, there) for here, there in between_rooms() if (floor(there) or 0) < (floor(here) or 0)]
    assert upwards == []


def test_that_only_main_uses_the_bootstrap() -> None:
    assert {here for here, there in between_rooms() if there == "core.bootstrap"} <= {"main"}


def test_that_no_module_imports_itself_in_a_circle() -> None:
    assert circles(doors()) == []


def test_that_no_rooms_import_each_other_in_a_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for here, there in between_rooms():
        rooms.setdefault(here, set()).add(there)
    assert circles({name: frozenset(targets) for name, targets in rooms.items()}) == []


def test_that_circles_would_be_seen() -> None:
    graph = {"a": frozenset({"b"}), "b": frozenset({"c"}), "c": frozenset({"a"}), "d": frozenset({"a"})}
    assert circles(graph) == ["a", "b", "c"]


def test_that_core_and_the_state_of_the_wizard_know_no_qt() -> None:
    without_qt = [name for name in modules() if name.split(".")[0] == "core" or name == "gui.wizard.state"]
    wrong = [
        (name, target)
        for name, node in nodes(ast.Import, ast.ImportFrom)
        for target in imported(node)
        if name in without_qt and target.split(".")[0] in QT | ({"gui"} if name.startswith("core") else set())
    ]
    assert wrong == []


def test_that_core_imports_without_loading_qt() -> None:
    code = (
        "import sys, core.application.run_study, core.report, core.terminal\n"
        f"print(sorted(name for name in sys.modules if name.split('.')[0] in {QT | {'gui'}}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_that_imports_are_absolute_and_name_what_they_take() -> None:
    wrong = [
        (name, node.lineno)
        for name, node in nodes(ast.ImportFrom)
        if isinstance(node, ast.ImportFrom) and (node.level > 0 or any(alias.name == "*" for alias in node.names))
    ]
    assert wrong == []


def test_that_imports_stand_at_the_top() -> None:
    late = [
        (name, inner.lineno)
        for name, outer in nodes(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.Import | ast.ImportFrom) and name not in MAY_IMPORT_LATE
    ]
    assert late == []


def test_that_every_module_says_in_its_first_line_what_it_is() -> None:
    silent = [name for name, file in modules().items() if file.read_text(encoding="utf-8").strip()]
    assert [name for name in silent if not ast.get_docstring(tree(name))] == []


def test_that_the_two_top_packages_are_empty() -> None:
    assert [name for name in ("core", "gui") if tree(name).body] == []


@pytest.mark.parametrize("folder", ["core", "gui", "tests", "benchmarks", "packaging"])
def test_that_files_stay_short(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    lengths = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {file: length for file, length in lengths.items() if length > MOST_LINES_OF_A_FILE} == {}


def test_that_functions_stay_short() -> None:
    long = [
        (name, node.name)
        for name, node in nodes(ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _lines(node) > MOST_LINES_OF_A_FUNCTION
    ]
    assert long == []


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_that_everything_is_caught_in_few_places_only() -> None:
    broad = [
        (name, node.lineno)
        for name, node in nodes(ast.ExceptHandler)
        if isinstance(node, ast.ExceptHandler) and _catches_everything(node) and name not in MAY_CATCH_EVERYTHING
    ]
    assert broad == []


def _catches_everything(handler: ast.ExceptHandler) -> bool:
    """Tidying up and raising again swallows nothing, so it does not count."""
    last = handler.body[-1]
    if isinstance(last, ast.Raise) and last.exc is None:
        return False
    names = (
        [node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)] if handler.type else ["Exception"]
    )
    return bool({"Exception", "BaseException"} & set(names))


def test_that_swallowing_everything_would_be_seen() -> None:
    handlers = ["except: pass", "except Exception: pass", "except (OSError, BaseException): pass"]
    harmless = ["except OSError: pass", "except BaseException:\n    tidy()\n    raise"]
    seen = [_catches_everything(_handler(text)) for text in handlers + harmless]
    assert seen == [True, True, True, False, False]


def _handler(text: str) -> ast.ExceptHandler:
    statement = ast.parse(f"try:\n    work()\n{text}").body[0]
    assert isinstance(statement, ast.Try)
    return statement.handlers[0]


def test_that_packaging_is_no_package() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_that_the_first_lines_of_the_program_are_understood_by_an_old_python() -> None:
    ast.parse((ROOT / "main.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    top = [target for node in tree("main").body for target in imported(node)]
    assert set(top) <= set(sys.stdlib_module_names)


def test_that_the_bootstrap_needs_nothing_but_the_standard_library() -> None:
    wrong = [
        (name, target)
        for name, node in nodes(ast.Import, ast.ImportFrom)
        for target in imported(node)
        if room(name) == "core.bootstrap" and target.split(".")[0] not in {*sys.stdlib_module_names, "core"}
    ]
    assert wrong == []


def test_that_the_window_works_in_the_background_in_one_way() -> None:
    """Threads that nobody waits for outlive the window; `gui.tasks` is where they are started, stopped and awaited."""
    others = {"QRunnable", "QThread", "QThreadPool", "Thread", "ThreadPoolExecutor"}
    windows = {name: {_word(node) for node in ast.walk(tree(name))} for name in modules() if name.startswith("gui.")}
    assert [name for name, words in windows.items() if words & others] == ["gui.tasks"]


def _word(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_that_no_file_name_stands_twice_below_core() -> None:
    """A name that is searched for leads to one file."""
    names = Counter(path.name for path in (ROOT / "core").rglob("*.py") if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []
