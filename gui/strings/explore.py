"""The string table, exhibits that read stored predictions: their titles, axes and captions."""

COMPUTING = "Computing …"
ONE_MODEL = "This compares two models, and this study has one."

# --- ROC -------------------------------------------------------------------------------------------------------------
ROC_VIEW = "Show&n"
ROC_VIEWS = {"curves": "Curves", "thresholds": "Every threshold", "reliability": "Reliability"}
ROC_CLASS = "Findin&g"
ROC_CURVES = "ROC curves, one per fold"
ROC_BOTTOM = "false alarm rate"
ROC_LEFT = "hit rate"
ROC_SLIDER = "Cost of a &miss"
ROC_SLIDER_TIP = "How many false alarms one miss costs, from 0.1 to 100 (arrow keys)"
ROC_RATIO = "{ratio:.3g} × a false alarm; cut at {threshold:.2g}"
ROC_CURVES_CAPTION = (
    "Circles and triangles: each fold at threshold 0.5. Squares: the mean at the threshold your cost of a miss sets."
)
ROC_CROSSING_CAPTION = " Gray band: where the mean curves cross."
ROC_READ_ROWS = ("hits", "alarms", "errors", "cost")
ROC_AT = "at {cut:.2g}"
ROC_PER_100 = "per 100"
ROC_AREA = "area"
ROC_WINNER = (
    "If a miss costs {ratio:.3g} × a false alarm, {name} costs less: {low:.3g} against {high:.3g} per 100 rows."
)
ROC_NO_WINNER = "If a miss costs {ratio:.3g} × a false alarm, both cost the same: {low:.3g} per 100 rows."
ROC_CURVE_HEADINGS = ("False alarm rate", "{second}: mean hit rate", "{first}: mean hit rate")
ROC_QUANTITY = "&Quantity"
ROC_QUANTITY_TITLES = {"errors": "Errors", "cost": "Cost", "hits": "Hits", "alarms": "False alarms"}
ROC_QUANTITIES = {
    "errors": "errors per 100 rows",
    "cost": "cost per 100 rows, in false alarms",
    "hits": "hits per 100 positives",
    "alarms": "false alarms per 100 others",
}
ROC_THRESHOLD = "threshold: flagged when the score is above it"
ROC_THRESHOLD_CAPTION = (
    "Upright lines: 0.5, and the threshold your cost of a miss sets. All test rows of all shuffles together."
)
ROC_THRESHOLD_NONE = "The scores are no probabilities: a threshold between 0 and 1 has no meaning for them."
ROC_SCORE = "mean score of the rows"
ROC_SHARE = "share that is really “{positive}”"
ROC_RELIABLE_CAPTION = (
    "On the dashed line scores mean what they say; below it they are too high. Each row of the first shuffle once, in "
    "parts of equal size."
)
ROC_RELIABLE_HEADINGS = ("Model", "Rows", "Mean score", "Share that is positive")

# --- Histograms ------------------------------------------------------------------------------------------------------
HISTOGRAM_HEADINGS = ("Measure", "Of", "From", "To")
HISTOGRAM_MEAN = "{title}: {means}."
HISTOGRAM_OF = "{mean} for {name}"
HISTOGRAM_FOLDS = "Averages over {folds} folds"
HISTOGRAM_ONE = "One test set"
HISTOGRAM_LINES = "Lines beside the AUC: {letters}. C knows only the number of errors; A assumes only independent rows."
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

