"""No sentence of the judge uses a word that people misread."""

import ast
from pathlib import Path

import pytest

from core.judge import conclude
from tests.judge.worlds import BANNED

FILES = sorted(Path(conclude.__file__).parent.glob("*.py"))


def texts(tree: ast.Module) -> list[str]:
    """Every text of a module that is not a docstring."""
    explained = (ast.Module, ast.FunctionDef, ast.ClassDef)
    docs = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, explained) and _has_doc(node)}  # type: ignore[attr-defined]
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs)
    return [node.value for node in constants if isinstance(node.value, str)]


def _has_doc(node: ast.Module | ast.FunctionDef | ast.ClassDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_that_no_banned_word_stands_in_a_text(file: Path) -> None:
    found = texts(ast.parse(file.read_text("utf-8")))
    assert [text for text in found if BANNED.search(text)] == []
