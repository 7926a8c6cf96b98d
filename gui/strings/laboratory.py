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
CLASSES = "classes"
NEEDS = {
    "classes": CLASSES,
    "two-classes": TWO_CLASSES,
    "numbers": "numbers",
    "several-outputs": SEVERAL_OUTPUTS,
}
NEEDED = {
    "any": "",
    "classes": "Needs classes.",
    "two-classes": "Needs two classes.",
    "numbers": "Needs numbers.",
    "two-models": "Needs two models.",
    "folds": "Needs cross-validation.",
    "no-time": "Needs rows without a time order.",
    "several-outputs": "Needs several outputs.",
    "trained": "Needs models that are trained here.",
}
NEEDS_TWO_CLASSES = "Needs two classes."
NEEDS_OUTPUTS = "Needs several outputs."
NEEDS_TWO_MODELS = "Needs two models."
MANY_ROWS = "200 rows or 24 groups"
TITLES = {
    "estimators": "Estimates side by side",
    "kohavi": "Holdout, cross-validation or bootstrap?",
    "gallery": "When good methods fail",
    "selection": "Which estimate chooses the better model?",
    "memorizer": "A memorizer added to any classifier",
    "bootstrap-spread": "How sure is an estimate? The bootstrap",
    "bias-variance": "Bias, variance and noise",
    "stability": "Rows whose prediction changes",
    "errors": "Errors, row by row",
    "error-signs": "Positive and negative errors apart",
    "training-endings": "Failed and useless training runs",
    "auc-folds": "Errors and AUC, fold by fold",
    "histograms": "Two histograms with ranges of the AUC",
    "roc": "ROC curves of the folds",
    "agreement": "Right and wrong together",
    "gaps": "Differences, fold by fold",
    "many-halves": "Many sets of five times two halves",
    "anova": "Analysis of variance on separate folds",
    "curves": "Errors over folds and settings",
    "sizes": "Errors over the number of rows",
    "third": "One test third, thirty training sets",
    "shuffles": "How many repeats are enough?",
    "halves": "Five times two halves",
    "randomization": "What luck looks like",
    "outputs": "Several outputs at once",
    "manova": "MANOVA: several outputs and models",
    "many": "Many data sets",
    "wrong": "How often would this study be wrong?",
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
    "selection": "Kohavi 1995",
    "memorizer": "Kohavi 1995",
    "bootstrap-spread": "Reich & Barai 1999",
    "bias-variance": "Reich & Barai 1999",
    "stability": "Kohavi 1995",
    "errors": "Reich & Barai 1999",
    "error-signs": "Reich & Barai 1999",
    "training-endings": "Reich & Barai 1999",
    "auc-folds": "Aslan et al. 2009",
    "histograms": "Aslan et al. 2009",
    "roc": "Aslan et al. 2009",
    "agreement": "Salzberg 1997",
    "gaps": "Reich & Barai 1999",
    "many-halves": "Bradford & Brodley 2001",
    "anova": "Salzberg 1997",
    "curves": "Reich & Barai 1999",
    "sizes": "Cortes et al. 1994",
    "third": "Aslan et al. 2009",
    "shuffles": "Bradford & Brodley 2001",
    "halves": "Dietterich 1998",
    "randomization": "Salzberg 1997",
    "outputs": "Reich & Barai 1999",
    "manova": "Reich & Barai 1999",
    "many": "Demšar 2006",
    "sensitivity": "Reich & Barai 1999",
    "parameters": "Reich & Barai 1999",
    "tuning": "Salzberg 1997",
}
LINES = {
    "estimators": "The same error estimated in every way of the papers, from the training rows to repeated folds.",
    "kohavi": "Each method repeated many times: how far it is off, and how much it scatters.",
    "gallery": "Made-up data on which a usual method is wrong, and why.",
    "selection": "How often each estimate names the better of two models; the truth comes from the other rows.",
    "memorizer": "The .632 bootstrap of your model, with and without a module that looks up its training rows.",
    "bootstrap-spread": "An estimate repeated on bootstrap samples: its spread, percentile and BCa range.",
    "bias-variance": "The squared error on generated data in its three parts; on your rows where replicates allow it.",
    "errors": "Where the errors lie, and the rows that err most.",
    "error-signs": "Too high and too low, or false alarms and misses. Nothing is trained.",
    "training-endings": "Runs that failed, and runs worse than a constant on their own rows. Nothing is trained.",
    "auc-folds": "The paired t over the folds of each repeat, on errors and on AUC. Nothing is trained.",
    "histograms": "Values of the folds back to back, with four ranges of the AUC.",
    "roc": "One curve per fold, the threshold that a cost sets, and whether scores are probabilities.",
    "agreement": "Rows that both, one or none of two models got right.",
    "gaps": "One dot per fold: how much better one model was on the same rows.",
    "many-halves": "Dietterich's 5 × 2 test again and again on the same rows: rank plot and averaged t.",
    "anova": "Every model is scored on folds of its own. Nothing is trained.",
    "curves": "The error of every model, with its range, over the number of folds or over a setting.",
    "sizes": "The error measured at several numbers of training rows: points for “More rows?”.",
    "stability": "Rows on which the prediction depends on the training rows.",
    "third": "Paired t on error and AUC, on the same test rows.",
    "shuffles": "One mark per repeat; more repeats are trained on request.",
    "halves": "Training sets of half the rows: five repeats into two halves.",
    "randomization": "The target is shuffled: how good a model looks where there is nothing to learn.",
    "outputs": "The differences of two outputs together.",
    "manova": "All outputs of all models at once: Pillai, Wilks and a corrected T². Nothing is trained.",
    "many": "Your models on several tables: mean ranks with the critical distance.",
    "wrong": "Studies on random halves of your rows: how many ranges miss what the whole table shows.",
    "sensitivity": "How the answer changes with the margin, the count of comparisons and the test.",
    "parameters": "How the estimate changes with folds, seeds and settings.",
    "tuning": "Which settings each training run chose.",
    "tests": "Every test this design supports, with its result. Only the first decides.",
    "log": "Every training run with its time, settings and ending, and the log of the study.",
}
