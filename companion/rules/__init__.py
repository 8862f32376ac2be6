"""The rules core: pure values and functions, of the standard library alone."""

from companion.rules.action import Action, Correction, Do
from companion.rules.board import HOME_SQUARE, Board, Kind, board_of, cost, furthest
from companion.rules.chance import Chance, ChanceError, Recorded, Seeded, opening_deck
from companion.rules.check import can_leave, refusal
from companion.rules.edition import CARDS, Edition, EditionError, edition_table, parse_edition
from companion.rules.happening import Happening, What, Why
from companion.rules.legal import legal_actions
from companion.rules.perft import perft
from companion.rules.play import Applied, IllegalAction, apply
from companion.rules.record import (
    Entry,
    RecordError,
    action_json,
    action_of,
    entry_from,
    entry_of,
    setup_json,
    setup_of,
)
from companion.rules.refusal import Reason, Refusal
from companion.rules.replay import (
    Game,
    RefusedEntry,
    Step,
    parse_record,
    record_of,
    replay,
    write_record,
)
from companion.rules.rulings import CHOICES, RULE_KEYS, Rules
from companion.rules.setup import COLOURS, TEAM_SIZES, Setup, SetupError, make_setup, team_fault
from companion.rules.snapshot import state_json
from companion.rules.standing import (
    Ending,
    Outcome,
    at_start_of,
    is_racing,
    nearest_tortoise,
    outcome,
    place,
    rank,
    standing,
)
from companion.rules.state import Ask, Piece, Seat, State, Status, start

__all__ = [
    "CARDS",
    "CHOICES",
    "COLOURS",
    "HOME_SQUARE",
    "RULE_KEYS",
    "TEAM_SIZES",
    "Action",
    "Applied",
    "Ask",
    "Board",
    "Chance",
    "ChanceError",
    "Correction",
    "Do",
    "Edition",
    "EditionError",
    "Ending",
    "Entry",
    "Game",
    "Happening",
    "IllegalAction",
    "Kind",
    "Outcome",
    "Piece",
    "Reason",
    "RecordError",
    "Recorded",
    "Refusal",
    "RefusedEntry",
    "Rules",
    "Seat",
    "Seeded",
    "Setup",
    "SetupError",
    "State",
    "Status",
    "Step",
    "What",
    "Why",
    "action_json",
    "action_of",
    "apply",
    "at_start_of",
    "board_of",
    "can_leave",
    "cost",
    "edition_table",
    "entry_from",
    "entry_of",
    "furthest",
    "is_racing",
    "legal_actions",
    "make_setup",
    "nearest_tortoise",
    "opening_deck",
    "outcome",
    "parse_edition",
    "parse_record",
    "perft",
    "place",
    "rank",
    "record_of",
    "refusal",
    "replay",
    "setup_json",
    "setup_of",
    "standing",
    "start",
    "state_json",
    "team_fault",
    "write_record",
]
