"""The seals of a study file, verified and told in words."""

from core.recheck.checked import Checked
from core.store.moment import readable
from core.store.seals import EARLIER, FACT, Stretch
from core.store.study_file import StudyFile

FACTS = {
    "plan": "The plan",
    "hash": "The hash of the plan",
    "locked": "The time of the lock",
    "created": "The time at which the study was made",
    "seconds": "The time the study took",
    "versions": "The versions it was made with",
    "findings": "The findings",
    "seals": "The seals of the trainings",
    "statements": "What was told for the report",
    "data": "The description of the data",
    "sealed": "The description of the sealed rows",
    "vault": "What the vault said",
    "vault opened": "The time at which the vault was opened",
}
EXHIBIT = "exhibit "
TABLES = {  # one of them, several of them, of what
    "log": ("Line", "Lines", " of the log"),
    "piece": ("Column", "Columns", " of the data as stored"),
    "text": ("Text", "Texts", " of the names, settings and messages"),
    "split": ("Split", "Splits", " as stored"),
    "outcome": ("Training", "Trainings", " as stored"),
    "shuffle": ("Shuffle", "Shuffles", " as stored"),
    "block": ("Block", "Blocks", " of trainings as stored"),
    "seen": ("Answer", "Answers", " on rows of the training, as stored"),
}


def seals(file: StudyFile) -> Checked:
    """One byte changed from outside, wherever it is, breaks a seal; what was made without seals is told."""
    wrong = [f"{in_words(stretch)} changed after the seal was set." for stretch in file.broken_seals()]
    if not file.is_structure_whole():
        wrong.append("The file is damaged: its tables and their indexes do not agree.")
    left = tuple(in_words(stretch) for stretch in file.unsealed())
    sudden = [f"without a seal after a sudden end: {', '.join(left)}"] if left else []
    detail = "; ".join((f"all set, the last at {readable(file.sealed_at())}", *_since(file), *sudden))
    return Checked("seals", detail if not wrong else f"{len(wrong)} broken", tuple(wrong), left)


def _since(file: StudyFile) -> list[str]:
    """From when on seals can vouch for what an earlier version wrote."""
    return [
        f"made by an earlier version: sealed only since {readable(time)}"
        for time, line in file.log_lines()
        if line == EARLIER
    ]


def in_words(stretch: Stretch) -> str:
    name = stretch.what.removeprefix(FACT)
    if not stretch.last:
        return "What was explored" if name.startswith(EXHIBIT) else FACTS.get(name, f"“{name}”")
    one, several, of = TABLES.get(stretch.what, ("Row", "Rows", f" of {stretch.what}"))
    return (
        f"{one} {stretch.last}{of}"
        if stretch.first == stretch.last
        else f"{several} {stretch.first} to {stretch.last}{of}"
    )
