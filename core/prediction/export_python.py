"""A final model as one Python file that needs nothing but Python itself."""

import math
from pathlib import Path

from core.prediction import portable_runtime
from core.prediction.portable import Plain

EMPTY = "MODEL: dict[str, Any] = {}  # what was fitted, as plain numbers\n"


def write_python_source(plain: Plain) -> str:
    """Return the runtime with the model in it, and what it promises at its head."""
    source = Path(portable_runtime.__file__).read_text(encoding="utf-8")
    if source.count(EMPTY) != 1:
        raise ValueError("the runtime has no place for a model")
    head, body = source.split('"""', 2)[1:]
    about = "\n".join(["", "", *describe_export(plain), ""])
    model = "".join(f"    {name!r}: {_write_literal(value, 1)},\n" for name, value in plain.items())
    text = f'"""{head.rstrip()}{about}"""{body}'
    return text.replace(EMPTY, f"MODEL: dict[str, Any] = {{\n{model}}}\n")


def describe_export(plain: Plain) -> list[str]:
    """What every export says about itself: model, study, what to expect, ranges, domain, units."""
    level, outputs, units = plain["level"], plain["outputs"], plain["units"]
    assert isinstance(level, float)
    assert isinstance(outputs, list)
    assert isinstance(units, list)
    expected = plain["expected"]
    assert isinstance(expected, list)
    named = [f"{output} in {unit}" for output, unit in zip(outputs, units, strict=True) if unit]
    kept = "The set holds every class that cannot be excluded" if plain["classes"] else "The range has one width"
    lines = [
        f"Model: {plain['name']}, from the study {_one_line(plain['study'])}, made {plain['made']}.",
        f"Plan: {plain['plan']}. Evenfold {plain['version']}.",
        *(f"Expect {one}." for one in expected),
        f"{kept}, at {100 * level:g} %; rows outside have none.",
        "Place: only single columns are checked. Combinations that were never tested are not noticed here.",
        *([f"Units: {', '.join(named)}."] if named else []),
    ]
    return [_one_line(line) for line in lines]


def _one_line(text: object) -> str:
    """Text that cannot end the docstring or comment it stands in."""
    return " ".join(str(text).split()).replace("\\", "/").replace('"""', "'''").replace("*/", "* /")


def _write_literal(value: object, depth: int) -> str:
    """A literal of Python; lists of records and of lists on lines of their own."""
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if isinstance(value, dict):
        inner = ", ".join(f"{key!r}: {_write_literal(part, depth + 1)}" for key, part in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        parts = [_write_literal(part, depth + 1) for part in value]
        if parts and isinstance(value[0], list | dict):
            space = "    " * (depth + 1)
            return "[\n" + "".join(f"{space}{part},\n" for part in parts) + "    " * depth + "]"
        return f"[{', '.join(parts)}]"
    return repr(value)
