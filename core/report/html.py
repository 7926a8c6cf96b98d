"""The report as one HTML file that needs no network: a page for the approver, then every number for the reviewer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path
from string import Template

from core import paths
from core.algorithms import algorithm
from core.comparers import COMPARERS
from core.domain.dataset import Dataset, Task
from core.domain.evidence import Run
from core.domain.findings import Comparison, Estimate, Findings, Tag, Verdict
from core.domain.study import Study
from core.errors import StoreError
from core.figures.histogram import back_to_back
from core.figures.strip import strip
from core.judge.claim import claim_text
from core.judge.forecast import comparisons_of
from core.judge.names import names_of
from core.judge.words import plural, unit_of
from core.measures import measure
from core.report.svg import histogram_svg, strip_svg

GLYPHS = {
    Tag.SETTLED: "✔ Settled",
    Tag.SAME: "≈ Same for your purpose",
    Tag.NOT_SETTLED: "◇ Not settled",
    Tag.BLOCKED: "Blocked",
}
CARDS = (
    ("how-good", "How good will it be?"),
    ("shuffle", "Did the answer depend on the shuffle?"),
    ("agree", "Do the two measures agree?"),
    ("generalisation", "Beyond this data?"),
)
Row = Sequence[object]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Everything a report is made of."""

    study: Study
    data: Dataset
    run: Run
    findings: Findings
    plan_hash: str

    def name(self, key: str) -> str:
        return names_of(self.study, self.data).get(key, key)


def write_html(path: Path, study: Study, data: Dataset, run: Run, findings: Findings, plan_hash: str) -> None:
    text = html_report(Subject(study, data, run, findings, plan_hash))
    try:
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise StoreError(
            f"The report could not be written to {path}: {problem.strerror}.", "Choose another place."
        ) from None


def html_report(subject: Subject) -> str:
    template = Template((paths.resources() / "templates" / "report.html").read_text("utf-8"))
    sections = (
        _approver,
        _question,
        _data,
        _candidates,
        _plan,
        _results,
        _comparisons,
        _failures,
        _limits,
        _reproduction,
    )
    body = "\n".join(section(subject) for section in sections)
    return template.substitute(title=escape(subject.study.title), body=body)


def _approver(subject: Subject) -> str:
    verdict, study = subject.findings.verdict, subject.study
    count = comparisons_of(study, subject.data)
    looks = f"{count} comparison{'s' if count > 1 else ''} on this data: the bar is {study.alpha:g} ÷ {count}."
    stamp = f"Written {datetime.now():%Y-%m-%d %H:%M}."
    return "\n".join(
        (
            f'<p class="soft">Evenfold report · {escape(study.title)}</p>',
            f"<p>{escape(claim_text(study, subject.data))}</p>",
            f'<div class="card"><p class="tag {_tag_class(verdict)}">{_tag_text(verdict)}</p>',
            f"<h1>{escape(verdict.headline)}</h1><p>{escape(verdict.body)}</p>{_strip(subject)}",
            f"<p><strong>What to do:</strong> {escape(verdict.action)}</p></div>",
            f'<div class="cards">{"".join(_card(subject, key, title) for key, title in CARDS)}</div>',
            f"<ul>{''.join(f'<li>{escape(caution.text)}</li>' for caution in subject.findings.cautions[:3])}</ul>",
            f'<p class="soft">{looks} {stamp} Plan <code>{escape(subject.plan_hash) or "not in a file"}</code></p>',
        )
    )


def _tag_class(verdict: Verdict) -> str:
    return {Tag.SETTLED: "settled", Tag.SAME: "settled", Tag.BLOCKED: "blocked"}.get(verdict.tag, "open")


def _tag_text(verdict: Verdict) -> str:
    return escape(" · ".join((GLYPHS[verdict.tag], *(modifier.value for modifier in verdict.modifiers))))


def _strip(subject: Subject) -> str:
    verdict, study = subject.findings.verdict, subject.study
    found = _deciding(subject)
    if verdict.interval is None or found is None or found.effect is None:
        return ""
    output = verdict.output or subject.data.outputs[0]
    unit = unit_of(study.question.measure, study, subject.data, output)
    df = found.df if isinstance(found.df, int | float) else None
    drawn = strip(found.effect, verdict.interval, df, study.margin(output) / unit.scale)
    note = (
        "Each dot is one of 20 equally plausible values of the true gap. Bars: 50 %, 80 % and the full adjusted range."
    )
    return strip_svg(drawn, unit.scale, verdict.first, verdict.second, unit.short) + f'<p class="soft">{note}</p>'


