"""Everything a result page says, together."""

from core.domain.conclusion import Answer, Reason, RepeatAgreement
from core.domain.findings import Caution, CautionKind
from core.wording.result_text import EXPECTED, HALF_SIZE, REPEATS, SECOND_MEASURE, word_result
from tests.wording.cases import make_data, make_difference, make_findings, make_row, make_study
from tests.wording.checks import check_sentence


def test_that_a_page_holds_answer_scope_notes_doubts_and_cautions_once() -> None:
    study, data = make_study(), make_data()
    row = make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1), agreement=RepeatAgreement(10, 6, 0))
    cautions = [Caution(CautionKind.PERFECT, "forest")]
    findings = make_findings(study, data, [row], row.answer, row.reason, cautions=cautions, exploratory=("unseen",))
    text = word_result(study, data, findings)
    assert set(text.notes) == {EXPECTED, REPEATS, HALF_SIZE}
    assert SECOND_MEASURE not in text.notes
    assert len(text.cautions) == len(findings.cautions)
    assert len(text.doubts) == 2
    for line in (*text.notes[EXPECTED], *text.doubts, *text.cautions):
        check_sentence(line)
    paragraphs = text.paragraphs
    assert len(paragraphs) == len(set(paragraphs))
    assert paragraphs[1] == "Yes. Use random forest."
    assert any(
        paragraph.startswith("For random forest and logistic regression trained as here") for paragraph in paragraphs
    )
    assert sum(paragraph.count("Half-size check") for paragraph in paragraphs) == 1


def test_that_rows_are_worded_in_their_order() -> None:
    study, data = make_study(models=("forest", "tree", "logistic")), make_data()
    rows = [
        make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1)),
        make_row(Answer.NO, Reason.LOSS, make_difference(-6.1, -2.3, "tree")),
    ]
    text = word_result(study, data, make_findings(study, data, rows, Answer.YES, Reason.WIN))
    assert [(row.model, said.headline.text.split(".")[0]) for row, said in text.rows] == [
        ("forest", "Yes"),
        ("tree", "No"),
    ]
