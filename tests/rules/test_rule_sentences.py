"""The sentences of spec/rules.md that are easy to get wrong, each on a position of its own.

Every step is checked on both sides by `Pair`; the tests say what both must give.
"""

from __future__ import annotations

from typing import Any

from tests.reference.compare import EDITIONS, Pair
from tests.reference.tables import table

# 1978: carrots 2 5 13 21 26 33 38 40 49 55 59, tortoises 8 11 15 19 24 30 37 43 50 56, lettuces
# 7 22 42 57 62, hares 1 3 6 14 25 31 34 39 46 51 58 61 63. 2008 has on 8 the number 2.


Entry = dict[str, Any]


def forward(seat: int, to: int, piece: int | None = None) -> Entry:
    return {"seat": seat, **({} if piece is None else {"piece": piece}), "do": "forward", "to": to}


def back(seat: int, to: int, piece: int | None = None, **more: bool) -> Entry:
    owner = {} if piece is None else {"piece": piece}
    return {"seat": seat, **owner, "do": "back", "to": to, **more}


def do(seat: int, verb: str, piece: int | None = None, **more: int) -> Entry:
    return {"seat": seat, **({} if piece is None else {"piece": piece}), "do": verb, **more}


def carrots(pair: Pair) -> list[int]:
    return [seat["carrots"] for seat in pair.json["seats"]]


def squares(pair: Pair) -> list[list[int]]:
    return [[piece["square"] for piece in seat["pieces"]] for seat in pair.json["seats"]]


def statuses(pair: Pair) -> list[list[str | None]]:
    return [[piece["status"] for piece in seat["pieces"]] for seat in pair.json["seats"]]


def ranks(pair: Pair) -> list[list[int | None]]:
    return [[piece["rank"] for piece in seat["pieces"]] for seat in pair.json["seats"]]


def test_ties_on_start_share_a_rank_and_home_is_ahead_of_all() -> None:
    pair = table("home", 0, 12, 0, turn=1)
    assert ranks(pair) == [[1], [3], [2], [3]]


def test_give_back_ten_with_exactly_ten_in_hand_but_not_with_nine() -> None:
    pair = table(5, 12, 13, carrots=(10,))
    assert ("carrots", -10) in pair.moves()
    pair = table(5, 12, 13, carrots=(9,))
    assert pair.code(do(0, "carrots", by=-10)) == "too-few-carrots"


def test_home_is_judged_by_what_is_left_after_paying() -> None:
    assert table(62, 12, 13, carrots=(13,), lettuces=(0,)).code(forward(0, 64)) is None
    pair = table(62, 12, 13, carrots=(14,), lettuces=(0,))
    assert pair.code(forward(0, 64)) == "finish-carrots"
    pair = table(62, "home", 13, carrots=(23,), lettuces=(0,))
    assert pair.code(forward(0, 64)) is None


def test_the_refusals_of_a_forward_move_come_in_their_order() -> None:
    pair = table(5, 7, 9, carrots=(1,), lettuces=(0,))
    assert pair.code(forward(0, 8)) == "tortoise-forward"
    assert pair.code(forward(0, 7)) == "no-lettuce"
    assert pair.code(forward(0, 9)) == "occupied"
    assert pair.code(forward(0, 12)) == "too-expensive"
    assert pair.code(forward(0, 5)) == "off-board"
    assert pair.code(forward(0, 65)) == "off-board"
    assert pair.code(forward(0, 64)) == "too-expensive"
    assert table(62, 7, 9, carrots=(99,)).code(forward(0, 64)) == "finish-lettuces"


def test_a_larger_stock_is_kept_on_a_restart_and_a_smaller_one_filled_up() -> None:
    rules: dict[str, Any] = {"home_straight_retreat": False}
    pair = table(63, 56, 12, carrots=(300,), lettuces=(0,), rules=rules)
    assert pair.moves() == [("restart",)]
    pair.play(do(0, "restart"))
    assert (squares(pair)[0], carrots(pair)[0], pair.json["turn"]["seat"]) == ([0], 300, 1)
    pair = table(18, 15, 12, carrots=(0,))
    pair.play(do(0, "restart"))
    assert carrots(pair)[0] == 68


