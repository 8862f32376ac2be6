"""A session, and what presses and time do to it, as values.

States of the gallery are made by playing: presses go through `update`, a saved game comes in as
the shell would hand it over. Pure: time is counted, not waited for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.app.events import MAIN, Advised, Button, Edge, Held, PanelUp, Tap, Tick
from companion.app.game import Game, new_game
from companion.app.new_game_draft import Draft
from companion.app.next_screen import show_next_screen
from companion.app.screens.menu import choices
from companion.app.session import Resources, Session, Settings
from companion.app.states.game import HintScreen
from companion.app.states.lists import LanguageScreen
from companion.app.thought_requests import (
    Advice,
    ThoughtRequest,
    companion_request,
    thought_request,
)
from companion.app.update import due, update
from companion.config.edition_files import built_in
from companion.rules import Seeded, make_setup

if TYPE_CHECKING:
    from companion.app.events import Event
    from companion.app.list_screen import Act
    from companion.app.states import Screen
    from companion.app.thought_requests import AdviceReason
    from companion.rules import Action, Edition, Seat, State, Status

E1978: Final = "ravensburger-1978"
E2008: Final = "ravensburger-2008"
E1974: Final = "intellect-1974"
EDITIONS: Final = tuple(built_in(name).edition for name in (E1978, E2008, E1974))
PAUSE_S: Final = 0.6  # seconds from press to press, as of a player who reads the screen
SEED: Final = "gallery"
FIRST_S: Final = 10.0  # seconds until the first press: long after the power-on picture

# Names as wide as spelling lets them be: 48 pixels the first two, 47 the others.
WIDE: Final = ("Konstantin", "Klementina", "Wilhelmina", "Hildegarde", "Антонина", "Владимир")
FAMILY: Final = ("Anna", "Ben", "Cili", "Dávid", "Eszter", "Ferenc")


@dataclass(frozen=True, slots=True)
class PlayerFixture:
    """One player of a position: stock, and the squares and debts of the pieces."""

    square: int = 0
    carrots: int | None = None
    lettuces: int | None = None
    owes: Status | None = None
    place: int | None = None
    second: int = 0
    second_owes: Status | None = None
    second_place: int | None = None
    left: bool = False
    landed: bool = False


@dataclass(frozen=True, slots=True)
class GameFixture:
    """What a position is played with.

    Edition, names, teams, house rules, the first cards of the pile, the number that a chart's
    edition draws first, and the companion's levels of the first seats, None for a person. The
    colours are red, blue, green, yellow, orange, white in this order.
    """

    edition: str = E1978
    names: tuple[str, ...] = FAMILY
    teams: tuple[tuple[int, ...], ...] = ()
    pile: tuple[str, ...] = ()
    rulings: dict[str, Any] = field(default_factory=dict)
    roll: int = 1
    levels: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A session; each method returns the stage after it."""

    session: Session

    def press(self, *words: str) -> Stage:
        """Press buttons as a script names them: "right 5", "ok"."""
        stage = self
        for word in words:
            name, _, count = word.partition(" ")
            for _ in range(int(count or 1)):
                stage = stage.take(Tap(MAIN, Button(name), stage.session.now + PAUSE_S))
        return stage

    def hold(self, button: Button, seconds: float) -> Stage:
        """Hold a button down for `seconds`, and release it."""
        began = self.session.now + PAUSE_S
        stage = self.take(Edge(MAIN, button, True, began)).until(began + seconds)
        return stage.take(Edge(MAIN, button, False, began + seconds))

    def wait(self, seconds: float) -> Stage:
        """Return the stage after `seconds`."""
        return self.until(self.session.now + seconds)

    def until(self, end: float) -> Stage:
        """Return the stage at `end` seconds."""
        stage = self
        while (at := due(stage.session)) is not None and at < end:
            stage = stage.take(Tick(max(at, stage.session.now)))
        return stage.take(Tick(end))

    def take(self, event: Event) -> Stage:
        """Return the stage after an event."""
        return Stage(update(self.session, event).session)

    def deciding(self, action: Action) -> Stage:
        """Let the companion choose this action in its turn."""
        request = companion_request(self.session)
        assert request is not None
        chosen = self.take(Advised(Advice(request, action), self.session.now))
        return chosen.wait(PAUSE_S)

    def hinted(self, action: Action, *reasons: AdviceReason) -> Stage:
        """Ask for a hint, and be advised so."""
        stage = self.at(HintScreen())
        request = thought_request(stage.session)
        assert isinstance(request, ThoughtRequest)
        return stage.take(Advised(Advice(request, action, reasons), stage.session.now))

    def stuck(self, button: Button = Button.LEFT) -> Stage:
        """Return the stage after a button was found held down."""
        return self.take(Held(MAIN, button, self.session.now))

    def set(self, **settings: Any) -> Stage:
        """Change settings as the menu would."""
        return self.having(settings=replace(self.session.settings, **settings))

    def having(self, **fields: Any) -> Stage:
        """Change fields of the session that the shell sets."""
        return Stage(replace(self.session, **fields))

    def look(self, kind: type[Screen]) -> Stage:
        """Open the menu and the line of it that opens a screen of this kind."""
        menu = self.press("back")
        lines = choices(menu.session)
        down = next(n for n, line in enumerate(lines) if line.act and _opens(line.act, menu, kind))
        return menu.press(*([f"right {down}"] if down else []), "ok")

    def at(self, screen: Screen) -> Stage:
        """Open a screen that the shell opens."""
        return Stage(replace(self.session, stack=(*self.session.stack, screen)))


