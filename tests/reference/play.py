"""What an entry does: a new state each time, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.reference.cards import land
from tests.reference.moves import is_entry, leave_code, legal, plain, refusal_code
from tests.reference.position import State, copied, cost, is_racing, rank

if TYPE_CHECKING:
    from tests.reference.chance import Drawn, Recorded

NUMBERS = {"2": (2,), "3": (3,), "4": (4,), "F": (1, 5, 6)}


class RefusedError(ValueError):
    """Say which code refuses an entry."""

    def __init__(self, code: str | None) -> None:
        super().__init__(code)
        self.code = code


def apply(state: State, entry: Any, chance: Drawn | Recorded) -> State:
    """Return the state after an entry, the old one left as it was.

    Raise `RefusedError` for what `legal` does not list, `ChanceError` for missing chance.
    """
    if not _is_possible(state, entry):
        raise RefusedError(refusal_code(state, entry))
    new = copied(state)
    new["entries"] += 1
    do, seat = entry["do"], entry["seat"]
    number = entry["piece"] if "piece" in plain(state, entry) else 0
    if do in ("keep", "bank"):
        return _receive(new, entry)
    if do == "leave":
        return _leave(new, seat)
    if do == "restart" or (do == "chew" and new["seats"][seat]["carrots"] == 0):
        return _restart(new, seat, number)
    if do in ("forward", "back"):
        _move(new, entry, number, chance)
    else:
        _stand(new, entry, number)
    return new if new["ask"] else _end_turn(new, seat)


def correct(state: State, **change: Any) -> State:
    """Set a position by hand, where no question is open: no landing, nothing paid or owed by it.

    `change` has the fields of `companion.rules.Correction`; it must be a possible one.
    """
    new = copied(state)
    new["entries"] += 1
    if change.get("seat") is not None:
        seat = new["seats"][change["seat"]]
        seat.update({key: change[key] for key in ("carrots", "lettuces") if key in change})
        piece = seat["pieces"][change.get("piece") or 0]
        if "square" in change:
            piece.update(square=change["square"], landed=False)
        if change.get("owes"):
            piece.update(status=change.get("status"), fresh=False)
    new["turn"] = change.get("turn", new["turn"])
    return new


def _is_possible(state: State, entry: Any) -> bool:
    if state["over"] or not is_entry(state, entry):
        return False
    if entry["do"] == "leave":
        return leave_code(state, entry["seat"]) is None
    return plain(state, entry) in legal(state)


def _move(state: State, entry: dict[str, Any], number: int, chance: Drawn | Recorded) -> None:
    seat, to = entry["seat"], entry["to"]
    mine = state["seats"][seat]
    steps = to - mine["pieces"][number]["square"]
    paid = cost(steps) if steps > 0 else 0
    earned = 10 * -steps if steps < 0 and not entry.get("decline") else 0
    mine["carrots"] += earned - paid
    state["ask"] = None
    state["opened"] = state["opened"] or seat == 0
    land(state, seat, number, to, paid, chance)


def _stand(state: State, entry: dict[str, Any], number: int) -> None:
    mine = state["seats"][entry["seat"]]
    state["ask"] = None
    if entry["do"] in ("carrots", "ten"):
        mine["carrots"] += entry["by"]
    elif entry["do"] == "eat":
        _eat(state, entry["seat"], number)
    elif entry["do"] == "chew":
        mine["carrots"] -= 1
        mine["pieces"][number]["status"] = "ate"


def _eat(state: State, seat: int, number: int) -> None:
    mine = state["seats"][seat]
    if mine["lettuces"] > 0:
        mine["lettuces"] -= 1
        mine["carrots"] += 10 * (rank(state, seat, number) or 0)
    mine["pieces"][number]["status"] = "ate"


def _restart(state: State, seat: int, number: int) -> State:
    mine = state["seats"][seat]
    mine["carrots"] = max(mine["carrots"], state["setup"]["carrots"])
    mine["pieces"][number].update(square=0, status=None, landed=False)
    if state["setup"]["rules"]["restart"] == "move-at-once":
        return state
    return _end_turn(state, seat)


def _receive(state: State, entry: dict[str, Any]) -> State:
    if entry["do"] == "keep":
        state["seats"][entry["seat"]]["carrots"] += 10
    state["receivers"].pop(0)
    if state["receivers"]:
        state["turn"] = state["receivers"][0]
        return state
    state["ask"] = None
    giver, state["giver"] = state["giver"], None
    return _end_turn(state, giver)


def _leave(state: State, seat: int) -> State:
    mine = state["seats"][seat]
    mine["left"] = True
    for piece in mine["pieces"]:
        piece.update(square=0, status=None, place=None, landed=False, fresh=False)
    if _is_over(state):
        return _close(state)
    return _pass_on(state, seat) if state["turn"] == seat else state


def _end_turn(state: State, seat: int) -> State:
    """Let the misses that this turn served fall away; one drawn in it stays for the next."""
    for piece in state["seats"][seat]["pieces"]:
        if piece["status"] == "miss" and not piece["fresh"]:
            piece["status"] = None
        piece["fresh"] = False
    return _close(state) if _is_over(state) else _pass_on(state, seat)


def _close(state: State) -> State:
    state.update(over=True, turn=None, prompt=None)
    return state


def _pass_on(state: State, seat: int) -> State:
    players = len(state["seats"])
    order = [(seat + step) % players for step in range(1, players + 1)]
    state["turn"] = next(other for other in order if is_racing(state["seats"][other]))
    _settle(state, state["turn"])
    return state


def _settle(state: State, seat: int) -> None:
    mine = state["seats"][seat]
    for number, piece in enumerate(mine["pieces"]):
        position = rank(state, seat, number) or 0
        if piece["landed"] and position in NUMBERS[state["setup"]["board"][piece["square"]]]:
            mine["carrots"] += 10 * position
        piece["landed"] = False


def _is_over(state: State) -> bool:
    seats, teams = state["seats"], state["setup"]["teams"]
    if sum(is_racing(seat) for seat in seats) <= 1:
        return True
    at_home = [all(p["place"] is not None for p in s["pieces"]) and not s["left"] for s in seats]
    if state["setup"]["pieces"] == 2:
        return any(at_home)
    if not teams:
        return state["setup"]["rules"]["end"] == "winner" and any(at_home)
    remaining = [team for team in teams if not all(seats[seat]["left"] for seat in team)]
    return len(remaining) <= 1 or any(all(at_home[seat] for seat in team) for team in teams)
