"""Every measure and interval has a help page in the agreed form."""

import pytest

from core.statistics.measures import MEASURES
from core.support.paths import resources
from core.wording.interval_methods import INTERVAL_METHODS
from core.wording.method_tables import MEASURE_ENTRIES

SHARED = ("delong",)  # one page for the test and the range
BANNED = ("significan", "p-value", "null hypothesis", "confidence", "statistically", " prove", "accept")


@pytest.mark.parametrize(
    ("key", "title"),
    [(row.key, MEASURE_ENTRIES[row.key].title) for row in MEASURES]
    + [(row.key, row.title) for row in INTERVAL_METHODS],
)
def test_that_a_help_page_has_title_formula_limits_and_source(key: str, title: str) -> None:
    page = (resources() / "help" / f"{key}.md").read_text(encoding="utf-8")
    assert page.startswith("# " if key in SHARED else f"# {title}\n")
    for part in ("\nFormula: ", "\nMisleads ", "\nSource: "):
        assert part in page
    assert not any(word in page.lower() for word in BANNED)
