"""Every amount of carrots that the rules name: costs, earnings and limits (spec/rules.md).

All shown numbers are made by these functions, from the constants here.
"""

from __future__ import annotations

from bisect import bisect_right

COSTS: tuple[int, ...] = tuple(squares * (squares + 1) // 2 for squares in range(65))
"""The carrots that a move forward costs, by the number of squares."""

TAKEN = 10  # taken or given on a carrot square, and by the card `ten`
GIVEN = 10  # to each receiver of `give_ten`
GIVEN_IF_SHORT = (10, 5, 1)  # the same under `give_ten_short = "five-then-one"`
CHEWED = 1  # handed in for `eat_carrot`
SHUFFLE_GIFT = 1  # each other player's to the one who drew `shuffle`
EXACT_STOCK = 65  # of the card `exactly_65`
PER_SQUARE_BACK = 10
PER_RANK = 10
PER_PLACE = 10
PER_LETTUCE = 10


def cost(squares: int) -> int:
    """Return the carrots that a move forward of `squares` squares costs."""
    return COSTS[squares]


def furthest(carrots: int) -> int:
    """Return the most squares forward (up to 64) that `carrots` pay."""
    return bisect_right(COSTS, carrots) - 1


def back_earnings(squares: int) -> int:
    """Return the carrots that a move back of `squares` squares earns."""
    return PER_SQUARE_BACK * squares


def rank_payment(rank: int) -> int:
    """Return the carrots that a number square or an eaten lettuce pays at this rank."""
    return PER_RANK * rank


def finish_allowance(place: int) -> int:
    """Return the carrots that may be left on reaching Home as number `place`."""
    return PER_PLACE * place


def lettuce_payment(lettuces: int) -> int:
    """Return the carrots that `ten_per_lettuce` pays for `lettuces` lettuces."""
    return PER_LETTUCE * lettuces


def half_lost(carrots: int) -> int:
    """Return the carrots that `lose_half` takes from `carrots`."""
    return carrots // 2


def filled_up(carrots: int, starting_stock: int) -> int:
    """Return the carrots that a restart adds to a stock; a larger stock is kept."""
    return max(0, starting_stock - carrots)
