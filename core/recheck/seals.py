"""The seals of a study file, verified and told in words."""

from core.recheck.checked import Checked
from core.store.moment import readable
from core.store.seals import ALL, EARLIER, FACT, Stretch
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
ADDED = "it was added from outside, or its seal was taken out"
TABLES = {  # one of them, several of them, of what
    "log": ("Line", "Lines", " of the log"),
    "piece": ("Column", "Columns", " of the data as stored"),
    "text": ("Text", "Texts", " of the names, settings and messages"),
    "split": ("Split", "Splits", " as stored"),
    "outcome": ("Training", "Trainings", " as stored"),
    "seen": ("Answer", "Answers", " on rows of the training, as stored"),
}


def seals(file: StudyFile) -> Checked:
    """Whatever was changed, added or taken out from outside breaks a seal or has none."""
    wrong = [_changed(stretch) for stretch in file.broken_seals()]
    wrong += [f"{in_words(stretch)} carries no seal: {ADDED}." for stretch in file.unsealed()]
    wrong += [
        f"{in_words(stretch)} carried no seal when the file was opened on {readable(time)}: {ADDED}."
        for time, stretch in file.found_without_seal()
    ]
    if not file.is_structure_whole():
        wrong.append("The file is damaged: its tables and their indexes do not agree.")
    wrong += _since(file)
    detail = f"{len(wrong)} broken or missing" if wrong else f"all set, the last at {readable(file.sealed_at())}"
    return Checked("seals", detail, tuple(wrong))


def _changed(stretch: Stretch) -> str:
    if stretch.what == ALL:
        return "The seals are not all there as they were set: one was taken out, added or replaced."
    return f"{in_words(stretch)} changed after the seal was set."


def _since(file: StudyFile) -> list[str]:
    """From when on seals can vouch for what an earlier version wrote."""
    return [
        f"Nothing vouches for what was written before {readable(time)}: an earlier version made the file."
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
