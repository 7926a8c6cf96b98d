"""`new-plan DATA.csv`: a plan file with every suggestion and its reason, to be read, changed and run."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap

from core.advice.first_study import first_study
from core.advice.similar_models import SOURCE, find_unaccompanied
from core.algorithms import ALGORITHMS
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.data.screen import screen_table
from core.data.suggest import Suggestion, suggest_roles
from core.domain.dataset import Dataset, Table
from core.domain.problem import Severity
from core.domain.study import Study
from core.domain.suggestion import Reason
from core.plans.plan_writer import inline, relative, text, texts
from core.support import paths
from core.support.errors import StudyError
from core.terminal.terminal_output import write_text

SEED = 1

LEAK = "LEAK"  # of the warnings: an input that may hold the answer


def new_plan(path: Path, out: Path | None) -> int:
    if path.is_dir():
        raise StudyError(f"{path} is a folder.", "Choose a file with a table in it.")
    target = out or path.with_suffix(".toml")
    if str(target) != "-" and target.exists():
        raise StudyError(f"There is a file {str(target)!r} already.", "Choose another name with --out.")
    write_text(target, plan_text(path, target))
    if str(target) != "-":
        print(f"Written: {target}\nRead it, change what is wrong, and run it: {paths.own_command('run', target)}")
    return 0


def plan_text(path: Path, target: Path) -> str:
    table = read_table(path)
    suggestion = suggest_roles(table)
    data = prepare_dataset(table, suggestion.columns)
    first = first_study(path.stem, str(path), suggestion.columns, data, SEED)
    folder = Path.cwd() if str(target) == "-" else target.resolve().parent
    source = relative(path, folder)
    if any("\ud800" <= letter <= "\udfff" for letter in source):
        raise StudyError("The name of this file is not all letters, so that no plan can name it.", "Rename the file.")
    parts = (
        _top(path.stem, source),
        (*_columns(suggestion, data), *_reading(table)),
        _question(first.study, data, first.reasons),
        _candidates(first.study, data, first.reasons),
        _plan(first.study, first.reasons),
        _answers(table, suggestion),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _top(title: str, source: str) -> Iterator[str]:
    yield "# A plan for Evenfold. Everything below is a suggestion: read it, correct it, then run it."
    yield f"title = {text(title)}"
    yield f"data = {text(source)}"
    yield 'row = "row"  # what one row stands for, as in "one bearing window of 1 s"'
    yield 'use = ""     # where the model will be used, as in "machines of line 2 next year"'


def _columns(suggestion: Suggestion, data: Dataset) -> Iterator[str]:
    columns = suggestion.columns
    yield "[columns]"
    yield from _commented(suggestion.reasons.get(columns.target[0], ""))
    yield f"target = {texts(columns.target)}"
    yield from _other_targets(suggestion)
    if len(data.classes) == 2:
        yield f"positive = {text(data.classes[data.positive_class])}  # the class whose detection matters"
    if columns.group:
        yield from _commented(suggestion.reasons.get(columns.group, ""))
        yield f"group = {text(columns.group)}"
    else:
        yield '# group = "machine"  # rows of one machine are kept whole'
    yield '# time = "date"      # train on the past, test on the future'
    for name in columns.ignore:
        yield from _commented(f"{name}: {suggestion.reasons.get(name, '')}")
    yield f"ignore = {texts(columns.ignore)}"
    if columns.nominal:
        yield f"nominal = {texts(columns.nominal)}  # numbers that are names"


def _other_targets(suggestion: Suggestion) -> Iterator[str]:
    """Other columns that could be meant, as lines to take the place of the one above."""
    if suggestion.other_targets:
        yield "# More than one column could be meant. Others (then check `ignore` below):"
    for option in suggestion.other_targets:
        codes = f"  # with nominal = {texts(option.names)}: its numbers are classes" if option.as_classes else ""
        yield f"# target = {texts(option.names)}{codes}"


def _reading(table: Table) -> Iterator[str]:
    """What the file leaves open about how it is read, with the value taken."""
    for question in table.questions:
        known = [f"{words} ({question.key} = {value!r})" for words, value in question.answers if value is not None]
        yield from _commented(f"{question.text} {' or '.join(known)}.")
    if table.questions:
        yield f"reading = {inline({question.key: question.answers[0][1] for question in table.questions})}"


def _question(study: Study, data: Dataset, reasons: Mapping[str, Reason]) -> Iterator[str]:
    asked = study.question
    yield "[question]"
    yield f'kind = "{asked.kind.value}"  # better, which, good-enough or replace'
    yield from _why(reasons, "question.measure")
    yield f"measure = {text(asked.measure)}"
    if asked.measure == "cost":
        yield from _why(reasons, "question.cost_ratio")
        yield f"cost_ratio = {asked.cost_ratio:g}"
    if asked.cross_check:
        yield from _why(reasons, "question.cross_check")
        yield f"cross_check = {text(asked.cross_check)}"
    yield from _why(reasons, "question.margin")
    if len(data.outputs) > 1:
        margins = ", ".join(f"{text(name)} = {study.margin(name):g}" for name in data.outputs)
        yield f"margin = {{ {margins} }}"
    else:
        yield f"margin = {study.margin(data.outputs[0]):g}"
    yield f"tie_break = {texts(tuple(rule.value for rule in asked.tie_break))}"


def _candidates(study: Study, data: Dataset, reasons: Mapping[str, Reason]) -> Iterator[str]:
    keys = [candidate.key for candidate in study.candidates if candidate.key != study.baseline]
    others = [row.key for row in ALGORITHMS if data.task in row.tasks and row.key not in (*keys, study.baseline)]
    yield "[candidates]"
    yield from _why(reasons, "baseline")
    yield f"baseline = {text(study.baseline)}"
    for key in keys:
        yield from _why(reasons, key)
    yield f"entries = {texts(tuple(keys))}"
    yield from _commented(f"Others: {', '.join(others)}. Each further candidate makes every claim harder.")
    lonely = find_unaccompanied(study, data.task)
    if lonely is not None:
        near = " or ".join(lonely.similar)
        yield from _commented(
            f"Nothing like {lonely.candidate} takes part ({lonely.family}): consider {near} ({SOURCE})."
        )


def _plan(study: Study, reasons: Mapping[str, Reason]) -> Iterator[str]:
    scheme = study.scheme
    yield "[plan]"
    yield from _why(reasons, "scheme.kind")
    yield f'scheme = "{scheme.kind.value}"'
    yield from _why(reasons, "scheme.folds")
    yield f"folds = {scheme.folds}"
    yield from _why(reasons, "scheme.repeats")
    yield f"repeats = {scheme.repeats}"
    yield from _why(reasons, "scheme.stratified")
    yield f"stratified = {str(scheme.stratified).lower()}"
    yield from _why(reasons, "tuning.kind")
    yield f'tuning = "{study.tuning.kind.value}"'
    yield f"seed = {study.seed}"
    yield f"looks = {study.earlier_comparisons}  # comparisons already made on these rows, here or elsewhere"
    yield "# final_test = true  # a third of the rows for one last test after the result; worth it from 3,000 rows on"


def _answers(table: Table, suggestion: Suggestion) -> Iterator[str]:
    """What the Data page would ask; an answer is yes, no or not sure.

    An input that may hold the answer is a doubt until somebody says otherwise."""
    yield "[answers]"
    for problem in screen_table(table, suggestion.columns):
        if problem.severity is Severity.NOTE or problem.id == "TARGET":  # other targets are listed above
            continue
        yield from _commented(problem.text)
        place = next((fix.change for fix in problem.fixes if fix.change.startswith("answers.")), "")
        if place:
            doubt = "" if problem.id == LEAK else "# "
            yield f'{doubt}{text(place.removeprefix("answers."))} = "not sure"'


def _why(reasons: Mapping[str, Reason], field: str) -> Iterator[str]:
    if field in reasons:
        yield from _commented(f"{reasons[field].text} ({reasons[field].source})")


def _commented(text: str) -> list[str]:
    """No text of a file can leave its comment."""
    return [f"# {line}" for line in wrap(" ".join(text.split()), 110)]
