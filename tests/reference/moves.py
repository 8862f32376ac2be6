"""What may be done, as one list, and why all else may not."""

from __future__ import annotations

from typing import Any

from tests.reference.position import (
    HOME,
    WAITING,
    State,
    cost,
    finish_code,
    has_lettuce_for,
    is_occupied,
    is_racing,
    tortoises_behind,
)

Entry = dict[str, Any]

PIECE_VERBS = ("forward", "back", "carrots", "eat", "chew", "restart")
ANSWERS = ("ten", "keep", "bank", "pass")
VERBS = (*PIECE_VERBS, *ANSWERS, "miss", "leave")
TEN_STEPS = {"carrots": (10, -10), "ten": (10, -10, 0)}


def legal(state: State) -> list[Entry]:
    """List every entry possible now, in the record's order."""
    if state["over"]:
        return []
    seat = state["turn"]
    if state["ask"] == "keep":
        return [{"seat": seat, "do": "keep"}, {"seat": seat, "do": "bank"}]
    if state["ask"] == "ten":
        steps = [by for by in (10, -10, 0) if state["seats"][seat]["carrots"] + by >= 0]
        return [{"seat": seat, "do": "ten", "by": by} for by in steps]
    if state["ask"] == "again":
        return [*_extra_moves(state, seat), {"seat": seat, "do": "pass"}]
    return _forced(state, seat) or _free(state, seat) or _helpless(state, seat)


def _numbered(state: State, seat: int) -> list[tuple[int, dict[str, Any]]]:
    pieces = enumerate(state["seats"][seat]["pieces"])
    return [(number, piece) for number, piece in pieces if piece["place"] is None]


def _entry(state: State, seat: int, piece: int, do: str, **keys: int | bool) -> Entry:
    owner = {"piece": piece} if len(state["seats"][seat]["pieces"]) == 2 else {}
    return {"seat": seat, **owner, "do": do, **keys}


def _extra_moves(state: State, seat: int) -> list[Entry]:
    return [
        entry
        for number, piece in _numbered(state, seat)
        if piece["status"] not in (*WAITING, "miss")
        for entry in _moves(state, seat, number)
    ]


def _forced(state: State, seat: int) -> list[Entry]:
    return [
        _entry(state, seat, number, piece["status"])
        for number, piece in _numbered(state, seat)
        if piece["status"] in WAITING
    ]


def _free(state: State, seat: int) -> list[Entry]:
    able = [(n, piece) for n, piece in _numbered(state, seat) if piece["status"] != "miss"]
    leaving = [
        entry for n, piece in able if piece["status"] == "ate" for entry in _moves(state, seat, n)
    ]
    if leaving:
        return leaving
    return [entry for n, _ in able for entry in _moves(state, seat, n) + _stays(state, seat, n)]


def _helpless(state: State, seat: int) -> list[Entry]:
    if any(piece["status"] == "miss" for _, piece in _numbered(state, seat)):
        return [{"seat": seat, "do": "miss"}]
    numbered = _numbered(state, seat)
    on_track = [(number, piece) for number, piece in numbered if piece["square"] > 0]
    entries = []
    for number, piece in on_track or numbered:
        target = retreat(state, seat, piece)
        if target is None:
            entries.append(_entry(state, seat, number, "restart"))
        else:
            entries += _backs(state, seat, number, target)
    return entries


def _moves(state: State, seat: int, piece: int) -> list[Entry]:
    mine = state["seats"][seat]
    square = mine["pieces"][piece]["square"]
    entries = [
        _entry(state, seat, piece, "forward", to=to)
        for to in range(square + 1, HOME + 1)
        if cost(to - square) <= mine["carrots"] and forward_code(state, seat, piece, to) is None
    ]
    nearest = tortoises_behind(state, square)[:1]
    if nearest and not is_occupied(state, nearest[0]):
        entries += _backs(state, seat, piece, nearest[0])
    return entries


