"""The string table, exhibits that read stored predictions: their titles, axes and captions."""

SHOWN = "Show&n"
MODEL = "&Model"
COMPUTING = "Computing …"
ONE_MODEL = "This compares two models, and this study has one."

# --- Histograms ------------------------------------------------------------------------------------------------------
HISTOGRAM_HEADINGS = ("Measure", "Of", "From", "To")
HISTOGRAM_MEAN = "{title}: {means}."
HISTOGRAM_OF = "{mean} for {name}"
HISTOGRAM_FOLDS = "Averages over {folds} folds"
HISTOGRAM_ONE = "One test set"
HISTOGRAM_LINES = (
    "Lines beside the AUC: {letters}. C takes all rankings with this count of errors as equally likely; the width of A "
    "follows from the numbers of rows alone."
)
HISTOGRAM_RANGE = "AUC, {method}"

# --- Several outputs -------------------------------------------------------------------------------------------------
OUTPUTS_TITLE = "Gaps of two outputs"
OUTPUTS_ACROSS = "Ac&ross"
OUTPUTS_UPWARD = "&Upward"
OUTPUTS_TWICE = "Choose two different outputs to see them together."
OUTPUTS_AXIS = "gap in {output}"
OUTPUTS_CAPTION = (
    "Above 0: {first} better. Line: where the true pair of gaps lies. Dashed box: each range by itself. Cross: no gap "
    "at all; what holds the cross shows no gap. Dots: one per split."
)
OUTPUTS_EXHIBIT = "claims far too often here"
OUTPUTS_HEADINGS = ("Output or test", "Gap or statistic", "From", "To", "Unit", "p", "Note")
OUTPUTS_UNCLEAR = "no gap shown by itself"
OUTPUTS_AHEAD = "candidate better by itself"
OUTPUTS_BEHIND = "candidate worse by itself"

# --- Stability -------------------------------------------------------------------------------------------------------
STABILITY_TITLE = "Rows whose answer changes between shuffles"
STABILITY_AXIS = "rows in 100 whose answer changes between shuffles"
STABILITY_CAPTION = (
    "Folds promise little about a model whose answers change with the rows it was trained on (Kohavi 1995). The table "
    "lists the rows that move the gap most from shuffle to shuffle; look at them first."
)
STABILITY_HEADINGS = ("Row or model", "Group", "Truth")
STABILITY_CHANGED = "{changed:,} of {rows:,} rows change"
STABILITY_LOSS = {
    "classes": "{name}: wrong, share of shuffles",
    "costs": "{name}: mean cost",
    "numbers": "{name}: mean miss",
}
STABILITY_PART = "% of what moves the gap"

# --- Sensitivity -----------------------------------------------------------------------------------------------------
SENSITIVITY_TITLE = "How the result would read otherwise"
SENSITIVITY_VIEW = "Ju&dged by"
SENSITIVITY_VIEWS = {
    "margin": "What matters",
    "method": "Method",
    "folds": "Folds, repeats",
    "rows": "Rows left out",
    "groups": "Groups left out",
}
SENSITIVITY_MARGIN = "&Matters"
SENSITIVITY_TIP = "The smallest difference that matters (arrow keys)"
SENSITIVITY_RANGE = "range"
SENSITIVITY_NO_RANGE = "This study has no range of the difference that a result could be read from."
SENSITIVITY_MARGIN_IS = "If {margin} mattered, the result would be “{verdict}”."
SENSITIVITY_FIRST = "If any difference mattered: “{verdict}”;"
SENSITIVITY_TURN = "from {margin} on: “{verdict}”"
SENSITIVITY_STEADY = "Whatever difference matters, the result is “{verdict}”."
SENSITIVITY_MARGIN_CAPTION = (
    "The result stays the one for the margin you locked. Choosing a margin after seeing the range would be choosing "
    "the result."
)
SENSITIVITY_BANDS = ("From", "To", "Result")
SENSITIVITY_HEADINGS = ("Variant", "Difference", "From", "To", "Result", "Note")
SENSITIVITY_SAME = "All {count} variants give the same result: {verdict}."
SENSITIVITY_DIFFERS = "{count} of {total} variants read otherwise than “{first}”; the first is “{label}”: {verdict}."
SENSITIVITY_DRAWN = " The first {drawn} of {count} are drawn, the table has them all."
SENSITIVITY_CAPTIONS = {
    "method": "Only the first decides. Those without a range say whether their p is below the bar. See Tests for all.",
    "folds": "Fewer repeats give wider ranges. Two folds train on half the rows, so they may answer differently.",
    "rows": (
        "The rows that speak most for whoever is ahead are left out of judging; the models were still trained with "
        "them. A result that hangs on a handful of rows deserves a look at them (see Stability)."
    ),
    "groups": "One group after the other is left out of judging; the models were still trained with it.",
}

