"""Every reason why there is no answer has a sentence, and no sentence is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path

from core.wording.prediction_text import REFUSED
from core.wording.undefined_text import REASONS, describe_reason

CORE = Path(__file__).parents[2] / "core"


def reasons_in(source: str) -> Iterator[str]:
    """Texts handed to Undefined or given as `reason`, and those returned by functions that say why they refuse."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
            "Undefined",
            "AveragedT",
            "PartitionDecision",
        ):
            yield from texts_in(*node.args)
        if isinstance(node, ast.Call):
            yield from texts_in(*(word.value for word in node.keywords if word.arg == "reason"))
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("_refuse", "_impossible")):
            yield from texts_in(*(one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value))
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "reason":
            yield from texts_in(node.value)


def texts_in(*nodes: ast.AST) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.IfExp):
            yield from texts_in(node.body, node.orelse)
        elif isinstance(node, ast.Call):
            continue  # looked at on its own
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and is_key(node.value):
            yield node.value


def is_key(text: str) -> bool:
    return text.replace("_", "").isalnum() and text == text.lower() and " " not in text and "_" in text


def test_that_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    rooms = ("statistics", "prediction", "insight", "figures", "judge")
    files = [path for room in rooms for path in (CORE / room).rglob("*.py")]
    given = {reason for path in files for reason in reasons_in(path.read_text(encoding="utf-8"))}
    decisions = {"more_partitions_needed", "significant_enough_partitions", "not_significant_enough_partitions"}
    assert sorted(given - decisions - set(REASONS) - set(REFUSED)) == []
    assert sorted(set(REASONS) - given) == []


def test_that_sentences_are_whole_and_plain() -> None:
    for sentence in REASONS.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "_" not in sentence


def test_that_an_unknown_reason_is_read_out_and_none_is_silent() -> None:
    assert describe_reason("something_new") == "Something new."
    assert describe_reason("") == ""
