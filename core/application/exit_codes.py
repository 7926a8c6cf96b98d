"""What a command answers to the program that started it."""

from core.domain.conclusion import Answer, Reason

ANSWERED, NOT_SETTLED, CANNOT_GO_ON, TOO_MANY_FAILED, BLOCKED, STOPPED = 0, 1, 2, 3, 4, 130


def find_exit_code(answer: Answer, reason: Reason | None = None) -> int:
    """0 for an answer, 1 where the rows cannot decide or the design only describes, 3 and 4 for what blocks."""
    if answer is Answer.BLOCKED:
        return TOO_MANY_FAILED if reason is Reason.FAILURES else BLOCKED
    return NOT_SETTLED if answer is Answer.UNCLEAR else ANSWERED
