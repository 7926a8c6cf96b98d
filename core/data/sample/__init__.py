"""The generators of the sample studies and of well-known artificial tables, one file each."""
