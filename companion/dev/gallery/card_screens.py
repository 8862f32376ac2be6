"""Hare cards and what they lead to: outcomes, questions, moved pieces, forced turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.presenter import view
from companion.app.states.lists import HistoryScreen
from companion.app.view import ListView
from companion.dev.gallery.fixtures import E1974, E2008, WIDE, GameFixture, PlayerFixture, table
from companion.dev.gallery.state import GalleryState, gallery_state
from companion.rules import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.fixtures import Stage

THREE = PlayerFixture(12, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states that a hare square and a debt can lead to."""
    yield from _cards_1978(language)
    yield from _cards_2008(language)
    yield from _chart(language)
    yield from _questions(language)
    yield from _moved(language)
    yield from _forced(language)
    yield from _stuck(language)


def drawn(
    language: str,
    card: str,
    *players: PlayerFixture,
    edition: str = "",
    names: tuple[str, ...] = WIDE,
) -> Stage:
    """Move the first player from two squares before a hare onto it, and draw this card."""
    fixture = (
        GameFixture(edition, names, pile=(card,))
        if edition
        else GameFixture(names=names, pile=(card,))
    )
    return table(language, fixture, *(players or THREE)).press("right 2", "ok")


def _cards_1978(language: str) -> Iterator[GalleryState]:
    last = PlayerFixture(4, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("back behind the next", drawn(language, "fall_back"))
    yield gallery_state("nobody is behind", drawn(language, "fall_back", *last))
    yield gallery_state(
        "back to the Start",
        drawn(language, "fall_back", PlayerFixture(4, 60), PlayerFixture(1), PlayerFixture(9)),
    )
    yield gallery_state("ahead of the next", drawn(language, "advance"))
    yield gallery_state(
        "nobody is ahead", drawn(language, "advance", PlayerFixture(32, 60), *THREE[1:])
    )
    unfit = PlayerFixture(59, 70, 1), PlayerFixture(63, 10, 0), PlayerFixture(9, 43)
    yield gallery_state("ahead, but not fit for Home", drawn(language, "advance", *unfit))
    light = PlayerFixture(59, 5, 0), PlayerFixture(63, 10, 0), PlayerFixture(9, 43)
    yield gallery_state("ahead, and Home", drawn(language, "advance", *light))
    yield gallery_state("the move was free", drawn(language, "free_ride"))
    yield gallery_state("a free ride by a card", _by_card(language))
    yield gallery_state("lettuce", drawn(language, "eat_lettuce"))
    yield gallery_state("wait", drawn(language, "miss_turn"))
    yield gallery_state("once more", drawn(language, "go_again"))
    yield gallery_state("on to the carrots", drawn(language, "carrot_forward"))
    taken = PlayerFixture(12, 60), PlayerFixture(21, 65), PlayerFixture(13, 43)
    yield gallery_state("carrots ahead are taken", drawn(language, "carrot_forward", *taken))
    late = PlayerFixture(59, 60), PlayerFixture(20), PlayerFixture(9)
    yield gallery_state("no carrots ahead", drawn(language, "carrot_forward", *late))
    yield gallery_state("back to the carrots", drawn(language, "carrot_back"))
    early = PlayerFixture(0, 60), PlayerFixture(20), PlayerFixture(9)
    yield gallery_state("no carrots behind", _to_first_hare(language, *early))
    yield gallery_state("secret: a free move", _secretly(language, "free_ride"))


def _to_first_hare(language: str, *players: PlayerFixture) -> Stage:
    fixture = GameFixture(names=WIDE, pile=("carrot_back",))
    return table(language, fixture, *players).press("right", "ok")


def _by_card(language: str) -> Stage:
    """Draw a card that leads onto a hare square, where what was paid does not come back."""
    fixture = GameFixture(pile=("advance", "free_ride"))
    seats = PlayerFixture(12, 60), PlayerFixture(24, 65), PlayerFixture(9, 43)
    return table(language, fixture, *seats).press("right 2", "ok", "ok")


def _secretly(language: str, card: str, edition: str = "") -> Stage:
    fixture = (
        GameFixture(edition, WIDE, pile=(card,))
        if edition
        else GameFixture(names=WIDE, pile=(card,))
    )
    return table(language, fixture, *THREE).set(secret=True).press("right 2", "ok")


def _cards_2008(language: str) -> Iterator[GalleryState]:
    for card in ("exactly_65", "ten_per_lettuce", "lose_half", "show_carrots", "shuffle"):
        yield gallery_state(f"2008: {card}", drawn(language, card, edition=E2008))
    yield gallery_state("2008: behind", drawn(language, "behind_or_again", edition=E2008))
    ahead = PlayerFixture(32, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("2008: ahead", drawn(language, "behind_or_again", *ahead, edition=E2008))
    ahead = PlayerFixture(32, 60, 0), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state(
        "2008: no lettuce held", drawn(language, "ten_per_lettuce", *ahead, edition=E2008)
    )
    yield gallery_state("secret: shown to all", _secretly(language, "show_carrots", E2008))
    yield gallery_state("secret: a gift", _secretly(language, "give_ten", E2008))
    yield gallery_state("nobody to give to", drawn(language, "give_ten", *LAST, edition=E2008))
    yield gallery_state("too few to give", drawn(language, "give_ten", *POOR, edition=E2008))
    rule = GameFixture(E2008, WIDE, pile=("give_ten",), rulings={"give_ten_short": "five-then-one"})
    yield gallery_state("five each", table(language, rule, *SHORT).press("right 2", "ok"))
    yield gallery_state("ten each", drawn(language, "give_ten", *GIVER, edition=E2008))
    for card in ("behind_or_again", "ten_per_lettuce", "give_ten"):
        yield gallery_state(f"Russian cards: {card}", _russian(language, card))


def _russian(language: str, card: str) -> Stage:
    """Draw a card of 2008 that the Russian book prints otherwise, as the one ahead, no lettuce."""
    rulings = {"skip_cards": "this-turn", "give_ten_to": "next-behind", "shuffle_from": "everyone"}
    ahead = PlayerFixture(32, 60, 0), PlayerFixture(20, 65), PlayerFixture(9, 43)
    fixture = GameFixture(E2008, WIDE, pile=(card,), rulings=rulings)
    return table(language, fixture, *ahead).press("right 2", "ok")


LAST = PlayerFixture(4, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)
POOR = PlayerFixture(32, 12), PlayerFixture(20, 65), PlayerFixture(9, 43)
SHORT = PlayerFixture(32, 20), PlayerFixture(20, 65), PlayerFixture(9, 43)
GIVER = tuple(PlayerFixture(32 - 3 * n if n else 32, 1000 + n) for n in range(6))


def _chart(language: str) -> Iterator[GalleryState]:
    """Draw each row of the chart as the first and as the last in the race."""
    for roll in range(1, 7):
        first = (
            PlayerFixture(32, 400),
            PlayerFixture(20, 400),
            PlayerFixture(9, 400),
            PlayerFixture(4, 400),
        )
        last = (
            PlayerFixture(4, 400),
            PlayerFixture(20, 400),
            PlayerFixture(9, 400),
            PlayerFixture(33, 400),
        )
        for place, seats in (("first", first), ("last", last)):
            fixture = GameFixture(E1974, WIDE, roll=roll)
            yield gallery_state(
                f"chart: {roll}, {place}", table(language, fixture, *seats).press("right 2", "ok")
            )


def _questions(language: str) -> Iterator[GalleryState]:
    ten = drawn(language, "ten")
    yield gallery_state("take, give or neither", ten)
    yield gallery_state("neither is chosen", ten.press("right 2"))
    yield gallery_state(
        "too few to give: two answers", drawn(language, "ten", PlayerFixture(12, 9), *THREE[1:])
    )
    secret = _secretly(language, "ten")
    yield gallery_state("secret: take, give or neither", secret)
    keep = drawn(language, "give_ten", *GIVER, edition=E2008).press("ok")
    yield gallery_state("keep the gift", keep)
    yield gallery_state("the next receiver", keep.press("ok"))
    yield gallery_state("into the bank", keep.press("right"))
    asked = _to_dim(keep.press("back"))
    yield gallery_state("asked: the menu", asked.press("right"))
    yield gallery_state("asked: no correction", asked.press("ok"))


def _to_dim(stage: Stage) -> Stage:
    """Go down to the first line of the menu that cannot be chosen."""
    body = view(stage.session).body
    if not isinstance(body, ListView):
        raise TypeError(f"{body.name} is no list")
    return stage.press(f"right {[row.dim for row in body.rows].index(True)}")


def _moved(language: str) -> Iterator[GalleryState]:
    fixture = GameFixture(names=WIDE)
    one = table(language, fixture, *THREE).press("right 5", "ok", "back", "ok")
    yield gallery_state("redone", one.press("ok", "back", "ok"))
    for square, steps in ONTO.items():
        back = table(
            language, fixture, PlayerFixture(square, 300), PlayerFixture(40), PlayerFixture(45)
        )
        yield gallery_state(
            f"undone: to #{square}", back.press(f"right {steps}", "ok", "back", "ok")
        )
    home = PlayerFixture(59, 20, 0), PlayerFixture(40, 65), PlayerFixture(9, 43)
    undone = table(language, fixture, *home).press("right 5", "ok", "back", "ok")
    yield gallery_state("redone: Home", undone.press("ok", "back", "ok"))
    gone = table(
        language, fixture, PlayerFixture(32, 400), PlayerFixture(20, 400), PlayerFixture(9, 400)
    )
    gone = gone.press("right 3", "ok", "right 3", "ok", "right 3", "ok")
    many = gone.look(HistoryScreen).press("right 2", "ok", "right", "ok")
    yield gallery_state("three pieces", many)


# A square of each kind, and the steps from there to a plain number square.
ONTO = {0: 4, 14: 3, 13: 4, 22: 1, 19: 1, 17: 1, 12: 5, 18: 2, 16: 1}


def _forced(language: str) -> Iterator[GalleryState]:
    eating = PlayerFixture(7, 60, 2, owes=Status.EAT), PlayerFixture(20, 1065), PlayerFixture(9, 43)
    yield gallery_state("eat", _after_a_move(language, *eating))
    yield gallery_state("secret: eat", _after_a_move(language, *eating).set(secret=True))
    none = PlayerFixture(7, 60, 0, owes=Status.EAT), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("no lettuce: lost", _after_a_move(language, *none))
    chews = PlayerFixture(7, 60, owes=Status.CHEW), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("hand one in", _after_a_move(language, *chews))
    broke = PlayerFixture(7, 0, owes=Status.CHEW), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("none to hand in", _after_a_move(language, *broke))
    misses = PlayerFixture(12, 60, owes=Status.MISS), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("misses", _after_a_move(language, *misses))
    rich = PlayerFixture(7, 1060, 2, owes=Status.EAT), PlayerFixture(20, 1065), PlayerFixture(9, 43)
    yield gallery_state("eat with four digits", _after_a_move(language, *rich))
    both = (
        PlayerFixture(7, 60, owes=Status.EAT, second=22, second_owes=Status.EAT),
        PlayerFixture(20, second=9),
    )
    either = table(language, GameFixture(names=WIDE), *both, turn=1).press("right", "ok")
    yield gallery_state("either may eat", either)
    yield gallery_state("the second eats", either.press("right"))


def _after_a_move(language: str, *players: PlayerFixture, **rulings: bool) -> Stage:
    fixture = GameFixture(names=WIDE, rulings=dict(rulings))
    return table(language, fixture, *players, turn=2).press("right", "ok")


def _stuck(language: str) -> Iterator[GalleryState]:
    stuck = PlayerFixture(12, 0), PlayerFixture(11, 65), PlayerFixture(9, 43)
    yield gallery_state("stuck: to the Start", _after_a_move(language, *stuck))
    yield gallery_state("secret: to the Start", _after_a_move(language, *stuck).set(secret=True))
    end = PlayerFixture(63, 2000, 0), PlayerFixture(56, 65), PlayerFixture(9, 43)
    yield gallery_state("stuck: the retreat", _after_a_move(language, *end))
    declined = _after_a_move(language, *end, decline_back_carrots=True).press("ok")
    yield gallery_state("the retreat, with or without", declined)
