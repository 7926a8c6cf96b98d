"""Evenfold, scikit-learn, a tight loop and the peers on the same loads, measured side by side in one run."""
