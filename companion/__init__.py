"""The game and its screens: everything that runs on any computer."""

__version__ = "0.1.0"


class CompanionError(Exception):
    """The root of this project's errors: the text names what is wrong, where, and the fix."""
