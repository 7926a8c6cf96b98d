"""The string table: every word the window shows that is not computed by core. One section per screen.

Menus and preferences, the ledger and the short routes have modules of their own beside this one.
"""

APPLICATION = "Evenfold"

# --- The frame -------------------------------------------------------------------------------------------------------
BACK = "◄ &Back"
NEXT_QUESTION = "&Next: question"
NEXT_CANDIDATES = "&Next: candidates"
NEXT_PLAN = "&Next: plan"
NEXT_REVIEW = "&Next: review and lock"
STEPS = "Steps of the study"
STEP_NAME = "Step {number}: {title}, {state}"
STEP_TIP = "{title}: {state} (Alt+{number})"
STEP_CURRENT = "you are here"
STEP_NEEDS_DATA = "Open a table first: the other steps follow from it."
STEP_NEEDS_LOCK = "This opens after the plan is locked, on Review & lock."
STEP_NEEDS_VERDICT = "This opens when the run has ended."
WHY = "Why"
WHY_BUTTON = "Wh&y"
WHY_TIP = "Show or hide why each thing is asked and suggested (F1)"
WHY_EMPTY = "Move to any field: here stands what it is, what Evenfold suggests, because of what, and the source."
WHY_SUGGESTED = "Suggested, because"
WHY_SOURCE = "Source: {source}"
STUDY_NAME = "Name of the study"
STUDY_NAME_HINT = "Unnamed study"
NOT_SAVED = "Kept in memory until the lock"
SAVED = "Saved {time}"
LEDGER_CHIP = "{count} comparisons on this data · bar {alpha:g} ÷ {count}"
LEDGER_CHIP_ONE = "1 comparison on this data · bar {alpha:g}"
LEDGER_CHIP_SHORT = "bar {alpha:g} ÷ {count}"
LEDGER_CHIP_TIP = "How many comparisons share these rows; each makes every claim harder (Ctrl+L)"
SEALED = "Sealed {time}. Start a new study from this one (Ctrl+Shift+N) to change it."
OPEN_ITEMS_ONE = "1 thing to settle: {text}"
OPEN_ITEMS = "{count} things to settle. First: {text}"
WORKING_READING = "Reading {name} …"
WORKING_SAMPLE = "Opening the sample …"
WORKING_LOOKING = "Looking at the columns …"
CHIP_SUGGESTED = "Suggested · why"
CHIP_CHANGED = "Changed · undo"
CHIP_CONFIRMED = "Confirmed"
CHIP_TIP_SUGGESTED = "Nobody has confirmed this value. Press to see why it is suggested."
CHIP_TIP_CHANGED = "This is your value. Press to go back to the suggested one."
BEFORE_YOU_GO_ON = "Before you go on"
NOTHING_OPEN = "Nothing is open here."
LEVELS = {"blocks": "Blocks", "asks": "Question", "note": "Note"}
CANCEL = "Cancel"
CLOSE = "&Close"
COPY_DETAILS = "Copy &details"

# --- Dialogs ---------------------------------------------------------------------------------------------------------
OPEN_TITLE = "Open a table or a study"
OPEN_FILTER = "Tables and studies (*.csv *.tsv *.txt *.xlsx *.xls *.arff *.tab *.parquet *.evenfold);;All files (*)"
SAVE_PLAN_TITLE = "Save the plan"
SAVE_PLAN_FILTER = "Plan files (*.toml)"
SAVE_PLAN_NAME = "plan"
PLAN_SAVED = "The plan was written to {path}."
UNEXPECTED_TITLE = "Evenfold met something it did not expect"
UNEXPECTED = "Your study is safe up to the last finished fold. The details are in {log}."
ERROR_TITLE = "This did not work"

