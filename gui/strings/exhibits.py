"""The string table, the tabs of Explore that compute: what they offer, say and explain."""

START = "Sta&rt"
AGAIN = "Sta&rt again"
NOT_KEPT = "This is shown until the study is closed, but could not be written to its file: {reason}"
CANCEL = "Ca&ncel"
PROGRESS = "Progress of this exhibit"
WORKING = "{done:,} of {total:,}{left}"
LEFT = " · left: {duration}"
CANCELLED = "Cancelled. Nothing was kept."
UNEXPECTED = "This broke off unexpectedly: the log says why. Nothing else is touched; starting again may help."
MODEL = "&Model"
MUCH = "&How much"
LOOK = "This trains models again, so it counts as a look at this data in the ledger."
COST = "{count}"
COST_TIME = ", {duration}"
COST_LOOK = "Counts as a look at the data."
LOGGED = "exploring: {what}"

# --- On this test third ----------------------------------------------------------------------------------------------
THIRD = "Errors and AUC of 30 training sets on one test third"
THIRD_INTRO = (
    "What would one fixed test set have said? One third of the rows is tested by models from 30 overlapping training "
    "sets, with a paired t on errors and on AUC (Aslan, Yıldız and Alpaydın's own procedure)."
)
THIRD_CAPTION = (
    "This asks whether retraining changes the order on these {rows} test rows. It does not say what happens on new "
    "rows: on simulated equal models it found a difference {low} to {high} times in 100."
)
THIRD_REDUCED = " Of more than two classes, the two most often confused are compared: {first} and {second}."
THIRD_FAILED = " {count} of 30 training sets are left out, because a training failed."
THIRD_HEADINGS = (
    "Training set",
    "Errors per 100: {first}",
    "Errors per 100: {second}",
    "AUC: {first}",
    "AUC: {second}",
)
THIRD_AXIS = "training sets"
THIRD_UNITS = {"error": "errors per 100 test rows", "auc": "AUC"}
THIRD_VIEW = "Sho&wn"
THIRD_VIEWS = {"histograms": "Histograms", "curves": "ROC curves"}
THIRD_CURVES = "ROC curves of 30 training sets on one test third"
THIRD_CURVES_CAPTION = (
    "One thin curve per training set; circles and triangles: threshold 0.5, as in Aslan et al. 2009, figures 2 to 5 "
    "(c). Where the bundles cross, neither model is better at every threshold. "
)
THIRD_VARIANT = "one test third, 30 training sets"
CASES_NAME = "Told apart by:"

# --- How often would this study be wrong? ---------------------------------------------------------------------------
WRONG = "Ranges of studies on halves of the rows"
WRONG_INTRO = (
    "30 smaller studies, each on a random half of your rows (whole groups) with the same plan: how many of their 95 % "
    "ranges miss the difference that the whole table shows for models trained on as many rows? Approximate."
)
WRONG_CAPTION = (
    "Approximate. The whole table shows {difference} for models trained on {rows:,} rows. Triangles: ranges that miss "
    "it. Halves are parts of this table, so fewer misses are to be expected than among studies of fresh rows. Many "
    "misses are a warning; few are no proof. The number is about studies of half your size."
)
WRONG_HEADINGS = ("Half", "Difference", "Low", "High", "Misses")
WRONG_HALF = "half {number}"
WRONG_AXIS = "{first} better by{unit}"
WRONG_YES, WRONG_NO = "yes", "no"
WRONG_VARIANT = "30 studies on halves of the rows"

# --- Estimators ------------------------------------------------------------------------------------------------------
LAB = "Error estimates and their ranges, in their usual order"
LAB_INTRO = (
    "How much does an estimate of the error depend on the way it is made? Every way, for one model on your data: on "
    "the training rows, by bootstrap, by cross-validation, leaving rows out, by holdout. Shuffles of the study are "
    "used again."
)
LAB_MUCH = {"quick": "Quick (20)", "usual": "Usual (50)", "much": "Much (200)"}
LAB_MUCH_TIP = "Bootstrap samples; Usual and Much also leave one row and five rows out"
LAB_CAPTION = "Gray line: usual order R ≤ .632 ≤ K ≤ H. Bars: two standard errors. ⚠ breaks the order beyond both."
LAB_EXPLAIN = " A deviation need not be a mistake; usual reasons stand in the table."
LAB_SMALL = "Within the standard errors (chance is enough): {pairs}."
LAB_PAIR = "{sooner} above {later}"
LAB_VIEW = "Sho&wn"
LAB_VIEWS = {"estimates": "Estimates", "iterations": "Iterations"}
LAB_ITERATIONS_CAPTION = (
    "Thin: least to most of the iterations. Thick: the interval of eq. 8, mean ± t × sd / √I. It is too narrow for new "
    "rows: iterations share their rows, so they are not independent (Reich & Barai 1999, section 2.1 and tables 2 to "
    "4). Only the bootstrap also shows what other rows would change."
)
LAB_ITERATIONS = "{name}, {measure} of {output}: {said}."
LAB_ITERATION = "{symbol} {least} to {most}, mean {mean}, sd {spread} ({count} iterations)"
LAB_FLAG = "⚠ {name}"

