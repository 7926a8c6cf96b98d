"""The string table, Candidates: which models compete, against what."""

TITLE = "Candidates"
INSTRUCTION = "Which models should compete, against what?"
TRIVIAL = "Trivial model"
TRIVIAL_NOTE = "That is {answer}. It always takes part: what does not beat it is not a model."
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
