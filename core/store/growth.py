"""How a locked plan may still change: it may only grow."""

from dataclasses import replace

from core.domain.study import Study


def grows(old: Study, new: Study) -> bool:
    """Whether the new plan only adds candidates, shuffles or extra schemes to the old one."""
    kept = tuple(candidate for candidate in new.candidates if candidate in old.candidates)
    more_repeats = new.scheme.repeats >= old.scheme.repeats and new.scheme.samples >= old.scheme.samples
    scheme = replace(
        new.scheme,
        repeats=old.scheme.repeats,
        max_repeats=old.scheme.max_repeats,
        samples=old.scheme.samples,
    )
    as_before = replace(new, candidates=old.candidates, scheme=scheme, extra=old.extra)
    return kept == old.candidates and more_repeats and set(old.extra) <= set(new.extra) and as_before == old
