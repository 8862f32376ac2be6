"""A position as dicts and lists, what can be read off it, and its JSON form."""

from __future__ import annotations

from typing import Any

HOME = 64
WAITING = ("eat", "chew")

State = dict[str, Any]


def start(setup: dict[str, Any]) -> State:
    """Put every piece on Start and deal the starting stock.

    `setup` is what `read_setup` gives: board, players, pieces, carrots, lettuces, deck, cards,
    chart, rules, teams.
    """
    return {
        "setup": setup,
        "seats": [_new_seat(setup) for _ in range(setup["players"])],
        "turn": 0,
        "ask": None,
        "receivers": [],
        "giver": None,
        "over": False,
        "deck": list(setup["deck"]),
        "aside": [],
        "opened": False,
        "entries": 0,
    }


def _new_seat(setup: dict[str, Any]) -> dict[str, Any]:
    piece = {"square": 0, "status": None, "place": None, "landed": False, "fresh": False}
    return {
        "carrots": setup["carrots"],
        "lettuces": setup["lettuces"],
        "left": False,
        "pieces": [dict(piece) for _ in range(setup["pieces"])],
    }


def copied(state: State) -> State:
    """Copy as deep as `apply` writes: the seats, their pieces, the piles."""
    new = dict(state)
    new["seats"] = [
        {**seat, "pieces": [dict(piece) for piece in seat["pieces"]]} for seat in state["seats"]
    ]
    for key in ("deck", "aside", "receivers"):
        new[key] = list(state[key])
    return new


def on_board(state: State) -> list[dict[str, Any]]:
    """List all pieces but those of seats that left, the ones at Home included."""
    return [piece for seat in state["seats"] if not seat["left"] for piece in seat["pieces"]]


def racing(state: State) -> list[dict[str, Any]]:
    """List all pieces still on the way."""
    return [piece for piece in on_board(state) if piece["place"] is None]


def is_racing(seat: dict[str, Any]) -> bool:
    """Return whether a seat still has a piece on the way."""
    return not seat["left"] and any(piece["place"] is None for piece in seat["pieces"])


def is_ahead(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether `one` is strictly ahead: Home before the track, by order of arrival."""
    if one["place"] is not None:
        return other["place"] is None or one["place"] < other["place"]
    return other["place"] is None and one["square"] > other["square"]


def rank(state: State, seat: int, piece: int) -> int | None:
    """Count the pieces strictly ahead, plus one; None once the seat left."""
    if state["seats"][seat]["left"]:
        return None
    mine = state["seats"][seat]["pieces"][piece]
    return 1 + sum(is_ahead(other, mine) for other in on_board(state))


def next_place(state: State) -> int:
    """Return which place the next piece Home gets."""
    return 1 + sum(piece["place"] is not None for piece in on_board(state))


def is_occupied(state: State, square: int) -> bool:
    """Return whether a piece bars the square; Start and Home hold any number."""
    return 0 < square < HOME and any(piece["square"] == square for piece in on_board(state))


def cost(squares: int) -> int:
    """Return the carrots for moving forward."""
    return squares * (squares + 1) // 2


def tortoises_behind(state: State, square: int) -> list[int]:
    """List the tortoise squares behind, nearest first."""
    board = state["setup"]["board"]
    return [behind for behind in range(square - 1, 0, -1) if board[behind] == "T"]


def has_lettuce_for(seat: dict[str, Any], mover: dict[str, Any]) -> bool:
    """Return whether a lettuce is to be eaten that no other own piece waits to eat."""
    others = sum(piece["status"] == "eat" for piece in seat["pieces"] if piece is not mover)
    return bool(seat["lettuces"] > others)


def finish_code(state: State, seat: int, left_over: int) -> str | None:
    """Test the conditions of Home with what is left after paying."""
    mine = state["seats"][seat]
    first_of_pair = len(mine["pieces"]) == 2 and all(p["place"] is None for p in mine["pieces"])
    lettuces_count = not first_of_pair or state["setup"]["rules"]["pair_first_needs_lettuces"]
    if lettuces_count and mine["lettuces"] > 0:
        return "finish-lettuces"
    if not first_of_pair and left_over > 10 * next_place(state):
        return "finish-carrots"
    return None


def may_stand(state: State, seat: int, piece: int, square: int) -> bool:
    """Return whether a card may put the piece on a square of the track."""
    mine = state["seats"][seat]
    if is_occupied(state, square):
        return False
    is_lettuce = state["setup"]["board"][square] == "L"
    return not is_lettuce or has_lettuce_for(mine, mine["pieces"][piece])


def state_json(state: State, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the state as spec/record.md prints it."""
    return {
        "entries": state["entries"],
        "over": state["over"],
        "turn": None if state["over"] else {"seat": state["turn"], "ask": state["ask"]},
        "seats": [_seat_json(state, seat) for seat in range(len(state["seats"]))],
        "deck": list(state["deck"]),
        "legal": legal,
    }


def _seat_json(state: State, seat: int) -> dict[str, Any]:
    mine = state["seats"][seat]
    pieces = [
        {
            "square": piece["square"],
            "rank": rank(state, seat, number),
            "status": piece["status"],
            "place": piece["place"],
        }
        for number, piece in enumerate(mine["pieces"])
    ]
    stock = {key: mine[key] for key in ("carrots", "lettuces", "left")}
    return {**stock, "pieces": pieces}
