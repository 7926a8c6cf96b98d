"""The string table, Explore: the list of tabs and the words of its further tabs."""

LIST = "What to look at"
LIST_TIP = "Arrow keys, or Ctrl+Tab from anywhere on this page"
GROUPS = {
    "compare": "COMPARE",
    "curves": "CURVES",
    "rows": "ROWS",
    "what-if": "WHAT IF",
    "estimates": "ESTIMATES",
    "records": "RECORDS",
}
COMPUTING = "Computing …"
