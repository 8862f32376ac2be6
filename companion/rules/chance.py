"""Chance as a value: what a record says, or a function of a game's secret seed.

Seeded chance depends on nothing but the seed and the number of shuffles and rolls so far, so that a
decision repeated after an undo meets the same cards and rolls (spec/record.md, Entries).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from companion import CompanionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.rules.edition import Edition
    from companion.rules.rulings import Rules

FACES = 6


class ChanceError(CompanionError, ValueError):
    """A number or a new pile that is missing or wrong; `code` is `no-roll` or `bad-deck`."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the record's code."""
        super().__init__(message)
        self.code = code


class Chance(Protocol):
    """Where numbers and new piles come from."""

    def roll(self, count: int) -> int:
        """Return a number 1..6; `count` rolls were made in this game before."""

    def shuffle(self, count: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return a new pile of the cards, top first; `count` shuffles came before."""


class Recorded:
    """The chance that a record's entry names, used up in order; ChanceError where it is wrong."""

    def __init__(self, rolls: Sequence[object] = (), decks: Sequence[object] = ()) -> None:
        """Take the numbers and piles as they were read: they are checked when they are needed."""
        self._rolls = iter(rolls)
        self._decks = iter(decks)

    def roll(self, count: int) -> int:
        """Return the next number of the entry."""
        del count
        number = next(self._rolls, None)
        if type(number) is not int or not 1 <= number <= FACES:
            raise ChanceError("no-roll", "rolls: a number from 1 to 6 is needed here")
        return number

    def shuffle(self, count: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the next pile of the entry, which must hold just these cards."""
        del count
        pile = next(self._decks, None)
        if not isinstance(pile, (list, tuple)) or not all(isinstance(card, str) for card in pile):
            raise ChanceError("bad-deck", "deck: the whole new pile is needed here")
        if sorted(pile) != sorted(cards):
            raise ChanceError(
                "bad-deck", f"deck: the new pile must hold {', '.join(sorted(cards))}"
            )
        return tuple(pile)


class Seeded:
    """Chance as a function of a game's seed: the same seed and counts give the same luck."""

    def __init__(self, seed: int | str) -> None:
        """Take the secret that the shell drew for this game."""
        self._seed = str(seed)

    def roll(self, count: int) -> int:
        """Return the number that roll `count` (from 0) of this game has."""
        return 1 + _Stream(f"{self._seed}/roll/{count}").below(FACES)

    def shuffle(self, count: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the pile that shuffle `count` (from 0) of this game gives these cards.

        The cards are sorted first (the order they lay in does not matter), then exchanged from the
        end, in the manner of Fisher and Yates.
        """
        stream = _Stream(f"{self._seed}/shuffle/{count}")
        pile = sorted(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = stream.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)


def opening_deck(seed: int | str, edition: Edition, rules: Rules) -> tuple[str, ...]:
    """Return the first pile of a game with this seed; empty for an edition with a chart."""
    return Seeded(f"{seed}/opening").shuffle(0, edition.deck_list(rules))


class _Stream:
    """Whole numbers without bias, from SHA-256 over a counter."""

    def __init__(self, name: str) -> None:
        self._name = name.encode("utf-8", "surrogatepass")
        self._block = 0
        self._bytes = b""

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1 (limit up to 2 ** 32)."""
        fair = (1 << 32) - (1 << 32) % limit
        while True:
            number = self._word()
            if number < fair:
                return number % limit

    def _word(self) -> int:
        if not self._bytes:
            self._bytes = sha256(self._name + b"/%d" % self._block).digest()
            self._block += 1
        word, self._bytes = self._bytes[:4], self._bytes[4:]
        return int.from_bytes(word, "big")
