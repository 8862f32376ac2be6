"""What is agreed before the first move: edition, seats, pile, rulings, teams (spec/record.md)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.rules.edition import PLAYERS
from companion.rules.rulings import rule_faults

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.rules.edition import Edition
    from companion.rules.rulings import Rules

LEVELS = ("child", "easy", "good", "strong")
"""How well the companion can play a seat, by the word in the record."""

COLOURS = ("white", "yellow", "orange", "red", "green", "blue")

TEAM_SIZES = {4: (2,), 6: (2, 3)}
"""The sizes that equal teams can have, by the number of players (spec/rules.md, Teams)."""

Teams = tuple[tuple[int, ...], ...]


class SetupError(CompanionError, ValueError):
    """A setup that no game can begin with; the record's code is `bad-setup`."""

    code = "bad-setup"


@dataclass(frozen=True, slots=True)
class Setup:
    """A setup that was checked.

    `names` and `colours` are in turn order; `deck` is the first pile, top first, empty for a chart;
    `rules` are the edition's with `overrides` applied. `edition_data` is the content of a family's
    own edition file, None for a built-in one. `extra` keeps the unknown keys of the record's first
    line, `seat_extra` those of its seats.
    """

    edition: Edition
    names: tuple[str, ...]
    colours: tuple[str, ...]
    deck: tuple[str, ...]
    rules: Rules
    teams: Teams = ()
    overrides: dict[str, Any] = field(default_factory=dict)
    edition_data: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    seat_extra: tuple[dict[str, Any], ...] = ()

    @property
    def players(self) -> int:
        """Count the seats."""
        return len(self.names)

    @property
    def levels(self) -> tuple[str | None, ...]:
        """Return for each seat the companion's level that plays it, None for a person."""
        extras = self.seat_extra or ({},) * self.players
        return tuple(extra.get("player") for extra in extras)

    @property
    def pieces(self) -> int:
        """Count the pieces of each seat: two in the two-player game."""
        return 2 if len(self.names) == 2 else 1


def make_setup(
    edition: Edition,
    names: Sequence[str],
    colours: Sequence[str],
    deck: Sequence[str],
    overrides: Mapping[str, Any] | None = None,
    teams: Sequence[Sequence[int]] = (),
    *,
    edition_data: dict[str, Any] | None = None,
) -> Setup:
    """Check the facts of a new game and return its setup; SetupError says what is wrong."""
    _check_seats(names, colours)
    rules = rules_of(edition, overrides or {}, own=edition_data is not None)
    _check_deck(edition.deck_list(rules), deck)
    return Setup(
        edition,
        tuple(names),
        tuple(colours),
        tuple(deck),
        rules,
        _checked_teams(len(names), teams),
        dict(overrides or {}),
        edition_data,
    )


def rules_of(edition: Edition, overrides: Mapping[str, Any], *, own: bool = False) -> Rules:
    """Apply one game's overrides to the edition's rulings; SetupError names a wrong key.

    `second_shuffle` is for the box of 2008, which has the card, and for a family's `own` edition.
    """
    for key, fault in rule_faults(overrides):
        raise SetupError(f"rules.{key}: {fault}")
    if overrides.get("second_shuffle") and not (own or edition.deck.get("shuffle")):
        raise SetupError("rules.second_shuffle: this edition has no card shuffle")
    return replace(edition.rules, **overrides)


def team_fault(players: int, teams: Sequence[Sequence[int]]) -> str | None:
    """Say what is wrong with these teams, None where they may play (spec/rules.md, Teams)."""
    sizes = TEAM_SIZES.get(players)
    if sizes is None:
        return "teams are for four or six players"
    if sorted(seat for team in teams for seat in team) != list(range(players)):
        return "every seat must be in one team"
    if {len(team) for team in teams} not in [{size} for size in sizes]:
        return "the teams must be equal: 2 x 2, 3 x 2 or 2 x 3"
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    if any(team_of[seat] == team_of[(seat + 1) % players] for seat in range(players)):
        return "team-mates must not sit next to each other"
    return None


def _check_seats(names: Sequence[str], colours: Sequence[str]) -> None:
    if len(names) not in PLAYERS:
        raise SetupError(f"2 to 6 players can play, not {len(names)}")
    if len(colours) != len(names):
        raise SetupError("each seat needs a name and a colour")
    for colour in colours:
        if colour not in COLOURS:
            raise SetupError(f"{colour!r} is no colour; known are {', '.join(COLOURS)}")
    if len(set(colours)) != len(colours):
        raise SetupError("a colour is taken twice")


def _check_deck(cards: tuple[str, ...], deck: Sequence[str]) -> None:
    if not cards and deck:
        raise SetupError("deck: an edition with a chart has no pile")
    if tuple(sorted(deck)) != cards:
        raise SetupError(f"deck: the pile must hold these cards, once each: {', '.join(cards)}")


def _checked_teams(players: int, teams: Sequence[Sequence[int]]) -> Teams:
    fault = team_fault(players, teams) if teams else None
    if fault:
        raise SetupError(f"teams: {fault}")
    return tuple(tuple(team) for team in teams)
