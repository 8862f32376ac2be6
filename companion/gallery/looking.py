"""Behind back: the menu, what can be looked up, what the table changes, the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.deeds import undo_step
from companion.app.events import Button
from companion.app.heads import game_of
from companion.app.screens.hare_cards import kinds
from companion.app.session import Doorway, Place, SavedLine, Screen
from companion.app.waiting import wait
from companion.gallery.racing import crowd, middle
from companion.gallery.stage import E1974, E2008, WIDE, Agreed, Sitter, Stage, empty_table, table
from companion.gallery.state import State, pages, state
from companion.rules import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

FOUR = Agreed()
SEATS = Sitter(12, 38, 2), Sitter(23, 65, 1), Sitter(9, 43, 1), Sitter(33, 27, 3)
# Lines of the menu before the first turn, by their place.
(
    RANKING,
    RACE,
    CARDS,
    HISTORY,
    CHECK,
    CORRECT,
    LEAVE,
    END_HERE,
    SETTINGS,
    SAVED,
    NEW,
    HELP,
    ABOUT,
    OFF,
) = range(14)


def states(language: str) -> Iterator[State]:
    """Hang what back opens, and what is found there."""
    yield from _menu(language)
    yield from _undo_lines(language)
    yield from _ranking(language)
    yield from _race_card(language)
    yield from _hare_cards(language)
    yield from _history(language)
    yield from _check(language)
    yield from _correct(language)
    yield from _values(language)
    yield from _questions(language)
    yield from _table(language)


def look(stage: Stage, line: int) -> Stage:
    """Open a line of the menu, counted from the ranking on."""
    game = stage.session.game
    above = (bool(game.past) + bool(game.future)) if game else 0
    down = line + above
    return stage.press("back", *([f"right {down}"] if down else []), "ok")


def _menu(language: str) -> Iterator[State]:
    mid = middle(language)
    yield from pages("after a move", mid.press("back"))
    yield state("after an undo", mid.press("back", "ok", "ok", "back"))
    yield state("before any move", table(language, FOUR, *SEATS).press("back"))
    yield state("no game", _finished(language).press("back"))
    yield state("locked, no game", _finished(language).set(locked=True).press("back"))
    yield state("a stuck button", mid.press("back").stuck())
    yield from pages("locked", mid.set(locked=True).press("back"))
    yield state("secret", mid.set(secret=True).press("back"))
    over = table(language, FOUR, *SEATS, turn=None)
    yield state("of a game that is over", over.press("back", "right 5"))


def _finished(language: str) -> Stage:
    """Switch on after a finished game: the choice of edition is the first screen."""
    return empty_table(language).having(stack=(Screen(Place.EDITION),))


def _undo_lines(language: str) -> Iterator[State]:
    played = _evening(language)
    for back in range(1, len(game_of(played.session).past)):
        undone = undo_step(played.session, back).session
        waiting = Stage(wait(replace(undone, moves=())))
        yield state(f"the evening, {back} undone", waiting.press("back"))


def _ranking(language: str) -> Iterator[State]:
    yield state("four", look(middle(language), RANKING))
    yield state("six wide, four digits", look(crowd(language), RANKING))
    secret = look(crowd(language).set(secret=True), RANKING)
    yield state("secret", secret)
    mates = Agreed(names=WIDE, teams=((0, 2, 4), (1, 3, 5)))
    seats = [Sitter(64, 8, 0, place=1), Sitter(0, 98), Sitter(12, 1034), Sitter(left=True)]
    seats += [Sitter(40, 12), Sitter(33, 3)]
    yield state(
        "teams, Home, Start and gone", look(table(language, mates, *seats, turn=1), RANKING)
    )
    pair = Sitter(63, 40, second=7), Sitter(20, 65, second=9)
    yield state("two pairs", look(table(language, FOUR, *pair), RANKING))


def _race_card(language: str) -> Iterator[State]:
    mid = middle(language)
    yield state("in reach", look(mid, RACE))
    yield state("the last costs", look(mid, RACE).press("right 9"))
    yield state("secret", look(mid.set(secret=True), RACE))
    yield state("learning", look(mid.set(learning=True), RACE))
    yield state("four digits", look(crowd(language), RACE))
    over = table(language, FOUR, *SEATS, turn=None)
    yield state("nobody's reach", look(over, RACE))


def _hare_cards(language: str) -> Iterator[State]:
    for edition in ("ravensburger-1978", E2008, E1974):
        listed = look(table(language, Agreed(edition), *SEATS), CARDS)
        yield from pages(edition[-4:], listed)
        for number, (card, _) in enumerate(kinds(game_of(listed.session).setup)):
            down = [f"right {number}"] if number else []
            yield state(f"{edition[-4:]}: {card}", listed.press(*down, "ok"))


_CORRECTED: Final = {
    "lettuces": ("ok", "right", "ok", "left", "ok", "back 3"),
    "a square": ("ok", "right 2", "ok", "right", "ok", "ok"),
    "a debt": ("ok", "right 3", "ok", "right 3", "ok", "back 3"),
    "the turn": ("right 9", "ok", "back 2"),
}


def _history(language: str) -> Iterator[State]:
    yield state("nothing yet", look(table(language, FOUR, *SEATS), HISTORY))
    played = _evening(language)
    yield from pages("an evening", look(played, HISTORY))
    yield state("an evening in secret", look(played.set(secret=True), HISTORY))
    yield state("before the last turn", look(played, HISTORY).press("ok"))
    yield state("before five turns", look(played, HISTORY).press("right 4", "ok"))
    yield state("a line of four digits", look(crowd(language).press("right 11", "ok"), HISTORY))
    for owes in (Status.EAT, Status.CHEW):
        seats = Sitter(7, 60, 2, owes=owes), Sitter(20, 65), Sitter(9, 43)
        yield state(f"a debt: {owes}", look(table(language, FOUR, *seats).press("ok"), HISTORY))
    home = table(language, FOUR, Sitter(59, 20, 0), Sitter(20, 65), Sitter(9, 43))
    yield state("Home", look(home.press("right 5", "ok"), HISTORY))
    yield from _gifts(language)
    yield from _corrections(language)


def _corrections(language: str) -> Iterator[State]:
    mid = middle(language)
    for what, ways in _CORRECTED.items():
        corrected = look(mid, CORRECT).press(*ways)
        yield state(f"corrected: {what}", look(corrected, HISTORY))


def _gifts(language: str) -> Iterator[State]:
    gift = Agreed(E2008, pile=("give_ten",))
    seats = Sitter(32, 60), Sitter(20, 65), Sitter(9, 43), Sitter(40, 65)
    given = table(language, gift, *seats).press("right 2", "ok", "ok")
    yield state("kept and banked", look(given.press("ok", "right", "ok"), HISTORY))


def _evening(language: str) -> Stage:
    """Play a line of each kind: moves, carrots, cards, meals, waits, a gift, a correction."""
    pile = ("ten", "miss_turn", "fall_back", "go_again", "eat_lettuce")
    agreed = Agreed(pile=pile)
    seats = Sitter(12, 300, 2), Sitter(29, 300, 1), Sitter(5, 300, 1), Sitter(55, 300, 0)
    stage = table(language, agreed, *seats)
    stage = stage.press("right 2", "ok", "ok")  # red: a card, +10
    stage = stage.press("right 2", "ok", "ok")  # blue: misses
    stage = stage.press("ok", "ok")  # green stays: +10
    stage = stage.press("right 4", "ok")  # yellow goes on to the carrots
    stage = stage.press("left", "ok")  # red: back to a tortoise
    stage = stage.press("ok")  # blue's wait
    stage = stage.press("right 2", "ok")  # green onto a lettuce
    stage = stage.press("ok", "right", "ok")  # yellow gives 10
    stage = stage.press("right 3", "ok", "ok", "ok")  # red falls back onto a hare: once more
    stage = stage.press("ok", "ok")  # but does not
    corrected = look(stage, CORRECT).press("ok", "ok", "right 3", "ok", "back 3")
    return look(corrected, LEAVE).press("right 2", "ok", "right", "ok")


def _check(language: str) -> Iterator[State]:
    mid = middle(language)
    yield state("the first piece", look(mid, CHECK))
    new = table(language, FOUR, *(Sitter() for _ in range(3)))
    yield state("at Start", look(new, CHECK))
    yield state("the last piece", look(mid, CHECK).press("ok 3"))
    yield state(
        "at Home", look(table(language, FOUR, Sitter(64, 8, 0, place=1), *SEATS[1:], turn=1), CHECK)
    )
    yield state("secret", look(mid.set(secret=True), CHECK))
    yield state("wide and four digits", look(crowd(language), CHECK))


def _correct(language: str) -> Iterator[State]:
    yield from pages("players", look(middle(language), CORRECT))
    yield from pages("six players", look(crowd(language), CORRECT))
    pair = table(language, FOUR, Sitter(13, 98, second=20), Sitter(9, 98, second=21))
    yield state("two pairs", look(pair, CORRECT))
    for owes in (None, *Status):
        sitter = Sitter(12, 38, 2, owes=owes)
        one = look(table(language, FOUR, sitter, *SEATS[1:], turn=1), CORRECT).press("ok")
        yield state(f"owes {owes or 'nothing'}", one)
    home = table(language, FOUR, Sitter(64, 8, 0, place=1), *SEATS[1:], turn=1)
    yield state("a piece at Home", look(home, CORRECT).press("ok"))
    yield state("secret: a player", look(middle(language).set(secret=True), CORRECT).press("ok"))


def _values(language: str) -> Iterator[State]:
    one = look(middle(language), CORRECT).press("ok")
    yield state("carrots", one.press("ok"))
    most = one.press("ok").hold(Button.RIGHT, 25)
    yield state("many carrots", most)
    wide = look(crowd(language), CORRECT).press("ok", "ok")
    yield state("four digits", wide)
    yield state("lettuces", one.press("right", "ok"))
    yield state("a square", one.press("right 2", "ok"))
    yield state("an occupied square", one.press("right 2", "ok", "left"))
    yield state("owing", one.press("right 3", "ok"))
    yield state("owing, the last", one.press("right 3", "ok", "right 4"))
    secret = look(middle(language).set(secret=True), CORRECT)
    yield state("secret: carrots", secret.press("ok", "ok"))
    pair = table(language, FOUR, Sitter(13, 98, second=20), Sitter(9, 98, second=21))
    yield state("a square of a pair", look(pair, CORRECT).press("right", "ok", "right 2", "ok"))


def _questions(language: str) -> Iterator[State]:
    mid = middle(language, Agreed(names=WIDE))
    yield state("who", look(mid, LEAVE))
    yield state("others play on", look(mid, LEAVE).press("ok"))
    yield state(
        "one stays",
        look(table(language, FOUR, *SEATS[:2], *[Sitter(left=True)] * 2), LEAVE).press("ok"),
    )
    yield state("here", look(mid, END_HERE))
    yield state("another game", look(mid, NEW))
    yield state("yes is chosen", look(mid, NEW).press("right"))
    yield state("the power", look(mid, OFF))
    yield state("good night", look(mid.having(is_box=True), OFF).press("right", "ok"))
    yield state("of a window", look(mid, OFF).press("right", "ok"))


def _table(language: str) -> Iterator[State]:
    mid = middle(language)
    yield from pages("settings", look(mid, SETTINGS))
    on = mid.set(secret=True, learning=True, sound=True, dim=0, dark=60)
    yield state("switched", look(on, SETTINGS).press("right", "left"))
    yield state("never dark", look(mid.set(dim=10, dark=0), SETTINGS).press("right 8"))
    yield state("in mid-game", look(mid, SETTINGS).press("ok"))
    yield state("no saved games", look(_finished(language), 1))
    lines = [SavedLine(1, ("Anna", "Ben", "Cili", "Dávid"), "ravensburger-1978", 0, finished=False)]
    lines += [SavedLine(2 + n, WIDE, E2008, 98 + n, finished=n == 1) for n in range(7)]
    kept = mid.having(shelf=_with_saved(mid, tuple(reversed(lines))))
    yield from pages("eight games", look(kept, SAVED))
    yield state("six lines", look(mid, HELP))
    yield state("the last lines", look(mid, HELP).press("right 2"))
    yield state("all is well", look(mid.having(notices=frozenset({"voltage"})), ABOUT))
    yield state("nobody knows the power", look(mid, ABOUT))
    weak = mid.having(notices=frozenset({"undervoltage"})).stuck(Button.LEFT).stuck(Button.BACK)
    doorway = Doorway("482913", "192.168.178.120:8128")
    yield state("a phone may come", look(mid.having(doorway=doorway), ABOUT))
    yield state("without a network", look(mid.having(doorway=Doorway("482913")), ABOUT))
    yield state("weak power, stuck buttons", look(weak, ABOUT))
    yield state("before a game", look(_finished(language), 3))


def _with_saved(stage: Stage, saved: tuple[SavedLine, ...]) -> object:
    return replace(stage.session.shelf, saved=saved)
