"""Every error that a room of facts raises has words for its kind, and its words use no fact it does not have."""

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from core.support.errors import ContentError, StoreError
from core.wording.problem_text import CONTENT, PROBLEMS

CORE = Path(__file__).resolve().parents[2] / "core"
ROOMS = ("store", "history", "engine", "judge", "statistics")
PLACES = {f"{kind}-at" for kind in ("value", "no-record", "unknown", "missing")}


def list_raised() -> Iterator[tuple[str, set[str], str]]:
    """Kind, names of the facts, and where: of `Error.about("kind", fact=...)` and `ContentError("kind", fact=...)`."""
    for room in ROOMS:
        for path in sorted((CORE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                    continue
                called = node.func
                is_kind = isinstance(called, ast.Attribute) and called.attr == "about"
                is_content = isinstance(called, ast.Name) and called.id == "ContentError"
                if is_kind or is_content:
                    yield (
                        str(node.args[0].value),
                        {one.arg or "" for one in node.keywords},
                        f"{path.name}:{node.lineno}",
                    )


def test_that_every_kind_has_words_and_every_fact_they_use() -> None:
    raised = list(list_raised())
    assert len(raised) > 60
    for kind, facts, place in raised:
        assert kind in PROBLEMS or kind in CONTENT, place
        templates = PROBLEMS.get(kind) or (CONTENT[kind],)
        used = {name for text in templates for _, name, _, _ in Formatter().parse(text) if name}
        assert used <= facts, place


def test_that_no_words_are_left_over() -> None:
    kinds = {kind for kind, _, _ in list_raised()}
    assert sorted(set(PROBLEMS) - kinds) == []


def test_that_an_error_keeps_its_kind_and_facts_wherever_it_goes() -> None:
    found = pickle.loads(pickle.dumps(StoreError.about("damaged", file="a.evenfold", why="no-plan")))
    assert (found.kind, dict(found.facts)) == ("damaged", {"file": "a.evenfold", "why": "no-plan"})
    assert str(found) == "a.evenfold is damaged: it has no plan. Use a copy of it."
    assert str(StoreError.about("damaged", file="b", why=ContentError("missing-at", place="study.title"))).startswith(
        "b is damaged: “study.title” is missing."
    )


def test_that_what_has_no_words_stands_for_itself() -> None:
    assert str(ContentError("its model cannot predict")) == "its model cannot predict"
    assert str(StoreError("Plain words.", hint="Do this.")) == "Plain words. Do this."


def test_that_rooms_of_facts_raise_no_sentences() -> None:
    """Messages of one training run are still texts: what an algorithm says is told as it is."""
    for room in ("store", "history", "engine", "judge"):
        for path in sorted((CORE / room).rglob("*.py")):
            if path.name in ("fitting.py", "training.py"):
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
                    for text in (part for argument in node.args for part in ast.walk(argument)):
                        is_sentence = isinstance(text, ast.Constant) and " " in str(text.value)
                        assert not is_sentence or node.func.id == "TypeError", f"{path.name}:{node.lineno}"
