"""How both models do without the inputs that may contain the answer, on the same divisions of the rows."""

from core.data.drop_inputs import drop_inputs
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, MAIN, FitResult, Run
from core.domain.laboratory_results import VariedStudy
from core.domain.study import Candidate, Study
from core.judge.conclude import build_context
from core.judge.context import ComparisonContext
from core.judge.obstacles import list_doubtful_inputs
from core.laboratory.answer_sensitivity import Case, judge_outcomes
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.laboratory.parametric_study import mention_failures
from core.schemes import drop_unused_roles, make_splits
from core.support.errors import DataError
from core.wording.model_names import name_models
from core.wording.units import expectation, list_names, sentences, strip_unit, unit_of

KEY = "leak"  # the choice among those of the exhibit
UNKNOWN = "no figure: no training ended well"


def can_leave_out_leaks(study: Study, data: Dataset) -> bool:
    """Whether such inputs are in doubt, others are left, and the models can be trained here."""
    doubtful = list_doubtful_inputs(study, data)
    is_trained = all(candidate.algorithm != GIVEN for candidate in study.candidates)
    return bool(study.challengers) and is_trained and 0 < len(doubtful) < len(data.features)


def judge_without_leaks(
    shop: DemoRunner, study: Study, data: Dataset, run: Run, candidate: Candidate, output: int
) -> Working[VariedStudy]:
    """What the stored predictions say, then what the same divisions say without the inputs in doubt."""
    doubtful = list_doubtful_inputs(study, data)
    if not can_leave_out_leaks(study, data):
        raise DataError("Without the inputs in doubt there is nothing left to train with.")
    pair, narrowed = (study.candidate(study.baseline), candidate), drop_inputs(data, doubtful)
    wanted = make_jobs(study, MAIN, pair, make_splits(drop_unused_roles(study, data), study.scheme, study.seed))
    outcomes = yield from train_all(shop, study, narrowed, wanted)
    if outcomes is None:
        return None
    stored = tuple(outcome for one in pair for outcome in run.of(one.key))
    with_it, without_it = (
        _case(study, data, stored, candidate, output),
        _case(study, narrowed, outcomes, candidate, output),
    )
    return VariedStudy(
        list_names(doubtful),
        (
            judge_outcomes(with_it, stored, f"with {list_names(doubtful)}, as locked"),
            mention_failures(judge_outcomes(without_it, outcomes, f"without {list_names(doubtful)}"), outcomes),
        ),
        (_told(with_it, f"with {_it(doubtful)}"), _told(without_it, f"without {_it(doubtful)}")),
    )


def _it(names: tuple[str, ...]) -> str:
    return "it" if len(names) == 1 else "them"


def _case(study: Study, data: Dataset, outcomes: tuple[FitResult, ...], candidate: Candidate, output: int) -> Case:
    return Case(study, data, Run(outcomes, True), candidate.key, output)


def _told(case: Case, how: str) -> str:
    """ "With it, random forest gives about 1 error per 100 parts and ripper about 9 errors per 100 parts."."""
    evidence = build_context(case.study, case.data, case.run)
    theirs, ours = (_level(evidence, key, case.output) for key in case.pair)
    names = name_models(case.study)
    first, second = names[case.candidate], names[case.study.baseline]
    of = f" for {strip_unit(case.data.outputs[case.output])}" if len(case.data.outputs) > 1 else ""
    return sentences(f"{how}, {first} gives {ours} and {second} {theirs}{of}.")


def _level(evidence: ComparisonContext, key: str, output: int) -> str:
    unit = unit_of(evidence.measure.key, evidence.study, evidence.data, evidence.data.outputs[output])
    return expectation(evidence.estimate(key, output), unit) or UNKNOWN
