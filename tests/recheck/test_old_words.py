"""Studies sealed in the words of an earlier version are reproduced."""

from dataclasses import replace

from core.recheck.checks import differences
from core.recheck.old_words import said_now
from tests.gui.finished import ended


def test_that_a_wording_of_before_is_no_difference() -> None:
    now = ended().findings
    assert now is not None
    said = "Choose by your own rule: what we use now. That is tree."
    before = said.replace("what we use now", "incumbent")
    kept, again = (replace(now, verdict=replace(now.verdict, action=text)) for text in (before, said))
    assert differences(kept, again)[0] == ()
    assert differences(replace(kept, verdict=replace(kept.verdict, action="Use the other.")), again)[0] != ()


def test_that_other_sentences_stay_as_they_are() -> None:
    assert said_now("Keep incumbent tree.") == "Keep incumbent tree."
