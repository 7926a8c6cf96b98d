"""Other programs on the same loads; each script runs in an environment of its own and knows nothing of Evenfold."""
