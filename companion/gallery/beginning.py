"""From the very first screen to the first turn: language, edition, players, seats, names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.draft import Draft, Player
from companion.app.events import Button
from companion.app.icons import GLOBE, OK
from companion.app.keep import Cause, Put
from companion.app.screens.spell import wheel_for
from companion.app.session import Doorway, Place, Screen, Trouble
from companion.gallery.stage import E1974, E2008, FAMILY, WIDE, Agreed, Sitter, empty_table, table
from companion.gallery.state import State, pages, state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.gallery.stage import Stage

COLOURS = ("red", "blue", "green", "yellow", "orange", "white")
PLAYED = Agreed(), Sitter(12, 38, 2), Sitter(23, 65, 1), Sitter(9, 43, 1), Sitter(33, 27, 3)


def states(language: str) -> Iterator[State]:
    """Hang all that comes before the first turn."""
    yield from _first_start(language)
    yield from _editions(language)
    yield from _own_board(language)
    yield from _players(language)
    yield from _names(language)
    yield from _house_rules(language)
    yield from _starts(language)


def _first_start(language: str) -> Iterator[State]:
    new = empty_table(language)
    powering = replace(new.session, began=new.session.now, touched=new.session.now)
    yield State("power on", powering)
    yield state("the very first", new)
    yield state("the last language", new.press("right 4"))
    yield state("a stuck button", new.stuck())


def _editions(language: str) -> Iterator[State]:
    first = _edition(language)
    yield state("1978", first)
    yield state("2008", first.press("right"))
    yield state("1974, a chart", first.press("right 2"))
    yield state("none of these", first.press("right 3"))
    yield state("a stuck button", first.stuck(Button.OK))
    yield state("15 or 16 cards", first.press("right", "ok"))
    yield state("16 cards", first.press("right", "ok", "right"))


def _edition(language: str) -> Stage:
    """Stand before the choice of edition; the language was just chosen."""
    stage = empty_table(language, names=("Anna", "Ben", WIDE[0]))
    return stage.having(stack=(*stage.session.stack, Screen(Place.EDITION)))


def _own_board(language: str) -> Iterator[State]:
    copying = _edition(language).press("right 3", "ok")
    yield state("which board to copy", copying)
    drawing = copying.press("ok")
    yield state("the first square", drawing)
    yield state("a board was begun", drawing.press("right 9", "back", "ok"))
    yield state("in the middle", drawing.press("right 32"))
    changing = drawing.press("right 6", "ok")
    yield state("what a square becomes", changing)
    yield state("its last kind", changing.press("right 7"))
    yield state("the board is done", drawing.press("right 63"))
    yield state("a kind that may not be last", _without_tortoises(drawing))
    made = drawing.press("right 63", "ok")
    yield state("players on an own board", made)
    yield state("an own board is offered first", made.press("back"))


def _without_tortoises(drawing: Stage) -> Stage:
    """Stand on Home with a board that has no tortoise: it cannot be played."""
    edition, board = drawing.session.screen.about
    bare = board.replace("T", "C")
    screen = Screen(Place.BOARD_EDIT, 64, 0, (edition, bare))
    return drawing.having(stack=(*drawing.session.stack[:-1], screen)).press("ok")


def _players(language: str) -> Iterator[State]:
    counting = _edition(language).press("ok")
    yield state("four", counting)
    seats = counting.press("ok")
    yield from pages("four strangers", seats)
    yield state("teams of two", seats.press("right 7", "ok"))
    grey = _drafted(language, Draft(E2008, _people(WIDE)))
    yield from pages("six with wide names, 2008", grey)
    teams = _drafted(language, Draft("ravensburger-1978", _people(WIDE), 2))
    yield from pages("six in two teams", teams.press("right", "left"))
    apart = replace(teams.session.draft or Draft(), players=_side_by_side())
    yield state("team-mates side by side", teams.having(draft=apart))
    yield state("one seat", seats.press("right", "ok"))
    yield state("one seat with name and team", teams.press("right", "ok"))
    colours = teams.press("right", "ok", "right", "ok")
    yield state("exchanging colours", colours)
    yield state("free colours", seats.press("right", "ok", "right", "ok", "right 5"))
    yield state("colours of 2008", grey.press("right", "ok", "right", "ok"))


def _people(names: tuple[str, ...]) -> tuple[Player, ...]:
    seated = zip(COLOURS, names, strict=False)
    return tuple(Player(colour, name, n % 2) for n, (colour, name) in enumerate(seated))


def _side_by_side() -> tuple[Player, ...]:
    return tuple(replace(player, team=n // 3) for n, player in enumerate(_people(WIDE)))


def _drafted(language: str, draft: Draft) -> Stage:
    """Stand before the last setup screen with this draft."""
    stage = _edition(language).having(draft=draft)
    return stage.having(stack=(*stage.session.stack, Screen(Place.SEATS)))


def _names(language: str) -> Iterator[State]:
    names = _edition(language).press("ok", "ok", "right", "ok", "ok")
    yield from pages("remembered names", names)
    spelling = names.press("ok")
    yield state("a first letter", spelling)
    typed = spelling.press("ok", "right 3", "ok")
    yield state("letters", typed)
    wheel = wheel_for(typed.session, typed.session.screen.about[1])
    if GLOBE in wheel:
        at = (wheel.index(GLOBE) - typed.session.screen.finger) % len(wheel)
        yield state("another alphabet", typed.press(f"right {at}"))
    yield state("no room for it", spelling.press("ok 20"))
    yield state("a second word", _spelled(spelling, "Anna "))
    taken = _drafted(language, Draft("ravensburger-1978", _people(FAMILY))).press("right 2", "ok")
    spelling = _spelled(taken.press("ok", "ok"), "Anna")
    yield state("a name that is taken", _on_done(spelling))
    yield state("a name is done", _on_done(_spelled(names.press("ok"), "Anna-Lea")))
    wide = _spelled(names.press("ok"), WIDE[0])
    yield state("a wide name", wide)


def _on_done(spelling: Stage) -> Stage:
    """Put the finger on the wheel's check mark."""
    wheel = wheel_for(spelling.session, spelling.session.screen.about[1])
    return spelling.press(f"right {wheel.index(OK)}")


