"""The time as it is written into files."""

from datetime import UTC, datetime


def now() -> str:
    """UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def readable(time: str) -> str:
    """ "2026-05-12 14:03 UTC"; whatever else stands there is shown as it is."""
    try:
        return f"{datetime.fromisoformat(time).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    except ValueError:
        return time
