"""The turn: the finger on the track, what OK would do, why it would not, and the own square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.keep import Put
from companion.app.session import Panel
from companion.gallery.stage import E2008, WIDE, Agreed, Sitter, table
from companion.gallery.state import State, pages, state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.gallery.stage import Stage

FOUR = Agreed()
MANY = Agreed(E2008, WIDE)


def states(language: str) -> Iterator[State]:
    """Hang all states of a turn."""
    yield from _openings(language)
    yield from _allowed(language)
    yield from _refused(language)
    yield from _homeward(language)
    yield from _own_square(language)
    yield from _two_pieces(language)
    yield from _secrets(language)
    yield from _learning(language)
    yield from _declining(language)


def middle(language: str, agreed: Agreed = FOUR) -> Stage:
    """Wait on Anna's turn in mid-race; the piece of Dávid was the last to move."""
    dots = Sitter(12, 38, 2, landed=True), Sitter(23, 65, 1), Sitter(11, 43, 1), Sitter(33, 27, 3)
    return table(language, agreed, *dots, turn=3).press("right 2", "ok")


def crowd(language: str) -> Stage:
    """Wait on the first of six with names and stocks as wide as they come."""
    seats = (Sitter(12 + 2 * n, 1000 + n, 3) for n in range(6))
    return table(language, MANY, *seats)


def _openings(language: str) -> Iterator[State]:
    first = table(language, FOUR, *(Sitter() for _ in range(4)))
    yield state("the first of all", first)
    yield state("on Start with others", first.press("right", "left"))
    yield state("what the last did, what this one's square paid", middle(language))
    second = first.press("right 2", "ok")
    yield state("hints for left and right", second)
    yield state("a stuck button", second.stuck())
    two = second.stuck().stuck(Button.OK).stuck(Button.BACK).stuck(Button.INFO)
    yield state("four stuck buttons", two.stuck(Button.RIGHT))
    joystick = second.stuck(Button.UP).stuck(Button.DOWN)
    yield state("a stuck joystick", joystick)
    again = table(language, Agreed(pile=("go_again",)), Sitter(12, 60), Sitter(4, 60), Sitter())
    again = again.press("right 2", "ok", "ok")
    yield state("an extra turn", again)
    spent = table(language, Agreed(pile=("go_again",)), Sitter(12, 3), Sitter(11, 60), Sitter())
    yield state("an extra turn, and nothing left", spent.press("right 2", "ok", "ok"))
    yield state("unsaved", second.having(unsaved=(Put("settings", "{}"),)))
    yield state("six with wide names", crowd(language))
    yield state("grey and green", _grey(language))
    yield state("four-digit stock", crowd(language).press("right 11"))


def _grey(language: str) -> Stage:
    """Let green be last to move before grey, in the box of 2008."""
    seats = Sitter(20, 40), Sitter(21, 40), Sitter(12, 40), Sitter(13, 40), Sitter(14), Sitter(15)
    return table(language, MANY, *seats, turn=5).press("right", "left")


def _allowed(language: str) -> Iterator[State]:
    mid = middle(language)
    yield state("onto a number", mid.press("right 5"))
    yield state("the flag, fence in sight", mid.press("right 4"))
    yield state("carrots just in reach", mid.press("right"))
    yield state("the strip scrolls", _rich(language).press("right 12"))
    for steps, kind in ((2, "a hare"), (7, "tortoise"), (10, "lettuce")):
        yield state(f"far on: {kind}", _rich(language).press(f"right {steps}"))
    yield state("back to a tortoise", _rich(language).press("left"))
    yield state("a hold stops at the fence", mid.hold(Button.RIGHT, 2.0))


def _rich(language: str) -> Stage:
    """Wait on a piece with many carrots in the middle of the track."""
    return table(language, FOUR, Sitter(32, 1017, 2), Sitter(40, 65), Sitter(9, 43), Sitter(20))


def _refused(language: str) -> Iterator[State]:
    mid = middle(language)
    yield state("too dear", mid.press("right 14"))
    yield state("a refused OK blinks", mid.press("right 14", "ok"))
    yield state("forbidden and occupied", mid.press("right 11"))
    yield state("occupied tortoise behind", mid.press("left"))
    yield state("a tortoise from behind", mid.press("right 7"))
    hungry = table(language, FOUR, Sitter(2, 98, 0), Sitter(5, 65), Sitter(9, 43))
    yield state("no lettuce to eat", hungry.press("right 5"))
    yield state("occupied ahead", hungry.press("right 3"))
    yield state("no tortoise behind", hungry.press("left"))
    rule = Agreed(rulings={"no_first_lettuce": True})
    first = table(language, rule, *(Sitter() for _ in range(3)))
    yield state("not the first lettuce", first.press("right 7"))
    wide = table(language, Agreed(names=WIDE), Sitter(12, 9999), Sitter(13), Sitter(11))
    yield state("a wide name ahead", wide.press("right"))
    yield state("a wide name behind", wide.press("left"))
    dear = table(language, Agreed(names=WIDE), Sitter(0, 1000), Sitter(13), Sitter(11))
    yield state("four digits too dear", dear.press("right 60"))


