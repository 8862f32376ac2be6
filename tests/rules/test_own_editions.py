"""Editions that nobody has drawn yet: random boards, decks, charts, stocks and rulings."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.rules import (
    CARDS,
    COLOURS,
    RULE_KEYS,
    RULE_VALUES,
    Seeded,
    apply,
    entry_of,
    legal_actions,
    make_setup,
    opening_deck,
    parse_edition,
    parse_record,
    record_of,
    refusal,
    start,
)
from tests.tools import seeds


def own_edition(source: Random) -> dict[str, Any]:
    """Draw an edition by lot: some are kind, some have hardly a square to stand on."""
    letters = source.choice(("HCLT234F", "HT", "HHHHL2T", "CT", "LT", "TTTTTTH"))
    board = ["S", *(source.choice(letters) for _ in range(63)), "G"]
    board[source.randrange(1, 64)] = "T"
    hare: dict[str, Any] = {"kind": "deck", "deck": {source.choice(CARDS): source.randint(1, 3)}}
    if source.random() < 0.5:
        hare["deck"].update({card: source.randint(0, 2) for card in CARDS})
    elif source.random() < 0.3:
        hare = {"kind": "chart", "chart": [source.choices(CARDS, k=6) for _ in range(6)]}
    return {
        "id": "own",
        "title": "Our own",
        "board": "".join(board),
        "start": {
            "carrots": {str(n): source.choice((0, 1, 3, 65, 300)) for n in range(2, 7)},
            "lettuces": {str(n): source.choice((0, 1, 3)) for n in range(2, 7)},
        },
        "hare": hare,
    }


def own_rules(source: Random) -> dict[str, Any]:
    keys = [key for key in RULE_KEYS if source.random() < 0.4]
    return {key: source.choice(RULE_VALUES[key]) for key in keys}


@pytest.mark.parametrize("seed", seeds(60))
def test_a_game_on_any_edition_goes_on_until_it_is_over_and_replays_to_the_same(seed: int) -> None:
    source = Random(seed)
    table = own_edition(source)
    edition = parse_edition(table)
    players = source.randint(2, 6)
    rules = own_rules(source)
    deck = opening_deck(seed, edition, replace(edition.rules, **rules))
    names = [f"P{seat}" for seat in range(players)]
    setup = make_setup(edition, names, COLOURS[:players], deck, rules, edition_data=table)
    state, entries, chance = start(setup), [], Seeded(seed)
    while not state.over and len(entries) < 150:
        actions = legal_actions(state)
        assert actions
        assert all(refusal(state, action) is None for action in actions)
        action = source.choice(actions)
        result = apply(state, action, chance)
        entries.append(entry_of(action, result))
        state = result.state
        assert all(seat.carrots >= 0 and seat.lettuces >= 0 for seat in state.seats)
    again = parse_record(record_of(setup, entries), lambda _: None)
    assert again.state.seats == state.seats
    assert (again.state.turn, again.state.deck) == (state.turn, state.deck)
    assert json.loads(record_of(again.setup, []))["edition_data"] == table