# --- Errors ----------------------------------------------------------------------------------------------------------
ERRORS_TITLE = "Where a model goes wrong"
ERRORS_VIEWS = {
    "confusion": "Confusions",
    "truth": "Misses",
    "rows": "Worst rows",
    "groups": "By group",
}
ERRORS_MODEL = "&Model"
ERRORS_ACROSS = "A&gainst"
ERRORS_TRUTH = "true value"
ERRORS_CUT = "Th&reshold"
ERRORS_CUT_TIP = "Above which score a row is flagged (arrow keys)"
ERRORS_CUT_AT = "flagged above {cut:.2f}"
ERRORS_AT = "“{positive}” is answered where its score is above {cut:.2f}."
ERRORS_CONFUSION = "Table of confusions"
ERRORS_CONFUSION_CAPTION = (
    "Per 100 test rows of all shuffles; the stronger the color, the more wrong answers of that kind."
)
ERRORS_CONFUSION_HEADINGS = ("Truth", "Answer", "Test rows", "Per 100")
ERRORS_ANSWERS = "answered as → (truth downward)"
ERRORS_CLOUD = "Misses, one dot per row"
ERRORS_MISS = "answer minus truth, {output}"
ERRORS_CLOUD_CAPTION = "Each dot is a row: the mean of its answers over all shuffles, none trained on that row."
ERRORS_LEFT_OUT = "{rows} counted but not drawn."
ERRORS_FURTHER = ("further row is", "further rows are")
ERRORS_GROUPS = "Of {count} groups {worst} is hardest ({most:.3g} {unit}), {easy} easiest ({least:.3g})."
ERRORS_GROUPS_CAPTION = "{signs}. A few hard groups can decide a whole study: look at them (arrow keys name each)."
ERRORS_SIGNS = ("Circles: {name}", "triangles: {name}")
ERRORS_GROUPS_HEADINGS = ("Group", "Rows")
ERRORS_ROWS = "The {count} rows on which {name} loses most, over all shuffles."
ERRORS_ROW = "row {row}"
ERRORS_ROWS_CAPTION = (
    "{signs}. Rows are numbered as in your table; the worst {drawn} are drawn, the table has truth and answers of all."
)
ERRORS_LOSS = {
    "classes": "wrong, shuffles in 100",
    "costs": "mean cost of the row, in false alarms",
    "numbers": "mean miss of {output}",
}
ERRORS_NO_ROWS = "There is no row on which {name} was wrong."
ERRORS_ROWS_HEADINGS = ("Row", "Group", "Truth", "Usual answer")
ERRORS_GROUP_LOSS = {
    "classes": "errors per 100",
    "costs": "cost per 100, in false alarms",
    "numbers": "mean miss of {output}",
}

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

# --- Agreement -------------------------------------------------------------------------------------------------------
AGREEMENT_CAPTION = (
    "Counted on the first shuffle, where every row is tested once. Folds share training rows, so every p here is "
    "approximate; on one separate test set it is exact."
)
AGREEMENT_GIVEN = "Every row counts once. Nothing was trained here, so these tests hold if the rows are independent."
AGREEMENT_AT_HALF = " Right and wrong are counted at the threshold of one half, not at the one your costs set."
AGREEMENT_TESTS = {
    "sign-test": "Sign test (= McNemar, exact)",
    "mcnemar-midp": "McNemar, mid-p",
    "mcnemar": "McNemar, chi-square",
}
AGREEMENT_NOTES = {
    "sign-test": "Exact and cautious: the one to trust with few disagreements.",
    "mcnemar-midp": "Half the weight on the observed count: less cautious.",
    "mcnemar": "With correction; needs about 25 disagreements or more.",
}
AGREEMENT_SHARE = "Of the disagreements, right: {first}"
AGREEMENT_SHARE_RANGE = "between {low:.0f} and {high:.0f} in 100 (exact range); 50 is no difference"

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
PARAMETERS_MADE_CAPTION = (
    "{note} Bars: 95 % range of the mean over training sets drawn anew. Gray line: the least any model can reach. What "
    "holds here need not hold on your data."
)
PARAMETERS_LEAST = "Least possible"
PARAMETERS_RANGE = "{name}: range"

# --- Log -------------------------------------------------------------------------------------------------------------
LOG_VIEWS = {"trainings": "Trainings", "events": "Events"}
LOG_EVENT_HEADINGS = ("Time (UTC)", "Event")
LOG_EVENTS = "What happened to this study and when. Plan {plan}, data {data}."
LOG_NO_FILE = "This study has no file of its own, so no events were written down."
NUMBERS_TITLE = "The numbers behind the pictures"
NUMBERS_HEADINGS = ("Picture", "Where", "What it shows")
NUMBERS_COPY = "&Copy as a table"
NUMBERS_NONE = "There is no picture with numbers on this page."