def _homeward(language: str) -> Iterator[State]:
    others = Sitter(60, 20), Sitter(40, 30)
    yield state(
        "Home is allowed", table(language, FOUR, Sitter(59, 20, 0), *others).press("right 5")
    )
    yield state(
        "too many carrots", table(language, FOUR, Sitter(59, 40, 0), *others).press("right 5")
    )
    many = table(language, FOUR, Sitter(59, 1040, 0), *others)
    yield state("four digits left for Home", many.press("right 5"))
    yield state(
        "one lettuce left", table(language, FOUR, Sitter(59, 20, 1), *others).press("right 5")
    )
    yield state(
        "three lettuces left", table(language, FOUR, Sitter(59, 20, 3), *others).press("right 5")
    )
    first = Sitter(64, 8, 0, place=1)
    second = table(language, FOUR, Sitter(59, 20, 0), first, Sitter(60, 20))
    yield state("a second at Home", second.press("right 5"))


def _own_square(language: str) -> Iterator[State]:
    carrots = table(language, FOUR, Sitter(13, 38), Sitter(23), Sitter(8))
    yield state("stay on carrots", carrots.press("right", "left"))
    yield state("take or give", carrots.press("ok"))
    poor = table(language, FOUR, Sitter(13, 9), Sitter(23), Sitter(8))
    yield state("take alone", poor.press("right", "left"))
    yield state("take alone asks", poor.press("ok"))
    yield state("nothing here", _rich(language).press("right", "left"))
    yield state(
        "nothing here, none behind",
        table(language, FOUR, Sitter(4), Sitter(), Sitter()).press("ok"),
    )
    again = table(language, Agreed(pile=("go_again",)), Sitter(12, 60), Sitter(4, 60), Sitter())
    again = again.press("right 2", "ok", "ok")
    yield state("no more move, alone", again.press("right", "left"))
    yield state("no more move asks", again.press("ok"))


def _two_pieces(language: str) -> Iterator[State]:
    two = Agreed(names=WIDE)
    pair = Sitter(13, 98, second=20), Sitter(9, 98, second=21)
    front = table(language, two, *pair)
    yield state("the front piece", front)
    yield state("something else", front.press("right", "left"))
    other = table(language, two, Sitter(20, 98, second=13), Sitter(9, 98, second=21)).press("ok")
    yield state("the other piece", other)
    behind = table(language, two, Sitter(13, 98, second=8), Sitter(9, 98, second=21))
    yield state("carrots, or the other piece", behind.press("ok"))


def _secrets(language: str) -> Iterator[State]:
    secret = middle(language).set(secret=True)
    yield state("secret: what the last did", secret)
    yield state("secret: the cost alone", secret.press("right 5"))
    yield state("secret: the own square", secret.press("right", "left"))
    yield state("secret: too dear", secret.press("right 14"))
    back = _rich(language).set(secret=True).press("left")
    yield state("secret: back", back)
    yield from pages("secret", _secret_carrots(language, 38).press("ok"))
    yield state("secret: too few to give", _secret_carrots(language, 3).press("ok", "right"))
    yield state("a look", secret.press("ok"))
    teams = Agreed(names=WIDE, teams=((0, 2, 4), (1, 3, 5)))
    mates = table(language, teams, *(Sitter(12 + n, 1234 + n) for n in range(6))).set(secret=True)
    yield state("a look at two mates", mates.press("ok"))
    double = Agreed(names=WIDE, teams=((0, 2), (1, 3)))
    four = (Sitter(12 + n, 1234 + n) for n in range(4))
    yield state("a look at one mate", table(language, double, *four).set(secret=True).press("ok"))
    home = table(language, FOUR, Sitter(59, 40, 0), Sitter(60), Sitter(40)).set(secret=True)
    yield state("secret: too many for Home", home.press("right 5"))
    pair = Sitter(12, 98, second=20), Sitter(9, 98, second=21)
    two = table(language, FOUR, *pair).set(secret=True).press("right", "left")
    yield state("secret: what else there is", two)
    yield from pages("secret, two pieces", two.press("ok"))
    own = secret.having(panels=(*secret.session.panels, Panel("anna", 0)))
    yield State("secret, on the own panel", own.press("right 5").wait(3).session, "anna")


def _secret_carrots(language: str, carrots: int) -> Stage:
    return table(language, FOUR, Sitter(13, carrots), Sitter(23), Sitter(8)).set(secret=True)


def _learning(language: str) -> Iterator[State]:
    learning = middle(language).set(learning=True)
    yield state("learning: cost hidden", learning.press("right 5"))
    yield state("learning: cost shown", learning.press("right 5", "ok"))
    yield state("learning: too dear hidden", learning.press("right 14"))
    yield state("learning: refused", learning.press("right 14", "ok"))


def _declining(language: str) -> Iterator[State]:
    rule = Agreed(rulings={"decline_back_carrots": True})
    there = table(language, rule, Sitter(32, 17, 2), Sitter(40, 65), Sitter(9, 43))
    yield state("carrots or none", there.press("left", "ok"))
    yield state("none is chosen", there.press("left", "ok", "right"))
    pair = table(language, rule, Sitter(32, 17, second=9), Sitter(41, 65, second=9))
    yield state("carrots or none, two pieces", pair.press("left", "ok"))
