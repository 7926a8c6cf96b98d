"""Rule lists after Cohen's RIPPER."""
