"""The hare cards in words: title, text in at most three lines, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.icons import CARROT, LETTUCE, WAIT, boxed
from companion.app.people import seat_letter, seat_name
from companion.app.wording import move_told, signed
from companion.rules import What, Why

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.texts import Texts
    from companion.rules import Happening, Setup

_TITLES: Final[dict[str, Callable[[Texts], str]]] = {
    "fall_back": lambda t: t.pick("hare card", "Fall back"),
    "advance": lambda t: t.pick("hare card", "Move up"),
    "free_ride": lambda t: t.pick("hare card", "Free ride"),
    "ten": lambda t: t.pick("hare card", "Ten carrots"),
    "eat_lettuce": lambda t: t.pick("hare card", "Eat a lettuce"),
    "miss_turn": lambda t: t.pick("hare card", "Miss a turn"),
    "go_again": lambda t: t.pick("hare card", "Go again"),
    "carrot_forward": lambda t: t.pick("hare card", "On to the carrots"),
    "carrot_back": lambda t: t.pick("hare card", "Back to the carrots"),
    "give_ten": lambda t: t.pick("hare card", "Give ten each"),
    "behind_or_again": lambda t: t.pick("hare card", "Wait or go again"),
    "exactly_65": lambda t: t.pick("hare card", "Exactly 65"),
    "ten_per_lettuce": lambda t: t.pick("hare card", "Ten a lettuce"),
    "lose_half": lambda t: t.pick("hare card", "Lose half"),
    "show_carrots": lambda t: t.pick("hare card", "Show your carrots"),
    "shuffle": lambda t: t.pick("hare card", "Shuffle"),
    "eat_carrot": lambda t: t.pick("hare card", "Eat a carrot"),
}

_TEXTS: Final[dict[str, Callable[[Texts], str]]] = {
    "fall_back": lambda t: t.say("Go back behind the next piece behind you, free."),
    "advance": lambda t: t.say("Go ahead of the next piece before you, free."),
    "free_ride": lambda t: t.say("What you paid for this move comes back."),
    "ten": lambda t: t.say("Take 10 carrots, or give 10, or neither."),
    "eat_lettuce": lambda t: t.say("Stay next turn and eat a lettuce, as on a lettuce square."),
    "miss_turn": lambda t: t.say("You miss your next turn."),
    "go_again": lambda t: t.say("You may move once more, at once."),
    "carrot_forward": lambda t: t.say("Go on to the next carrot square, free."),
    "carrot_back": lambda t: t.say("Go back to the last carrot square, unpaid."),
    "give_ten": lambda t: t.say("Give 10 carrots to each player behind you."),
    "behind_or_again": lambda t: t.say(
        "More behind you than ahead? Miss a turn. If not, go again."
    ),
    "exactly_65": lambda t: t.say("You now have exactly 65 carrots."),
    "ten_per_lettuce": lambda t: t.say("Take 10 for each lettuce you hold. None? Miss a turn."),
    "lose_half": lambda t: t.say("You lose half your carrots."),
    "show_carrots": lambda t: t.say("Show your carrots to all."),
    "shuffle": lambda t: t.say("Each other player gives you 1 carrot. The cards are shuffled."),
    "eat_carrot": lambda t: t.say("Stay next turn and hand in 1 carrot."),
}

_WHY: Final[dict[Why, Callable[[Texts], str]]] = {
    Why.LAST: lambda t: t.say("No effect: nobody is behind"),
    Why.FIRST: lambda t: t.say("No effect: nobody is ahead"),
    Why.FINISH: lambda t: t.say("No effect: not yet fit for Home"),
    Why.OCCUPIED: lambda t: t.say("No effect: a piece is there"),
    Why.NO_SQUARE: lambda t: t.say("No effect: none that way"),
    Why.NOT_PAID: lambda t: t.say("No effect: nothing was paid"),
    Why.NOBODY_BEHIND: lambda t: t.say("No effect: nobody is behind"),
    Why.ENDLESS: lambda t: t.say("No effect: it would never end"),
    Why.TOO_FEW: lambda t: t.say("No effect: too few carrots"),
}


def card_title(texts: Texts, card: str) -> str:
    """Give the short name of a hare card id."""
    return _TITLES[card](texts)


def card_text(texts: Texts, card: str) -> str:
    """Say what a hare card does, in our own words."""
    return _TEXTS[card](texts)


def outcome_told(
    texts: Texts, setup: Setup, happened: tuple[Happening, ...], *, secret: bool
) -> str:
    """Say what came of one card, in one or two short parts."""
    said = [_outcome(texts, setup, h, secret) for h in happened]
    if not secret:
        said.append(_given(texts, setup, happened))
    return ", ".join(part for part in said if part)


def _given(texts: Texts, setup: Setup, happened: tuple[Happening, ...]) -> str:
    """Say in one part what went from player to player: [B][G] +10, or what all gave together."""
    gifts = [h for h in happened if h.what is What.GAVE]
    if not gifts:
        return ""
    drawer = happened[0].seat
    if all(h.other == drawer for h in gifts):
        return f"+{sum(h.carrots for h in gifts)}{CARROT}"
    letters = "".join(boxed(seat_letter(texts, setup, h.other or 0)) for h in gifts)
    return f"{letters} +{gifts[0].carrots}{CARROT}"


def _outcome(texts: Texts, setup: Setup, h: Happening, secret: bool) -> str:  # noqa: PLR0911 - a table of the steps
    match h.what:
        case What.VOID if h.why:
            return _WHY[h.why](texts)
        case What.CARD_MOVED | What.RESTARTED:
            return move_told(texts, setup, h.seat, h.square or 0, h.to or 0)
        case What.CARD_CARROTS if not secret:
            return signed(h.carrots) + CARROT
        case What.CARD_STATUS:
            return _STATUS[h.status or ""](texts)
        case What.AGAIN:
            return texts.say("You move again")
        case What.SHOWN:
            return f"{seat_name(texts, setup, h.seat)}: {h.carrots}{CARROT}"
        case What.SHUFFLED:
            return texts.say("Cards shuffled")
        case _:
            return ""


_STATUS: Final[dict[str, Callable[[Texts], str]]] = {
    "miss": lambda t: f"{WAIT} " + t.say("Misses the next turn"),
    "eat": lambda t: f"{LETTUCE} " + t.say("Eats next turn"),
    "chew": lambda t: f"{CARROT} " + t.say("Gives 1 next turn"),
}