def _opens(act: Act, menu: Stage, kind: type[Screen]) -> bool:
    return isinstance(act(menu.session).session.screen, kind)


def empty_table(language: str, *, names: tuple[str, ...] = ()) -> Stage:
    """Return a new device, switched on: nothing is set up, and nothing was played."""
    session = Session(
        settings=Settings(),
        resources=Resources(editions=EDITIONS, names=names, seed_source="gallery", version="1.0"),
        stack=(LanguageScreen(),),
        draft=Draft(),
        started_at=0.0,
        last_press_at=0.0,
    )
    on = Stage(session).take(PanelUp(MAIN, FIRST_S))
    return on.set(language=language)


def table(
    language: str, fixture: GameFixture, *players: PlayerFixture, turn: int | None = 0
) -> Stage:
    """Return a stage in a position: players in turn order; `turn` None is a finished game."""
    game = _game(fixture, players, turn)
    stage = empty_table(language, names=fixture.names)
    return Stage(show_next_screen(replace(stage.session, game=game)))


def _game(fixture: GameFixture, players: tuple[PlayerFixture, ...], turn: int | None) -> Game:
    edition = edition_named(fixture.edition)
    count = len(players)
    colours = ("red", "blue", "green", "yellow", "orange", "white")[:count]
    setup = make_setup(
        edition,
        fixture.names[:count],
        colours,
        _pile(edition, fixture),
        fixture.rulings,
        fixture.teams,
    )
    levels = (*fixture.levels, *(None,) * count)[:count]
    extra = tuple({"player": level} if level else {} for level in levels)
    setup = replace(setup, seat_extra=extra)
    game = new_game(1, setup, SEED)
    opening = replace(_position(game.opening, players, turn), rolls=_before(fixture.roll))
    return replace(game, opening=opening)


def _before(roll: int) -> int:
    """Return how many numbers the seed draws before the wanted one."""
    seeded = Seeded(SEED)
    return next(count for count in range(1000) if seeded.roll(count) == roll)


def edition_named(name: str) -> Edition:
    """Return a built-in edition."""
    return next(edition for edition in EDITIONS if edition.id == name)


def _pile(edition: Edition, fixture: GameFixture) -> tuple[str, ...]:
    """Return the pile with the wanted cards on top, and the others sorted below them."""
    rest = list(edition.deck_list(replace(edition.rules, **fixture.rulings)))
    for card in fixture.pile:
        rest.remove(card)
    return (*fixture.pile, *rest)


def _position(state: State, players: tuple[PlayerFixture, ...], turn: int | None) -> State:
    seats = tuple(_seat(seat, who) for seat, who in zip(state.seats, players, strict=True))
    return replace(state, seats=seats, turn=turn, over=turn is None)


def _seat(seat: Seat, who: PlayerFixture) -> Seat:
    first = replace(
        seat.pieces[0], square=who.square, status=who.owes, place=who.place, landed=who.landed
    )
    pieces = [first, *seat.pieces[1:]]
    if len(pieces) > 1:
        pieces[1] = replace(
            pieces[1], square=who.second, status=who.second_owes, place=who.second_place
        )
    return replace(
        seat,
        carrots=seat.carrots if who.carrots is None else who.carrots,
        lettuces=seat.lettuces if who.lettuces is None else who.lettuces,
        pieces=tuple(pieces),
        left=who.left,
    )
