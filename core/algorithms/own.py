"""The rows of the algorithms written here because no library of ours has them."""

from core.algorithms.c45.c45_learner import QuinlanTree
from core.algorithms.discretize import DiscretizedNaiveBayes
from core.algorithms.formula.formula_learner import Formula
from core.algorithms.learner import Learner
from core.algorithms.naive_bayes import NaiveBayes
from core.algorithms.ripper.ripper_learner import RuleList
from core.algorithms.row import BOTH_TASKS, CLASSES_ONLY, Algorithm, Setting, Simpler, chosen
from core.domain.study import Settings

_ADDED_COUNT = Setting(
    "added_count",
    "Added count",
    "Added to the count of every level, so that what was never seen is not thought impossible.",
    1.0,
    low=0.001,
    high=100.0,
    simpler=Simpler.HIGHER,
)


def build_naive_bayes(settings: Settings, seed: int) -> Learner:
    values = chosen(NAIVE_BAYES.settings, settings, NAIVE_BAYES.title)
    return NaiveBayes(values.number("added_count"), values.number("spread_floor"))


def build_naive_bayes_discretized(settings: Settings, seed: int) -> Learner:
    values = chosen(NAIVE_BAYES_DISCRETIZED.settings, settings, NAIVE_BAYES_DISCRETIZED.title)
    return DiscretizedNaiveBayes(values.number("added_count"))


def build_c45(settings: Settings, seed: int) -> Learner:
    values = chosen(C45.settings, settings, C45.title)
    return QuinlanTree(values.number("pruning"), values.whole("least_rows"))


def build_ripper(settings: Settings, seed: int) -> Learner:
    values = chosen(RIPPER.settings, settings, RIPPER.title)
    return RuleList(values.whole("rounds"), seed)


def build_formula(settings: Settings, seed: int) -> Learner:
    values = chosen(FORMULA.settings, settings, FORMULA.title)
    return Formula(values.word("formula"), values.number("threshold"), values.whole("class_above"))


NAIVE_BAYES = Algorithm(
    key="naive-bayes",
    title="Naive Bayes",
    note="Adds up what each input says on its own; quick, needs few rows, weak when inputs matter only together.",
    source="Duda & Hart 1973; Kohavi 1995, section 4; John & Langley 1995, section 2",
    tasks=CLASSES_ONLY,
    settings=(
        _ADDED_COUNT,
        Setting(
            "spread_floor",
            "Least spread",
            "Least variance of a number within a class, as a share of the variance of its column.",
            0.01,
            low=0.0,
            high=1.0,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"added_count": (1.0, 0.1), "spread_floor": (0.3, 0.1, 0.01)},  # by benchmarks/grids.md
    build=build_naive_bayes,
    uses_weights=True,
    simplicity=2,
)

NAIVE_BAYES_DISCRETIZED = Algorithm(
    key="naive-bayes-discretised",
    title="Naive Bayes on bins",
    note="Naive Bayes after cutting numbers into bins that tell the classes apart; for numbers without a bell shape.",
    source="Fayyad & Irani 1993; Dougherty, Kohavi & Sahami 1995",
    tasks=CLASSES_ONLY,
    settings=(_ADDED_COUNT,),
    grid={"added_count": (10.0, 3.0, 1.0, 0.1)},
    build=build_naive_bayes_discretized,
    simplicity=2,
)

C45 = Algorithm(
    key="c45",
    title="Decision tree (C4.5, after Quinlan)",
    note="Questions that branch to an answer; takes names and missing cells as they are; can change with few rows.",
    source="Quinlan 1993; Quinlan 1996, section 3",
    tasks=CLASSES_ONLY,
    settings=(
        Setting(
            "pruning",
            "Pruning",
            "Smaller values cut the tree back more.",
            0.25,
            low=0.0001,
            high=0.5,
            simpler=Simpler.LOWER,
        ),
        Setting(
            "least_rows",
            "Least rows",
            "Two branches of every question get at least so many rows.",
            2,
            (),
            1,
            1000,
            Simpler.HIGHER,
        ),
    ),
    grid={"pruning": (0.01, 0.25), "least_rows": (20, 5, 2)},
    build=build_c45,
    libraries=("scipy.special",),
    simplicity=3,
)

RIPPER = Algorithm(
    key="ripper",
    title="Rule list (RIPPER, after Cohen)",
    note="A short list of if-then rules for the rarer classes, easy to check by hand; numbers are cut, never weighed.",
    source="Cohen 1995, section 3; Quinlan 1995",
    tasks=CLASSES_ONLY,
    settings=(
        Setting(
            "rounds",
            "Rounds of improvement",
            "How often every rule is reconsidered.",
            2,
            low=0,
            high=10,
            simpler=Simpler.LOWER,
        ),
    ),
    grid={"rounds": (0, 1, 2, 4)},
    build=build_ripper,
    simplicity=3,
)

FORMULA = Algorithm(
    key="formula",
    title="Formula",
    note="The formula or rule in use today, computed from the columns as it stands; nothing is trained.",
    source="Evenfold: what is used today, as it is",
    tasks=BOTH_TASKS,
    settings=(
        Setting("formula", "Formula", "For example 0.5 * [Air temperature] - 3; several outputs: a; b.", "0"),
        Setting(
            "threshold",
            "Threshold",
            "For two classes: above it the formula says the class named next.",
            0.5,
            low=-1e12,
            high=1e12,
        ),
        Setting(
            "class_above",
            "Class above the threshold",
            "1 for the first of the two classes, 2 for the second.",
            2,
            (1, 2),
        ),
    ),
    grid={},
    build=build_formula,
    simplicity=1,
)
