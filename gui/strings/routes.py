"""The string table, short routes: predictions compared, a claim checked."""

FILE_NONE = "No table yet: one row per case, with the truth and the answers of the models in columns."
FILE = "{name} · {rows:,} rows · {columns} columns"
FILE_READING = "Reading {name} …"
CHOOSE = "Ch&oose a file…"
CHOOSE_OTHER = "Ch&oose another file…"
CHOOSE_TITLE = "A table with the truth and the predictions"
CHOOSE_FILTER = "Tables (*.csv *.tsv *.txt *.xlsx *.xlsm *.xls *.zip *.arff *.tab *.parquet);;All files (*)"
PASTE = "&Paste a table"
NO_CLIPBOARD = "There is no table to paste: copy cells in a spreadsheet first, with their column names."
NO_FILE = "Choose the file with the truth and the predictions first."
NO_COLUMN = "none"
COLUMNS = "What the columns are"
TRUTH = "&Truth"
TRUTH_NOTE = "The column with what really was so. The predictions are judged against it, row by row."
SCORE = "its scores"
SCORE_NOTE = "How sure the model was of one answer, as a number; higher means more likely. Needed for AUC only."
GROUP = "Rows that belon&g together"
GROUP_NOTE = "Rows of one machine, batch or patient are alike. Named here, they count as one in every range."
ROW_ID = "Row &id"
ROW_ID_NOTE = "A column that is different on every row shows that all columns belong to the same row."
WORKING = "Comparing …"
COPY = "&Copy sentence"
COPIED = "The answer is on the clipboard."
REPORT_WRITE = "&Write report…"
REPORT_TITLE = "Where should the report go?"
REPORT_FILTER = "Web pages (*.html)"
REPORT_NAME = "report.html"
REPORT_WRITTEN = "Written to {path}."
AGAIN = "Ch&ange the columns"

PREDICTIONS_TITLE = "Compare predictions"
PREDICTIONS_INSTRUCTION = "Which of these trained models did better on these rows?"
PREDICTIONS_SUBTITLE = "Nothing is trained: the answer is about these models as they are, on rows like these."
PREDICTIONS_GO = "&Compare"
PREDICTIONS_ANSWER = "The answer"
REFERENCE = "Model in &use now"
REFERENCE_NOTE = "The predictions the others are compared with. Where nobody is clearly better, it stays."
OTHER = "Other model"
OTHER_NOTE = "The predictions of a model that may take its place."
ADD_MODEL = "&Add a model"
MARGIN = "S&mallest gap that matters"
MARGIN_NOTE = "A gap smaller than this would not make you change the model, even if it were certain."
CARDS = {
    "how-good": "How good are they on these rows?",
    "rows": "Which rows decide?",
    "agree": "Do the measures agree?",
}
LOCKED = "Kept as: {stamp}"
STAMP = "{rows:,} rows, {count} comparison{s} on this data, Evenfold {version}, plan {hash}"
SOURCE = "Salzberg 1997, section 3.1; DeLong and others 1988; Wilson 1927"

CLAIM_TITLE = "Check a claim"
CLAIM_INSTRUCTION = "Does the claim fit what your own rows show?"
CLAIM_SUBTITLE = "The claimed figure is compared with what the model did on rows whose truth you know."
CLAIM_GO = "&Check the claim"
CLAIM_ANSWER = "What your rows say about the claim"
CLAIM = "&What is claimed"
CLAIM_NOTE = "As it was said, with the number of rows if it is known. With “30 % better” you are asked what is meant."
CLAIM_EXAMPLE = "98 % right on 500 parts"
CLAIM_READ = "Read as: {text}."
CLAIM_READ_ROWS = "Read as: {text}, measured on {rows:,} rows."
CLAIM_EMPTY = "State the claim first, for example “{example}”."
CLAIM_ASKED = "Say which is meant: {question}"
VENDOR = "&Answers of the claimed model"
VENDOR_NOTE = "The column with what the model of the claim answered on your rows."
OWN = "Answers of the othe&r model"
OWN_NOTE = "The model it is said to be better than; asked for only when the claim compares."
CLAIM_TAGS = {
    "compatible": "≈ Compatible",
    "not compatible: worse than claimed": "✕ Not compatible",
    "not compatible: better than claimed": "✕ Not compatible: better than claimed",
    "blocked": "■ Blocked",
    "cannot tell": "◇ Can't tell",
}
CLAIM_STAMP = "{rows:,} rows, Evenfold {version}"
CLAIM_SOURCE = "Wilson 1927; Newcombe 1998; Fieller 1954"
