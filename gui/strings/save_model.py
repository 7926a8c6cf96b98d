"""The string table, Save this model: which one, as what, and what goes along with it."""

TITLE = "Save this model"
MODEL = "Model"
RECOMMENDED = "{name} (recommended)"
KIND = "As what?"
KINDS = {
    ".evenfold-model": "Model of Evenfold",
    ".xlsx": "Excel workbook with live formulas",
    ".py": "Python file without packages",
    ".c": "C function",
}
EXPORTED = "Its ranges have one width, and it checks single columns, not combinations of them."
NOTES = {
    ".evenfold-model": "For Predict and Watch: ranges follow the local error, untested combinations are noticed.",
    ".xlsx": f"For linear, additive and quadratic models and small trees. {EXPORTED}",
    ".py": f"For linear, additive and tree models, forests, boosting and neural networks. {EXPORTED}",
    ".c": f"For the models that can be a Python file; for embedded use. {EXPORTED}",
}
ROWS = "Keep the input rows of the study in the file (at most {rows})"
ROWS_TIP = "Without them ranges have one width, and only single columns are checked."
SCORES = "Scores"
SCORES_AS_THEY_ARE = "As they are"
SCORES_BY = "Recalibrated by {method}"
SCORES_TIP = "For two classes and models that give probabilities, in a model of Evenfold."
SAVE = "Save…"
FILTERS = {
    ".evenfold-model": "Models of Evenfold (*.evenfold-model)",
    ".xlsx": "Excel (*.xlsx)",
    ".py": "Python (*.py)",
    ".c": "C (*.c)",
}
EXPORTED_TO = "Exported to {path}. {told}"
