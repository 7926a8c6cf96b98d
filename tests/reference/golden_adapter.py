"""Every golden function name in one place, for the reference check."""
