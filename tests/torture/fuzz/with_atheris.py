"""Fuzz a target guided by coverage (pip install atheris, which needs Linux on x86-64).

python -m tests.torture.fuzz.with_atheris TARGET -runs=100000 [more of libFuzzer's options]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["companion", "hardware", "tomllib", "json"]):
    from tests.torture.fuzz.targets import TARGETS


def main(name: str, *options: str) -> None:
    """Write the seeds out as a corpus and run; an error that is not named ends the run."""
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(TARGETS[name].seeds):
            (Path(corpus) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], *options, corpus], TARGETS[name].read)
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
