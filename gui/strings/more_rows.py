"""The string table, planning more data after a result that left the difference open."""

TITLE = "Plan more data"
NEEDED = (
    "About {rows} rows{whose} would narrow the range of the difference to ±{margin}, the smallest difference that "
    "matters ({who}). Now there are {now}, and the range is ±{half}."
)
FROM = " from {count} {name}"
ROWS = "Rows"
NOW = "{rows} (now)"
RANGE = "Range of the difference, about"
ENOUGH = "Narrow enough?"
YES = "yes"
NO = "no"
HOW = (
    "Four times the rows halve the range, if the new rows are of the same kind, the models stay the same and no more "
    "comparisons are made. The difference may be another by then, so this is a plan and no promise."
)
THEN = (
    "Then start a new study with all the rows: earlier comparisons on the old ones are recognized and counted. Or keep "
    "the new rows apart and confirm this answer on them alone: that counts as one comparison."
)
CONFIRM = "Con&firm on new rows…"
