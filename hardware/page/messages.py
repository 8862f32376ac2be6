"""The messages of the WebSocket: pictures to the browser, presses and answers from it.

To the browser, JSON text: `{"light": 2, "screen": "menu", "bits": "<base64>", "language": "en",
"texts": [...], "chosen": 3, "said": "chosen: Ranking"}`, the bits being 64 rows of 16 bytes, the
leftmost pixel the highest bit, the texts the picture in words, `said` what to say of the chosen
one, and where a name is typed `"typed"` what it is so far;
`{"sound": "card", "on": false}`: a press made a sound, which is switched on or not;
`{"late": true}`: a press came too late and was not counted; `{}`: a heartbeat. The browser answers
each of these with `{"ready": true, "at": 1234.5}`, the first also with the `"languages"` that its
user reads, and then gets the next. It reports its buttons with
`{"seq": 7, "button": "ok", "pressed": true, "at": 1234.5}`, and several times a second that all
that are down are still down with `{"seq": 8, "held": true, "at": 1290.0}`; what a keyboard types of
a name is `{"seq": 9, "text": "Be", "at": 1310.0}`. `at` is the browser's monotonic clock in
milliseconds.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

from companion import CompanionError
from companion.app.events import MOST_TYPED, Button

if TYPE_CHECKING:
    from companion.ports import Picture

LONGEST_MESSAGE = 1024
HEARTBEAT = "{}"
LATE = '{"late": true}'


class MessageError(CompanionError, ValueError):
    """A browser sent what the page never sends."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down or up at `stamp` (seconds of the browser's clock).

    `seq` grows with each press and hold of one connection.
    """

    seq: int
    button: Button
    pressed: bool
    stamp: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Every button that was down was still down at `stamp`."""

    seq: int
    stamp: float


@dataclass(frozen=True, slots=True)
class Text:
    """Characters were typed at `stamp`: 1 to MOST_TYPED that can be shown."""

    seq: int
    text: str
    stamp: float


@dataclass(frozen=True, slots=True)
class Ready:
    """The browser has taken in the last message that it was sent.

    Its first answer names the `languages` that its user reads.
    """

    stamp: float
    languages: tuple[str, ...] = ()


Message: TypeAlias = Press | Hold | Text | Ready


def encode_picture(picture: Picture) -> str:
    """Return a picture as the text of one message."""
    spoken = picture.spoken
    message = {
        "light": picture.brightness,
        "screen": picture.name,
        "bits": base64.b64encode(picture.image.tobytes()).decode("ascii"),
        "language": spoken.language,
        "texts": spoken.lines,
        "chosen": spoken.chosen,
        "said": spoken.chosen_said,
    }
    return json.dumps(message if picture.typed is None else message | {"typed": picture.typed})


def encode_sound(sound: str, *, is_on: bool) -> str:
    """Return a sound as the text of one message; `is_on` is the game's setting."""
    return json.dumps({"sound": sound, "on": is_on})


def parse(text: str) -> Message:
    """Read one message of a browser.

    Raises:
        MessageError: for anything but the messages above.

    """
    match _from_json(text):
        case {"ready": True, "at": float() | int() as at, "languages": [*tags]}:
            return Ready(_seconds(at), tuple(tag for tag in tags if isinstance(tag, str)))
        case {"ready": True, "at": float() | int() as at}:
            return Ready(_seconds(at))
        case {
            "seq": int(seq),
            "button": str(name),
            "pressed": bool(pressed),
            "at": float() | int() as at,
        }:
            return Press(seq, _button(name), pressed, _seconds(at))
        case {"seq": int(seq), "held": True, "at": float() | int() as at}:
            return Hold(seq, _seconds(at))
        case {"seq": int(seq), "text": str(typed), "at": float() | int() as at}:
            return Text(seq, _text(typed), _seconds(at))
        case _:
            raise MessageError("The message is neither a press, a hold, a text nor an answer.")


def _from_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # a thousand brackets fit into 1 KB
        raise MessageError("The message is not JSON.") from error


def _button(name: str) -> Button:
    try:
        return Button(name)
    except ValueError as error:
        raise MessageError(f"There is no button {name!r}.") from error


def _text(typed: str) -> str:
    if not 1 <= len(typed) <= MOST_TYPED:
        raise MessageError(f"A text has 1 to {MOST_TYPED} characters.")
    if not typed.isprintable():
        raise MessageError("The text has a character that cannot be shown.")
    return typed


def _seconds(at: float) -> float:
    try:
        seconds = at / 1000
    except OverflowError:  # an integer of hundreds of digits
        seconds = float("inf")
    if not isfinite(seconds):
        raise MessageError("The time is not a number.")
    return seconds
