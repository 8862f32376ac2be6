"""Build the first session from the saved state."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from companion import __version__
from companion.app.journal_entries import RecoveryKind as Met
from companion.app.new_game_draft import draft_from_json
from companion.app.saved_games import library_of, line_of, load_game
from companion.app.session import PendingMove, Resources, Session, Settings
from companion.app.setup_line import player_names
from companion.app.states.lists import LanguageScreen, ResumeScreen
from companion.app.states.setup import EditionScreen
from companion.app.states.text_screens import DamagedScreen, PairingScreen
from companion.app.track_cursor import square_of
from companion.book.spellings import SPELLINGS, spellings_from
from companion.rules import parse_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.app.game import Game
    from companion.app.journal_entries import RecoveryReport, SavedState
    from companion.app.new_game_draft import Draft
    from companion.app.session import PairingInfo, SavedGameSummary
    from companion.app.states import Screen
    from companion.config.edition_files import KnownEdition
    from companion.rules import Edition

T = TypeVar("T")

log = logging.getLogger(__name__)


def first_session(
    saved_state: SavedState,
    known: Sequence[KnownEdition],
    *,
    seed_source: str,
    now: float,
    defaults: Mapping[str, Any],
) -> Session:
    """Build the first session: resume a game, set up a new one, or the very first screen.

    `seed_source` is the secret of this start, `now` its time in seconds; `defaults` are the
    settings of the configuration file, which those of the menu override. Saved values that cannot
    be read are logged and left out.
    """
    resources = _resources(saved_state, known, seed_source)
    fallback = Settings.from_json(dict(defaults))
    saved = {**defaults, **stored_object(saved_state, "settings")}
    settings = _read("the settings", lambda: Settings.from_json(saved), fallback)
    session = Session(
        settings=settings,
        resources=resources,
        draft=_draft(saved_state, resources),
        started_at=now,
        now=now,
        last_press_at=now,
        game=_current(saved_state, resources),
    )
    confirmed = stored_object(saved_state, "told")
    session = _read("what was confirmed", lambda: _with_confirmed(session, confirmed), session)
    return replace(session, stack=_first_screens(session, saved_state.notice))


def _with_confirmed(session: Session, saved: dict[str, Any]) -> Session:
    """Restore how many cards of the last decision were confirmed, and the moves still to make."""
    game, confirmed = session.game, saved.get("told")
    if game is None or not (saved.get("seed") == game.seed or saved.get("game") == game.number):
        return session  # what is stored belongs to another game
    is_last = saved.get("plies") == len(game.past)
    if is_last and isinstance(confirmed, int) and confirmed >= 0:
        session = replace(session, acknowledged=confirmed)
    return _with_moves(session, game, saved.get("moves"))


def _with_moves(session: Session, game: Game, moves: Any) -> Session:
    pieces = {
        (s, p): square_of(game.state, s, p)
        for s, seat in enumerate(game.state.seats)
        for p in range(len(seat.pieces))
    }
    pending = tuple(PendingMove(*move) for move in moves or ())
    is_outdated = any((s, p) not in pieces or pieces[s, p] != to for s, p, _, to in pending)
    return session if is_outdated else replace(session, pending_moves=pending)


def _draft(saved_state: SavedState, resources: Resources) -> Draft:
    """Read the last setup; where its board no longer exists, use another with the same players."""
    kept = _value(saved_state, "draft")
    draft = _read("the last setup", lambda: draft_from_json(kept), draft_from_json(None))
    known = {edition.id for edition in resources.editions}
    if draft.edition in known or not resources.editions:
        return draft
    return replace(draft, edition=resources.editions[0].id, rulings={})


def show_pairing_info(session: Session, pairing_info: PairingInfo) -> Session:
    """Show the address and the code for a phone first."""
    return replace(session, pairing_info=pairing_info, stack=(*session.stack, PairingScreen()))


def _first_screens(session: Session, report: RecoveryReport | None) -> tuple[Screen, ...]:
    is_on = session.game is not None and not session.game.state.over
    stack: tuple[Screen, ...] = (ResumeScreen() if is_on else EditionScreen(),)
    if not session.settings.language:  # a recovery may have lost the settings and not the game
        stack = (*(stack if is_on else ()), LanguageScreen())
    if report is None:
        return stack
    if report.kind is Met.NEWER:
        return (*stack, DamagedScreen())
    return (*stack, DamagedScreen(report.folder, report.turns))


def _resources(
    saved_state: SavedState, known: Iterable[KnownEdition], seed_source: str
) -> Resources:
    made = list(_own_boards(saved_state))
    listed = [k.edition for k in known]
    data = {k.edition.id: k.data for k in known if k.data is not None}
    taken = {edition.id for edition in listed}
    fresh = [(edition, table) for edition, table in made if edition.id not in taken]
    return Resources(
        editions=(*listed, *(edition for edition, _ in fresh)),
        edition_data=data | {edition.id: table for edition, table in fresh},
        saved=tuple(_lines(saved_state)),
        names=player_names(saved_state.games),
        spellings=spellings_from(stored_object(saved_state, SPELLINGS)),
        seed_source=seed_source,
        version=__version__,
    )


def _lines(saved_state: SavedState) -> Iterator[SavedGameSummary]:
    for game in saved_state.games:
        line = _read(f"saved game {game.number}", partial(line_of, game), None)
        if line is not None:
            yield line


def _own_boards(saved_state: SavedState) -> Iterator[tuple[Edition, dict[str, Any]]]:
    """Read the boards that were made on the device."""
    for name, table in stored_object(saved_state, "boards").items():
        board = _read(f"the board {name}", partial(parse_edition, table), None)
        if board is not None:
            yield board, table


def _current(saved_state: SavedState, resources: Resources) -> Game | None:
    saved = next(
        (g for g in saved_state.games if g.number == saved_state.current and g.whole), None
    )
    if saved is None or saved.finished:
        return None
    return _read(
        f"saved game {saved.number}", lambda: load_game(saved, library_of(resources)), None
    )


def _read(what: str, make: Callable[[], T], otherwise: T) -> T:
    """Return what `make` reads; where it fails, log the error and return `otherwise`.

    Its hash shows that the value is unchanged, not that this version can read it.
    """
    try:
        return make()
    except Exception as error:  # noqa: BLE001 - saved values may be of any shape
        log.error("%s cannot be read: %s: %s", what, type(error).__name__, error)  # noqa: TRY400 - its sentence says it all
        return otherwise


def _value(saved_state: SavedState, key: str) -> Any:
    try:
        return json.loads(saved_state.settings.get(key, "null"))
    except (ValueError, RecursionError):
        return None


def stored_object(saved_state: SavedState, key: str) -> dict[str, Any]:
    """Return a JSON object of the saved settings; empty where there is none."""
    found = _value(saved_state, key)
    return found if isinstance(found, dict) else {}
