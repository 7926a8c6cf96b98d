"""The string table, Question: what would make the person change model."""

TITLE = "Question"
INSTRUCTION = "What would make you change model?"
KINDS = {
    "better": "Is any candidate better than what we use now?",
    "which": "Which of these should we use?",
    "good-enough": "Is this one good enough?",
    "replace": "May we replace it with a cheaper one?",
}
COST = "A missed <b>{positive}</b> costs"
COST_TIMES = "times a false alarm"
THRESHOLD = "Evenfold calls it <b>{positive}</b> above a chance of {threshold:.1f} %."
NO_CROSS_CHECK = "none"
MEASURES = {"auc": "Ranking (AUC)"}
"""Titles of measures whose name says nothing to most people."""
NO_LIMIT = "no limit stated"
ONE_LIMIT = "The same limit holds for every output."
PER_100 = " per 100"
ASSUMED = "Assumed until you confirm it."
ASSUMED_UNIT = "Assumed until you confirm it; in the unit of {name}."
ASSUMED_SEALED = "Assumed by Evenfold; the report says so."
CONFIRM = "Yes, this &is what matters"
WORTH = "What is it worth?"
WORTH_TEXT = "One error costs {cost}, {parts} a year: {margin:g} per 100 is about {worth:,.0f} a year."
WORTH_COST = "One error costs"
WORTH_PARTS = "Cases a year"
ORDER = "Order of preference"
TIES = {"incumbent": "What we use now", "simplest": "The simplest", "fastest": "The fastest"}
UP = "Move &up"
DOWN = "Move &down"
MARGIN = "Smallest gap that matters"
