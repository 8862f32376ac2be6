"""The rules core: pure values and functions, of the standard library alone."""

from companion.rules.action import Action, Correction, Verb
from companion.rules.board import HOME_SQUARE, Board, Kind, board_of, cost, furthest
from companion.rules.chance import Chance, ChanceError, Recorded, Seeded, opening_deck
from companion.rules.consequence import Consequence, ConsequenceKind, VoidReason
from companion.rules.edition import CARDS, Edition, EditionError, edition_table, parse_edition
from companion.rules.legal import legal_actions
from companion.rules.legality import can_leave, refusal
from companion.rules.perft import perft
from companion.rules.play import Applied, IllegalAction, apply
from companion.rules.ranking import (
    Outcome,
    Termination,
    is_racing,
    nearest_tortoise,
    outcome,
    pieces_on,
    place,
    rank,
    starting_stock,
)
from companion.rules.record import (
    RecordEntry,
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
    RefusedEntry,
    ReplayedGame,
    ReplayStep,
    parse_record,
    record_of,
    replay,
    write_record,
)
from companion.rules.rulings import CHOICES, RULE_KEYS, Rules
from companion.rules.setup import (
    COLOURS,
    LEVELS,
    TEAM_SIZES,
    Setup,
    SetupError,
    make_setup,
    team_fault,
)
from companion.rules.state import Piece, Prompt, Seat, State, Status, start
from companion.rules.state_text import state_json

__all__ = [
    "CARDS",
    "CHOICES",
    "COLOURS",
    "HOME_SQUARE",
    "LEVELS",
    "RULE_KEYS",
    "TEAM_SIZES",
    "Action",
    "Applied",
    "Board",
    "Chance",
    "ChanceError",
    "Consequence",
    "ConsequenceKind",
    "Correction",
    "Edition",
    "EditionError",
    "IllegalAction",
    "Kind",
    "Outcome",
    "Piece",
    "Prompt",
    "Reason",
    "RecordEntry",
    "RecordError",
    "Recorded",
    "Refusal",
    "RefusedEntry",
    "ReplayStep",
    "ReplayedGame",
    "Rules",
    "Seat",
    "Seeded",
    "Setup",
    "SetupError",
    "State",
    "Status",
    "Termination",
    "Verb",
    "VoidReason",
    "action_json",
    "action_of",
    "apply",
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
    "pieces_on",
    "place",
    "rank",
    "record_of",
    "refusal",
    "replay",
    "setup_json",
    "setup_of",
    "start",
    "starting_stock",
    "state_json",
    "team_fault",
    "write_record",
]
