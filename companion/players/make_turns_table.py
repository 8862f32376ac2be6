"""Make the table of turns to Home of any board, by value iteration, a row at a time.

The model is one piece alone on the board. For the table of expected turns a number square pays with
a fixed probability and a hare square is the mean over its cards; for the table of sure turns both
are avoided, so that a plan made with it holds whatever the cards and the others do. The work is a
value that `advance` takes one row further, so that it can be done in the background.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.players.rules_access import HOME_SQUARE, Kind, card_shares, cost
from companion.players.turns_table import (
    CARROTS_PER_TURN,
    MOST_CARROTS,
    MOST_LETTUCES,
    ROW,
    SQUARES,
    STEPS,
    TurnsTable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.players.rules_access import Edition

PAID_SHARE = 0.31  # how often a number square pays
EATING_PAYS = 20  # what a lettuce pays, on average of the ranks
EATING_PAYS_SURELY = 10
PRICE_BACK = 12  # what `free_ride` gives back, on average
NEVER = 400.0  # more turns than any way Home
UNKNOWN = 90.0  # what a position counts before its first sweep
MOST_SWEEPS = 60
STILL = 0.01  # turns: a sweep that changes less is the last one
MODEL_PLAYERS = 4  # whose starting stock a restart gives

Row = tuple[float, ...]
Rows = tuple[Row, ...]

_PAYMENT = {Kind.TWO: 20, Kind.THREE: 30, Kind.FOUR: 40, Kind.FLAG: 10}


@dataclass(frozen=True, slots=True)
class TableWork:
    """A table in the making: finished levels of lettuces, and the level in work.

    `rows[square]` holds the turns by carrots when free to move, `landing[square]` those after
    landing there. `square` is the next row, `change` the largest change of this sweep.
    """

    edition: Edition
    sure: bool = False
    levels: tuple[Rows, ...] = ()
    rows: Rows = ()
    landing: Rows = ()
    square: int = SQUARES - 1
    sweep: int = 0
    change: float = 0.0

    @property
    def is_finished(self) -> bool:
        """Return whether every level is finished."""
        return len(self.levels) > MOST_LETTUCES

    def table(self) -> TurnsTable:
        """Return the table of the finished levels."""
        return TurnsTable(
            bytes(
                min(255, int(STEPS * turns + 0.5))
                for rows in self.levels
                for row in rows[:SQUARES]
                for turns in row
            )
        )


def begin_table(edition: Edition, *, sure: bool) -> TableWork:
    """Return the work on an edition's table of expected or sure turns, nothing done yet."""
    return _begin_level(TableWork(edition, sure))


def advance(work: TableWork) -> TableWork:
    """Return the work one row further; finished work comes back as it is."""
    if len(work.levels) > MOST_LETTUCES:
        return work
    row = _best_row(work)
    changes = [abs(new - old) for new, old in zip(row, work.rows[work.square], strict=True)]
    change = max([work.change, *changes])
    rows = _with(work.rows, work.square, row)
    work = replace(work, rows=rows, change=change)
    work = replace(work, landing=_with(work.landing, work.square, _landing_row(work, work.square)))
    if work.square > 0:
        return replace(work, square=work.square - 1)
    if change > STILL and work.sweep < MOST_SWEEPS:
        return replace(_with_landings(work), square=SQUARES - 1, sweep=work.sweep + 1, change=0.0)
    return _begin_level(replace(work, levels=(*work.levels, rows)))


def make_table(edition: Edition, *, sure: bool) -> TurnsTable:
    """Return the finished table of an edition, all at once."""
    work = begin_table(edition, sure=sure)
    while not work.is_finished:
        work = advance(work)
    return work.table()


def _begin_level(work: TableWork) -> TableWork:
    """Begin the next level of lettuces: nothing known but Home."""
    home = tuple(0.0 if carrots <= 10 and not work.levels else NEVER for carrots in range(ROW))
    rows = (*((UNKNOWN,) * ROW for _ in range(SQUARES)), home)
    work = replace(work, rows=rows, landing=rows, square=SQUARES - 1, sweep=0, change=0.0)
    return _with_landings(work)


def _with_landings(work: TableWork) -> TableWork:
    landing = tuple(_landing_row(work, square) for square in range(SQUARES))
    return replace(work, landing=(*landing, work.rows[HOME_SQUARE]))


def _with(rows: Rows, square: int, row: Row) -> Rows:
    return (*rows[:square], row, *rows[square + 1 :])


def _shifted(row: Row, by: int) -> Row:
    """Return the row read at `by` carrots more: beyond its end each ten carrots take a turn."""
    if by <= 0:
        return (NEVER,) * min(-by, ROW) + row[: ROW + by] if by else row
    last = row[MOST_CARROTS]
    beyond = (last + more / CARROTS_PER_TURN for more in range(1, by + 1))
    return (row + tuple(beyond))[by:]


