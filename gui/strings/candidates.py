"""The string table, Candidates: which models compete, against what."""

TITLE = "Candidates"
INSTRUCTION = "Which models should compete, against what?"
TRIVIAL = "Trivial model"
TRIVIAL_NOTE = "Here: {answer}. It always takes part: what does not beat it is not a model."
USE = "&Use these"
WRONG = "{title} must be {allowed}."
SETTINGS = {"standard": "Standard", "tuned": "Tuned ({count} tries)", "fixed": "Fixed…"}
GIVEN = "Column “{name}”"
COST_ONE = "1 comparison: the bar is {alpha:g}. A second candidate would make it {alpha:g} ÷ 2."
COST = (
    "{count} comparisons: the bar is {alpha:g} ÷ {count}. Each further candidate makes every claim harder: "
    "with {more} it would be {alpha:g} ÷ {more}."
)
COST_NONE = "No comparison: the study will describe how good the one model is, and claim nothing more."
NEED_ONE = "Tick at least one model."
FIXED_TITLE = "Settings of {title}"
HEADINGS = ("Takes part", "Settings", "What it is")
NO_INCUMBENT = "Until you say what you use now, Evenfold compares with {reference}."
INCUMBENT = "What you use now is not in the list?"
INCUMBENT_FORMULA = "A fo&rmula…"
INCUMBENT_COLUMN = "A c&olumn of predictions…"
COLUMN_TITLE = "Column with the predictions of what you use now"
COLUMN_NOTE = (
    "It is taken out of the inputs and compared as it stands; nothing is trained for it. The rows must not be the ones "
    "it was made from."
)
COLUMN_USE = "&Compare with it"
COLUMN_NONE = "No column of this table holds answers like those of the column to predict."
