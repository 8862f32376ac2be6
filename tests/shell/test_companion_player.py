"""The companion thinks between two events, and only where somebody asks it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from companion.app.states.ids import ScreenId
from companion.app.text.hints import REASONS, SAID_BY_THE_ACTION
from companion.app.thought_requests import STRONGEST, ThoughtRequest, thought_request
from companion.config.edition_files import built_in
from companion.config.player_data_files import player_data
from companion.players.evaluation import Evaluator
from companion.players.hint import CODES
from companion.players.levels import Level
from companion.players.thought import choose
from companion.rules import Seeded, apply, make_setup, opening_deck, start
from companion.shell.companion_player import CompanionPlayer
from tests.storyboards.playing import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.rules import State

FIRST_TURN = "wait 1\nok\nok\nok\nok\n"
ASK = "back\nok\n"  # the first line of the menu before the first move


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path, "1")
    table.script(FIRST_TURN)
    yield table
    table.close()


def opening() -> State:
    edition = built_in("ravensburger-1978").edition
    deck = opening_deck("1", edition, edition.rules)
    return start(make_setup(edition, ("A", "B", "C"), ("red", "blue", "green"), deck))


def body_of(table: Table) -> dict[str, object]:
    """Return the last entry of the game as it is exported."""
    game = table.session.game
    assert game is not None
    done = [sys.executable, "-m", "companion", "export", "--state", str(table._state)]
    said = subprocess.run(done, capture_output=True, check=True, encoding="utf-8").stdout
    return dict(json.loads(said.splitlines()[-1]))


def test_a_hint_shows_a_square_and_why_and_closing_it_points_there(table: Table) -> None:
    table.script(ASK)
    name, texts = table.seen()
    assert name == "hint"
    assert texts[-3:] == ("7 on, onto the lettuce #7", "pays about 10", "<ok> choose this square")
    table.script("back")
    name, texts = table.seen()
    assert (name, texts[-4:]) == ("turn", ("7<right>", "68-28 =", "40", "<carrot>"))


def test_a_decision_made_with_a_hint_is_marked_and_the_next_one_is_not(table: Table) -> None:
    table.script(ASK + "ok\nok")
    assert body_of(table) == {"seat": 0, "do": "forward", "to": 7, "hint": True}
    table.script("right 5\nok")
    assert body_of(table) == {"seat": 1, "do": "forward", "to": 5}


def test_the_mark_of_a_hint_is_there_after_a_power_cut(table: Table) -> None:
    table.script(ASK + "ok\nok\nrestart\nok")
    game = table.session.game
    assert game is not None
    assert [ply.marks for ply in game.past] == [{"hint"}]


def test_a_thought_step_by_step_is_the_choice_of_the_strongest_level(tmp_path: Path) -> None:
    state, thinker, chance = opening(), CompanionPlayer(tmp_path), Seeded("1")
    evaluator = Evaluator(player_data(state.setup.edition), state)
    for _ in range(6):
        request, advice = ThoughtRequest(state, STRONGEST), None
        while advice is None:
            advice = thinker.step(request)
        assert advice.request is request
        assert advice.action == choose(state, Level.STRONG, evaluator).choice
        state = apply(state, advice.action, chance).state


WITH_A_COMPANION = """\
wait 1
ok 2
ok
right 3                # Blue
ok
right 2                # who plays
ok
right 4                # strong
ok
back
left 3
ok
right 5
ok
"""


def test_a_thought_that_a_power_cut_ends_comes_to_the_same_choice(tmp_path: Path) -> None:
    table = Table(tmp_path, "1")
    table.script(WITH_A_COMPANION)
    before = table.seen()
    assert before[0] == "companion"
    assert before[1][-3] == "<lettuce>Lettuce #7 · 7 on · -28<carrot>"
    table.script("restart\nback")
    assert table.seen() == before
    table.script("restart\nback\nback\nright\nok")  # a person decides
    assert table.session.screen.id is ScreenId.TURN
    table.close()


def test_a_fault_while_the_companion_thinks_is_shown_and_the_game_goes_on(table: Table) -> None:
    table.script("back")
    table._loop._make_thinker = _broken
    table.script("ok")
    assert table.seen()[0] == "fault"
    table.script("back")
    assert table.session.screen.id is ScreenId.TURN
    assert thought_request(table.session) is None


def _broken() -> CompanionPlayer:
    raise LookupError("no data")


def test_every_reason_has_its_words() -> None:
    assert set(CODES) == set(REASONS) | SAID_BY_THE_ACTION


def test_a_game_without_a_hint_imports_nothing_of_the_players(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from tests.storyboards.playing import Table\n"
        "table = Table(Path(sys.argv[1]), '1')\n"
        f"table.script({FIRST_TURN!r} + 'right 5\\nok\\nback\\nright 2\\nok')\n"
        "print(sorted(name for name in sys.modules if name.startswith('companion.players')))\n"
        "table.script('back 2\\nback\\nright\\nok')\n"
        "print(table.seen()[0], 'companion.players.thought' in sys.modules)\n"
        "table.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert done.stdout.splitlines() == ["[]", "hint True"]