def _backs(state: State, seat: int, piece: int, to: int) -> list[Entry]:
    entries = [_entry(state, seat, piece, "back", to=to)]
    if state["setup"]["rules"]["decline_back_carrots"]:
        entries.append(_entry(state, seat, piece, "back", to=to, decline=True))
    return entries


def _stays(state: State, seat: int, piece: int) -> list[Entry]:
    mine = state["seats"][seat]
    if state["setup"]["board"][mine["pieces"][piece]["square"]] != "C":
        return []
    steps = [by for by in (10, -10) if mine["carrots"] + by >= 0]
    return [_entry(state, seat, piece, "carrots", by=by) for by in steps]


def retreat(state: State, seat: int, piece: dict[str, Any]) -> int | None:
    """Return the square of a stuck piece's retreat from the home straight, if it has one.

    To be asked only of a seat that is stuck: what keeps it out then can only be the finish.
    """
    way = HOME - piece["square"]
    is_ruled = state["setup"]["rules"]["home_straight_retreat"]
    if not is_ruled or way > 4 or cost(way) > state["seats"][seat]["carrots"]:
        return None
    behind = tortoises_behind(state, piece["square"])
    return next((square for square in behind if not is_occupied(state, square)), None)


def forward_code(state: State, seat: int, piece: int, to: int) -> str | None:
    """Say why a piece may not go forward to a square, or None."""
    mover, board = state["seats"][seat]["pieces"][piece], state["setup"]["board"]
    if not mover["square"] < to <= HOME:
        return "off-board"
    if board[to] == "T":
        return "tortoise-forward"
    if board[to] == "L" and not has_lettuce_for(state["seats"][seat], mover):
        return "no-lettuce"
    if is_occupied(state, to):
        return "occupied"
    return _paid_code(state, seat, to, cost(to - mover["square"]))


def _paid_code(state: State, seat: int, to: int, price: int) -> str | None:
    left_over = state["seats"][seat]["carrots"] - price
    if left_over < 0:
        return "too-expensive"
    if to == HOME:
        return finish_code(state, seat, left_over)
    is_opening = seat == 0 and not state["opened"] and state["setup"]["rules"]["no_first_lettuce"]
    return "first-lettuce" if is_opening and to == state["setup"]["board"].find("L") else None


def refusal_code(state: State, entry: Any) -> str | None:
    """Return the first code that applies, in the order of spec/rules.md; None for a legal entry."""
    if state["over"]:
        return "game-over"
    if not is_entry(state, entry):
        return "bad-entry"
    if entry["do"] == "leave":
        return leave_code(state, entry["seat"])
    if entry["seat"] != state["turn"]:
        return "not-your-turn"
    return (
        _question_code(state, entry)
        if _is_about_question(state, entry)
        else _turn_code(state, entry)
    )


def is_entry(state: State, entry: Any) -> bool:
    """Return whether this is an entry at all: its verb and the keys of its row."""
    if not isinstance(entry, dict) or entry.get("do") not in VERBS:
        return False
    seat = entry.get("seat")
    return type(seat) is int and 0 <= seat < len(state["seats"]) and _has_keys(state, entry)


def _has_keys(state: State, entry: Entry) -> bool:
    do = entry["do"]
    is_pair = len(state["seats"][entry["seat"]]["pieces"]) == 2
    if is_pair and do in PIECE_VERBS and not _is_one_of(entry.get("piece"), (0, 1)):
        return False
    if do in TEN_STEPS:
        return _is_one_of(entry.get("by"), TEN_STEPS[do])
    if do in ("forward", "back") and type(entry.get("to")) is not int:
        return False
    return do != "back" or _is_decline(state, entry.get("decline", False))


def _is_one_of(value: Any, numbers: tuple[int, ...]) -> bool:
    return type(value) is int and value in numbers


def _is_decline(state: State, decline: Any) -> bool:
    return decline is False or (decline is True and state["setup"]["rules"]["decline_back_carrots"])


