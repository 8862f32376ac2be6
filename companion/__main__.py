"""The composition root: builds everything once, and alone knows the hardware (lazily)."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from companion.arguments import parse
from companion.errors import CompanionError

if TYPE_CHECKING:
    import argparse

    from companion.inbox import EventQueue
    from companion.ports import Display
    from hardware.page.server import Page


def main(arguments: list[str] | None = None) -> int:
    """Run one command, or play, and return the exit status."""
    options = parse(arguments)
    try:
        status = _run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away (`… | head`): say nothing more, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CompanionError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "replay" | "perft" | "editions":
            return _run_records(options)
        case "games" | "export":
            return _run_saves(options)
        case "press" | "press-child":
            return _run_press(options)
        case "bench" | "gallery":
            return _run_seeing(options)
        case "doctor" | "probe":
            return _run_board(options)
        case _:
            return _play(options)


# Every import below is a lazy adapter: what one command needs, no other one waits for.


def _run_records(options: argparse.Namespace) -> int:
    from companion import commands  # noqa: PLC0415 - lazy adapter

    match options.command:
        case "replay":
            streams = commands.Streams()
            return commands.run_replay(options.files, trace=options.trace, streams=streams)
        case "perft":
            return commands.run_perft(options.file, options.depth, commands.Streams())
        case _:
            return commands.run_editions(commands.Streams(), options.files)


def _run_saves(options: argparse.Namespace) -> int:
    from companion.journal import commands, place  # noqa: PLC0415 - lazy adapter

    folder = place.state_folder(options.state, os.environ)
    if options.command == "games":
        return commands.games(folder, sys.stdout, sys.stderr)
    return commands.export(folder, options.game, sys.stdout, sys.stderr)


def _run_press(options: argparse.Namespace) -> int:
    if options.command == "press-child":
        return _play_script(options)
    from hardware.press.parent import run  # noqa: PLC0415 - lazy adapter

    child = [sys.executable, "-m", "companion", "press-child", "--state", options.state]
    if options.seed is not None:
        child += ["--seed", options.seed]
    return run(options.script, child, options.shots, options.scale)


def _play_script(options: argparse.Namespace) -> int:
    """Play as the child of `press`: presses and time come from standard input."""
    from companion.app.icons import spell_icons  # noqa: PLC0415 - lazy adapter
    from hardware.press.last import LastPicture  # noqa: PLC0415 - lazy adapter

    display = LastPicture(spell_icons)
    _show_splash(display)
    print("{}", flush=True)  # to the parent: the first picture is there
    # What it does not need is loaded after it.
    from companion.playing import open_loop  # noqa: PLC0415 - lazy adapter
    from hardware.press.child import ScriptedInbox  # noqa: PLC0415 - lazy adapter

    inbox = ScriptedInbox(sys.stdin, sys.stdout, options.start, display)

    with open_loop(options.state, inbox, [inbox.display], seed=options.seed) as loop:
        loop.run()
        inbox.linger()
    return 0


def _show_splash(display: Display) -> None:
    from companion.app.render import render  # noqa: PLC0415 - lazy adapter
    from companion.app.splash import splash  # noqa: PLC0415 - lazy adapter

    display.show(render(splash()))


def _play(options: argparse.Namespace) -> int:
    """Play on the pins of a board, in this terminal, or on a page."""
    from companion.app.events import Stop  # noqa: PLC0415 - lazy adapter
    from companion.inbox import EventQueue  # noqa: PLC0415 - lazy adapter
    from companion.playing import open_loop  # noqa: PLC0415 - lazy adapter

    inbox = EventQueue()
    if options.terminal:
        from hardware.terminal.app import run_terminal  # noqa: PLC0415 - lazy adapter

        def start_loop(display: Display) -> None:
            with open_loop(options.state, inbox, [display]) as loop:
                loop.run()

        run_terminal(inbox, start_loop)
        return 0
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.put(Stop(inbox.now())))
    with open_loop(options.state, inbox) as loop:
        page = _open_page(options, inbox)
        loop.displays.append(page)
        loop.run()
        page.close()
    return 0


def _open_page(options: argparse.Namespace, inbox: EventQueue) -> Page:
    """Serve the page and say where; open a browser where there is one."""
    from companion.app.icons import spell_icons  # noqa: PLC0415 - lazy adapter
    from hardware.page.server import Page  # noqa: PLC0415 - lazy adapter

    page = Page(inbox, options.listen or "127.0.0.1", options.port, words=spell_icons)
    url = page.start()
    print(f"Play at {url}", flush=True)
    if not options.no_browser and os.environ.get("DISPLAY", os.environ.get("WAYLAND_DISPLAY")):
        import webbrowser  # noqa: PLC0415 - lazy adapter

        webbrowser.open(url)
    return page


def _run_seeing(options: argparse.Namespace) -> int:
    if options.command == "gallery":
        from companion.gallery import write_gallery  # noqa: PLC0415 - lazy adapter

        return write_gallery(options.out)
    from companion.benching import run_bench  # noqa: PLC0415 - lazy adapter
    from hardware.bench import measure_bus  # noqa: PLC0415 - lazy adapter

    return run_bench(options.folder, measure_bus)


def _run_board(options: argparse.Namespace) -> int:
    from hardware import doctor, probe  # noqa: PLC0415 - lazy adapter

    if options.command == "doctor":
        return doctor.run(options.config, options.state, as_json=options.json)
    return probe.run(options.config)


if __name__ == "__main__":
    sys.exit(main())