def test_a_stuck_piece_on_the_home_straight_retreats_to_the_first_vacant_tortoise() -> None:
    pair = table(63, 56, 50, 12, carrots=(300, 68, 68, 68), lettuces=(0,))
    assert pair.moves() == [("back", 43)]
    assert pair.code(do(0, "restart")) == "not-stuck"
    assert pair.code(back(0, 56)) == "tortoise-occupied"
    assert pair.code(back(0, 50)) == "not-nearest-tortoise"
    pair.play(back(0, 43))
    assert (squares(pair)[0], carrots(pair)[0]) == ([43], 500)


def test_the_retreat_needs_the_way_home_in_carrots() -> None:
    pair = table(61, 56, 62, 63, carrots=(5,), lettuces=(1,))
    assert pair.moves() == [("restart",)]
    pair = table(61, 56, 62, 63, carrots=(6,), lettuces=(1,))
    assert pair.moves() == [("back", 50)]


def test_the_retreat_may_be_declined_where_the_house_rule_allows_it() -> None:
    pair = table(63, 56, 12, carrots=(300,), lettuces=(0,), rules={"decline_back_carrots": True})
    assert pair.moves() == [("back", 50), ("back", 50, True)]
    pair.play(back(0, 50, decline=True))
    assert carrots(pair)[0] == 300


def test_who_moves_at_once_after_a_restart_is_not_settled_again() -> None:
    pair = table(18, 15, 12, carrots=(0,), rules={"restart": "move-at-once"})
    pair.play(do(0, "restart"))
    assert (pair.json["turn"], carrots(pair)[0]) == ({"seat": 0, "ask": None}, 68)
    assert ("forward", 1) in pair.moves()


def test_a_failed_chew_restarts_and_may_then_move_at_once() -> None:
    pair = table((6, "chew"), 15, 12, carrots=(0,), edition="intellect-1974")
    assert pair.moves() == [("chew",)]
    pair.play(do(0, "chew"))
    assert (squares(pair)[0], carrots(pair)[0], pair.json["turn"]["seat"]) == ([0], 65, 1)
    rules: dict[str, Any] = {"restart": "move-at-once"}
    pair = table((6, "chew"), 15, 12, carrots=(0,), edition="intellect-1974", rules=rules)
    pair.play(do(0, "chew"))
    assert (squares(pair)[0], pair.json["turn"]["seat"]) == ([0], 0)


def test_two_players_the_other_piece_stands_still_while_one_eats() -> None:
    pair = table([(7, "eat"), 12], [0, 0])
    assert pair.moves() == [(0, "eat")]
    assert pair.code(forward(0, 13, 1)) == "must-eat"
    assert pair.code(do(0, "miss")) == "must-eat"


def test_two_players_any_turn_of_the_seat_serves_the_miss() -> None:
    pair = table([(7, "eat"), (14, "miss")], [0, 0])
    assert pair.moves() == [(0, "eat")]
    pair.play(do(0, "eat", 0))
    assert statuses(pair)[0] == ["ate", None]


def test_two_players_a_seat_misses_only_when_the_other_piece_cannot_act() -> None:
    pair = table([(14, "miss"), 13], [0, 0])
    assert pair.code(forward(0, 16, 0)) == "must-miss"
    assert pair.code(do(0, "miss")) == "nothing-to-miss"
    pair = table([(14, "miss"), "home"], [0, 0])
    assert pair.moves() == [("miss",)]
    assert pair.code(forward(0, 16, 1)) == "piece-home"
    pair.play(do(0, "miss"))
    assert statuses(pair)[0] == [None, None]


def test_two_players_the_seat_that_has_to_miss_may_move_neither_piece() -> None:
    pair = table([(14, "miss"), 18], [15, 0], carrots=(0,))
    assert pair.moves() == [("miss",)]
    assert pair.code(forward(0, 20, 1)) == "must-miss"
    assert pair.code(do(0, "restart", 1)) == "must-miss"