def leave_code(state: State, seat: int) -> str | None:
    """Say why a seat may not leave, or None."""
    if not is_racing(state["seats"][seat]):
        return "not-racing"
    return "answer-first" if state["ask"] else None


def _is_about_question(state: State, entry: Entry) -> bool:
    return state["ask"] in ("ten", "keep") or entry["do"] in ANSWERS


def _question_code(state: State, entry: Entry) -> str | None:
    do, ask = entry["do"], state["ask"]
    is_answer = do in {"ten": ("ten",), "keep": ("keep", "bank"), "again": ("pass",)}.get(ask, ())
    if not is_answer:
        return "answer-first" if ask in ("ten", "keep") else "nothing-to-answer"
    is_short = do == "ten" and state["seats"][entry["seat"]]["carrots"] + entry["by"] < 0
    return "too-few-carrots" if is_short else None


def _turn_code(state: State, entry: Entry) -> str | None:
    seat, do, entries = entry["seat"], entry["do"], legal(state)
    has_to_wait = any(other["do"] in WAITING for other in entries)
    has_to_miss = entries == [{"seat": seat, "do": "miss"}]
    if do == "miss":
        return None if has_to_miss else "must-eat" if has_to_wait else "nothing-to-miss"
    number = entry.get("piece", 0) if len(state["seats"][seat]["pieces"]) == 2 else 0
    piece = state["seats"][seat]["pieces"][number]
    if piece["place"] is not None:
        return "piece-home"
    if has_to_wait:
        return None if piece["status"] == do else "must-eat"
    if has_to_miss or piece["status"] == "miss":
        return "must-miss"
    leavers = [] if state["ask"] else _leavers(state, seat)
    if leavers and number not in leavers:
        return "must-leave"
    return _verb_code(state, entry, number, entries)


def _leavers(state: State, seat: int) -> list[int]:
    return [
        number
        for number, piece in _numbered(state, seat)
        if piece["status"] == "ate" and _moves(state, seat, number)
    ]


def _verb_code(state: State, entry: Entry, number: int, entries: list[Entry]) -> str | None:
    match entry["do"]:
        case "forward":
            return forward_code(state, entry["seat"], number, entry["to"])
        case "back":
            return _back_code(state, entry, number, entries)
        case "carrots":
            return _carrots_code(state, entry, number)
        case "restart":
            return None if plain(state, entry) in entries else "not-stuck"
    return "nothing-to-eat"


def _back_code(state: State, entry: Entry, number: int, entries: list[Entry]) -> str | None:
    if plain(state, entry) in entries:
        return None
    behind = tortoises_behind(state, state["seats"][entry["seat"]]["pieces"][number]["square"])
    if not behind:
        return "no-tortoise-behind"
    return "tortoise-occupied" if entry["to"] == behind[0] else "not-nearest-tortoise"


def _carrots_code(state: State, entry: Entry, number: int) -> str | None:
    mine = state["seats"][entry["seat"]]
    is_there = state["setup"]["board"][mine["pieces"][number]["square"]] == "C"
    if state["ask"] == "again" or not is_there:
        return "not-on-carrot-square"
    if mine["carrots"] + entry["by"] < 0:
        return "too-few-carrots"
    # Only a correction can leave the duty to leave on a carrot square: to stay is then no way out.
    return "must-leave" if number in _leavers(state, entry["seat"]) else None


def plain(state: State, entry: Entry) -> Entry:
    """Reduce an entry to the keys of its row, as `legal` lists it."""
    do = entry["do"]
    is_pair = len(state["seats"][entry["seat"]]["pieces"]) == 2
    keys = ["seat", *(["piece"] if is_pair and do in PIECE_VERBS else []), "do"]
    keys += {"forward": ["to"], "back": ["to"], "carrots": ["by"], "ten": ["by"]}.get(do, [])
    declines = {"decline": True} if do == "back" and entry.get("decline") is True else {}
    return {key: entry[key] for key in keys} | declines
