"""The string table, Laboratory: the papers' own procedures, to try and to learn from."""

TITLE = "Laboratory"
LEAD = "The procedures of the papers, to try and to learn from. Starting one counts as a look at the data."
LIST = "Exhibits"
GROUPS = {"estimates": "Estimates", "comparisons": "Comparisons", "what-if": "What if"}
TAG = "does not change any answer"
STUDY, MODEL, OUTPUT = "Study", "Model", "Output"
OPEN_STUDY = "Open a study…"
NO_STUDY = "Open a study that has a result: the exhibits work with its rows and models."
OPENING = "Opening {name} …"
UNFINISHED = "{name} has no result yet. Choose another study, or let its run end first."
COPY = "Copy numbers"
SAVE = "Save picture…"
NOTHING = "Nothing to copy yet."
SEE, MEANS = "What you see", "What it means"
ANY, TWO_CLASSES, SEVERAL_OUTPUTS, TOY, SEVERAL_FILES = (
    "any study",
    "two classes",
    "several outputs",
    "toy data",
    "several data sets",
)
NEEDS_TWO_CLASSES = "Needs two classes."
NEEDS_OUTPUTS = "Needs several outputs."
NEEDS_TWO_MODELS = "Needs two models."
TITLES = {
    "estimators": "Seven estimates side by side",
    "kohavi": "Holdout, cross-validation or bootstrap?",
    "gallery": "When good methods fail",
    "stability": "Rows whose prediction changes",
    "histograms": "Folds, and ranges of the AUC",
    "third": "One test third, thirty training sets",
    "shuffles": "How many repeats are enough?",
    "halves": "Five times two halves",
    "randomization": "What luck looks like",
    "outputs": "Several outputs at once",
    "many": "Many data sets",
    "sensitivity": "Other margins, counts and tests",
    "parameters": "Other folds, seeds and settings",
    "tuning": "How settings were chosen",
    "tests": "All tests on one page",
    "log": "All training runs",
}
PAPERS = {
    "estimators": "Reich & Barai 1999",
    "kohavi": "Kohavi 1995",
    "gallery": "Kohavi 1995",
    "stability": "Kohavi 1995",
    "histograms": "Aslan et al. 2009",
    "third": "Aslan et al. 2009",
    "shuffles": "Bradford & Brodley 2001",
    "halves": "Dietterich 1998",
    "randomization": "Salzberg 1997",
    "outputs": "Reich & Barai 1999",
    "many": "Demšar 2006",
    "sensitivity": "Reich & Barai 1999",
    "parameters": "Reich & Barai 1999",
    "tuning": "Salzberg 1997",
}
LINES = {
    "estimators": "The same error estimated in seven ways, from the training rows to repeated folds.",
    "kohavi": "Each method repeated many times: how far it is off, and how much it scatters.",
    "gallery": "Made-up data on which a usual method is wrong, and why.",
    "stability": "Rows on which the prediction depends on the training rows.",
    "histograms": "One value per fold for error and AUC, with four ways to a range of the AUC.",
    "third": "Paired t on error and AUC, on the same test rows.",
    "shuffles": "One mark per repeat; more repeats are trained on request.",
    "halves": "Training sets of half the rows: five repeats into two halves.",
    "randomization": "The target is shuffled: how good a model looks where there is nothing to learn.",
    "outputs": "The differences of two outputs together.",
    "many": "Your models on several tables: mean ranks with the critical distance.",
    "sensitivity": "How the answer changes with the margin, the count of comparisons and the test.",
    "parameters": "How the estimate changes with folds, seeds and settings.",
    "tuning": "Which settings each training run chose.",
    "tests": "Every test this design supports, with its result. Only the first decides.",
    "log": "Every training run with its time, settings and ending, and the log of the study.",
}
