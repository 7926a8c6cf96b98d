"""The string table, Models: which models are compared, and with what."""

TITLE = "Models"
INSTRUCTION = "Which models do you want to compare, and with what?"
LEAD = "{count} chosen. Two to five good ones beat a long list."
HEADINGS = ("Model", "What it is", "Settings", "Baseline", "Time")
SETTINGS = {"standard": "Standard", "tuned": "Tuned", "fixed": "Fixed…"}
TUNED_TIP = "{count} combinations are tried inside each training set."
BASELINE_NAME = "{title} is the baseline"
USE = "&Use these"
WRONG = "{title} must be {allowed}."
GIVEN = "Column “{name}”"
NEED_ONE = "Choose at least one model."
FIXED_TITLE = "Settings of {title}"
ADD = "Add a model…"
ADD_TIP = "Models that are not in the list"
ADD_NONE = "All models are in the list."
BASELINE_IS = "The baseline is"
BASELINE_CHOICES = (("in-use", "what we use now"), ("compare", "only for comparison"))
FORMULA = "Our rule as a formula…"
COLUMN = "A column of predictions…"
HELP_IN_USE = "All others are compared with it. You said {baseline} is in use."
HELP_COMPARE = "All others are compared with {baseline}."
HELP_NOT_NEEDED = "The baseline decides nothing for this question. It is blue in all plots."
COLUMN_TITLE = "Which column holds the predictions of what you use now?"
COLUMN_NOTE = (
    "It is taken out of the inputs and compared as it is; nothing is trained for it. The rows must not be those it was "
    "made from."
)
COLUMN_USE = "&Compare with it"
COLUMN_NONE = "No column of this table holds values like those of the target."
EFFECT = "Effect of your choices"
PANEL = (
    ("comparisons", "Comparisons"),
    ("shows", "Can tell apart"),
    ("time", "Time"),
    ("guess", "Always included"),
    ("default", "Strong default"),
    ("similar", "Most similar"),
)
COMPARISONS_NOTE = "Each model you add makes a clear answer harder to reach."
COMPARISONS_NONE = "One model alone: the study tells how good it is."
SIMILAR_IN, SIMILAR_OUT = "takes part", "none"
SIMILAR_OR = " or "
SIMILAR_IN_NOTE = "Each model has one of its kind beside it."
SIMILAR_OUT_NOTE = "Add {names}: similar to {model}."
MANY = 5
SHOWS = "{width:.1f} per 100"
SHOWS_ENOUGH = "or more, every second time. You need {margin:g}: enough."
SHOWS_NARROW = "or more, every second time. You need {margin:g}: “Unclear” is likely."
SHOWS_GROUPS = "to {worst:.1f} if only {groups} count. You need {margin:g}."
SHOWS_NONE = "No forecast is possible before the run."
SHOWS_NO_CLAIM = "This way of splitting cannot compare models."
TIME_ABOUT = "about {time}"
TIME_NOTE = "You can pause, close and continue."
TIME_MEASURING = "Measured now: each model is trained once, without scoring."
TIME_UNKNOWN = "Measured after a moment on this page."
GUESS = "Constant guess"
GUESS_NOTE = "It predicts {answer}. Every model must beat it."
DEFAULT_IN, DEFAULT_OUT = "included", "not in"
DEFAULT_IN_NOTE = "Gradient boosting is in, so the best of weak models cannot win."
DEFAULT_OUT_NOTE = "No Gradient boosting: the best of weak models may win."
DEFAULT_ADD = "Add"
