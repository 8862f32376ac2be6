"""The family book of several games."""

from __future__ import annotations

from sample_games import record, result

from companion.book.book_json import book_json
from companion.book.book_text import book_lines
from companion.book.family_book import BestKind, Book, NamedResult, book_of
from companion.book.game_result import Player

THREE, TWO, CORRECTION = (
    "ravensburger-1978-3p-0",
    "ravensburger-1978-2p-0",
    {"do": "correct", "seat": 0, "lettuces": 3},
)
GAMES = [
    NamedResult("1", result(record(THREE))),
    NamedResult("2", result(record(THREE, CORRECTION))),
    NamedResult("3", result(record(TWO, of_seat1={"player": "strong"}))),
]


def entry(book: Book, name: str) -> tuple[object, ...]:
    (found,) = (each for each in book.players if each.player.name == name)
    return found.games, found.marked, found.wins, found.average_place


def test_each_name_has_its_games_wins_and_average_place() -> None:
    book = book_of(GAMES)
    anna_won = GAMES[2].result.seats[0].won
    assert entry(book, "Anna") == (3, 1, int(anna_won), round((2 + 2 + 2 - anna_won) / 3, 2))
    assert entry(book, "Ben") == (2, 1, 2, 1.0)
    assert entry(book, "Cili") == (2, 1, 0, 3.0)


def test_games_with_a_mark_are_left_out_on_demand_and_counted_as_left_out() -> None:
    book = book_of(GAMES, plain=True)
    assert (book.games, book.left_out, book.marks["corrected"]) == (2, 1, 1)
    assert entry(book, "Ben") == (1, 0, 1, 1.0)


def test_two_spellings_count_as_one_player() -> None:
    book = book_of(GAMES, {"Ben": "Benedek", "Cili": "Benedek"})
    assert entry(book, "Benedek") == (4, 2, 2, 2.0)


def test_starting_order_against_finishing_order_is_counted_by_number_of_players() -> None:
    tables = {table.players: table for table in book_of(GAMES).orders}
    assert tables[3].games == 2
    assert tables[3].rows == ((0, 2, 0), (2, 0, 0), (0, 0, 2))
    assert tables[2].games == 1
    six = book_of([NamedResult("1", result(record("ravensburger-2008-6p-0")))]).orders[0]
    places = [row.index(1) + 1 for row in six.rows]
    assert places == [3, 5, 1, 4, 6, 2]


def test_a_game_of_teams_has_wins_and_no_places() -> None:
    data = record("ravensburger-1978-4p-0")
    setup, rest = data.split(b"\n", 1)
    data = setup.replace(b'"deck"', b'"teams": [[0, 2], [1, 3]], "deck"') + b"\n" + rest
    leaves = b"".join(b'{"seat": %d, "do": "leave"}\n' % seat for seat in (1, 3))
    book = book_of([NamedResult("1", result(data.split(b"\n")[0] + b"\n" + leaves))])
    assert entry(book, "Anna") == (1, 1, 1, None)
    assert book.orders == ()


def test_records_are_of_people_and_the_earliest_game() -> None:
    bests = {each.best: each for each in book_of(GAMES).bests}
    assert list(bests) == list(BestKind)
    assert bests[BestKind.FASTEST].player == Player(name="Ben")
    assert (bests[BestKind.FASTEST].number, bests[BestKind.FASTEST].game) == (18, "1")
    assert bests[BestKind.LETTUCES_FIRST].game == ""
    assert not any(each.player.level for each in bests.values())


def test_what_the_companion_does_is_no_record() -> None:
    """All seats but one are the companion's: every record is the person's, or nobody's."""
    for person in range(3):
        others = {f"of_seat{seat}": {"player": "good"} for seat in range(3) if seat != person}
        book = book_of([NamedResult("1", result(record(THREE, **others)))])
        name = ("Anna", "Ben", "Cili")[person]
        assert {each.player for each in book.bests} <= {Player(name=name)}


def test_an_empty_book_has_a_sentence_and_no_tables() -> None:
    book = book_of([])
    assert list(book_lines(book, 2)) == ["0 finished games, 2 not finished"]
    assert book_json(book, 2)["players"] == []


def test_the_text_has_each_number_of_the_json() -> None:
    book = book_of(GAMES)
    text, found = "\n".join(book_lines(book, 0)), book_json(book, 0)
    assert "3 finished games\nmarked *: 1 corrected" in text
    assert "companion (strong)" in text
    for player in found["players"]:
        assert str(player["fastest_race"] or "-") in text
    for line in found["bests"]:
        assert str(line["number"]) in text
