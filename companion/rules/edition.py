"""An edition as data: board, starting stock, cards or chart, rulings (companion/editions/*.toml).

A family's own edition has the same keys, and every fault in it is named by its key
(spec/record.md, A family's own edition file).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.rules.board import Board, Kind, board_of
from companion.rules.rulings import RULE_CARDS, Rules, rule_faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CARDS: tuple[str, ...] = (
    "fall_back",
    "advance",
    "free_ride",
    "ten",
    "eat_lettuce",
    "miss_turn",
    "go_again",
    "carrot_forward",
    "carrot_back",
    "give_ten",
    "behind_or_again",
    "exactly_65",
    "ten_per_lettuce",
    "lose_half",
    "show_carrots",
    "shuffle",
    "eat_carrot",
)
"""The ids of all hare cards of all editions, the chart of 1974 included."""

PLAYERS = range(2, 7)
FIRST_PLAYERS = ("lot", "youngest")
"""Who begins by the rulebook; the table decides."""
MOST_CARDS = 999  # of one kind: more than any box holds
MOST_STOCK = 9999

Fault = tuple[str, str]
Chart = tuple[tuple[str, ...], ...]


class EditionError(CompanionError, ValueError):
    """What is wrong with an edition: `faults` are pairs of key and sentence, all of them."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Keep the faults; the message lists them."""
        super().__init__("; ".join(f"{key}: {fault}" for key, fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Edition:
    """The facts of one edition; `deck` maps card to count and is empty where there is a `chart`.

    `chart[roll - 1][rank - 1]` is a card id. `carrots` and `lettuces` are the starting stock by the
    number of players. `first_player` is one of FIRST_PLAYERS.
    """

    id: str
    title: str
    board: Board
    carrots: dict[int, int]
    lettuces: dict[int, int]
    deck: dict[str, int]
    chart: Chart | None
    rules: Rules
    first_player: str = "lot"

    def start_carrots(self, players: int) -> int:
        """Count the carrots each seat starts with."""
        return self.carrots[players]

    def start_lettuces(self, players: int) -> int:
        """Count the lettuces each seat starts with."""
        return self.lettuces[players]

    def deck_list(self, rules: Rules) -> tuple[str, ...]:
        """List the cards of the pile, sorted; `second_shuffle` adds one card `shuffle`.

        Empty where there is a chart.
        """
        if self.chart is not None:
            return ()
        cards = [card for card, count in self.deck.items() for _ in range(count)]
        if rules.second_shuffle:
            cards.append("shuffle")
        return tuple(sorted(cards))


def offers(edition: Edition, key: str) -> bool:
    """Return whether a ruling can matter in this edition: a card that it is about is there."""
    if key not in RULE_CARDS:
        return True
    if edition.chart is None:
        return any(edition.deck.get(card) for card in RULE_CARDS[key])
    cards = {card for row in edition.chart for card in row}
    return key != "second_shuffle" and not cards.isdisjoint(RULE_CARDS[key])


def parse_edition(table: Mapping[str, Any]) -> Edition:
    """Check an edition's table (of TOML or JSON) and return it; EditionError names every fault."""
    faults = tuple(_faults(table))
    if faults:
        raise EditionError(faults)
    hare = table["hare"]
    return Edition(
        table["id"],
        table["title"],
        board_of(table["board"]),
        {int(players): count for players, count in table["start"]["carrots"].items()},
        {int(players): count for players, count in table["start"]["lettuces"].items()},
        dict(hare.get("deck", {})),
        tuple(tuple(row) for row in hare["chart"]) if hare["kind"] == "chart" else None,
        Rules(**table.get("rules", {})),
        table.get("first_player", "lot"),
    )


def _faults(table: object) -> Iterator[Fault]:
    if not isinstance(table, dict):
        yield "edition", "must be a table"
        return
    known = ("id", "title", "first_player", "board", "start", "hare", "rules")
    yield from _unknown(table, known, "")
    for key in ("id", "title"):
        yield from _word_faults(key, table.get(key))
    if table.get("first_player", "lot") not in FIRST_PLAYERS:
        yield "first_player", f"must be one of {', '.join(FIRST_PLAYERS)}"
    yield from _board_faults(table.get("board"))
    yield from _start_faults(table.get("start"))
    yield from _hare_faults(table.get("hare"))
    yield from _rules_faults(table)


def _word_faults(key: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, str) or not value.strip():
        yield key, "must be text, and not empty"
    elif not value.isprintable():
        hidden = next(char for char in value if not char.isprintable())
        yield key, f"has a character that cannot be shown: U+{ord(hidden):04X}"


def _unknown(
    table: Mapping[object, object], known: tuple[str, ...], prefix: str
) -> Iterator[Fault]:
    for key in table:
        if key not in known:
            yield f"{prefix}{key}", f"is not known here; known are {', '.join(known)}"


def _board_faults(board: object) -> Iterator[Fault]:
    if not isinstance(board, str):
        yield "board", "must be text of 65 letters"
        return
    if len(board) != 65:
        yield "board", f"must have 65 squares, from S to G; it has {len(board)}"
    wrong = sorted(set(board) - set(Kind))
    if wrong:
        yield "board", f"has letters that are no square: {' '.join(wrong)}"
    if not board.startswith("S") or not board.endswith("G"):
        yield "board", "must begin with S (Start) and end with G (Home)"
    if {"S", "G"} & set(board[1:-1]):
        yield "board", "must have S and G at its ends only"
    if "T" not in board:
        yield "board", "must have at least one tortoise square (T)"


def _start_faults(start: object) -> Iterator[Fault]:
    if not isinstance(start, dict):
        yield "start", "must be a table with carrots and lettuces"
        return
    yield from _unknown(start, ("carrots", "lettuces"), "start.")
    for key in ("carrots", "lettuces"):
        yield from _stock_faults(f"start.{key}", start.get(key))


def _stock_faults(where: str, stock: object) -> Iterator[Fault]:
    if not isinstance(stock, dict):
        yield where, "must be a table with a number for 2, 3, 4, 5 and 6 players"
        return
    known = tuple(str(players) for players in PLAYERS)
    yield from _unknown(stock, known, f"{where}.")
    for players in known:
        if not _is_count(stock.get(players), 0, MOST_STOCK):
            yield f"{where}.{players}", f"must be a whole number from 0 to {MOST_STOCK}"


def _is_count(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _hare_faults(hare: object) -> Iterator[Fault]:
    if not isinstance(hare, dict):
        yield "hare", "must be a table with kind, and deck or chart"
        return
    match hare.get("kind"):
        case "deck":
            yield from _unknown(hare, ("kind", "deck"), "hare.")
            yield from _deck_faults(hare.get("deck"))
        case "chart":
            yield from _unknown(hare, ("kind", "chart"), "hare.")
            yield from _chart_faults(hare.get("chart"))
        case _:
            yield from _unknown(hare, ("kind", "deck", "chart"), "hare.")
            yield "hare.kind", "must be deck or chart"


def _deck_faults(deck: object) -> Iterator[Fault]:
    if not isinstance(deck, dict) or not deck:
        yield "hare.deck", "must be a table with a count for each card"
        return
    yield from _unknown(deck, CARDS, "hare.deck.")
    for card, count in deck.items():
        if card in CARDS and not _is_count(count, 0, MOST_CARDS):
            yield f"hare.deck.{card}", f"must be a whole number from 0 to {MOST_CARDS}"
    if all(count == 0 for count in deck.values()):
        yield "hare.deck", "must have at least one card"


def _chart_faults(chart: object) -> Iterator[Fault]:
    rows = chart if isinstance(chart, list) else []
    if len(rows) != 6 or not all(isinstance(row, list) and len(row) == 6 for row in rows):
        yield "hare.chart", "must be 6 rows (the number drawn) of 6 cards (the rank)"
        return
    for number, row in enumerate(rows, 1):
        for rank, card in enumerate(row, 1):
            if card not in CARDS:
                yield "hare.chart", f"row {number}, rank {rank}: this is no card"


def _rules_faults(table: Mapping[str, Any]) -> Iterator[Fault]:
    rules = table.get("rules", {})
    if not isinstance(rules, dict):
        yield "rules", "must be a table"
        return
    for key, fault in rule_faults(rules):
        yield f"rules.{key}", fault


def edition_table(edition: Edition) -> dict[str, Any]:
    """Write an edition as the table of its file: what parse_edition reads back to the same."""
    hare: dict[str, Any] = {"kind": "deck", "deck": dict(edition.deck)}
    if edition.chart is not None:
        hare = {"kind": "chart", "chart": [list(row) for row in edition.chart]}
    return {
        "id": edition.id,
        "title": edition.title,
        "first_player": edition.first_player,
        "board": "".join(kind.value for kind in edition.board.squares),
        "start": {
            "carrots": {str(players): count for players, count in edition.carrots.items()},
            "lettuces": {str(players): count for players, count in edition.lettuces.items()},
        },
        "hare": hare,
        "rules": asdict(edition.rules),
    }
