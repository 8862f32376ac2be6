"""Parse a script of presses, and check it before anything is pressed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion import CompanionError
from companion.app.events import Button
from hardware.press.film import BEGIN, END, is_running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PRESS_S: Final = 0.1  # how long a press lasts
PAUSE_S: Final = 0.5  # and the pause after it
MOST_PRESSES: Final = 10_000
MOST_LETTERS: Final = 100  # bytes of a shot's name: a file's name may have 255
MOST_LINES: Final = 100_000
MOST_SECONDS: Final = 1e7  # four months: enough for any test of sleep
BUTTONS: Final = frozenset(button.value for button in Button)
WORDS: Final = (*sorted(BUTTONS), "hold", "wait", "restart", "shot")


class ScriptError(CompanionError, ValueError):
    """A line of a script that cannot be played; the text names file and line."""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line: `word` is a button, hold, wait, restart or shot.

    `count` presses, `seconds` of a hold or a wait, `name` of a shot, `button` of a hold.
    """

    number: int
    word: str
    count: int = 1
    seconds: float = 0.0
    name: str = ""
    button: Button = Button.OK

    @property
    def takes_time(self) -> bool:
        """Return whether time passes while the line is played."""
        return self.word != "shot" and (self.word != "wait" or self.seconds > 0)


def parse_script(text: str, source: str) -> tuple[ScriptLine, ...]:
    """Read a whole script; ScriptError names the first line that is wrong."""
    return tuple(_lines(text, source))


def check_film(lines: Sequence[ScriptLine], source: str) -> None:
    """Refuse a script that films nothing. Raises ScriptError."""
    runs = False
    for line in lines:
        if line.word == "shot":
            runs = is_running(line.name, runs=runs)
        elif runs and line.takes_time:
            return
    why = f"shot {BEGIN}, then presses or time, and shot {END} where it ends"
    raise ScriptError(f"{source}: nothing is filmed: --film needs the lines {why}")


def _lines(text: str, source: str) -> Iterator[ScriptLine]:
    for number, raw in enumerate(text.splitlines(), 1):
        if number > MOST_LINES:
            raise ScriptError(f"{source}: has more than {MOST_LINES} lines: play it in parts")
        words = raw.partition("#")[0].split()
        if not words:
            continue
        try:
            yield _line(number, words)
        except (ValueError, IndexError) as error:
            raise ScriptError(f"{source}:{number}: {error}: {raw.strip()[:60]}") from error


def _line(number: int, words: list[str]) -> ScriptLine:
    word, rest = words[0], words[1:]
    if word not in WORDS:
        raise ValueError(f"unknown word {word[:20]!r}; known are {', '.join(WORDS)}")
    most = {"hold": 2, "restart": 0}.get(word, 1)
    least = {"hold": 2, "wait": 1, "shot": 1}.get(word, 0)
    if not least <= len(rest) <= most:
        raise ValueError(f"{word} takes {least if least == most else f'{least} or {most}'} words")
    match word:
        case "hold":
            return ScriptLine(number, word, button=_button(rest[0]), seconds=_seconds(rest[1]))
        case "wait":
            return ScriptLine(number, word, seconds=_seconds(rest[0]))
        case "shot":
            return ScriptLine(number, word, name=_name(rest[0]))
        case "restart":
            return ScriptLine(number, word)
        case _:
            return ScriptLine(
                number, word, count=_count(rest[0]) if rest else 1, button=Button(word)
            )


def _button(word: str) -> Button:
    if word not in BUTTONS:
        raise ValueError(f"{word[:20]!r} is no button; known are {', '.join(sorted(BUTTONS))}")
    return Button(word)


def _count(word: str) -> int:
    count = int(word) if word.isascii() and word.isdigit() and len(word) < 9 else 0
    if not 1 <= count <= MOST_PRESSES:
        raise ValueError(f"the number of presses must be 1 to {MOST_PRESSES}")
    return count


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MOST_SECONDS:
        raise ValueError(f"the time must be 0 to {MOST_SECONDS:.0f} seconds")
    return seconds


def _name(word: str) -> str:
    if word.startswith(".") or any(not (char.isalnum() or char in "-_.") for char in word):
        raise ValueError("a shot's name has letters, digits, - and _ only")
    if len(word.encode()) > MOST_LETTERS:
        raise ValueError(f"a shot's name has {MOST_LETTERS} letters at most")
    return word
