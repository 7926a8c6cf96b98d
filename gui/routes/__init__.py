"""The short routes that Home leads to, beside the steps of a study."""

from collections.abc import Mapping

from gui.routes.claim import ClaimPage
from gui.routes.predictions import PredictionsPage
from gui.wizard.page import Page

ROUTES: Mapping[str, type[Page]] = {"predictions": PredictionsPage, "claim": ClaimPage}