# --- Home ------------------------------------------------------------------------------------------------------------
HOME_TITLE = "Home"
HOME_INSTRUCTION = "What do you want to find out?"
HOME_NEW_HERE = "New here? Open <i>{title}</i>: two clicks to an answer."
HOME_SAMPLES = "Sample studies"
HOME_RECENT = "Recent"
HOME_RECENT_EMPTY = "Studies you save appear here. Nothing leaves this computer."
HOME_RECENT_MISSING = "not found at its old place"
HOME_LOCATE = "&Locate…"
HOME_UNFINISHED = "stopped at {done} of {total} trainings"
HOME_RECOVER = "<i>{title}</i> is not finished: it {status}. Nothing of it is lost."
HOME_CONTINUE = "Con&tinue"
HOME_FORGET = "Take o&ff the list"
DOOR_COMPARE = "&Compare models on my data"
DOOR_COMPARE_NOTE = "A table with the answers: which model to use, how good it will be, how sure we are."
DOOR_PREDICTIONS = "Compare p&redictions I already have"
DOOR_PREDICTIONS_NOTE = "Truth and the outputs of two trained models side by side. No training."
DOOR_CLAIM = "Check a c&laim"
DOOR_CLAIM_NOTE = "A vendor says 98 %. Does that fit what your own rows show?"
DOOR_OPEN = "&Open or re-check a study"
DOOR_OPEN_NOTE = "Continue, read or verify a saved study file."

# --- Data ------------------------------------------------------------------------------------------------------------
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
DATA_SUMMARY = "{name} · {rows:,} rows · {inputs} inputs"
DATA_SUMMARY_GROUPS = "{count:,} × {name}"
DATA_LEFT_OUT = "{count} rows left out"
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
DATA_STRAYS = "{count} cells read {shown}: treated as missing"
DATA_UNUSED = "No target yet"
ROLE_TITLES = {
    "to predict": "To predict",
    "input": "Input",
    "keep whole": "Keep whole",
    "time order": "Time order",
    "ignore": "Ignore",
}
KIND_TITLES = {"number": "Number", "names": "Names", "yes/no": "Yes/no", "date": "Date", "text": "Text"}

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

# --- Question --------------------------------------------------------------------------------------------------------
QUESTION_TITLE = "Question"
QUESTION_INSTRUCTION = "What would make you change model?"
QUESTION_KINDS = {
    "better": "Is any candidate better than what we use now?",
    "which": "Which of these should we use?",
    "good-enough": "Is this one good enough?",
    "replace": "May we replace it with a cheaper one?",
}
QUESTION_COST = "A missed <b>{positive}</b> costs"
QUESTION_COST_TIMES = "times a false alarm"
QUESTION_THRESHOLD = "Evenfold calls it <b>{positive}</b> above {threshold:.1f} %."
QUESTION_NO_CROSS_CHECK = "none"
QUESTION_NO_LIMIT = "no limit stated"
QUESTION_PER_100 = " per 100"
QUESTION_ASSUMED = "Assumed until you confirm it."
QUESTION_CONFIRM = "Yes, this &is what matters"
QUESTION_WORTH = "What is it worth?"
QUESTION_WORTH_TEXT = "One error costs {cost}, {parts} a year: {margin:g} per 100 is about {worth:,.0f} a year."
QUESTION_WORTH_COST = "One error costs"
QUESTION_WORTH_PARTS = "Cases a year"
QUESTION_ORDER = "Order of preference"
QUESTION_TIES = {"incumbent": "What we use now", "simplest": "The simplest", "fastest": "The fastest"}
QUESTION_UP = "Move &up"
QUESTION_DOWN = "Move &down"
QUESTION_MARGIN = "Smallest gap that matters"

