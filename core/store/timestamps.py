"""The time as it is written into files."""

from datetime import UTC, datetime


def current_time() -> str:
    """Return the time now in UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def format_time(time: str) -> str:
    """Return "2026-05-12 14:03 UTC"; whatever else stands there is shown as it is."""
    try:
        return f"{datetime.fromisoformat(time).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    except ValueError:
        return time