# --- Tuning ----------------------------------------------------------------------------------------------------------
TUNING_TITLE = "Settings tried and their scores inside the training sets"
TUNING_VIEWS = {"settings": "Settings", "folds": "Each fold"}
TUNING_AXIS = "{unit}, on the tuning part"
TUNING_HEADINGS = ("Model", "Chosen", "Tried", "Settings", "Tuning score", "Least", "Most")
TUNING_FOLD_HEADINGS = ("Model", "Shuffle", "Fold", "Settings chosen", "Tuning score")
TUNING_FOLDS = "What each of {count:,} trainings chose, with its score on the tuning part ({measure})."
TUNING_NONE = "No model of this study has settings that were chosen among several."
TUNING_SENTENCE = "{model}: of {count} settings “{settings}” was chosen most often, {times} of {total} times."

# --- Parameters ------------------------------------------------------------------------------------------------------
PARAMETERS_TITLE = "The verdict when something else is chosen"
PARAMETERS_VARIED = "Varie&d"
PARAMETERS_SETTING = "{name}: {setting}"
PARAMETERS_FOLDS = "Number of folds"
PARAMETERS_ROWS = "Rows left out by a rule: out or in"
PARAMETERS_LEAK = "Inputs that may contain the answer: in or out"
PARAMETERS_MADE = "Generated data: {what}"
PARAMETERS_INTRO = (
    "What if something else had been chosen? Trains again, with one shuffle: the candidate with other values of a "
    "setting, both with other numbers of folds, or both on generated data whose truth is known. Settings and folds "
    "count as a look at this data."
)
PARAMETERS_INTROS = {
    "rows": "Trains both models again on all rows of the file, those included that your rules leave out, with the "
    "shuffles of the study. It counts as a look at this data.",
    "leak": "Trains both models again without the inputs that may contain the answer, with the shuffles of the study. "
    "It counts as a look at this data.",
}
PARAMETERS_GIVEN = "Predictions made elsewhere cannot be trained again with something else."
PARAMETERS_CAPTION = (
    "Varied: {what}. One shuffle each, so ranges are wide. Picking the value that looks good here and reporting it "
    "would be tuning on the test rows."
)
PARAMETERS_CAPTIONS = {
    "rows": "The verdict stays that of the locked plan. Where the answer depends on the rows left out, say so and say "
    "why they are out; the report prints both.",
    "leak": "Left out: {what}. There is no verdict until you have decided whether it is known in time; the report "
    "prints both.",
}
PARAMETERS_MADE_CAPTION = "{note} Grey line: the least any model can reach. What holds here need not hold on your data."
PARAMETERS_LEAST = "Least possible"

# --- Log -------------------------------------------------------------------------------------------------------------
LOG_VIEWS = {"trainings": "Trainings", "events": "Events"}
LOG_EVENT_HEADINGS = ("Time (UTC)", "Event")
LOG_EVENTS = "What happened to this study and when. Plan {plan}, data {data}."
LOG_NO_FILE = "This study has no file of its own, so no events were written down."
NUMBERS_TITLE = "The numbers behind the pictures"
NUMBERS_HEADINGS = ("Picture", "Where", "What it shows")
NUMBERS_COPY = "&Copy as a table"
NUMBERS_NONE = "There is no picture with numbers on this page."
