"""The string table, Verdict: tags, strip and cards around the computed sentences."""

TITLE = "Verdict"
INSTRUCTION = "The answer"
TAGS = {
    "settled": "✔ Settled",
    "same for your purpose": "≈ Same for your purpose",
    "not settled": "◇ Not settled",
    "blocked": "■ Blocked",
}
MODIFIERS = {
    "depends on the shuffle": "⚠ Depends on the shuffle",
    "measures disagree": "⇄ Measures disagree",
    "exploratory": "○ Exploratory",
}
DO = "<b>What to do:</b> {action}"
STRIP = "The gap between the two models"
CARDS = {
    "how-good": "How good will it be?",
    "shuffle": "Did the answer depend on the shuffle?",
    "agree": "Do the measures agree?",
}
MORE_CARDS = {"candidates": "Which of them?", "good-enough": "Is it good enough?"}
NO_CHECK = "There was no second measure to compare with."
CLEAR = "clear for {name}"
FURTHER = "Further candidates and outputs"
CAUTIONS = "<b>To keep in mind:</b> {text}"
PLAN = "Locked plan, fingerprint {hash}"
COPY = "&Copy sentence"
COPIED = "Headline, body and study stamp are on the clipboard."
EXPLORE = "E&xplore"
OFFERS = {
    "errors": "What the errors have in common",
    "roc": "At which cost ratio the winner changes",
    "shuffles": "What each shuffle says",
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
IS_KNOWN = "A new study from this one, in which it is known in time: lock it again to have a verdict."
IS_LEFT_OUT = "A new study from this one, without it: lock it again to have a verdict."
WITHOUT_IT = "Train without &it"
WITHOUT_IT_TIP = "Trains both models again on the same shuffles without what may contain the answer."
WITHOUT_IT_COSTS = "What is left without it is not known yet: that takes {count:,} trainings and counts as a look."
COSTS_ASKED = "A new study from this one: say what a miss costs against a false alarm, then lock it again."
REPORT = "&Write report…"
WHY = (
    "One range of the gap and the smallest gap you said matters decide tag, sentence and picture together, so they "
    "cannot contradict each other."
)
WHY_REASON = "The range allows for training sets that share rows and for every comparison on this data."
SOURCE = "Nadeau & Bengio 2003; Bouckaert & Frank 2004; Salzberg 1997"
EXPLAIN = "E&xplain these numbers"
EXPLAIN_TIP = "Click or press Enter: how these numbers were computed."
EXPLAIN_TITLE = "Where these numbers come from"
EXPLAIN_NONE = "There is no number in this text."
EXPLAIN_FORMULA = "In words:"
EXPLAIN_FROM = "From:"
EXPLAIN_TAB = "See it in Explore: {tab}"
EXPLAIN_STEP = "Go to {step}"
EXPLAIN_HELP = "More in the help"
COPY_TEXT = "&Copy this text"
