"""Evenfold from a terminal: `main(arguments)` for the commands, `without_display()` when no window can be shown."""

from core.terminal.entry import main, without_display

__all__ = ["main", "without_display"]
