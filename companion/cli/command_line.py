"""The commands by name, and the command line that selects one of them.

A command is one row of `COMMANDS` and one module of its name in this package. The module has
`add_arguments(parser)` and `run(options)`, which returns the exit status; only the module of the
selected command is imported. Without a command the program plays.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from companion import __version__
from companion.cli.shared_options import add_play_options

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = {
    "press": "play a script of button presses, without a screen",
    "games": "list the saved games",
    "export": "print a saved game as a record",
    "replay": "print the state that a record ends in",
    "perft": "count the entry sequences that can follow a record",
    "editions": "list the editions that can be played; check edition files",
    "hint": "print what the companion would do after a record, and why",
    "match": "let the companion play games against itself",
    "stats": "print the family book of the saved games, or of records",
    "bench": "measure speed, memory and bus traffic, as ratios",
    "gallery": "draw every screen in every language",
    "doctor": "check the box and name the fix of every fault",
    "probe": "try the panel and each button of the box",
}
PLAY: Final = "play"
CHILD: Final = "press-child"  # started by `press`, not by people: no help names it


class Command(Protocol):
    """What a command's module has."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments and options that the command takes."""

    def run(self, options: argparse.Namespace) -> int:
        """Run the command and return the exit status."""


def load(name: str) -> Command:
    """Import the module of a command."""
    return cast("Command", importlib.import_module(f"companion.cli.{name.replace('-', '_')}"))


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line; `command` of the result is the name of the command.

    Prints the help or the usage of the command concerned and raises SystemExit (status 2) where
    the line is wrong.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == [CHILD]:
        return _CommandParser(CHILD, prog=f"hare-companion {CHILD}").parse_args(given[1:])
    parser = _Parser(
        prog="hare-companion",
        description="Play Hare & Tortoise with the companion, or run one of the commands below.",
        epilog="`hare-companion COMMAND --help` describes a command's arguments.",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"hare-companion {__version__}",
        help="print the version and exit",
    )
    add_play_options(parser)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=_CommandParser, title="commands"
    )
    for name, description in COMMANDS.items():
        commands.add_parser(name, command=name, help=description, description=description + ".")
    options = parser.parse_args(given)
    if options.command is None:
        options.command = PLAY
    else:
        _refuse_unused(commands.choices[options.command], options, vars(parser.parse_args([])))
    return options


class _Parser(argparse.ArgumentParser):
    """A parser that raises OSError where its help cannot be printed; argparse ignores that."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)


class _CommandParser(_Parser):
    """The parser of one command; imports the command's module when it has something to parse."""

    def __init__(self, command: str, **settings: Any) -> None:
        super().__init__(**settings)
        self.set_defaults(command=command, parser=self)
        self._command = command

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as argparse does; an unknown argument is an error of this command."""
        load(self._command).add_arguments(self)
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options, []

    def takes(self, name: str) -> bool:
        """Return whether the command has an option of this name."""
        return any(action.dest == name for action in self._actions)


def _refuse_unused(
    parser: _CommandParser, options: argparse.Namespace, unset: dict[str, Any]
) -> None:
    """Refuse an option that stands before a command which does not take it."""
    for name, default in unset.items():
        is_given = getattr(options, name) != default
        if name != "command" and is_given and not parser.takes(name):
            flag = name.replace("_", "-")
            parser.error(f"--{flag} has no meaning for the command {options.command}")
