"""The model a study ends in: trained on all rows, kept as a recipe that cannot execute, used on new files."""
