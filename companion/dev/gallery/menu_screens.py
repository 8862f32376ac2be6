"""The menu that back opens: look-ups, changes of the game, the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.apply_decision import undo_step
from companion.app.events import Button
from companion.app.next_screen import show_next_screen
from companion.app.screens.hare_cards import kinds
from companion.app.session import PairingInfo, SavedGameSummary
from companion.app.states.game import CheckBoardScreen, RaceCardScreen, RankingScreen
from companion.app.states.lists import (
    CorrectScreen,
    HareCardsScreen,
    HistoryScreen,
    LeaveScreen,
    SavedGamesScreen,
    SettingsScreen,
)
from companion.app.states.questions import EndHereScreen, NewGameAskScreen, SwitchOffScreen
from companion.app.states.setup import EditionScreen
from companion.app.states.text_screens import AboutScreen, HelpScreen
from companion.app.turn_header import game_of
from companion.dev.gallery.fixtures import (
    E1974,
    E2008,
    WIDE,
    GameFixture,
    PlayerFixture,
    Stage,
    empty_table,
    table,
)
from companion.dev.gallery.state import GalleryState, gallery_state, pages
from companion.dev.gallery.turn_screens import crowd, middle
from companion.rules import RULE_VALUES, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

FOUR = GameFixture()
SEATS = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(23, 65, 1),
    PlayerFixture(9, 43, 1),
    PlayerFixture(33, 27, 3),
)
# Lines of the menu, by the screens that they open.
RANKING, RACE, CARDS = RankingScreen, RaceCardScreen, HareCardsScreen
HISTORY, CHECK, CORRECT = HistoryScreen, CheckBoardScreen, CorrectScreen
LEAVE, END_HERE, SETTINGS = LeaveScreen, EndHereScreen, SettingsScreen
SAVED, NEW, HELP = SavedGamesScreen, NewGameAskScreen, HelpScreen
ABOUT, OFF = AboutScreen, SwitchOffScreen
look = Stage.look


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of the menu and of what it opens."""
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


