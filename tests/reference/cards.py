"""Landing, and what each hare card does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.reference.position import (
    HOME,
    State,
    finish_code,
    is_ahead,
    is_occupied,
    is_racing,
    may_stand,
    next_place,
    on_board,
    racing,
    rank,
)

if TYPE_CHECKING:
    from tests.reference.chance import Drawn, Recorded

MOVERS = ("fall_back", "advance", "carrot_back", "carrot_forward")
STOCKS = ("free_ride", "exactly_65", "ten_per_lettuce", "lose_half")
DEBTS = {"eat_lettuce": "eat", "eat_carrot": "chew"}
QUESTIONS = {"ten": "ten", "go_again": "again"}


def land(
    state: State, seat: int, number: int, to: int, paid: int, chance: Drawn | Recorded
) -> None:
    """Put a piece on a square, by a move (`paid` carrots) or by a card (nothing paid)."""
    piece, kind = state["seats"][seat]["pieces"][number], state["setup"]["board"][to]
    place = next_place(state) if to == HOME else None
    piece.update(square=to, status=None, place=place, landed=kind in "234F")
    if kind == "L":
        piece["status"] = "eat"
    elif kind == "H":
        _draw(state, seat, number, paid, chance)


def _draw(state: State, seat: int, number: int, paid: int, chance: Drawn | Recorded) -> None:
    setup = state["setup"]
    if setup["chart"]:
        row = setup["chart"][chance.roll() - 1]
        card = row[(rank(state, seat, number) or 1) - 1]
    else:
        if not state["deck"]:
            state["deck"], state["aside"] = chance.pile(setup["cards"]), []
        card = state["deck"].pop(0)
        state["aside" if setup["rules"]["used_cards"] == "aside" else "deck"].append(card)
    _obey(state, seat, number, card, paid, chance)


def _obey(  # noqa: C901 - one branch for each kind of card
    state: State, seat: int, number: int, card: str, paid: int, chance: Drawn | Recorded
) -> None:
    mine = state["seats"][seat]
    piece = mine["pieces"][number]
    if card in MOVERS:
        to = _target(state, seat, number, card)
        if to is not None:
            land(state, seat, number, to, 0, chance)
    elif card in STOCKS:
        mine["carrots"] = _stock(mine, card, paid)
    elif card in DEBTS:
        piece["status"] = DEBTS[card]
    elif card in QUESTIONS:
        state["ask"] = QUESTIONS[card]
    elif card == "behind_or_again":
        _behind_or_again(state, piece)
    elif card == "give_ten":
        _give_ten(state, seat, piece)
    elif card == "shuffle":
        _shuffle(state, seat, chance)
    elif card == "miss_turn":
        _miss(piece)
    if card == "ten_per_lettuce" and mine["lettuces"] == 0:
        _skip(state, piece)


def _stock(seat: dict[str, Any], card: str, paid: int) -> int:
    carrots: int = seat["carrots"]
    after: dict[str, int] = {
        "free_ride": carrots + paid,
        "exactly_65": 65,
        "ten_per_lettuce": carrots + 10 * seat["lettuces"],
        "lose_half": carrots - carrots // 2,
    }
    return after[card]


def _target(state: State, seat: int, number: int, card: str) -> int | None:
    if card == "fall_back":
        return _behind_next(state, seat, number)
    if card == "advance":
        return _before_next(state, seat, number)
    return _carrot_square(state, seat, number, card)


def _behind_next(state: State, seat: int, number: int) -> int | None:
    square = state["seats"][seat]["pieces"][number]["square"]
    behind = [other["square"] for other in racing(state) if other["square"] < square]
    if not behind:
        return None
    steps = range(max(behind) - 1, 0, -1)
    return next((step for step in steps if may_stand(state, seat, number, step)), 0)


def _before_next(state: State, seat: int, number: int) -> int | None:
    square, board = state["seats"][seat]["pieces"][number]["square"], state["setup"]["board"]
    ahead = [other["square"] for other in racing(state) if other["square"] > square]
    if not ahead:
        return None
    for step in range(min(ahead) + 1, HOME):
        if board[step] != "T" and may_stand(state, seat, number, step):
            return step
    is_kept_out = finish_code(state, seat, state["seats"][seat]["carrots"])
    return None if is_kept_out else HOME


def _carrot_square(state: State, seat: int, number: int, card: str) -> int | None:
    square = state["seats"][seat]["pieces"][number]["square"]
    steps = range(square - 1, 0, -1) if card == "carrot_back" else range(square + 1, HOME)
    carrots = [step for step in steps if state["setup"]["board"][step] == "C"]
    if state["setup"]["rules"]["carrot_card"] == "void":
        carrots = carrots[:1]
    return next((step for step in carrots if not is_occupied(state, step)), None)


def _miss(piece: dict[str, Any]) -> None:
    piece.update(status="miss", fresh=True)


def _skip(state: State, piece: dict[str, Any]) -> None:
    if state["setup"]["rules"]["skip_cards"] == "next-turn":
        _miss(piece)


def _behind_or_again(state: State, piece: dict[str, Any]) -> None:
    others = on_board(state)
    ahead = sum(is_ahead(other, piece) for other in others)
    behind = sum(is_ahead(piece, other) for other in others)
    if behind > ahead:
        _skip(state, piece)
    else:
        state["ask"] = "again"


def _give_ten(state: State, seat: int, piece: dict[str, Any]) -> None:
    players, mine = len(state["seats"]), state["seats"][seat]
    order = [(seat + step) % players for step in range(1, players)]
    receivers = [other for other in order if _has_piece_behind(state["seats"][other], piece)]
    if state["setup"]["rules"]["give_ten_to"] == "next-behind":
        receivers = _next_behind(state, receivers, piece)
    gifts = (10, 5, 1) if state["setup"]["rules"]["give_ten_short"] == "five-then-one" else (10,)
    gift = next((gift for gift in gifts if mine["carrots"] >= gift * len(receivers)), 0)
    if not receivers or not gift:
        return
    mine["carrots"] -= gift * len(receivers)
    if gift == 10:
        state.update(ask="keep", giver=seat, receivers=receivers, turn=receivers[0])
        return
    for other in receivers:
        state["seats"][other]["carrots"] += gift


def _next_behind(state: State, receivers: list[int], piece: dict[str, Any]) -> list[int]:
    for square in range(piece["square"] - 1, -1, -1):
        for seat in receivers:
            if any(other["square"] == square for other in state["seats"][seat]["pieces"]):
                return [seat]
    return []


def _has_piece_behind(seat: dict[str, Any], piece: dict[str, Any]) -> bool:
    return not seat["left"] and any(
        other["place"] is None and other["square"] < piece["square"] for other in seat["pieces"]
    )


def _shuffle(state: State, seat: int, chance: Drawn | Recorded) -> None:
    everyone = state["setup"]["rules"]["shuffle_from"] == "everyone"
    for number, other in enumerate(state["seats"]):
        is_asked = is_racing(other) or (everyone and not other["left"])
        if number != seat and is_asked and other["carrots"] > 0:
            other["carrots"] -= 1
            state["seats"][seat]["carrots"] += 1
    if not state["setup"]["chart"]:
        state["deck"], state["aside"] = chance.pile(state["setup"]["cards"]), []
