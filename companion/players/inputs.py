"""What the network is shown of a position: 28 numbers for each piece, three for all.

companion/dev/training/model.h computes the same; a test compares the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.players.rules_access import HOME_SQUARE, PAID_RANKS, Kind, Status, cost

if TYPE_CHECKING:
    from companion.players.rules_access import Board
    from companion.players.turns_table import TurnsTable

PIECE_INPUTS = 28
SHARED_INPUTS = 3

Inputs = list[tuple[int, float]]

WAITING = frozenset({Status.EAT, Status.MISS, Status.CHEW})
_STATUS_INPUT = {Status.EAT: 9, Status.ATE: 10, Status.MISS: 11, Status.CHEW: 12}
_NUMBERS = {Kind.TWO: 2, Kind.THREE: 3, Kind.FOUR: 4, Kind.FLAG: 1}
FAR = 99.0  # turns: no rival counts as further away
PAIR_PLACE = 4  # the first of a pair may keep what it likes; this much is assumed


class PieceFacts(NamedTuple):
    """All that a piece's inputs depend on in one game, and nothing else: it serves as a key.

    `slot` is its number in turn order from the seat that is asked for; `place` the next place at
    Home; `blocked` the mask of the occupied squares among the next lettuce and the tortoise behind;
    `price` what was paid for a hare square whose card is not drawn yet, None for none.
    """

    slot: int
    is_mate: bool
    square: int
    carrots: int
    lettuces: int
    status: Status | None
    landed: bool
    rank: int
    place: int
    blocked: int
    divides: bool
    price: int | None


def pays(kind: Kind, rank: int) -> bool:
    """Return whether a number square pays this rank."""
    return rank in PAID_RANKS.get(kind, ())


def piece_turns(facts: PieceFacts, board: Board, table: TurnsTable) -> float:
    """Return the expected own turns of a piece to Home, as the position stands.

    Of a pair, each piece is counted with half of what the seat holds.
    """
    carrots, lettuces, place = facts.carrots, facts.lettuces, facts.place
    if facts.landed and pays(board.squares[facts.square], facts.rank):
        carrots += 10 * facts.rank
    if facts.status is Status.EAT and lettuces:
        lettuces -= 1
        carrots += 10 * facts.rank
    if facts.divides:
        lettuces, carrots, place = (lettuces + 1) // 2, carrots // 2, PAIR_PLACE
    return (facts.status in WAITING) + table.turns(lettuces, facts.square, carrots, place)


def home_inputs(slot: int, is_mate: bool) -> Inputs:
    """Return the inputs of a piece that is Home, or of a seat that left."""
    base = slot * PIECE_INPUTS
    return [(base, 1.0), (base + 27, 1.0)] if is_mate else [(base, 1.0)]


def stock_inputs(slot: int, carrots: int, lettuces: int) -> Inputs:
    """Return the inputs of a racing piece that depend on its seat's stock alone."""
    base = slot * PIECE_INPUTS
    found = [(base + 3, min(carrots / 100, 3)), (base + 4, min(carrots / 40, 1))]
    found += [(base + 4 + count, 1.0) for count in range(1, min(lettuces, 3) + 1)]
    if lettuces:
        found.append((base + 8, lettuces / 5))
    return found


def square_inputs(slot: int, board: Board, square: int, blocked: int, may_eat: bool) -> Inputs:
    """Return the inputs of a racing piece that depend on its square and what is taken nearby."""
    base = slot * PIECE_INPUTS
    found: Inputs = [(base + 2, square / 64)]
    kind, back = board.squares[square], board.tortoise_behind[square]
    if kind is Kind.CARROT:
        found.append((base + 15, 1.0))
    if kind is Kind.TORTOISE:
        found.append((base + 16, 1.0))
    if may_eat:
        following = next_lettuce(board, square)
        found.append((base + 18, min((following - square) / 16, 1) if following else 1.0))
        if following and blocked >> following & 1:
            found.append((base + 19, 1.0))
    is_free = back is not None and not blocked >> back & 1
    found.append((base + 20, (square - (back or 0)) / 10) if is_free else (base + 21, 1.0))
    return found


def race_inputs(
    facts: PieceFacts, board: Board, turns: float, *, may_finish: bool, pieces: int
) -> Inputs:
    """Return the other inputs of a racing piece, one of so many pieces."""
    base, rank = facts.slot * PIECE_INPUTS, facts.rank
    found: Inputs = [(base + 1, turns / 16), (base + 17, (rank - 1) / (pieces - 1))]
    if facts.status is not None:
        found.append((base + _STATUS_INPUT[facts.status], 1.0))
    if facts.landed:
        kind = board.squares[facts.square]
        paid = pays(kind, rank)
        found.append((base + 13, rank / 4) if paid else (base + 14, _NUMBERS[kind] / 4))
    if may_finish:
        found.append((base + 22, 1.0))
    if not facts.lettuces:
        left = (facts.carrots - cost(HOME_SQUARE - facts.square)) / 50
        found.append((base + 23, max(-1.0, min(left, 1.5))))
    elif facts.status is Status.EAT:
        found.append((base + 24, rank / 6))
    if facts.price is not None:
        found += [(base + 25, 1.0), (base + 26, facts.price / 50)]
    if facts.is_mate:
        found.append((base + 27, 1.0))
    return found


def next_lettuce(board: Board, square: int) -> int:
    """Return the next lettuce square ahead, 0 where there is none."""
    ahead = board.lettuce_mask >> (square + 1)
    return square + (ahead & -ahead).bit_length() if ahead else 0


def shared_inputs(base: int, arrived: float, mine: float, rivals: list[float]) -> Inputs:
    """Return what holds for the whole race: who is Home, my lead, and how many are nearer.

    `arrived` is the share of all pieces that are Home, `mine` my turns to Home, `rivals` those of
    each rival (of a team its last seat's).
    """
    found: Inputs = [(base, arrived)] if arrived else []
    if not rivals:
        return [*found, (base + 1, 1.0)]
    nearest = min(FAR, *rivals)
    found.append((base + 1, max(-1.0, min((nearest - mine) / 8, 1.0))))
    if nearest < mine:
        found.append((base + 2, sum([turns < mine for turns in rivals]) / len(rivals)))
    return found
