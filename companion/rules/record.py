"""The game record, line by line: setup and entries, from JSON objects and back (spec/record.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, assert_never

from companion import CompanionError
from companion.formats.json_text import is_text, is_whole
from companion.formats.toml_text import TomlError, parse_toml
from companion.rules.action import (
    Action,
    Back,
    Bank,
    Carrots,
    Chew,
    Correction,
    Eat,
    Forward,
    Keep,
    Leave,
    Miss,
    Pass,
    PieceAction,
    Restart,
    Ten,
)
from companion.rules.amounts import TAKEN
from companion.rules.edition import Edition, EditionError, parse_edition
from companion.rules.setup import LEVELS, Setup, SetupError, make_setup
from companion.rules.state import Status

if TYPE_CHECKING:
    from companion.rules.play import Applied

VERSION = 1
CORRECT = "correct"
# Marks of a decision, each a key of its entry that is true (spec/record.md).
HINT = "hint"  # made with a hint
PERSON = "person"  # made by a person for the companion
MARKS = (HINT, PERSON)

EditionLookup = Callable[[str], tuple[Edition, Any] | None]
"""Finds an edition by its id, with the data to embed in records (None for a built-in edition)."""

_SETUP_KEYS = ("record", "edition", "seats", "deck", "rules", "teams", "edition_data")
_CORRECTION_KEYS = ("seat", "carrots", "lettuces", "piece", "square", "status", "turn")


class RecordError(CompanionError, ValueError):
    """The first bad line of a record: its `code` and, where it is known, its `line` from 1."""

    def __init__(self, code: str, message: str, line: int | None = None) -> None:
        """Keep code and line; the message is a sentence for people."""
        super().__init__(message)
        self.code = code
        self.line = line


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One decision of a record, the chance written beside it, and its unknown keys.

    `rolls` and `decks` are as they were read: they are checked where the decision needs them.
    """

    action: Action | Correction
    rolls: tuple[Any, ...] = ()
    decks: tuple[Any, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)


def setup_of(line: dict[str, Any], library: EditionLookup) -> Setup:
    """Read the setup line; RecordError (`bad-setup`) says what is wrong."""
    try:
        return _setup_of(line, library)
    except (SetupError, EditionError) as error:
        raise RecordError(SetupError.code, str(error)) from error


def setup_json(setup: Setup) -> dict[str, Any]:
    """Return the setup line of a record, unknown keys included."""
    extras = setup.seat_extra or ({},) * setup.players
    line: dict[str, Any] = {
        "record": VERSION,
        "edition": setup.edition.id,
        "seats": [
            {"name": name, "colour": colour, **extra}
            for name, colour, extra in zip(setup.names, setup.colours, extras, strict=True)
        ],
    }
    if setup.edition.chart is None:
        line["deck"] = list(setup.deck)
    if setup.overrides:
        line["rules"] = dict(setup.overrides)
    if setup.teams:
        line["teams"] = [list(team) for team in setup.teams]
    if setup.edition_data is not None:
        line["edition_data"] = setup.edition_data
    return {**line, **setup.extra}


def entry_from(line: dict[str, Any], setup: Setup) -> RecordEntry:
    """Read an entry; RecordError (`bad-entry`) where it is none."""
    action = action_of(line, setup)
    rolls = line.get("rolls")
    known = {"do", "rolls", "deck", *_keys_of(action, setup)}
    return RecordEntry(
        action,
        tuple(rolls) if isinstance(rolls, list) else (),
        _piles(line["deck"]) if "deck" in line else (),
        {key: value for key, value in line.items() if key not in known},
    )


def action_of(line: dict[str, Any], setup: Setup) -> Action | Correction:
    """Read the decision of an entry; RecordError (`bad-entry`) where it is none."""
    do = line.get("do")
    if do == CORRECT:
        return _correction_of(line)
    if not isinstance(do, str) or do not in _READERS:
        raise _bad("do: this is nothing that can be done")
    return _READERS[do](line, setup, _number(line, "seat", setup.players))


