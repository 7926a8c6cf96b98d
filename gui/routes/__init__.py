"""The short routes that Home and the menus lead to, beside the steps of a study."""

from collections.abc import Mapping

from gui.routes.check import CheckPage
from gui.routes.claim import ClaimPage
from gui.routes.confirm import ConfirmPage
from gui.routes.laboratory import LaboratoryPage
from gui.routes.predict import PredictPage
from gui.routes.predictions import PredictionsPage
from gui.routes.scores import ScoresPage
from gui.wizard.page import Page

ROUTES: Mapping[str, type[Page]] = {
    "predictions": PredictionsPage,
    "claim": ClaimPage,
    "confirm": ConfirmPage,
    "scores": ScoresPage,
    "predict": PredictPage,
    "check": CheckPage,
    "laboratory": LaboratoryPage,
}
