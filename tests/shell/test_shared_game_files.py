"""What a page offers for download: a picture of the result, and the record, unless it is secret."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.app.game import Game, new_game, play
from companion.app.session import Session
from companion.dev.autoplay import Autoplay
from companion.dev.bench import library
from companion.rules import Drew, Shuffled, legal_actions, parse_record
from companion.shell.shared_game_files import SharedGameFiles

GAME = Path(__file__).parents[1] / "games" / "ravensburger-1978-2p-0.jsonl"


@pytest.fixture(scope="module")
def played() -> Session:
    """Return the session at the end of a recorded game."""
    replay = Autoplay(parse_record(GAME.read_bytes(), library))
    for _ in replay.play():
        pass
    return replay.session


def shared(session: Session) -> SharedGameFiles:
    return SharedGameFiles(lambda: session)


def half(session: Session) -> Session:
    """Return it when half of the game was played."""
    assert session.game is not None
    past = session.game.past[: len(session.game.past) // 2]
    return replace(session, game=replace(session.game, past=past))


def secret(session: Session) -> Session:
    return replace(session, settings=replace(session.settings, secret=True))


def test_the_record_of_a_finished_game_reads_back_to_where_it_ended(played: Session) -> None:
    file = shared(secret(played)).record()
    assert file is not None
    assert file.name.startswith("hare-and-tortoise-")
    assert played.game is not None
    assert parse_record(file.content, library).state == played.game.state


@pytest.mark.parametrize("used_cards", ["bottom", "aside"])
def test_the_record_of_a_running_game_hides_the_order_of_the_cards(used_cards: str) -> None:
    game, chance = game_of_2008(used_cards), Random(7)
    while len(game.past) < 80:
        game, _ = play(game, chance.choice(legal_actions(game.state)))
        if len(game.past) % 10 == 0:
            file = shared(Session(game=game)).record()
            assert file is not None
            told, true = parse_record(file.content, library).state, game.state
            assert replace(told, setup=true.setup, deck=true.deck) == true
            assert sorted(told.deck) == sorted(true.deck)
            unseen = told.deck[: max(0, len(true.deck + true.aside) - drawn_since_shuffle(game))]
            assert unseen == tuple(sorted(unseen))
    assert any(isinstance(step, Shuffled) for ply in game.past for step in ply.consequences)


def game_of_2008(used_cards: str) -> Game:
    first, *_ = (GAME.parent / "ravensburger-2008-6p-0.jsonl").read_text().splitlines()
    setup = json.loads(first) | {"rules": {"used_cards": used_cards}}
    return new_game(1, parse_record(json.dumps(setup).encode(), library).setup, "seed")


def drawn_since_shuffle(game: Game) -> int:
    steps = [step for ply in game.past for step in ply.consequences]
    last = max((at for at, step in enumerate(steps) if isinstance(step, Shuffled)), default=0)
    return sum(isinstance(step, Drew) for step in steps[last:])


def test_while_the_carrots_are_secret_there_is_no_record(played: Session) -> None:
    assert shared(half(played)).record() is not None
    assert shared(secret(half(played))).record() is None


def test_the_picture_is_a_png_of_the_result_and_of_the_race(played: Session) -> None:
    file = shared(played).picture()
    assert file is not None
    image = Image.open(BytesIO(file.content))
    assert (image.format, image.size) == ("PNG", (1184, 1296))
    assert len(file.content) < 60_000


def test_the_picture_of_a_secret_game_is_the_same_whatever_the_counts(played: Session) -> None:
    def drawn(session: Session, carrots: int) -> bytes:
        assert session.game is not None
        last = session.game.past[-1]
        seats = tuple(replace(seat, carrots=carrots) for seat in last.state.seats)
        past = (*session.game.past[:-1], replace(last, state=replace(last.state, seats=seats)))
        file = shared(replace(session, game=replace(session.game, past=past))).picture()
        assert file is not None
        return file.content

    now = half(played)
    assert drawn(now, 12) != drawn(now, 34)
    assert drawn(secret(now), 12) == drawn(secret(now), 34)


def test_without_a_game_there_is_nothing_to_share() -> None:
    share = shared(Session())
    assert (share.has_game(), share.picture(), share.record()) == (False, None, None)
