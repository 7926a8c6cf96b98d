"""The string table, Verdict: tags, strip and cards around the computed sentences."""

TITLE = "Result"
INSTRUCTION = "The answer"
TAGS = {
    "yes": "✓ Yes",
    "no": "✕ No",
    "same": "≈ Same",
    "unclear": "? Unclear",
    "blocked": "⊘ Blocked",
}
DO = "<b>What to do:</b> {action}"
STRIP = "The difference between the two models"
CARDS = {
    "expected": "Expected performance",
    "repeats": "Do the repeats agree?",
    "second-measure": "Do the measures agree?",
}
MORE_CARDS = {"models": "Which of them?"}
NO_CHECK = "There was no second measure to compare with."
CLEAR = "clear for {name}"
FURTHER = "Further models and outputs"
CAUTIONS = "<b>To keep in mind:</b> {text}"
PLAN = "Locked plan, fingerprint {hash}"
COPY = "&Copy sentence"
COPIED = "Headline, body and study stamp are on the clipboard."
EXPLORE = "E&xplore"
OFFERS = {
    "errors": "What the errors have in common",
    "roc": "At which cost ratio the winner changes",
    "shuffles": "What each repeat shows",
    "rows": "Plan more data",
    "costs": "Set costs in a new study",
    "messages": "Show the message",
    "settings": "Try with other settings as a new study",
    "decide": "Decide it in a new study",
    "known": "It is known",
    "leave-out": "Leave it out",
}
NEW_STUDY = "A new study from this one: change the settings of the models here, then lock it again."
DECIDE = "A new study from this one: answer the question that was left open, then lock it again."
IS_KNOWN = "A new study from this one, in which it is known in time: lock it again to have an answer."
IS_LEFT_OUT = "A new study from this one, without it: lock it again to have an answer."
WITHOUT_IT = "Train without &it"
WITHOUT_IT_TIP = "Trains both models again on the same repeats without what may reveal the target."
WITHOUT_IT_COSTS = "What is left without it is not known yet: that takes {count:,} trainings and counts as a look."
COSTS_ASKED = "A new study from this one: say what a miss costs against a false alarm, then lock it again."
REPORT = "&Write report…"
WHY = (
    "One range of the difference and the smallest difference that matters decide answer, sentence and picture "
    "together, so they cannot contradict each other."
)
WHY_REASON = (
    "The range allows for overlapping training sets, for which rows were drawn, and for every comparison on this data."
)
SOURCE = "Nadeau & Bengio 2003; Bouckaert & Frank 2004; Salzberg 1997"
EXPLAIN = "E&xplain these numbers"
EXPLAIN_TIP = "Click or press Enter: how these numbers were computed."
EXPLAIN_TITLE = "Where these numbers come from"
EXPLAIN_NONE = "There is no number in this text."
EXPLAIN_FORMULA = "In words:"
EXPLAIN_FROM = "From:"
EXPLAIN_TAB = "See the plot: {tab}"
EXPLAIN_TABS = {
    "gaps": "Compare › Repeats",
    "shuffles": "Compare › Repeats",
    "histograms": "Compare › Histograms",
    "tests": "Compare › All measures",
    "agreement": "Compare › Agreement",
    "roc": "Curves › ROC",
    "errors": "Errors",
}
EXPLAIN_STEP = "Go to {step}"
EXPLAIN_HELP = "More in the help"
COPY_TEXT = "&Copy this text"
