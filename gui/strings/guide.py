"""The string table, the tour: one popover per page of the sample “Bearing faults”."""

NEXT = "&Next"
LOCK = "&Lock and run"
DONE = "&Done"
SKIP = "S&kip the tour"
COUNT = "{place} of {count}"
STOPS = (
    (
        "data",
        "Which column should be predicted?",
        "768 windows of vibration from 64 machines. The target is “fault”; the columns and their roles were suggested. "
        "Windows of one machine are kept together, because the model will meet machines it has never seen.",
    ),
    (
        "question",
        "What do you want to know?",
        "The result answers exactly this question. The smallest difference that matters decides what counts as “Same”.",
    ),
    (
        "candidates",
        "Which models, and with what?",
        "A simple model and a forest. The baseline is what the others are compared with; a constant guess always takes "
        "part.",
    ),
    (
        "plan",
        "How are the rows split?",
        "Every machine is in one fold only. Each fold is the test set once, and the whole split is repeated.",
    ),
    (
        "review",
        "Check the plan",
        "After the lock nothing can be changed, so that nobody can choose the plan that gives the nicer answer. "
        "Lock it now; the run takes a minute or two.",
    ),
    (
        "run",
        "Watch, do not judge",
        "Both histograms show the folds that both models have finished. The answer uses the differences fold by fold "
        "and appears when everything is done.",
    ),
    (
        "verdict",
        "The answer",
        "The banner answers the question. The table has every model with its 95 % range; the selected row drives the "
        "plot. “Checks” lists what could make the answer worthless.",
    ),
    (
        "report",
        "Write it down",
        "Two pages for the person who decides, or all methods and checks for the person who verifies.",
    ),
)
"""Page, heading and text of each stop, in their order."""
