"""Where numbers and new piles come from: an entry that has them, or a generator that makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random


class ChanceError(ValueError):
    """Say that a number (`no-roll`) or a new pile (`bad-deck`) is missing or wrong."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Recorded:
    """Hand out what an entry of a record carries, in order."""

    def __init__(self, entry: dict[str, Any]) -> None:
        rolls, piles = entry.get("rolls", []), entry.get("deck", [])
        self.rolls = list(rolls) if isinstance(rolls, list) else []
        self.piles = list(piles) if isinstance(piles, list) else []
        if self.piles and not isinstance(self.piles[0], list):
            self.piles = [self.piles]

    def roll(self) -> int:
        """Take the next number 1..6."""
        number = self.rolls.pop(0) if self.rolls else None
        if type(number) is not int or not 1 <= number <= 6:
            raise ChanceError("no-roll")
        return number

    def pile(self, cards: list[str]) -> list[str]:
        """Take the next whole pile: a permutation of `cards`."""
        pile = self.piles.pop(0) if self.piles else None
        if not isinstance(pile, list) or not all(isinstance(card, str) for card in pile):
            raise ChanceError("bad-deck")
        if sorted(pile) != sorted(cards):
            raise ChanceError("bad-deck")
        return list(pile)


class Drawn:
    """Draw from a generator, and remember what was drawn for the record."""

    def __init__(self, source: Random) -> None:
        self.source = source
        self.rolls: list[int] = []
        self.piles: list[list[str]] = []

    def roll(self) -> int:
        """Draw a number 1..6."""
        self.rolls.append(self.source.randint(1, 6))
        return self.rolls[-1]

    def pile(self, cards: list[str]) -> list[str]:
        """Shuffle a whole new pile."""
        pile = list(cards)
        self.source.shuffle(pile)
        self.piles.append(pile)
        return list(pile)

    def keys(self) -> dict[str, Any]:
        """Return the keys that an entry of the record carries for what was drawn."""
        keys: dict[str, Any] = {}
        if self.rolls:
            keys["rolls"] = list(self.rolls)
        if self.piles:
            keys["deck"] = self.piles[0] if len(self.piles) == 1 else list(self.piles)
        return keys
