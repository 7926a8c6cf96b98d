"""The three short routes: compare predictions already made, check a claim, confirm on new rows."""
