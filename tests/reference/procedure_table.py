"""The procedures of the five papers: where each is, and the test that checks it against something independent.

`write_procedure_table` fails where a test that is named does not exist.
"""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAPERS = {
    "S": "Salzberg 1997",
    "R": "Reich & Barai 1999",
    "A": "Aslan et al. 2009",
    "B": "Bradford & Brodley 2001",
    "K": "Kohavi 1995",
    "M": "Methods beside the papers",
}


@dataclass(frozen=True, slots=True)
class ProcedureRow:
    """`test` is file::function below tests/, the function without "test_that_"; `reference` what it compares with."""

    paper: str
    place: str
    title: str
    where: str
    reference: str
    test: str


LAB = "Laboratory"
ROWS = (
    ProcedureRow("S", "3.5 (1)", "The most similar known algorithm that is missing", "Models; `new-plan`, `algorithms`",
                 "table of families",
                 "advice/test_similar_models.py::a_model_without_company_is_named_once_it_has_none"),
    ProcedureRow("S", "3.5 (4B)", "Size of T2, 10 to 50 %", "Plan > Advanced; plan file", "value in the locked study",
                 "gui/wizard/test_plan_page.py::the_size_of_t2_reaches_the_study_from_10_to_50_percent"),
    ProcedureRow("S", "3", "Adjusted p (Bonferroni, Holm, Benjamini-Hochberg) and the family's error",
                 "Compare > Tests; report; `tests study`, `tests adjust`", "R p.adjust, by hand",
                 "terminal/test_tests_command.py::p_values_are_adjusted_for_all_tests_ever_made"),
    ProcedureRow("S", "3.1", "Analysis of variance on separate folds", f"{LAB}; `laboratory anova`", "scipy f_oneway",
                 "laboratory/test_procedures.py::the_analysis_of_variance_is_that_of_scipy_on_separate_folds"),
    ProcedureRow("S", "3.1", "Randomization: the estimate with the bias of the pipeline taken off", LAB, "by hand",
                 "laboratory/test_randomization.py::the_adjusted_estimate_takes_off_what_chance_gains"),
    ProcedureRow("S", "3.4", "Generated data, with ranges over draws", f"{LAB} > Other folds, seeds and settings",
                 "scipy t",
                 "laboratory/test_generated_data.py::the_range_over_draws_is_the_t_range_of_scipy"),
    ProcedureRow("S", "2.1, 3.4", "Public tables recognized by content", "Data; report; `look`",
                 "recoded, renamed, shuffled copies",
                 "data/test_public_tables.py::a_recoded_shuffled_renamed_table_is_recognized"),
    ProcedureRow("S", "3.5", "Many data sets, tuned like a study", f"{LAB}; `many`", "Demsar 2006, enumeration",
                 "laboratory/test_many_data_sets.py::the_model_behind_everywhere_has_the_last_rank"),
    ProcedureRow("R", "eq. 8", "Least, most, mean and spread of the iterations, and their interval",
                 f"{LAB} > Estimates side by side", "scipy t",
                 "laboratory/test_error_estimates.py::the_interval_of_eq_8_is_that_of_scipy_over_the_iterations"),
    ProcedureRow("R", "2.2.3", "Leave-two-out, complete cross-validation or why not", f"{LAB} > Estimates side by side",
                 "counted by hand", "laboratory/test_error_estimates.py::"
                 "a_complete_cross_validation_is_counted_made_or_refused_in_words"),
    ProcedureRow("R", "2.2.4", "Bootstrap spread of an estimate, percentile and BCa",
                 f"{LAB}; `laboratory bootstrap-spread`", "scipy bootstrap on the same replicates",
                 "laboratory/test_procedures.py::percentile_and_bca_are_those_of_scipy_on_the_same_replicates"),
    ProcedureRow("R", "2.2.5", "Positive and negative errors apart", f"{LAB}; `laboratory error-signs`",
                 "scikit-learn confusion_matrix",
                 "laboratory/test_procedures.py::false_alarms_and_misses_are_those_of_scikit_learn"),
    ProcedureRow("R", "3.2", "Failed and useless training runs", f"{LAB}; `laboratory training-endings`", "by hand",
                 "laboratory/test_procedures.py::a_model_that_errs_more_than_a_constant_on_its_rows_is_counted"),
    ProcedureRow("R", "eq. 9", "Bias² + variance + noise", f"{LAB}; `laboratory bias-variance`",
                 "known rule and noise; by hand",
                 "statistics/test_error_decomposition.py::a_known_bias_variance_and_noise_are_found_again"),
    ProcedureRow("R", "5.1", "Error of every model over folds and settings", f"{LAB}; `laboratory curves`",
                 "scikit-learn",
                 "laboratory/test_procedures.py::the_curve_of_folds_holds_the_error_of_scikit_learn"),
    ProcedureRow("R", "5.2, eq. 11 to 13", "A published result: t', pooled, Welch, z, cautious", "`tests published`",
                 "scipy ttest_ind_from_stats",
                 "terminal/test_tests_command.py::a_published_result_is_compared_four_ways"),
    ProcedureRow("R", "5.2", "MANOVA (Pillai, Wilks) of all models and outputs", f"{LAB}; `laboratory manova`",
                 "determinants and traces of numpy; R",
                 "laboratory/test_joint_models.py::manova_of_three_models_follows_its_definition"),
    ProcedureRow("R", "5.2", "T² of two samples", f"{LAB}; `laboratory manova`", "numpy and scipy; statsmodels, R",
                 "laboratory/test_joint_models.py::two_sample_t2_pools_the_covariances"),
    ProcedureRow("R", "5.2", "T² that allows for shared training rows", f"{LAB}; `laboratory manova`; Tests",
                 "numpy; simulated studies",
                 "statistics/test_multivariate_tests.py::"
                 "the_corrected_t2_keeps_its_level_over_folds_and_the_plain_one_does_not"),
    ProcedureRow("R", "figure 7", "Several outputs at once: one ellipse against separate ranges", LAB, "by hand",
                 "laboratory/test_output_ellipse.py::outputs_together_can_show_what_none_shows_alone"),
    ProcedureRow("A", "II, figure 1", "ROC curves of the thirty models of the fixed test third", LAB, "scikit-learn",
                 "laboratory/test_fixed_test_third.py::the_bundle_holds_the_curves_of_scikit_learn"),
    ProcedureRow("A", "III", "Paired t on errors and on AUC, repeat by repeat", f"{LAB}; `laboratory auc-folds`",
                 "scipy and scikit-learn",
                 "laboratory/test_procedures.py::the_fold_tests_are_those_of_scipy_on_scores_of_scikit_learn"),
    ProcedureRow("A", "V", "Rows of each class that show an AUC difference", "Review; paper plan; `tests auc-cases`",
                 "formula written out", "advice/test_auc_forecast.py::rows_needed_are_those_of_the_formula"),
    ProcedureRow("A", "V", "Signed-rank test of AUCs over data sets", f"{LAB} > Many data sets; `many --measure auc`",
                 "full enumeration",
                 "statistics/test_rank_tests.py::wilcoxon_equals_full_enumeration_with_ties_and_zeros"),
    ProcedureRow("B", "3, figures 3 and 4", "Many sets of five times two halves: rank plot",
                 f"{LAB}; `laboratory many-halves`", "Dietterich's t by hand",
                 "laboratory/test_procedures.py::the_t_of_a_set_is_dietterichs"),
    ProcedureRow("B", "4, tables 2 and 3", "Averaged t of such sets", f"{LAB}; `laboratory many-halves`", "scipy t",
                 "laboratory/test_procedures.py::the_averaged_t_has_five_degrees"),
    ProcedureRow("B", "3", "The four groups of data sets", f"{LAB} > Many data sets; `many`", "table 3 as printed",
                 "papers/test_bradford.py::section_3_four_groups_come_out_of_the_same_count"),
    ProcedureRow("B", "table 4", "Single repeats against their average", f"{LAB} > Many data sets; `many`",
                 "tables 2 to 4 as printed; scipy",
                 "papers/test_bradford.py::table_4_comes_out_of_the_count_over_data_sets"),
    ProcedureRow("K", "title, 6", "Which estimate chooses the better model", f"{LAB}; `laboratory selection`",
                 "counted by hand", "laboratory/test_procedures.py::choices_are_counted_with_half_for_a_tie"),
    ProcedureRow("K", "4", "Truth from up to 500 holdouts", f"{LAB} > Holdout, cross-validation or bootstrap?", "numpy",
                 "laboratory/test_kohavi_study.py::"
                 "the_truth_is_the_mean_error_on_the_rows_outside_of_many_samples"),
    ProcedureRow("K", "figures 1 and 3", "-2 and -5: two and five rows left out",
                 f"{LAB} > Holdout, cross-validation or bootstrap?", "as many folds counted",
                 "laboratory/test_kohavi_study.py::two_rows_left_out_are_as_many_folds_as_half_the_rows"),
    ProcedureRow("K", "2.3", "A memorizer added to any classifier", f"{LAB}; `laboratory memorizer`",
                 "shares of eq. 5",
                 "laboratory/test_procedures.py::"
                 "the_memorizer_moves_the_bootstrap_by_its_share_and_folds_not_at_all"),
    ProcedureRow("M", "Benavoli et al. 2017", "Chances of better, same and worse",
                 "Result; Compare > Tests; report; `run`, `tests study`", "scipy t; baycomp",
                 "report/test_chances.py::chances_are_areas_of_t_beyond_and_within_the_margin"),
    ProcedureRow("M", "Benavoli et al. 2014", "The same over data sets", f"{LAB} > Many data sets; `many`",
                 "posterior written out",
                 "statistics/test_rank_tests.py::bayesian_chances_are_those_of_the_posterior_written_out"),
)  # fmt: skip
INTRODUCTION = (
    "Procedures of the papers that are more than a formula, each with the test that checks it and what that test "
    "compares with."
)


def write_procedure_table() -> list[str]:
    lines = ["## Procedures of the papers", "", INTRODUCTION, ""]
    lines += ["| paper | section | procedure | where | checked against | test |", "|---|---|---|---|---|---|"]
    for row in ROWS:
        file, _, name = row.test.partition("::")
        if name not in list_tests(file):
            raise ValueError(f"there is no test {name} in {file}")
        cells = (
            PAPERS[row.paper],
            row.place,
            row.title,
            row.where,
            row.reference,
            f"`{file}`: {name.replace('_', ' ')}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


@cache
def list_tests(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    names = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(name.removeprefix("test_that_") for name in names if name.startswith("test_that_"))
