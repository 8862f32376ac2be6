"""The pictures of the gallery in words: whatever can be chosen is said to be chosen."""

from __future__ import annotations

from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.view import (
    BoardView,
    CardView,
    ListView,
    NameEntryView,
    QuestionView,
    SumView,
    TurnView,
    View,
)
from tests.dev.rendered import rendered


def test_every_list_question_and_sum_of_the_gallery_says_what_is_chosen() -> None:
    silent = []
    for state in rendered():
        shown = view(state.session, state.panel)
        if _has_choice(shown) and render(shown).spoken.chosen is None:
            silent.append(state.name)
    assert silent == []


def _has_choice(shown: View) -> bool:
    match shown.body:
        case ListView(chosen=int()) | TurnView(below=SumView()) | NameEntryView():
            return shown.animation is None
        case QuestionView() | BoardView(answers=(_, *_)) | CardView(answers=(_, *_)):
            return True
        case _:
            return False
