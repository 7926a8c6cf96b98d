"""Lines of the log of a study, in words."""

from core.domain.log_entry import LogEntry, LogKind

TEXTS = {
    LogKind.REMARK: "{text}",
    LogKind.LOCKED: "locked with plan {plan}",
    LogKind.UNLOCKED: "unlocked before any test fold was scored",
    LogKind.BEGUN: "run begun",
    LogKind.STOPPED: "stopped after {folds} of {count} test folds: its comparisons count",
    LogKind.STOPPED_UNSEEN: "stopped before any model was scored: nothing is counted",
    LogKind.CLOSED: "window closed during the run",
    LogKind.HELD_UP: "run held up: {reason}",
    LogKind.OTHER_VERSION: "continued with {name} {now} instead of {before}",
    LogKind.FINISHED: "finished",
    LogKind.EXTENDED: "extended to {repeats} repeats after a result",
    LogKind.FINAL_TEST_OPENED: "{rows} final test rows opened",
    LogKind.FINAL_TEST_LOST: "the final test rows could not be read any more",
    LogKind.SAVED_AS: "saved as {name}, before {before}",
    LogKind.RECOVERED: "recovered from the local copy of a run that ended unexpectedly",
    LogKind.RESCUED: "written from memory, because {name} was damaged",
    LogKind.MODEL_SAVED: "final model of {model} saved",
}


def word_log_entry(entry: LogEntry) -> str:
    """A fact that an entry lacks, as in a file changed by hand, is shown as missing."""
    return TEXTS[entry.kind].format_map(_Facts(entry.facts))


class _Facts(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"(no {name})"
