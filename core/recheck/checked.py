"""What one step of a re-check has found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was verified, how it differs (empty: it does not), and what cannot be vouched for."""

    title: str
    detail: str
    differences: tuple[str, ...] = ()
    without_seal: tuple[str, ...] = ()
