"""Set up a game: change the session's draft, and begin the game from it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.app.game import new_game
from companion.app.journal_entries import NewGame, SetValue
from companion.app.new_game_draft import Draft, DraftPlayer, team_lists, with_a_person
from companion.app.saved_games import open_game, provisional_number, saved_lines
from companion.app.session import SavedGameSummary, Session, UpdateResult
from companion.app.states.lists import PlayerCountScreen
from companion.rules import make_setup, opening_deck, setup_json

if TYPE_CHECKING:
    from companion.rules import Edition, Rules, Setup


def draft_of(session: Session) -> Draft:
    """Return the draft that is being changed."""
    return session.draft or Draft()


def with_draft(session: Session, **changes: Any) -> Session:
    """Change the draft."""
    return replace(session, draft=replace(draft_of(session), **changes))


def play_again(session: Session) -> Session:
    """Draft the same game again: players, who plays for them, teams and house rules.

    The player after the one who began it begins.
    """
    if session.game is None:
        return session
    setup = session.game.setup
    team_of = {seat: n for n, team in enumerate(setup.teams) for seat in team}
    extras = setup.seat_extra or ({},) * setup.players
    seats = zip(setup.colours, setup.names, extras, strict=True)
    players = tuple(
        DraftPlayer(colour, name, team_of.get(seat, 0), extra)
        for seat, (colour, name, extra) in enumerate(seats)
    )
    players = players[1:] + players[:1]
    draft = Draft(setup.edition.id, players, len(setup.teams), dict(setup.overrides))
    return replace(session, draft=with_a_person(draft))


def edition_of(session: Session) -> Edition:
    """Return the draft's edition, or the first one where it no longer exists."""
    wanted = draft_of(session).edition
    known = session.resources.editions
    return next((e for e in known if e.id == wanted), known[0])


def rules_of(session: Session) -> Rules:
    """Return the rules of the drafted game: the edition's, and the house rules."""
    rules = edition_of(session).rules
    return replace(rules, **_rulings(session))


def _rulings(session: Session) -> dict[str, Any]:
    """Return the draft's house rules, without those that no longer exist."""
    rules = edition_of(session).rules
    return {key: value for key, value in draft_of(session).rulings.items() if hasattr(rules, key)}


def player_count_screen(session: Session) -> PlayerCountScreen:
    """Return the screen for the number of players, with the draft's number chosen."""
    return PlayerCountScreen(len(draft_of(session).players) - 2)


def derive_secret(session: Session, purpose: str) -> str:
    """Derive a new secret (hexadecimal) from the secret of this start."""
    text = f"{session.resources.seed_source}:{purpose}:{session.resources.draws}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def begin(session: Session) -> UpdateResult:
    """Start the drafted game: its first player is to move."""
    draft, edition = draft_of(session), edition_of(session)
    number = provisional_number(session)
    seed = derive_secret(session, f"game {1 + len(session.resources.saved)}")
    setup = _setup(session, edition, seed)
    resources = replace(
        session.resources,
        draws=session.resources.draws + 1,
        saved=(_line(number, setup), *saved_lines(session)),
    )
    game = new_game(number, setup, seed)
    after = open_game(replace(session, resources=resources, draft=draft), game)
    record = json.dumps(setup_json(setup), ensure_ascii=False)
    return UpdateResult(
        after, (NewGame(record, seed), SetValue("draft", json.dumps(draft.to_json())))
    )


def _setup(session: Session, edition: Edition, seed: str) -> Setup:
    draft = draft_of(session)
    setup = make_setup(
        edition,
        names=tuple(p.name for p in draft.players),
        colours=tuple(p.colour for p in draft.players),
        deck=opening_deck(seed, edition, rules_of(session)),
        overrides=_rulings(session),
        teams=team_lists(draft),
        edition_data=session.resources.edition_data.get(edition.id),
    )
    return replace(setup, seat_extra=tuple(p.extra for p in draft.players))


def _line(number: int, setup: Setup) -> SavedGameSummary:
    names = tuple(n or c for n, c in zip(setup.names, setup.colours, strict=True))
    return SavedGameSummary(number, names, setup.edition.id, 0, finished=False)
