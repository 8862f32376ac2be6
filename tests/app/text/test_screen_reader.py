"""A picture in words: what is chosen, icons by name, in the players' language."""

from __future__ import annotations

import pytest

from companion.app.render.picture import render
from companion.app.text import icons
from companion.app.text.catalogue import languages, texts_in
from companion.app.text.screen_reader import DrawnText, name_icons, speak
from companion.app.view import (
    CardView,
    HeaderView,
    LinesView,
    ListRow,
    ListView,
    NextPlayerView,
    PieceMark,
    QuestionView,
    RaceMark,
    RefusalView,
    StripCell,
    StripView,
    SumView,
    TurnView,
    View,
)

HEAD = HeaderView("R", "Anna", "1.", "38", "3")
CELLS = (StripCell("H"), StripCell("L", (PieceMark("G"),)), *[StripCell("C")] * 8)


def said(view: View) -> tuple[str, ...]:
    return render(view).spoken.said


def test_a_list_says_its_title_and_which_line_is_chosen() -> None:
    body = ListView("menu", "Menu", (ListRow("Ranking"), ListRow("Sound", "off")), chosen=1)
    assert said(View(body)) == ("Menu", "Ranking", "chosen: Sound off")
    assert said(View(body, large=True)) == ("Ranking", "chosen: Sound off")


def test_of_two_answers_the_one_that_ok_takes_is_chosen() -> None:
    body = QuestionView("q", "Leave?", "The game goes on.", ("yes", "no"), chosen=1)
    assert said(View(body))[-2:] == ("chosen: no", "yes")


def test_a_tick_that_is_chosen_alone_is_said_without_its_colon() -> None:
    spoken = speak(texts_in("en"), [[DrawnText(icons.OK, True)], [DrawnText(f"{icons.OK} done")]])
    assert spoken.said == ("chosen: OK", "OK: done")


def test_the_globe_says_nothing_before_words_and_alone_what_it_does() -> None:
    texts = texts_in("en")
    assert name_icons(f"{icons.GLOBE} Settings", texts) == "Settings"
    spoken = speak(texts, [[DrawnText(icons.GLOBE, True)], [DrawnText(f"{icons.OK} Magyar")]])
    assert spoken.said == ("chosen: other letters", "OK: Magyar")


def test_a_sum_is_what_ok_would_do_and_the_strip_is_not_read_out() -> None:
    below = SumView(6, True, f"{icons.HARE} Hare", "38-21 =", "17")
    body = TurnView("turn", HEAD, StripView(0, CELLS, cursor=0), below)
    assert said(View(body)) == (
        "R Anna 1. 38 carrots 3 lettuces",
        "chosen: Hare 6 right 38-21 = 17 carrots",
    )


def test_the_next_players_picture_says_who_is_next_and_the_stock_but_not_the_race() -> None:
    marks = (RaceMark(12, "R", own=True), RaceMark(20, "G"))
    body = NextPlayerView("turn", HEAD, marks, "52", LinesView("Ben: 2 on", "OK: go there"))
    words = ("Ben: 2 on", "R Anna 38 carrots, 3 lettuces, 52 Home")
    assert said(View(body)) == (*words, "OK: go there")
    assert said(View(body, large=True))[:2] == words


def test_a_text_of_several_lines_is_spoken_as_one() -> None:
    text = "Go back behind the next piece behind you, free."
    body = CardView("card", HEAD, "Fall back", text, "No effect: nobody is behind", ok="next")
    assert said(View(body))[1:] == (text, "No effect: nobody is behind", "OK: next")


def test_a_refusal_names_the_square_and_who_stands_there() -> None:
    strip = StripView(0, CELLS, cursor=1, forbidden=True)
    body = TurnView("turn", HEAD, strip, RefusalView(7, "It is taken"))
    assert said(View(body, large=True)) == ("7, lettuce G: not possible", "It is taken")
    assert said(View(body))[1:] == ("7, lettuce G: not possible", "It is taken")


def test_it_is_spoken_in_the_language_of_the_texts() -> None:
    body = ListView("menu", "Menü", (ListRow(f"38 {icons.CARROT}"),))
    spoken = render(View(body, language="de")).spoken
    assert (spoken.language, spoken.said) == ("de", ("Menü", "gewählt: 38 Karotten"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{icons.CARROT}38", "carrots 38"),
        (f"{icons.HARE} Hare square", "Hare square"),
        (f"{icons.OK} next", "OK: next"),
        (f"eats {icons.LETTUCE}, +1 {icons.CARROT}", "eats lettuce, +1 carrot"),
        (f"21{icons.CARROT} 1{icons.LETTUCE}", "21 carrots 1 lettuce"),
        (f"Undo: {icons.boxed('B')} 7>12", "Undo: B 7>12"),
    ],
)
def test_icons_are_named_once_and_boxes_are_left_out(text: str, words: str) -> None:
    assert name_icons(text, texts_in("en")) == words


@pytest.mark.parametrize("language", languages())
def test_nothing_private_to_the_font_is_read_out(language: str) -> None:
    every = " ".join([*icons.ICON.values(), icons.boxed("R")])
    (line,) = speak(texts_in(language), [[DrawnText(every)]]).lines
    assert not any(0xE000 <= ord(char) <= 0xF8FF for char in line)
