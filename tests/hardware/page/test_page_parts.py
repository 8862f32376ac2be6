"""The parts of the page that need no network."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

from companion import CompanionError
from companion.app.events import MOST_TYPED, Button
from hardware.page import address
from hardware.page.held_keys import HeldKeys
from hardware.page.messages import Hold, MessageError, Press, Ready, Text, encode_picture, parse
from hardware.page.pairing import CLEAN_ADDRESSES, CLEAN_TRIES, KEYS, PairingCode, PairingLock
from hardware.page.token_bucket import TokenBucket
from tests.hardware.sample import Clock, SamplePicture, dots

STATIC = Path(address.__file__).parent / "static"


def test_a_frame_carries_light_screen_words_and_the_bits_row_by_row() -> None:
    picture = SamplePicture(
        dots((0, 0), (127, 0), (9, 63)), 1, "menu", ("Menu", "5 carrots"), chosen=1, language="de"
    )
    sent = json.loads(encode_picture(picture))
    bits = base64.b64decode(sent.pop("bits"))
    assert sent == {
        "light": 1,
        "screen": "menu",
        "language": "de",
        "texts": ["Menu", "5 carrots"],
        "chosen": 1,
        "said": "chosen: 5 carrots",
    }
    assert len(bits) == 1024
    assert {i: b for i, b in enumerate(bits) if b} == {0: 0x80, 15: 0x01, 63 * 16 + 1: 0x40}


def test_a_press_reads_back_from_its_message() -> None:
    text = '{"seq": 7, "button": "ok", "pressed": true, "at": 1250}'
    assert parse(text) == Press(7, Button.OK, pressed=True, stamp=1.25)


def test_a_hold_reads_back_from_its_message() -> None:
    assert parse('{"seq": 8, "held": true, "at": 1500.5}') == Hold(8, 1.5005)


def test_a_text_reads_back_from_its_message() -> None:
    assert parse('{"seq": 9, "text": "\u017deň", "at": 2000}') == Text(9, "Žeň", 2.0)
    assert parse(f'{{"seq": 9, "text": "{"A" * MOST_TYPED}", "at": 2000}}')


def test_a_picture_names_what_is_typed_only_where_a_name_is() -> None:
    assert "typed" not in json.loads(encode_picture(SamplePicture()))
    assert json.loads(encode_picture(SamplePicture(typed="")))["typed"] == ""


def test_an_answer_reads_back_from_its_message() -> None:
    assert parse('{"ready": true, "at": 250}') == Ready(0.25)
    named = parse('{"ready": true, "at": 250, "languages": ["de-AT", 7, "en"]}')
    assert named == Ready(0.25, ("de-AT", "en"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ok",
        "[]",
        "null",
        "{}",
        "[" * 1024,
        '{"ready": false, "at": 1}',
        '{"ready": true}',
        '{"ready": true, "at": "1"}',
        '{"ready": true, "at": NaN}',
        '{"ready": true, "at": Infinity}',
        '{"ready": true, "at": 1e999}',
        '{"ready": true, "at": ' + "9" * 900 + "}",
        '{"seq": 7, "held": false, "at": 1}',
        '{"seq": 7, "button": "ok", "pressed": true}',
        '{"seq": "7", "button": "ok", "pressed": true, "at": 1}',
        '{"seq": 7, "button": "fire", "pressed": true, "at": 1}',
        '{"seq": 7, "button": ["ok"], "pressed": true, "at": 1}',
        '{"seq": 7, "button": "ok", "pressed": 1, "at": 1}',
        '{"seq": NaN, "button": "ok", "pressed": true, "at": 1}',
        '{"button": "ok", "pressed": true, "at": 1}',
        '{"seq": 9, "text": "", "at": 1}',
        '{"seq": 9, "text": "' + "A" * (MOST_TYPED + 1) + '", "at": 1}',
        '{"seq": 9, "text": "A\\n", "at": 1}',
        '{"seq": 9, "text": "\\u001b[2J", "at": 1}',
        '{"seq": 9, "text": "\\u202e", "at": 1}',
        '{"seq": 9, "text": "\\ud800", "at": 1}',
        '{"seq": 9, "text": ["A"], "at": 1}',
        '{"text": "A", "at": 1}',
        "9" * 1024,
        '{"seq": 7, "button": "ok", "pressed": true, "at": 1',
    ],
)
def test_anything_else_is_a_named_error(text: str) -> None:
    with pytest.raises(MessageError) as caught:
        parse(text)
    assert isinstance(caught.value, (CompanionError, ValueError))


def test_a_button_that_two_hold_goes_up_with_the_last() -> None:
    held = HeldKeys()
    assert held.press("mum", Button.RIGHT)
    assert not held.press("kid", Button.RIGHT)
    assert not held.release("mum", Button.RIGHT)
    assert held.release("kid", Button.RIGHT)


def test_a_client_that_leaves_releases_everything_but_what_others_hold() -> None:
    held = HeldKeys()
    for button in (Button.LEFT, Button.OK, Button.BACK):
        held.press("mum", button)
    held.press("kid", Button.OK)
    assert held.release_all("mum") == [Button.LEFT, Button.BACK]
    assert held.release_all("kid") == [Button.OK]


def test_a_release_without_a_press_changes_nothing() -> None:
    held = HeldKeys()
    held.press("mum", Button.OK)
    assert not held.release("kid", Button.OK)
    assert held.release("mum", Button.OK)
    assert not held.release("mum", Button.OK)


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(10.0, 5, clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now += 0.25
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 1000
    assert sum(bucket.take() for _ in range(100)) == 5


def test_a_clock_that_jumps_back_neither_fills_nor_breaks_a_bucket() -> None:
    clock = Clock()
    bucket = TokenBucket(10.0, 2, clock)
    bucket.take()
    clock.now -= 50
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_codes_have_six_digits_and_change() -> None:
    codes = {PairingCode.random().code for _ in range(50)}
    assert all(re.fullmatch(r"[0-9]{6}", code) for code in codes)
    assert len(codes) > 40


@pytest.mark.parametrize("typed", ["012345", "012 345", " 012-345 "])
def test_spaces_in_a_code_do_not_count(typed: str) -> None:
    assert PairingCode("012345").is_matched_by(typed)


@pytest.mark.parametrize("typed", ["", "12345", "0123456", "012346", "٠١٢٣٤٥", "\ud800"])
def test_another_code_does_not_match(typed: str) -> None:
    assert not PairingCode("012345").is_matched_by(typed)


def test_four_wrong_codes_cost_nothing_and_the_fifth_half_a_minute() -> None:
    lock = PairingLock(PairingCode("012345"), Clock())
    for _ in range(4):
        assert lock.try_code("999999", "phone") is None
        assert lock.wait_s("phone") == 0
    lock.try_code("999999", "phone")
    assert lock.wait_s("phone") == 30


def test_while_the_lock_waits_the_right_code_is_wrong_too() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    for _ in range(5):
        lock.try_code("999999", "phone")
    clock.now += 29.9
    assert lock.try_code("012345", "phone") is None
    clock.now += 0.2
    assert lock.try_code("012345", "phone") is not None


def test_each_further_wrong_code_waits_twice_as_long_up_to_an_hour() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    waits = []
    for _ in range(14):
        lock.try_code("999999", "phone")
        waits.append(lock.wait_s("phone"))
        clock.now += lock.wait_s("phone")
    assert waits[4:] == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_a_neighbour_who_guesses_does_not_keep_a_new_phone_out() -> None:
    lock = PairingLock(PairingCode("012345"), Clock())
    for _ in range(5):
        lock.try_code("999999", "neighbour")
    assert lock.wait_s("neighbour") == 30
    assert lock.wait_s("phone") == 0
    assert lock.try_code("012345", "phone") is not None
    assert lock.wait_s("neighbour") == 30
    assert lock.try_code("012345", "neighbour") is None


def test_a_new_phone_has_two_tries_and_then_waits_with_all_others() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    for _ in range(5):
        lock.try_code("999999", "neighbour")
    assert CLEAN_TRIES == 2
    waits = []
    for _ in range(2):
        lock.try_code("999999", "phone")
        waits.append(lock.wait_s("phone"))
    assert waits == [0, 30]
    assert lock.try_code("012345", "phone") is None
    assert lock.wait_s("neighbour") == 30  # wrong codes of others do not change it


def test_many_addresses_win_a_guesser_no_more_than_the_tries_of_the_first_of_them() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    compared = 0
    for number in range(10_000):
        for _ in range(3):
            compared += lock.wait_s(f"guesser {number}") == 0
            lock.try_code("999999", f"guesser {number}")
    assert compared <= 5 + CLEAN_ADDRESSES * CLEAN_TRIES
    assert lock.wait_s("phone") == 30


def test_sixteen_addresses_that_guess_do_not_keep_a_new_phone_out() -> None:
    lock = PairingLock(PairingCode("012345"), Clock())
    for _ in range(10):
        for number in range(16):
            lock.try_code("999999", f"guesser {number}")
    assert lock.wait_s("guesser 3") == 30
    assert lock.try_code("012345", "phone") is not None


def test_a_day_of_guessing_from_any_number_of_addresses_compares_few_codes() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    compared = 0
    for minute in range(24 * 60):
        for number in range(8):
            for _ in range(3):
                compared += lock.wait_s(f"guesser {minute} {number}") == 0
                lock.try_code("999999", f"guesser {minute} {number}")
        clock.now += 60
    assert compared < 500


def test_after_ten_minutes_another_new_phone_gets_in_beside_the_guessers() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    for number in range(1000):
        lock.try_code("999999", f"guesser {number}")
    assert lock.try_code("012345", "phone") is None
    for number in range(10):  # the lock is renewed meanwhile
        clock.now += 60
        lock.try_code("999999", f"guesser {number}")
    assert lock.try_code("012345", "phone") is not None


def test_who_has_paired_while_others_wait_does_not_shorten_their_next_waits() -> None:
    clock = Clock()
    lock = PairingLock(PairingCode("012345"), clock)
    for _ in range(5):
        lock.try_code("999999", "neighbour")
    lock.try_code("012345", "phone")
    clock.now += 30
    lock.try_code("999999", "neighbour")
    assert lock.wait_s("neighbour") == 60


def test_a_key_opens_and_nothing_like_it_does() -> None:
    lock = PairingLock(PairingCode("012345"), Clock())
    key = lock.try_code("012345", "phone")
    assert key is not None
    assert lock.has_issued(key)
    assert not any(
        lock.has_issued(other) for other in ("", key[:-1], key + "A", "\udcff", "012345")
    )


def test_the_oldest_of_too_many_keys_goes() -> None:
    lock = PairingLock(PairingCode("012345"), Clock())
    keys = [lock.try_code("012345", "phone") or "" for _ in range(KEYS + 1)]
    assert [lock.has_issued(key) for key in keys] == [False] + [True] * KEYS


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.html")), ids=lambda file: file.name)
def test_the_pages_have_no_script_or_style_inside(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", text)


@pytest.mark.parametrize("file", sorted(STATIC.iterdir()), ids=lambda file: file.name)
def test_nothing_comes_from_another_computer(file: Path) -> None:
    text = file.read_text().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|[\"'(]//|@import", text)


def test_every_language_of_the_page_has_every_word() -> None:
    text = (STATIC / "words.js").read_text()
    blocks = re.findall(r"^  ([a-z]{2}): \{\n(.*?)^  \},", text, re.DOTALL | re.MULTILINE)
    words = {code: set(re.findall(r"\b([a-z]+): \"", block)) for code, block in blocks}
    assert set(words) == {"en", "de", "hu", "cs", "ru"}
    assert all(found == words["en"] for found in words.values())
