"""Earlier comparisons in words: what was asked, what was concluded then, and what is concluded at today's count."""

from typing import Protocol

from core.domain.study import QuestionKind
from core.wording.measure_text import find_title

GONE = "The history was deleted while the study ran; what can be found again is in a new one."
STOPPED = "Stopped before the end"
CONCLUSIONS = {
    "win": "Use {candidate}",
    "better": "{candidate} is better; by how much is open",
    "same": "Same",
    "not-worse": "{candidate} is not shown to be better",
    "not-better": "{candidate} is not better by what matters",
    "worse": "{candidate} is worse; by how much is open",
    "loss": "Keep {baseline}",
    "cannot-tell": "Unclear",
    "not-confirmed": "Unclear: not visible with half the rows",
    "repeats": "Unclear: the answer changes with the repeat",
    "guess": "No model is shown to beat the constant guess",
    "identical": "Identical predictions",
    "descriptive": "Described, not compared",
    "few-rows": "Blocked: too few rows",
    "failures": "Blocked: training runs failed",
    "leak": "Blocked: an input may reveal the target",
    "in-sample": "Blocked: tested on training rows",
    "row-order": "Blocked: columns in different order",
    "undefined": "Unclear: the range is undefined",
    "limit-met": "{candidate} is good enough",
    "limit-missed": "{candidate} misses the limit",
    "limit-open": "Unclear: {candidate} may or may not reach the limit",
    "leader": "{candidate} leads",
    "mixed-outputs": "No single winner over the outputs",
    "joint": "Unclear: the outputs together show no difference",
    "alone": "Estimated, not compared",
}
OF_WHICH = {
    "loss": "{baseline} is better",
    "worse": "{baseline} is better",
    "same": "As good as {baseline}",
    "not-worse": "Unclear: {baseline} is not shown to be better",
    "not-better": "Unclear: {baseline} is not shown to be better",
    "cannot-tell": "Unclear: {baseline} is not shown to be better",
}
"""For "which of these?", where the candidate is held against the leader."""


class HistoryEntry(Protocol):
    """What is told of an earlier comparison."""

    @property
    def question(self) -> str: ...
    @property
    def candidate(self) -> str: ...
    @property
    def baseline(self) -> str: ...
    @property
    def output(self) -> str: ...
    @property
    def measure(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def day(self) -> str: ...
    @property
    def alpha(self) -> float: ...
    @property
    def count(self) -> int: ...


def word_count(earlier: int, total: int, alpha: float) -> str:
    """Say that earlier comparisons count, and at which significance level the study is judged."""
    times = "once" if earlier == 1 else f"{earlier} times"
    return f"These rows were compared {times} before. The significance level is {alpha:g} ÷ {total}."


def word_comparison(entry: HistoryEntry) -> str:
    """ "random forest against logistic regression, error rate"."""
    on = f", {entry.output}" if entry.output else ""
    return f"{entry.candidate} against {entry.baseline}{on}, {find_title(entry.measure).short}"


def word_answer(entry: HistoryEntry, answer: str, reason: str) -> str:
    """What was concluded, in a few words; nothing was where the run was stopped."""
    if not answer:
        return STOPPED
    texts = {**CONCLUSIONS, **OF_WHICH} if entry.question == QuestionKind.WHICH else CONCLUSIONS
    text = texts.get(reason, answer.capitalize())
    return text.format(candidate=entry.candidate, baseline=entry.baseline)


def word_then(entry: HistoryEntry) -> str:
    return word_answer(entry, entry.answer, entry.verdict)


def word_change(entry: HistoryEntry, count: int, answer: str, reason: str) -> str:
    """How the conclusion reads now that more comparisons were made; nothing where it reads the same."""
    if answer == entry.answer:
        return ""
    more = count - entry.count
    were = "1 more comparison was" if more == 1 else f"{more} more comparisons were"
    now = word_answer(entry, answer, reason)
    return (
        f"On {entry.day}: “{word_then(entry)}”. Since then {were} made on the same rows. "
        f"Adjusted for all {count}, it would be: “{now}”. The report of {entry.day} keeps its own count."
    )


# --- the file of the history ---

LINKS = {
    "missing": "is missing",
    "changed": "was changed after it was written",
    "foreign": "was added or changed by another program",
}


def word_broken_link(number: int, named: str, what: str) -> str:
    return f"Entry {number}{named} {LINKS[what]}."


def word_lost_rows(name: str, is_missing: bool) -> str:
    return f"The remembered rows of {name} {'are missing' if is_missing else 'were changed'}."


def word_same_rows(name: str) -> str:
    return f"These are the rows of {name}."


def word_similar_rows(name: str, gone: float, new: float, columns: tuple[int, int]) -> str:
    """Say what changed: shares of rows that are gone and new, and the numbers of columns then and now."""
    parts = [f"{_per_hundred(gone)} of its rows are gone" if gone > WORTH_TELLING else ""]
    parts.append(f"{_per_hundred(new)} of the rows here are new" if new > WORTH_TELLING else "")
    parts.append(f"{columns[0]} columns then, {columns[1]} now" if columns[0] != columns[1] else "")
    return f"This is {name}, changed: {'; '.join(part for part in parts if part) or 'the columns differ'}."


WORTH_TELLING = 0.005


def _per_hundred(share: float) -> str:
    return f"{100 * share:.0f} in 100"


def word_used_final_test(day: str, title: str) -> str:
    return f"The final test rows of this data were opened on {day} in '{title}': what they hold was seen."


def word_opened_final_test(day: str, title: str, rows: int, text: str) -> str:
    return f"On {day} the final test rows of '{title}' were opened ({rows:,} rows). {text}"


def word_not_counted(why: str = "there is no history.") -> str:
    return f"This study could not be counted in the history: {why}"


def word_unusable_history(why: str) -> str:
    return f"The history cannot be used: {why}"


def word_unused_study(name: str, why: str) -> str:
    return f"{name} could not be used: {why}"


def word_set_aside(why: str, name: str) -> str:
    return f"{why} It was set aside as {name}"


NO_HISTORY = "There was no history here"


def word_rebuilt(why: str, comparisons: int, studies: int) -> str:
    """Say why a history was built anew, what was found again, and what that cannot find."""
    added = "1 comparison was" if comparisons == 1 else f"{comparisons} comparisons were"
    files = "1 study file" if studies == 1 else f"{studies} study files"
    return (
        f"{why}; {added} found again in {files}. Comparisons whose study files are gone are forgotten; state them as "
        "seen elsewhere if you remember them."
    )
