"""What if it had been done the usual way? The samples judged as they often are, worked out when somebody asks."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.advice.first_study import sample_study
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset
from core.domain.evidence import TRIVIAL, Run
from core.domain.findings import Estimate, Findings
from core.domain.study import SchemeChoice, SchemeKind, Study
from core.engine.run import Options, run_remaining_fits
from core.judge.conclude import conclude_study
from core.statistics.measures import find_measure
from core.support.errors import EngineError
from core.wording.conclusion_text import word_conclusion
from core.wording.model_names import names_of
from core.wording.units import number, sentences, singularize, unit_of

PLAIN_T = "paired-t-one-shuffle"
CLEAR = 0.05

Change = Callable[[Study], Study]


@dataclass(frozen=True, slots=True)
class UsualWay:
    """`usual` and `fair` turn the sample's own plan into what is done and what it is held against."""

    key: str
    title: str
    note: str
    usual: Change
    then: str
    fair: Change
    lesson: str
    source: str


def _one_repeat(study: Study) -> Study:
    return replace(study, scheme=replace(study.scheme, repeats=1, max_repeats=1))


def _rows_one_by_one(study: Study) -> Study:
    return replace(_one_repeat(study), scheme=replace(study.scheme, repeats=1, max_repeats=1, grouped=False))


def _on_training_rows(study: Study) -> Study:
    return replace(study, scheme=SchemeChoice(kind=SchemeKind.RESUBSTITUTION, repeats=1, max_repeats=1))


def _one_third(study: Study) -> Study:
    return replace(study, scheme=SchemeChoice(kind=SchemeKind.HOLDOUT, repeats=1, max_repeats=1))


def _other_seed(study: Study) -> Study:
    return replace(study, seed=study.seed + 1)


def _counting_errors(study: Study) -> Study:
    return replace(_one_repeat(study), question=replace(study.question, measure="error", cross_check=None))


def _as_planned(study: Study) -> Study:
    return study


USUAL_WAYS: tuple[UsualWay, ...] = (
    UsualWay(
        "bearing",
        "Shuffle the windows one by one",
        "All windows go into one pot and are dealt into ten folds, once; the model with fewer errors is taken.",
        _rows_one_by_one,
        "The same ten folds with each machine kept whole, as on machines nobody has measured yet:",
        _one_repeat,
        "In the first table the models met windows of the very machines they were tested on.",
        "Kapoor & Narayanan 2023; Salzberg 1997, section 3.3",
    ),
    UsualWay(
        "corrosion",
        "Quote the miss on the rows that trained",
        "Each model is trained on all rows, and its miss on the same rows is reported.",
        _on_training_rows,
        "The same models on rows they had not seen (ten folds, one repeat):",
        _one_repeat,
        "A model that can learn rows by heart looks excellent on them.",
        "Reich & Barai 1999, section 2.2.1",
    ),
    UsualWay(
        "propeller",
        "Set one third aside, once",
        "One random third of the rows tests, the rest trains; the figure on that third is reported.",
        _one_third,
        "The same again, with another random third:",
        lambda study: _other_seed(_one_third(study)),
        "Nothing but the draw has changed between the two tables.",
        "Kohavi 1995, section 2.1; Reich & Barai 1999, section 5.1",
    ),
    UsualWay(
        "defects",
        "Count every mistake the same",
        "The model with the fewest wrong answers in 100 is taken.",
        _counting_errors,
        "The same kind of run counted in what the mistakes cost:",
        _one_repeat,
        "Few errors are easy where defects are rare: nearly all castings are good.",
        "Aslan and others 2009, section II",
    ),
    UsualWay(
        "vendor",
        "Take the higher number",
        "Right answers are counted in both columns, and the column with more of them is taken.",
        _as_planned,
        "The same two columns with the range of the gap:",
        _as_planned,
        "One number per model does not say how much of it is luck.",
        "Salzberg 1997, section 3.1",
    ),
    UsualWay(
        "same",
        "Shuffle once and take the lower number",
        "The welds are dealt into ten folds, once; the model with fewer errors is taken.",
        _one_repeat,
        "The same with another repeat:",
        lambda study: _other_seed(_one_repeat(study)),
        "One of two numbers is always the lower one, also where there is nothing between the models.",
        "Bradford & Brodley 2001, section 4",
    ),
)


