"""What the commands of the training take: an edition, a number of players, a number of games."""

from __future__ import annotations

import argparse

from companion.dev.training.train import edition_named
from companion.players.rules_access import COLOURS


def parser_of(description: str | None) -> argparse.ArgumentParser:
    """Return a parser that takes the edition and the number of players first."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("edition", type=edition_named)
    parser.add_argument("players", type=int, choices=range(2, len(COLOURS) + 1))
    return parser


def number_of_games(text: str) -> int:
    """Return how many games to play, at least one."""
    games = int(text)
    if games < 1:
        raise argparse.ArgumentTypeError("at least one game must be played")
    return games