def test_two_players_who_cannot_leave_lets_the_other_act_and_keeps_the_duty() -> None:
    pair = table([(22, "ate"), 5], [19, 12], carrots=(0,))
    assert pair.moves() == [(1, "carrots", 10)]
    pair.play(do(0, "carrots", 1, by=10))
    assert statuses(pair)[0] == ["ate", None]
    pair = table([(22, "ate"), 5], [19, 12], carrots=(1,))
    assert pair.moves() == [(0, "forward", 23)]
    assert pair.code(do(0, "carrots", 1, by=10)) == "must-leave"


def test_two_players_who_both_have_to_leave_may_do_so_in_either_order() -> None:
    pair = table([(10, "ate"), (22, "ate")], [0, 0], carrots=(1,))
    assert {move[0] for move in pair.moves()} == {0, 1}
    assert pair.code(back(0, 8, 0)) is None
    assert pair.code(back(0, 19, 1)) is None


def test_two_players_a_missing_piece_is_named_before_a_leaving_one() -> None:
    pair = table([(10, "ate"), (14, "miss")], [0, 0])
    assert pair.code(forward(0, 16, 1)) == "must-miss"
    assert {move[0] for move in pair.moves()} == {0}


def test_two_players_a_piece_on_start_restarts_only_if_no_other_is_on_the_track() -> None:
    pair = table([0, 18], [15, 1], carrots=(0,))
    assert pair.moves() == [(1, "restart")]
    pair = table([0, "home"], [15, 1], carrots=(0,))
    assert pair.moves() == [(0, "restart")]
    pair = table([0, 0], [15, 1], carrots=(0,))
    assert pair.moves() == [(0, "restart"), (1, "restart")]


def test_two_players_the_first_piece_goes_home_with_any_carrots_but_no_lettuce() -> None:
    pair = table([60, 12], [0, 0], carrots=(400,), lettuces=(0,))
    assert pair.code(forward(0, 64, 0)) is None
    pair = table([60, 12], [0, 0], carrots=(400,), lettuces=(1,))
    assert pair.code(forward(0, 64, 0)) == "finish-lettuces"
    pair = table([60, 12], [0, 0], carrots=(95,), lettuces=(1,), edition="intellect-1974")
    assert pair.code(forward(0, 64, 0)) is None


def test_two_players_the_second_piece_counts_its_place_among_all_four() -> None:
    pair = table([63, "home"], ["home", 0], carrots=(31,), lettuces=(0,))
    pair.play(forward(0, 64, 0))
    assert (pair.json["over"], pair.json["seats"][0]["pieces"][0]["place"]) == (True, 3)
    pair = table([63, "home"], ["home", 0], carrots=(32,), lettuces=(0,))
    assert pair.code(forward(0, 64, 0)) == "finish-carrots"


def test_two_players_a_seat_that_leaves_ends_the_game_without_places() -> None:
    pair = table([12, "home"], [5, 0])
    pair.play(do(0, "leave"))
    assert (pair.json["over"], ranks(pair)) == (True, [[None, None], [1, 2]])
    assert [p["place"] for seat in pair.json["seats"] for p in seat["pieces"]] == [None] * 4


def test_fall_back_goes_behind_ones_own_other_piece_too() -> None:
    pair = table([0, 5], [0, 0], top=("fall_back",))
    pair.play(forward(0, 6, 1))
    assert squares(pair)[0] == [0, 0]
    pair = table([5, 0], [0, 0], top=("fall_back",))
    pair.play(forward(0, 6, 1))
    assert squares(pair)[0] == [5, 4]


def test_fall_back_onto_a_tortoise_pays_nothing_and_skips_a_lettuce_without_one() -> None:
    pair = table(12, 9, 0, top=("fall_back",))
    pair.play(forward(0, 14))
    assert (squares(pair)[0], carrots(pair)[0]) == ([8], 65)
    pair = table(20, 23, 0, top=("fall_back",), lettuces=(0,))
    pair.play(forward(0, 25))
    assert squares(pair)[0] == [21]


