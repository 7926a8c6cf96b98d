"""How many bits a set of rules and its mistakes take to write down."""

from math import log2


def subset_bits(members: int, chosen: int, share: float) -> float:
    """Bits to say which members are chosen when a share of them is expected to be."""
    return _bits(chosen, share) + _bits(members - chosen, 1.0 - share)


def _bits(count: int, share: float) -> float:
    return -count * log2(share) if count > 0 else 0.0


def rule_bits(conditions: int, possible: int) -> float:
    """Bits of a rule, halved because conditions are partly redundant (Quinlan 1993, section 5.3; Cohen 1995, 3.2)."""
    which = subset_bits(possible, conditions, conditions / possible) if conditions < possible else 0.0
    return 0.5 * (_whole_number_bits(conditions) + which)


def _whole_number_bits(number: int) -> float:
    return log2(number) + 2.0 * log2(max(log2(number), 1.0)) if number > 1 else 0.0


def mistake_bits(covered: int, uncovered: int, wrong_covered: int, wrong_uncovered: int) -> float:
    """Bits to name the mistakes; half of them are expected on the larger side (Quinlan 1995, section 3)."""
    mistakes = wrong_covered + wrong_uncovered
    if covered > uncovered:
        larger, smaller = (covered, wrong_covered), (uncovered, wrong_uncovered)
    else:
        larger, smaller = (uncovered, wrong_uncovered), (covered, wrong_covered)
    count = log2(covered + uncovered + 1)
    return count + _side_bits(*larger, mistakes / 2) + _side_bits(*smaller, smaller[1])


def _side_bits(rows: int, wrong: int, expected: float) -> float:
    return subset_bits(rows, wrong, expected / rows) if rows else 0.0
