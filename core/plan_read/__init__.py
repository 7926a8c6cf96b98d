"""The sections of a plan file, read one by one."""
