"""What must hold in every position, whatever is played, undone and redone."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import rules
from tests.reference.compare import EDITIONS, replayed, setup_of
from tests.reference.games import random_setup

Step = tuple[rules.Action | rules.Correction, rules.Applied]


class Table(RuleBasedStateMachine):
    """A game whose chance comes from a seed, with every state that was passed kept for undo."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[rules.State] = []
        self.entries: list[Step] = []
        self.undone: list[tuple[Step, rules.State]] = []

    @initialize(setup_seed=st.integers(0, 10**6), seed=st.integers(0, 10**6))
    def lay_out(self, setup_seed: int, seed: int) -> None:
        self.line = random_setup(Random(setup_seed), EDITIONS)
        self.chance = rules.Seeded(seed)
        self.states = [rules.start(setup_of(self.line))]

    @property
    def state(self) -> rules.State:
        return self.states[-1]

    @precondition(lambda self: not self.state.over)
    @rule(number=st.integers(0, 200))
    def act(self, number: int) -> None:
        actions = rules.legal_actions(self.state)
        self._keep(actions[number % len(actions)])

    @precondition(lambda self: not self.state.over)
    @rule(seed=st.integers(0, 10**6), plies=st.integers(1, 40))
    def play_on(self, seed: int, plies: int) -> None:
        source = Random(seed)
        haste = source.random()
        for _ in range(plies):
            actions = rules.legal_actions(self.state)
            if not actions:
                break
            far = max(actions, key=lambda action: getattr(action, "to", 0))
            self._keep(far if source.random() < haste else source.choice(actions))

    @precondition(lambda self: not self.state.over)
    @rule(seed=st.integers(0, 10**6))
    def correct(self, seed: int) -> None:
        source = Random(seed)
        players = range(len(self.state.seats))
        for seat in players:
            pieces = range(len(self.state.seats[seat].pieces))
            piece = source.choice(pieces) if len(pieces) == 2 else None
            square, status = source.randint(0, 63), source.choice((None, *rules.Status))
            carrots, lettuces = source.choice((0, 1, 9, 40, 200)), source.choice((0, 1))
            self._try(rules.Correction(seat, carrots=carrots, lettuces=lettuces))
            self._try(rules.Correction(seat, piece=piece, square=square))
            self._try(rules.Correction(seat, piece=piece, owes=True, status=status))
        self._try(rules.Correction(turn=source.choice(players)))

    @precondition(lambda self: not self.state.over)
    @rule(seat=st.integers(0, 30))
    def leave(self, seat: int) -> None:
        if seat < len(self.state.seats):
            self._try(rules.Leave(seat))

    @precondition(lambda self: self.entries)
    @rule(count=st.integers(1, 20))
    def undo(self, count: int) -> None:
        for _ in range(min(count, len(self.entries))):
            self.undone.append((self.entries.pop(), self.states.pop()))

    @precondition(lambda self: self.undone)
    @rule(count=st.integers(1, 20))
    def redo(self, count: int) -> None:
        for _ in range(min(count, len(self.undone))):
            (action, applied), state = self.undone.pop()
            again = rules.apply(self.state, action, self.chance)
            assert again == applied
            assert again.state == state
            self.entries.append((action, again))
            self.states.append(again.state)

    def _try(self, action: rules.Action | rules.Correction) -> None:
        if rules.refusal(self.state, action) is None:
            self._keep(action)

    def _keep(self, action: rules.Action | rules.Correction) -> None:
        applied = rules.apply(self.state, action, self.chance)
        check_position(applied.state)
        self.undone.clear()
        self.entries.append((action, applied))
        self.states.append(applied.state)

    @precondition(lambda self: self.states)
    @invariant()
    def the_position_is_sound(self) -> None:
        check_position(self.state)

    def teardown(self) -> None:
        if self.states:
            assert replayed(self.line, self.entries) == self.state


def check_position(state: rules.State) -> None:
    """Hold a position against everything that must be true of any."""
    nobody_has_less_than_nothing(state)
    one_piece_stands_on_a_square(state)
    the_cards_are_always_the_same(state)
    a_rank_is_one_more_than_the_pieces_ahead(state)
    there_is_something_to_do_until_the_game_is_over(state)


def nobody_has_less_than_nothing(state: rules.State) -> None:
    assert all(seat.carrots >= 0 and seat.lettuces >= 0 for seat in state.seats)


def one_piece_stands_on_a_square(state: rules.State) -> None:
    squares = Counter(p.square for seat in state.seats for p in seat.pieces if not seat.left)
    assert all(n == 1 for square, n in squares.items() if 0 < square < rules.HOME_SQUARE)


def the_cards_are_always_the_same(state: rules.State) -> None:
    cards = [*state.deck, *state.aside]
    assert sorted(cards) == sorted(state.setup.edition.deck_list(state.setup.rules))


def a_rank_is_one_more_than_the_pieces_ahead(state: rules.State) -> None:
    seats = [seat for seat in rules.state_json(state)["seats"] if not seat["left"]]
    pieces = [piece for seat in seats for piece in seat["pieces"]]
    keys = [(p["place"] is None, p["place"] or -p["square"]) for p in pieces]
    assert [p["rank"] for p in pieces] == [1 + sum(k < mine for k in keys) for mine in keys]
    places = sorted(p["place"] for p in pieces if p["place"])
    if not any(seat.left for seat in state.seats):  # who left with a piece Home took a place along
        assert places == list(range(1, len(places) + 1))


def there_is_something_to_do_until_the_game_is_over(state: rules.State) -> None:
    actions = rules.legal_actions(state)
    assert bool(actions) != state.over
    assert all(rules.refusal(state, action) is None for action in actions)


class LongTable(Table):
    """The same, for many games that nobody has seen before (TABLES=1000 by hand)."""


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
TestLongTable = pytest.mark.torture(pytest.mark.timeout(3600)(LongTable.TestCase))
TestLongTable.settings = settings(
    max_examples=int(os.environ.get("TABLES", "300")),
    stateful_step_count=60,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
