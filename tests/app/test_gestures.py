"""Gestures: what a press, a bouncing contact and a stuck button lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.events import Button, Edge, EdgeSource, Event, Held, Tap, Tick
from companion.app.gestures import BURST, STUCK_S, Gestures, Press, due, feed, mute

MAIN = "main"


def down(at: float, button: Button = Button.RIGHT) -> Edge:
    return Edge(MAIN, button, True, at)


def up(at: float, button: Button = Button.RIGHT) -> Edge:
    return Edge(MAIN, button, False, at)


def presses(*events: Event) -> list[Press]:
    gestures, made = Gestures(), []
    for event in events:
        gestures, new = feed(gestures, event)
        made += new
    return made


def times(*events: Event) -> list[float]:
    return [pytest.approx(press.at) for press in presses(*events)]


def test_a_press_acts_at_once_and_its_release_does_nothing() -> None:
    assert presses(down(1.0), up(1.1)) == [Press(MAIN, Button.RIGHT, 1.0)]


def test_a_bouncing_press_is_one_press() -> None:
    bounce = [down(1.0), up(1.002), down(1.004), up(1.006), down(1.009), Tick(1.2), up(1.3)]
    assert len(presses(*bounce, Tick(2.0))) == 1


def test_a_bouncing_release_makes_no_press() -> None:
    bounce = [down(1.0), up(1.2), down(1.203), up(1.206), Tick(1.3), Tick(3.0)]
    assert len(presses(*bounce)) == 1


def test_a_tap_shorter_than_the_bounce_is_released_all_the_same() -> None:
    assert len(presses(down(1.0), up(1.01), Tick(1.03), Tick(5.0))) == 1


def test_a_second_press_after_the_bounce_counts() -> None:
    assert len(presses(down(1.0), up(1.05), down(1.1), up(1.15))) == 2


def test_an_ok_does_not_repeat() -> None:
    assert len(presses(down(1.0, Button.OK), Tick(9.0))) == 1


def test_a_held_arrow_runs_after_0_35_s_eight_a_second_and_sixteen_after_six() -> None:
    slow = [0.35 + n * 0.125 for n in range(7)]
    fast = [slow[6] + n * 0.0625 for n in range(1, 4)]
    assert times(down(0.0), Tick(slow[6] + 0.2)) == [0.0, *slow, *fast]


def test_repeats_say_that_they_are_repeats() -> None:
    assert [p.repeat for p in presses(down(0.0), Tick(0.5))] == [False, True, True]


def test_the_next_change_by_time_alone_is_known() -> None:
    gestures, _ = feed(Gestures(), down(1.0))
    assert due(gestures) == pytest.approx(1.35)
    gestures, _ = feed(gestures, up(1.01))
    assert due(gestures) == pytest.approx(1.03)
    gestures, _ = feed(gestures, Tick(1.03))
    assert due(gestures) is None


def test_bounce_that_arrives_late_makes_no_second_press() -> None:
    edges = [up(1.002), down(1.004), up(1.006), down(1.008)]
    assert times(down(1.0), Tick(1.1), *edges, Tick(1.3)) == [1.0]


def test_taps_that_arrive_late_are_all_counted() -> None:
    taps = [level for n in range(5) for level in (down(1.0 + n / 10), up(1.05 + n / 10))]
    assert times(Tick(3.0), *taps, Tick(3.5)) == pytest.approx([1.0, 1.1, 1.2, 1.3, 1.4])


def test_a_bounce_that_is_longer_than_usual_makes_no_second_press() -> None:
    edges = [(down, up)[n % 2](1.0 + n * 0.003) for n in range(13)]
    chatter = [event for edge in edges for event in (Tick(edge.at), edge)]
    assert times(*chatter, Tick(1.2)) == [1.0]


def test_a_button_that_was_down_from_the_start_is_ignored_until_released() -> None:
    gestures, _ = feed(Gestures(), Held(MAIN, Button.LEFT, 0.0))
    assert gestures.stuck() == (Button.LEFT,)
    gestures, made = feed(gestures, Tick(50.0))
    assert made == ()
    gestures, _ = feed(gestures, up(51.0, Button.LEFT))
    assert gestures.stuck() == ()
    assert feed(gestures, down(52.0, Button.LEFT))[1] == (Press(MAIN, Button.LEFT, 52.0),)


def test_a_button_held_for_more_than_30_s_is_stuck() -> None:
    gestures, _ = feed(Gestures(), down(0.0, Button.OK))
    gestures, _ = feed(gestures, Tick(STUCK_S - 0.1))
    assert gestures.stuck() == ()
    gestures, _ = feed(gestures, Tick(STUCK_S))
    assert gestures.stuck() == (Button.OK,)


def test_a_muted_press_runs_no_further_until_it_is_released() -> None:
    gestures, made = feed(Gestures(), down(0.0))
    gestures = mute(gestures, made[0])
    gestures, more = feed(gestures, Tick(5.0))
    assert more == ()
    gestures, _ = feed(gestures, up(5.1))
    assert len(feed(gestures, down(6.0))[1]) == 1


def test_the_same_level_twice_is_one_press() -> None:
    assert len(presses(down(1.0), down(1.1), down(1.2))) == 1


def test_a_missed_release_is_corrected_when_the_level_is_read_again() -> None:
    assert len(presses(down(1.0), up(1.2), up(1.4), down(2.0))) == 2


def test_a_tap_is_a_press_without_a_length() -> None:
    assert presses(Tap(MAIN, Button.LEFT, 1.0), Tick(9.0)) == [Press(MAIN, Button.LEFT, 1.0)]


def test_each_panel_has_buttons_of_its_own() -> None:
    one = Edge("one", Button.RIGHT, True, 1.0)
    two = Edge("two", Button.RIGHT, True, 1.0)
    assert [p.panel for p in presses(one, two)] == ["one", "two"]


def test_time_that_runs_backwards_stands_still() -> None:
    assert len(presses(down(5.0), Tick(1.0), up(2.0), Tick(5.03), down(6.0))) == 2


def test_a_leap_of_time_makes_up_for_no_more_than_the_track_has() -> None:
    assert len(presses(down(0.0), Tick(29.0))) == 1 + BURST


def sent(at: float, *, pressed: bool) -> Edge:
    return Edge(MAIN, Button.RIGHT, pressed, at, EdgeSource.NETWORK)


@pytest.mark.parametrize("source", [EdgeSource.POINTER, EdgeSource.NETWORK])
def test_only_contacts_bounce(source: EdgeSource) -> None:
    taps = [Edge(MAIN, Button.OK, n % 2 == 0, 1.0 + n / 1000, source) for n in range(10)]
    assert times(*taps, Tick(2.0)) == pytest.approx([1.0, 1.002, 1.004, 1.006, 1.008])


def test_a_release_from_the_network_that_comes_late_lets_nothing_run() -> None:
    events = [sent(1.0, pressed=True), Tick(1.53), sent(1.08, pressed=False), Tick(9.0)]
    assert times(*events) == [1.0]


def test_a_hold_on_the_network_runs_until_the_last_time_it_is_known_to_be_down() -> None:
    reports = [sent(1.0 + n * 0.06, pressed=True) for n in range(9)]
    assert times(*reports, Tick(9.0)) == pytest.approx([1.0, 1.35, 1.475])


def test_a_hold_on_the_network_runs_until_its_own_release_however_late_it_comes() -> None:
    events = [sent(1.0, pressed=True), Tick(1.9), sent(1.5, pressed=False), Tick(9.0)]
    assert times(*events) == pytest.approx([1.0, 1.35, 1.475])


def test_taps_from_the_network_that_come_in_one_bunch_are_all_counted() -> None:
    taps = [sent(1.0 + n / 10, pressed=n % 2 == 0) for n in range(12)]
    assert times(Tick(3.0), *taps, Tick(9.0)) == pytest.approx([1.0, 1.2, 1.4, 1.6, 1.8, 2.0])


def test_time_alone_changes_no_button_of_the_network() -> None:
    gestures, _ = feed(Gestures(), sent(1.0, pressed=True))
    assert due(gestures) is None


def test_a_button_of_the_network_that_is_held_for_more_than_30_s_is_stuck() -> None:
    gestures = Gestures()
    for n in range(301):
        gestures, _ = feed(gestures, sent(1.0 + n / 10, pressed=True))
    assert gestures.stuck() == (Button.RIGHT,)


EVENTS = st.one_of(
    st.builds(
        Edge,
        st.just(MAIN),
        st.sampled_from(Button),
        st.booleans(),
        st.floats(0, 100, allow_nan=False),
        st.sampled_from(EdgeSource),
    ),
    st.builds(Tick, st.floats(0, 100, allow_nan=False)),
)


@given(st.lists(EVENTS, max_size=60))
def test_any_edges_in_any_order_end_with_all_buttons_let_go(events: list[Event]) -> None:
    gestures = Gestures()
    for event in events:
        gestures, made = feed(gestures, event)
        assert len(made) <= (BURST + 1) * len(Button)
        assert all(press.at <= gestures.now for press in made)
    for button in Button:
        gestures, _ = feed(gestures, up(gestures.now + 1, button))
    gestures, _ = feed(gestures, Tick(gestures.now + 1))
    assert not gestures.any_down()
    assert due(gestures) is None
