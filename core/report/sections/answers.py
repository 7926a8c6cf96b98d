"""What was asked about the data and the study, in words: questions by the id of the warnings catalog, and answers."""

from collections.abc import Iterator

from core.domain.study import Study

QUESTIONS = {
    "PREP": "Was anything computed from the whole table before import (scaling, filling gaps, choosing columns)?",
    "GROUP": "Will the model be used on the same {what} it was trained on, or on new ones?",
    "TARGET": "Which column is to be predicted?",
    "LEAK": "Is {what} known before the moment the prediction is needed?",
    "ID": "{what} looks like a label of the row. Should the models see it?",
    "TIME": "The rows have an order in time. Will the model predict the future from the past?",
    "DUP": "Some rows are exact duplicates of others. Was the same case recorded more than once?",
    "NEAR-DUP": "Some rows are almost the same. Were they cut from one recording?",
    "STRAY": "Some cells of {what} did not fit the column. How were they read?",
    "CODE": "Does the value {what} stand for missing?",
    "SPELLING": "Some names of {what} differ only in how they are written. Are they the same?",
    "TOTAL": "The last row seems to sum up the others. Is it a case?",
    "MANY": "Many candidates make every claim harder. Are all of them wanted?",
    "AUC-FEW": "There are few cases of one class in each fold. Keep the folds as they are?",
    "RES": "The study may be too small to see the difference that matters. Run it anyway?",
    "EXCL": "Rows were left out after results had been seen. Why?",
    "ORDER": "Are the columns of predictions in the same order of rows?",
    "TRAINED-ON": "Were any of these rows used to train the models whose predictions are compared?",
    "WHO": "Who asked?",
    "LEDGER": "Why do earlier comparisons on rows like these not count?",
    "unseen": "“I have not seen results of these settings on these rows.”",
    "alone": "“Each row can be judged on its own, except those that are kept whole.”",
}
STAND_INS = {"GROUP": "machines, specimens or recordings", "LEAK": "every input", "ID": "A column", "STRAY": "a column"}
ANSWERS = {
    "keep": "keep it",
    "ignore": "no: left out of the inputs",
    "missing": "as missing",
    "different": "no: they differ",
    "measured": "no: it was measured",
    "known before": "yes: known before",
    "new ones": "on new ones",
    "seen": "on the ones it has seen",
    "separate": "no: separate cases",
    "run": "yes: run it",
}
STATEMENTS = ("unseen", "alone")
STATEMENT_ANSWERS = {"yes": "true", "no": "not true"}


def question_text(key: str) -> str:
    """The question behind an answer of the study; "LEAK:repair code" names the column it is about."""
    kind, _, what = key.partition(":")
    if kind not in QUESTIONS:
        return key
    return QUESTIONS[kind].format(what=f"“{what}”" if what else STAND_INS.get(kind, "the column"))


def answer_text(key: str, answer: str) -> str:
    kind = key.partition(":")[0]
    if kind in STATEMENTS:
        return STATEMENT_ANSWERS.get(answer, answer)
    return ANSWERS.get(answer, answer)


def open_questions(study: Study) -> Iterator[str]:
    """A sentence for every answer that leaves a doubt."""
    for key, answer in study.answers.items():
        if answer == "not sure":
            yield f"Not sure: {question_text(key)}"
    if study.answers.get("PREP") == "yes":
        yield "Something was computed from the whole table before import: figures may be too good."
    if study.answers.get("alone") == "no":
        yield "Rows depend on each other in ways that were not named: ranges may be too narrow."
