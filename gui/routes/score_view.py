"""The difference between two columns of fold scores, as a strip draws it."""

from core.domain.conclusion import ModelAnswer
from core.figures.difference_picture import DifferencePicture, strip_of
from core.wording.score_kinds import ScoreKind


def picture_of(row: ModelAnswer, kind: ScoreKind) -> DifferencePicture | None:
    """None where no range can be given."""
    drawn = strip_of(row)
    return (
        None if drawn is None else DifferencePicture(drawn, kind.unit.scale, kind.unit.short, row.model, row.comparator)
    )
