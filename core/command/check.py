"""`check FILE.evenfold`: the plan's hash, the data, the splits and every number, verified one after the other."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import isclose
from pathlib import Path

import numpy as np

from core.command.output import write_text
from core.data.fingerprint import fingerprint
from core.domain.findings import Findings
from core.engine.plan import trainings
from core.errors import StoreError
from core.procedure import findings_of
from core.store.canonical import plan_hash
from core.store.plain import to_plain
from core.store.study_file import StudyFile

VERIFIED, DIFFERS = 0, 1
CLOSE = 1e-9  # relative; other versions of the libraries may differ in the last digits
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was verified, and how it differs (empty: it does not)."""

    title: str
    detail: str
    differences: tuple[str, ...] = ()


def check(path: Path, out: Path | None) -> int:
    with StudyFile.open(path) as file:
        found = tuple(_all(file))
    differences = [text for one in found for text in one.differences]
    if out is None:
        print("\n".join(_worded(found)))
    else:
        plain = [{"title": c.title, "detail": c.detail, "differences": list(c.differences)} for c in found]
        write_text(out, json.dumps({"verified": not differences, "checks": plain}, indent=1, ensure_ascii=False))
    return DIFFERS if differences else VERIFIED


def _worded(found: Sequence[Checked]) -> Iterator[str]:
    for one in found:
        yield f"{'differs' if one.differences else 'ok':<8}{one.title}: {one.detail}"
        yield from (f"        {text}" for text in one.differences[:MOST_NAMED])
        if len(one.differences) > MOST_NAMED:
            yield f"        and {len(one.differences) - MOST_NAMED:,} more"


def _all(file: StudyFile) -> Iterator[Checked]:
    """What cannot be read is a difference too; the file as such was opened before."""
    for look in (_plan, _data, _splits, _numbers):
        try:
            yield look(file)
        except StoreError as problem:
            yield Checked("content", "cannot be read", (str(problem),))
            return


def _plan(file: StudyFile) -> Checked:
    now, then = plan_hash(file.study), file.plan_hash
    wrong = () if now == then else (f"The plan's hash is {now}, and {then} was sealed.",)
    when = f"locked {file.locked_at}" if file.locked_at else "not locked"
    return Checked("plan", f"{when}, hash {then}", wrong)


def _data(file: StudyFile) -> Checked:
    data = file.data
    if not data.fingerprint:
        return Checked("data", f"{data.size:,} rows without a fingerprint")
    now = fingerprint(data)
    wrong = () if now == data.fingerprint else (f"The rows' fingerprint is {now}, and {data.fingerprint} was kept.",)
    return Checked("data", f"{data.size:,} rows, fingerprint {data.fingerprint}", wrong)


def _splits(file: StudyFile) -> Checked:
    """Every outcome must have been tested on the rows its seed and coordinates decide."""
    planned = {training.job: training.test for training in trainings(file.study, file.data, frozenset())}
    wrong, done = [], 0
    for outcome in file.outcomes():
        done += 1
        if outcome.job not in planned:
            wrong.append(f"A training of {outcome.job.candidate} is not in the plan ({_place(outcome.job)}).")
        elif not np.array_equal(outcome.rows, planned[outcome.job]):
            wrong.append(f"{outcome.job.candidate} was tested on other rows than planned ({_place(outcome.job)}).")
    return Checked("splits", f"{done:,} of {len(planned):,} trainings are there", tuple(wrong))


def _place(job: object) -> str:
    return f"{getattr(job, 'part', '')}, shuffle {getattr(job, 'repeat', 0) + 1}, fold {getattr(job, 'fold', 0) + 1}"


def _numbers(file: StudyFile) -> Checked:
    kept, again = file.findings(), findings_of(file)
    if again is None:
        late = ("Findings are stored although trainings are missing.",) if kept else ()
        return Checked("numbers", "the study is not finished: there are none to compare", late)
    if kept is None:
        return Checked("numbers", "all trainings are there", ("No findings are stored.",))
    wrong, count = differences(kept, again)
    said = f"all {count:,} numbers reproduced" if not wrong else f"{len(wrong):,} of {count:,} values differ"
    return Checked("numbers", said, wrong)


def differences(kept: Findings, again: Findings) -> tuple[tuple[str, ...], int]:
    """Every value that is not the same, by its place, and how many numbers were compared."""
    found = list(_compared("", to_plain(kept), to_plain(again)))
    numbers = sum(is_number for _, is_number in found)
    return tuple(text for text, _ in found if text), numbers


def _compared(place: str, kept: object, again: object) -> Iterator[tuple[str, bool]]:
    """ "" for values that agree, and whether the value is a number."""
    if isinstance(kept, Mapping) and isinstance(again, Mapping):
        for key in dict.fromkeys((*kept, *again)):
            yield from _compared(f"{place}.{key}" if place else str(key), kept.get(key), again.get(key))
    elif isinstance(kept, list) and isinstance(again, list):
        for number, (one, other) in enumerate(zip_longest(kept, again)):
            yield from _compared(f"{place}[{number}]", one, other)
    else:
        is_number = isinstance(kept, int | float) and not isinstance(kept, bool)
        yield ("" if _same(kept, again) else f"{place} is {again!r}, and {kept!r} was stored."), is_number


def _same(kept: object, again: object) -> bool:
    if isinstance(kept, float) and isinstance(again, int | float):
        return isclose(kept, again, rel_tol=CLOSE, abs_tol=1e-12)
    return kept == again
