"""The string table: every word the window shows that is not computed by core. One section per screen."""

APPLICATION = "Evenfold"

# --- The frame -------------------------------------------------------------------------------------------------------
BACK = "◄ &Back"
NEXT_QUESTION = "&Next: question"
NEXT_CANDIDATES = "&Next: candidates"
NEXT_PLAN = "&Next: plan"
NEXT_REVIEW = "&Next: review and lock"
