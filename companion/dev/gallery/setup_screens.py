"""From the very first screen to the first turn: language, edition, players, seats, names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.journal_entries import SetValue
from companion.app.new_game_draft import Draft, DraftPlayer
from companion.app.screens.name_entry import wheel_for
from companion.app.session import PairingInfo, SaveFailure, replace_screen, screen_as
from companion.app.states.game import HareCardScreen
from companion.app.states.lists import (
    HareCardsScreen,
    HouseRulesScreen,
    ResumeScreen,
    SeatScreen,
    SeatsScreen,
)
from companion.app.states.setup import BoardEditScreen, EditionScreen, NameEntryScreen
from companion.app.states.text_screens import (
    CannotSaveScreen,
    DamagedScreen,
    FaultScreen,
    PairingScreen,
    SavingScreen,
)
from companion.app.storage_fault import StorageFault
from companion.app.text.house_rules import HOUSE_RULES
from companion.app.text.icons import GLOBE, OK
from companion.dev.gallery.fixtures import (
    E1974,
    E2008,
    FAMILY,
    WIDE,
    GameFixture,
    PlayerFixture,
    Stage,
    empty_table,
    table,
)
from companion.dev.gallery.state import GalleryState, gallery_state, pages

if TYPE_CHECKING:
    from collections.abc import Iterator


COLOURS = ("red", "blue", "green", "yellow", "orange", "white")
PLAYED = (
    GameFixture(),
    PlayerFixture(12, 38, 2),
    PlayerFixture(23, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of all screens before the first turn."""
    yield from _first_start(language)
    yield from _editions(language)
    yield from _own_board(language)
    yield from _players(language)
    yield from _who_plays(language)
    yield from _names(language)
    yield from _house_rules(language)
    yield from _starts(language)


def _first_start(language: str) -> Iterator[GalleryState]:
    new = empty_table(language)
    powering = replace(new.session, started_at=new.session.now, last_press_at=new.session.now)
    yield GalleryState("power on", powering)
    yield gallery_state("the very first", new)
    yield gallery_state("the last language", new.press("right 4"))
    yield gallery_state("a stuck button", new.stuck())


def _editions(language: str) -> Iterator[GalleryState]:
    first = _edition(language)
    yield gallery_state("1978", first)
    yield gallery_state("2008", first.press("right"))
    yield gallery_state("1974, a chart", first.press("right 2"))
    yield gallery_state("none of these", first.press("right 3"))
    yield gallery_state("a stuck button", first.stuck(Button.OK))
    yield gallery_state("15 or 16 cards", first.press("right", "ok"))
    yield gallery_state("16 cards", first.press("right", "ok", "right"))


def _edition(language: str) -> Stage:
    """Return the choice of edition; the language was just chosen."""
    stage = empty_table(language, names=("Anna", "Ben", WIDE[0]))
    return stage.having(stack=(*stage.session.stack, EditionScreen()))


def _own_board(language: str) -> Iterator[GalleryState]:
    copying = _edition(language).press("right 3", "ok")
    yield gallery_state("which board to copy", copying)
    drawing = copying.press("ok")
    yield gallery_state("the first square", drawing)
    yield gallery_state("a board was begun", drawing.press("right 9", "back", "ok"))
    yield gallery_state("in the middle", drawing.press("right 32"))
    changing = drawing.press("right 6", "ok")
    yield gallery_state("what a square becomes", changing)
    yield gallery_state("its last kind", changing.press("right 7"))
    yield gallery_state("the board is done", drawing.press("right 63"))
    yield gallery_state("a kind that may not be last", _without_tortoises(drawing))
    made = drawing.press("right 63", "ok")
    yield gallery_state("players on an own board", made)
    yield gallery_state("an own board is offered first", made.press("back"))


def _without_tortoises(drawing: Stage) -> Stage:
    """Return a board without a tortoise, which cannot be played, finished on Home."""
    board = screen_as(drawing.session, BoardEditScreen)
    bare = replace(board, squares=board.squares.replace("T", "C"), square=64)
    return Stage(replace_screen(drawing.session, bare)).press("ok")


def _players(language: str) -> Iterator[GalleryState]:
    counting = _edition(language).press("ok")
    yield gallery_state("four", counting)
    seats = counting.press("ok")
    yield from pages("four strangers", seats)
    yield gallery_state("teams of two", seats.press("right 8", "ok"))
    yield from pages("how do you play", seats.press("right", "ok"))
    told = seats.set(secret=True, learning=True, sound=True, large=True)
    yield gallery_state("how you play, secretly", told.set(large=False))
    yield gallery_state("large: how do you play", told.press("right", "ok"))
    grey = _drafted(language, Draft(E2008, _people(WIDE)))
    yield from pages("six with wide names, 2008", grey)
    teams = _drafted(language, Draft("ravensburger-1978", _people(WIDE), 2))
    cards = grey.at(HareCardsScreen(drafted=True))
    yield gallery_state("the cards of 2008, before the game", cards)
    russian = Draft(E2008, _people(WIDE), rulings={"give_ten_to": "next-behind"})
    listed = _drafted(language, russian).at(HareCardsScreen(drafted=True))
    card = listed.at(HareCardScreen("give_ten", drafted=True))
    yield gallery_state("a card under the house rules of the new game", card)
    yield from pages("six in two teams", teams.press("right", "left"))
    apart = replace(teams.session.draft or Draft(), players=_side_by_side())
    yield gallery_state("team-mates side by side", teams.having(draft=apart))
    yield gallery_state("one seat", seats.at(SeatScreen(seat=0)))
    yield gallery_state("one seat with name and team", teams.at(SeatScreen(seat=0)))
    colours = teams.at(SeatScreen(seat=0)).press("right", "ok")
    yield gallery_state("exchanging colours", colours)
    colours = seats.at(SeatScreen(seat=0)).press("right", "ok", "right 5")
    yield gallery_state("free colours", colours)
    yield gallery_state("colours of 2008", grey.at(SeatScreen(seat=0)).press("right", "ok"))


