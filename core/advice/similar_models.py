"""The well-known models most similar to each model: one of them belongs in the comparison (Salzberg 1997, 3.5 (1))."""

from dataclasses import dataclass

from core.algorithms import find_algorithm
from core.domain.dataset import Task
from core.domain.evidence import GIVEN
from core.domain.study import Study

SOURCE = "Salzberg 1997, section 3.5 (1)"


@dataclass(frozen=True, slots=True)
class Family:
    """Models of one kind; `known` are those readers know best, in the order in which one is named."""

    title: str
    known: tuple[str, ...]
    members: tuple[str, ...]


FAMILIES: tuple[Family, ...] = (
    Family("linear models of classes", ("logistic", "lda"), ("logistic", "lda", "perceptron", "nearest-centroid")),
    Family("linear models of numbers", ("linear", "ridge"), ("linear", "ridge", "lasso", "elastic-net", "pls")),
    Family("curved surfaces", ("linear", "logistic"), ("response-surface", "additive", "mars", "formula", "qda")),
    Family("trees and rules", ("tree", "c45"), ("tree", "c45", "ripper")),
    Family(
        "many trees",
        ("forest", "boosting", "tree"),
        ("forest", "extra-trees", "boosting", "monotone-boosting", "average"),
    ),
    Family("neighbors", ("knn",), ("knn", "memoriser")),
    Family("naive Bayes", ("naive-bayes",), ("naive-bayes", "naive-bayes-discretised")),
    Family("kernels and nets", ("svm", "mlp"), ("svm", "mlp", "gaussian-process")),
)


@dataclass(frozen=True, slots=True)
class SimilarModels:
    """A candidate without a similar one beside it, and the well-known similar ones that could be added."""

    candidate: str
    family: str
    similar: tuple[str, ...]


def find_similar(algorithm: str, task: Task) -> tuple[str, ...]:
    """The well-known algorithms of its family that suit the task, itself left out; none for predictions as given."""
    found = next((family for family in FAMILIES if algorithm in family.members), None)
    if found is None:
        return ()
    return tuple(key for key in found.known if key != algorithm and task in find_algorithm(key).tasks)


def find_unaccompanied(study: Study, task: Task) -> SimilarModels | None:
    """The first challenger whose family nobody else in the study belongs to; None where each has company."""
    entered = {one.algorithm for one in study.candidates}
    for candidate in study.challengers:
        family = next((one for one in FAMILIES if candidate.algorithm in one.members), None)
        similar = find_similar(candidate.algorithm, task)
        if family is None or not similar or candidate.algorithm == GIVEN:
            continue
        if not (entered - {candidate.algorithm}) & {*family.members, *family.known}:
            return SimilarModels(candidate.key, family.title, similar)
    return None
