"""The string table, Plan: how the rows are split into training and test."""

TITLE = "Plan"
INSTRUCTION = "How should the rows be split into training and test?"
LEAD = "The defaults follow the recommended procedure. Change them only if you have a reason."
FOLDS_AFTER = "each row is tested once per repeat"
REPEATS_AFTER = "more, if borderline, up to"
AT_MOST_NAME = "Repeats at most, if the answer is borderline after all planned ones"
STRATIFIED = "the same in every fold (stratified)"
STRATIFIED_NUMBERS = "similar values in every fold"
GROUPED = "all rows of one {name}"
NO_GROUPS = "No column is set to keep together."
NO_GROUPS_HELP = "Set it on the page Data: role “Keep together”."
TUNING = {
    "holdout": "75 % train, 25 % tune (T1 / T2)",
    "kfold": "5 inner folds",
    "none": "no tuning",
}
TUNING_UNUSED = "No model is tuned: set one to “Tuned” on the page Models."
FINAL_TEST_NONE = "none: use all {count:,} rows"
FINAL_TEST_THIRD = "1/3: keep {count:,} rows aside"
FINAL_TEST_TOO_FEW = "Too few rows or groups for a last test."
NOT_IN_THIS_WAY = "Not used by this way of splitting (Advanced)."
ADVANCED = "Advanced…"
ADVANCED_TITLE = "How should the rows be split, in detail?"
ADVANCED_LINE = "seed {seed} · {way} · {extra} · {reasons}"
REASONS_ON, REASONS_OFF = "which inputs matter: on", "which inputs matter: off"
REASONS = "compute it after the answer"
REASONS_COST = "Up to {runs:,} more training runs after the answer{time}; they never delay it and can be stopped."
REASONS_TIME = ", about {time} on one processor"
REASONS_IMPOSSIBLE = "Needs at least 10 folds in all."
GROUPS = "Inputs measured together…"
GROUPS_TITLE = "Inputs measured together"
GROUPS_HEADINGS = ("Input", "Group")
GROUPS_NOTE = (
    "Inputs of one group are replaced together, because a model can use one in place of the other. Suggested: those "
    "whose ranks agree by more than 0.9. Give inputs the same number to join them."
)
GROUP_OF = "Group of {name}"
ALONE = "alone"
GROUPS_NONE = "every input by itself"
EXTRA_NONE = "no extra estimates"
EXTRA_SOME = "{count} extra estimates"
EXTRA_ONE = "1 extra estimate"
BACK_TO_SUGGESTED = "Back to suggested"
CLOSE = "Done"
EXTRA = {
    "resubstitution": "on the training rows",
    "holdout": "one test set",
    "repeated-holdout": "several test sets",
    "leave-one-out": "leave-one-out",
    "bootstrap": ".632 bootstrap",
}
DRAWING = "One repeat"
TEST_FOLDS, TRAINING_RUNS, TIME = "Test folds", "Training runs", "Time"
FOLDS_SUM = "{folds} × {repeats} = {count}"
CHECK_NOTE = "After the folds an extra check trains on half of the rows. It is included in the time."
TRAINING = "trains"
T1 = "trains"
T2 = "tunes settings"
TEST = "tests"
UNUSED = "not used in this fold"
FOLD = "Fold {number}"
NOTHING_TRAINED = (
    "Nothing is trained here: the predictions were made elsewhere and stand in the table. Every row is compared once, "
    "as it is."
)
DESCRIBES = "Planned like this, the study describes how good the models are. It will not compare them."
BY_TEST_ROWS = "The answer comes from the test rows, one by one."
CANNOT_DRAW = "This plan makes no folds: {reason}"
MORE_FOLDS = "and {folds} like these"
MORE_FOLD = "more fold"
BY_GROUP = "each block is one {name}"
BY_ROWS = "each block is about {rows}"
ROW = "row"
BY_TIME = "in order of time, oldest left"
SEED_NEW = "New seed"
