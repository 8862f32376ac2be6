"""The turn: the cursor on the track, what OK would do, why it would not, and the own square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.journal_entries import SetValue
from companion.app.session import ConnectedPanel
from companion.dev.gallery.fixtures import E2008, WIDE, GameFixture, PlayerFixture, table
from companion.dev.gallery.state import GalleryState, gallery_state, pages
from companion.rules import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.fixtures import Stage

FOUR = GameFixture()
MANY = GameFixture(E2008, WIDE)


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of a turn."""
    yield from _openings(language)
    yield from _last_turns(language)
    yield from _allowed(language)
    yield from _refused(language)
    yield from _homeward(language)
    yield from _own_square(language)
    yield from _two_pieces(language)
    yield from _secrets(language)
    yield from _learning(language)
    yield from _declining(language)


def middle(language: str, fixture: GameFixture = FOUR) -> Stage:
    """Return a stage in mid-race on Anna's turn; the last move was Dávid's."""
    dots = (
        PlayerFixture(12, 38, 2, landed=True),
        PlayerFixture(23, 65, 1),
        PlayerFixture(11, 43, 1),
        PlayerFixture(33, 27, 3),
    )
    return table(language, fixture, *dots, turn=3).press("right 2", "ok")


def crowd(language: str) -> Stage:
    """Return a stage with six players whose names and stocks are as wide as possible."""
    seats = (PlayerFixture(12 + 2 * n, 1000 + n, 3) for n in range(6))
    return table(language, MANY, *seats)


def _openings(language: str) -> Iterator[GalleryState]:
    first = table(language, FOUR, *(PlayerFixture() for _ in range(4)))
    yield gallery_state("the first of all", first)
    yield gallery_state("on Start with others", first.press("right", "left"))
    yield gallery_state("what the last did, what this one's square paid", middle(language))
    second = first.press("right 2", "ok")
    yield gallery_state("hints for left and right", second)
    yield gallery_state("a stuck button", second.stuck())
    two = second.stuck().stuck(Button.OK).stuck(Button.BACK).stuck(Button.INFO)
    yield gallery_state("four stuck buttons", two.stuck(Button.RIGHT))
    joystick = second.stuck(Button.UP).stuck(Button.DOWN)
    yield gallery_state("a stuck joystick", joystick)
    yield gallery_state("a stuck OK on the strip", second.press("right").stuck(Button.OK))
    again = table(
        language,
        GameFixture(pile=("go_again",)),
        PlayerFixture(12, 60),
        PlayerFixture(4, 60),
        PlayerFixture(),
    )
    again = again.press("right 2", "ok", "ok")
    yield gallery_state("an extra turn", again)
    spent = table(
        language,
        GameFixture(pile=("go_again",)),
        PlayerFixture(12, 3),
        PlayerFixture(11, 60),
        PlayerFixture(),
    )
    yield gallery_state("an extra turn, and nothing left", spent.press("right 2", "ok", "ok"))
    yield gallery_state("unsaved", second.having(unsaved=(SetValue("settings", "{}"),)))
    yield gallery_state("six with wide names", crowd(language))
    yield gallery_state("grey and green", _grey(language))
    yield gallery_state("four-digit stock", crowd(language).press("right 11"))


def _grey(language: str) -> Stage:
    """Return a stage of 2008 in which green moved last, before grey."""
    seats = (
        PlayerFixture(20, 40),
        PlayerFixture(21, 40),
        PlayerFixture(12, 40),
        PlayerFixture(13, 40),
        PlayerFixture(14),
        PlayerFixture(15),
    )
    return table(language, MANY, *seats, turn=5).press("right", "left")


def _last_turns(language: str) -> Iterator[GalleryState]:
    """Yield what only few decisions leave to be said; `menu_screens` plays an evening of others."""
    for owes in (Status.EAT, Status.CHEW):
        seats = PlayerFixture(7, 60, 2, owes=owes), PlayerFixture(20, 65), PlayerFixture(9, 43)
        yield gallery_state(f"the last served: {owes}", table(language, FOUR, *seats).press("ok"))
    homeward = PlayerFixture(59, 20, 0), PlayerFixture(20, 65), PlayerFixture(9, 43)
    home = table(language, FOUR, *homeward).press("right 5", "ok")
    yield gallery_state("the last came Home", home)
    stuck = PlayerFixture(12, 0), PlayerFixture(11, 65), PlayerFixture(9, 43)
    yield gallery_state("the last was stuck", table(language, FOUR, *stuck).press("ok"))
    piled = GameFixture(names=WIDE, pile=("fall_back", "carrot_forward"))
    far = (27, 1000), (15, 65), (9, 43), (5, 60)
    led = table(language, piled, *(PlayerFixture(*one) for one in far)).press(
        "right 4", *["ok"] * 3
    )
    yield gallery_state("the last was led by two cards", led)
    yield from _answers_to_ten(language)
    yield gallery_state("the last gave ten", _gifts(language))
    yield gallery_state("kept, then into the bank", _gifts(language).press("ok", "right", "ok"))


