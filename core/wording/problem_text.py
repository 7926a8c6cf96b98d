"""Errors of the rooms of facts in words: a sentence on what is wrong and where, and a hint on what to do."""

from collections.abc import Mapping

from core.support.errors import set_problem_words

PROBLEMS: Mapping[str, tuple[str, str]] = {
    "being-written": ("{file} is being written by another window.", "Close it there and try again."),
    "cannot-open": ("{file} cannot be opened.", "See whether the folder exists and may be written to."),
    "changed": ("{file} was changed after it was saved.", "Use a copy of it."),
    "closed": ("{file} is closed.", "Open it again."),
    "closed-before": ("{file} was closed before this was done.", "Open it again."),
    "cut-off": ("{file} was cut off: a part of it is missing.", "Copy or download it again."),
    "damaged": ("{file} is damaged: {why}.", "Use a copy of it."),
    "damaged-or-foreign": ("{file} is damaged or no file of Evenfold.", "Use a copy of it."),
    "disk-error": ("The disk of {file} reports an error.", "Copy the file to another disk."),
    "disk-full": (
        "The disk is full, so {file} could not be written; what was stored before is safe.",
        "Make room, or save to another place, then continue.",
    ),
    "final-test-changed": (
        "The final test rows of {file} are not those that were set aside; they stay unopened.",
        "Use a copy of the file from before the change.",
    ),
    "final-test-early": ("The final test rows open after the result.", "Let the study run to its end first."),
    "final-test-opened": ("The final test rows were opened {when}.", "They open once only."),
    "final-test-unopened": ("The final test rows are unopened.", "Open them after the result."),
    "folds-scored": ("Test folds of this study were scored.", "Start a new study from this one."),
    "foreign-tables": ("{file} holds tables that are not Evenfold's.", "Open only files that Evenfold has made."),
    "history-cut-off": (
        "{file} was cut off: a part of it is missing.",
        "Set it aside and let Evenfold build a new one from your study files.",
    ),
    "history-damaged": ("{file} is damaged.", "Set it aside and let Evenfold build a new one from your study files."),
    "history-foreign": (
        "{file} is a database of another program.",
        "Set it aside and let Evenfold build a new one from your study files.",
    ),
    "history-tables": (
        "{file} is not a history: it holds foreign tables.",
        "Set it aside and let Evenfold build a new one from your study files.",
    ),
    "memory-short": (
        "Not enough memory for {model} while {together} trainings run at the same time.",
        "Everything finished is kept. Go on with {fewer} at the same time.",
    ),
    "moved": (
        "{file} is no longer where it was: it was moved, deleted or replaced.",
        "Save it to another place, then continue.",
    ),
    "name-taken": ("There is a file {file} already.", "Choose another name."),
    "name-taken-open": ("There is a file {file} already.", "Open it, or choose another name."),
    "newer": ("{file} was made by a newer Evenfold.", "Use that version to open it."),
    "no-cluster": ("No cluster is named.", "Give the address of its scheduler."),
    "no-file": ("There is no {title} {file}.", "See whether it was moved or renamed."),
    "no-final-test": ("{file} has no final test rows.", "They are chosen on the page Plan, before the lock."),
    "no-history": ("{file} is not a history.", "Set it aside and let Evenfold build a new one from your study files."),
    "no-worker-ready": ("No worker process got ready within {seconds} seconds.", "End other programs and start again."),
    "no-workers": ("The cluster has no workers.", 'Start some with "evenfold worker ADDRESS" and try again.'),
    "not-of-kind": ("{file} is not a {title}.", "Open a file that ends in {suffix}."),
    "not-written": ("{file} could not be written: {why}.", "Choose another place."),
    "open-elsewhere": ("{file} is open elsewhere and can only be read here.", "Close it there."),
    "other-database": (
        "{file} is a database of another program or kind, not a {title}.",
        "Open a file that ends in {suffix}.",
    ),
    "other-plan": ("This study is locked with another plan.", "Start a new study from this one to change it."),
    "other-splits": (
        "The stored splits of this study differ from those made now, so its outcomes cannot be continued.",
        "Start a new study from this one.",
    ),
    "overwritten": (
        "{file} was damaged by another program while it was open; what was computed is still in memory.",
        "Save it to another place, then continue.",
    ),
    "plan-senseless": ("The plan cannot be understood: {why}.", "Make the study anew."),
    "plan-too-large": ("The plan asks for {size} {what}; at most {most} make sense.", "Make it anew."),
    "read-only": ("{file} can only be read.", "Save a copy in a folder you may write to."),
    "scheduler-gone": (
        "The scheduler of the cluster is gone.",
        "What is finished is kept; the rest can be done on this computer.",
    ),
    "short-study": ("{file} is a short study without training runs.", "Open it in the window, from Home."),
    "too-large": ("{file} holds more than any study does.", "Use a copy of it."),
    "unusable-place": ("{file} cannot be used: {why}.", "Choose another place."),
    "without-data": ("{file} is a copy without its data.", "Open the file it was made from."),
    "worker-data": ("The worker {worker} could not take the data: {why}.", ""),
    "workers-gone": (
        "All workers of the cluster are gone.",
        "What is finished is kept; the rest can be done on this computer.",
    ),
    "workers-lost": (
        "Workers of the cluster are lost again and again.",
        "What is finished is kept; the rest can be done on this computer.",
    ),
    "address-tls": (
        "An address that begins with tls:// needs the three TLS files, and they need such an address.",
        "Give certificate authority, certificate and key, or write tcp://.",
    ),
    "cannot-listen": (
        "The scheduler cannot listen at {address}: {why}.",
        "Choose another --port, or end the program that uses it.",
    ),
    "data-not-handed": (
        "The data could not be handed to the workers: {why}.",
        "Make room on the disk of temporary files and continue.",
    ),
    "exposed": (
        "{host} is not only this computer, and without TLS whoever can reach it can run programs on all "
        "computers of the cluster.",
        "Give the three TLS files and a tls:// address; in a network of your own, --insecure does without.",
    ),
    "foreign-worker": ("The worker {worker} was not started by Evenfold.", 'Start workers with "evenfold worker".'),
    "no-address": ('"{address}" is not the address of a cluster.', "Write it like tcp://name:8786."),
    "no-cluster-there": (
        "The cluster at {address} cannot be reached.",
        'See whether "evenfold scheduler" is running there, and whether both sides use the same TLS files.',
    ),
    "no-dask": (
        "Working on a cluster needs the packages of Dask, which are not installed here.",
        "Install them once with: {python} -m pip install --require-hashes -r {lock}",
    ),
    "no-executor": ('There is no way "{name}" to run.', "Use {known}."),
    "no-scheduler": (
        "The scheduler at {address} cannot be reached.",
        "See whether it is running, and whether both sides use the same TLS files.",
    ),
    "no-tls-file": (
        'TLS needs three files, and there is no {title} "{file}".',
        "Give certificate authority, certificate and key.",
    ),
    "no-worker-starts": ("Worker processes end before they start: {why}.", "{log}"),
    "not-trained": ("{model} could not be trained on the old rows: {why}", "Choose other settings."),
    "other-versions": (
        "The worker {worker} has {difference}, so its numbers could differ.",
        "Use the same installation on every computer of the cluster.",
    ),
    "thread-ended": ("The thread that trains has ended.", "{log}"),
    "too-many-workers": (
        "{workers} worker processes cannot be started.",
        "Use 1 to {most}; this computer has {processors} processors.",
    ),
}
"""By kind: sentence and hint; the facts of the error stand in braces."""