# --- Candidates ------------------------------------------------------------------------------------------------------
CANDIDATES_TITLE = "Candidates"
CANDIDATES_INSTRUCTION = "Which models should compete, against what?"
CANDIDATES_TRIVIAL = "Trivial model"
CANDIDATES_TRIVIAL_NOTE = "That is {answer}. It always takes part: what does not beat it is not a model."
CANDIDATES_USE = "&Use these"
CANDIDATES_WRONG = "{title} must be {allowed}."
CANDIDATES_SETTINGS = {"standard": "Standard", "tuned": "Tuned ({count} tries)", "fixed": "Fixed…"}
CANDIDATES_GIVEN = "Column “{name}”"
CANDIDATES_COST_ONE = "1 comparison: the bar is {alpha:g}. A second candidate would make it {alpha:g} ÷ 2."
CANDIDATES_COST = (
    "{count} comparisons: the bar is {alpha:g} ÷ {count}. Each further candidate makes every claim harder: "
    "with {more} it would be {alpha:g} ÷ {more}."
)
CANDIDATES_COST_NONE = "No comparison: the study will describe how good the one model is, and claim nothing more."
CANDIDATES_NEED_ONE = "Tick at least one model."
CANDIDATES_FIXED_TITLE = "Settings of {title}"
CANDIDATES_HEADINGS = ("Takes part", "Settings", "What it is")

# --- Plan ------------------------------------------------------------------------------------------------------------
PLAN_TITLE = "Plan"
PLAN_INSTRUCTION = "How should the rows be shuffled into training and test?"
PLAN_SHUFFLES = "{repeats} shuffles × {folds} folds = {count} test folds, each scored once."
PLAN_TOTAL = "{count:,} test sets, each scored once."
PLAN_DRAWING = "One shuffle"
PLAN_STRATIFIED = "same share of each answer"
PLAN_GROUPED = "each {name} stays together"
PLAN_NO_GROUPS = "no such column on the Data page"
PLAN_TUNING = {"holdout": "T1 / T2: a quarter chooses", "kfold": "Inner folds", "none": "No tuning"}
PLAN_SEED_NEW = "New &seed"
PLAN_TRAINING = "training (T)"
PLAN_T1 = "T1 trains"
PLAN_T2 = "T2 chooses settings"
PLAN_TEST = "test, sealed"
PLAN_UNUSED = "not used in this fold"
PLAN_FOLD = "Fold {number}"
PLAN_CANNOT_DRAW = "This plan makes no folds: {reason}"
PLAN_MORE_FOLDS = "and {count} more folds like these"
PLAN_BY_GROUP = "Each block is one {name}."
PLAN_BY_ROWS = "Rows are shuffled first; each block stands for about {count:,} rows."
PLAN_BY_TIME = "Rows stand in their order of time, oldest left."

# --- Review and lock -------------------------------------------------------------------------------------------------
REVIEW_TITLE = "Review & lock"
REVIEW_INSTRUCTION = "Read this back. After you lock, these cannot change for this study."
REVIEW_LOCK = "&Lock and run"
REVIEW_SAVE_PLAN = "&Save plan…"
REVIEW_HEADINGS = ("Will be tested", "Measure", "Counts as", "Bar")
REVIEW_MAIN = "main claim"
REVIEW_CROSS = "cross-check"
REVIEW_STABILITY = "stability"
REVIEW_NOT_COUNTED = "not counted"
REVIEW_PAIR = "{first} against {second}"
REVIEW_SAME_PAIRS = "The same pairs"
REVIEW_SHUFFLES = "{repeats} shuffles × {folds} folds{kept}"
REVIEW_KEPT = ", each {name} kept whole"
REVIEW_SEES = "What this study can see"
REVIEW_SEES_LATER = "Evenfold cannot forecast this before the first shuffle."
REVIEW_LEDGER = "Ledger"
REVIEW_LOOKS = "Results of &other tools on these rows you have seen"
REVIEW_TIME = "Time"
REVIEW_TIME_TEXT = "{count:,} trainings. You can pause, close and continue."
REVIEW_TIME_MEASURING = "Training each candidate once to measure …"
REVIEW_TIME_MEASURED = "About <b>{duration}</b>, measured by training each candidate once, without scoring."
REVIEW_TIME_UNKNOWN = "{title} could not be trained: {message}"
DURATION_SECONDS = "a minute or less"
DURATION_MINUTES = "{minutes} min"
DURATION_HOURS = "{hours} h"
REVIEW_UNSEEN = "I have not seen results of these settings on these rows."
REVIEW_ALONE = "Each {row} can be judged on its own."
REVIEW_ALONE_GROUPS = "Each {row} can be judged on its own, except those of one {group}."
REVIEW_TRUE = "True"
REVIEW_NOT_TRUE = "Not true"
REVIEW_STATEMENTS = "Two statements for the report"
REVIEW_EXPLORATORY = "The verdict will carry “Exploratory”: confirm it on new rows before you rely on it."
REVIEW_TICK = "Say whether this is true: “{statement}”"
REVIEW_FINGERPRINT = "Plan fingerprint {hash}"
REVIEW_LOCKED = "Locked {time}."
REVIEW_GO_RUN = "&Go to the run"