def _answers_to_ten(language: str) -> Iterator[GalleryState]:
    seats = PlayerFixture(27, 1000), PlayerFixture(15, 65), PlayerFixture(9, 43)
    ten = table(language, GameFixture(names=WIDE, pile=("ten",)), *seats).press("right 4", "ok")
    yield gallery_state("the last answered: take ten", ten.press("ok"))
    yield gallery_state("the last answered: neither", ten.press("right 2", "ok"))
    piled = GameFixture(names=WIDE, pile=("fall_back", "ten"))
    led = table(language, piled, *seats).press("right 4", "ok", "ok", "ok")
    yield gallery_state("the last was led to a question", led)


def _gifts(language: str) -> Stage:
    """Return a stage of 2008 in which a card has just given ten to two players."""
    giving = GameFixture(E2008, pile=("give_ten",))
    seats = (PlayerFixture(27, 100), PlayerFixture(20, 65), PlayerFixture(9, 43))
    return table(language, giving, *seats).press("right 4", "ok", "ok")


def _allowed(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield gallery_state("onto a number", mid.press("right 5"))
    yield gallery_state("the flag, fence in sight", mid.press("right 4"))
    yield gallery_state("carrots just in reach", mid.press("right"))
    yield gallery_state("the strip scrolls", _rich(language).press("right 12"))
    for steps, kind in ((2, "a hare"), (7, "tortoise"), (10, "lettuce")):
        yield gallery_state(f"far on: {kind}", _rich(language).press(f"right {steps}"))
    yield gallery_state("back to a tortoise", _rich(language).press("left"))
    yield gallery_state("a hold stops at the fence", mid.hold(Button.RIGHT, 2.0))


def _rich(language: str) -> Stage:
    """Return a stage with many carrots, in the middle of the track."""
    return table(
        language,
        FOUR,
        PlayerFixture(32, 1017, 2),
        PlayerFixture(40, 65),
        PlayerFixture(9, 43),
        PlayerFixture(20),
    )


def _refused(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield gallery_state("too dear", mid.press("right 14"))
    yield gallery_state("a refused OK blinks", mid.press("right 14", "ok"))
    yield gallery_state("forbidden and occupied", mid.press("right 11"))
    yield gallery_state("occupied tortoise behind", mid.press("left"))
    yield gallery_state("a tortoise from behind", mid.press("right 7"))
    hungry = table(
        language, FOUR, PlayerFixture(2, 98, 0), PlayerFixture(5, 65), PlayerFixture(9, 43)
    )
    yield gallery_state("no lettuce to eat", hungry.press("right 5"))
    yield gallery_state("occupied ahead", hungry.press("right 3"))
    yield gallery_state("no tortoise behind", hungry.press("left"))
    rule = GameFixture(rulings={"no_first_lettuce": True})
    first = table(language, rule, *(PlayerFixture() for _ in range(3)))
    yield gallery_state("not the first lettuce", first.press("right 7"))
    others = PlayerFixture(13), PlayerFixture(11)
    wide = table(language, GameFixture(names=WIDE), PlayerFixture(12, 9999), *others)
    yield gallery_state("a wide name ahead", wide.press("right"))
    yield gallery_state("a wide name behind", wide.press("left"))
    dear = table(language, GameFixture(names=WIDE), PlayerFixture(0, 1000), *others)
    yield gallery_state("four digits too dear", dear.press("right 60"))


def _homeward(language: str) -> Iterator[GalleryState]:
    others = PlayerFixture(60, 20), PlayerFixture(40, 30)
    yield gallery_state(
        "Home is allowed", table(language, FOUR, PlayerFixture(59, 20, 0), *others).press("right 5")
    )
    yield gallery_state(
        "too many carrots",
        table(language, FOUR, PlayerFixture(59, 40, 0), *others).press("right 5"),
    )
    many = table(language, FOUR, PlayerFixture(59, 1040, 0), *others)
    yield gallery_state("four digits left for Home", many.press("right 5"))
    yield gallery_state(
        "one lettuce left",
        table(language, FOUR, PlayerFixture(59, 20, 1), *others).press("right 5"),
    )
    yield gallery_state(
        "three lettuces left",
        table(language, FOUR, PlayerFixture(59, 20, 3), *others).press("right 5"),
    )
    first = PlayerFixture(64, 8, 0, place=1)
    second = table(language, FOUR, PlayerFixture(59, 20, 0), first, PlayerFixture(60, 20))
    yield gallery_state("a second at Home", second.press("right 5"))


def _own_square(language: str) -> Iterator[GalleryState]:
    carrots = table(language, FOUR, PlayerFixture(13, 38), PlayerFixture(23), PlayerFixture(8))
    yield gallery_state("stay on carrots", carrots.press("right", "left"))
    yield gallery_state("take or give", carrots.press("ok"))
    rich = table(language, FOUR, PlayerFixture(13, 9989), PlayerFixture(23), PlayerFixture(8))
    yield gallery_state("take or give, four digits", rich.press("ok"))
    poor = table(language, FOUR, PlayerFixture(13, 9), PlayerFixture(23), PlayerFixture(8))
    yield gallery_state("take alone", poor.press("right", "left"))
    yield gallery_state("take alone asks", poor.press("ok"))
    yield gallery_state("nothing here", _rich(language).press("right", "left"))
    yield gallery_state(
        "nothing here, none behind",
        table(language, FOUR, PlayerFixture(4), PlayerFixture(), PlayerFixture()).press("ok"),
    )
    again = table(
        language,
        GameFixture(pile=("go_again",)),
        PlayerFixture(12, 60),
        PlayerFixture(4, 60),
        PlayerFixture(),
    )
    again = again.press("right 2", "ok", "ok")
    yield gallery_state("no more move, alone", again.press("right", "left"))
    yield gallery_state("no more move asks", again.press("ok"))


def _two_pieces(language: str) -> Iterator[GalleryState]:
    two = GameFixture(names=WIDE)
    pair = PlayerFixture(13, 98, second=20), PlayerFixture(9, 98, second=21)
    front = table(language, two, *pair)
    yield gallery_state("the front piece", front)
    yield gallery_state("something else", front.press("right", "left"))
    other = table(
        language, two, PlayerFixture(20, 98, second=13), PlayerFixture(9, 98, second=21)
    ).press("ok")
    yield gallery_state("the other piece", other)
    eaten = PlayerFixture(22, 98, owes=Status.ATE, second=29)
    misses = PlayerFixture(25, 98, owes=Status.MISS, second=20)
    on_carrots = PlayerFixture(25, 98, owes=Status.MISS, second=13)
    for name, first in (("it must leave", eaten), ("the other misses", misses)):
        tied = table(language, two, first, pair[1])
        yield gallery_state(f"two pieces: {name}", tied.press("right", "left"))
    listed = table(language, two, on_carrots, pair[1]).press("ok", "right 2")
    yield gallery_state("two pieces: the other misses", listed)
    behind = table(language, two, PlayerFixture(13, 98, second=8), PlayerFixture(9, 98, second=21))
    yield gallery_state("carrots, or the other piece", behind.press("ok"))


def _secrets(language: str) -> Iterator[GalleryState]:
    secret = middle(language).set(secret=True)
    yield gallery_state("secret: what the last did", secret)
    yield gallery_state("secret: the cost alone", secret.press("right 5"))
    yield gallery_state("secret: the own square", secret.press("right", "left"))
    yield gallery_state("secret: too dear", secret.press("right 14"))
    back = _rich(language).set(secret=True).press("left")
    yield gallery_state("secret: back", back)
    yield from pages("secret", _secret_carrots(language, 38).press("ok"))
    yield gallery_state(
        "secret: too few to give", _secret_carrots(language, 3).press("ok", "right")
    )
    yield gallery_state("a look", secret.press("ok"))
    teams = GameFixture(names=WIDE, teams=((0, 2, 4), (1, 3, 5)))
    mates = table(language, teams, *(PlayerFixture(12 + n, 1234 + n) for n in range(6))).set(
        secret=True
    )
    yield gallery_state("a look at two mates", mates.press("ok"))
    double = GameFixture(names=WIDE, teams=((0, 2), (1, 3)))
    four = (PlayerFixture(12 + n, 1234 + n) for n in range(4))
    yield gallery_state(
        "a look at one mate", table(language, double, *four).set(secret=True).press("ok")
    )
    home = table(
        language, FOUR, PlayerFixture(59, 40, 0), PlayerFixture(60), PlayerFixture(40)
    ).set(secret=True)
    yield gallery_state("secret: too many for Home", home.press("right 5"))
    pair = PlayerFixture(12, 98, second=20), PlayerFixture(9, 98, second=21)
    two = table(language, FOUR, *pair).set(secret=True).press("right", "left")
    yield gallery_state("secret: what else there is", two)
    yield from pages("secret, two pieces", two.press("ok"))
    own = secret.having(panels=(*secret.session.panels, ConnectedPanel("anna", 0)))
    yield GalleryState("secret, on the own panel", own.press("right 5").wait(3).session, "anna")


def _secret_carrots(language: str, carrots: int) -> Stage:
    return table(
        language, FOUR, PlayerFixture(13, carrots), PlayerFixture(23), PlayerFixture(8)
    ).set(secret=True)


def _learning(language: str) -> Iterator[GalleryState]:
    learning = middle(language).set(learning=True)
    yield gallery_state("learning: cost hidden", learning.press("right 5"))
    yield gallery_state("learning: cost shown", learning.press("right 5", "ok"))
    yield gallery_state("learning: too dear hidden", learning.press("right 14"))
    yield gallery_state("learning: refused", learning.press("right 14", "ok"))


def _declining(language: str) -> Iterator[GalleryState]:
    rule = GameFixture(rulings={"decline_back_carrots": True})
    there = table(
        language, rule, PlayerFixture(32, 17, 2), PlayerFixture(40, 65), PlayerFixture(9, 43)
    )
    yield gallery_state("carrots or none", there.press("left", "ok"))
    yield gallery_state("none is chosen", there.press("left", "ok", "right"))
    pair = table(language, rule, PlayerFixture(32, 17, second=9), PlayerFixture(41, 65, second=9))
    yield gallery_state("carrots or none, two pieces", pair.press("left", "ok"))
