"""Write a storyboard from goals: the presses that reach them become its script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import MAIN
from companion.app.presenter import view
from companion.app.screens.name_entry import wheel_for
from companion.app.session import screen_as
from companion.app.states.game import CorrectValueScreen, TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.setup import NameEntryScreen
from companion.app.text.icons import OK, spell_icons
from companion.app.text.players import seat_letter
from companion.app.turn_header import game_of
from companion.app.view import BoardView, CardView, ForcedTurnView, ListView, QuestionView
from companion.rules import seat_to_move
from tests.storyboards.playing import Table

if TYPE_CHECKING:
    from pathlib import Path


class Author(Table):
    """A device whose presses are recorded as a script."""

    def __init__(self, state: Path, seed: str, title: str) -> None:
        super().__init__(state, seed)
        self._lines = [f"# seed: {seed}", f"# {title}"]
        self._note = ""

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    # -- words of the script

    def note(self, said: str) -> None:
        """Say beside the next line what it is for."""
        self._note = said

    def ok(self) -> None:
        self._do("ok")

    def back(self, count: int = 1) -> None:
        self._do("back", count)

    def right(self, count: int = 1) -> None:
        self._do("right" if count > 0 else "left", abs(count))

    def info(self) -> None:
        """Open the ranking from here and close it again."""
        self._do("info", 2)

    def shot(self, name: str) -> None:
        self._line(f"shot {name}")

    def rest(self, seconds: float) -> None:
        self._line(f"wait {seconds:g}")

    def unplug(self) -> None:
        self._line("restart")

    def _do(self, word: str, count: int = 1) -> None:
        if count:
            self._line(word if count == 1 else f"{word} {count}")

    def _line(self, line: str) -> None:
        noted = f"{line:<22}# {self._note}" if self._note else line
        self._note = ""
        self._lines.append(noted)
        self.script(line)

    # -- goals

    def at(self, screen_id: ScreenId) -> None:
        """Check that this screen is shown."""
        here = self.session.screen.id
        assert here is screen_id, f"at {here}, not {screen_id}: {self.seen()[1]}"

    def mover(self) -> str:
        """Return the letter of whose turn it is."""
        game = game_of(self.session)
        return seat_letter(self.session.texts, game.setup, seat_to_move(game.state))

    def point(self, text: str) -> None:
        """Choose the first line of a list that has this text."""
        body = view(self.session, MAIN).body
        assert isinstance(body, ListView), self.seen()
        lines = [spell_icons(row.text) for row in body.rows]
        found = next((n for n, row in enumerate(lines) if text in row), None)
        assert found is not None, f"{text!r} is not in {lines}"
        self.right(found - (body.chosen or 0))

    def choose(self, text: str) -> None:
        """Choose a line of a list by its text."""
        self.note(text)
        self.point(text)
        self.ok()

    def menu(self, text: str) -> None:
        """Open a line of the menu."""
        self.back()
        self.choose(text)

    def answer(self, index: int) -> None:
        """Choose an answer, counted from 0."""
        body = view(self.session, MAIN).body
        assert isinstance(body, QuestionView | CardView | BoardView | ForcedTurnView), self.seen()
        self.right(index - getattr(body, "chosen", 0))
        self.ok()

    def move(self, steps: int) -> None:
        """Move so many squares ahead (BACK: to the tortoise behind)."""
        self.at(ScreenId.TURN)
        self.right(steps - screen_as(self.session, TurnScreen).steps)
        self.ok()

    def correct(self, who: str, what: str, value: int) -> None:
        """Correct a player's carrots, lettuces, square or debt (its line in the list)."""
        self.menu("Correct")
        self.choose(who)
        self.choose(what)
        self.right(value - (screen_as(self.session, CorrectValueScreen).value or 0))
        self.ok()
        self.confirm()
        if self.session.screen.id is ScreenId.CORRECT_SEAT:
            self.back(3)  # the list stays for the next value

    def start(self, *switched: str, edition: int = 0, players: int = 4) -> None:
        """Start a game from a new device, with these house rules switched."""
        self.rest(1)
        self.ok()
        self.right(edition)
        self.ok()
        if self.session.screen.id is ScreenId.PILE:
            self.answer(0)
        self.choose(f"{players} players")
        if switched:
            self.choose("House rules")
            for rule in switched:
                self.choose(rule)
            self.back()
        self.choose("Start")

    def spell(self, name: str) -> None:
        """Spell a name and take it."""
        for letter in (*name, OK):
            entry = screen_as(self.session, NameEntryScreen)
            wheel = wheel_for(self.session, entry.typed)
            by = (wheel.index(letter) - entry.letter) % len(wheel)
            self.note(letter if letter != OK else "done")
            self.right(by if by <= len(wheel) // 2 else by - len(wheel))
            self.ok()

    def choose_own(self) -> None:
        """Look at the own carrots from the own square."""
        self.ok()
        if self.session.screen.id is ScreenId.OWN:
            self.choose("Look at my carrots")
        self.at(ScreenId.PEEK)

    # -- playing

    def confirm(self) -> None:
        """Confirm the cards and the moved pieces that wait for it."""
        while self.session.screen.id in (ScreenId.CARD, ScreenId.MOVED) and not self.asks():
            self.ok()

    def asks(self) -> bool:
        return bool(getattr(view(self.session, MAIN).body, "answers", ()))
