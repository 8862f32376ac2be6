"""A family's own edition: what is accepted, and every fault named by its key."""

from __future__ import annotations

import copy
from dataclasses import asdict
from importlib.resources import files
from typing import Any

import pytest

from companion.config.edition_files import BUILT_IN, built_in
from companion.formats.toml_text import parse_toml
from companion.rules import (
    CARDS,
    RULE_KEYS,
    RULE_VALUES,
    EditionError,
    Rules,
    offers,
    parse_edition,
)
from companion.rules.edition import PLAYERS, edition_table
from tests.reference.reading import DEFAULTS, RULINGS

CARDS_1978 = {"fall_back": 2, "ten": 1}
ALL = ("ravensburger-1978", "ravensburger-2008", "intellect-1974")
CHART = [["ten"] * 6 for _ in range(6)]


def table(**changes: Any) -> dict[str, Any]:
    """Return an edition that is right, with some of its keys changed."""
    stock = {str(players): 10 for players in PLAYERS}
    base = {
        "id": "grandma",
        "title": "Grandma's board",
        "board": "S" + "HCTL234F" * 7 + "HCTLHCT" + "G",
        "start": {"carrots": dict(stock), "lettuces": dict(stock)},
        "hare": {"kind": "deck", "deck": dict(CARDS_1978)},
    }
    return {**copy.deepcopy(base), **changes}


def start(**changes: Any) -> dict[str, Any]:
    """Return a table `start` with one stock changed."""
    stock = {str(players): 10 for players in PLAYERS}
    return {"carrots": dict(stock), "lettuces": dict(stock), **changes}


def without(key: str) -> dict[str, Any]:
    """Return an edition that lacks a key."""
    return {name: value for name, value in table().items() if name != key}


BOARD = table()["board"]
FAULTS: list[tuple[str, Any]] = [
    ("first_player", table(first_player="eldest")),
    ("first_player", table(first_player=["youngest"])),
    ("edition", ["no", "table"]),
    ("id", table(id=7)),
    ("id", table(id=" ")),
    ("id", without("id")),
    ("title", without("title")),
    ("colour", table(colour="red")),
    ("board", without("board")),
    ("board", table(board=BOARD[:-2] + "G")),
    ("board", table(board=BOARD.replace("T", "H"))),
    ("board", table(board="S" + BOARD[2:] + "H")),
    ("board", table(board=BOARD[:10] + "S" + BOARD[11:])),
    ("board", table(board=BOARD[:10] + "x" + BOARD[11:])),
    ("start", without("start")),
    ("start.salad", table(start=start(salad={}))),
    ("start.carrots", table(start={"lettuces": start()["lettuces"]})),
    ("start.carrots.7", table(start=start(carrots={**start()["carrots"], "7": 1}))),
    ("start.carrots.2", table(start=start(carrots={**start()["carrots"], "2": True}))),
    ("start.lettuces.6", table(start=start(lettuces={**start()["lettuces"], "6": -1}))),
    ("hare", without("hare")),
    ("hare.kind", table(hare={"kind": "dice"})),
    ("hare.deck", table(hare={"kind": "deck"})),
    ("hare.deck", table(hare={"kind": "deck", "deck": ["ten"]})),
    ("hare.deck", table(hare={"kind": "deck", "deck": 3})),
    ("hare.deck", table(hare={"kind": "deck", "deck": {}})),
    ("hare.deck", table(hare={"kind": "deck", "deck": {"ten": 0}})),
    ("hare.deck.ten", table(hare={"kind": "deck", "deck": {"ten": -1}})),
    ("hare.deck.joker", table(hare={"kind": "deck", "deck": {"joker": 1}})),
    ("hare.chart", table(hare={"kind": "deck", "deck": CARDS_1978, "chart": CHART})),
    ("hare.chart", table(hare={"kind": "chart"})),
    ("hare.chart", table(hare={"kind": "chart", "chart": CHART[1:]})),
    ("hare.chart", table(hare={"kind": "chart", "chart": [["joker"] * 6, *CHART[1:]]})),
    ("hare.deck", table(hare={"kind": "chart", "chart": CHART, "deck": CARDS_1978})),
    ("rules", table(rules=3)),
    ("rules.speed", table(rules={"speed": True})),
    ("rules.end", table(rules={"end": "never"})),
    ("rules.restart", table(rules={"restart": True})),
    ("rules.no_first_lettuce", table(rules={"no_first_lettuce": 1})),
    ("rules.second_shuffle", table(rules={"second_shuffle": "yes"})),
]


