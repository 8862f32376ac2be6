"""The hare cards: one small function for each card id (spec/rules.md, Hare cards and chart).

Each effect gets the transition and the `CardDraw`: whose piece drew the card, and what its own move
here cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.amounts import (
    EXACT_STOCK,
    GIVEN,
    GIVEN_IF_SHORT,
    SHUFFLE_GIFT,
    half_lost,
    lettuce_payment,
)
from companion.rules.board import HOME_SQUARE, Kind
from companion.rules.consequence import (
    CardCarrots,
    CardMoved,
    CardStatus,
    Drew,
    ExtraTurn,
    Gave,
    Shown,
    Shuffled,
    TurnEnded,
    Void,
    VoidReason,
)
from companion.rules.moves import finish_fault, has_lettuce_to_eat
from companion.rules.ranking import is_racing, occupied, racing_pieces, rank_among
from companion.rules.state import Prompt, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.rules.edition import Chart
    from companion.rules.state import Piece
    from companion.rules.transition import Transition

MOST_DRAWS = 1000
"""The cards that act in one decision at most; only a family's own pile of nothing but `fall_back`
and `advance` can send a piece to and fro for ever, and the card after them has no effect."""


@dataclass(frozen=True, slots=True)
class CardDraw:
    """A piece on a hare square: its seat, its number, and the carrots that its move here cost.

    `paid` is None where a card brought the piece here.
    """

    seat: int
    piece: int
    paid: int | None


def land(transition: Transition, seat: int, index: int, square: int, paid: int | None) -> None:
    """Put a piece on a square, and on a hare square draw and obey the top card.

    As long as the cards lead onto hare squares, the next one is drawn.
    """
    transition.on_hare = transition.place_piece(seat, index, square) is Kind.HARE
    while transition.on_hare:
        transition.on_hare = False
        _draw_card(transition, CardDraw(seat, index, paid if transition.draws == 0 else None))


def _draw_card(transition: Transition, draw: CardDraw) -> None:
    """Draw a card, or roll for the chart; put the card under the pile, then apply its effect."""
    chart = transition.setup.edition.chart
    card = _roll_chart(transition, draw, chart) if chart else _draw_pile(transition, draw)
    transition.draws += 1
    if transition.draws > MOST_DRAWS:
        _void(transition, draw, VoidReason.ENDLESS)
    else:
        EFFECTS[card](transition, draw)


def _roll_chart(transition: Transition, draw: CardDraw, chart: Chart) -> str:
    roll = transition.chance.roll(transition.state.rolls + len(transition.rolls))
    transition.rolls.append(roll)
    card = chart[roll - 1][rank_among(transition.seats, _piece(transition, draw)) - 1]
    transition.add(Drew(draw.seat, draw.piece, card, roll))
    return card


def _draw_pile(transition: Transition, draw: CardDraw) -> str:
    if not transition.deck:
        _new_pile(transition, draw)
    card, rest = transition.deck[0], transition.deck[1:]
    if transition.setup.rules.used_cards == "aside":
        transition.deck, transition.aside = rest, (*transition.aside, card)
    else:
        transition.deck = (*rest, card)
    transition.add(Drew(draw.seat, draw.piece, card))
    return card


def _new_pile(transition: Transition, draw: CardDraw) -> None:
    """Shuffle all cards, wherever they lie, into a new pile."""
    count = transition.state.shuffles + len(transition.decks)
    transition.deck = transition.chance.shuffle(count, transition.deck + transition.aside)
    transition.aside = ()
    transition.decks.append(transition.deck)
    transition.add(Shuffled(draw.seat, draw.piece))


def _piece(transition: Transition, draw: CardDraw) -> Piece:
    return transition.seats[draw.seat].pieces[draw.piece]


def _void(transition: Transition, draw: CardDraw, reason: VoidReason) -> None:
    transition.add(Void(draw.seat, draw.piece, reason))


def _carry(transition: Transition, draw: CardDraw, square: int) -> None:
    """Move the piece by the card: that counts as landing."""
    before = _piece(transition, draw).square
    transition.add(CardMoved(draw.seat, draw.piece, before, square))
    transition.on_hare = transition.place_piece(draw.seat, draw.piece, square) is Kind.HARE


def _change(transition: Transition, draw: CardDraw, carrots: int) -> None:
    transition.add_carrots(draw.seat, carrots)
    transition.add(CardCarrots(draw.seat, draw.piece, carrots))


def _make_owe(transition: Transition, draw: CardDraw, status: Status) -> None:
    transition.set_status(draw.seat, draw.piece, status)
    transition.add(CardStatus(draw.seat, draw.piece, status))


def _fall_back(transition: Transition, draw: CardDraw) -> None:
    square = _piece(transition, draw).square
    behind = [each.square for *_, each in racing_pieces(transition.seats) if each.square < square]
    if not behind:
        _void(transition, draw, VoidReason.LAST)
        return
    way = range(max(behind) - 1, 0, -1)
    target = _first_free(transition, draw, way)
    _carry(transition, draw, 0 if target is None else target)


def _advance(transition: Transition, draw: CardDraw) -> None:
    square = _piece(transition, draw).square
    ahead = [each.square for *_, each in racing_pieces(transition.seats) if each.square > square]
    if not ahead:
        _void(transition, draw, VoidReason.FIRST)
        return
    tortoises = transition.setup.edition.board.tortoise_mask
    way = (n for n in range(min(ahead) + 1, HOME_SQUARE) if not tortoises >> n & 1)
    target = _first_free(transition, draw, way)
    if target is not None:
        _carry(transition, draw, target)
    elif finish_fault(transition, draw.seat, transition.seats[draw.seat].carrots) is None:
        _carry(transition, draw, HOME_SQUARE)
    else:
        _void(transition, draw, VoidReason.FINISH)


def _first_free(transition: Transition, draw: CardDraw, way: Iterable[int]) -> int | None:
    """Return the first square of the way that the seat may stand on: vacant, a lettuce to eat."""
    barred = occupied(transition.seats)
    if not has_lettuce_to_eat(transition.seats[draw.seat]):
        barred |= transition.setup.edition.board.lettuce_mask
    return next((square for square in way if not barred >> square & 1), None)


def _carrot_forward(transition: Transition, draw: CardDraw) -> None:
    square = _piece(transition, draw).square
    squares = transition.setup.edition.board.carrot_squares
    _to_carrots(transition, draw, [n for n in squares if n > square])


def _carrot_back(transition: Transition, draw: CardDraw) -> None:
    square = _piece(transition, draw).square
    squares = transition.setup.edition.board.carrot_squares
    _to_carrots(transition, draw, [n for n in reversed(squares) if n < square])


def _to_carrots(transition: Transition, draw: CardDraw, squares: list[int]) -> None:
    """Go to the nearest (or, by the ruling, the first vacant) of these carrot squares."""
    taken = occupied(transition.seats)
    nearest = squares if transition.setup.rules.carrot_card == "next-vacant" else squares[:1]
    target = next((square for square in nearest if not taken >> square & 1), None)
    if target is not None:
        _carry(transition, draw, target)
    else:
        _void(transition, draw, VoidReason.OCCUPIED if squares else VoidReason.NO_SQUARE)


def _free_ride(transition: Transition, draw: CardDraw) -> None:
    if draw.paid is None:
        _void(transition, draw, VoidReason.NOT_PAID)
    else:
        _change(transition, draw, draw.paid)


def _ten(transition: Transition, draw: CardDraw) -> None:
    del draw
    transition.prompt = Prompt.TEN


def _eat_lettuce(transition: Transition, draw: CardDraw) -> None:
    _make_owe(transition, draw, Status.EAT)


def _eat_carrot(transition: Transition, draw: CardDraw) -> None:
    _make_owe(transition, draw, Status.CHEW)


def _miss_turn(transition: Transition, draw: CardDraw) -> None:
    _make_owe(transition, draw, Status.MISS)


def _skip_turn(transition: Transition, draw: CardDraw) -> None:
    """Miss the next turn, or by the ruling `skip_cards` only end this one."""
    if transition.setup.rules.skip_cards == "next-turn":
        _make_owe(transition, draw, Status.MISS)
    else:
        transition.add(TurnEnded(draw.seat, draw.piece))


def _go_again(transition: Transition, draw: CardDraw) -> None:
    transition.prompt = Prompt.AGAIN
    transition.add(ExtraTurn(draw.seat, draw.piece))


def _give_ten(transition: Transition, draw: CardDraw) -> None:
    """Give to each other player behind; receivers of 10 are asked, 5s and 1s are simply kept."""
    receivers = _receivers(transition, draw)
    if not receivers:
        _void(transition, draw, VoidReason.NOBODY_BEHIND)
        return
    hand = transition.seats[draw.seat].carrots
    short = transition.setup.rules.give_ten_short == "five-then-one"
    gifts = GIVEN_IF_SHORT if short else (GIVEN,)
    gift = next((each for each in gifts if each * len(receivers) <= hand), 0)
    if not gift:
        _void(transition, draw, VoidReason.TOO_FEW)
    elif gift == GIVEN:
        _ask_receivers(transition, draw, receivers)
    else:
        for receiver in receivers:
            _give(transition, draw.seat, receiver, gift)


def _receivers(transition: Transition, draw: CardDraw) -> tuple[int, ...]:
    """List the seats that `give_ten` gives to, in turn order after the giver.

    All with a racing piece behind this one, or by the ruling `give_ten_to` the next behind alone.
    """
    square = _piece(transition, draw).square
    behind = {
        seat: each.square
        for seat, _, each in racing_pieces(transition.seats)
        if each.square < square and seat != draw.seat
    }
    players = len(transition.seats)
    in_order = sorted(behind, key=lambda seat: (seat - draw.seat) % players)
    if transition.setup.rules.give_ten_to == "next-behind" and in_order:
        return (max(in_order, key=lambda seat: behind[seat]),)  # of equals the first in order
    return tuple(in_order)


def _ask_receivers(transition: Transition, draw: CardDraw, receivers: tuple[int, ...]) -> None:
    transition.add_carrots(draw.seat, -GIVEN * len(receivers))
    for receiver in receivers:
        transition.add(Gave(draw.seat, receiver, GIVEN))
    transition.prompt = Prompt.KEEP
    transition.giver = draw.seat
    transition.receivers = receivers
    transition.turn = receivers[0]


def _give(transition: Transition, giver: int, receiver: int, carrots: int) -> None:
    transition.add_carrots(giver, -carrots)
    transition.add_carrots(receiver, carrots)
    transition.add(Gave(giver, receiver, carrots))


def _behind_or_again(transition: Transition, draw: CardDraw) -> None:
    """Miss where more pieces are behind than ahead (Home is ahead), else move again."""
    square = _piece(transition, draw).square
    others = [each.square for seat in transition.seats if not seat.left for each in seat.pieces]
    behind = sum(each < square for each in others)
    ahead = sum(each > square for each in others)
    if behind > ahead:
        _skip_turn(transition, draw)
    else:
        _go_again(transition, draw)


def _exactly_65(transition: Transition, draw: CardDraw) -> None:
    _change(transition, draw, EXACT_STOCK - transition.seats[draw.seat].carrots)


def _ten_per_lettuce(transition: Transition, draw: CardDraw) -> None:
    lettuces = transition.seats[draw.seat].lettuces
    if lettuces:
        _change(transition, draw, lettuce_payment(lettuces))
    else:
        _skip_turn(transition, draw)


def _lose_half(transition: Transition, draw: CardDraw) -> None:
    _change(transition, draw, -half_lost(transition.seats[draw.seat].carrots))


def _show_carrots(transition: Transition, draw: CardDraw) -> None:
    stock = transition.seats[draw.seat].carrots
    transition.add(Shown(draw.seat, draw.piece, stock))


def _shuffle(transition: Transition, draw: CardDraw) -> None:
    """Take one carrot of every other seat in the game that has one; then shuffle the whole pile.

    Seats whose pieces are Home give by the ruling `shuffle_from` only.
    """
    from_all = transition.setup.rules.shuffle_from == "everyone"
    for number, seat in enumerate(transition.seats):
        gives = is_racing(seat) or (from_all and not seat.left)
        if number != draw.seat and gives and seat.carrots >= SHUFFLE_GIFT:
            _give(transition, number, draw.seat, SHUFFLE_GIFT)
    if not transition.setup.edition.chart:
        _new_pile(transition, draw)


EFFECTS: dict[str, Callable[[Transition, CardDraw], None]] = {
    "fall_back": _fall_back,
    "advance": _advance,
    "free_ride": _free_ride,
    "ten": _ten,
    "eat_lettuce": _eat_lettuce,
    "miss_turn": _miss_turn,
    "go_again": _go_again,
    "carrot_forward": _carrot_forward,
    "carrot_back": _carrot_back,
    "give_ten": _give_ten,
    "behind_or_again": _behind_or_again,
    "exactly_65": _exactly_65,
    "ten_per_lettuce": _ten_per_lettuce,
    "lose_half": _lose_half,
    "show_carrots": _show_carrots,
    "shuffle": _shuffle,
    "eat_carrot": _eat_carrot,
}
"""What each card does; a test holds the keys equal to edition.CARDS."""