def _who_plays(language: str) -> Iterator[GalleryState]:
    pair = _drafted(language, Draft("ravensburger-1978", _people(WIDE)[:2]))
    asked = pair.at(SeatScreen(seat=0)).press("right 2", "ok")
    yield from pages("a person or the companion", asked)
    taken = asked.press("right 4", "ok")
    yield gallery_state("a seat that the companion plays", taken)
    listed = taken.press("back")
    yield gallery_state("the companion and a person", listed)
    last = listed.at(SeatScreen(seat=1)).press("right 2", "ok", "right")
    yield gallery_state("a person is needed", last)


def _people(names: tuple[str, ...]) -> tuple[DraftPlayer, ...]:
    seated = zip(COLOURS, names, strict=False)
    return tuple(DraftPlayer(colour, name, n % 2) for n, (colour, name) in enumerate(seated))


def _side_by_side() -> tuple[DraftPlayer, ...]:
    return tuple(replace(player, team=n // 3) for n, player in enumerate(_people(WIDE)))


def _drafted(language: str, draft: Draft) -> Stage:
    """Return the last setup screen with this draft."""
    stage = _edition(language).having(draft=draft)
    return stage.having(stack=(*stage.session.stack, SeatsScreen()))


def _names(language: str) -> Iterator[GalleryState]:
    names = _edition(language).press("ok", "ok").at(SeatScreen(seat=0)).press("ok")
    yield from pages("remembered names", names)
    spelling = names.press("ok")
    yield gallery_state("a first letter", spelling)
    typed = spelling.press("ok", "right 3", "ok")
    yield gallery_state("letters", typed)
    entry = screen_as(typed.session, NameEntryScreen)
    wheel = wheel_for(typed.session, entry.typed)
    if GLOBE in wheel:
        at = (wheel.index(GLOBE) - entry.letter) % len(wheel)
        yield gallery_state("another alphabet", typed.press(f"right {at}"))
    yield gallery_state("no room for it", spelling.press("ok 20"))
    yield gallery_state("a second word", _spelled(spelling, "Anna "))
    taken = _drafted(language, Draft("ravensburger-1978", _people(FAMILY)))
    spelling = _spelled(taken.at(SeatScreen(seat=1)).press("ok", "ok"), "Anna")
    yield gallery_state("a name that is taken", _on_done(spelling))
    yield gallery_state("a name is done", _on_done(_spelled(names.press("ok"), "Anna-Lea")))
    wide = _spelled(names.press("ok"), WIDE[0])
    yield gallery_state("a wide name", wide)


def _on_done(spelling: Stage) -> Stage:
    """Turn the wheel to its check mark."""
    wheel = wheel_for(spelling.session, screen_as(spelling.session, NameEntryScreen).typed)
    return spelling.press(f"right {wheel.index(OK)}")


def _spelled(stage: Stage, typed: str) -> Stage:
    """Return name entry with these letters typed, the wheel on its first letter."""
    seat = screen_as(stage.session, NameEntryScreen).seat
    return Stage(replace_screen(stage.session, NameEntryScreen(seat, typed)))


def _house_rules(language: str) -> Iterator[GalleryState]:
    seats = _drafted(language, Draft(E2008, _people(FAMILY)[:4]))
    rules = seats.at(HouseRulesScreen())
    yield from pages("as printed", rules)
    switched = rules
    for _ in HOUSE_RULES:
        switched = switched.press("ok", "right")
    yield from pages("all switched", switched.press(f"left {len(HOUSE_RULES)}"))
    yield gallery_state("house rules are counted", switched.press("back"))
    older = _drafted(language, Draft(E1974, _people(FAMILY)[:4])).at(HouseRulesScreen())
    yield gallery_state("of 1974", older.press("right 4"))


def _starts(language: str) -> Iterator[GalleryState]:
    played = table(language, *PLAYED)
    yield from pages("an evening goes on", played.having(stack=(ResumeScreen(),)))
    locked = played.set(locked=True).having(stack=(ResumeScreen(),))
    yield gallery_state("the child lock is on", locked)
    six = table(language, GameFixture(names=WIDE), *(PlayerFixture(n + 2, 98) for n in range(6)))
    yield gallery_state("six wide names", six.having(stack=(ResumeScreen(),)))
    for tries, cause in enumerate(StorageFault):
        yield gallery_state(f"{cause}", _failing(played, cause, 1 + tries % 3))
    yield gallery_state("slow card", played.at(SavingScreen()))
    yield gallery_state("put aside", played.at(DamagedScreen("damaged-2")))
    yield gallery_state("good up to a turn", played.at(DamagedScreen("damaged-12", 123)))
    yield gallery_state("newer saves", played.at(DamagedScreen()))
    yield gallery_state("a stumble", played.at(FaultScreen()))
    pairing_info = PairingInfo("482913", "192.168.178.120:8128")
    yield gallery_state(
        "a phone asks", played.having(pairing_info=pairing_info).at(PairingScreen())
    )
    yield gallery_state(
        "before there is a network",
        played.having(pairing_info=PairingInfo("482913")).at(PairingScreen()),
    )


def _failing(stage: Stage, cause: StorageFault, tries: int) -> Stage:
    failure = SaveFailure(cause, tries, stage.session, (SetValue("settings", "{}"),))
    return stage.having(save_failure=failure).at(CannotSaveScreen())
