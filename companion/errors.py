"""The root of all errors that the companion raises on purpose."""


class CompanionError(Exception):
    """An error that people can understand: its text names the place and the mend."""
