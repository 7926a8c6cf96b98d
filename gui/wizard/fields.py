"""The fields of the wizard: label, help line, and what the popover tells about each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """`key` is the dotted field of the study.

    `help` stands below the field and has at most 75 characters; `note` is what the field is, in one or two sentences;
    `standard` is its name in the literature, with the formula where there is one.
    """

    key: str
    title: str
    help: str
    note: str
    standard: str = ""
    source: str = ""


SALZBERG = "Salzberg 1997"
REICH = "Reich & Barai 1999"
ASLAN = "Aslan and others 2009"
BRADFORD = "Bradford & Brodley 2001"
KOHAVI = "Kohavi 1995"
REFORMS = "REFORMS checklist"

FIELDS = (
    Field(
        "columns",
        "Columns and their roles",
        "",
        "Each column is the target, an input, a column that keeps rows together, the order in time, or ignored. "
        "Several columns of numbers may be predicted together.",
        source=f"{REICH}, section 5.2",
    ),
    Field(
        "row_meaning",
        "One &row is",
        "Used in every sentence of the result.",
        "What one row stands for, such as “one vibration window”. Results count in it: “per 100 windows”.",
        source=f"{REFORMS}, 3b",
    ),
    Field(
        "use",
        "The model will be &used on",
        "Optional. We then say whether these rows fit.",
        "The result holds for rows like those in the table. A reader of the report needs to know where the model "
        "will be used.",
        source=f"{REFORMS}, 1a",
    ),
    Field(
        "question.kind",
        "&Kind of question",
        "The result page will answer exactly this question.",
        "What you would do with the answer decides which question is asked. The result page answers it in one word.",
        "Better: superiority. Replace: non-inferiority. Same: equivalence.",
        f"{REICH}, section 5",
    ),
    Field(
        "question.measure",
        "&Decided by",
        "The one number that decides.",
        "The one number that decides. It is fixed by the lock; the others are reported beside it and decide nothing.",
        source=f"{ASLAN}, section II",
    ),
    Field(
        "question.cost_ratio",
        "&Class to find",
        "Costs are used when “Cost per 100” decides.",
        "The class you look for, and what missing it costs. Cost is counted in false alarms. The ratio sets the score "
        "above which a row is called positive.",
        "Threshold = 1 ÷ (1 + ratio).",
        f"{ASLAN}, section II.B",
    ),
    Field(
        "question.tolerance",
        "&Tolerance ±",
        "From your drawing or specification.",
        "A prediction within this distance of the actual value counts as good. “Too high costs” says how many times as "
        "much a prediction above the actual value costs as one below it.",
        "Share of rows with |actual − predicted| ≤ tolerance.",
    ),
    Field(
        "question.cross_check",
        "&Also report",
        "For information. Only the measure above decides.",
        "Another measure that is reported beside the one that decides. If it disagrees, the result page says so.",
        source=f"{ASLAN}, section IV.B",
    ),
    Field(
        "question.margin",
        "&Smallest difference that matters",
        "Smaller differences will be called “Same”.",
        "Below this difference you would not switch models. Engineering relevance decides it, not the computer.",
        "Equivalence margin δ.",
        f"{REICH}, section 5.3 (6)",
    ),
    Field(
        "question.good_enough",
        "&Limit to meet",
        "Optional. Adds “good enough?” for every model.",
        "A value of the deciding measure that a model has to reach. A model is good enough if its whole 95 % range "
        "does.",
        source=f"{REICH}, section 5",
    ),
    Field(
        "question.tie_break",
        "If the answer is &unclear",
        "Fixed now, so that an unclear answer still ends in a decision.",
        "Which model to use if these rows cannot decide. It is fixed before the lock, so that nobody chooses after "
        "seeing the result.",
    ),
    Field(
        "candidates",
        "Models",
        "",
        "Each model you add makes a clear answer harder to reach, because it adds a comparison. Two to five good ones "
        "beat a long list.",
        "Bonferroni: each comparison is tested at 0.05 ÷ comparisons.",
        f"{SALZBERG}, section 3",
    ),
    Field(
        "baseline",
        "The &baseline is",
        "All other models are compared with the baseline.",
        "The model the others are compared with: what you use now, or the simple model only for comparison. One "
        "baseline keeps the number of comparisons small.",
        source=f"{SALZBERG}, section 3.5 (1)",
    ),
    Field(
        "settings",
        "Settings",
        "",
        "Standard: the values that usually work. Tuned: several combinations are tried inside each training set, and "
        "no test fold is used for it. Fixed: your own values.",
        "Hyperparameters; nested tuning.",
        f"{SALZBERG}, section 3.3",
    ),
    Field(
        "scheme.kind",
        "&Way of splitting",
        "Only repeated folds and repeated test sets support a comparison.",
        "How training and test rows are made. Only repeated folds and repeated test sets support a comparison; the "
        "others describe.",
        source=f"{KOHAVI}, section 2",
    ),
    Field(
        "scheme.folds",
        "&Folds (k)",
        "10 is usual. More folds train on more rows.",
        "The rows are cut into k parts. Each part is the test set once, and the rest trains.",
        "k-fold cross-validation.",
        f"{KOHAVI}, section 5; {SALZBERG}, section 3.5 (3)",
    ),
    Field(
        "scheme.stratified",
        "Class &shares",
        "Every fold gets the class shares of the whole table.",
        "Every fold gets about the same share of each class as the whole table; for numbers, similar values.",
        "Stratified cross-validation.",
        f"{KOHAVI}, section 5",
    ),
    Field(
        "scheme.grouped",
        "&Keep together",
        "Rows of one group are never split between training and test.",
        "Rows that belong together are never split between training and test. The column is chosen on the Data page.",
        "Grouped cross-validation.",
        "Kapoor & Narayanan 2023",
    ),
    Field(
        "scheme.repeats",
        "Re&peats",
        "One repeat alone can favor a model by chance.",
        "How often the rows are split into folds anew. If you allow more, they are added once, after all planned "
        "repeats, while the answer is borderline.",
        "Repeated k-fold cross-validation.",
        f"{BRADFORD}, section 4; {REICH}, section 5.1",
    ),
    Field(
        "extra",
        "E&xtra estimates",
        "",
        "Other ways of estimating how good each model is. They are shown in the Laboratory and the report, and decide "
        "nothing.",
        source=f"{REICH}, section 5.1 and figure 2",
    ),
    Field(
        "importance",
        "Which &inputs matter",
        "How much the error rises without each input, and what each input does.",
        "After the answer the fold models of the models that matter are trained once more and asked what their inputs "
        "do. The answer does not change, and it can also be asked later.",
    ),
    Field(
        "scheme.share",
        "Rows for tr&aining",
        "Two thirds for training is usual.",
        "The rest is set aside for testing; two thirds for training is usual.",
        "Holdout.",
        f"{KOHAVI}, section 2.1",
    ),
    Field(
        "scheme.samples",
        "Sa&mples",
        "How many bootstrap samples are drawn.",
        "How many bootstrap samples are drawn.",
        ".632+ bootstrap.",
        f"{KOHAVI}, section 2.3",
    ),
    Field(
        "tuning.kind",
        "&Tuning split",
        "Inside each training set; the test fold is never used for tuning.",
        "Settings are chosen inside each training set T: T1 trains, T2 chooses, then the choice is trained on all of T "
        "and tested once.",
        "Nested validation.",
        f"{SALZBERG}, section 3.5 (4)",
    ),
    Field(
        "tuning.share",
        "T2, of each training &set",
        "How much of each training set chooses the settings, from 10 to 50 %.",
        "With the tuning split T1 + T2, settings are trained on T1 and chosen on T2; then the choice is trained on all "
        "of the training set. A larger T2 chooses more surely, a smaller one leaves more rows to T1.",
        "Nested validation.",
        f"{SALZBERG}, section 3.5 (4)",
    ),
    Field(
        "final_test",
        "F&inal test rows",
        "Optional: keep rows aside for one last test after the answer.",
        "Rows set aside before any result is seen, and used once, after the result. They are always the same rows of a "
        "table; rows of one group stay together.",
        "Holdout.",
        f"{REICH}, section 2.2.2",
    ),
    Field(
        "seed",
        "S&eed",
        "The same seed gives the same folds.",
        "The number that fixes all random choices: the same study with the same seed gives the same result.",
    ),
    Field(
        "earlier_comparisons",
        "Results of &other tools you have seen on these rows",
        "",
        "Comparisons made elsewhere on these rows count, because choosing after seeing results is easy to mistake for "
        "finding.",
        source=f"{SALZBERG}, section 3",
    ),
    Field(
        "answers",
        "Two statements",
        "",
        "They are printed in the report. “Not true” is allowed; the answer is then marked exploratory.",
    ),
)


def field_of(key: str) -> Field:
    return next(row for row in FIELDS if row.key == key)