def _spelled(stage: Stage, typed: str) -> Stage:
    """Stand with these letters typed, the finger on the first of the wheel."""
    screen = stage.session.screen
    there = replace(screen, finger=0, about=(screen.about[0], typed))
    return stage.having(stack=(*stage.session.stack[:-1], there))


def _house_rules(language: str) -> Iterator[State]:
    seats = _drafted(language, Draft(E2008, _people(FAMILY)[:4]))
    rules = seats.press("right 8", "ok")
    yield from pages("as printed", rules)
    switched = rules
    for _ in range(10):
        switched = switched.press("ok", "right")
    yield from pages("all switched", switched.press("left 10"))
    yield state("house rules are counted", switched.press("back"))
    older = _drafted(language, Draft(E1974, _people(FAMILY)[:4])).press("right 8", "ok")
    yield state("of 1974", older.press("right 4"))


def _starts(language: str) -> Iterator[State]:
    played = table(language, *PLAYED)
    yield from pages("an evening goes on", played.having(stack=(Screen(Place.RESUME),)))
    locked = played.set(locked=True).having(stack=(Screen(Place.RESUME),))
    yield state("the child lock is on", locked)
    six = table(language, Agreed(names=WIDE), *(Sitter(n + 2, 98) for n in range(6)))
    yield state("six wide names", six.having(stack=(Screen(Place.RESUME),)))
    for tries, cause in enumerate(Cause):
        yield state(f"{cause}", _failing(played, cause, 1 + tries % 3))
    yield state("slow card", played.at(Place.SAVING))
    yield state("put aside", played.at(Place.DAMAGED, 0, "damaged-2", 0))
    yield state("good up to a turn", played.at(Place.DAMAGED, 0, "damaged-12", 123))
    yield state("newer saves", played.at(Place.DAMAGED, 0, "", 0))
    yield state("a stumble", played.at(Place.FAULT))
    doorway = Doorway("482913", "192.168.178.120:8128")
    yield state("a phone asks", played.having(doorway=doorway).at(Place.PAIRING))
    yield state(
        "before there is a network", played.having(doorway=Doorway("482913")).at(Place.PAIRING)
    )


def _failing(stage: Stage, cause: Cause, tries: int) -> Stage:
    trouble = Trouble(cause, tries, stage.session, (Put("settings", "{}"),))
    return stage.having(trouble=trouble).at(Place.TROUBLE)