def _menu(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield from pages("after a move", mid.press("back"))
    yield gallery_state("after an undo", mid.press("back", "ok", "ok", "back"))
    yield gallery_state("before any move", table(language, FOUR, *SEATS).press("back"))
    yield gallery_state("no game", _finished(language).press("back"))
    yield gallery_state("locked, no game", _finished(language).set(locked=True).press("back"))
    yield gallery_state("a stuck button", mid.press("back").stuck())
    yield from pages("locked", mid.set(locked=True).press("back"))
    yield gallery_state("secret", mid.set(secret=True).press("back"))
    over = table(language, FOUR, *SEATS, turn=None)
    yield gallery_state("of a game that is over", over.press("back", "right 6"))


def _finished(language: str) -> Stage:
    """Switch on after a finished game: the choice of edition is the first screen."""
    return empty_table(language).having(stack=(EditionScreen(),))


def _undo_lines(language: str) -> Iterator[GalleryState]:
    played = _evening(language)
    yield gallery_state("the evening", played)
    hungry = PlayerFixture(7, 60, 2, owes=Status.EAT), PlayerFixture(20, 65), PlayerFixture(9, 43)
    yield gallery_state("undo of a meal", table(language, FOUR, *hungry).press("ok", "back"))
    yield gallery_state("undo of the bank", _given(language).press("right", "ok", "back"))
    for back in range(1, len(game_of(played.session).past)):
        undone = undo_step(played.session, back).session
        waiting = Stage(show_next_screen(replace(undone, pending_moves=())))
        yield gallery_state(f"the evening, {back} undone", waiting.press("back"))
        yield gallery_state(f"the evening, before the last {back}", waiting)


def _ranking(language: str) -> Iterator[GalleryState]:
    yield gallery_state("four", look(middle(language), RANKING))
    yield gallery_state("six wide, four digits", look(crowd(language), RANKING))
    secret = look(crowd(language).set(secret=True), RANKING)
    yield gallery_state("secret", secret)
    mates = GameFixture(names=WIDE, teams=((0, 2, 4), (1, 3, 5)))
    seats = [
        PlayerFixture(64, 8, 0, place=1),
        PlayerFixture(0, 98),
        PlayerFixture(12, 1034),
        PlayerFixture(left=True),
    ]
    seats += [PlayerFixture(40, 12), PlayerFixture(33, 3)]
    yield gallery_state(
        "teams, Home, Start and gone", look(table(language, mates, *seats, turn=1), RANKING)
    )
    pair = PlayerFixture(63, 40, second=7), PlayerFixture(20, 65, second=9)
    yield gallery_state("two pairs", look(table(language, FOUR, *pair), RANKING))


def _race_card(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield gallery_state("in reach", look(mid, RACE))
    yield gallery_state("the last costs", look(mid, RACE).press("right 9"))
    yield gallery_state("secret", look(mid.set(secret=True), RACE))
    yield gallery_state("learning", look(mid.set(learning=True), RACE))
    yield gallery_state("four digits", look(crowd(language), RACE))
    over = table(language, FOUR, *SEATS, turn=None)
    yield gallery_state("nobody's reach", look(over, RACE))


def _hare_cards(language: str) -> Iterator[GalleryState]:
    for edition in ("ravensburger-1978", E2008, E1974):
        listed = look(table(language, GameFixture(edition), *SEATS), CARDS)
        yield from pages(edition[-4:], listed)
        setup = game_of(listed.session).setup
        for number, (card, _) in enumerate(kinds(setup.edition, setup.rules)):
            down = [f"right {number}"] if number else []
            yield gallery_state(f"{edition[-4:]}: {card}", listed.press(*down, "ok"))


_CORRECTED: Final = {
    "lettuces": ("ok", "right", "ok", "left", "ok", "back 3"),
    "a square": ("ok", "right 2", "ok", "right", "ok", "ok"),
    "a debt": ("ok", "right 3", "ok", "right 3", "ok", "back 3"),
    "the turn": ("right 9", "ok", "back 2"),
}


def _history(language: str) -> Iterator[GalleryState]:
    yield gallery_state("nothing yet", look(table(language, FOUR, *SEATS), HISTORY))
    every = {key: values[-1] for key, values in RULE_VALUES.items()}
    for name, rulings in (("one", {"end": "winner"}), ("every", every)):
        ruled = table(language, GameFixture(E2008, rulings=rulings), *SEATS)
        yield gallery_state(f"{name} house rule", look(ruled, HISTORY).press("right"))
    played = _evening(language)
    yield from pages("an evening", look(played, HISTORY))
    yield gallery_state("an evening in secret", look(played.set(secret=True), HISTORY))
    yield gallery_state("before the last turn", look(played, HISTORY).press("ok"))
    yield gallery_state("before five turns", look(played, HISTORY).press("right 4", "ok"))
    yield gallery_state(
        "a line of four digits", look(crowd(language).press("right 11", "ok"), HISTORY)
    )
    for owes in (Status.EAT, Status.CHEW):
        seats = PlayerFixture(7, 60, 2, owes=owes), PlayerFixture(20, 65), PlayerFixture(9, 43)
        yield gallery_state(
            f"a debt: {owes}", look(table(language, FOUR, *seats).press("ok"), HISTORY)
        )
    home = table(
        language, FOUR, PlayerFixture(59, 20, 0), PlayerFixture(20, 65), PlayerFixture(9, 43)
    )
    yield gallery_state("Home", look(home.press("right 5", "ok"), HISTORY))
    yield from _gifts(language)
    yield from _corrections(language)


def _corrections(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    for what, ways in _CORRECTED.items():
        corrected = look(mid, CORRECT).press(*ways)
        yield gallery_state(f"corrected: {what}", look(corrected, HISTORY))


def _gifts(language: str) -> Iterator[GalleryState]:
    given = _given(language)
    yield gallery_state("kept and banked", look(given.press("ok", "right", "ok"), HISTORY))


def _given(language: str) -> Stage:
    """Return a stage of 2008 in which a card gave ten to two players, who are asked."""
    gift = GameFixture(E2008, pile=("give_ten",))
    seats = (
        PlayerFixture(32, 60),
        PlayerFixture(20, 65),
        PlayerFixture(9, 43),
        PlayerFixture(40, 65),
    )
    return table(language, gift, *seats).press("right 2", "ok", "ok")


def _evening(language: str) -> Stage:
    """Play a decision of each kind: moves, carrots, cards, meals, waits, a gift, a correction."""
    pile = ("ten", "miss_turn", "fall_back", "go_again", "eat_lettuce")
    fixture = GameFixture(pile=pile)
    seats = (
        PlayerFixture(12, 300, 2),
        PlayerFixture(29, 300, 1),
        PlayerFixture(5, 300, 1),
        PlayerFixture(55, 300, 0),
    )
    stage = table(language, fixture, *seats)
    stage = stage.press("right 2", "ok", "ok")  # red: a card, +10
    stage = stage.press("right 2", "ok", "ok")  # blue: misses
    stage = stage.press("ok", "ok")  # green stays: +10
    stage = stage.press("right 4", "ok")  # yellow goes on to the carrots
    stage = stage.press("left", "ok")  # red: back to a tortoise
    stage = stage.press("ok")  # blue misses the turn
    stage = stage.press("right 2", "ok")  # green onto a lettuce
    stage = stage.press("ok", "right", "ok")  # yellow gives 10
    stage = stage.press("right 3", "ok", "ok", "ok")  # red falls back onto a hare: once more
    stage = stage.press("ok", "ok")  # but does not
    corrected = look(stage, CORRECT).press("ok", "ok", "right 3", "ok", "back 3")
    return look(corrected, LEAVE).press("right 2", "ok", "right", "ok")


def _check(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield gallery_state("the first piece", look(mid, CHECK))
    new = table(language, FOUR, *(PlayerFixture() for _ in range(3)))
    yield gallery_state("at Start", look(new, CHECK))
    yield gallery_state("the last piece", look(mid, CHECK).press("ok 3"))
    yield gallery_state(
        "at Home",
        look(table(language, FOUR, PlayerFixture(64, 8, 0, place=1), *SEATS[1:], turn=1), CHECK),
    )
    yield gallery_state("secret", look(mid.set(secret=True), CHECK))
    yield gallery_state("wide and four digits", look(crowd(language), CHECK))


def _correct(language: str) -> Iterator[GalleryState]:
    yield from pages("players", look(middle(language), CORRECT))
    yield from pages("six players", look(crowd(language), CORRECT))
    pair = table(language, FOUR, PlayerFixture(13, 98, second=20), PlayerFixture(9, 98, second=21))
    yield gallery_state("two pairs", look(pair, CORRECT))
    for owes in (None, *Status):
        player = PlayerFixture(12, 38, 2, owes=owes)
        one = look(table(language, FOUR, player, *SEATS[1:], turn=1), CORRECT).press("ok")
        yield gallery_state(f"owes {owes or 'nothing'}", one)
    home = table(language, FOUR, PlayerFixture(64, 8, 0, place=1), *SEATS[1:], turn=1)
    yield gallery_state("a piece at Home", look(home, CORRECT).press("ok"))
    yield gallery_state(
        "secret: a player", look(middle(language).set(secret=True), CORRECT).press("ok")
    )


def _values(language: str) -> Iterator[GalleryState]:
    one = look(middle(language), CORRECT).press("ok")
    yield gallery_state("carrots", one.press("ok"))
    most = one.press("ok").hold(Button.RIGHT, 25)
    yield gallery_state("many carrots", most)
    wide = look(crowd(language), CORRECT).press("ok", "ok")
    yield gallery_state("four digits", wide)
    yield gallery_state("lettuces", one.press("right", "ok"))
    yield gallery_state("a square", one.press("right 2", "ok"))
    yield gallery_state("an occupied square", one.press("right 2", "ok", "left"))
    yield gallery_state("owing", one.press("right 3", "ok"))
    yield gallery_state("owing, the last", one.press("right 3", "ok", "right 4"))
    secret = look(middle(language).set(secret=True), CORRECT)
    yield gallery_state("secret: carrots", secret.press("ok", "ok"))
    pair = table(language, FOUR, PlayerFixture(13, 98, second=20), PlayerFixture(9, 98, second=21))
    yield gallery_state(
        "a square of a pair", look(pair, CORRECT).press("right", "ok", "right 2", "ok")
    )


def _questions(language: str) -> Iterator[GalleryState]:
    mid = middle(language, GameFixture(names=WIDE))
    yield gallery_state("who", look(mid, LEAVE))
    yield gallery_state("others play on", look(mid, LEAVE).press("ok"))
    yield gallery_state(
        "one stays",
        look(table(language, FOUR, *SEATS[:2], *[PlayerFixture(left=True)] * 2), LEAVE).press("ok"),
    )
    undone = look(mid, LEAVE).press("ok", "right", "ok", "back", "ok")
    yield gallery_state("who left is back", undone)
    yield gallery_state("who left goes again", undone.press("ok", "back", "ok"))
    yield gallery_state("here", look(mid, END_HERE))
    yield gallery_state("another game", look(mid, NEW))
    yield gallery_state("yes is chosen", look(mid, NEW).press("right"))
    yield gallery_state("the power", look(mid, OFF))
    yield gallery_state("good night", look(mid.having(is_box=True), OFF).press("right", "ok"))
    yield gallery_state("of a window", look(mid, OFF).press("right", "ok"))


def _table(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield from pages("settings", look(mid, SETTINGS))
    on = mid.set(secret=True, learning=True, sound=True, dim=0, dark=60)
    yield gallery_state("switched", look(on, SETTINGS).press("right", "left"))
    yield gallery_state("never dark", look(mid.set(dim=10, dark=0), SETTINGS).press("right 8"))
    yield gallery_state("in mid-game", look(mid, SETTINGS).press("ok"))
    yield gallery_state("no saved games", look(_finished(language), SAVED))
    lines = [
        SavedGameSummary(
            1, ("Anna", "Ben", "Cili", "Dávid"), "ravensburger-1978", 0, finished=False
        )
    ]
    lines += [SavedGameSummary(2 + n, WIDE, E2008, 98 + n, finished=n == 1) for n in range(7)]
    saved = mid.having(resources=_with_saved(mid, tuple(reversed(lines))))
    yield from pages("eight games", look(saved, SAVED))
    yield gallery_state("six lines", look(mid, HELP))
    yield gallery_state("the last lines", look(mid, HELP).press("right 2"))
    yield gallery_state("all is well", look(mid.having(notices=frozenset({"voltage"})), ABOUT))
    yield gallery_state("nobody knows the power", look(mid, ABOUT))
    weak = mid.having(notices=frozenset({"undervoltage"})).stuck(Button.LEFT).stuck(Button.BACK)
    pairing_info = PairingInfo("482913", "192.168.178.120:8128")
    yield gallery_state("a phone may come", look(mid.having(pairing_info=pairing_info), ABOUT))
    yield gallery_state(
        "without a network", look(mid.having(pairing_info=PairingInfo("482913")), ABOUT)
    )
    yield gallery_state("weak power, stuck buttons", look(weak, ABOUT))
    yield gallery_state("before a game", look(_finished(language), ABOUT))


def _with_saved(stage: Stage, saved: tuple[SavedGameSummary, ...]) -> object:
    return replace(stage.session.resources, saved=saved)