# --- Run -------------------------------------------------------------------------------------------------------------
RUN_TITLE = "Run"
RUN_INSTRUCTION = "The answer appears when all folds are in."
RUN_STARTING = "Starting the worker processes …"
RUN_WHERE = "<b>Shuffle {repeat} of {repeats}, fold {fold} of {folds}</b>{tuning}"
RUN_WHERE_SPLIT = "<b>Test set {number} of {count}</b>{tuning}"
RUN_TUNING = " · settings are chosen on T1/T2 inside the training set (the test fold stays sealed)"
RUN_HALVES = "<b>Five shuffles into halves</b> · whether the gap is also seen with training sets half this size"
RUN_JUDGING = "<b>All folds are in</b> · working out the verdict"
RUN_PAUSED = "<b>Paused</b> · everything finished is kept; trainings under way come in"
RUN_STOPPED = "<b>Stopped</b> at {folds} of {count} folds · continue whenever you like"
RUN_FAILED = "<b>The run ended before its time.</b> {reason}"
RUN_FINISHED = "<b>Finished.</b> Every fold has been scored once."
RUN_COUNTS = "{folds:,} of {count:,} folds · {done:,} of {total:,} trainings{left}"
RUN_LEFT = " · time left: {duration}"
RUN_UNDER_A_MINUTE = "under a minute"
RUN_MINUTES = "about {minutes} min"
RUN_HOURS = "about {hours} h {minutes} min"
RUN_SLOWER = " (slower than expected)"
RUN_PROGRESS = "Progress of the run"
RUN_HISTOGRAM = "{title}, one value per fold{output}"
RUN_OF_OUTPUT = ": {output}"
RUN_FOLDS_AXIS = "folds"
RUN_SHOWN = "&Shown against {reference}:"
RUN_CAPTION = (
    "These bars are for watching, not for judging. They overlap even when one model is reliably better, because the "
    "same folds are hard for both. The verdict uses fold-by-fold gaps."
)
RUN_TALLY = "Folds where each did better"
RUN_TALLY_TEXT = "{output}{candidate} <b>{ahead}</b> · tie <b>{tie}</b> · {reference} <b>{behind}</b>"
RUN_PROBLEMS = "Problems"
RUN_NO_PROBLEMS = "None so far."
RUN_PROBLEM_FAILED = "{count} of {total:,} trainings failed ({who}, first in shuffle {repeat} fold {fold}). Counted."
RUN_PROBLEM_WARNED = (
    "{count} of {total:,} trainings warned ({who}, first in shuffle {repeat} fold {fold}). Kept, marked."
)
RUN_PAUSE = "&Pause   Space"
RUN_RESUME = "&Resume   Space"
RUN_STOP = "&Stop…"
RUN_CONTINUE = "&Continue the run"
RUN_SEE_VERDICT = "&See the verdict"
RUN_STOP_TITLE = "Stop this run?"
RUN_STOP_SEEN = "You have seen {folds} of {count} test folds, so the attempt counts as one look in the ledger."
RUN_STOP_UNSEEN = "Nothing has been seen, nothing is counted."
RUN_KEEP_RUNNING = "&Keep running"
RUN_STOP_AND_COUNT = "&Stop and count it"
RUN_STOP_PLAIN = "&Stop"
RUN_LOG_STOPPED = "stopped after {folds} of {count} test folds: counts as one look"
RUN_UNEXPECTED = "Something unexpected happened: {error}. What was finished is in the study file; continue to go on."
RUN_READ_ONLY = "This study is open in another window and can only be read here. Close it there, then open it again."
RUN_VERDICT_READY = "The verdict is ready."
RUN_PROGRESS_SAID = "{percent} percent of the trainings are done."
RUN_WHY = (
    "Each fold is trained and scored once; every result is in the study file the moment it exists. You can pause, "
    "close and continue without losing more than the trainings under way."
)
RUN_WHY_REASON = (
    "There is no running verdict: who stops when the bars look good finds winners that are not there. "
    "The plan says when to stop."
)
RUN_SOURCE = "Salzberg 1997, section 3.3; Belia et al. 2005 on overlapping bars"

