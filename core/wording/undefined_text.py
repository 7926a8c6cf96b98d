"""Why a test has no usual answer, in plain words."""

from core.domain.findings import Comparison

REASONS: dict[str, str] = {
    "all_tied": "Every algorithm got the same score on every data set.",
    "identical_scores": "Both algorithms got the same score on every split, so there is nothing to tell apart.",
    "no_disagreements": "There is no row that only one of the two got right.",
    "missing_score": "Some rows have no score, so they cannot be put in order.",
    "no_margin": "No difference was named that would be too small to matter.",
    "no_scores": "This test needs two classes and scores that put the rows in order.",
    "not_for_this_task": "This test needs right and wrong answers, which this study does not have.",
    "not_run": "The five shuffles into two halves were not run.",
    "one_output": "There is only one output, so there is nothing to judge together.",
    "one_sided_disagreements": "All disagreements are in favour of one algorithm, so the odds have no upper end.",
    "single_class": "All rows belong to one class, so the order of scores says nothing.",
    "singular_covariance": "The outputs move together so closely that their joint spread cannot be judged.",
    "impossible_level": "A range cannot promise everything or nothing.",
    "too_few_cases": "One class has fewer than two rows.",
    "too_few_defined_folds": "The measure is undefined on more than a fifth of the splits, mostly for lack of a class.",
    "too_few_pairs": "One split alone has no spread; at least two are needed.",
    "too_few_partitions": "One shuffle alone cannot show how much the answer depends on the shuffle.",
    "too_many_undefined": "More than a fifth of the splits lack a value for some output.",
    "too_many_pairs": "There are more splits than can be counted through one by one.",
    "undefined_values": "Some scores are undefined, and this test needs all of them.",
    "unequal_lengths": "The two algorithms do not have the same number of scores.",
    "zero_p": "One of the shuffles is beyond the reach of the arithmetic.",
    "zero_variance": "The difference is exactly the same on every split, so its spread cannot be judged.",
    "zero_variance_partition": "In one shuffle the difference is the same on every fold, so that shuffle has no t.",
}


def describe_reason(reason: str) -> str:
    """Word a key of a reason; an unknown key is read out, and no key gives no words."""
    return REASONS.get(reason, f"{reason.replace('_', ' ').capitalize()}." if reason else "")


def describe_note(found: Comparison) -> str:
    """Say why a comparison has no usual answer, or what else its maker noted; empty where there is nothing to say."""
    return found.note or describe_reason(found.reason)
