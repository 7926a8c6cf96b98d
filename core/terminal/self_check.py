"""`self-check`: whether this installation can do its work, in a terminal."""

from core.application.check_installation import as_text, installation, keep


def check_installation() -> int:
    """0 when everything works, 1 otherwise."""
    found = installation()
    keep(found)
    print(as_text(found), end="")
    return int(any(not check.ok for check in found))