def test_fall_back_onto_a_hare_draws_again() -> None:
    pair = table(12, 7, 0, top=("fall_back", "free_ride"), lettuces=(0,))
    pair.play(forward(0, 14))
    assert (squares(pair)[0], carrots(pair)[0]) == ([6], 65)
    assert pair.json["deck"][-2:] == ["fall_back", "free_ride"]


def test_advance_skips_tortoises_and_goes_home_only_by_the_conditions() -> None:
    pair = table(12, 18, 0, top=("advance",))
    pair.play(forward(0, 14))
    assert squares(pair)[0] == [20]
    pair = table(60, 63, 0, top=("advance",), carrots=(11,), lettuces=(0,))
    pair.play(forward(0, 61))
    assert pair.json["seats"][0]["pieces"][0]["place"] == 1
    pair = table(60, 63, 0, top=("advance",), carrots=(12,), lettuces=(0,))
    pair.play(forward(0, 61))
    assert squares(pair)[0] == [61]


def test_advance_does_not_count_pieces_at_home() -> None:
    pair = table(60, "home", 0, top=("advance",), carrots=(5,), lettuces=(0,))
    pair.play(forward(0, 61))
    assert squares(pair)[0] == [61]


def test_a_number_square_reached_by_card_is_settled() -> None:
    pair = table(12, 16, 0, top=("advance",))
    pair.play(forward(0, 14))
    assert squares(pair)[0] == [17]
    pair.play(forward(1, 26))
    pair.play(forward(2, 2))
    assert carrots(pair)[0] == 68 - 3 + 20


def test_the_extra_turn_refunds_its_own_move_only() -> None:
    pair = table(20, 8, 0, top=("go_again", "free_ride"))
    pair.play(forward(0, 25))
    pair.play(forward(0, 31))
    assert carrots(pair)[0] == 68 - 15


def test_the_extra_turn_is_asked_even_if_only_pass_is_possible() -> None:
    pair = table(3, 8, 0, top=("go_again",), carrots=(6,))
    pair.play(forward(0, 6))
    assert pair.json["turn"] == {"seat": 0, "ask": "again"}
    assert pair.moves() == [("pass",)]
    assert pair.code(do(0, "restart")) == "not-stuck"
    assert pair.code(do(0, "miss")) == "nothing-to-miss"
    assert pair.code(do(0, "carrots", by=10)) == "not-on-carrot-square"
    assert pair.code(do(0, "ten", by=10)) == "nothing-to-answer"
    assert pair.code(do(1, "leave")) == "answer-first"


def test_no_duty_to_leave_applies_in_an_extra_turn() -> None:
    pair = table([(22, "ate"), 5], [19, 23], carrots=(2,), top=("go_again",))
    pair.play(forward(0, 6, 1))
    assert pair.json["turn"]["ask"] == "again"
    assert pair.moves() == [(1, "forward", 7), ("pass",)]
    pair.play(do(0, "pass"))
    assert statuses(pair)[0] == ["ate", None]


def test_a_miss_drawn_in_an_extra_turn_is_for_the_next_turn() -> None:
    pair = table([(14, "miss"), 20], [0, 0], top=("go_again", "miss_turn"))
    pair.play(forward(0, 25, 1))
    assert pair.code(forward(0, 16, 0)) == "must-miss"
    pair.play(forward(0, 31, 1))
    assert statuses(pair)[0] == [None, "miss"]


def test_the_next_vacant_carrot_square_or_none() -> None:
    rules: dict[str, Any] = {"carrot_card": "next-vacant"}
    pair = table(0, 2, 5, top=("carrot_back",), rules=rules)
    pair.play(forward(0, 6))
    assert squares(pair)[0] == [6]
    pair = table(12, 21, 26, top=("carrot_forward",), rules=rules)
    pair.play(forward(0, 14))
    assert squares(pair)[0] == [33]


def test_eat_lettuce_without_a_lettuce_just_loses_the_turn() -> None:
    pair = table(12, 8, 9, top=("eat_lettuce",), lettuces=(0,))
    pair.play(forward(0, 14))
    pair.play(forward(1, 9 + 3))
    pair.play(forward(2, 13))
    assert pair.moves() == [("eat",)]
    pair.play(do(0, "eat"))
    assert (carrots(pair)[0], statuses(pair)[0]) == (65, ["ate"])


