"""The string table, Home: doors, samples and recent studies."""

TITLE = "Home"
INSTRUCTION = "What do you want to find out?"
NEW_HERE = "New here? Open <i>{title}</i>: two clicks to an answer."
SAMPLES = "Sample studies"
RECENT = "Recent"
RECENT_EMPTY = "Studies you save appear here. Nothing leaves this computer."
RECENT_MISSING = "not found at its old place"
LOCATE = "&Locate…"
OPEN_ELSEWHERE = "open in another window"
STATUS = {
    "UNTOLD": "not finished: {folds} of {count} folds",
    "SUDDEN": "broken off at {folds} of {count} folds",
    "STOPPED": "stopped at {folds} of {count} folds",
    "CLOSED": "closed at {folds} of {count} folds",
    "HELD_UP": "held up at {folds} of {count} folds",
}
OPEN_HERE = "open in this window"
HAPPENED = {
    "UNTOLD": "<i>{title}</i> is locked and not finished: {folds} of {count} folds are in.",
    "SUDDEN": (
        "Evenfold ended unexpectedly while <i>{title}</i> was running at {folds} of {count} folds. What was finished "
        "is kept."
    ),
    "STOPPED": "You stopped <i>{title}</i> at {folds} of {count} folds. What was finished is kept.",
    "CLOSED": (
        "Evenfold was closed while <i>{title}</i> was running at {folds} of {count} folds. What was finished is kept."
    ),
    "HELD_UP": "<i>{title}</i> was held up at {folds} of {count} folds: {reason}",
}
CONTINUE = "Con&tinue"
LOOK = "Look at the &plan"
DISCARD = "&Discard"
DISCARD_SEEN = "&Discard: counts as one look"
DISCARD_TIP = "Takes it off this list. The file stays where it is, and so does what the ledger counted."
FORGET = "Take o&ff the list"
DOOR_COMPARE = "&Compare models on my data"
DOOR_COMPARE_NOTE = "A table with the answers: which model to use, how good it will be, how sure we are."
DOOR_PREDICTIONS = "Compare p&redictions I already have"
DOOR_PREDICTIONS_NOTE = "Truth and the outputs of two trained models side by side. No training."
DOOR_CLAIM = "Check a c&laim"
DOOR_CLAIM_NOTE = "A vendor says 98 %. Does that fit what your own rows show?"
DOOR_OPEN = "&Open or re-check a study"
DOOR_OPEN_NOTE = "Continue, read or verify a saved study file."
