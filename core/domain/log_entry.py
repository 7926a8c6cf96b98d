"""What happened to a study, as its file remembers it: kinds and facts, said in words when shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class LogKind(StrEnum):
    """What happened; the facts that belong to it stand behind."""

    REMARK = "remark"  # text
    LOCKED = "locked"  # plan: its hash
    UNLOCKED = "unlocked"
    BEGUN = "begun"  # a run in the window
    STOPPED = "stopped"  # folds, count: test folds seen, and all of them
    STOPPED_UNSEEN = "stopped-unseen"
    CLOSED = "closed"  # the window, during a run
    HELD_UP = "held-up"  # reason
    OTHER_VERSION = "other-version"  # name, now, before
    FINISHED = "finished"
    EXTENDED = "extended"  # repeats: in all, asked for after the result
    FINAL_TEST_OPENED = "final-test-opened"  # rows
    FINAL_TEST_LOST = "final-test-lost"
    SAVED_AS = "saved-as"  # name, before
    RECOVERED = "recovered"
    RESCUED = "rescued"  # name: of the damaged file
    MODEL_SAVED = "model-saved"  # model


@dataclass(frozen=True, slots=True)
class LogEntry:
    kind: LogKind
    facts: Mapping[str, str] = field(default_factory=dict)
