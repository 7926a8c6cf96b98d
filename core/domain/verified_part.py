"""What one step of a re-check has found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VerifiedPart:
    """One thing that was verified, and how it differs (empty: it does not); what nothing vouches for differs too."""

    title: str
    detail: str
    differences: tuple[str, ...] = ()
