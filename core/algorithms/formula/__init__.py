"""A formula over columns, as used today in place of a trained model."""
