"""Hare cards and what they lead to: outcomes, questions, moved pieces, forced turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.gallery.stage import E1974, E2008, WIDE, Agreed, Sitter, table
from companion.gallery.state import State, state
from companion.rules import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.gallery.stage import Stage

THREE = Sitter(12, 60), Sitter(20, 65), Sitter(9, 43)


def states(language: str) -> Iterator[State]:
    """Hang all that a hare square and a debt can bring."""
    yield from _cards_1978(language)
    yield from _cards_2008(language)
    yield from _chart(language)
    yield from _questions(language)
    yield from _moved(language)
    yield from _forced(language)
    yield from _stuck(language)


def drawn(
    language: str, card: str, *sitters: Sitter, edition: str = "", names: tuple[str, ...] = WIDE
) -> Stage:
    """Let the first player, two squares before a hare, go there and draw this card."""
    agreed = Agreed(edition, names, pile=(card,)) if edition else Agreed(names=names, pile=(card,))
    return table(language, agreed, *(sitters or THREE)).press("right 2", "ok")


def _cards_1978(language: str) -> Iterator[State]:
    last = Sitter(4, 60), Sitter(20, 65), Sitter(9, 43)
    yield state("back behind the next", drawn(language, "fall_back"))
    yield state("nobody is behind", drawn(language, "fall_back", *last))
    yield state(
        "back to the Start", drawn(language, "fall_back", Sitter(4, 60), Sitter(1), Sitter(9))
    )
    yield state("ahead of the next", drawn(language, "advance"))
    yield state("nobody is ahead", drawn(language, "advance", Sitter(32, 60), *THREE[1:]))
    unfit = Sitter(59, 70, 1), Sitter(63, 10, 0), Sitter(9, 43)
    yield state("ahead, but not fit for Home", drawn(language, "advance", *unfit))
    light = Sitter(59, 5, 0), Sitter(63, 10, 0), Sitter(9, 43)
    yield state("ahead, and Home", drawn(language, "advance", *light))
    yield state("the move was free", drawn(language, "free_ride"))
    yield state("a free ride by a card", _by_card(language))
    yield state("lettuce", drawn(language, "eat_lettuce"))
    yield state("wait", drawn(language, "miss_turn"))
    yield state("once more", drawn(language, "go_again"))
    yield state("on to the carrots", drawn(language, "carrot_forward"))
    taken = Sitter(12, 60), Sitter(21, 65), Sitter(13, 43)
    yield state("carrots ahead are taken", drawn(language, "carrot_forward", *taken))
    late = Sitter(59, 60), Sitter(20), Sitter(9)
    yield state("no carrots ahead", drawn(language, "carrot_forward", *late))
    yield state("back to the carrots", drawn(language, "carrot_back"))
    early = Sitter(0, 60), Sitter(20), Sitter(9)
    yield state("no carrots behind", _to_first_hare(language, *early))
    yield state("secret: a free move", _secretly(language, "free_ride"))


def _to_first_hare(language: str, *sitters: Sitter) -> Stage:
    agreed = Agreed(names=WIDE, pile=("carrot_back",))
    return table(language, agreed, *sitters).press("right", "ok")


def _by_card(language: str) -> Stage:
    """Draw a card that leads onto a hare square, where what was paid does not come back."""
    agreed = Agreed(pile=("advance", "free_ride"))
    seats = Sitter(12, 60), Sitter(24, 65), Sitter(9, 43)
    return table(language, agreed, *seats).press("right 2", "ok", "ok")


def _secretly(language: str, card: str, edition: str = "") -> Stage:
    agreed = Agreed(edition, WIDE, pile=(card,)) if edition else Agreed(names=WIDE, pile=(card,))
    return table(language, agreed, *THREE).set(secret=True).press("right 2", "ok")


def _cards_2008(language: str) -> Iterator[State]:
    for card in ("exactly_65", "ten_per_lettuce", "lose_half", "show_carrots", "shuffle"):
        yield state(f"2008: {card}", drawn(language, card, edition=E2008))
    yield state("2008: behind", drawn(language, "behind_or_again", edition=E2008))
    ahead = Sitter(32, 60), Sitter(20, 65), Sitter(9, 43)
    yield state("2008: ahead", drawn(language, "behind_or_again", *ahead, edition=E2008))
    ahead = Sitter(32, 60, 0), Sitter(20, 65), Sitter(9, 43)
    yield state("2008: no lettuce held", drawn(language, "ten_per_lettuce", *ahead, edition=E2008))
    yield state("secret: shown to all", _secretly(language, "show_carrots", E2008))
    yield state("secret: a gift", _secretly(language, "give_ten", E2008))
    yield state("nobody to give to", drawn(language, "give_ten", *LAST, edition=E2008))
    yield state("too few to give", drawn(language, "give_ten", *POOR, edition=E2008))
    rule = Agreed(E2008, WIDE, pile=("give_ten",), rulings={"give_ten_short": "five-then-one"})
    yield state("five each", table(language, rule, *SHORT).press("right 2", "ok"))
    yield state("ten each", drawn(language, "give_ten", *GIVER, edition=E2008))


LAST = Sitter(4, 60), Sitter(20, 65), Sitter(9, 43)
POOR = Sitter(32, 12), Sitter(20, 65), Sitter(9, 43)
SHORT = Sitter(32, 20), Sitter(20, 65), Sitter(9, 43)
GIVER = tuple(Sitter(32 - 3 * n if n else 32, 1000 + n) for n in range(6))


def _chart(language: str) -> Iterator[State]:
    """Draw each row of the chart as the first and as the last in the race."""
    for roll in range(1, 7):
        first = Sitter(32, 400), Sitter(20, 400), Sitter(9, 400), Sitter(4, 400)
        last = Sitter(4, 400), Sitter(20, 400), Sitter(9, 400), Sitter(33, 400)
        for place, seats in (("first", first), ("last", last)):
            agreed = Agreed(E1974, WIDE, roll=roll)
            yield state(
                f"chart: {roll}, {place}", table(language, agreed, *seats).press("right 2", "ok")
            )


def _questions(language: str) -> Iterator[State]:
    ten = drawn(language, "ten")
    yield state("take, give or neither", ten)
    yield state("neither is chosen", ten.press("right 2"))
    yield state("too few to give: two answers", drawn(language, "ten", Sitter(12, 9), *THREE[1:]))
    secret = _secretly(language, "ten")
    yield state("secret: take, give or neither", secret)
    keep = drawn(language, "give_ten", *GIVER, edition=E2008).press("ok")
    yield state("keep the gift", keep)
    yield state("the next receiver", keep.press("ok"))
    yield state("into the bank", keep.press("right"))
    yield state("asked: the menu", keep.press("back", "right 7"))
    yield state("asked: no correction", keep.press("back", "right 6", "ok"))


def _moved(language: str) -> Iterator[State]:
    agreed = Agreed(names=WIDE)
    one = table(language, agreed, *THREE).press("right 5", "ok", "back", "ok")
    yield state("redone", one.press("ok", "back", "ok"))
    for square, steps in ONTO.items():
        back = table(language, agreed, Sitter(square, 300), Sitter(40), Sitter(45))
        yield state(f"undone: to #{square}", back.press(f"right {steps}", "ok", "back", "ok"))
    home = Sitter(59, 20, 0), Sitter(40, 65), Sitter(9, 43)
    undone = table(language, agreed, *home).press("right 5", "ok", "back", "ok")
    yield state("redone: Home", undone.press("ok", "back", "ok"))
    gone = table(language, agreed, Sitter(32, 400), Sitter(20, 400), Sitter(9, 400))
    gone = gone.press("right 3", "ok", "right 3", "ok", "right 3", "ok")
    many = gone.press("back", "right 4", "ok", "right 2", "ok", "right", "ok")
    yield state("three pieces", many)


# A square of each kind, and the steps from there to a plain number square.
ONTO = {0: 4, 14: 3, 13: 4, 22: 1, 19: 1, 17: 1, 12: 5, 18: 2, 16: 1}


def _forced(language: str) -> Iterator[State]:
    eating = Sitter(7, 60, 2, owes=Status.EAT), Sitter(20, 1065), Sitter(9, 43)
    yield state("eat", _after_a_move(language, *eating))
    yield state("secret: eat", _after_a_move(language, *eating).set(secret=True))
    none = Sitter(7, 60, 0, owes=Status.EAT), Sitter(20, 65), Sitter(9, 43)
    yield state("no lettuce: lost", _after_a_move(language, *none))
    chews = Sitter(7, 60, owes=Status.CHEW), Sitter(20, 65), Sitter(9, 43)
    yield state("hand one in", _after_a_move(language, *chews))
    broke = Sitter(7, 0, owes=Status.CHEW), Sitter(20, 65), Sitter(9, 43)
    yield state("none to hand in", _after_a_move(language, *broke))
    misses = Sitter(12, 60, owes=Status.MISS), Sitter(20, 65), Sitter(9, 43)
    yield state("misses", _after_a_move(language, *misses))
    rich = Sitter(7, 1060, 2, owes=Status.EAT), Sitter(20, 1065), Sitter(9, 43)
    yield state("eat with four digits", _after_a_move(language, *rich))
    both = Sitter(7, 60, owes=Status.EAT, second=22, second_owes=Status.EAT), Sitter(20, second=9)
    either = table(language, Agreed(names=WIDE), *both, turn=1).press("right", "ok")
    yield state("either may eat", either)
    yield state("the second eats", either.press("right"))


def _after_a_move(language: str, *sitters: Sitter, **rulings: bool) -> Stage:
    agreed = Agreed(names=WIDE, rulings=dict(rulings))
    return table(language, agreed, *sitters, turn=2).press("right", "ok")


def _stuck(language: str) -> Iterator[State]:
    stuck = Sitter(12, 0), Sitter(11, 65), Sitter(9, 43)
    yield state("stuck: to the Start", _after_a_move(language, *stuck))
    yield state("secret: to the Start", _after_a_move(language, *stuck).set(secret=True))
    end = Sitter(63, 2000, 0), Sitter(56, 65), Sitter(9, 43)
    yield state("stuck: the retreat", _after_a_move(language, *end))
    declined = _after_a_move(language, *end, decline_back_carrots=True).press("ok")
    yield state("the retreat, with or without", declined)
