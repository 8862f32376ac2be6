"""The table of turns to Home: how many own turns a piece needs, by lettuces, square and carrots."""

from __future__ import annotations

from dataclasses import dataclass

MOST_LETTUCES = 3  # more of them are counted on top, TURNS_PER_LETTUCE each
MOST_CARROTS = 511
SQUARES = 64  # 0..63: at Home nothing is left to do
ROW = MOST_CARROTS + 1
STEPS = 8  # a turn is stored in eighths
CARROTS_PER_TURN = 10  # what is held above MOST_CARROTS is given away, ten a turn
TURNS_PER_LETTUCE = 5
TABLE_BYTES = (MOST_LETTUCES + 1) * SQUARES * ROW


@dataclass(frozen=True, slots=True)
class TurnsTable:
    """Turns to Home in eighths, one byte for each (lettuces, square, carrots), in that order."""

    eighths: bytes

    def turns(self, lettuces: int, square: int, carrots: int, place: int) -> float:
        """Return the expected own turns until Home, when it is entered as number `place`.

        The table is for a finish with 10 carrots at most: what a later place may keep is taken off
        the stock before looking.
        """
        if square >= SQUARES:
            return 0.0
        extra = 0.0
        if lettuces > MOST_LETTUCES:
            extra = float(TURNS_PER_LETTUCE * (lettuces - MOST_LETTUCES))
            lettuces = MOST_LETTUCES
        if carrots > MOST_CARROTS:
            extra += (carrots - MOST_CARROTS) / CARROTS_PER_TURN
            carrots = MOST_CARROTS
        last = (lettuces * SQUARES + square) * ROW + carrots
        first = last - min(10 * (place - 1), carrots)
        return min(self.eighths[last : first - 1 if first else None : -10]) / STEPS + extra
