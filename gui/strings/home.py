"""The string table, Home: doors, samples and recent studies."""

TITLE = "Home"
INSTRUCTION = "What do you want to find out?"
SAMPLES = "Samples"
RECENT = "Recent"
RECENT_EMPTY = "Your studies appear here. They are kept in {folder}."
RECENT_MISSING = "Not found at its old place"
LOCATE = "&Locate…"
OPEN_ELSEWHERE = "Open in another window"
STATUS = {
    "UNTOLD": "Not finished: {folds} of {count} folds",
    "SUDDEN": "Interrupted at {folds} of {count} folds",
    "STOPPED": "Stopped at {folds} of {count} folds",
    "CLOSED": "Interrupted at {folds} of {count} folds",
    "HELD_UP": "Interrupted at {folds} of {count} folds",
}
OPEN_HERE = "Open in this window"
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
NOT_ANSWERED = "Not answered yet"
TODAY = "Today {time}"
YESTERDAY = "Yesterday"
MENU_OPEN = "&Open"
MENU_PLAN = "Look at the &plan"
MENU_DUPLICATE = "&Duplicate"
MENU_BESIDE = "&Side by side with…"
MENU_FOLDER = "Show in &folder"
MENU_FORGET = "&Remove from list"
COPY_TITLE = "{title} copy"
DUPLICATED = "Duplicated as {place}."
BESIDE_TITLE = "Which study do you want to see beside “{title}”?"
BESIDE_NONE = "No other study in Recent has a result."
BESIDE_WINDOW = "{left} | {right}"
OPEN_SAMPLE = "Open a &sample"
CHOOSE_FOLDER = "Choose another folder…"
NO_FOLDER = "Studies cannot be saved in {folder}."
TOUR_LINK = "Take the five-minute tour with “{title}”"
DOOR_COMPARE = "&Compare models on my data"
DOOR_COMPARE_NOTE = "A table in, an answer out: which model to use, how good it is, how sure we are."
DOOR_PREDICTIONS = "Compare p&redictions I have"
DOOR_PREDICTIONS_NOTE = "You have the true values and the outputs of two or more models."
DOOR_CLAIM = "Check a c&laim"
DOOR_CLAIM_NOTE = "“98 % accurate”, “30 % better”: does it fit your own rows?"
DOOR_PREDICT = "Predict with a saved &model"
DOOR_PREDICT_NOTE = "New rows in; values with ranges and a warning where the model was not tested."
OPEN_STUDY = "&Open a study…"
OPEN_FOLDER = "Open the studies folder"
LABORATORY = "Laboratory: try the methods of the papers"
LESSONS = {
    "bearing": "A sure win disappears on unseen machines",
    "corrosion": "Few rows, four outputs, one hardly predictable",
    "propeller": "Three outputs judged together",
    "defects": "Rare faults with unequal costs",
    "vendor": "A promised figure against your rows",
    "same": "Two models that are the same in practice",
}
SAMPLES_NOTE = "two clicks to an answer"
EVERYTHING_SAVED = "Everything is saved while you work, short checks included. Folder: {folder}"
FIRST_TIME = "First time?"
OPEN_FIRST = "Open the sample “{title}”"
OFFLINE = "Works offline. Nothing leaves this computer."
