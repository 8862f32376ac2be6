"""A film of a script: the panel's pictures as an animated GIF, at the script's own time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

FRAME_S: Final = 0.08  # period of the frames
LAST_S: Final = 2.0  # how long the last picture stays before the film repeats
BEGIN, END = "film", "cut"  # the shots between which is filmed


def is_running(name: str, *, runs: bool) -> bool:
    """Return whether the film runs after the shot of this name."""
    return name == BEGIN or (runs and name != END)


class Film:
    """The pictures so far, each with the seconds that it stayed."""

    def __init__(self, path: Path, scale: int) -> None:
        """Start without a frame; `scale` enlarges the pictures."""
        self._path = path
        self._scale = scale
        self._frames: list[tuple[Image.Image, float]] = []
        self.runs = False

    def shot(self, name: str) -> None:
        """Start filming at the shot called film, stop at the one called cut."""
        self.runs = is_running(name, runs=self.runs)

    def check_writable(self) -> None:
        """Raise OSError where the file cannot be written; an existing file is not changed."""
        is_there = self._path.exists()
        with self._path.open("ab"):
            pass
        if not is_there:
            self._path.unlink()

    def add(self, image: Image.Image, seconds: float) -> None:
        """Add a picture and how long it stayed; an equal one prolongs the last."""
        if self._frames and self._frames[-1][0].tobytes() == image.tobytes():
            image, before = self._frames.pop()
            seconds += before
        self._frames.append((image, seconds))

    def save(self) -> None:
        """Write the film as a repeating GIF; nothing without a frame."""
        if not self._frames:
            return
        images = [
            image.resize((image.width * self._scale, image.height * self._scale)).convert("P")
            for image, _ in self._frames
        ]
        times = [round(seconds * 1000) for _, seconds in self._frames]
        times[-1] += round(LAST_S * 1000)
        with self._path.open("wb") as file:  # opened here: the name may end as it likes
            images[0].save(
                file,
                format="GIF",
                save_all=True,
                append_images=images[1:],
                duration=times,
                loop=0,
            )