def test_five_then_one_gives_what_is_there_and_asks_nobody() -> None:
    rules: dict[str, Any] = {"give_ten_short": "five-then-one"}
    modern: dict[str, Any] = {"edition": "ravensburger-2008", "top": ("give_ten",), "rules": rules}
    for stock, given in ((20, 10), (19, 5), (10, 5), (9, 1), (2, 1), (1, 0)):
        pair = table(5, 2, 4, 12, carrots=(stock + 1,), **modern)
        pair.play(forward(0, 6))
        assert carrots(pair)[0] == stock - 2 * given
        assert pair.json["turn"]["ask"] == ("keep" if given == 10 else None)
        assert carrots(pair)[1] == 68 + given * (given < 10)


def test_ten_carrots_go_once_to_a_player_with_two_pieces_behind() -> None:
    pair = table([12, 0], [0, 5], edition="ravensburger-2008", top=("give_ten",))
    pair.play(forward(0, 14, 0))
    assert (carrots(pair)[0], pair.json["turn"]) == (98 - 3 - 10, {"seat": 1, "ask": "keep"})
    pair.play(do(1, "keep"))
    assert (carrots(pair)[1], pair.json["turn"]) == (108, {"seat": 1, "ask": None})


def test_as_many_behind_as_ahead_is_an_extra_turn_and_home_is_ahead() -> None:
    modern: dict[str, Any] = {"edition": "ravensburger-2008", "top": ("behind_or_again",)}
    pair = table(12, "home", 0, **modern)
    pair.play(forward(0, 14))
    assert pair.json["turn"]["ask"] == "again"
    pair = table([12, 5], [0, 18], **modern)
    pair.play(forward(0, 14, 0))
    assert statuses(pair)[0] == ["miss", None]


def test_ten_per_lettuce_without_one_misses_the_next_turn() -> None:
    modern: dict[str, Any] = {"edition": "ravensburger-2008", "top": ("ten_per_lettuce",)}
    pair = table(12, 8, 9, lettuces=(0,), **modern)
    pair.play(forward(0, 14))
    assert (carrots(pair)[0], statuses(pair)[0]) == (65, ["miss"])


def test_everyone_racing_who_has_a_carrot_gives_one_for_the_shuffling() -> None:
    pile = sorted(
        c for c, n in EDITIONS["ravensburger-2008"]["hare"]["deck"].items() for _ in range(n)
    )
    modern: dict[str, Any] = {"edition": "ravensburger-2008", "top": ("shuffle",)}
    pair = table(12, "home", 0, 5, carrots=(68, 7, 0, 68), **modern)
    assert pair.json["turn"]["seat"] == 0
    pair.play(forward(0, 14) | {"deck": pile})
    assert (carrots(pair), pair.json["deck"]) == ([66, 7, 0, 67], pile)


def russian(card: str) -> dict[str, Any]:
    """Return a setup of 2008 with this card on top, and the cards as the Russian book has them."""
    rules = {"skip_cards": "this-turn", "give_ten_to": "next-behind", "shuffle_from": "everyone"}
    return {"edition": "ravensburger-2008", "top": (card,), "rules": rules}


def test_a_card_that_skips_may_by_the_ruling_only_end_the_turn() -> None:
    pair = table(2, 1, 0, **russian("behind_or_again"))
    pair.play(forward(0, 3))
    assert (statuses(pair)[0], pair.json["turn"]) == ([None], {"seat": 1, "ask": None})
    pair = table(2, 5, 9, **russian("behind_or_again"))
    pair.play(forward(0, 3))
    assert pair.json["turn"] == {"seat": 0, "ask": "again"}
    pair = table(2, 5, 9, lettuces=(0,), **russian("ten_per_lettuce"))
    pair.play(forward(0, 3))
    assert (statuses(pair)[0], pair.json["turn"]["seat"]) == ([None], 1)