# --- Verdict ---------------------------------------------------------------------------------------------------------
VERDICT_TITLE = "Verdict"
VERDICT_INSTRUCTION = "The answer"
VERDICT_TAGS = {
    "settled": "✔ Settled",
    "same for your purpose": "≈ Same for your purpose",
    "not settled": "◇ Not settled",
    "blocked": "■ Blocked",
}
VERDICT_MODIFIERS = {
    "depends on the shuffle": "⚠ Depends on the shuffle",
    "measures disagree": "⇄ Measures disagree",
    "exploratory": "○ Exploratory",
}
VERDICT_DO = "<b>What to do:</b> {action}"
VERDICT_STRIP = "The gap between the two models"
VERDICT_STRIP_ZONE = "too small to matter (±{margin} {unit})"
VERDICT_STRIP_LEFT = "◄ {second} better"
VERDICT_STRIP_RIGHT = "{first} better ►"
VERDICT_STRIP_CAPTION = (
    "Each dot is one of 20 equally plausible values of the true gap: {ahead} favour {first}, {beyond} by more than "
    "{margin}. Bars: 50 %, 80 % and the full range, adjusted for {count} comparison{s}."
)
VERDICT_CARDS = {
    "how-good": "How good will it be?",
    "shuffle": "Did the answer depend on the shuffle?",
    "agree": "Do the measures agree?",
}
VERDICT_NO_CHECK = "There was no second measure to compare with."
VERDICT_CLEAR = "clear for {name}"
VERDICT_FURTHER = "Further candidates and outputs"
VERDICT_CAUTIONS = "<b>To keep in mind:</b> {text}"
VERDICT_COPY = "&Copy sentence"
VERDICT_COPIED = "Headline, body and study stamp are on the clipboard."
VERDICT_EXPLORE = "&Explore"
VERDICT_REPORT = "&Write report…"
VERDICT_WHY = (
    "One range of the gap and the smallest gap you said matters decide tag, sentence and picture together, so they "
    "cannot contradict each other."
)
VERDICT_WHY_REASON = "The range allows for training sets that share rows and for every comparison on this data."
VERDICT_SOURCE = "Nadeau & Bengio 2003; Bouckaert & Frank 2004; Salzberg 1997"

