"""The time as it is written into files."""

from datetime import UTC, datetime


def now() -> str:
    """UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
