"""The fields of the wizard: label, what each is, and where that comes from; the text of the Why pane."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """`key` is the dotted field of the study; `note` is what it is, in the words of the person."""

    key: str
    title: str
    note: str
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
        "Each column is either what the models shall predict, an input, something that keeps rows together, the order "
        "in time, or left out. Several columns of numbers may be predicted together; they are judged together first.",
        f"{REICH}, section 5.2",
    ),
    Field(
        "row_meaning",
        "What does one &row stand for?",
        "Used in every sentence of the verdict, such as “per 100 windows”, and printed in the report.",
        f"{REFORMS}, 3b",
    ),
    Field(
        "use",
        "&Where will the model be used?",
        "The verdict holds for cases like those in the table. The reader of the report needs to know which those are.",
        f"{REFORMS}, 1a",
    ),
    Field(
        "question.kind",
        "&Kind of question",
        "How good each model is comes first; then what you would do with the answer decides how it is worded.",
        f"{REICH}, section 5",
    ),
    Field(
        "question.measure",
        "&Main measure",
        "The one number that decides. It is fixed by the lock; others are shown beside it.",
        f"{ASLAN}, section II",
    ),
    Field(
        "question.cost_ratio",
        "What a &miss costs",
        "Cost is counted in false alarms. The ratio sets the threshold above which a case is called positive: "
        "1 ÷ (1 + ratio).",
        f"{ASLAN}, section II.B",
    ),
    Field(
        "question.cross_check",
        "&Cross-check",
        "A second measure that does not decide. If it disagrees with the main one, the verdict page says so.",
        f"{ASLAN}, section IV.B",
    ),
    Field(
        "question.margin",
        "&Smallest gap that matters",
        "Below this gap you would not change model. It separates “the same for your purpose” from “can't tell”. "
        "Engineering relevance decides it, not the computer.",
        f"{REICH}, section 5.3 (6)",
    ),
    Field(
        "question.good_enough",
        "&Good enough (optional)",
        "A limit the chosen model has to meet. It gives a second answer: meets, misses, or can't tell.",
        f"{REICH}, section 5",
    ),
    Field(
        "question.tie_break",
        "If we can't &tell them apart, prefer",
        "Fixed before the lock, so that “can't tell” still ends in something to do.",
    ),
    Field(
        "candidates",
        "Models that take part",
        "Each candidate is compared with the reference. Every further one makes every claim harder.",
        f"{SALZBERG}, section 3",
    ),
    Field(
        "reference",
        "Compared &with",
        "What you use now, or else the simple model. One reference keeps the number of comparisons small.",
        f"{SALZBERG}, section 3.5 (1)",
    ),
    Field(
        "settings",
        "Settings",
        "Standard values, or chosen on a part of each training set, or your own. Tuning inside a training set is "
        "free of charge, because no test fold is used for it.",
        f"{SALZBERG}, section 3.3",
    ),
    Field(
        "scheme.kind",
        "&Way of splitting",
        "How training and test rows are made. Only repeated folds and repeated holdouts support a claim; the others "
        "describe.",
        f"{KOHAVI}, section 2",
    ),
    Field(
        "scheme.folds",
        "&Folds",
        "The rows are cut into this many parts. Each part is the sealed test part once, the rest trains.",
        f"{KOHAVI}, section 5; {SALZBERG}, section 3.5 (3)",
    ),
    Field(
        "scheme.stratified",
        "Same &mix",
        "Every fold gets about the same share of each answer as the whole table.",
        f"{KOHAVI}, section 5",
    ),
    Field(
        "scheme.grouped",
        "&Keep whole",
        "Rows that belong together are never split between training and test. The column is chosen on the Data page.",
        "Kapoor & Narayanan 2023",
    ),
    Field(
        "scheme.repeats",
        "Sh&uffles",
        "How often the rows are shuffled anew. With a single shuffle one in ten conclusions was wrong. While the "
        "answer is borderline further shuffles are added, never more than the second number.",
        f"{BRADFORD}, section 4; {REICH}, section 5.1",
    ),
    Field(
        "extra",
        "E&xtra estimates",
        "Other ways of estimating how good each model is, worked out beside the plan and shown in Explore and the "
        "report. They decide nothing; where they stray from the order they should have, it is worth a look.",
        f"{REICH}, section 5.1 and figure 2",
    ),
    Field(
        "scheme.share",
        "Part used for tr&aining",
        "The rest is set aside for testing; two thirds for training is usual.",
        f"{KOHAVI}, section 2.1",
    ),
    Field(
        "scheme.samples",
        "Sa&mples",
        "How many bootstrap samples are drawn.",
        f"{KOHAVI}, section 2.3",
    ),
    Field(
        "tuning.kind",
        "&Tuning inside training",
        "Settings are chosen inside each training set T: T1 trains, T2 chooses, then the choice is trained on all of T "
        "and meets the sealed test part once.",
        f"{SALZBERG}, section 3.5 (4)",
    ),
    Field(
        "vault",
        "&Vault",
        "A third of the rows is set aside before anything looks at their answers, and opened once, after the verdict. "
        "It is always the same third of a table; rows that belong together stay together.",
        f"{REICH}, section 2.2.2",
    ),
    Field(
        "seed",
        "S&eed",
        "The number that fixes all shuffles: the same study with the same seed gives the same result.",
    ),
    Field(
        "looks",
        "Looks elsewhere",
        "Results of other tools on these rows that you have already seen. They count, because choosing after looking "
        "is easy to mistake for finding.",
        f"{SALZBERG}, section 3",
    ),
    Field(
        "answers",
        "Two statements",
        "They are printed in the report word for word. “Not true” is allowed; the verdict then says what follows.",
    ),
)


def field_of(key: str) -> Field:
    return next(row for row in FIELDS if row.key == key)
