"""A draft: the game that is being set up, as a value. Edition, seats, teams, house rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.formats.json_text import is_text
from companion.rules import COLOURS, LEVELS, TEAM_SIZES, team_fault
from companion.rules.rulings import rule_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_COLOURS: Final = ("red", "blue", "green", "yellow", "orange", "white")


@dataclass(frozen=True, slots=True)
class DraftPlayer:
    """One seat of the draft: its colour, its name ("" for the colour's own) and its team.

    `extra` are the optional keys of the seat in the record, `player` among them.
    """

    colour: str
    name: str = ""
    team: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def level(self) -> str | None:
        """The level of the companion that plays the seat, None for a person."""
        return self.extra.get("player")

    def to_json(self) -> list[Any]:
        """Return the seat as the journal saves it."""
        row: list[Any] = [self.colour, self.name, self.team]
        return [*row, self.extra] if self.extra else row


@dataclass(frozen=True, slots=True)
class Draft:
    """What the setup screens change. `teams` is the number of teams, 0 for none.

    `rulings` are the house rules of this game, those that differ from the edition's.
    """

    edition: str = "ravensburger-1978"
    players: tuple[DraftPlayer, ...] = tuple(DraftPlayer(colour) for colour in DEFAULT_COLOURS[:4])
    teams: int = 0
    rulings: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the draft as the journal saves it."""
        return {
            "edition": self.edition,
            "players": [p.to_json() for p in self.players],
            "teams": self.teams,
            "rulings": self.rulings,
        }


def draft_from_json(saved: Any) -> Draft:
    """Return the saved draft, or the default one where it is not valid (any more)."""
    match saved:
        case {
            "edition": str(edition),
            "players": [*rows],
            "teams": int(teams),
            "rulings": dict(rulings),
        } if not any(rule_faults(rulings)):
            players = tuple(_players(rows))
            colours = {player.colour for player in players}
            counts = (0, *team_counts(len(players)))
            if len(rows) == len(players) == len(colours) >= 2 and teams in counts:
                return with_a_person(Draft(edition, players, teams, rulings))
    return Draft()


def _players(rows: list[Any]) -> Iterator[DraftPlayer]:
    """Read the players, without those that are not valid."""
    for row in rows:
        match row:
            case [str(colour), str(name), int(team), *rest] if colour in COLOURS and is_text(name):
                yield DraftPlayer(colour, name, team, _extra(rest))


def _extra(rest: list[Any]) -> dict[str, Any]:
    """Read the optional keys of a seat; one that is not valid counts as not there."""
    match rest:
        case [dict(extra)] if all(isinstance(key, str) for key in extra):
            level = extra.get("player")
            known = level in LEVELS if isinstance(level, str) else "player" not in extra
            return dict(extra) if known else {}
    return {}


def resized(draft: Draft, count: int) -> Draft:
    """Return the draft with this many players; new ones take the first free colours."""
    players = draft.players[:count]
    free = [c for c in DEFAULT_COLOURS if c not in {p.colour for p in players}]
    players += tuple(DraftPlayer(colour) for colour in free[: count - len(players)])
    teams = draft.teams if draft.teams in team_counts(count) else 0
    return with_a_person(teamed(replace(draft, players=players, teams=teams)))


def played_by(draft: Draft, seat: int, level: str | None) -> Draft:
    """Let the companion play a seat at this level; None: a person."""
    players = list(draft.players)
    extra = {key: value for key, value in players[seat].extra.items() if key != "player"}
    players[seat] = replace(players[seat], extra=extra | ({"player": level} if level else {}))
    return replace(draft, players=tuple(players))


def with_a_person(draft: Draft) -> Draft:
    """Give the first seat to a person where the companion would play all of them."""
    return played_by(draft, 0, None) if all(p.level for p in draft.players) else draft


def team_counts(count: int) -> tuple[int, ...]:
    """List the numbers of equal teams that this many players can form (spec/rules.md, Teams)."""
    return tuple(count // size for size in reversed(TEAM_SIZES.get(count, ())))


def teamed(draft: Draft) -> Draft:
    """Assign the seats to the teams in turn, so that mates are never neighbours."""
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
    """Return whether these teams are not allowed: unequal, or with mates next to each other."""
    return bool(draft.teams) and team_fault(len(draft.players), team_lists(draft)) is not None
