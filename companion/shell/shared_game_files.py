"""The files of the game that a page offers for download: a picture of the result, the record."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from PIL import Image, ImageDraw

from companion.app.race_screen import race_so_far
from companion.app.render.picture import render
from companion.app.screens import end, race, ranking
from companion.app.states.game import EndScreen
from companion.app.states.ids import ScreenId
from companion.app.turn_header import game_of
from companion.app.view import View
from companion.ports import SharedFile
from companion.rules import Drew, Shuffled
from companion.shell.logged_record import logged_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.app.game import Game
    from companion.app.session import Session
    from companion.app.view import Body

_SCALE: Final = 8  # pixels of the picture for one of the panel
_RIM: Final = 32
_GAP: Final = 48
# The page's colours: felt, glass, a lit pixel.
_FELT, _GLASS, _LIT = range(3)
_PALETTE: Final = (0x1D, 0x33, 0x27, 0x05, 0x06, 0x09, 0xE9, 0xF1, 0xFF)


class SharedGameFiles:
    """The game of a running session as files (ports.SharedGame); may be called from any thread."""

    def __init__(self, session: Callable[[], Session]) -> None:
        """Offer the game of what `session` returns at that moment."""
        self._session = session

    def has_game(self) -> bool:
        """Return whether there is a game."""
        return self._session().game is not None

    def picture(self) -> SharedFile | None:
        """Return the ranking and the race as a PNG; None without a game."""
        session = self._session()
        if session.game is None:
            return None
        return SharedFile(f"hare-and-tortoise-{session.game.number}.png", _png(session))

    def record(self) -> SharedFile | None:
        """Return the record; None without a game, and while its carrots are secret."""
        session = self._session()
        if session.game is None or (session.settings.secret and not session.game.state.over):
            return None
        text = logged_record(session)
        if not session.game.state.over:
            text = _with_unseen_sorted(session.game, text)
        return SharedFile(
            f"hare-and-tortoise-{session.game.number}.txt", text.encode("utf-8", "backslashreplace")
        )


def _with_unseen_sorted(game: Game, text: str) -> str:
    """Sort the cards not yet drawn: the record of a running game must not show their order."""
    lines = [json.loads(line) for line in text.splitlines()]
    newest: list[Any] = next((line["deck"] for line in reversed(lines) if "deck" in line), [])
    if newest and isinstance(newest[0], list):  # one entry shuffled more than once
        newest = newest[-1]
    drawn = _drawn_since_shuffle(game)
    newest[drawn:] = sorted(newest[drawn:])
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _drawn_since_shuffle(game: Game) -> int:
    count = 0
    for step in (step for ply in game.past for step in ply.consequences):
        count = 0 if isinstance(step, Shuffled) else count + isinstance(step, Drew)
    return count


def _png(session: Session) -> bytes:
    screens = [
        render(View(body, language=session.texts.language)).image for body in _bodies(session)
    ]
    wide, high = (side * _SCALE for side in screens[0].size)
    whole = Image.new(
        "P", (wide + 2 * (_RIM + _GAP), len(screens) * (high + 2 * _RIM + _GAP) + _GAP), _FELT
    )
    whole.putpalette(_PALETTE)
    draw = ImageDraw.Draw(whole)
    for number, screen in enumerate(screens):
        left, top = _GAP, _GAP + number * (high + 2 * _RIM + _GAP)
        box = (left, top, left + wide + 2 * _RIM, top + high + 2 * _RIM)
        draw.rounded_rectangle(box, radius=_RIM, fill=_GLASS)
        large = screen.resize((wide, high), Image.Resampling.NEAREST)
        whole.paste(_LIT, (left + _RIM, top + _RIM), large)
    out = BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()


def _bodies(session: Session) -> Iterator[Body]:
    """Yield the pictures without what buttons would do; secret counts stay hidden in them."""
    if isinstance(session.stack[0], EndScreen):
        yield end.view(session, EndScreen())._replace(foot="")
    else:
        yield ranking.ranking_view(session, ScreenId.RANKING)
    yield race.view(session, race_so_far(game_of(session)))._replace(foot="")