def _deciding(subject: Subject) -> Comparison | None:
    """The comparison behind the headline."""
    verdict = subject.findings.verdict
    return next(
        (
            c
            for c in subject.findings.comparisons
            if c.comparer == COMPARERS[0].key
            and subject.name(c.first) == verdict.first
            and c.interval == verdict.interval
        ),
        None,
    )


def _card(subject: Subject, key: str, title: str) -> str:
    text = subject.findings.cards.get(key)
    return f'<div class="card"><h3>{title}</h3><p>{escape(text)}</p></div>' if text else ""


def _question(subject: Subject) -> str:
    study = subject.study
    unit = unit_of(study.question.measure, study, subject.data, subject.data.outputs[0])
    assumed = " (assumed by Evenfold)" if "question.margin" in study.assumed else " (stated by the user)"
    rows = [
        ("One row stands for", study.row_meaning),
        ("The model will be used on", study.use or "not stated"),
        ("Main measure", measure(study.question.measure).title),
        ("Cross-check", measure(study.question.cross_check).title if study.question.cross_check else "none"),
        *(
            (f"Smallest gap that matters{_of(subject, o)}", f"{study.margin(o):g} {unit.short}{assumed}")
            for o in subject.data.outputs
        ),
        ("If we cannot tell them apart, prefer", " › ".join(study.question.tie_break)),
    ]
    return f"<h2>1 Question and use</h2>{_table((), rows)}"


def _of(subject: Subject, output: str) -> str:
    return f" ({output})" if len(subject.data.outputs) > 1 else ""


def _data(subject: Subject) -> str:
    data, study = subject.data, subject.study
    rows = [
        ("Source", study.source),
        ("Rows used", f"{data.size:,}" + (f" ({data.left_out} without an answer left out)" if data.left_out else "")),
        ("Inputs", f"{len(data.features)}: {', '.join(data.features[:40])}{' …' if len(data.features) > 40 else ''}"),
        ("To predict", ", ".join(data.outputs)),
        ("Kept whole", data.group_name or "each row on its own"),
        ("Fingerprint of the rows", data.fingerprint),
    ]
    if data.task is Task.CLASSES:
        counts = (f"{name}: {count}" for name, count in zip(data.classes, data.class_counts, strict=True))
        rows.insert(4, ("Classes", ", ".join(counts)))
    answers = [(key, answer) for key, answer in study.answers.items()]
    asked = f"<h3>What was asked about the data</h3>{_table(('question', 'answer'), answers)}" if answers else ""
    return f"<h2>2 Data</h2>{_table((), rows)}{asked}"


def _candidates(subject: Subject) -> str:
    study = subject.study
    rows = [
        (
            algorithm(candidate.algorithm).title + (" (reference)" if candidate.key == study.reference else ""),
            _pairs(candidate.settings) or "standard",
            _pairs(candidate.grid) or "not tuned",
        )
        for candidate in study.candidates
    ]
    return f"<h2>3 Candidates</h2>{_table(('model', 'settings', 'tried inside each training set'), rows)}"


def _pairs(settings: object) -> str:
    items = settings.items() if isinstance(settings, dict) else []
    return "; ".join(f"{key}: {', '.join(map(str, v)) if isinstance(v, tuple) else v}" for key, v in items)


def _plan(subject: Subject) -> str:
    scheme, study = subject.study.scheme, subject.study
    rows = [
        ("Scheme", scheme.kind.value),
        ("Folds", scheme.folds),
        ("Shuffles", scheme.repeats),
        ("Same class mix in every fold", "yes" if scheme.stratified else "no"),
        ("Tuning inside each training set", study.tuning.kind.value),
        ("Seed", study.seed),
        ("Level before adjusting", study.alpha),
        ("Comparisons seen before", study.looks),
    ]
    return f"<h2>4 Plan as locked</h2>{_table((), rows)}"


def _results(subject: Subject) -> str:
    head = ("model", "measure", "output", "estimate", "range", "spread over splits", "splits", "note")
    rows = [_estimate_row(subject, estimate) for estimate in subject.findings.estimates]
    return f"<h2>5 Results</h2>{_pictures(subject)}{_table(head, rows, numbers=(3, 4, 5, 6))}"


