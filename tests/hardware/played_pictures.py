"""The pictures of a game played through the real screens, press by press."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from companion.app.events import Button, PanelUp, Tap
from companion.app.keep import Memory
from companion.app.render import render
from companion.app.session import Place
from companion.app.update import update
from companion.app.viewing import view
from companion.edition_files import known_editions
from companion.rules import Do, legal_actions
from companion.starting import first_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from companion.app.session import Session


def played(seed: int, turns: int) -> Iterator[Image.Image]:
    """Start a four-player game with OK alone, then move by right and OK; every picture of it."""
    random = Random(seed)
    session = first_session(Memory({}), known_editions()[0], luck=f"seed {seed}", now=0.0)
    session = update(session, PanelUp("main", 0.0)).session
    now = 5.0
    while session.screen.place is not Place.TURN:
        session, now = _press(session, Button.OK, now)
    for _ in range(turns):
        for button in _way(session, random):
            session, now = _press(session, button, now)
            yield render(view(session, "main")).image
        for _ in range(12):  # cards, questions, forced turns, what takes, gives or misses
            if session.screen.place is Place.TURN and _way(session, Random(0)) != [Button.OK]:
                break
            session, now = _press(session, Button.OK, now)
            yield render(view(session, "main")).image


def _way(session: Session, random: Random) -> list[Button]:
    """Choose a move of at most ten squares, or OK where none is, and how to press it."""
    game = session.game
    if game is None or session.screen.place is not Place.TURN:
        return [Button.OK]
    state = game.state
    moves = [a.to for a in legal_actions(state) if a.do is Do.FORWARD and a.to is not None]
    at = state.seats[state.turn or 0].pieces[0].square
    near = [to - at for to in moves if to - at <= 10]
    if not near:
        return [Button.OK]
    return [Button.RIGHT] * random.choice(near) + [Button.OK]


def _press(session: Session, button: Button, now: float) -> tuple[Session, float]:
    return update(session, Tap("main", button, now)).session, now + 0.6
