"""Subjects of reports with invented runs, among them names that try to do harm."""

from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np

from core.domain.dataset import Dataset
from core.domain.evidence import Job, Run
from core.domain.study import Candidate, Columns, SchemeKind, Study
from core.judge.conclude import conclude_study
from core.report.subject import ReportInput
from tests.judge.worlds import (
    class_data,
    failed,
    folds_of,
    number_data,
    outcome_of,
    predictions_run,
    study_of,
    wrong_on,
)

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "🔧 wear & tear 😀",
    "עברית مرحبا \u202ereversed",
    "x" * 200,
    "=HYPERLINK(1)",
    "control\x00\x1f\x7f",
    "half \ud800 pair",
    "]]> & ${title} $body",
)


def of(study: Study, data: Dataset, run: Run) -> ReportInput:
    return ReportInput(study, data, run, conclude_study(study, data, run), "f" * 64)


def subject(title: str = "Invented", broken: int = 0, **changes: object) -> ReportInput:
    """Two classes, a clear winner, errors and AUC."""
    data = class_data(400)
    told = {"title": title, "use": "<b>line</b> & more", **changes}
    study = replace(study_of(data, cross_check="auc"), **told)  # type: ignore[arg-type]
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    first = [outcome for outcome in run.outcomes if outcome.job.part == "main"][:broken]
    run = replace(run, outcomes=tuple(failed(o) if any(o is one for one in first) else o for o in run.outcomes))
    return of(study, data, run)


def numbers(outputs: tuple[str, ...] = ("K_T", "K_Q (Nm)", "eta"), rows: int = 120) -> ReportInput:
    data = number_data(rows, outputs)
    noise = np.random.default_rng(3).normal(size=data.targets.shape)
    study = study_of(data, margin=0.1, cross_check="rmse")
    run = predictions_run(data, {"linear": data.targets + noise, "forest": data.targets + 0.3 * noise[::-1]}, study)
    return of(study, data, run)


def nasty() -> ReportInput:
    data = replace(
        class_data(80, groups=40),
        features=(NASTY[0],),
        classes=(NASTY[1], NASTY[2]),
        outputs=(NASTY[3],),
        group_name=NASTY[4],
        name=NASTY[0],
    )
    study = replace(
        study_of(data, cross_check="auc"),
        title=NASTY[8],
        use=NASTY[3],
        row_meaning=NASTY[4],
        source=NASTY[5],
        columns=Columns(
            target=data.outputs, ignore=NASTY, excluded=((NASTY[0], NASTY[1]),), reading={NASTY[0]: NASTY[6]}
        ),
        answers={f"LEAK:{name}": name for name in NASTY} | {"PREP": "not sure"},
    )
    run = predictions_run(data, {"logistic": wrong_on(data, range(30)), "forest": wrong_on(data, range(5))}, study)
    broken = [failed(o, NASTY[7]) if i < 4 else o for i, o in enumerate(run.outcomes)]
    return of(study, data, replace(run, outcomes=tuple(broken)))


def with_estimators() -> ReportInput:
    """Cross-validation, and beside it resubstitution and one holdout that breaks the usual order."""
    data = class_data(200)
    kinds = (SchemeKind.RESUBSTITUTION, SchemeKind.HOLDOUT)
    study = replace(study_of(data), extra=kinds)
    predictions = {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(40))}
    run = predictions_run(data, predictions, study)
    rows = {SchemeKind.RESUBSTITUTION: np.arange(200), SchemeKind.HOLDOUT: np.arange(140, 200)}
    extra = [
        replace(outcome_of(data, Job(f"extra:{kind.value}", 0, 0, key), rows[kind], predictions[key]), train_size=140)
        for kind in kinds
        for key in predictions
    ]
    return of(study, data, replace(run, outcomes=(*run.outcomes, *extra)))


def large(candidates: int = 20, outputs: int = 4, repeats: int = 55) -> ReportInput:
    """As many candidates, outputs and repeats as the specification names."""
    data = number_data(200, tuple(f"output {i} (mm)" for i in range(outputs)))
    study = study_of(data, margin=0.05)
    entered = tuple(Candidate(f"c{i}", "linear" if i % 2 else "forest") for i in range(candidates))
    study = replace(
        study, candidates=entered, baseline="c0", scheme=replace(study.scheme, repeats=repeats), earlier_comparisons=3
    )
    random = np.random.default_rng(1)
    run = predictions_run(
        data,
        {c.key: data.targets + random.normal(0, 1 + 0.05 * i, data.targets.shape) for i, c in enumerate(entered)},
        study,
        halves=False,
    )
    assert len(folds_of(200, repeats, 10)) == 10 * repeats
    return of(study, data, run)


class Checker(HTMLParser):
    """Every tag that is opened is closed in order; names of places are unique."""

    void = ("meta", "br", "img", "col")

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: list[str] = []
        self.ids: Counter[str] = Counter()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids.update(value or "" for name, value in attrs if name == "id")
        if tag not in self.void:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.ids.update(value or "" for name, value in attrs if name == "id")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.stack.pop() == tag


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    assert checker.stack == []
    assert [name for name, count in checker.ids.items() if count > 1] == []
    return checker
