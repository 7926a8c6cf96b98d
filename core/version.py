"""The version of Evenfold; pyproject.toml says the same, and a test compares them."""

VERSION = "0.1.0"
