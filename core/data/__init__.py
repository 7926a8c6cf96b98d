"""Tables: reading files, understanding columns, roles, screening, fingerprints and samples."""

from core.data.read.table_file import read_table

__all__ = ["read_table"]
