"""Texts that many outcomes share, each kept once: names of parts and candidates, settings, warnings, messages."""

import json
import sqlite3
from collections.abc import Mapping

from core.domain.evidence import FitResult
from core.store.plain import to_plain, with_tuples


class Texts:
    """Gives every text its number in the file, and remembers the numbers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._numbers: dict[str, int] = {}
        self._warnings: dict[tuple[str, ...], int] = {}
        self._settings: dict[str, tuple[Mapping[str, object], int]] = {}

    def forget(self) -> None:
        """After a rollback numbers may not exist any more."""
        for known in (self._numbers, self._warnings, self._settings):
            known.clear()

    def number(self, value: str) -> int:
        found = self._numbers.get(value)
        if found is None:
            self._connection.execute("INSERT OR IGNORE INTO text (value) VALUES (?)", (value,))
            query = "SELECT id FROM text WHERE value = ?"
            found = self._numbers[value] = int(self._connection.execute(query, (value,)).fetchone()[0])
        return found

    def of_settings(self, outcome: FitResult) -> int:
        """Trainings of one candidate mostly share their settings, often the very same object."""
        known = self._settings.get(outcome.job.candidate)
        if known is not None and known[0] is outcome.settings:
            return known[1]
        number = self.number(_json(outcome.settings))
        self._settings[outcome.job.candidate] = outcome.settings, number
        return number

    def of_warnings(self, warnings: tuple[str, ...]) -> int:
        number = self._warnings.get(warnings)
        if number is None:
            number = self._warnings[warnings] = self.number(_json(warnings))
        return number


def settings_of(text: str) -> Mapping[str, object]:
    settings: Mapping[str, object] = with_tuples(json.loads(text))
    return settings


def warnings_of(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def _json(value: object) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False)
