"""The history: every main comparison ever seen on a data set, recognized by its rows; a memory aid, kept locally."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from core.data.fingerprint import compute_fingerprint
from core.data.sketch import Sketch, sketch_dataset
from core.domain.dataset import Dataset
from core.domain.final_test import FinalTestResult
from core.domain.findings import Findings
from core.domain.study import Study
from core.history import history_file as chain
from core.history.comparison_entry import Entry, compute_comparison_keys, make_entries, read_entry
from core.history.current_conclusion import CurrentConclusion, rejudged
from core.history.history_records import Known, Opening, known_from, opening_from
from core.history.row_matching import Cells, SharedRows, compare_rows, describe_cells, restore_cells, shrink_sketch
from core.store.codec import to_json
from core.store.sqlite_file import connect
from core.support import paths
from core.wording.final_test_text import word_final_test
from core.wording.history_text import (
    word_broken_link,
    word_comparison,
    word_lost_rows,
    word_same_rows,
    word_similar_rows,
    word_then,
    word_used_final_test,
)

SAME = 0.3  # share of rows in common from which two tables are the same data, changed
SAMPLE = "sample:"
SAMPLES = "history-samples.sqlite"


@dataclass(frozen=True, slots=True)
class DataMatch:
    """A remembered data set that shares rows with the one at hand."""

    known: Known
    shared: SharedRows
    exact: bool
    earlier_comparisons: int

    def told(self, data: Dataset) -> str:
        """What is the same and what changed, in one sentence."""
        name, columns = self.known.name, len(data.features) + len(data.outputs)
        if self.exact:
            return word_same_rows(name)
        gone, new = 1 - self.shared.of_old, 1 - self.shared.of_new
        return word_similar_rows(name, gone, new, (self.known.columns, columns))


def history_path(study: Study) -> Path:
    """The person's history; sample studies have one of their own."""
    own = paths.history()
    return own.with_name(SAMPLES) if study.source.startswith(SAMPLE) else own