def test_ten_may_by_the_ruling_be_given_to_the_next_player_behind_alone() -> None:
    pair = table(2, 0, 1, 5, **russian("give_ten"))
    pair.play(forward(0, 3))
    assert pair.json["turn"] == {"seat": 2, "ask": "keep"}
    pair.play(do(2, "keep"))
    assert (carrots(pair), pair.json["turn"]["seat"]) == ([57, 68, 78, 68], 1)


def test_of_those_tied_on_start_the_first_in_turn_order_is_given_ten() -> None:
    pair = table(0, 0, 2, 0, turn=2, **russian("give_ten"))
    pair.play(forward(2, 3))
    assert pair.json["turn"] == {"seat": 3, "ask": "keep"}


def test_ones_own_other_piece_is_never_the_next_behind() -> None:
    pair = table([2, 1], [0, 5], **russian("give_ten"))
    pair.play(forward(0, 3, 0))
    assert pair.json["turn"] == {"seat": 1, "ask": "keep"}


def test_players_at_home_may_by_the_ruling_give_for_the_shuffling() -> None:
    deck = [c for c, n in EDITIONS["ravensburger-2008"]["hare"]["deck"].items() for _ in range(n)]
    pair = table(2, "home", 5, 9, carrots=(10, 7, 7, 7), **russian("shuffle"))
    pair.play(do(3, "leave"))
    pair.play(forward(0, 3) | {"deck": deck})
    assert carrots(pair) == [11, 6, 6, 7]


def test_cards_set_aside_come_back_shuffled_when_one_is_to_be_drawn() -> None:
    board = "SHHT" + "HHC" * 20 + "G"
    hare = {"kind": "deck", "deck": {"carrot_forward": 1, "free_ride": 1, "advance": 1}}
    family = EDITIONS["ravensburger-1978"] | {"id": "family", "board": board, "hare": hare}
    family = family | {
        "start": {k: {str(n): v[str(n)] for n in range(2, 7)} for k, v in family["start"].items()}
    }
    pair = table(
        0,
        4,
        0,
        edition="family",
        edition_data=family,
        rules={"used_cards": "aside"},
        top=("free_ride", "carrot_forward", "advance"),
    )
    pair.play(forward(0, 1))
    pair.play(forward(1, 5))
    assert pair.json["deck"] == ["advance"]
    pair.play(forward(2, 2) | {"deck": ["free_ride", "carrot_forward", "advance"]})
    assert (squares(pair)[2], pair.json["deck"]) == ([7], ["carrot_forward", "advance"])


def test_the_winner_ends_the_game_only_without_teams() -> None:
    rules: dict[str, Any] = {"end": "winner"}
    pair = table(63, 5, 9, 12, carrots=(1,), lettuces=(0,), rules=rules)
    pair.play(forward(0, 64))
    assert pair.json["over"]
    pair = table(63, 5, 9, 12, carrots=(1,), lettuces=(0,), rules=rules, teams=[[0, 2], [1, 3]])
    pair.play(forward(0, 64))
    assert not pair.json["over"]


def test_a_team_all_home_ends_the_game_and_a_team_that_left_does_too() -> None:
    teams: dict[str, Any] = {"teams": [[0, 2], [1, 3]]}
    pair = table(63, 5, "home", 12, carrots=(1,), lettuces=(0,), **teams)
    pair.play(forward(0, 64))
    assert pair.json["over"]
    pair = table(13, 5, 9, 12, **teams)
    pair.play(do(1, "leave"))
    assert not pair.json["over"]
    pair.play(do(3, "leave"))
    assert pair.json["over"]


def test_the_first_move_may_not_end_on_the_first_lettuce_but_the_second_may() -> None:
    pair = table(0, 0, 0, rules={"no_first_lettuce": True})
    assert pair.code(forward(0, 7)) == "first-lettuce"
    assert pair.code(forward(0, 10)) is None
    pair.play(forward(0, 2))
    assert pair.code(forward(1, 7)) is None
    pair.play(forward(1, 4))
    pair.play(forward(2, 5))
    assert pair.code(forward(0, 7)) is None
