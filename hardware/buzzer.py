"""Play short sounds on a passive buzzer, where a pin is configured."""

from __future__ import annotations

import logging
import queue
import threading
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

WAITING: Final = 2  # length of the queue; more sounds are dropped, not delayed


class BuzzerSound(StrEnum):
    """The sounds that the buzzer plays, by the names of app.sounds."""

    CLICK = "click"
    WRONG = "wrong"
    CARD = "card"
    FINISH = "finish"
    WIN = "win"


# Notes as (frequency in Hz or None for silence, seconds), within the two octaves about A4 that
# gpiozero's TonalBuzzer plays.
TUNES: Final = {
    BuzzerSound.CLICK: ((880.0, 0.012),),
    BuzzerSound.WRONG: ((247.0, 0.09), (None, 0.04), (247.0, 0.12)),
    BuzzerSound.CARD: ((587.33, 0.06), (880.0, 0.09)),
    BuzzerSound.FINISH: (
        (523.25, 0.12),
        (659.25, 0.12),
        (783.99, 0.12),
        (880.0, 0.1),
        (None, 0.04),
        (783.99, 0.1),
        (880.0, 0.35),
    ),
    BuzzerSound.WIN: (
        (523.25, 0.12),
        (523.25, 0.12),
        (523.25, 0.12),
        (698.46, 0.4),
        (None, 0.05),
        (587.33, 0.12),
        (698.46, 0.12),
        (880.0, 0.6),
    ),
}


class Tone(Protocol):
    """What is used of a gpiozero TonalBuzzer."""

    def play(self, tone: float) -> None:
        """Play this frequency (Hz) until `stop`."""

    def stop(self) -> None:
        """Stop the tone."""

    def close(self) -> None:
        """Release the pin."""


class Buzzer:
    """Plays sounds one after the other in a thread of its own, so that no caller waits."""

    def __init__(self, tone: Tone, sleep: Callable[[float], object] | None = None) -> None:
        """Start the thread; `sleep` waits for seconds (tests replace it)."""
        self._tone = tone
        self._ended = threading.Event()
        self._sleep = sleep or self._ended.wait
        self._wanted: queue.Queue[BuzzerSound | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, sound: BuzzerSound) -> None:
        """Queue a sound, or drop it when the queue is full; returns at once."""
        try:
            self._wanted.put_nowait(sound)
        except queue.Full:
            return

    def close(self) -> None:
        """Drop what is queued, end the thread and release the pin."""
        self._ended.set()
        self._wanted.put(None)
        self._thread.join()
        self._tone.close()

    def _run(self) -> None:
        while (sound := self._wanted.get()) is not None:
            if not self._ended.is_set():
                self._play(sound)

    def _play(self, sound: BuzzerSound) -> None:
        try:
            for frequency, seconds in TUNES[sound]:
                if frequency is not None:
                    self._tone.play(frequency)
                self._sleep(seconds)
                self._tone.stop()
        except Exception:  # a broken buzzer must not end the game
            log.exception("the buzzer failed")