class History:
    """One file, opened anew for every question, so that windows and threads can share it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def open(cls, path: Path) -> Self:
        """The history at this place, made if there is none; a StoreError says in one sentence what is wrong with it."""
        if not path.exists() or path.stat().st_size == 0:
            chain.create(path)
        chain.check(path)
        history = cls(path)
        history.verify()  # reads everything once, so that whatever makes no sense is found here and not in the middle
        return history

    # --- counting ---

    def count_comparisons(
        self,
        data: Dataset,
        apart_from: Study | None = None,
        variant: str = "",
        recognized: Sequence[DataMatch] | None = None,
    ) -> int:
        """Main comparisons seen on these rows, those of the study itself and its variant not counted.

        Of a study that was made before, those that came first: repeating a plan is the same comparison.

        Who has `recognized` the rows already need not have it done again.
        """
        own: set[str] = set()
        if apart_from is not None:
            names = dict.fromkeys(("", variant))
            own.update(*(compute_comparison_keys(apart_from, _with_fingerprint(data), name) for name in names))
        same = {found.known.data for found in (self.find_matches(data) if recognized is None else recognized)}
        seen = [entry.comparison for entry in self._entries() if entry.data in same]
        if own and own <= set(seen):  # the same plan again: its count is the one of its first time
            seen = seen[: min(seen.index(comparison) for comparison in own)]
        return len(set(seen) - own)

    def find_matches(self, data: Dataset) -> tuple[DataMatch, ...]:
        """The remembered data sets that share at least 30 % of the rows of either side, the closest first."""
        with self._reading() as connection:
            known = _known(connection)
            sketches = _sketches(connection, known)
        counts: dict[str, set[str]] = {}
        for entry in self._entries():
            counts.setdefault(entry.data, set()).add(entry.comparison)
        data = _with_fingerprint(data)
        cells = describe_cells(data)
        found = [
            DataMatch(old, shared, key == data.fingerprint, len(counts.get(key, ())))
            for key, old in known.items()
            for shared in [_shared(key == data.fingerprint, sketches.get(key), cells)]
            if max(shared.of_old, shared.of_new) >= SAME
        ]
        return tuple(sorted(found, key=lambda one: (not one.exact, -one.shared.of_old)))

    # --- writing ---

    def record(
        self,
        study: Study,
        data: Dataset,
        plan_hash: str,
        complete: bool,
        findings: Findings | None = None,
        variant: str = "",
        time: str = "",
    ) -> int:
        """Remember the main comparisons of a study whose test folds were seen; gives back how many were news.

        Call it when the first test fold was scored (not complete) and again at the end: a comparison counts once.
        `variant` names what was trained again while exploring ("55 repeats"), which counts on its own.
        """
        data = _with_fingerprint(data)
        when = time or datetime.now(UTC).isoformat(timespec="seconds")
        entries = make_entries(study, data, plan_hash, findings, complete, when, variant)
        restore_cells = None if self._knows(data) else self._data_link(data)
        with self._writing() as connection:
            latest = _latest(_entries_in(chain.links(connection)))
            news = [entry for entry in entries if _is_news(entry, latest.get(entry.comparison))]
            if restore_cells is not None and news and data.fingerprint not in _known(connection):
                plain, content = restore_cells
                connection.execute("INSERT OR IGNORE INTO sketch VALUES (?, ?)", (data.fingerprint, content))
                chain.append(connection, [plain])
            chain.append(connection, [{"kind": "comparison", **to_json(entry)} for entry in news])
        return len(news)

    def record_final_test_opening(self, study: Study, data: Dataset, plan_hash: str, reading: FinalTestResult) -> None:
        """Remember that final test rows were read: from then on they are rows like all others."""
        known = {opening.plan_hash for opening in self.final_tests()}
        if plan_hash in known:
            return
        plain = {
            "kind": "final test",
            "time": reading.opened_at,
            "title": study.title,
            "plan_hash": plan_hash,
            "data": _with_fingerprint(data).fingerprint,
            "rows": reading.rows,
            "text": " ".join(word_final_test(study, data, reading)),
        }
        with self._writing() as connection:
            chain.append(connection, [plain])

    def final_tests(self, data: Dataset | None = None) -> tuple[Opening, ...]:
        """The final test rows that were opened, of one data set or all."""
        same = None if data is None else {found.known.data for found in self.find_matches(data)}
        with self._reading() as connection:
            plains = [link.plain for link in chain.links(connection)]
        found = [opening_from(plain) for plain in plains if plain is not None and plain.get("kind") == "final test"]
        return tuple(opening for opening in found if same is None or opening.data in same)

    def describe_used_final_test(self, study: Study, data: Dataset) -> str:
        """Say that final test rows of this data were opened before and are none any more; "" when they were not."""
        found = self.final_tests(data) if study.final_test else ()
        if not found:
            return ""
        day, title = found[-1].time[:10], found[-1].title
        return word_used_final_test(day, title)

    def _knows(self, data: Dataset) -> bool:
        with self._reading() as connection:
            return data.fingerprint in _known(connection)

    def _data_link(self, data: Dataset) -> tuple[dict[str, Any], bytes]:
        content = shrink_sketch(sketch_dataset(data)).to_bytes()
        plain = {
            "kind": "data",
            "data": data.fingerprint,
            "name": data.name,
            "rows": data.size,
            "columns": len(data.features) + len(data.outputs),
            "like": sorted(found.known.data for found in self.find_matches(data)),
            "sketch": sha256(content).hexdigest(),
        }
        return plain, content

    # --- reading ---

    def entries(self, data: Dataset | None = None, text: str = "") -> tuple[Entry, ...]:
        """The latest state of every comparison in the order they came, of one data set or with a text in them."""
        same = None if data is None else {found.known.data for found in self.find_matches(data)}
        latest = _latest_of_each_plan(self._entries())
        return tuple(entry for entry in latest if (same is None or entry.data in same) and _says(entry, text))

    def list_current_conclusions(self, data: Dataset | None = None, text: str = "") -> tuple[CurrentConclusion, ...]:
        """Every entry with what it reads now, at alpha divided by the count of today."""
        with self._reading() as connection:
            families = _families(_known(connection))
        everything = self._entries()
        return tuple(rejudged(entry, everything, families) for entry in self.entries(data, text))

    def verify(self) -> tuple[str, ...]:
        """What was changed or is missing, named; nothing when the chain is whole."""
        with self._reading() as connection:
            found = chain.links(connection)
            wrong = chain.broken(found, *chain.head(connection))
            stored, known = dict(connection.execute("SELECT data, content FROM sketch").fetchall()), _known(connection)
            by_number = {link.number: link for link in found}
            problems = [word_broken_link(number, _named(by_number.get(number)), what) for number, what in wrong.items()]
            return (*problems, *_wrong_sketches(known, stored))

    def names(self) -> dict[str, str]:
        """Data key -> name of the table, for the screen."""
        with self._reading() as connection:
            return {key: known.name for key, known in _known(connection).items()}

    # --- inside ---

    def _entries(self) -> list[Entry]:
        with self._reading() as connection:
            return _entries_in(chain.links(connection))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with chain.translate_history_errors(self.path), closing(connect(self.path, "rw")) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._reading() as connection, chain.transaction(connection):
            yield connection


def _with_fingerprint(data: Dataset) -> Dataset:
    return data if data.fingerprint else replace(data, fingerprint=compute_fingerprint(data))


def _entries_in(links: Sequence[chain.Link]) -> list[Entry]:
    """All that can be read; what cannot is named by `verify`."""
    return [entry for link in links if (entry := _entry(link)) is not None]


def _entry(link: chain.Link) -> Entry | None:
    if link.plain is None or link.plain.get("kind") != "comparison":
        return None
    try:
        return read_entry({name: value for name, value in link.plain.items() if name != "kind"})
    except ValueError:
        return None


def _latest(entries: Sequence[Entry]) -> dict[str, Entry]:
    """By comparison: the last word on it, except that a finished one stays finished."""
    latest: dict[str, Entry] = {}
    for entry in entries:
        if entry.complete or not (entry.comparison in latest and latest[entry.comparison].complete):
            latest[entry.comparison] = entry
    return latest


def _latest_of_each_plan(entries: Sequence[Entry]) -> list[Entry]:
    """The same comparison read by another plan is shown beside it, but counts once."""
    by_plan: dict[str, list[Entry]] = {}
    for entry in entries:
        by_plan.setdefault(entry.plan_hash, []).append(entry)
    latest = {id(one) for same in by_plan.values() for one in _latest(same).values()}
    return [entry for entry in entries if id(entry) in latest]


def _is_news(entry: Entry, known: Entry | None) -> bool:
    """Whether it is a comparison not seen before, its end, or another answer to it."""
    if known is None or (entry.complete and not known.complete):
        return True
    if not entry.complete:
        return False
    told = entry.answer, entry.verdict, entry.interval, entry.plan_hash
    return told != (known.answer, known.verdict, known.interval, known.plan_hash)


def _says(entry: Entry, text: str) -> bool:
    told = (entry.title, word_comparison(entry), word_then(entry), entry.verdict, entry.day, entry.reason, entry.who)
    words = " ".join(told).lower()
    return text.strip().lower() in words


def _known(connection: sqlite3.Connection) -> dict[str, Known]:
    plains = [link.plain for link in chain.links(connection)]
    found = [known_from(plain) for plain in plains if plain is not None and plain.get("kind") == "data"]
    return {one.data: one for one in found}


def _sketches(connection: sqlite3.Connection, known: Mapping[str, Known]) -> dict[str, Sketch]:
    """Those that are as they were written; a changed one is not even read, but named by `verify`."""
    stored = connection.execute("SELECT data, content FROM sketch").fetchall()
    return {
        str(key): Sketch.from_bytes(content)
        for key, content in stored
        if key in known and isinstance(content, bytes) and sha256(content).hexdigest() == known[key].sketch
    }


def _shared(is_same: bool, old: Sketch | None, new: Cells) -> SharedRows:
    if is_same:
        return SharedRows(1.0, 1.0)
    return SharedRows(0.0, 0.0) if old is None else compare_rows(restore_cells(old), new)


def _families(known: dict[str, Known]) -> dict[str, set[str]]:
    """For each data set all that were recognized as the same rows, whichever came first."""
    families = {key: {key} for key in known}
    for key, one in known.items():
        for other in one.like:
            families[key].add(other)
            families.setdefault(other, {other}).add(key)
    return families


def _named(link: chain.Link | None) -> str:
    """ " (2026-05-12, Bearing faults, forest against logistic, errors per 100)"."""
    entry = _entry(link) if link is not None else None
    if entry is not None:
        return f" ({entry.day}, {entry.title}, {word_comparison(entry)})"
    if link is not None and link.plain is not None and "name" in link.plain:
        return f" (the data of {link.plain['name']})"
    return ""


def _wrong_sketches(known: Mapping[str, Known], stored: Mapping[str, bytes]) -> list[str]:
    problems = []
    for key, one in known.items():
        content = stored.get(key)
        if not isinstance(content, bytes) or sha256(content).hexdigest() != one.sketch:
            problems.append(word_lost_rows(one.name, content is None))
    return problems
