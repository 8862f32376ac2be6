"""Tips of tactics, one at a time on the idle picture.

What rulebooks advise, reworded, as far as the strongest level does the same against itself
(`companion.dev.training.count_advice`, numbers in companion/players/README.md). None reveals
anything of the present game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.rules import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.text.catalogue import Texts
    from companion.rules import Setup

# Translators: three lines at most, of 124 pixels.
TIPS: Final[tuple[Callable[[Texts], str], ...]] = (
    lambda t: t.gettext("Two short moves cost far less than a long one to the same square."),
    lambda t: t.gettext("Do not run past a free lettuce while you still have one to eat."),
    lambda t: t.gettext("Going back is no loss: what the tortoise pays takes you further on."),
    lambda t: t.gettext("The further back you are when you eat, the more a lettuce pays."),
    lambda t: t.gettext("Before you stop on a number, count who can still change your place."),
    lambda t: t.gettext("Somebody stands on a number? Change their place, and it pays nothing."),
    lambda t: t.gettext("Know the hare cards: the same one helps here and hurts there."),
    lambda t: t.gettext("The last lettuce pays too: will it be too much for Home?"),
    lambda t: t.gettext("The lettuce is taken? Stay close: after eating, the piece has to leave."),
    lambda t: t.gettext("Plan the way Home early: giving spare carrots away costs turns."),
)
# One of each pair holds, by the board and the rules.
_BY_BOARD: Final[dict[str, Callable[[Texts], str]]] = {
    "first lettuce": lambda t: t.gettext(
        "Whoever begins does best to go to the first lettuce at once."
    ),
    "numbers": lambda t: t.gettext(
        "Even for good players a number pays only about every second time."
    ),
    "hare in front": lambda t: t.gettext(
        "Hare squares suit those in front better than those at the back."
    ),
    "hare behind": lambda t: t.gettext(
        "Hare squares suit those at the back better than those in front."
    ),
}
FIRST_WAITS_NOT: Final = "behind_or_again"  # the card of 2008 that is good for the first alone
NEAR: Final = 7  # squares from Start to a lettuce that the first move reaches


def tip_of(texts: Texts, setup: Setup, number: int) -> str:
    """Return the tip of a number, counted up without end."""
    tips = tips_for(setup)
    return tips[number % len(tips)](texts)


def tips_for(setup: Setup) -> tuple[Callable[[Texts], str], ...]:
    """List the twelve tips that hold on this board and with these rules."""
    edition = setup.edition
    is_far = Kind.LETTUCE not in edition.board.squares[: NEAR + 1]
    opening = "numbers" if is_far or setup.rules.no_first_lettuce else "first lettuce"
    hare = "hare in front" if FIRST_WAITS_NOT in edition.deck else "hare behind"
    return (*TIPS, _BY_BOARD[hare], _BY_BOARD[opening])
