"""Importing this never ends."""

from tests.engine.slow_library import load_forever

load_forever()
