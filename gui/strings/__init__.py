"""The string table: every word the window shows that is not computed by core. One module per screen or topic.

Here are the words of the frame and of everything that has no module of its own.
"""

from gui.strings import candidates as candidates
from gui.strings import cluster as cluster
from gui.strings import home as home
from gui.strings import plan as plan
from gui.strings import question as question
from gui.strings import report as report
from gui.strings import review as review
from gui.strings import run as run
from gui.strings import verdict as verdict

APPLICATION = "Evenfold"
APPLICATION_HOME = "Evenfold: Home"

# --- The frame --------------------------------------------------------------------------------------------------------
BACK_TO = "‹ {title}"
BACK_TO_NAME = "Back to {title}"
NEXT_QUESTION = "Question"
NEXT_CANDIDATES = "Models"
NEXT_PLAN = "Plan"
NEXT_REVIEW = "Review && lock"
STEPS = "Steps of the study"
STEP_NAME = "Step {number}: {title}, {state}"
STEP_TIP = "{title}: {state} (Alt+{number})"
STEP_CURRENT = "you are here"
STEP_NEEDS_DATA = "Open a table first: the other steps follow from it."
STEP_NEEDS_LOCK = "This opens after the plan is locked, on Review & lock."
STEP_NEEDS_VERDICT = "This opens when the run has ended."
WHY_SUGGESTED = "<b>Suggested:</b> {reason}"
BACK_TO_SUGGESTED = "&Back to suggested"
ASK_ABOUT = "What is “{title}”?"
ASK_TIP = "What this is and why it is suggested (F1)"
WHY_SOURCE = "Source: {source}"
STUDY_NAME = "Name of the study"
STUDY_NAME_HINT = "Unnamed study"
NOT_SAVED = "Saved when you lock it"
ALL_SAVED = "All changes saved"
SAVED_AT = "Saved {time}"
SAVE_FAILED = "Not saved: {reason}"
SAVE_ELSEWHERE = "Save elsewhere…"
HISTORY_CHIP = "{count} comparisons on this data"
HISTORY_CHIP_ONE = "1 comparison on this data"
HISTORY_CHIP_TIP = "History of this data: each comparison makes a clear answer harder to reach (Ctrl+L)"
SUMMARY_DATA = "{rows:,} rows, {target}"
SUMMARY_QUESTION = {
    "better": "Better than now?",
    "which": "Which to use?",
    "good-enough": "Good enough?",
    "replace": "May we replace it?",
}
SUMMARY_MODEL = "model"
SUMMARY_PLAN = "{folds} folds × {repeats}"
SUMMARY_SCHEMES = {
    "resubstitution": "On the training rows",
    "holdout": "One test set",
    "repeated-holdout": "Several test sets",
    "leave-one-out": "Leave-one-out",
    "bootstrap": "Bootstrap",
    "ttv": "Train, tune, test",
    "time": "In order of time",
}
SUMMARY_LOCKED = "Locked {time}"
SUMMARY_DONE = "Done"
TO_SETTLE = "To settle"
DOCK_OPEN = "{count} open"
DOCK_ANSWERED = "{count} answered"
DOCK_NOTE = "1 note"
DOCK_NOTES = "{count} notes"
SEALED = "Locked {time}."
NEW_FROM_THIS = "New study from this one"
OPEN_ITEMS_ONE = "1 thing is open."
OPEN_ITEMS = "{count} things are open."
GO_THERE = "Go there"
WORKING_READING = "Reading {name} …"
WORKING_SAMPLE = "Opening the sample …"
WORKING_LOOKING = "Looking at the columns …"
HELP_SUGGESTED = "Suggested: {reason}"
HELP_YOURS = "Your value."
BEFORE_YOU_GO_ON = "To settle"
NOTHING_OPEN = "Nothing is open here."
LEVELS = {"blocks": "Required", "asks": "Please check", "note": "Note"}
CANCEL = "Cancel"
CLOSE = "&Close"
COPY_DETAILS = "Copy &details"

