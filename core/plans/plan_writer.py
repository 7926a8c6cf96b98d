"""A study as a plan file (TOML) that reads back as the same study."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from core.domain.dataset import Dataset
from core.domain.study import Candidate, Columns, Question, Study

SAMPLE = "sample:"


def text(value: str) -> str:
    """A text in quotes, whatever is in it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def texts(values: tuple[str, ...]) -> str:
    return f"[{', '.join(text(value) for value in values)}]"


def relative(source: Path, folder: Path) -> str:
    """Where the table is as seen from the plan; in full where there is no way from one to the other."""
    try:
        return Path(os.path.relpath(source.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return source.resolve().as_posix()


def study_as_plan(study: Study, data: Dataset, folder: Path) -> str:
    """Everything the person and the program have fixed; `folder` is where the plan will stand."""
    parts = (
        _top(study, folder),
        _columns(study.columns),
        _question(study.question, study, data),
        _candidates(study),
        _plan(study),
        ("[answers]", *(f"{text(key)} = {text(answer)}" for key, answer in study.answers.items())),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _top(study: Study, folder: Path) -> Iterator[str]:
    yield "# A plan for Evenfold. Run it: python3 main.py run THIS-FILE"
    yield f"title = {text(study.title)}"
    if study.source.startswith(SAMPLE):
        yield f"sample = {text(study.source.removeprefix(SAMPLE))}"
    else:
        yield f"data = {text(relative(Path(study.source), folder))}"
    yield f"row = {text(study.row_meaning)}"
    yield f"use = {text(study.use)}"
    yield f"assumed = {texts(study.assumed)}  # suggested values that nobody confirmed"


def _columns(columns: Columns) -> Iterator[str]:
    yield "[columns]"
    yield f"target = {texts(columns.target)}"
    for key in ("positive", "group", "time", "weight", "uncertainty"):
        if getattr(columns, key):
            yield f"{key} = {text(getattr(columns, key))}"
    named = {"ignore": columns.ignore, "nominal": columns.nominal, "numeric": columns.numeric, "given": columns.given}
    yield from (f"{key} = {texts(tuple(names))}" for key, names in named.items())
    if columns.excluded:
        yield f"excluded = {inline(dict(columns.excluded))}  # rows left out: rule = reason"
    if columns.units:
        yield f"units = {inline(columns.units)}"
    if columns.reading:
        yield f"reading = {inline(columns.reading)}"


def _question(asked: Question, study: Study, data: Dataset) -> Iterator[str]:
    yield "[question]"
    yield f"kind = {text(asked.kind.value)}"
    yield f"measure = {text(asked.measure)}"
    yield f"cost_ratio = {_value(asked.cost_ratio)}"
    yield f"cross_check = {text(asked.cross_check or '')}"
    if len(data.outputs) > 1:
        yield f"margin = {inline({name: study.margin(name) for name in data.outputs})}"
    else:
        yield f"margin = {_value(study.margin(data.outputs[0]))}"
    if asked.good_enough is not None:
        yield f"good_enough = {_value(asked.good_enough)}"
    if asked.limits:
        yield f"limits = {inline(asked.limits)}"
    if asked.tolerance is not None:
        yield f"tolerance = {_value(asked.tolerance)}"
    if asked.over_cost != 1.0:
        yield f"over_cost = {_value(asked.over_cost)}"
    if asked.noise:
        yield f"noise = {inline(asked.noise)}  # standard uncertainty of a measured value, as stated"
    yield f"tie_break = {texts(tuple(rule.value for rule in asked.tie_break))}"


def _candidates(study: Study) -> Iterator[str]:
    yield "[candidates]"
    yield f"baseline = {_entry(study.candidate(study.baseline))}"
    yield "entries = ["
    yield from (f"    {_entry(candidate)}," for candidate in study.challengers)
    yield "]"


def _entry(candidate: Candidate) -> str:
    return inline(
        {
            "algorithm": candidate.algorithm,
            "key": candidate.key,
            "settings": candidate.settings,
            "grid": candidate.grid,
        }
    )


def _plan(study: Study) -> Iterator[str]:
    scheme, tuning = study.scheme, study.tuning
    values: Mapping[str, object] = {
        "scheme": scheme.kind.value,
        "folds": scheme.folds,
        "repeats": scheme.repeats,
        "max_repeats": scheme.max_repeats,
        "share": scheme.share,
        "samples": scheme.samples,
        "stratified": scheme.stratified,
        "grouped": scheme.grouped,
        "tuning": tuning.kind.value,
        "tuning_share": tuning.share,
        "tuning_folds": tuning.folds,
        "seed": study.seed,
        "alpha": study.alpha,
        "looks": study.earlier_comparisons if study.comparisons_elsewhere is None else study.comparisons_elsewhere,
        **({} if study.comparisons_elsewhere is None else {"counted": study.earlier_comparisons}),
        "final_test": study.final_test,
        "extra": tuple(kind.value for kind in study.extra),
        "importance": study.importance,
        "strong_default": study.strong_default,
        "input_groups": study.input_groups,
    }
    yield "[plan]"
    yield from (f"{key} = {_value(value)}" for key, value in values.items())


def inline(values: Mapping[str, object]) -> str:
    """A table on one line; what has no value is left out."""
    return f"{{ {', '.join(f'{text(key)} = {_value(value)}' for key, value in values.items() if value is not None)} }}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return inline(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, int | float):
        return repr(value)
    return text(str(value))
