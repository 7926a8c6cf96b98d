"""The small compiled core: its C sources, how they are compiled and loaded, and the twins that define its answers."""