@pytest.mark.parametrize(("key", "wrong"), FAULTS, ids=[key for key, _ in FAULTS])
def test_each_fault_is_named_by_its_key(key: str, wrong: Any) -> None:
    with pytest.raises(EditionError) as caught:
        parse_edition(wrong)
    assert key in [name for name, _ in caught.value.faults]
    assert key in str(caught.value)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(EditionError) as caught:
        parse_edition(table(id="", board="SG", rules={"end": 1}))
    assert {name for name, _ in caught.value.faults} == {"id", "board", "rules.end"}


def test_missing_rulings_take_the_values_of_1978() -> None:
    assert parse_edition(table()).rules == Rules() == built_in("ravensburger-1978").edition.rules


def test_a_ruling_of_the_file_is_kept() -> None:
    assert parse_edition(table(rules={"end": "winner"})).rules.end == "winner"


def test_who_begins_is_drawn_by_lot_where_the_file_says_nothing() -> None:
    assert parse_edition(table()).first_player == "lot"
    begins = {name: built_in(name).edition.first_player for name in BUILT_IN}
    assert {name for name, who in begins.items() if who == "youngest"} == {"ravensburger-2008"}
    youngest = parse_edition(table(first_player="youngest"))
    assert parse_edition(edition_table(youngest)) == youngest


@pytest.mark.parametrize("card", CARDS)
def test_a_deck_may_hold_any_card_of_any_edition(card: str) -> None:
    edition = parse_edition(table(hare={"kind": "deck", "deck": {card: 2}}))
    assert edition.deck_list(edition.rules) == (card, card)


def test_a_chart_may_stand_in_place_of_the_deck() -> None:
    edition = parse_edition(table(hare={"kind": "chart", "chart": CHART}))
    assert edition.chart == tuple(map(tuple, CHART))
    assert edition.deck_list(edition.rules) == ()


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_editions_are_right_and_carry_their_own_id(name: str) -> None:
    assert built_in(name).edition.id == name


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_edition_states_every_ruling_in_which_the_editions_differ(name: str) -> None:
    file = files("companion.editions").joinpath(f"{name}.toml")
    rules = [asdict(built_in(each).edition.rules) for each in BUILT_IN]
    differing = {key for key in RULE_KEYS if len({each[key] for each in rules}) > 1}
    assert differing
    assert differing <= set(parse_toml(file.read_bytes())["rules"])


def test_the_reference_has_the_same_rulings_with_the_same_values() -> None:
    assert {key: set(values) for key, values in RULINGS.items()} == {
        key: set(values) for key, values in RULE_VALUES.items()
    }
    assert Rules(**DEFAULTS) == Rules()


def test_a_ruling_about_certain_cards_is_offered_where_an_edition_has_them() -> None:
    old, modern, chart = (built_in(name).edition for name in ALL)
    keys = ("second_shuffle", "skip_cards", "give_ten_to", "shuffle_from")
    assert [offers(modern, key) for key in keys] == [True] * 4
    assert [offers(old, key) for key in keys] == [False] * 4
    assert [offers(chart, key) for key in keys] == [False] * 4
    assert offers(old, "used_cards")
    drawn = parse_edition(table(hare={"kind": "chart", "chart": [["shuffle"] * 6] * 6}))
    assert [offers(drawn, key) for key in keys] == [False, False, False, True]
