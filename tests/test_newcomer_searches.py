"""What a newcomer looks for is found by its name, at one place."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SEARCHES = {
    "the tuning loop": (r"^def tune\(", "core/engine/tuning.py"),
    "the corrected t": (r"^def corrected_resampled_t\(", "core/statistics/t_tests.py"),
    "the words of an answer": (r"^def word_conclusion\(", "core/wording/conclusion_text.py"),
    "the tables of a study file": (r"CREATE TABLE outcomes?\b", "core/store/schema.py"),
}


@pytest.mark.parametrize("what", SEARCHES)
def test_that_a_search_ends_in_one_place(what: str) -> None:
    pattern, place = SEARCHES[what]
    files = (path for room in ("core", "gui") for path in (ROOT / room).rglob("*.py"))
    hits = [
        path.relative_to(ROOT).as_posix()
        for path in files
        for _ in re.findall(pattern, path.read_text("utf-8"), re.MULTILINE)
    ]
    assert hits == [place]


def test_that_the_page_for_contributors_names_these_places() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert [place for _, place in SEARCHES.values() if place not in page] == []
