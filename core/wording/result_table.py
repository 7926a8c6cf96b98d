"""The table of a result: every model with its estimate, its difference and its answer, as cells for any page."""

from dataclasses import dataclass, replace
from enum import StrEnum

from core.domain.conclusion import Answer, ModelAnswer
from core.domain.dataset import Dataset, Task
from core.domain.evidence import TRIVIAL
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study
from core.wording.conclusion_text import COLUMN_TITLES
from core.wording.measure_text import MeasureText, Style, find_title
from core.wording.model_names import describe_constant_guess
from core.wording.names_text import find_output_unit, strip_unit
from core.wording.numbers_text import format_number
from core.wording.result_facts import ResultFacts, gather_facts, word_difference
from core.wording.row_text import see_from_row
from core.wording.sentence import Meaning, Sentence, count_in_words, fill

NOTHING = "–"
FLOOR = "floor"
LEADER = "leader"


class ModelRole(StrEnum):
    """What a model is in the comparison; it decides the mark and the color of a series."""

    BASELINE = "baseline"
    MODEL = "model"
    GUESS = "guess"


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One model on one output. Texts are ready to be shown; `value` and `gain` sort (plus is better for `gain`).

    `remark` stands in the place of an answer where there is none: Baseline, In use, leader, floor.
    """

    model: str
    output: str
    name: str
    role: ModelRole
    estimate: str
    range: str
    value: float | None
    difference: str
    difference_range: str
    gain: float | None
    answer: Answer
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """The rows of one output; title and note are empty where there is only one output."""

    output: str
    title: str
    note: str
    rows: tuple[ResultRow, ...]


@dataclass(frozen=True, slots=True)
class ResultTable:
    """`difference` is the heading of the differences ("": the question has none). `below` are lines under the table."""

    measure: str
    short_measure: str
    difference: str
    question: str
    groups: tuple[ResultGroup, ...]
    below: tuple[Sentence, ...] = ()

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        return tuple(row for group in self.groups for row in group.rows)

    def row(self, model: str, output: str) -> ResultRow | None:
        return next((row for row in self.rows if (row.model, row.output) == (model, output)), None)


def word_result_table(study: Study, data: Dataset, findings: Findings) -> ResultTable:
    """Word every model of the study, best estimate first in each output, the constant guess last."""
    facts = gather_facts(study, data, findings)
    question = findings.conclusion.question
    heading, short = _word_measure_heading(facts)
    compared = any(row.difference is not None for row in findings.conclusion.rows)
    against = "" if not compared else "Against leader" if question is QuestionKind.WHICH else "Against baseline"
    groups = tuple(_word_group(facts, output) for output in data.outputs)
    return ResultTable(heading, short, against, COLUMN_TITLES[question], groups, _word_below(facts))


def _word_measure_heading(facts: ResultFacts) -> tuple[str, str]:
    """Return the heading of the estimates, and a shorter one for narrow tables."""
    text = facts.text()
    if text.style is Style.COUNTED:
        return "Errors per 100", "Per 100"
    if text.style is Style.COST:
        return "Cost per 100", "Per 100"
    title = find_title(facts.measure).short
    title = title[:1].upper() + title[1:]
    if facts.has_outputs:
        return f"{title} (95 % range)", title
    return (f"{title}, {text.unit}" if text.unit else title), title


def _word_group(facts: ResultFacts, output: str) -> ResultGroup:
    keys = [candidate.key for candidate in facts.study.candidates]
    rows = [_word_row(facts, key, output) for key in (*keys, TRIVIAL)]
    sign = 1.0 if facts.text().lower_is_better else -1.0
    ordered = sorted(rows, key=lambda row: (row.role is ModelRole.GUESS, row.value is None, sign * (row.value or 0.0)))
    shown = tuple(row for row in ordered if row.role is not ModelRole.GUESS or row.value is not None)
    if not facts.has_outputs:
        return ResultGroup(output, "", "", shown)
    shown = tuple(row for row in shown if row.role is not ModelRole.GUESS)
    unit = find_output_unit(facts.study.columns, output) or "no unit"
    margin = facts.text(output).margin(_own_margin(facts, output)).text
    return ResultGroup(output, strip_unit(output), f"{unit} · matters: {margin}", shown)


def _own_margin(facts: ResultFacts, output: str) -> float:
    return facts.study.margin(output) / facts.text(output).scale


def _word_row(facts: ResultFacts, key: str, output: str) -> ResultRow:
    text = facts.text(output if facts.has_outputs else "")
    value, shown, ends = _word_estimate(facts, text, key, output)
    answer = facts.conclusion.row(key, output)
    gain, difference, range_text = _word_difference_cells(facts, answer)
    role = ModelRole.GUESS if key == TRIVIAL else ModelRole.BASELINE if key == facts.study.baseline else ModelRole.MODEL
    return ResultRow(
        model=key,
        output=output,
        name=_name_model(facts, key),
        role=role,
        estimate=shown,
        range=ends,
        value=value,
        difference=difference,
        difference_range=range_text,
        gain=gain,
        answer=Answer.NONE if answer is None else answer.answer,
        remark=_word_remark(facts, role) if answer is None or answer.answer is Answer.NONE else "",
    )


def _word_estimate(facts: ResultFacts, text: MeasureText, key: str, output: str) -> tuple[float | None, str, str]:
    """Return the value for sorting, the estimate and its range, all figures of a column with the same decimals."""
    found = facts.estimate(key, output)
    if found is None or found.mean is None or found.is_in_sample:
        return None, NOTHING, ""
    shown = format_number(text.shown(found.mean), text.decimals)
    if found.interval is None:
        return found.mean, shown, ""
    return found.mean, shown, text.estimate_range(found.interval.low, found.interval.high).text


def _word_difference_cells(facts: ResultFacts, row: ModelAnswer | None) -> tuple[float | None, str, str]:
    """Return the gain for sorting, "4.2 fewer" and "2.3 to 6.1"; a leader is ahead of nobody named in its row."""
    if row is None:
        return None, NOTHING, ""
    if row.model == row.comparator:
        return 0.0, LEADER, ""
    if row.difference is None:
        return None, NOTHING, ""
    found = word_difference(facts, see_from_row(row), row.margin)
    if found is None:
        return None, NOTHING, ""
    if found.is_zero:
        return found.mean, "no difference", found.range.text
    bare = replace(found.text, difference_unit="") if facts.has_outputs else found.text  # the unit heads the group
    ranged = bare.difference_range(found.interval.low, found.interval.high, found.marks, found.source)
    return found.mean, bare.short_difference(bare.size(found.mean, found.source)).text, ranged.text


def _word_remark(facts: ResultFacts, role: ModelRole) -> str:
    if role is ModelRole.GUESS:
        return FLOOR
    if role is ModelRole.BASELINE and facts.conclusion.question in (QuestionKind.BETTER, QuestionKind.REPLACE):
        return "In use" if facts.is_in_use else "Baseline"
    return ""


def _name_model(facts: ResultFacts, key: str) -> str:
    """Write a name as it begins a cell: names of the person keep their case."""
    if key == TRIVIAL:
        guess = describe_constant_guess(facts.data, facts.study.question).text.removeprefix("always ")
        return f"Constant guess {guess}" if facts.data.task is Task.CLASSES else f"Constant guess ({guess[4:]})"
    name = facts.names[key]
    return name if key in facts.names.imported else name[:1].upper() + name[1:]


def _word_below(facts: ResultFacts) -> tuple[Sentence, ...]:
    """Say what the outputs show together, where there are several and a joint test was made."""
    number = count_in_words(len(facts.data.outputs), Meaning.OUTPUTS)
    lines = []
    for test in facts.conclusion.joint:
        claims = test.claims and not test.is_descriptive
        what = "differs from" if claims else "shows no difference from"
        template = "All {number} outputs together: {model} {what} {baseline} (joint test)."
        model, baseline = facts.model(test.model), facts.model(facts.study.baseline)
        lines.append(fill(template, number=number, model=model, what=what, baseline=baseline))
    return tuple(lines)
