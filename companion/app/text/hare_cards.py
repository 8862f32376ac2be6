"""The hare cards in words: title, text in at most three lines, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.text.icons import CARROT, WAIT, boxed
from companion.app.text.players import seat_letter, seat_name
from companion.app.text.sentences import move_text, signed
from companion.rules import (
    CardMoved,
    CardStatus,
    Drew,
    ExtraTurn,
    Gave,
    Restarted,
    Shown,
    TurnEnded,
    Void,
    VoidReason,
    amounts,
    stock_before,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.text.catalogue import Texts
    from companion.rules import Consequence, Rules, Setup

_TITLES: Final[dict[str, Callable[[Texts], str]]] = {
    "fall_back": lambda t: t.pgettext("hare card", "Fall back"),
    "advance": lambda t: t.pgettext("hare card", "Move up"),
    "free_ride": lambda t: t.pgettext("hare card", "Free ride"),
    "ten": lambda t: t.pgettext("hare card", "Ten carrots"),
    "eat_lettuce": lambda t: t.pgettext("hare card", "Eat a lettuce"),
    "miss_turn": lambda t: t.pgettext("hare card", "Miss a turn"),
    "go_again": lambda t: t.pgettext("hare card", "Go again"),
    "carrot_forward": lambda t: t.pgettext("hare card", "On to the carrots"),
    "carrot_back": lambda t: t.pgettext("hare card", "Back to the carrots"),
    "give_ten": lambda t: t.pgettext("hare card", "Give ten each"),
    "behind_or_again": lambda t: t.pgettext("hare card", "Wait or go again"),
    "exactly_65": lambda t: t.pgettext("hare card", "Exactly {n}", n=amounts.EXACT_STOCK),
    "ten_per_lettuce": lambda t: t.pgettext("hare card", "Ten a lettuce"),
    "lose_half": lambda t: t.pgettext("hare card", "Lose half"),
    "show_carrots": lambda t: t.pgettext("hare card", "Show your carrots"),
    "shuffle": lambda t: t.pgettext("hare card", "Shuffle"),
    "eat_carrot": lambda t: t.pgettext("hare card", "Eat a carrot"),
}

_TEXTS: Final[dict[str, Callable[[Texts], str]]] = {
    "fall_back": lambda t: t.gettext("Go back behind the next piece behind you, free."),
    "advance": lambda t: t.gettext("Go ahead of the next piece before you, free."),
    "free_ride": lambda t: t.gettext("What you paid for this move comes back."),
    "ten": lambda t: t.gettext("Take {n} carrots, or give {n}, or neither.", n=amounts.TAKEN),
    "eat_lettuce": lambda t: t.gettext("Stay next turn and eat a lettuce, as on a lettuce square."),
    "miss_turn": lambda t: t.gettext("You miss your next turn."),
    "go_again": lambda t: t.gettext("You may move once more, at once."),
    "carrot_forward": lambda t: t.gettext("Go on to the next carrot square, free."),
    "carrot_back": lambda t: t.gettext("Go back to the last carrot square, unpaid."),
    "give_ten": lambda t: t.gettext("Give {n} carrots to each player behind you.", n=amounts.GIVEN),
    "behind_or_again": lambda t: t.gettext(
        "More behind you than ahead? Miss a turn. If not, go again."
    ),
    "exactly_65": lambda t: t.gettext("You now have exactly {n} carrots.", n=amounts.EXACT_STOCK),
    "ten_per_lettuce": lambda t: t.gettext(
        "Take {n} for each lettuce you hold. None? Miss a turn.", n=amounts.PER_LETTUCE
    ),
    "lose_half": lambda t: t.gettext("You lose half your carrots."),
    "show_carrots": lambda t: t.gettext("Show your carrots to all."),
    "shuffle": lambda t: t.gettext("Each other player gives you 1 carrot. The cards are shuffled."),
    "eat_carrot": lambda t: t.gettext("Stay next turn and hand in 1 carrot."),
}

_BY_RULING: Final[dict[tuple[str, str], Callable[[Texts], str]]] = {
    ("behind_or_again", "this-turn"): lambda t: t.gettext(
        "More behind you than ahead? Your turn ends. If not, go again."
    ),
    ("ten_per_lettuce", "this-turn"): lambda t: t.gettext(
        "Take {n} for each lettuce you hold. None? Your turn ends.", n=amounts.PER_LETTUCE
    ),
    ("give_ten", "next-behind"): lambda t: t.gettext(
        "Give {n} carrots to the next player behind.", n=amounts.GIVEN
    ),
}
"""The texts of cards that a ruling changes."""

_VOID: Final[dict[VoidReason, Callable[[Texts], str]]] = {
    VoidReason.LAST: lambda t: t.gettext("No effect: nobody is behind"),
    VoidReason.FIRST: lambda t: t.gettext("No effect: nobody is ahead"),
    VoidReason.FINISH: lambda t: t.gettext("No effect: not yet fit for Home"),
    VoidReason.OCCUPIED: lambda t: t.gettext("No effect: a piece is there"),
    VoidReason.NO_SQUARE: lambda t: t.gettext("No effect: none that way"),
    VoidReason.NOT_PAID: lambda t: t.gettext("No effect: nothing was paid"),
    VoidReason.NOBODY_BEHIND: lambda t: t.gettext("No effect: nobody is behind"),
    VoidReason.ENDLESS: lambda t: t.gettext("No effect: it would never end"),
    VoidReason.TOO_FEW: lambda t: t.gettext("No effect: too few carrots"),
}


def card_title(texts: Texts, card: str) -> str:
    """Return the short name of a hare card id."""
    return _TITLES[card](texts)


def card_text(texts: Texts, card: str, rules: Rules) -> str:
    """Return what a hare card does under these rulings."""
    ruled = _BY_RULING.get((card, rules.skip_cards)) or _BY_RULING.get((card, rules.give_ten_to))
    return (ruled or _TEXTS[card])(texts)


def outcome_text(
    texts: Texts, setup: Setup, drew: Drew, effects: tuple[Consequence, ...], stock: int | None
) -> str:
    """Return what a card did, without what its text says already, in one or two short parts.

    `stock` is what the drawer has after it, None where that is secret.
    """
    said = _SAID.get(drew.card)
    parts = [_effect(texts, setup, each) for each in effects if type(each) is not said]
    if stock is not None:
        parts += [_receivers(texts, setup, drew.seat, effects), _sum(drew.seat, effects, stock)]
    return ", ".join(part for part in parts if part)


# What the text of a card says of every draw, so that it is not said twice; another status misses.
_SAID: Final[dict[str, type]] = {
    "go_again": ExtraTurn,
    "miss_turn": CardStatus,
    "eat_lettuce": CardStatus,
    "eat_carrot": CardStatus,
}


def _receivers(texts: Texts, setup: Setup, drawer: int, effects: tuple[Consequence, ...]) -> str:
    """Return who was given how much: [B][G] +10."""
    gifts = [each for each in effects if isinstance(each, Gave) and each.receiver != drawer]
    if not gifts:
        return ""
    letters = "".join(boxed(seat_letter(texts, setup, gift.receiver)) for gift in gifts)
    return f"{letters} +{gifts[0].carrots}"


def _sum(seat: int, effects: tuple[Consequence, ...], stock: int) -> str:
    """Return the stock before, the change and the stock after: 57-28 = 29."""
    before = stock_before(stock, effects, seat)
    return f"{before}{signed(stock - before)} = {stock}{CARROT}" if stock != before else ""


def _effect(  # noqa: PLR0911 - one return for each effect
    texts: Texts, setup: Setup, effect: Consequence
) -> str:
    match effect:
        case Void(reason=reason):
            return _VOID[reason](texts)
        case CardMoved() | Restarted():
            return move_text(texts, setup, effect.seat, effect.square, effect.to)
        case CardStatus():
            return f"{WAIT} " + texts.gettext("Misses the next turn")
        case TurnEnded():
            return texts.gettext("The turn ends")
        case ExtraTurn():
            return texts.gettext("You move again")
        case Shown(seat=seat, carrots=carrots):
            return f"{seat_name(texts, setup, seat)}: {carrots}{CARROT}"
        case _:
            return ""