def action_json(action: Action | Correction, setup: Setup) -> dict[str, Any]:
    """Return the decision as a JSON object, without chance."""
    if isinstance(action, Correction):
        return _correction_json(action)
    line: dict[str, Any] = {"seat": action.seat}
    if setup.pieces == 2 and isinstance(action, PieceAction):
        line["piece"] = action.piece
    line["do"] = action.verb
    match action:
        case Forward():
            line["to"] = action.to
        case Back():
            line["to"] = action.to
            if action.decline:
                line["decline"] = True
        case Carrots() | Ten():
            line["by"] = action.by
        case Eat() | Chew() | Restart() | Miss() | Pass() | Keep() | Bank() | Leave():
            pass
        case _:
            assert_never(action)
    return line


def entry_of(
    action: Action | Correction, applied: Applied, extra: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the entry for the journal: the decision, the chance it used, and unknown keys."""
    line = action_json(action, applied.state.setup)
    if applied.rolls:
        line["rolls"] = list(applied.rolls)
    if applied.decks:
        piles = [list(pile) for pile in applied.decks]
        line["deck"] = piles[0] if len(piles) == 1 else piles
    return {**line, **(extra or {})}


def _bad(message: str) -> RecordError:
    return RecordError("bad-entry", message)


def _number(line: dict[str, Any], key: str, below: int | None = None) -> int:
    value = line.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(f"{key}: a whole number is needed here")
    if below is not None and not 0 <= value < below:
        raise _bad(f"{key}: must be from 0 to {below - 1}")
    return value


def _piece(line: dict[str, Any], setup: Setup) -> int:
    """Read the piece, which only the two-player game names."""
    return _number(line, "piece", 2) if setup.pieces == 2 else 0


def _by(line: dict[str, Any], choices: tuple[int, ...]) -> int:
    by = _number(line, "by")
    if by not in choices:
        raise _bad(f"by: must be one of {', '.join(map(str, choices))}")
    return by


def _decline(line: dict[str, Any], setup: Setup) -> bool:
    decline = line.get("decline", False)
    if not isinstance(decline, bool):
        raise _bad("decline: must be true or false")
    if decline and not setup.rules.decline_back_carrots:
        raise _bad("decline: this game is played without that house rule")
    return decline


def _piles(deck: object) -> tuple[Any, ...]:
    """Read one pile, or the list of piles in order."""
    if isinstance(deck, list) and not any(isinstance(card, str) for card in deck):
        return tuple(deck)
    return (deck,)


def _keys_of(action: Action | Correction, setup: Setup) -> tuple[str, ...]:
    """List the keys that an entry of this decision may have, beside `do` and chance."""
    if isinstance(action, Correction):
        return _CORRECTION_KEYS
    piece = ("piece",) if setup.pieces == 2 and isinstance(action, PieceAction) else ()
    match action:
        case Forward():
            return ("seat", *piece, "to")
        case Back():
            return ("seat", *piece, "to", "decline")
        case Carrots() | Ten():
            return ("seat", *piece, "by")
        case _:
            return ("seat", *piece)


_READERS: dict[str, Callable[[dict[str, Any], Setup, int], Action]] = {
    "forward": lambda line, setup, seat: Forward(seat, _number(line, "to"), _piece(line, setup)),
    "back": lambda line, setup, seat: Back(
        seat, _number(line, "to"), _piece(line, setup), _decline(line, setup)
    ),
    "carrots": lambda line, setup, seat: Carrots(
        seat, _by(line, (TAKEN, -TAKEN)), _piece(line, setup)
    ),
    "eat": lambda line, setup, seat: Eat(seat, _piece(line, setup)),
    "chew": lambda line, setup, seat: Chew(seat, _piece(line, setup)),
    "miss": lambda _line, _setup, seat: Miss(seat),
    "restart": lambda line, setup, seat: Restart(seat, _piece(line, setup)),
    "pass": lambda _line, _setup, seat: Pass(seat),
    "ten": lambda line, _setup, seat: Ten(seat, _by(line, (TAKEN, -TAKEN, 0))),
    "keep": lambda _line, _setup, seat: Keep(seat),
    "bank": lambda _line, _setup, seat: Bank(seat),
    "leave": lambda _line, _setup, seat: Leave(seat),
}
"""Reads an entry by its verb: the line, the setup, and the seat that was read."""


def _correction_of(line: dict[str, Any]) -> Correction:
    """Read a correction; which numbers are possible is for its predicate (correction.py)."""
    numbers = {
        key: _number(line, key) for key in _CORRECTION_KEYS if key != "status" and key in line
    }
    return Correction(**numbers, owes="status" in line, status=_status(line.get("status")))


def _status(value: object) -> Status | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in tuple(Status):
        raise _bad(f"status: must be null or one of {', '.join(Status)}")
    return Status(value)


def _correction_json(change: Correction) -> dict[str, Any]:
    line: dict[str, Any] = {"do": CORRECT}
    for key in _CORRECTION_KEYS:
        value = getattr(change, key)
        if value is not None:
            line[key] = value
    if change.owes:
        line["status"] = change.status.value if change.status else None
    return line


def _setup_of(line: dict[str, Any], library: EditionLookup) -> Setup:
    if not is_whole(line.get("record")) or line["record"] != VERSION:
        raise SetupError(f"record: must be {VERSION}; other versions are not known here")
    edition, data = _edition_of(line, library)
    seats = _seats_of(line)
    setup = make_setup(
        edition,
        [seat["name"] for seat in seats],
        [seat["colour"] for seat in seats],
        _deck_of(line, edition),
        _rules_of(line),
        _teams_of(line),
        edition_data=data,
    )
    return replace(
        setup,
        extra={key: value for key, value in line.items() if key not in _SETUP_KEYS},
        seat_extra=tuple(
            {key: value for key, value in seat.items() if key not in ("name", "colour")}
            for seat in seats
        ),
    )


def _edition_of(line: dict[str, Any], library: EditionLookup) -> tuple[Edition, Any]:
    name = line.get("edition")
    if not is_text(name):
        raise SetupError("edition: the id of an edition is needed here")
    if "edition_data" not in line:
        found = library(str(name))
        if found is None:
            raise SetupError(f"edition: {name!a} is not known here")
        return found
    edition = parse_edition(_edition_table(line["edition_data"]))
    if edition.id != name:
        raise SetupError(f"edition: {name!a} is not the id in edition_data, {edition.id!a}")
    return edition, line["edition_data"]


def _edition_table(data: object) -> dict[str, Any]:
    """Return the table of an edition's content, which may also be given as the file's text."""
    if isinstance(data, dict):
        return data
    if not isinstance(data, str):
        raise SetupError("edition_data: the content of an edition file is needed here")
    try:
        return parse_toml(data.encode("utf-8", "surrogatepass"))
    except TomlError as error:
        raise SetupError(f"edition_data: this text {error}") from error


def _seats_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    seats = line.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise SetupError("seats: a list of seats with name and colour is needed here")
    for number, seat in enumerate(seats):
        for key in ("name", "colour"):
            if not is_text(seat.get(key)):
                raise SetupError(f"seats: seat {number} needs text as its {key}")
        if "player" in seat and seat["player"] not in LEVELS:
            raise SetupError(f"seats: the player of seat {number} must be {', '.join(LEVELS)}")
    return seats


def _deck_of(line: dict[str, Any], edition: Edition) -> list[str]:
    if edition.chart is not None:
        if "deck" in line:
            raise SetupError("deck: an edition with a chart has no pile")
        return []
    deck = line.get("deck")
    if not isinstance(deck, list) or not all(isinstance(card, str) for card in deck):
        raise SetupError("deck: the list of the cards, top first, is needed here")
    return deck


def _rules_of(line: dict[str, Any]) -> dict[str, Any]:
    rules = line.get("rules", {})
    if not isinstance(rules, dict):
        raise SetupError("rules: an object with rulings is needed here")
    return rules


def _teams_of(line: dict[str, Any]) -> list[list[int]]:
    teams = line.get("teams", [])
    if not isinstance(teams, list) or not all(isinstance(team, list) for team in teams):
        raise SetupError("teams: a list of lists of seat numbers is needed here")
    if "teams" in line and not teams:
        raise SetupError("teams: no team is named; without teams the key is left out")
    if not all(is_whole(seat) for team in teams for seat in team):
        raise SetupError("teams: each team is a list of seat numbers")
    return teams
