"""The checksums of a study file, compared and told in words."""

from core.domain.verified_part import VerifiedPart
from core.store.checksums import INDEXES, Change, ChangeKind
from core.store.study_file import StudyFile
from core.store.timestamps import format_time

FACTS = {
    "plan": "The plan",
    "hash": "The hash of the plan",
    "locked": "The time of the lock",
    "created": "The time at which the study was made",
    "seconds": "The time the study took",
    "versions": "The versions it was made with",
    "findings": "The findings",
    "statements": "What was stated for the report",
    "data": "The description of the data",
    "final test data": "The description of the final test rows",
    "final test": "What the final test rows said",
    "final test opened": "The time at which the final test rows were opened",
}
EXHIBIT = "exhibit "
TABLES = {  # one of them, several of them
    "fact": ("Fact", "Facts of the study"),
    "log": ("Line {} of the log", "Lines of the log"),
    "data_column": ("Column {} of the data as stored", "Columns of the data as stored"),
    "split": ("Split {} as stored", "Splits as stored"),
    "outcome": ("Training {} as stored", "Trainings as stored"),
}
VERBS = {
    ChangeKind.CHANGED: "were changed after they were saved",
    ChangeKind.ADDED: "were added from outside",
    ChangeKind.MISSING: "were removed from outside",
}


def check_checksums(file: StudyFile) -> VerifiedPart:
    """Whatever was changed, added or removed from outside does not match its checksum, or the one over its table."""
    wrong = [describe_change(change) for change in file.find_changes()]
    detail = f"{len(wrong)} do not match" if wrong else f"all match, saved last at {format_time(file.last_saved_at())}"
    return VerifiedPart("checksums", detail, tuple(wrong))


def describe_change(change: Change) -> str:
    if change.table == INDEXES:
        return "The file is damaged: its tables and their indexes do not agree."
    one, several = TABLES[change.table]
    if not change.row:
        return f"{several} {VERBS[change.kind]}."
    if change.table != "fact":
        return f"{one.format(change.row)} was changed after it was saved."
    name = "What was explored" if change.row.startswith(EXHIBIT) else FACTS.get(change.row, f"“{change.row}”")
    are = change.row in ("findings", "versions")
    return f"{name} {'were changed after they were' if are else 'was changed after it was'} saved."
