"""A game that is being set up: edition, seats, teams, house rules; the last one is the default."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.app.game import new_game
from companion.app.keep import NewGame, Put
from companion.app.session import SavedLine, Session, Step
from companion.app.waiting import wait
from companion.rules import (
    COLOURS,
    TEAM_SIZES,
    make_setup,
    opening_deck,
    setup_json,
    team_fault,
)

if TYPE_CHECKING:
    from companion.rules import Edition, Setup

DEFAULT_COLOURS: Final = ("red", "blue", "green", "yellow", "orange", "white")


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of the draft: its colour, its name ("" for the colour's own) and its team."""

    colour: str
    name: str = ""
    team: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """What the setup screens change. `teams` is the number of teams, 0 for none.

    `rulings` are the house rules of this game, those that differ from the edition's.
    """

    edition: str = "ravensburger-1978"
    players: tuple[Player, ...] = tuple(Player(colour) for colour in DEFAULT_COLOURS[:4])
    teams: int = 0
    rulings: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Give the draft as the journal keeps it."""
        return {
            "edition": self.edition,
            "players": [[p.colour, p.name, p.team] for p in self.players],
            "teams": self.teams,
            "rulings": self.rulings,
        }


def draft_from_json(kept: Any) -> Draft:
    """Read a kept draft; one that makes no sense any more is the first start's."""
    try:
        players = tuple(Player(str(c), str(n), int(t)) for c, n, t in kept["players"])
        valid = 2 <= len(players) <= len(COLOURS) and {p.colour for p in players} <= set(COLOURS)
        drafted = Draft(str(kept["edition"]), players, int(kept["teams"]), dict(kept["rulings"]))
    except (KeyError, TypeError, ValueError):
        return Draft()
    return drafted if valid and len({p.colour for p in players}) == len(players) else Draft()


def draft_of(session: Session) -> Draft:
    """Give the draft that is being changed."""
    return session.draft or Draft()


def with_draft(session: Session, **changes: Any) -> Session:
    """Change the draft."""
    return replace(session, draft=replace(draft_of(session), **changes))


def from_setup(session: Session) -> Session:
    """Draft the game that was just played once more: the same people, the same table."""
    if session.game is None:
        return session
    setup = session.game.setup
    team_of = {seat: n for n, team in enumerate(setup.teams) for seat in team}
    players = tuple(
        Player(colour, name, team_of.get(seat, 0))
        for seat, (colour, name) in enumerate(zip(setup.colours, setup.names, strict=True))
    )
    rulings = draft_of(session).rulings if draft_of(session).edition == setup.edition.id else {}
    return replace(session, draft=Draft(setup.edition.id, players, len(setup.teams), rulings))


def edition_of(session: Session, edition: str = "") -> Edition:
    """Give an edition by id (the draft's by default), the first one where it is gone."""
    wanted = edition or draft_of(session).edition
    known = session.shelf.editions
    return next((e for e in known if e.id == wanted), known[0])


def resized(draft: Draft, count: int) -> Draft:
    """Give the draft as many players; new ones take the first free colours."""
    players = draft.players[:count]
    free = [c for c in DEFAULT_COLOURS if c not in {p.colour for p in players}]
    players += tuple(Player(colour) for colour in free[: count - len(players)])
    teams = draft.teams if draft.teams in team_counts(count) else 0
    return teamed(replace(draft, players=players, teams=teams))


def team_counts(count: int) -> tuple[int, ...]:
    """List the numbers of equal teams that so many players can form (spec/rules.md, Teams)."""
    return tuple(count // size for size in reversed(TEAM_SIZES.get(count, ())))


def teamed(draft: Draft) -> Draft:
    """Seat the teams in turn, so that mates are never neighbours."""
    players = tuple(
        replace(p, team=n % draft.teams if draft.teams else 0) for n, p in enumerate(draft.players)
    )
    return replace(draft, players=players)


def team_lists(draft: Draft) -> tuple[tuple[int, ...], ...]:
    """List the seats of each team; empty without teams."""
    return tuple(
        tuple(seat for seat, p in enumerate(draft.players) if p.team == team)
        for team in range(draft.teams)
    )


def teams_fault(draft: Draft) -> bool:
    """Tell whether these teams may not play: unequal, or mates next to each other."""
    return bool(draft.teams) and team_fault(len(draft.players), team_lists(draft)) is not None


def luck(session: Session, purpose: str) -> str:
    """Draw a secret (hexadecimal) from the session's luck, another one each time."""
    text = f"{session.shelf.luck}:{purpose}:{session.shelf.draws}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def begin(session: Session) -> Step:
    """Start the drafted game: its first player is to move."""
    draft, edition = draft_of(session), edition_of(session)
    number = max((line.number for line in session.shelf.saved), default=0) + 1
    seed = luck(session, f"game {number}")
    setup = _setup(session, edition, seed)
    shelf = replace(
        session.shelf,
        draws=session.shelf.draws + 1,
        saved=(_line(number, setup), *session.shelf.saved),
    )
    game = new_game(number, setup, seed)
    after = wait(replace(session, game=game, shelf=shelf, told=0, moves=(), draft=draft))
    record = json.dumps(setup_json(setup), ensure_ascii=False)
    return Step(after, (NewGame(record, seed), Put("draft", json.dumps(draft.to_json()))))


def _setup(session: Session, edition: Edition, seed: str) -> Setup:
    draft = draft_of(session)
    rulings = {key: value for key, value in draft.rulings.items() if hasattr(edition.rules, key)}
    rules = replace(edition.rules, **rulings)
    return make_setup(
        edition,
        names=tuple(p.name for p in draft.players),
        colours=tuple(p.colour for p in draft.players),
        deck=opening_deck(seed, edition, rules),
        overrides=rulings,
        teams=team_lists(draft),
        edition_data=session.shelf.edition_data.get(edition.id),
    )


def _line(number: int, setup: Setup) -> SavedLine:
    names = tuple(n or c for n, c in zip(setup.names, setup.colours, strict=True))
    return SavedLine(number, names, setup.edition.id, 0, finished=False)
