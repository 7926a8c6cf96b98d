"""Section 2: the rows, the columns, what is missing, and what was left out and why."""

from collections.abc import Iterator

import numpy as np

from core.data.public_tables import recognize_public_dataset
from core.data.samples import SAMPLES
from core.domain.dataset import Dataset, Task
from core.history.history import SAMPLE
from core.report.blocks import Block, Heading, Paragraph, facts, grid
from core.report.report_text import UNKNOWN, decimals_of, figure
from core.report.subject import NOT_STATED, ReportInput
from core.support.text import pluralize
from core.wording.units import plural

MOST_COLUMNS = 60


def data(subject: ReportInput) -> tuple[Block, ...]:
    return (
        facts(_facts(subject)),
        Heading(3, "What is predicted"),
        _classes(subject.data) if subject.data.task is Task.CLASSES else _numbers(subject.data),
        *_inputs(subject.data),
        Heading(3, "Missing values"),
        *_missing(subject.data),
        Heading(3, "Rows left out"),
        *_exclusions(subject),
    )


def _facts(subject: ReportInput) -> Iterator[tuple[str, object]]:
    data, study = subject.data, subject.study
    yield "Source", _source(study.source)
    yield "Rows used", f"{data.size:,}"
    yield "Collected and labeled", subject.statements.get("3a", "").strip() or NOT_STATED
    yield "Inputs", f"{len(data.features)}, listed below" if data.features else "none: predictions were given"
    if data.given:
        yield "Predictions given", ", ".join(data.given)
    yield "To predict", ", ".join(data.outputs)
    if data.group_name:
        kept = "kept whole" if study.scheme.grouped else "not kept whole"
        yield data.group_name, f"{data.group_count} {plural(data.group_name)}, {kept}"
    else:
        copies = "rows with equal inputs stay on one side" if data.groups is not None else "each row on its own"
        yield "Rows that belong together", copies
    yield "Time order", study.columns.time or "none given"
    ignored = ", ".join(study.columns.ignore)
    yield "Columns not used", ignored or "none named"
    for key, value in study.columns.reading.items():
        yield f"Reading of the file: {key}", value
    public = recognize_public_dataset(data)
    if public:
        yield "Published data set", f"{public}; methods may have been tuned on it (Salzberg 1997, sections 2.1 and 3.4)"
    yield "Fingerprint of the rows", data.fingerprint or "–"


def _source(source: str) -> str:
    """Where the table came from; a sample is named as the window names it."""
    title = {f"{SAMPLE}{row.key}": row.title for row in SAMPLES}.get(source)
    return f"{title}, a sample that comes with Evenfold" if title else source


def _classes(data: Dataset) -> Block:
    rows = [
        (name, f"{count:,}", f"{100 * count / data.size:.1f}", "the one to detect" if _is_positive(data, place) else "")
        for place, (name, count) in enumerate(zip(data.classes, data.class_counts, strict=True))
    ]
    return grid(("class", "rows", "per 100", ""), rows, (1, 2))


def _is_positive(data: Dataset, place: int) -> bool:
    return len(data.classes) == 2 and place == data.positive_class


def _numbers(data: Dataset) -> Block:
    head = ("output", "smallest", "middle", "largest", "mean", "standard deviation", "zeros")
    rows = [
        (
            name, *(figure(float(f(values))) for f in (np.min, np.median, np.max, np.mean)),
            figure(float(np.std(values, ddof=1)) if len(values) > 1 else None), int(np.sum(values == 0)),
        )
        for name, values in zip(data.outputs, data.targets.T, strict=True)
    ]  # fmt: skip
    return grid(head, rows, range(1, 7))


def _inputs(data: Dataset) -> Iterator[Block]:
    if not data.features:
        return
    yield Heading(3, "Inputs")
    rows = [_input(data, place) for place in range(min(MOST_COLUMNS, len(data.features)))]
    yield grid(("input", "kind", "smallest", "middle", "largest", "different", "missing"), rows, range(2, 7))
    if len(data.features) > MOST_COLUMNS:
        yield Paragraph(f"{len(data.features) - MOST_COLUMNS:,} more inputs are left out here.", soft=True)


def _input(data: Dataset, place: int) -> tuple[object, ...]:
    values = data.inputs[:, place]
    known = values[~np.isnan(values)]
    kind, missing = data.kinds[place], f"{len(values) - len(known):,}"
    if kind.is_coded or not len(known):
        return data.features[place], kind.value, UNKNOWN, UNKNOWN, UNKNOWN, f"{len(np.unique(known)):,}", missing
    ends = [float(f(known)) for f in (np.min, np.median, np.max)]
    places = decimals_of(ends)
    shown = (figure(end, 1.0, places) for end in ends)
    return data.features[place], kind.value, *shown, f"{len(np.unique(known)):,}", missing


def _missing(data: Dataset) -> Iterator[Block]:
    holes = np.isnan(data.inputs)
    if not holes.any():
        yield Paragraph("No input is missing.")
        return
    rows = [
        (
            name,
            pluralize(int(holes[mine].sum()), "cell"),
            pluralize(int(holes[mine].any(axis=1).sum()), "row"),
            mine.sum(),
        )
        for name, mine in _parts(data)
    ]
    yield Paragraph("Gaps are filled inside each training set, never before the split.")
    yield grid(("rows of", "missing cells", "rows with one", "rows"), rows, (3,))
    columns = sorted(zip(holes.sum(axis=0), data.features, strict=True), key=lambda pair: -int(pair[0]))
    worst = [(name, int(count), f"{100 * count / data.size:.1f}") for count, name in columns[:20] if count]
    yield grid(("input", "missing", "per 100 rows"), worst, (1, 2))


def _parts(data: Dataset) -> list[tuple[str, np.ndarray[tuple[int], np.dtype[np.bool_]]]]:
    """The rows of every class; all rows where numbers are predicted."""
    if data.task is Task.NUMBERS:
        return [("all", np.ones(data.size, dtype=np.bool_))]
    return [(name, data.labels == place) for place, name in enumerate(data.classes)]


def _exclusions(subject: ReportInput) -> Iterator[Block]:
    left, rules = subject.data.left_out, subject.study.columns.excluded
    if left:
        yield Paragraph(f"{pluralize(left, 'row')} without an answer in {', '.join(subject.data.outputs)}.")
    if rules:
        yield grid(("rule", "reason"), rules)
        repeated = (
            "was also judged with these rows in: section 7"
            if subject.put_back
            else "was not repeated with these rows in"
        )
        yield Paragraph(f"The study {repeated}.", soft=True)
    if not left and not rules:
        yield Paragraph("None.")
