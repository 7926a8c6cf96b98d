"""Tables: reading files, understanding columns, roles, screening, fingerprints and samples."""

from core.data.read.file import read

__all__ = ["read"]
