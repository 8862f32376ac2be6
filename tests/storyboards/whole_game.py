"""A whole game of 1978 with four people: its script makes the pictures of the README."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.next_screen import last_cards
from companion.app.screens.drawn_card import is_question
from companion.app.states.ids import ScreenId
from companion.app.states.questions import CardScreen
from companion.app.track_cursor import BACK, Cursor
from companion.app.turn_header import game_of
from companion.rules import HOME_SQUARE, Reason
from tests.storyboards.reading_the_book import read_the_book

if TYPE_CHECKING:
    from tests.storyboards.authoring import Author

NAMES: Final = ("Anna", "Ben", "Cili", "David")

# Who did what: > a square, < back to the tortoise, + and - carrots taken, given or answered, ok
# what has to be done. With this seed all nine kinds of hare card are drawn.
PLAYED: Final = """
R>5 B>6 G>7 Y>6 R>10 B>17 Gok Y>6 R>18 B>21 G>12 Y>7 R>22 B>26 G>20 Yok Rok B>31 G>25 Y>13 R>27
B>36 G>39 Y>17 R>32 B>40 G>42 Y>22 R< B+ Gok Yok R< B< G>46 G- Y>26 R>36 B>42 G>51 G>57 Y>32
R>38 Bok Gok Y>39 R>40 B>46 B- G< Y>42 R>44 B>51 G>58 Yok R>49 Bok Gok Y>48 R>54 B>57 G>64 Y>51
R>62 Bok Y< Rok B>64 Y>55 R< Y>64
"""
REFUSED, POWER_CUT, LOOK = 11, 41, 50  # the turns before which these happen
SHOWN: Final = 34  # the move that the README shows


def whole_game(a: Author) -> None:
    """A whole game of 1978 with four people, from the first press to the final ranking."""
    _sit_down(a)
    seen: set[str] = set()
    for number, word in enumerate(PLAYED.split()):
        _cards(a, seen)
        _happen(a, number)
        _enter(a, word)
    _cards(a, seen)
    a.at(ScreenId.END)
    a.rest(3)
    a.shot("final-ranking")
    read_the_book(a)


def _sit_down(a: Author) -> None:
    a.rest(1)
    a.shot("language")
    a.ok()
    a.shot("edition")
    a.ok()
    a.choose("4 players")
    for seat, name in enumerate(NAMES):
        a.point("Start")
        a.right(2 + seat)
        a.note(name)
        a.ok()
        a.choose("Name")
        a.choose("New name")
        a.spell(name)
        a.back()
    a.shot("seats")
    a.choose("Start")
    a.shot("first-turn")


def _cards(a: Author, seen: set[str]) -> None:
    """Confirm the cards, take a picture of each kind, and undo and redo the first."""
    while isinstance(screen := a.session.screen, CardScreen):
        card = last_cards(game_of(a.session))[screen.index].drew.card or ""
        new = card not in seen
        seen.add(card)
        if new:
            a.rest(2)
            a.shot(f"card-{card.replace('_', '-')}")
        if is_question(a.session, a.session.screen):
            return
        a.ok()
        if len(seen) == 1 and new:
            _undo_across(a)


def _undo_across(a: Author) -> None:
    a.note("undo across the card: it goes back on the pile")
    a.back()
    a.ok()
    a.shot("undone")
    a.confirm()
    a.note("and redo")
    a.back()
    a.shot("redo")
    a.ok()
    a.confirm()


def _happen(a: Author, number: int) -> None:
    if number == REFUSED:
        _be_refused(a)
    if number == POWER_CUT:
        a.right(3)
        a.note("the plug is pulled in mid-turn")
        a.unplug()
        a.shot("resume")
        a.choose("Go on")
        a.shot("check-board")
        a.ok()
        a.ok()
        a.ok()
        a.ok()
        a.at(ScreenId.TURN)
    if number == LOOK:
        a.menu("Ranking")
        a.shot("ranking")
        a.back(2)


def _be_refused(a: Author) -> None:
    """Move the cursor beyond what the carrots can pay, and press OK, which shows the reason."""
    cursor = _cursor(a)
    dear = next(
        steps
        for steps in range(cursor.reach + 1, HOME_SQUARE - cursor.own)
        if (found := cursor.moved(steps).refusal()) and found.reason is Reason.TOO_EXPENSIVE
    )
    a.right(dear)
    a.ok()
    a.shot("refusal")
    a.right(-dear)


def _cursor(a: Author) -> Cursor:
    state = game_of(a.session).state
    return Cursor(state, state.turn or 0)


def _enter(a: Author, word: str) -> None:
    """Enter one decision of the game."""
    state = game_of(a.session).state
    assert "RBGY"[state.turn or 0] == word[0], word
    match word[1:]:
        case "ok":
            a.ok()
        case "<":
            a.move(BACK)
        case "+" | "-" as by if state.prompt is None:
            a.ok()
            a.choose("take 10" if by == "+" else "Give 10")
        case "+" | "-" as by:
            a.answer(0 if by == "+" else 1)
        case square:
            _go(a, int(square[1:]), word)


def _go(a: Author, square: int, word: str) -> None:
    steps = square - _cursor(a).own
    if word == PLAYED.split()[SHOWN]:
        a.right(steps)
        a.shot("turn")
    a.move(steps)