# --- Explore ---------------------------------------------------------------------------------------------------------
EXPLORE_TITLE = "Explore"
EXPLORE_INSTRUCTION = "Look closer. Nothing here changes the verdict."
EXPLORE_STRIP = (
    "Exploring: anything you notice here is a hint, not a finding. To test it, start a new study (counts as a look) "
    "or confirm on new rows."
)
EXPLORE_CANDIDATE = "&Candidate"
EXPLORE_OUTPUT = "&Output"
EXPLORE_TABS = {
    "gaps": "Gaps",
    "histograms": "Histograms",
    "shuffles": "Shuffles",
    "agreement": "Agreement",
    "tests": "Tests",
    "tuning": "Tuning",
    "log": "Log",
}
EXPLORE_AS_TABLE = "Show as &table"
EXPLORE_AS_PICTURE = "Show as pic&ture"
EXPLORE_AS_TABLE_TIP = "The numbers behind the picture (Alt+T)"
EXPLORE_SAVE = "S&ave…"
EXPLORE_SAVE_TIP = "The picture as SVG or PNG, or its numbers as CSV (Ctrl+E)"
EXPLORE_SAVE_TITLE = "Save the picture or its numbers"
EXPLORE_SAVE_FILTER = "Picture (*.svg);;Picture (*.png);;Numbers (*.csv)"
EXPLORE_SAVE_TABLE_FILTER = "Numbers (*.csv)"
EXPLORE_SAVED = "Written to {path}."
EXPLORE_CANNOT_SAVE = "{path} could not be written: {reason}."
EXPLORE_OTHER_PLACE = "Choose another place."
EXPLORE_NOTHING = "There is nothing to show for this choice."
EXPLORE_GAPS_POINTS = "One dot per fold"
EXPLORE_GAPS_HISTOGRAM = "Gaps, fold by fold"
EXPLORE_GAPS_AXIS = "gap{unit} (above 0: {first} better)"
EXPLORE_GAPS_CAPTION = (
    "Dots below the line are folds where {lower}. The same folds are hard for both, which is why gaps decide and not "
    "the two histograms."
)
EXPLORE_GAPS_LOWER_IS_BETTER = "{first} has the lower value, which is better"
EXPLORE_GAPS_HIGHER_IS_BETTER = "{first} has the lower value, which is worse"
EXPLORE_GAPS_HEADINGS = ("Shuffle", "Fold", "{second}", "{first}", "Gap")
EXPLORE_HISTOGRAM_HEADINGS = ("From", "To", "{second}", "{first}")
EXPLORE_SHUFFLES = "One mark per shuffle, sorted"
EXPLORE_SHUFFLES_AXIS = "t (above 0: {first})"
EXPLORE_SHUFFLES_BOTTOM = "shuffles, sorted"
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
EXPLORE_TESTS_HEADINGS = (
    "Test", "Standing", "Candidate", "Output", "Measure", "Gap", "Range", "Statistic", "p", "p needed", "Note",
)  # fmt: skip
EXPLORE_TESTS_CAPTION = (
    "p: if the two were equally good, a gap this large or larger would appear with this probability. Only the test "
    "with standing “headline” decides; exhibits are shown for study and claim too often."
)
EXPLORE_TUNING_HEADINGS = ("Model", "Times", "Tried", "Settings chosen")
EXPLORE_TUNING_CAPTION = "Settings are chosen inside each training set; free of charge, because no test fold was used."
EXPLORE_TUNING_NONE = "standard settings, not tuned"
EXPLORE_LOG_HEADINGS = ("Part", "Shuffle", "Fold", "Model", "Test rows", "Seconds", "Settings", "Ending")
EXPLORE_LOG_CAPTION = "Every training of this study with its time, settings and ending."

# --- Report ----------------------------------------------------------------------------------------------------------
REPORT_TITLE = "Report"
REPORT_INSTRUCTION = "Write it down so that someone else can check it."
REPORT_PREVIEW = "Preview of the report"
REPORT_PREPARING = "Preparing the preview …"
REPORT_WRITE = "&Write report…"
REPORT_WRITING = "Writing {name} …"
REPORT_WRITTEN = "The report is in {path}."
REPORT_OPEN = "&Open it"
REPORT_SAVE_TITLE = "Where should the report go?"
REPORT_SAVE_FILTER = "Web page that needs no network (*.html);;PDF (*.pdf);;Word document (*.docx);;Tables (*.xlsx)"
REPORT_WHY = (
    "Page 1 is for the person who decides: question, answer, picture, action. The rest is for the person who checks: "
    "every choice, number, seed and failed training."
)
REPORT_WHY_REASON = "One file that needs no network, so it can be sent and kept with the study."
REPORT_SOURCE = "Reich & Barai 1999, section 6"
