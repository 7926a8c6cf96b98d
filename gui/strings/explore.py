"""The string table, Explore: the list of tabs and the words of its further tabs."""

LIST = "What to look at"
LIST_TIP = "Arrow keys, or Ctrl+Tab from anywhere on this page"
GROUPS = {
    "compare": "COMPARE",
    "curves": "CURVES",
    "rows": "ROWS",
    "what-if": "WHAT IF",
    "estimates": "ESTIMATES",
    "records": "RECORDS",
}
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
    "Circles and triangles: each fold at threshold 0.5. Squares: the mean at the threshold your cost of a miss sets. "
    "Grey band: where the mean curves cross."
)
ROC_READ_ROWS = ("hits", "alarms", "errors", "cost")
ROC_AT = "at {cut:.2g}"
ROC_PER_100 = "per 100"
ROC_AREA = "area"
ROC_WINNER = "At this cost {name} costs less: {low:.3g} against {high:.3g} per 100."
ROC_NO_WINNER = "At this cost both cost the same: {low:.3g} per 100."
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
ROC_SHARE = "share that is really ‘{positive}’"
ROC_RELIABLE_CAPTION = (
    "On the dashed line scores mean what they say; below it they are too high. Each row of the first shuffle once, in "
    "parts of equal size."
)
ROC_RELIABLE_HEADINGS = ("Model", "Rows", "Mean score", "Share that is positive")

# --- Histograms ------------------------------------------------------------------------------------------------------
HISTOGRAM_HEADINGS = ("Measure", "Of", "From", "To")
HISTOGRAM_MEANS = "Means of {folds} folds, {names}: {parts}."
HISTOGRAM_LINES = "Lines beside the AUC: {letters}; the first two are wide because they assume little."
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