def _estimate_row(subject: Subject, estimate: Estimate) -> Row:
    interval = estimate.interval
    span = f"{interval.low:.4g} to {interval.high:.4g}" if interval else "–"
    return (
        subject.name(estimate.algorithm), measure(estimate.measure).title, estimate.output, _figure(estimate.mean),
        span, _figure(estimate.spread), len(estimate.values), estimate.note,
    )  # fmt: skip


def _pictures(subject: Subject) -> str:
    """Reference against every candidate on the main measure and the cross-check."""
    study, found = subject.study, subject.findings.estimates
    drawn = []
    for challenger in study.challengers:
        for estimate in (e for e in found if e.algorithm == challenger.key and e.scheme == study.scheme.kind.value):
            reference = _same_as(found, estimate, study.reference)
            if reference is None:
                continue
            unit = unit_of(estimate.measure, study, subject.data, estimate.output)
            sides = f"▲ {subject.name(study.reference)}, ▼ {subject.name(challenger.key)}"
            title = f"{measure(estimate.measure).title}{_of(subject, estimate.output)}: {sides}"
            bins = back_to_back(_known(reference), _known(estimate))
            drawn.append(histogram_svg(bins, unit.scale, title))
    caption = (
        "One value per fold. The bars overlap even when one model is reliably better: the same folds are hard for both."
    )
    return "".join(drawn) + f'<p class="soft">{caption}</p>' if drawn else ""


def _same_as(found: Iterable[Estimate], like: Estimate, key: str) -> Estimate | None:
    wanted = (key, like.measure, like.output, like.scheme)
    return next((e for e in found if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)


def _known(estimate: Estimate) -> list[float]:
    return [value for value in estimate.values if value is not None]


def _comparisons(subject: Subject) -> str:
    titles = {row.key: (row.title, row.standing) for row in COMPARERS}
    head = ("test", "standing", "model", "against", "measure", "gap", "range", "statistic", "p", "p needed", "note")
    rows = [
        (
            titles[c.comparer][0], titles[c.comparer][1], subject.name(c.first), subject.name(c.second),
            f"{c.measure}{_of(subject, c.output)}", _figure(c.effect),
            f"{c.interval.low:.4g} to {c.interval.high:.4g}" if c.interval else "–",
            _figure(c.statistic), _figure(c.p), _figure(c.p_required), c.note,
        )
        for c in subject.findings.comparisons
    ]  # fmt: skip
    note = (
        "p: if the two were equally good, a difference this large or larger would appear with this probability. "
        "Only the test with standing “headline” decides; a gap above 0 favours the candidate."
    )
    return f'<h2>6 Every test that was made</h2>{_table(head, rows, numbers=(5, 6, 7, 8, 9))}<p class="soft">{note}</p>'


def _failures(subject: Subject) -> str:
    failed = [outcome for outcome in subject.run.outcomes if not outcome.ok]
    if not failed:
        return "<h2>7 Failed trainings</h2><p>None.</p>"
    rows = [
        (subject.name(o.job.candidate), o.job.repeat + 1, o.job.fold + 1, o.ending.value, o.message)
        for o in failed[:200]
    ]
    return f"<h2>7 Failed trainings</h2>{_table(('model', 'shuffle', 'fold', 'ending', 'message'), rows)}"


def _limits(subject: Subject) -> str:
    rows = "".join(f"<li>{escape(caution.text)}</li>" for caution in subject.findings.cautions)
    general = (
        f"The verdict is about models trained on this data and on {escape(plural(subject.study.row_meaning))} of the "
        "same kind. What was varied: the division into training and test. What was not: which rows were collected."
    )
    return f"<h2>8 Limits</h2><ul>{rows}<li>{general}</li></ul>"


def _reproduction(subject: Subject) -> str:
    rows = [
        *subject.run.versions.items(),
        ("seconds", f"{subject.run.seconds:.1f}"),
        ("plan", subject.plan_hash or "–"),
    ]
    return f"<h2>9 Reproduction</h2>{_table((), rows)}"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"


def _table(head: Sequence[str], rows: Iterable[Row], numbers: Sequence[int] = ()) -> str:
    def cell(kind: str, place: int, value: object) -> str:
        marked = ' class="number"' if place in numbers else ""
        return f"<{kind}{marked}>{escape(str(value))}</{kind}>"

    top = f"<thead><tr>{''.join(cell('th', i, text) for i, text in enumerate(head))}</tr></thead>" if head else ""
    body = "".join(f"<tr>{''.join(cell('td', i, value) for i, value in enumerate(row))}</tr>" for row in rows)
    return f'<div class="scroll"><table>{top}<tbody>{body}</tbody></table></div>'
