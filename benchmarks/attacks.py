"""Damage every file that Evenfold reads, again and again, and count what breaks; every attack can be replayed.

    python -m benchmarks.attacks [--count 100] [--seed 1] [--only KIND] [--one NUMBER]

Each attack takes a sound file, damages it by chance (its number and the seed say how) and gives it to the commands a
person would use. It counts as broken when a command ends by a fault of the program (exit code 70 or an exception), or
writes a traceback or a character that steers a terminal. `--one NUMBER` repeats a single attack and shows what is said.
Beside it: `benchmarks.kills` (kills), `benchmarks.hostile_tables` (small files that stand for enormous tables).
"""

import argparse
import json
import logging
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from core.prediction.file import SUFFIX, _compute_checksum
from core.store.checksums import compute_checksum
from core.support import paths
from core.terminal import main as evenfold
from tests.terminal.plans import PLAN, write_plan

PLAN_OF_ATTACKS = PLAN.replace('"naive-bayes"', '"logistic"')
UNFIT = re.compile(  # for a person: Python's words, and characters that steer a terminal
    r"Traceback|unhashable|NoneType|object is not|has no attribute|invalid literal|unsupported operand|dtype|"
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
CRASHED = 70
NASTY_TEXTS = (
    "",
    "\x1b[2J\x1b]0;evil\x07",
    "a\nb",
    "\u202eevil",
    "x" * 60_000,
    "." * 50_000,
    "../" * 400,
    "nan",
    "\x00",
)
NASTY_VALUES: tuple[Any, ...] = (None, -1, 0, 1e308, 2**62, True, [], {}, [[]], [None], {"a": {}}, *NASTY_TEXTS)


@dataclass(frozen=True, slots=True)
class Found:
    """What one command did with a damaged file."""

    code: int
    said: str
    fault: str = ""

    @property
    def is_broken(self) -> bool:
        return bool(self.fault) or self.code == CRASHED or bool(UNFIT.search(self.said))


def ask(*command: str) -> Found:
    """The command as a person gives it, in this process."""
    told, logged = StringIO(), StringIO()
    fault = ""
    handler = logging.StreamHandler(logged)
    logging.getLogger().addHandler(handler)
    with redirect_stdout(told), redirect_stderr(told):
        try:
            code = evenfold(list(command))
        except SystemExit as ended:
            code = int(ended.code or 0)
        except BaseException:  # noqa: BLE001 what is looked for
            code, fault = CRASHED, traceback.format_exc()
    logging.getLogger().removeHandler(handler)
    return Found(code, told.getvalue(), fault or (logged.getvalue() if code == CRASHED else ""))


# --- damages ---


def damage_bytes(content: bytes, chance: random.Random) -> bytes:
    """Turned bits, a block of garbage or zeros, a cut, a piece twice."""
    spoilt = bytearray(content)
    how = chance.randrange(5)
    at = chance.randrange(max(len(spoilt), 1))
    length = chance.choice((1, 16, 512, 4096))
    if how == 0:
        for _ in range(chance.choice((1, 8, 64))):
            spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
    elif how == 1:
        spoilt[at : at + length] = chance.randbytes(length)
    elif how == 2:
        spoilt[at : at + length] = bytes(length)
    elif how == 3:
        del spoilt[at:]
    else:
        spoilt[at:at] = spoilt[at : at + length]
    return bytes(spoilt)


def damage_cell(path: Path, chance: random.Random) -> None:
    """Any value into any cell of any table, as a program of somebody else could write it."""
    tables = _loosen(path)
    with closing(sqlite3.connect(path)) as connection:
        table = chance.choice(tables)
        column = chance.choice([row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')])
        value = chance.choice((None, -1, 2**62, 0.5, b"\x00\xff", "{}", "[]", *NASTY_TEXTS))
        rows = connection.execute(f'SELECT rowid FROM "{table}"').fetchall()
        if rows:
            with suppress(sqlite3.Error), connection:  # the table itself may refuse it
                change = f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?'
                connection.execute(change, (value, chance.choice(rows)[0]))
    _restore(path)


SCHEMA = "SELECT name, type, sql FROM sqlite_schema"
KEPT: dict[str, str] = {}  # what the tables of the file under attack were made with


def _loosen(path: Path) -> list[str]:
    """Let any value into any cell, and return the tables; triggers are switched off by name."""
    KEPT.clear()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        tables = []
        connection.execute("PRAGMA writable_schema = 1")
        for name, kind, sql in connection.execute(SCHEMA).fetchall():
            if sql is None:
                continue
            KEPT[name] = sql
            tables += [name] if kind == "table" and not name.startswith("sqlite_") else []
            loose = re.sub(r"RAISE\s*\(.*?\)", "NULL", sql.replace(" NOT NULL", ""))
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (loose, name))
    return tables


def _restore(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        for name, sql in KEPT.items():
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))


def damage_json(plain: Any, chance: random.Random) -> Any:
    """Another value, or nothing, at one place of a structure."""
    places: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
            places.append((part, key))
            walk(value)

    walk(plain)
    part, key = chance.choice(places)
    how = chance.randrange(4)
    if how == 0:
        del part[key]
    elif how == 1 and isinstance(part[key], list) and part[key]:
        part[key] = part[key][: chance.randrange(len(part[key]))]
    elif how == 2 and isinstance(part[key], (int, float)):
        part[key] = chance.choice((-part[key], part[key] * 1e6, 0, 0.5))
    else:
        part[key] = chance.choice(NASTY_VALUES)
    return plain


def damage_fact(path: Path, chance: random.Random, is_model: bool) -> None:
    """Another structure in a text of the file, with checksums that fit: made by somebody who knows how."""
    with closing(sqlite3.connect(path)) as connection, connection:
        texts = connection.execute("SELECT name, value FROM fact").fetchall()
        name, text = chance.choice([(name, text) for name, text in texts if str(text)[:1] in "{["])
        spoilt = json.dumps(damage_json(json.loads(text), chance))
        if is_model:
            connection.execute("UPDATE fact SET value = ? WHERE name = ?", (spoilt, name))
            connection.execute("UPDATE fact SET value = ? WHERE name = 'checksum'", (_compute_checksum(connection),))
        else:
            fitting = compute_checksum((name, spoilt))
            connection.execute("UPDATE fact SET value = ?, checksum = ? WHERE name = ?", (spoilt, fitting, name))


def damage_text(text: str, chance: random.Random) -> str:
    """A piece of a plan or table changed into something else."""
    words = re.split(r"(\W)", text)
    for _ in range(chance.choice((1, 1, 3))):
        at = chance.randrange(len(words))
        words[at] = chance.choice((*NASTY_TEXTS, "1e999", "-1", "99999999999", "[" * 5000, '"', "[[", "=", "{", "true"))
    return "".join(words)


# --- attacks ---


@dataclass(frozen=True, slots=True)
class Ground:
    """Sound files that attacks start from."""

    folder: Path

    @property
    def study(self) -> Path:
        return self.folder / "kept.evenfold"

    @property
    def model(self) -> Path:
        return self.folder / f"m{SUFFIX}"


def attack_history(ground: Ground, here: Path, chance: random.Random) -> list[Found]:
    """No file of ours may stop a start."""
    os.environ["EVENFOLD_HOME"] = str(here / "home")
    shutil.copytree(ground.folder / "home", here / "home")
    history = paths.history()
    if chance.random() < 0.5:
        history.write_bytes(damage_bytes(history.read_bytes(), chance))
    else:
        damage_cell(history, chance)
    found = ask("run", str(ground.folder / "plan.toml"), "--workers", "0")
    if found.code not in (0, 1):
        found = Found(found.code, found.said, found.fault or f"the history stopped a run with code {found.code}")
    return [found]


def attack_study(ground: Ground, here: Path, chance: random.Random) -> list[Found]:
    path = here / "s.evenfold"
    shutil.copy(ground.study, path)
    how = chance.randrange(3)
    if how == 0:
        path.write_bytes(damage_bytes(path.read_bytes(), chance))
    elif how == 1:
        damage_cell(path, chance)
    else:
        damage_fact(path, chance, is_model=False)
    commands = (["check"], ["report", "--to", "html"], ["explain", "--workers", "0"], ["model"], ["final-test"])
    name, *rest = chance.choice(commands)
    return [ask(name, str(path), *rest), ask("run", str(path), "--workers", "0")]


def attack_model(ground: Ground, here: Path, chance: random.Random) -> list[Found]:
    path = here / f"m{SUFFIX}"
    shutil.copy(ground.model, path)
    how = chance.randrange(4)
    if how == 0:
        path.write_bytes(damage_bytes(path.read_bytes(), chance))
    elif how == 1:
        damage_cell(path, chance)
    else:
        damage_fact(path, chance, is_model=True)
    rows = here / "new.csv"
    rows.write_text("force,time,quality\n1,2,bad\n3,4,good\n90,-4,good\n")
    export = here / chance.choice(("m.xlsx", "m.py", "m.c"))
    return [
        ask("predict", str(path), str(rows), "--out", str(here / "out.csv")),
        ask("watch", str(path), str(rows)),
        ask("model", str(path), "--out", str(export)),
    ]


def attack_plan(ground: Ground, here: Path, chance: random.Random) -> list[Found]:
    shutil.copy(ground.folder / "table.csv", here / "table.csv")
    (here / "plan.toml").write_text(damage_text(PLAN_OF_ATTACKS, chance), "utf-8", "surrogatepass")
    return [ask("run", str(here / "plan.toml"), "--workers", "0")]


def attack_table(ground: Ground, here: Path, chance: random.Random) -> list[Found]:
    content = (ground.folder / "table.csv").read_bytes()
    kind = chance.choice((".csv", ".tsv", ".arff", ".xlsx", ".html", ".json"))
    path = here / f"t{kind}"
    if chance.random() < 0.5:
        path.write_bytes(damage_bytes(content, chance))
    else:
        path.write_text(damage_text(content.decode(), chance), "utf-8", "surrogatepass")
    return [ask("look", str(path)), ask("new-plan", str(path), "--out", str(here / "p.toml"))]


ATTACKS: dict[str, Callable[[Ground, Path, random.Random], list[Found]]] = {
    "history": attack_history,
    "study": attack_study,
    "model": attack_model,
    "plan": attack_plan,
    "table": attack_table,
}


def prepare(folder: Path) -> Ground:
    os.environ["EVENFOLD_HOME"] = str(folder / "home")
    ground = Ground(folder)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        plan = write_plan(folder, PLAN_OF_ATTACKS)
        assert evenfold(["run", str(plan), "--study", str(ground.study), "--workers", "0"]) in (0, 1)
        assert evenfold(["model", str(ground.study), "--candidate", "logistic", "--out", str(ground.model)]) == 0
    return ground


def attack_once(kind: str, number: int, seed: int, ground: Ground) -> list[Found]:
    """The same attack for the same kind, number and seed."""
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        os.environ["EVENFOLD_HOME"] = str(here / "home")
        return ATTACKS[kind](ground, here, random.Random(f"{kind} {number} {seed}"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="attacks of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=tuple(ATTACKS))
    parser.add_argument("--one", type=int, metavar="NUMBER", help="repeat one attack and show what is said")
    chosen = parser.parse_args()
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        ground = prepare(Path(folder))
        print("| files | attacks | commands | ended well | refused in words | broken |\n|---|---|---|---|---|---|")
        for kind in [chosen.only] if chosen.only else ATTACKS:
            numbers = range(chosen.count) if chosen.one is None else (chosen.one,)
            found = [(number, one) for number in numbers for one in attack_once(kind, number, chosen.seed, ground)]
            bad = [(number, one) for number, one in found if one.is_broken]
            refused = sum(one.code == 2 and not one.is_broken for _, one in found)
            well = len(found) - refused - len(bad)
            print(f"| {kind} | {len(numbers)} | {len(found)} | {well} | {refused} | {len(bad)} |", flush=True)
            for number, one in bad if chosen.one is None else found:
                last = (
                    (one.fault or one.said).strip().splitlines()[-1:] if chosen.one is None else [one.said, one.fault]
                )
                print(f"  {kind} {number}: code {one.code}: {' '.join(last)[:3000]!r}")
            broken += len(bad)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
