"""What must hold in every position, whatever is played, undone and redone."""

from __future__ import annotations

from collections import Counter
from random import Random

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import rules
from tests.reference.compare import EDITIONS, replayed, setup_of
from tests.reference.games import random_setup


class Table(RuleBasedStateMachine):
    """A game whose chance comes from a seed, with every state that was passed kept for undo."""

    @initialize(setup_seed=st.integers(0, 10**6), seed=st.integers(0, 10**6))
    def lay_out(self, setup_seed: int, seed: int) -> None:
        self.line = random_setup(Random(setup_seed), EDITIONS)
        self.chance = rules.Seeded(seed)
        self.states = [rules.start(setup_of(self.line))]
        self.entries = []
        self.undone = []

    @property
    def state(self) -> rules.State:
        return self.states[-1]

    @precondition(lambda self: not self.state.over)
    @rule(number=st.integers(0, 200))
    def act(self, number: int) -> None:
        actions = rules.legal_actions(self.state)
        self._keep(actions[number % len(actions)])

    @precondition(lambda self: not self.state.over)
    @rule(number=st.integers(0, 3))
    def go_as_far_as_possible(self, number: int) -> None:
        actions = rules.legal_actions(self.state)
        self._keep(sorted(actions, key=lambda action: action.to or 0)[-1 - number % len(actions)])

    @precondition(lambda self: not self.state.over)
    @rule(seat=st.integers(0, 5))
    def leave(self, seat: int) -> None:
        if seat % 3 == 0 and rules.can_leave(self.state, seat % len(self.state.seats)):
            self._keep(rules.Action(seat % len(self.state.seats), rules.Do.LEAVE))

    @precondition(lambda self: self.entries)
    @rule()
    def undo(self) -> None:
        self.undone.append((self.entries.pop(), self.states.pop()))

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        (action, applied), state = self.undone.pop()
        again = rules.apply(self.state, action, self.chance)
        assert again == applied
        assert again.state == state
        self.entries.append((action, again))
        self.states.append(again.state)

    def _keep(self, action: rules.Action) -> None:
        applied = rules.apply(self.state, action, self.chance)
        self.undone.clear()
        self.entries.append((action, applied))
        self.states.append(applied.state)

    @invariant()
    def nobody_has_less_than_nothing(self) -> None:
        assert all(seat.carrots >= 0 and seat.lettuces >= 0 for seat in self.state.seats)

    @invariant()
    def one_piece_stands_on_a_square(self) -> None:
        squares = Counter(
            piece.square for seat in self.state.seats for piece in seat.pieces if not seat.left
        )
        assert all(n == 1 for square, n in squares.items() if 0 < square < rules.HOME_SQUARE)

    @invariant()
    def the_cards_are_always_the_same(self) -> None:
        setup = self.state.setup
        cards = [*self.state.deck, *self.state.aside]
        assert sorted(cards) == sorted(setup.edition.deck_list(setup.rules))

    @invariant()
    def a_rank_is_one_more_than_the_pieces_ahead(self) -> None:
        seats = [seat for seat in rules.state_json(self.state)["seats"] if not seat["left"]]
        pieces = [piece for seat in seats for piece in seat["pieces"]]
        keys = [(p["place"] is None, p["place"] or -p["square"]) for p in pieces]
        assert [p["rank"] for p in pieces] == [1 + sum(k < mine for k in keys) for mine in keys]

    @invariant()
    def there_is_something_to_do_until_the_game_is_over(self) -> None:
        actions = rules.legal_actions(self.state)
        assert bool(actions) != self.state.over
        assert all(rules.refusal(self.state, action) is None for action in actions)

    def teardown(self) -> None:
        if hasattr(self, "states"):
            assert replayed(self.line, self.entries) == self.state


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
