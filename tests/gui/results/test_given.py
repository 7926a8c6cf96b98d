"""What Explore says about predictions made elsewhere: nothing was trained, and every row counts once."""

from core.advice.first_study import sample_study
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.study import Study
from core.figures.split_differences import Pair, SplitDifferences
from gui import strings
from gui.results.agreement_tab import agreement_caption
from gui.results.picture_tabs import gaps_caption
from gui.strings import explore as words

FOUND = SplitDifferences((Pair(0, 10.0, 8.0, 2.0),), (0.0, 4.0), (1,), 1.0)


def study_of(key: str) -> Study:
    chosen = find_sample(key)
    return sample_study(chosen, prepare_dataset(chosen.make(), chosen.columns)).study


def test_that_folds_of_predictions_made_elsewhere_are_explained() -> None:
    assert strings.EXPLORE_GAPS_GIVEN in gaps_caption(FOUND, "vendor", study_of("vendor"))
    assert strings.EXPLORE_GAPS_PAIRED in gaps_caption(FOUND, "forest", study_of("bearing"))


def test_that_no_shared_training_rows_are_told_of_where_nothing_was_trained() -> None:
    assert agreement_caption(study_of("vendor")) == words.AGREEMENT_GIVEN
    assert agreement_caption(study_of("bearing")) == words.AGREEMENT_CAPTION
