"""Who set a value of the plan: nobody is told "you" for what they did not enter."""

from enum import StrEnum

from core.domain.study import QuestionKind, Study

SAMPLE = "sample:"  # how the source of a study on a sample begins
MARGIN, LIMIT, TIE_BREAK, COST_RATIO = (
    "question.margin",
    "question.good_enough",
    "question.tie_break",
    "question.cost_ratio",
)
STATEMENTS = ("row_meaning", "use", "columns", "answers")
"""Fields that are never suggested, so that in a sample only the sample can have set them."""


class Origin(StrEnum):
    YOU = "you"
    ASSUMED = "assumed"
    SAMPLE = "sample"

    @property
    def words(self) -> str:
        """What stands in brackets behind a value."""
        return {"you": "set by you", "assumed": "assumed by Evenfold", "sample": "set by the sample"}[self.value]


def is_sample(study: Study) -> bool:
    return study.source.startswith(SAMPLE)


def find_origin(study: Study, field: str) -> Origin:
    """Find who set a value, by its dotted name in the plan ("question.margin")."""
    if is_sample(study) and (field in study.assumed or field.partition(".")[0] in STATEMENTS):
        return Origin.SAMPLE
    return Origin.ASSUMED if field in study.assumed else Origin.YOU


def is_baseline_in_use(study: Study) -> bool:
    """Whether the person said that the baseline is in use today: by asking about it and naming it themselves."""
    asked = study.question.kind in (QuestionKind.BETTER, QuestionKind.REPLACE)
    return asked and all(find_origin(study, field) is Origin.YOU for field in ("baseline", "question.kind"))
