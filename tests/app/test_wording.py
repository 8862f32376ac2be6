"""Sentences of the table that have to fit: what goes and what stays."""

from __future__ import annotations

from companion.app.icons import CARROT, HARE, boxed
from companion.app.render.canvas import measure
from companion.app.wording import EVENT_WIDTH, ply_line
from companion.gallery.stage import Agreed, Sitter, table


def test_a_line_that_is_too_long_still_says_where_the_cards_left_the_piece() -> None:
    piece = Agreed(pile=("fall_back", "carrot_forward"))
    stage = table("en", piece, Sitter(27, 1000), Sitter(15, 65), Sitter(9, 43), Sitter(5, 60))
    game = stage.press("right 4", "ok").session.game
    assert game is not None
    line = ply_line(stage.session.texts, game, game.past[-1], secret=False)
    ended = game.state.seats[0].pieces[0].square
    assert measure(line) <= EVENT_WIDTH
    assert f"→{ended} = 990{CARROT}" in line
    assert line.startswith(f"{boxed('R')} 27→31 -10")
    assert line.count(HARE) < 2