# --- Dialogs ----------------------------------------------------------------------------------------------------------
OPEN_TITLE = "Open a table or a study"
LOCATE_TITLE = "Where is {name} now?"
OPEN_FILTER = (
    "Tables, plans and studies (*.csv *.tsv *.txt *.dat *.data *.asc *.prn *.gz *.xlsx *.xlsm *.xls *.zip *.arff *.tab "
    "*.html *.htm *.parquet *.pq *.toml *.evenfold);;All files (*)"
)
SAVE_PLAN_TITLE = "Save the plan"
SAVE_PLAN_FILTERS = {".toml": "To go on later, here or in a terminal (*.toml)", ".pdf": "To print or register (*.pdf)"}
SAVE_PLAN_NAME = "plan"
SAVE_AS_TITLE = "Save the study and go on there"
SAVE_COPY_TITLE = "Save a copy of the study"
SAVE_AS_FILTER = "Studies (*.evenfold)"
SAVING_AS = "Saving the study as {name} …"
COPY_SAVED = "Copy saved: {place}. You go on in the study itself."
SAVED_AS = "The study goes on in {path}; the file of before stays as it is."
PLAN_SAVED = "The plan was written to {path}."
STOPPED = "Stopped."
STOPPED_KEPT = "Stopped. {trainings} kept in {file}."
UNEXPECTED_TITLE = "Evenfold met something it did not expect"
UNEXPECTED = "Your study is safe up to the last finished fold."
UNEXPECTED_LOGGED = "The details are in {log}."
UNEXPECTED_NOT_LOGGED = "No log file can be written, so copy the details if you want to keep them."
ERROR_TITLE = "This did not work"

# --- Data -------------------------------------------------------------------------------------------------------------
DATA_TITLE = "Data"
DATA_INSTRUCTION = "Which column should the models predict, and what is each row?"
DATA_EMPTY = "Drop a table here"
DATA_EMPTY_NOTE = "One row per case, one column per quantity, the answer in one column."
DATA_FORMATS = "CSV, TSV, Excel, ARFF, Parquet. The file is only read, never changed."
DATA_OPEN = "&Open a file…"
DATA_OPEN_OTHER = "&Open another file…"
DATA_PASTE = "&Paste a table"
DATA_SAMPLE = "&Use a sample"
DATA_SHOW_ROWS = "Show the first &rows"
DATA_FIND = "Find a column"
DATA_READING = "Change how the file is &read"
DATA_ROWS_TITLE = "First {count} rows of {name}"
DATA_SUMMARY = "{name} · to predict: {targets} · {rows:,} rows · {inputs}"
DATA_INPUT = "input"
DATA_MORE = "{names} and {count} more"
DATA_SUMMARY_GROUPS = "{count:,} × {name}"
DATA_SEALED = "{count:,} more in the vault"
DATA_LEFT_OUT = "{count:,} rows left out"
DATA_LEFT_OUT_ONE = "1 row left out"
DATA_HEADINGS = ("Column", "Read as", "Role", "Values", "Missing", "Finding")
DATA_TABLE = "Columns of the table"
DATA_TABLE_HELP = "Enter or Space opens the list of the marked cell."
DATA_MISSING = "Missing values are filled inside each training set, never before the split."
DATA_NO_CLIPBOARD = "There is no table to paste: copy cells in a spreadsheet first, with their column names."
DATA_NEEDS_TARGET = "Choose the column to predict: set its role to “To predict”."
DATA_NEEDS_MEANING = "Say what one row stands for: it is used in every sentence of the verdict."
DATA_EXAMPLE = "one bearing window of 1 s"
DATA_USE_EXAMPLE = "machines of line 2 next year"
DATA_PASTED = "pasted table"
DATA_CELL, DATA_CELLS = "cell reads", "cells read"
DATA_STRAYS = "{cells} {shown}: treated as missing"
DATA_UNUSED = "No target yet"
ROLE_TITLES = {
    "to predict": "To predict",
    "input": "Input",
    "keep whole": "Keep together",
    "time order": "Time order",
    "weight": "Weight",
    "uncertainty of the answer": "Uncertainty",
    "ignore": "Ignore",
}
KIND_TITLES = {"number": "Number", "names": "Categories", "yes/no": "Yes/no", "date": "Date", "text": "Text"}

READING_TITLE = "How the file is read"
READING_LABELS = {
    "separator": "&Between the columns",
    "decimal": "&Decimal mark",
    "encoding": "&Letters are written in",
    "header": "Row with the column &names",
}
READING_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", " ": "blanks", "|": "bar"}
READING_DECIMALS = {".": "decimal point", ",": "decimal comma"}
READING_ENCODINGS = {"utf-8": "UTF-8", "cp1252": "Windows western", "latin-1": "Latin 1", "utf-16": "UTF-16"}
READING_NO_HEADER = "none: the columns have no names"
READING_AGAIN = "&Read again"

