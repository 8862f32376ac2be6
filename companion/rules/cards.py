"""The hare cards: one small function for each card id (spec/rules.md, Hare cards and chart).

Each effect gets the course of the decision and the `Draw`: whose piece drew the card, and what
its own move here cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.board import HOME_SQUARE, Kind
from companion.rules.consequence import Consequence, ConsequenceKind, VoidReason
from companion.rules.moves import finish_fault, has_lettuce_to_eat
from companion.rules.ranking import is_racing, occupied, racing_pieces, rank_among
from companion.rules.state import Prompt, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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


def land(course: Transition, seat: int, index: int, square: int, paid: int | None) -> None:
    """Put a piece down on a square, and on a hare square draw and obey the top card.

    As long as the cards lead onto hare squares, the next one is drawn.
    """
    course.on_hare = course.stand(seat, index, square) is Kind.HARE
    while course.on_hare:
        course.on_hare = False
        _draw_card(course, CardDraw(seat, index, paid if course.draws == 0 else None))


def _draw_card(course: Transition, draw: CardDraw) -> None:
    """Draw a card, or roll for the chart, and obey it; it lies under the pile before it acts."""
    card = _roll_chart(course, draw) if course.setup.edition.chart else _draw_pile(course, draw)
    course.draws += 1
    if course.draws > MOST_DRAWS:
        _void(course, draw, VoidReason.ENDLESS)
    else:
        EFFECTS[card](course, draw)


def _roll_chart(course: Transition, draw: CardDraw) -> str:
    roll = course.chance.roll(course.state.rolls + len(course.rolls))
    course.rolls.append(roll)
    row = (course.setup.edition.chart or ())[roll - 1]
    card = row[rank_among(course.seats, _piece(course, draw)) - 1]
    course.tell(Consequence(ConsequenceKind.DREW, draw.seat, draw.piece, card=card, roll=roll))
    return card


def _draw_pile(course: Transition, draw: CardDraw) -> str:
    if not course.deck:
        _new_pile(course, draw)
    card, rest = course.deck[0], course.deck[1:]
    if course.setup.rules.used_cards == "aside":
        course.deck, course.aside = rest, (*course.aside, card)
    else:
        course.deck = (*rest, card)
    course.tell(Consequence(ConsequenceKind.DREW, draw.seat, draw.piece, card=card))
    return card


def _new_pile(course: Transition, draw: CardDraw) -> None:
    """Shuffle all cards, wherever they lie, into a new pile."""
    count = course.state.shuffles + len(course.decks)
    course.deck = course.chance.shuffle(count, course.deck + course.aside)
    course.aside = ()
    course.decks.append(course.deck)
    course.tell(Consequence(ConsequenceKind.SHUFFLED, draw.seat, draw.piece))


def _piece(course: Transition, draw: CardDraw) -> Piece:
    return course.seats[draw.seat].pieces[draw.piece]


def _void(course: Transition, draw: CardDraw, why: VoidReason) -> None:
    course.tell(Consequence(ConsequenceKind.VOID, draw.seat, draw.piece, why=why))


def _carry(course: Transition, draw: CardDraw, square: int) -> None:
    """Move the piece by the card: that counts as landing."""
    before = _piece(course, draw).square
    course.tell(Consequence(ConsequenceKind.CARD_MOVED, draw.seat, draw.piece, before, square))
    course.on_hare = course.stand(draw.seat, draw.piece, square) is Kind.HARE


def _change(course: Transition, draw: CardDraw, carrots: int) -> None:
    course.pay(draw.seat, carrots)
    course.tell(Consequence(ConsequenceKind.CARD_CARROTS, draw.seat, draw.piece, carrots=carrots))


def _make_owe(course: Transition, draw: CardDraw, status: Status) -> None:
    course.owe(draw.seat, draw.piece, status)
    course.tell(Consequence(ConsequenceKind.CARD_STATUS, draw.seat, draw.piece, status=status))


def _fall_back(course: Transition, draw: CardDraw) -> None:
    square = _piece(course, draw).square
    behind = [each.square for *_, each in racing_pieces(course.seats) if each.square < square]
    if not behind:
        _void(course, draw, VoidReason.LAST)
        return
    _carry(course, draw, _first_free(course, draw, range(max(behind) - 1, 0, -1)) or 0)


def _advance(course: Transition, draw: CardDraw) -> None:
    square = _piece(course, draw).square
    ahead = [each.square for *_, each in racing_pieces(course.seats) if each.square > square]
    if not ahead:
        _void(course, draw, VoidReason.FIRST)
        return
    tortoises = course.setup.edition.board.tortoise_mask
    way = (n for n in range(min(ahead) + 1, HOME_SQUARE) if not tortoises >> n & 1)
    target = _first_free(course, draw, way)
    if target is not None:
        _carry(course, draw, target)
    elif finish_fault(course, draw.seat, course.seats[draw.seat].carrots) is None:
        _carry(course, draw, HOME_SQUARE)
    else:
        _void(course, draw, VoidReason.FINISH)


def _first_free(course: Transition, draw: CardDraw, way: Iterable[int]) -> int | None:
    """Return the first square of the way that the seat may stand on: vacant, a lettuce to eat."""
    barred = occupied(course.seats)
    if not has_lettuce_to_eat(course.seats[draw.seat]):
        barred |= course.setup.edition.board.lettuce_mask
    return next((square for square in way if not barred >> square & 1), None)


def _carrot_forward(course: Transition, draw: CardDraw) -> None:
    square = _piece(course, draw).square
    squares = course.setup.edition.board.carrot_squares
    _to_carrots(course, draw, [n for n in squares if n > square])


def _carrot_back(course: Transition, draw: CardDraw) -> None:
    square = _piece(course, draw).square
    squares = course.setup.edition.board.carrot_squares
    _to_carrots(course, draw, [n for n in reversed(squares) if n < square])


def _to_carrots(course: Transition, draw: CardDraw, squares: list[int]) -> None:
    """Go to the nearest (or, by the ruling, the first vacant) of these carrot squares."""
    taken = occupied(course.seats)
    nearest = squares if course.setup.rules.carrot_card == "next-vacant" else squares[:1]
    target = next((square for square in nearest if not taken >> square & 1), None)
    if target is not None:
        _carry(course, draw, target)
    else:
        _void(course, draw, VoidReason.OCCUPIED if squares else VoidReason.NO_SQUARE)


def _free_ride(course: Transition, draw: CardDraw) -> None:
    if draw.paid is None:
        _void(course, draw, VoidReason.NOT_PAID)
    else:
        _change(course, draw, draw.paid)


def _ten(course: Transition, draw: CardDraw) -> None:
    del draw
    course.ask = Prompt.TEN


def _eat_lettuce(course: Transition, draw: CardDraw) -> None:
    _make_owe(course, draw, Status.EAT)


def _eat_carrot(course: Transition, draw: CardDraw) -> None:
    _make_owe(course, draw, Status.CHEW)


def _miss_turn(course: Transition, draw: CardDraw) -> None:
    _make_owe(course, draw, Status.MISS)


def _go_again(course: Transition, draw: CardDraw) -> None:
    course.ask = Prompt.AGAIN
    course.tell(Consequence(ConsequenceKind.AGAIN, draw.seat, draw.piece))


def _give_ten(course: Transition, draw: CardDraw) -> None:
    """Give to each other player behind; receivers of 10 are asked, 5s and 1s are simply kept."""
    receivers = _players_behind(course, draw)
    if not receivers:
        _void(course, draw, VoidReason.NOBODY_BEHIND)
        return
    hand = course.seats[draw.seat].carrots
    short = course.setup.rules.give_ten_short == "five-then-one"
    gifts = (10, 5, 1) if short else (10,)
    gift = next((each for each in gifts if each * len(receivers) <= hand), 0)
    if not gift:
        _void(course, draw, VoidReason.TOO_FEW)
    elif gift == 10:
        _ask_receivers(course, draw, receivers)
    else:
        for receiver in receivers:
            _give(course, draw.seat, receiver, gift)


def _players_behind(course: Transition, draw: CardDraw) -> tuple[int, ...]:
    """List the other seats with a racing piece behind this one, in turn order after the giver."""
    square = _piece(course, draw).square
    behind = {seat for seat, _, each in racing_pieces(course.seats) if each.square < square} - {
        draw.seat
    }
    players = len(course.seats)
    return tuple(sorted(behind, key=lambda seat: (seat - draw.seat) % players))


def _ask_receivers(course: Transition, draw: CardDraw, receivers: tuple[int, ...]) -> None:
    course.pay(draw.seat, -10 * len(receivers))
    for receiver in receivers:
        course.tell(
            Consequence(ConsequenceKind.GAVE, draw.seat, draw.piece, carrots=10, other=receiver)
        )
    course.ask = Prompt.KEEP
    course.giver = draw.seat
    course.receivers = receivers
    course.turn = receivers[0]


def _give(course: Transition, giver: int, receiver: int, carrots: int) -> None:
    course.pay(giver, -carrots)
    course.pay(receiver, carrots)
    course.tell(Consequence(ConsequenceKind.GAVE, giver, carrots=carrots, other=receiver))


def _behind_or_again(course: Transition, draw: CardDraw) -> None:
    """Miss where more pieces are behind than ahead (Home is ahead), else move again."""
    square = _piece(course, draw).square
    others = [each.square for seat in course.seats if not seat.left for each in seat.pieces]
    behind = sum(each < square for each in others)
    ahead = sum(each > square for each in others)
    if behind > ahead:
        _miss_turn(course, draw)
    else:
        _go_again(course, draw)


def _exactly_65(course: Transition, draw: CardDraw) -> None:
    _change(course, draw, 65 - course.seats[draw.seat].carrots)


def _ten_per_lettuce(course: Transition, draw: CardDraw) -> None:
    lettuces = course.seats[draw.seat].lettuces
    if lettuces:
        _change(course, draw, 10 * lettuces)
    else:
        _miss_turn(course, draw)


def _lose_half(course: Transition, draw: CardDraw) -> None:
    _change(course, draw, -(course.seats[draw.seat].carrots // 2))


def _show_carrots(course: Transition, draw: CardDraw) -> None:
    stock = course.seats[draw.seat].carrots
    course.tell(Consequence(ConsequenceKind.SHOWN, draw.seat, draw.piece, carrots=stock))


def _shuffle(course: Transition, draw: CardDraw) -> None:
    """Take one carrot of every other racing seat that has one; then shuffle the whole pile."""
    for number, seat in enumerate(course.seats):
        if number != draw.seat and is_racing(seat) and seat.carrots:
            _give(course, number, draw.seat, 1)
    if not course.setup.edition.chart:
        _new_pile(course, draw)


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
