"""The string table, Question: what is asked, by which measure, and which answers there can be."""

TITLE = "Question"
INSTRUCTION = "What do you want to know?"
LEAD = "The result page will answer exactly this question."
KINDS = {
    "better": ("Better than what we use now?", "You have a model or rule in use."),
    "which": ("Which of these should we use?", "Nothing is in use yet."),
    "good-enough": ("Is it good enough?", "You have a limit that must be met."),
    "replace": ("May we replace it?", "By a simpler one that is not worse."),
}
YOUR_QUESTION = "Your question"
ANSWERS = "The answers you can get"
NOT_USED = "Not an answer to this question."
UNCLEAR = "These rows cannot decide. The rule then says: {rule}."
BLOCKED = "A problem in the data makes any answer worthless. We say which."
ANSWER_TEXTS = {
    "better": {
        "yes": "A model is better. We say by how much and what to do.",
        "no": "No model gains the {margin} you need. Keep what you use.",
        "same": "Whatever the difference is, it is smaller than {margin}.",
    },
    "which": {
        "yes": "One model is the best choice. We say by how much.",
        "no": "Said of each model that is behind by more than {margin}.",
        "same": "All models differ by less than {margin}.",
    },
    "good-enough": {
        "yes": "A model meets the limit with its whole 95 % range.",
        "no": "No model meets the limit. We say by how much it is missed.",
        "same": NOT_USED,
    },
    "replace": {
        "yes": "The other model is not worse by {margin} or more.",
        "no": "The other model is worse by more than {margin}. Keep what you use.",
        "same": NOT_USED,
    },
}
COST_BEFORE = "one miss costs"
COST_AFTER = "false alarms"
COST_RATIO = "What one miss costs, in false alarms"
THRESHOLD = "Call it “{positive}” above a score of {threshold:.1f} %."
COST_UNUSED = "Costs are used when “Cost per 100” decides."
CLASS_ONLY_TWO = "Only with two classes."
TOO_HIGH = "too high costs"
TOO_HIGH_TIMES = "times as much"
TOO_HIGH_NAME = "What a prediction that is too high costs, in predictions that are too low"
TOLERANCE_NAME = "Largest distance from the actual value that still counts as good"
TOLERANCE_UNUSED = "Used when “Share within tolerance” or “Asymmetric error” decides."
NO_TOLERANCE = "none"
NO_MEASURE = "none"
NO_LIMIT = "none"
LIMITS_NEEDED = "Needed for this question: a limit for at least one output."
LIMIT_NEEDED = "Needed for this question: the value a model has to reach."
MARGIN = "Smallest difference that matters"
UNIT = "in"
UNIT_NAME = "Unit of the target, shown with every number"
LIMIT_NAME = "Limit to meet"
OF_OUTPUT = "{what}, {output}"
OUTPUTS = "What matters for each &output"
OUTPUT_HEADINGS = (
    ("Output", "What is predicted"),
    ("Unit", "Shown with every number of this output"),
    ("Matters from", MARGIN),
    ("Limit", "Optional. Adds “good enough?” for every model."),
)
MARGIN_ZERO = "With 0 the answer can never be “Same”."
MARGIN_YOURS = "Your value. Smaller differences will be called “Same”."
WORTH = "What is it worth?"
WORTH_TITLE = "What is the smallest difference worth in a year?"
WORTH_TEXT = "At {cost} per error and {parts} cases a year, {margin:g} per 100 is worth about {worth:,.0f} a year."
WORTH_COST = "One error costs"
WORTH_PARTS = "Cases a year"
WORTH_ONLY_ERRORS = "Only for the error rate."
TIES = {
    "incumbent": "keep what we use now",
    "simplest": "use the simplest",
    "fastest": "use the fastest",
}
