"""The string table, Plan: how the rows are shuffled into training and test."""

TITLE = "Plan"
INSTRUCTION = "How should the rows be shuffled into training and test?"
AT_MOST = "at most"
AT_MOST_NAME = "Shuffles at most, while the answer is borderline"
EXTRA = {
    "resubstitution": "on the training rows",
    "holdout": "one holdout",
    "repeated-holdout": "several holdouts",
    "leave-one-out": "leave-one-out",
    "bootstrap": ".632 bootstrap",
}
SHUFFLE = "shuffle"
SHUFFLES_MORE = " While the answer is borderline, up to {most} shuffles."
SHUFFLES = "{shuffles} × {folds} folds = {count} test folds, each scored once."
TOTAL = "{count:,} test sets, each scored once."
DRAWING = "One shuffle"
STRATIFIED = "same share of each answer"
STRATIFIED_NUMBERS = "same spread of the answer"
GROUPED = "each {name} stays together"
NO_GROUPS = "no such column on the Data page"
TUNING = {"holdout": "T1 / T2: a quarter chooses", "kfold": "Inner folds", "none": "No tuning"}
VAULT = "seal a third for a last test"
VAULT_SEALED = "{count:,} rows sealed until after the verdict"
VAULT_TOO_FEW = "too few rows or groups for one"
SEED_NEW = "New &seed"
TRAINING = "training (T)"
T1 = "T1 trains"
T2 = "T2 chooses settings"
TEST = "test, sealed"
UNUSED = "not used in this fold"
FOLD = "Fold {number}"
NOTHING_TRAINED = (
    "Nothing is trained here: the predictions were made elsewhere and stand in the table. Every row is compared once, "
    "as it is, so there is nothing to shuffle."
)
BY_GAPS = "The verdict comes from the gaps of all test folds together; its range allows for shared training rows."
BY_TEST_ROWS = "The verdict comes from the test rows, one by one."
DESCRIBES = "Planned like this, the study describes how good the models are. It will not name a winner."
CANNOT_DRAW = "This plan makes no folds: {reason}"
MORE_FOLDS = "and {folds} like these"
MORE_FOLD = "more fold"
BY_GROUP = "Each block is one {name}."
BY_ROWS = "Rows are shuffled first; each block stands for about {rows}."
ROW = "row"
BY_TIME = "Rows stand in their order of time, oldest left."
