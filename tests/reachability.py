"""Which functions of the program a person can reach: a walk over names from the window and the terminal."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STARTS = ("gui.app", "core.terminal.entry", "gui.tour")
BODY = "<body>"  # what a module does when it is imported
Node = tuple[str, str]


@cache
def list_modules() -> dict[str, ast.Module]:
    found = {}
    for folder in ("core", "gui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text("utf-8"))
    return found


@cache
def list_definitions(module: str) -> dict[str, ast.stmt]:
    """Functions, classes and constants at the top of a module."""
    found: dict[str, ast.stmt] = {}
    for node in list_modules()[module].body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(
                {name.id: node for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            )
    return found


@cache
def list_imports(module: str) -> dict[str, Node]:
    """Local name -> where it comes from; a module itself has no name behind it."""
    found = {}
    for node in ast.walk(list_modules()[module]):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                local = alias.asname or alias.name
                found[local] = (whole, "") if whole in list_modules() else (node.module, alias.name)
    return found


def list_uses(module: str, tree: ast.AST) -> Iterator[Node]:
    """What a piece of code names: of its own module, of others, and through modules."""
    own, imported = list_definitions(module), list_imports(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if node.id in own:
                yield module, node.id
            elif node.id in imported:
                yield imported[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            behind = imported.get(node.value.id)
            if behind is not None and behind[1] == "":
                yield behind[0], node.attr


def list_body(module: str) -> Iterator[Node]:
    """What stands outside functions and classes runs at import; what is imported is only loaded, not used."""
    for node in list_modules()[module].body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign):
            yield from list_uses(module, node)


@cache
def find_reached() -> set[Node]:
    """Every name on a path from the starts; tables are reached by their name, and bring all that stands in them."""
    waiting: list[Node] = [(module, name) for module in STARTS for name in (BODY, *list_definitions(module))]
    reached: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node in reached or node[0] not in list_modules():
            continue
        reached.add(node)
        module, name = node
        if name in ("", BODY):
            waiting += list_body(module)
            continue
        waiting.append((module, BODY))
        definition = list_definitions(module).get(name)
        if definition is not None:
            waiting += list_uses(module, definition)
        elif name in list_imports(module):
            waiting.append(list_imports(module)[name])
    return reached


def list_unreached(*rooms: str) -> list[str]:
    """Public functions and classes of these rooms that nobody can reach."""
    reached = find_reached()
    return [
        f"{module}.{name}"
        for module in list_modules()
        if module.startswith(rooms)
        for name, node in list_definitions(module).items()
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not name.startswith("_")
        if (module, name) not in reached
    ]


def list_unused_methods(*rooms: str) -> list[str]:
    """Public methods and properties of these rooms whose name no code of the program ever asks for."""
    trees = list_modules()
    asked = {node.attr for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return [
        f"{module}.{owner.name}.{method.name}"
        for module, tree in trees.items()
        if module.startswith(rooms)
        for owner in tree.body
        if isinstance(owner, ast.ClassDef)
        for method in owner.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and method.name not in asked
    ]


def list_names_passed_on_for_nobody(*rooms: str) -> list[str]:
    """Names that a file of these rooms only passes on (`__all__`), and that no other file takes from it."""
    trees = list_modules()
    taken = {
        (node.module, alias.name)
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return [
        f"{module}.{name}"
        for module in trees
        if module.startswith(rooms)
        for name in _list_public_names(module)
        if name not in list_definitions(module) and (module, name) not in taken
    ]


def _list_public_names(module: str) -> list[str]:
    node = list_definitions(module).get("__all__")
    if node is None:
        return []
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