def _best_row(work: TableWork) -> Row:
    """Return the turns of every stock when a piece on the work's square is free to move."""
    edition, square, rows = work.edition, work.square, work.rows
    kinds = edition.board.squares
    best = [NEVER] * ROW
    for to in range(square + 1, HOME_SQUARE + 1):
        price = cost(to - square)
        if price > MOST_CARROTS:
            break
        if kinds[to] is not Kind.TORTOISE and (kinds[to] is not Kind.LETTUCE or work.levels):
            best[price:] = map(min, best[price:], work.landing[to])
    back = edition.board.tortoise_behind[square]
    others = [] if back is None else [_shifted(rows[back], 10 * (square - back))]
    if kinds[square] is Kind.CARROT:
        others += [_shifted(rows[square], 10), _shifted(rows[square], -10)]
    for other in others:
        best = list(map(min, best, other))
    filled = edition.start_carrots(MODEL_PLAYERS)
    restart = rows[0][min(filled, MOST_CARROTS)]
    return tuple(1 + (restart if turns >= NEVER else turns) for turns in best)


def _landing_row(work: TableWork, square: int) -> Row:
    """Return the turns of every stock after landing on a square by an own move."""
    kind, row = work.edition.board.squares[square], work.rows[square]
    if kind is Kind.LETTUCE:
        return _eaten(work, square) if work.levels else (NEVER,) * ROW
    if work.sure and (kind is Kind.HARE or kind in _PAYMENT):
        return (NEVER,) * ROW
    if kind is Kind.HARE:
        return _mean_of_cards(work, square)
    if kind in _PAYMENT:
        paid = _shifted(row, _PAYMENT[kind])
        return tuple(
            PAID_SHARE * p + (1 - PAID_SHARE) * turns for p, turns in zip(paid, row, strict=True)
        )
    return row


def _eaten(work: TableWork, square: int) -> Row:
    """Return the turns when the next turn is spent on eating (or lost, without a lettuce)."""
    if not work.levels:
        return tuple(1 + turns for turns in work.rows[square])
    pays = EATING_PAYS_SURELY if work.sure else EATING_PAYS
    return tuple(1 + turns for turns in _shifted(work.levels[-1][square], pays))


def _mean_of_cards(work: TableWork, square: int) -> Row:
    total = [0.0] * ROW
    for card, share in card_shares(work.edition).items():
        total = [
            sum_ + share * turns
            for sum_, turns in zip(total, _after_card(work, square, card), strict=True)
        ]
    return tuple(total)


def _after_card(work: TableWork, square: int, card: str) -> Row:
    """Return the turns of every stock after a hare card, with nobody else in the way."""
    effect = _EFFECTS.get(card)
    return effect(work, square) if effect else work.rows[square]


def _missed(work: TableWork, square: int) -> Row:
    return tuple(1 + turns for turns in work.rows[square])


def _again(work: TableWork, square: int) -> Row:
    return tuple(turns - 1 for turns in work.rows[square])


def _behind_or_again(work: TableWork, square: int) -> Row:
    both = zip(_missed(work, square), _again(work, square), strict=True)
    return tuple((missed + again) / 2 for missed, again in both)


def _ten(work: TableWork, square: int) -> Row:
    row = work.rows[square]
    return tuple(map(min, row, _shifted(row, 10), _shifted(row, -10)))


def _carrot_forward(work: TableWork, square: int) -> Row:
    ahead = (n for n in work.edition.board.carrot_squares if n > square)
    return work.rows[min(ahead, default=square)]


def _carrot_back(work: TableWork, square: int) -> Row:
    behind = (n for n in work.edition.board.carrot_squares if n < square)
    return work.rows[max(behind, default=square)]


def _ten_per_lettuce(work: TableWork, square: int) -> Row:
    lettuces = len(work.levels)
    return _shifted(work.rows[square], 10 * lettuces) if lettuces else _missed(work, square)


def _lose_half(work: TableWork, square: int) -> Row:
    return tuple(work.rows[square][carrots - carrots // 2] for carrots in range(ROW))


def _give_ten(work: TableWork, square: int) -> Row:
    row = work.rows[square]
    return (*row[:10], *_shifted(row, -10)[10:])


def _eat_carrot(work: TableWork, square: int) -> Row:
    row = work.rows[square]
    return (1 + row[0], *(1 + turns for turns in row[:-1]))


_EFFECTS: dict[str, Callable[[TableWork, int], Row]] = {
    "fall_back": lambda work, square: work.rows[max(square - 5, 0)],
    "advance": lambda work, square: work.rows[min(square + 4, SQUARES - 1)],
    "free_ride": lambda work, square: _shifted(work.rows[square], PRICE_BACK),
    "ten": _ten,
    "eat_lettuce": _eaten,
    "miss_turn": _missed,
    "go_again": _again,
    "carrot_forward": _carrot_forward,
    "carrot_back": _carrot_back,
    "give_ten": _give_ten,
    "behind_or_again": _behind_or_again,
    "exactly_65": lambda work, square: (work.rows[square][65],) * ROW,
    "ten_per_lettuce": _ten_per_lettuce,
    "lose_half": _lose_half,
    "eat_carrot": _eat_carrot,
}
"""What a card does to the turns; `show_carrots` and `shuffle` change nothing worth counting."""
