"""The game and its screens: everything that runs on any computer."""

__version__ = "0.1.0"
