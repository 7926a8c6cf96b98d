"""How a p is said in a sentence; tables have its digits."""

SMALLEST = 0.001


def word_p_value(p: float) -> str:
    return f"p = {p:.2g}" if p >= SMALLEST else f"p below {SMALLEST}"