# --- Kohavi's study --------------------------------------------------------------------------------------------------
KOHAVI = "Bias and spread of estimates"
KOHAVI_INTRO = (
    "How far off is an estimate? Samples of a chosen size are drawn again and again, and the truth comes from the "
    "rows left over (Kohavi's study): how far each estimate is off on average, and how much it varies."
)
KOHAVI_DATA = "&Data"
KOHAVI_DATA_CHOICES = {"mine": "This study", "waveform": "Waveform generator"}
KOHAVI_SIZE = "Si&ze"
KOHAVI_DRAWS = {
    "10": "10 samples",
    "50": "50 samples",
    "50-1": "50 and leave one out",
    "500": "50, −2, −5, 500 for the truth",
}
KOHAVI_VIEWS = {"bias": "Bias", "spread": "Spread", "curve": "Learning curve"}
KOHAVI_VIEW = "Sho&wn"
KOHAVI_FOLDS = "folds"
KOHAVI_SAMPLES = "bootstrap samples"
KOHAVI_ROWS = "rows trained on"
KOHAVI_AXES = {"bias": "mean estimate", "spread": "spread"}
KOHAVI_KEYS = (("Cross-validation", "Stratified"), (".632", "e0, unseen rows only"))
KOHAVI_CAPTIONS = {
    "bias": "In {unit}. Gray band: the true value. Above it (bias +) is pessimistic, below it (bias −) optimistic.",
    "spread": "In {unit}. Standard deviation of one estimate over samples: how much luck one estimate has.",
    "curve": "Bars: two standard deviations over samples.",
}
KOHAVI_PLAIN = " Groups and time order are not heeded in this exhibit."

# --- Gallery ---------------------------------------------------------------------------------------------------------
GALLERY = "Estimated and true, right answers per 100"
GALLERY_INTRO = "Three estimates that go wrong although everything was done by the book. Choose one and start."
GALLERY_WHICH = "&Which"
GALLERY_AXIS = "right answers per 100"

# --- Randomization ---------------------------------------------------------------------------------------------------
RANDOM = "Values with answers dealt out by chance"
RANDOM_INTRO = (
    "Could chance alone do as well? Answers are dealt out by chance and everything is done again, tuning included: "
    "what is reached where there is nothing to learn, and how rarely that is as good as with the true answers."
)
RANDOM_TIMES = {"19": "19 times", "99": "99 times", "199": "199 times", "999": "999 times"}
RANDOM_CAPTION = (
    "Solid line: the true answers. Dashed line: always the same answer. p: if inputs said nothing about the answer, a "
    "value this good would appear with this probability."
)
RANDOM_GROUPS = " Answers belong to whole groups here, so groups changed answers, not rows."
RANDOM_AXIS = "times"