# --- Exhibits: saving, copying, tables --------------------------------------------------------------------------------
EXPLORE_AS_TABLE = "Show as &table"
EXPLORE_AS_PICTURE = "Show as pic&ture"
EXPLORE_AS_TABLE_TIP = "The numbers behind the picture (Alt+T)"
EXPLORE_SAVE = "S&ave…"
EXPLORE_SAVE_TIP = "The picture as SVG or PNG, its numbers as CSV, or all in words (Ctrl+E); Ctrl+C copies it"
EXPLORE_COPIED = "Copied: paste it into a document or a spreadsheet."
EXPLORE_SAVE_TITLE = "Save the picture or its numbers"
EXPLORE_SAVE_FILTER = "Picture (*.svg);;Picture (*.png);;Numbers (*.csv);;Words and numbers (*.txt)"
EXPLORE_SAVE_TABLE_FILTER = "Numbers (*.csv);;Words and numbers (*.txt)"
EXPLORE_SAVED = "Written to {path}."
EXPLORE_CANNOT_SAVE = "{path} could not be written: {reason}."
EXPLORE_OTHER_PLACE = "Choose another place."
EXPLORE_NO_PICTURE = "This is a table and has no picture."
EXPLORE_AS_NUMBERS = "Save it as numbers, with a name that ends in .csv."
EXPLORE_NOTHING_TO_SAVE = "There is nothing to save yet."
EXPLORE_NOTHING = "There is nothing to show for this choice."
EXPLORE_GAPS_POINTS = "One dot per fold"
EXPLORE_GAPS_HISTOGRAM = "Gaps, fold by fold"
EXPLORE_GAPS_AXIS = "gap{unit} (above 0: {first} better)"
EXPLORE_GAPS_TOGETHER = "The larger a sign, the more folds stand on that spot."
EXPLORE_GAPS_GIVEN = (
    "Nothing was trained: each shuffle cuts the same answers into other folds, and the verdict counts every row once."
)
EXPLORE_GAPS_PAIRED = "The same folds are hard for both, which is why gaps decide and not the two histograms."
EXPLORE_GAPS_CAPTION = (
    "Dots below the line are folds where {lower}. {why} Gray zone: too small to matter; dashed: the mean."
)
EXPLORE_GAPS_LOWER_IS_BETTER = "{first} has the lower value, which is better"
EXPLORE_GAPS_HIGHER_IS_BETTER = "{first} has the lower value, which is worse"
EXPLORE_GAPS_HEADINGS = ("Shuffle", "Fold", "{second}", "{first}", "Gap")
EXPLORE_HISTOGRAM_HEADINGS = ("From", "To", "{second}", "{first}")
EXPLORE_SHUFFLES = "One mark per shuffle, sorted"
EXPLORE_SHUFFLES_AXIS = "t (above 0: {first})"
EXPLORE_SHUFFLES_BOTTOM = "shuffles, sorted"
EXPLORE_SHUFFLES_OTHER = "the reference"
EXPLORE_SHUFFLES_AVERAGED = "averaged t"
EXPLORE_SHUFFLES_HEADINGS = ("Shuffle", "Mean gap", "t", "p", "Clear for")
EXPLORE_SHUFFLES_ENOUGH = {
    "significant_enough_partitions": "Enough shuffles: more of them would hardly change that the averaged t is clear.",
    "not_significant_enough_partitions": "Enough shuffles: more of them would hardly make the averaged t clear.",
    "more_partitions_needed": "More shuffles could still change the averaged t.",
}
EXPLORE_AGREEMENT_HEADINGS = ("", "{second} right", "{second} wrong")
EXPLORE_AGREEMENT_ROWS = ("{first} right", "{first} wrong")
EXPLORE_AGREEMENT_CELL = "{count:,}\n{share:.1f} per 100"
EXPLORE_AGREEMENT_NONE = "This needs right and wrong answers, which a study of numbers does not have."
EXPLORE_TUNING_HEADINGS = ("Model", "Times", "Tried", "Settings chosen")
EXPLORE_TUNING_CAPTION = "Settings are chosen inside each training set; free of charge, because no test fold was used."
EXPLORE_TUNING_NONE = "standard settings, not tuned"
EXPLORE_LOG_HEADINGS = ("Part", "Shuffle", "Fold", "Model", "Test rows", "Seconds", "Settings", "Ending")
EXPLORE_LOG_CAPTION = "Every training of this study with its time, settings and ending."