CONTENT: Mapping[str, str] = {
    "array-cut-off": "an array in it is cut off",
    "array-kind": "an array in it is of an unknown kind",
    "array-length": "an array in it is not as long as it says",
    "baseline-unknown": "its baseline is not among its candidates",
    "below-zero": "its seed or its earlier comparisons are below 0",
    "candidates-alike": "two of its candidates have the same name",
    "column-changed": "a column of the data was changed",
    "column-kind": "a column is of another kind",
    "column-length": "a column of the data is not as long as it says",
    "column-missing": "a column of the table is missing",
    "column-size": "a column is too short or too long",
    "columns-length": "its columns are not as many or as long as it says",
    "comparison": "a comparison in it makes no sense",
    "compression": "a part of it cannot be decompressed",
    "costs": "its costs are not above 0",
    "excluded-count": "its number of excluded rows is none",
    "final-test-answers": "the answers of {model} on the final test rows are missing",
    "group-name": "a group has no name",
    "head-missing": "its head is missing",
    "level": "its significance level is not between 0 and 1",
    "margin": "its smallest difference that matters is below 0",
    "missing-at": "“{place}” is missing",
    "name-no-text": "a name in it is no text",
    "needed-column": "{column} is missing",
    "nested": "it is nested too deeply",
    "no-folds": "it has no folds or repeats",
    "no-form": "its form is none",
    "no-number": "an answer is no number",
    "no-plan": "it has no plan",
    "no-record": "it is no record",
    "no-record-at": "“{place}” is no record",
    "no-rows": "it has no rows",
    "no-sense": "a part of it makes no sense",
    "no-sense-at": "it makes no sense at line {line}, column {column}",
    "no-version": "it has no version",
    "not-described": "its columns are not described",
    "number-none": "one of its numbers is none",
    "part-length": "a part of it is not as long as it says",
    "part-missing": "a part of it is missing",
    "part-too-large": "a part of it is larger than any study can be",
    "predictions-changed": "stored predictions were changed",
    "several-class-columns": "it has more than one column of classes",
    "share": "a share in it is not between 0 and 1",
    "split-changed": "the rows of a split were changed",
    "tolerance": "its tolerance is not above 0",
    "uncertainty": "its stated uncertainty is not above 0",
    "unequal-columns": "its columns are not equally long",
    "unknown-at": "“{place}” is unknown",
    "unknown-class": "an answer is none of its classes",
    "unknown-names": "a column has unknown names",
    "unknown-positive": "the class that matters is unknown",
    "unknown-values": "a column of the table names values that it does not have",
    "unreadable": "its content cannot be read",
    "value": "it is not as it should be",
    "value-at": "“{place}” is not as it should be",
    "weight": "a weight is not above 0",
}
"""What is wrong inside a file, as the part of a sentence that follows "is damaged:"."""


def word_problem(kind: str, facts: Mapping[str, object]) -> tuple[str, str]:
    """Return sentence and hint; what has no words stands for itself, for no error may be lost for want of them."""
    if kind in CONTENT:
        return CONTENT[kind].format(**facts), ""
    if kind not in PROBLEMS:
        return kind, ""
    told = {name: CONTENT.get(value, value) if isinstance(value, str) else value for name, value in facts.items()}
    sentence, hint = PROBLEMS[kind]
    return sentence.format(**told), hint.format(**told)


set_problem_words(word_problem)