# --- Shuffles --------------------------------------------------------------------------------------------------------
SHUFFLES_VIEW = "Sho&wn"
SHUFFLES_AVERAGED = "{averaged} → p {p:.2g}"
SHUFFLES_VIEWS = {
    "rank": "Each shuffle",
    "paper": "Each shuffle, as p",
    "halves": "Five times two halves",
    "row": "Bradford's row",
    "counter": "Counter-example",
}
SHUFFLES_PAPER_AXIS = "p, one-sided"
SHUFFLES_PAPER_CAPTION = (
    "As in Bradford and Brodley's figures 1 to 5: the upper half is for {first}, 0.5 in the middle favors neither, "
    "one repeat is clear from 0.025 on. Gray curve: what a normal spread of t would look like."
)
SHUFFLES_MORE = "M&ore shuffles"
SHUFFLES_COUNTS = (20, 55, 100, 200, 550)
SHUFFLES_TO = "{count} in all"
SHUFFLES_ENOUGH_AFTER = " {after} of these {count} shuffles were enough."
SHUFFLES_NOT_ENOUGH = " {count} shuffles are not yet enough."
SHUFFLES_METER = "Enough shuffles?"
SHUFFLES_METER_TIP = "{words} Statistic {stat}, which has to pass {threshold} (Bradford and Brodley, section 4)."
SHUFFLES_MORE_TIP = "Trains the missing shuffles only. The verdict stays as it is; the ledger counts another look."
SHUFFLES_EXTENDED = (
    " {count} shuffles were added while exploring: the verdict stays what it was, and the ledger counts another look."
)
SHUFFLES_CANCELLED = "Cancelled. Trainings that were done are kept: another start goes on from there."
SHUFFLES_VARIANT = "{count} shuffles"
SHUFFLES_HALVES = "Gaps of five shuffles into halves"
SHUFFLES_HALVES_AXIS = "gap{unit}"
SHUFFLES_HALVES_NONE = (
    "The study has no halves: groups are too few, rows are in time order, or it is no cross-validation."
)
SHUFFLES_HALVES_HEADINGS = ("Shuffle", "First half tested", "Second half tested")
SHUFFLES_HALVES_CAPTION = (
    "Above 0: {first} better. Circles: the first half is tested; triangles: the second. Training sets are half of "
    "your data."
)
SHUFFLES_ROW_HEADINGS = ("Data", "Test", "{first}", "Not clear", "{second}", "Result")
SHUFFLES_ROW_RESULTS = {True: "Averaged t: {result}", False: "One test: {result}"}
SHUFFLES_ROW_CAPTION = (
    "As in Bradford and Brodley's table 3: how many repeats end in each conclusion, in brackets what the averaged t "
    "shows. Five repeats of two halves make one test; nothing is averaged there. Not clear does not mean equal."
)
SHUFFLES_COUNTER_HEADINGS = ("Way", "Statistic", "p", "Why")
SHUFFLES_COUNTER_CAPTION = (
    "Shuffles of the same rows are not separate experiments. With enough of them Fisher's and Wilcoxon's p become as "
    "small as you like, however small the gap; the averaged t does not."
)

# --- Many data sets --------------------------------------------------------------------------------------------------
MANY = "Mean ranks with the critical distance"
MANY_INTRO = (
    "Your models on several data sets: add tables, one file each. Every pair is compared on every data set; what is "
    "predicted is the column the Data page would suggest. It counts as a look at each of them."
)
MANY_ADD = "A&dd files…"
MANY_REMOVE = "Re&move"
MANY_FILES = "Data sets"
MANY_MEASURE = "M&easure"
MANY_SHUFFLES = "Sh&uffles"
MANY_SHUFFLE_CHOICES = {"1": "1", "5": "5", "10": "10", "55": "55, as Bradford"}
MANY_THIRD = "Also on a &test third"
MANY_THIRD_TIP = "Aslan's comparison too: 30 more trainings for every model and data set, for the table of four cases"
MANY_FILE = "{name} · {rows:,} rows · {target}"
MANY_TWICE = "The rows of {name} are on the list already."
MANY_OTHERS = "Other &files…"
MANY_READING = "Reading {name} …"
MANY_VIEW = "Sho&wn"
MANY_VIEWS = {
    "ranks": "Mean ranks",
    "overall": "Pairs over all sets",
    "sets": "Values",
    "pairs": "Pairs on every set",
    "cases": "Four cases",
    "groups": "Four groups",
    "conclusions": "One repeat or all",
}
MANY_ONE_REPEAT = "Choose several shuffles and start again: with one there is nothing to compare it with."
MANY_RANK_AXIS = "mean rank (1 is ahead on these data sets)"
MANY_RANKS_CAPTION = "Bars: half the critical distance to either side. Models over one gray line are not told apart. "
MANY_SETS_CAPTION = "One value per model and data set, {unit}. "
MANY_PAIRS_CAPTION = "p of the corrected t; Bonferroni, Sidak and Holm take all {count} comparisons as one family. "
MANY_CASES_CAPTION = "How many pairs end in each case; “On this test third” says what that does not mean. "
MANY_SET_HEADINGS = ("Data", "Rows")
MANY_RANK_HEADINGS = ("Model", "Mean rank", "From", "To")
MANY_CASE_HEADINGS = ("Told apart by", "Pairs", "What it says")
MANY_NO_CASES = "Tick “Also on a test third” and start again to count the four cases."
MANY_TITLE = "Many data sets"
MANY_CHOOSE = (
    "Tick the models to compare. The first file stays; what is predicted in it decides which models there are."
)
MANY_MODELS = "Models"
MANY_OPEN_TITLE = "Add data sets"
MANY_OPEN_FILTER = "Tables (*.csv *.tsv *.txt *.xlsx *.xlsm *.xls *.zip *.arff *.tab *.parquet);;All files (*)"
