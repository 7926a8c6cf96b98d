"""The results of the laboratory of truthfulness as lines of JSON: read, added to, and kept in the repository.

A run adds whole lines to a file of its own. `truthfulness_studies.jsonl.xz` beside this file keeps what was published:
the same lines, so that a run can go on from them and every page can be made again, in about 70 bytes per study instead
of 1,500. For that, numbers are kept to five digits, p-values above 5 % only to a tenth, and what follows from other
numbers is left out; study 0 of every setting is kept whole, because later code is compared with it. Compressed rather
than as text, since text of this size is searched, compared and checked by every tool that walks the repository.
"""

import json
import lzma
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from benchmarks.tables import Record, Truth

KEPT = Path(__file__).with_name("truthfulness_studies.jsonl.xz")
DIGITS = 5
CLAIMED = 0.05


@dataclass(frozen=True, slots=True)
class Line:
    """One study with the version of the judge that judged it and the seed it was drawn with."""

    judge: str
    seed: int
    record: Record


@dataclass(slots=True)
class Lines:
    """What one or more files hold; `versions` are those of the last run with a judge and seed."""

    truths: dict[str, Truth] = field(default_factory=dict)
    studies: list[Line] = field(default_factory=list)
    versions: dict[tuple[str, int], Mapping[str, str]] = field(default_factory=dict)

    def records(self, judges: Iterable[str], seed: int) -> list[Record]:
        """Each study once, in the order of the files."""
        wanted = set(judges)
        found = {
            (line.record.world, line.record.study): line.record
            for line in reversed(self.studies)
            if line.judge in wanted and line.seed == seed
        }
        return list(reversed(found.values()))


def read_lines(*paths: Path) -> Lines:
    """All lines of these files; a last line that was cut off is left out, and so is a file that does not exist."""
    found = Lines()
    for path in paths:
        for kept in _read_json(path):
            if "truth" in kept:
                found.truths[kept["truth"]["world"]] = Truth(**kept["truth"])
            elif "versions" in kept:
                found.versions[kept["judge"], kept["seed"]] = kept["versions"]
            else:
                found.studies.append(Line(kept["judge"], kept["seed"], Record.from_json(kept["record"])))
    return found


def _read_json(path: Path) -> Iterator[dict]:  # type: ignore[type-arg]
    if not path.exists():
        return
    data = path.read_bytes()
    text = lzma.decompress(data) if path.suffix == ".xz" else data
    for line in text.decode().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue  # a kill cut it off, or it is empty


def add_line(file: int, content: Mapping[str, object]) -> None:
    """In one write, after a line end: a line that a kill cut off spoils no other."""
    os.write(file, ("\n" + json.dumps(content)).encode())


def keep_lines(
    paths: Sequence[Path], order: Sequence[str], kept: Path = KEPT, renamed: Mapping[str, str] | None = None
) -> int:
    """Add the studies of these files to what is kept, setting by setting; how many are kept then.

    What a file and the kept results both have stays as it is kept. `renamed`: versions of the judge that get another.
    """
    found, new_names = read_lines(*paths, kept), renamed or {}
    found.studies = [replace(line, judge=new_names.get(line.judge, line.judge)) for line in found.studies]
    found.versions = {(new_names.get(judge, judge), seed): told for (judge, seed), told in found.versions.items()}
    places = {key: place for place, key in enumerate(order)}
    studies = {(line.judge, line.seed, places[line.record.world], line.record.study): line for line in found.studies}
    contents: list[dict[str, object]] = [
        {"judge": judge, "seed": seed, "versions": dict(versions)}
        for (judge, seed), versions in sorted(found.versions.items())
    ]
    contents += [{"truth": asdict(found.truths[key])} for key in order if key in found.truths]
    contents += [
        {"judge": line.judge, "seed": line.seed, "record": shorten_record(line.record)}
        for _, line in sorted(studies.items(), key=lambda one: one[0])
    ]
    text = "\n".join(json.dumps(content, separators=(",", ":")) for content in contents) + "\n"
    whole = kept.with_suffix(".new")
    whole.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    whole.replace(kept)
    return len(studies)


def shorten_record(record: Record) -> dict[str, object]:
    """As little of a study as its counts need; all of study 0."""
    whole = asdict(record)
    if record.study == 0:
        return whole
    short = _round(whole)
    assert isinstance(short, dict)
    short["tests"] = {key: _round_p(p) for key, p in record.tests.items()}
    for one in short["differences"]:
        if one.get("confirmation") == "confirmed":  # nothing was stretched
            one.pop("raw_low", None)
            one.pop("raw_high", None)
    return short


def _round(value: object) -> object:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, list | tuple):
        return [_round(one) for one in value]
    if isinstance(value, dict):
        return {key: _round(one) for key, one in value.items() if one is not None}
    return value


def _round_p(p: float) -> float:
    """Never across 5 %, which is what counts."""
    return float(f"{p:.2g}") if p <= CLAIMED else math.ceil(10 * p - 1e-9) / 10


# --- is it still the same rule? ---

TOLERANCE = 1e-9


def find_deviation(stored: Record, again: Record) -> str:
    """The first figure of a study that is another one now, in words; empty when all are equal up to rounding."""
    return _compare(asdict(stored), asdict(again), "")


def _compare(stored: object, again: object, name: str) -> str:
    if isinstance(stored, dict) and isinstance(again, dict):
        missing = next(
            (key for key in stored if key not in again), next((key for key in again if key not in stored), None)
        )
        if missing is not None:
            return f"{_join(name, missing)} is missing {'now' if missing in stored else 'in the stored study'}"
        return next((told for key in stored if (told := _compare(stored[key], again[key], _join(name, key)))), "")
    if isinstance(stored, list | tuple) and isinstance(again, list | tuple):
        if len(stored) != len(again):
            return f"{name} has {len(again)} entries now and had {len(stored)}"
        pairs = enumerate(zip(stored, again, strict=True))
        return next((told for place, (a, b) in pairs if (told := _compare(a, b, _join(name, place)))), "")
    if _is_number(stored) and _is_number(again):
        assert isinstance(stored, int | float)
        assert isinstance(again, int | float)
        same = math.isclose(stored, again, rel_tol=TOLERANCE, abs_tol=1e-12) or (stored != stored and again != again)
    else:
        same = stored == again
    return "" if same else f"{name} is {again} now and was {stored}"


def _join(name: str, part: object) -> str:
    return f"{name}, {part}" if name else str(part)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
