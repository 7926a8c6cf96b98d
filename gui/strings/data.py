"""The string table, data: how a file is read, which rows are left out, and what is done while a table is looked at."""

TITLE = "Which column should be predicted?"
LEAD = "{name} · {rows:,} rows · {inputs} · predicts {targets}"
LEAD_KIND = " ({kind})"
KINDS_OF_TARGET = {"yes/no": "yes or no", "names": "categories", "number": "a number"}
LEAD_NONE = "{name} · {rows:,} rows · no target yet"
OPEN_OTHER = "Open another file…"
HOW_READ = "How it was read…"
REPLACE_TITLE = "Replace the table?"
REPLACE = "Your answers on this page are kept where the columns match."
REPLACE_YES = "&Replace table"
REPLACE_NO = "&Keep this one"
GRID = "The table: columns with their roles, and all rows"
GRID_HELP = "Arrows move. Alt+Down or Enter opens the roles of the column."
HEADER_SPOKEN = "{name}, {role}, {range}"
ROLES_FOR = "{count} columns"
ABOUT = "About this table"
ROW_IS = "One row is"
ROW_IS_HELP = "Used in every sentence of the result."
ROW_IS_NEEDED = "Needed for the result: used in every sentence."
USED_ON = "The model will be used on"
USED_ON_HELP = "Optional. We then say whether these rows fit."
ROW_IS_EXAMPLE = "for example: one 10-second window"
USED_ON_EXAMPLE = "for example: pumps of plant 2, next year"
NOT_STATED = "not stated"
COLUMN = "Column: {name}"
PLACE = "{place:,} of {count:,}"
BEFORE, AFTER = "‹", "›"
BEFORE_NAME, AFTER_NAME = "Column before", "Next column"
MEDIAN = "median {value}"
ROLE, READ_AS, UNIT = "Role", "Read as", "Unit"
UNIT_HELP = "Shown with every number of this column."
UNIT_IN_NAME = "The unit stands in the name of the column."
SAMPLED = "From {count:,} of {rows:,} rows."
STRAYS = "{numbers:,} numbers · {cells} {shown}"
MISSING_FILLED = "Missing values are filled inside each training set, never before."
MISSING_COUNT = "{count:,} values are missing."
FIND = "Find a column"
OPEN_QUESTION = "1 question is open. You can answer it now or before you lock."
OPEN_QUESTIONS = "{count} questions are open. You can answer them now or before you lock."
READING_FIND_OUT = "find out"
READING_FIRST_ROWS = "First {count} rows as they are read now"
READING_LABELS = {
    "format": "&Kind of file",
    "sheet": "&Sheet",
    "table": "&Table on the sheet",
    "separator": "&Between the columns",
    "decimal": "&Decimal mark",
    "dates": "D&ates like 03/04/2024",
    "encoding": "&Letters are written in",
    "comment": "Lines of &comment begin with",
    "skip": "Lines to s&kip at the start",
    "header": "Row with the column &names",
}
READING_FORMATS = {"csv": "text table", "arff": "ARFF", "tab": "Orange table"}
READING_SEPARATORS = {",": "comma", ";": "semicolon", "tab": "tab", "blanks": "blanks", "|": "bar"}
READING_DATES = {"day-month-year": "day first", "month-day-year": "month first"}
READING_COMMENTS = {"": "none", "#": "#", "%": "%", "//": "//"}
READING_SKIP_NONE = "none"
READING_STOPPED = "Stopped. Nothing was changed."
READING_CANCEL = "&Stop"
READING_AGAIN_NOW = "Reading {name} again …"

STRAYS_TITLE = "Cells of “{name}” that do not fit"
STRAYS_HEADINGS = ("Row", "What stands there")

EXCLUDE = "Leave rows &out…"
EXCLUDE_COUNT = "{count} rules leave rows out"
EXCLUDE_TITLE = "Rows to leave out"
EXCLUDE_NOTE = "Every rule needs a reason. Rules and reasons are kept in the study and printed in the report."
EXCLUDE_RULE = "&Which rows"
EXCLUDE_RULE_EXAMPLE = "wear > 90, machine = M07, rms is missing, rows 3, 8-12"
EXCLUDE_REASON = "W&hy"
EXCLUDE_REASON_EXAMPLE = "sensor was broken that week"
EXCLUDE_ADD = "&Add this rule"
EXCLUDE_REMOVE = "&Remove the marked rule"
EXCLUDE_HEADINGS = ("Rule", "Reason", "Rows")
EXCLUDE_LIST = "Rules that leave rows out"
EXCLUDE_USE = "&Use these rules"
EXCLUDE_NEEDS_REASON = "Say why these rows are left out."
EXCLUDE_NO_ROWS = "No row fits this rule."
EXCLUDE_TOGETHER = "{out:,} of {rows:,} rows are left out; {kept:,} stay."
EXCLUDE_BY_INPUTS = "by inputs and target"

TWIN_WRITTEN = "The plan of the twin that keeps “{column}” is in {path}. Run it: evenfold run FILE."