def find_usual_way(key: str) -> UsualWay:
    return next(row for row in USUAL_WAYS if row.key == key)


def work_out_usual_way(key: str, options: Options, stop: threading.Event) -> str:
    """What the usual way would have claimed, and what it is held against, as Markdown; both are computed now."""
    row, chosen = find_usual_way(key), find_sample(key)
    data = prepare_dataset(chosen.make(), chosen.columns)
    planned = sample_study(chosen, data).study
    usual, fair = row.usual(planned), row.fair(planned)
    first = _findings(usual, data, options, stop)
    second = first if fair == usual else _findings(fair, data, options, stop)
    parts = (
        f"**{row.title}.** {row.note}",
        _table(usual, data, first),
        f"It would have been reported: {_claim(usual, data, first)}",
        row.then,
        _verdict(fair, data, second) if fair == planned else _table(fair, data, second),
        row.lesson,
        f"*{row.source}*",
    )
    return "\n\n".join(parts)


def _findings(study: Study, data: Dataset, options: Options, stop: threading.Event) -> Findings:
    batches = run_remaining_fits(study, data, frozenset(), options, stop, threading.Event())
    done = tuple(outcome for batch in batches for outcome in batch.outcomes)
    if stop.is_set():
        raise EngineError("This was stopped before it was worked out.", hint="Ask again.")
    return conclude_study(study, data, Run(tuple(sorted(done, key=lambda outcome: outcome.job)), complete=True))


def _mine(study: Study, findings: Findings, output: str) -> list[Estimate]:
    """The figures of the main measure on one output, the trivial model last."""
    wanted = (study.question.measure, output, study.scheme.kind.value)
    found = [e for e in findings.estimates if (e.measure, e.output, e.scheme) == wanted and e.mean is not None]
    return sorted(found, key=lambda estimate: estimate.algorithm == TRIVIAL)


def _table(study: Study, data: Dataset, findings: Findings) -> str:
    names = names_of(study, data)
    lines = [
        f"- {_of(data, output)}{names[e.algorithm]}: {_level(study, data, e)}"
        for output in data.outputs
        for e in _mine(study, findings, output)
    ]
    return "\n".join(lines)


def _of(data: Dataset, output: str) -> str:
    return f"{output}, " if len(data.outputs) > 1 else ""


def _level(study: Study, data: Dataset, estimate: Estimate) -> str:
    unit = unit_of(study.question.measure, study, data, estimate.output)
    shown = unit.shown(estimate.mean or 0.0)
    decimals = unit.decimals if unit.decimals is not None else max(0, 2 - len(str(int(abs(shown)))) + 1)
    return singularize(unit.level.format(number(shown, decimals)))


def _claim(study: Study, data: Dataset, findings: Findings) -> str:
    """Who has the better number, output by output; and whether the plain t over the folds would call it clear."""
    names = names_of(study, data)
    said = []
    for output in data.outputs:
        entered = [estimate for estimate in _mine(study, findings, output) if estimate.algorithm != TRIVIAL]
        better = min if find_measure(study.question.measure).lower_is_better else max
        winner = better(entered, key=lambda estimate: estimate.mean or 0.0)
        said.append(f"“{_of(data, output)}use {names[winner.algorithm]}{_clear(study, findings, output)}”")
    return sentences(", ".join(said)) + "."


def _clear(study: Study, findings: Findings, output: str) -> str:
    wanted = (PLAIN_T, study.question.measure, output)
    ps = [c.p for c in findings.comparisons if (c.comparer, c.measure, c.output) == wanted and c.p is not None]
    return f" (p = {min(ps):.2g} by the plain t over the folds)" if ps and min(ps) < CLEAR else ""


def _verdict(study: Study, data: Dataset, findings: Findings) -> str:
    said = word_conclusion(study, data, findings)
    return f"**{said.headline}** {said.body}"
