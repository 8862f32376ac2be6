"""What goes over the WebSocket: frames to the browser, presses and "drawn" back.

To the browser, JSON text: `{"light": 2, "screen": "turn", "texts": [...], "bits": "<base64>"}`,
the bits being 64 rows of 16 bytes, the leftmost pixel the highest bit; `{}` says only "still here".
From the browser: `{"seq": 7, "button": "ok", "pressed": true}` and `{"drawn": true}`, the answer
to each frame, which asks for the next.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.app.events import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ports import Picture

LONGEST_MESSAGE = 1024
STILL_HERE = "{}"


class MessageError(CompanionError, ValueError):
    """A browser sent what no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down or up; `seq` grows with each message of one connection."""

    seq: int
    button: Button
    pressed: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """The browser has drawn the last frame that it was sent."""


def frame(picture: Picture, words: Callable[[str], str]) -> str:
    """Write a picture as the text of one message; `words` puts icons into words."""
    return json.dumps(
        {
            "light": picture.brightness,
            "screen": picture.name,
            "texts": [words(text) for text in picture.texts],
            "bits": base64.b64encode(picture.image.tobytes()).decode("ascii"),
        }
    )


def parse(text: str) -> Press | Drawn:
    """Read one message of a browser.

    Raises:
        MessageError: for anything but the two messages above.

    """
    match _from_json(text):
        case {"drawn": True}:
            return Drawn()
        case {"seq": int(seq), "button": str(name), "pressed": bool(pressed)}:
            return Press(seq, _button(name), pressed)
        case _:
            raise MessageError("The message is neither a press nor the answer to a frame.")


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
