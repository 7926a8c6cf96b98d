"""The plan section of a plan: how rows are split and how settings are chosen."""

from core.advice.suggest_plan import suggest_scheme, suggest_tuning
from core.domain.dataset import Dataset
from core.domain.study import Question, SchemeChoice, SchemeKind, Tuning, TuningKind
from core.plans.plan_section import Section

MOST = 100_000  # repeats or samples; more would fill the memory with splits before the first training
REPEATED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)


def scheme_of(plan: Section, data: Dataset, question: Question) -> SchemeChoice:
    suggested = suggest_scheme(data, question).value
    kind = plan.choice("scheme", suggested.kind)
    usual = suggested.repeats if kind is suggested.kind else SchemeChoice().repeats
    repeats = plan.whole("repeats", usual, 1, MOST) if kind in REPEATED else 1
    return SchemeChoice(
        kind=kind,
        folds=plan.whole("folds", suggested.folds, 2),
        repeats=repeats,
        max_repeats=max(repeats, plan.whole("max_repeats", repeats, 1, MOST)),
        share=plan.number("share", 2 / 3, 0, 1, inside=True),
        samples=plan.whole("samples", 200, 2, MOST),
        stratified=plan.flag("stratified", True),
        grouped=plan.flag("grouped", True),
    )


def tuning_of(plan: Section, data: Dataset, scheme: SchemeChoice) -> Tuning:
    suggested = suggest_tuning(data, scheme).value
    return Tuning(
        kind=plan.choice("tuning", TuningKind(suggested.kind)),
        share=plan.number("tuning_share", suggested.share, 0, 1, inside=True),
        folds=plan.whole("tuning_folds", suggested.folds, 2),
    )
