"""The family book in words: averages, marks and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.book.family_book import BestKind
from companion.book.game_result import GameMark

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


def marks_text(texts: Texts, marks: Mapping[GameMark, int]) -> str:
    """Count the games with each mark."""
    return texts.gettext(
        # Translators: how many games have a correction, a player who left, a hint.
        "Corrected {corrected}, left {left}, hint {hint}",
        corrected=marks.get(GameMark.CORRECTED, 0),
        left=marks.get(GameMark.LEFT, 0),
        hint=marks.get(GameMark.HINT, 0),
    )


def best_texts(texts: Texts, entry: BestEntry) -> tuple[str, str]:
    """Return a record's name, and its number with the game."""
    number = _NUMBERS[entry.best](texts, entry.number)
    if not entry.game:
        return _NAMES[entry.best](texts), number
    return _NAMES[entry.best](texts), texts.gettext("{what}, game {n}", what=number, n=entry.game)


_NAMES: Final[dict[BestKind, Callable[[Texts], str]]] = {
    # Translators: records of the family book; a name stands behind them.
    BestKind.FASTEST: lambda t: t.gettext("Fastest race"),
    BestKind.LEAD_LOST: lambda t: t.gettext("Lead lost"),
    BestKind.LETTUCES_FIRST: lambda t: t.gettext("Lettuces first"),
    BestKind.JUMP: lambda t: t.gettext("Longest jump"),
    BestKind.TORTOISES: lambda t: t.gettext("Tortoise fan"),
}
_NUMBERS: Final[dict[BestKind, Callable[[Texts, int], str]]] = {
    BestKind.FASTEST: lambda t, n: t.ngettext("{n} turn", "{n} turns", n),
    BestKind.LEAD_LOST: lambda t, n: t.ngettext("{n} square ahead", "{n} squares ahead", n),
    BestKind.LETTUCES_FIRST: lambda t, n: t.ngettext("first in {n} game", "first in {n} games", n),
    BestKind.JUMP: lambda t, n: t.ngettext("{n} square", "{n} squares", n),
    BestKind.TORTOISES: lambda t, n: t.ngettext("{n} time back", "{n} times back", n),
}
