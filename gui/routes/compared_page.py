"""A short route whose answer is a comparison on one set of rows: shown, copied and reported the same way."""

from core.application.write_report import Document, predictions_document
from core.domain.findings import CautionKind
from core.support.errors import DataError
from core.wording.caution_text import word_caution
from core.wording.conclusion_text import ConclusionText, word_conclusion
from gui.routes.compared_view import ComparedView, stamp_of
from gui.routes.given import Compared
from gui.routes.route_page import RoutePage
from gui.widgets.parts import column
from gui.wizard.page import Shell


class ComparedPage(RoutePage):
    """Subclasses call `show_compared` with what they found."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._compared: Compared | None = None
        self._view = ComparedView()
        self._view.help_wanted.connect(shell.open_help)
        self.verdict, self.texts = self._view.verdict, self._view.texts
        self.answer.setLayout(column(self._view))

    def show_compared(self, found: Compared) -> None:
        self._compared = found
        self._view.show_compared(found)
        self.show_answer(True)
        self.shell.announce(_word(found).headline.text, shown=False)

    def document(self) -> Document | None:
        found = self._compared
        if found is None or self.table is None:
            return None
        return predictions_document(
            found.study, found.data, found.findings, found.plan_hash, self.table.name, found.notes
        )

    def sentence(self) -> str:
        found = self._compared
        if found is None:
            raise DataError("There is no answer to copy yet.", hint="Compare first.")
        said, cautions = _word(found), found.findings.cautions
        repeated = (caution for caution in cautions if caution.kind is CautionKind.REPEATED_IDS)
        cases = "".join(f" {word_caution(found.study, found.data, caution)}" for caution in repeated)
        scope = f" {said.scope}" if said.scope else ""
        return f"{said.headline} {said.body}{scope}{cases} ({stamp_of(found, found.plan_hash[:12])}.)"


def _word(found: Compared) -> ConclusionText:
    return word_conclusion(found.study, found.data, found.findings)
