"""From what is kept to the session that the players see first."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.app.draft import draft_from_json
from companion.app.keep import Trouble as Met
from companion.app.saved import library_of, line_of, load_game
from companion.app.session import Place, Screen, Session, Settings, Shelf
from companion.rules import ChanceError, EditionError, IllegalAction, RecordError, parse_edition

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.app.draft import Draft
    from companion.app.game import Game
    from companion.app.keep import Memory, Report
    from companion.app.session import Doorway
    from companion.edition_files import KnownEdition
    from companion.rules import Edition

log = logging.getLogger(__name__)


def first_session(
    memory: Memory,
    known: Sequence[KnownEdition],
    *,
    luck: str,
    now: float,
    defaults: Mapping[str, Any],
) -> Session:
    """Build the session of a start: resume, the setup of a new game, or the very first screen.

    `luck` is the secret of this start, `now` its time in seconds; `defaults` are the settings that
    the configuration file brings and the menu's own override.
    """
    shelf = _shelf(memory, known, luck)
    settings = Settings.from_json({**defaults, **_table(memory, "settings")})
    session = Session(
        settings=settings,
        shelf=shelf,
        draft=_draft(memory, shelf),
        began=now,
        now=now,
        touched=now,
        game=_current(memory, shelf),
    )
    session = _with_told(session, _table(memory, "told"))
    return replace(session, stack=_first_screens(session, memory.notice))


def _with_told(session: Session, kept: dict[str, Any]) -> Session:
    """Tell again what nobody had confirmed: the last decision's cards, pieces that undo moved."""
    game, told = session.game, kept.get("told")
    if game is None or kept.get("game") != game.number:
        return session
    if kept.get("plies") == len(game.past) and isinstance(told, int) and told >= 0:
        session = replace(session, told=told)
    return _with_moves(session, game, kept.get("moves"))


def _with_moves(session: Session, game: Game, kept: Any) -> Session:
    pieces = {
        (s, p): piece.square
        for s, seat in enumerate(game.state.seats)
        for p, piece in enumerate(seat.pieces)
    }
    try:
        moves = tuple((s, p, square, to) for s, p, square, to in kept or ())
        is_overtaken = any(pieces.get((s, p)) != to for s, p, _, to in moves)
    except (TypeError, ValueError):
        return session
    return session if is_overtaken else replace(session, moves=moves)


def _draft(memory: Memory, shelf: Shelf) -> Draft:
    """Read the last setup; where its board is gone, the same people play on another."""
    draft = draft_from_json(_value(memory, "draft"))
    known = {edition.id for edition in shelf.editions}
    if draft.edition in known or not shelf.editions:
        return draft
    return replace(draft, edition=shelf.editions[0].id, rulings={})


def with_doorway(session: Session, doorway: Doorway) -> Session:
    """Show first where a phone finds the page and the code that it must give."""
    return replace(session, doorway=doorway, stack=(*session.stack, Screen(Place.PAIRING)))


def _first_screens(session: Session, report: Report | None) -> tuple[Screen, ...]:
    if not session.settings.language:
        stack = (Screen(Place.LANGUAGE),)
    elif session.game is not None and not session.game.state.over:
        stack = (Screen(Place.RESUME),)
    else:
        stack = (Screen(Place.EDITION),)
    if report is None:
        return stack
    if report.trouble is Met.NEWER:
        return (*stack, Screen(Place.DAMAGED, about=("", 0)))
    return (*stack, Screen(Place.DAMAGED, about=(report.folder, report.turns)))


def _shelf(memory: Memory, known: Iterable[KnownEdition], luck: str) -> Shelf:
    made = list(_own_boards(memory))
    listed = [k.edition for k in known]
    data = {k.edition.id: k.data for k in known if k.data is not None}
    taken = {edition.id for edition in listed}
    fresh = [(edition, table) for edition, table in made if edition.id not in taken]
    return Shelf(
        editions=(*listed, *(edition for edition, _ in fresh)),
        edition_data=data | {edition.id: table for edition, table in fresh},
        saved=tuple(line_of(game) for game in memory.games),
        names=memory.names,
        luck=luck,
        version=__version__,
    )


def _own_boards(memory: Memory) -> Iterable[tuple[Edition, dict[str, Any]]]:
    """Read the boards that were made on the device; one that is no edition any more is logged."""
    for name, table in _table(memory, "boards").items():
        try:
            yield parse_edition(table), table
        except EditionError as error:
            log.warning("the board %s cannot be used: %s", name, error)


def _current(memory: Memory, shelf: Shelf) -> Game | None:
    saved = next((g for g in memory.games if g.number == memory.current and g.whole), None)
    if saved is None or saved.finished:
        return None
    try:
        return load_game(saved, library_of(shelf))
    except (RecordError, IllegalAction, ChanceError) as error:
        log.error("saved game %s cannot be replayed: %s", saved.number, error)  # noqa: TRY400 - its sentence says it all
        return None


def _value(memory: Memory, key: str) -> Any:
    try:
        return json.loads(memory.settings.get(key, "null"))
    except (ValueError, RecursionError):
        return None


def _table(memory: Memory, key: str) -> dict[str, Any]:
    found = _value(memory, key)
    return found if isinstance(found, dict) else {}
