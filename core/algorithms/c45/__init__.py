"""Decision trees after Quinlan's C4.5, release 8."""
