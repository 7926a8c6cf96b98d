"""The table of the papers' procedures that the Laboratory and `laboratory` in the terminal offer alike."""

from core.laboratory.bias_variance import BIAS_VARIANCE
from core.laboratory.bootstrap_spread import BOOTSTRAP_SPREAD
from core.laboratory.error_signs import SIGNS
from core.laboratory.estimator_selection import SELECTION
from core.laboratory.fold_tests import ANOVA, AUC_FOLDS
from core.laboratory.joint_models import TOGETHER
from core.laboratory.many_halves import MANY_HALVES
from core.laboratory.memorizer_module import MEMORIZER
from core.laboratory.procedure import Procedure
from core.laboratory.setting_curves import CURVES
from core.laboratory.size_curve import SIZES
from core.laboratory.training_endings import ENDINGS
from core.laboratory.wrong_procedure import WRONG
from core.support.errors import StudyError

PROCEDURES: tuple[Procedure, ...] = (
    BOOTSTRAP_SPREAD,
    BIAS_VARIANCE,
    SELECTION,
    MEMORIZER,
    AUC_FOLDS,
    ANOVA,
    TOGETHER,
    MANY_HALVES,
    CURVES,
    SIZES,
    SIGNS,
    ENDINGS,
)
IN_TERMINAL: tuple[Procedure, ...] = (*PROCEDURES, WRONG)  # in the window the last has a tab of its own


def find_procedure(key: str) -> Procedure:
    found = next((row for row in IN_TERMINAL if row.key == key), None)
    if found is None:
        raise StudyError(
            f"There is no procedure {key!r}.", hint="Choose one of: " + ", ".join(row.key for row in IN_TERMINAL) + "."
        )
    return found
