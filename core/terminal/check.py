"""`check FILE.evenfold`: the plan's hash, the data, the splits and every number, verified one after the other."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from core.application.check_study import Options, check_study, summarize_checks
from core.domain.verified_part import VerifiedPart
from core.report.plain import as_json
from core.terminal.terminal_output import OUTPUT, write_text

VERIFIED, DIFFERS = 0, 1
MOST_NAMED = 20


def check(path: Path, out: Path | None, retrain: Options | None = None) -> int:
    """With `retrain` every training is done again and must give the same predictions."""
    found = check_study(path, retrain)
    differences = [text for one in found for text in one.differences]
    if out is None:
        print("\n".join(_worded(found)))
    else:
        plain = [{"title": c.title, "detail": c.detail, "differences": list(c.differences)} for c in found]
        told = {"verified": not differences, "answer": summarize_checks(found), "checks": plain}
        write_text(out, as_json(told))
        if out != OUTPUT:
            print(summarize_checks(found))
    return DIFFERS if differences else VERIFIED


def _worded(found: Sequence[VerifiedPart]) -> Iterator[str]:
    for one in found:
        yield f"{'differs' if one.differences else 'ok':<8}{one.title}: {one.detail}"
        yield from (f"        {text}" for text in one.differences[:MOST_NAMED])
        if len(one.differences) > MOST_NAMED:
            yield f"        and {len(one.differences) - MOST_NAMED:,} more"
    yield summarize_checks(found)
