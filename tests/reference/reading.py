"""Read a record's setup line and entries; count game trees."""

from __future__ import annotations

import json
from typing import Any

from tests.reference.chance import ChanceError, Recorded
from tests.reference.moves import legal
from tests.reference.play import RefusedError, apply
from tests.reference.position import State, start, state_json

COLOURS = ("white", "yellow", "orange", "red", "green", "blue")
LEVELS = ("child", "easy", "good", "strong")
RULINGS: dict[str, tuple[Any, ...]] = {
    "carrot_card": ("void", "next-vacant"),
    "home_straight_retreat": (True, False),
    "pair_first_needs_lettuces": (True, False),
    "give_ten_short": ("none", "five-then-one"),
    "used_cards": ("bottom", "aside"),
    "restart": ("end-turn", "move-at-once"),
    "end": ("one-left", "winner"),
    "decline_back_carrots": (False, True),
    "no_first_lettuce": (False, True),
    "second_shuffle": (False, True),
    "skip_cards": ("next-turn", "this-turn"),
    "give_ten_to": ("all-behind", "next-behind"),
    "shuffle_from": ("racing", "everyone"),
}
DEFAULTS = {key: values[0] for key, values in RULINGS.items()}  # those of 1978


def read_setup(line: Any, editions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Turn a setup line into the plain setup; raise `RefusedError("bad-setup")`.

    `editions` are the parsed edition files by id.
    """
    if not isinstance(line, dict) or not _is_one(line.get("record")):
        raise RefusedError("bad-setup")
    name = line.get("edition")
    edition = line["edition_data"] if "edition_data" in line else editions.get(str(name))
    if not isinstance(name, str) or not isinstance(edition, dict):
        raise RefusedError("bad-setup")
    if not _are_seats(line.get("seats")):
        raise RefusedError("bad-setup")
    players = len(line["seats"])
    rules = _rules(edition, line.get("rules", {}))
    asked = line.get("rules", {}).get("second_shuffle") and "edition_data" not in line
    if asked and not edition["hare"].get("deck", {}).get("shuffle"):
        raise RefusedError("bad-setup")  # it is for the box of 2008, or a board of one's own
    chart = edition["hare"].get("chart")
    cards = [] if chart else _cards(edition["hare"]["deck"], rules)
    if not _is_deck(line, cards, chart) or not _are_teams(line, players):
        raise RefusedError("bad-setup")
    count = players if players in edition["start"]["carrots"] else str(players)
    return {
        "board": edition["board"],
        "players": players,
        "pieces": 2 if players == 2 else 1,
        "carrots": edition["start"]["carrots"][count],
        "lettuces": edition["start"]["lettuces"][count],
        "chart": chart,
        "cards": cards,
        "deck": list(line.get("deck", [])),
        "rules": rules,
        "teams": line.get("teams", []),
    }


def _is_one(version: Any) -> bool:
    return type(version) is int and version == 1


def _are_seats(seats: Any) -> bool:
    if not isinstance(seats, list) or not 2 <= len(seats) <= 6:
        return False
    if not all(isinstance(s, dict) and isinstance(s.get("name"), str) for s in seats):
        return False
    if any("player" in seat and seat["player"] not in LEVELS for seat in seats):
        return False
    colours = [seat.get("colour") for seat in seats]
    return all(c in COLOURS for c in colours) and len(set(colours)) == len(colours)


def _rules(edition: dict[str, Any], overrides: Any) -> dict[str, Any]:
    if not isinstance(overrides, dict):
        raise RefusedError("bad-setup")
    for key, value in overrides.items():
        if key not in RULINGS or not any(
            type(value) is type(one) and value == one for one in RULINGS[key]
        ):
            raise RefusedError("bad-setup")
    return {**DEFAULTS, **edition.get("rules", {}), **overrides}


def _cards(deck: dict[str, int], rules: dict[str, Any]) -> list[str]:
    cards = [card for card, count in deck.items() for _ in range(count)]
    return sorted(cards + ["shuffle"] * rules["second_shuffle"])


def _is_deck(line: dict[str, Any], cards: list[str], chart: Any) -> bool:
    if chart:
        return "deck" not in line
    deck = line.get("deck")
    is_list = isinstance(deck, list) and all(isinstance(card, str) for card in deck)
    return is_list and sorted(deck or []) == cards


def _are_teams(line: dict[str, Any], players: int) -> bool:
    if "teams" not in line:
        return True
    teams = line["teams"]
    if not isinstance(teams, list) or not all(isinstance(team, list) for team in teams):
        return False
    members = [seat for team in teams for seat in team]
    if any(type(seat) is not int for seat in members) or sorted(members) != list(range(players)):
        return False
    sizes = {len(team) for team in teams}
    if players not in (4, 6) or len(sizes) != 1 or sizes & {1, players}:
        return False
    return not any((seat + 1) % players in team for team in teams for seat in team)


def replay(
    data: bytes, editions: dict[str, dict[str, Any]]
) -> tuple[list[dict[str, Any]], dict[str, Any] | None, State | None]:
    """Play a record: the JSON states, the error that ended it or None, and the last state."""
    states: list[dict[str, Any]] = []
    state: State | None = None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            state = _step(state, line, editions)
        except (RefusedError, ChanceError) as fault:
            return states, {"line": number, "code": fault.code}, state
        states.append(state_json(state, legal(state)))
    if state is None:
        return states, {"line": 1, "code": "bad-setup"}, None
    return states, None, state


def _step(state: State | None, line: bytes, editions: dict[str, dict[str, Any]]) -> State:
    try:
        value = json.loads(line.decode("utf-8"))
    except ValueError:
        value = None
    if state is None:
        return start(read_setup(value, editions))
    chance = Recorded(value if isinstance(value, dict) else {})
    return apply(state, value, chance)


def perft(state: State, depth: int) -> int:
    """Count the entry sequences of a length; one that needs chance adds 1 and ends there."""
    if depth == 0:
        return 1
    total = 0
    for entry in legal(state):
        try:
            total += perft(apply(state, entry, Recorded({})), depth - 1)
        except ChanceError:
            total += 1
    return total
