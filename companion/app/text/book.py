"""The family book in words: averages, marks and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.book.family_book import Best
from companion.book.game_result import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.app.text.catalogue import Texts
    from companion.book.family_book import BestEntry


def average_text(texts: Texts, average: float | None) -> str:
    """Write an average with one decimal; empty without one."""
    if average is None:
        return ""
    # Translators: what stands between whole numbers and decimals: 1.8 or 1,8.
    return f"{average:.1f}".replace(".", texts.pgettext("between 1 and 8 in 1.8", "."))


def marks_text(texts: Texts, marks: Mapping[Mark, int]) -> str:
    """Count the games with each mark."""
    return texts.gettext(
        # Translators: how many games have a correction, a player who left, a hint.
        "Corrected {corrected}, left {left}, hint {hint}",
        corrected=marks.get(Mark.CORRECTED, 0),
        left=marks.get(Mark.LEFT, 0),
        hint=marks.get(Mark.HINT, 0),
    )


def best_texts(texts: Texts, entry: BestEntry) -> tuple[str, str]:
    """Return a record's name, and its number with the game."""
    number = _NUMBERS[entry.best](texts, entry.number)
    if not entry.game:
        return _NAMES[entry.best](texts), number
    return _NAMES[entry.best](texts), texts.gettext("{what}, game {n}", what=number, n=entry.game)


_NAMES: Final[dict[Best, Callable[[Texts], str]]] = {
    # Translators: records of the family book; a name stands behind them.
    Best.FASTEST: lambda t: t.gettext("Fastest race"),
    Best.LEAD_LOST: lambda t: t.gettext("Lead lost"),
    Best.LETTUCES_FIRST: lambda t: t.gettext("Lettuces first"),
    Best.JUMP: lambda t: t.gettext("Longest jump"),
    Best.TORTOISES: lambda t: t.gettext("Tortoise fan"),
}
_NUMBERS: Final[dict[Best, Callable[[Texts, int], str]]] = {
    Best.FASTEST: lambda t, n: t.ngettext("{n} turn", "{n} turns", n),
    Best.LEAD_LOST: lambda t, n: t.ngettext("{n} square ahead", "{n} squares ahead", n),
    Best.LETTUCES_FIRST: lambda t, n: t.ngettext("first in {n} game", "first in {n} games", n),
    Best.JUMP: lambda t, n: t.ngettext("{n} square", "{n} squares", n),
    Best.TORTOISES: lambda t, n: t.ngettext("{n} time back", "{n} times back", n),
}
