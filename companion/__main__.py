"""The composition root: builds everything once, and alone knows the hardware (lazily)."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.cli.arguments import CHILD, DEFAULT_PORT, parse
from companion.cli.escaping import escape_output
from companion.cli.streams import describe, flush_output, hold_streams, write_utf8

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from companion.app.session import PairingInfo, Session
    from companion.config.configuration import Config
    from companion.ports import Display
    from companion.shell.inbox import EventQueue
    from companion.shell.loop import Loop
    from hardware.page.pairing import Pairing
    from hardware.page.server import Page


_PAGE = "page"  # the panel's name where there is another


def main(arguments: list[str] | None = None) -> int:
    """Run one command, or play, and return the exit status."""
    hold_streams()
    write_utf8()
    escape_output()
    try:
        status = _run(parse(arguments))
    except CompanionError as error:
        print(error, file=sys.stderr)
        status = 1
    except OSError as error:
        status = 1
        # Standard output that takes nothing has been said by then.
        if flush_output() and not isinstance(error, BrokenPipeError):
            print(describe(error), file=sys.stderr)
    except KeyboardInterrupt:
        status = 130
    except SystemExit:  # the command line is wrong, or asked for help
        flush_output()
        raise
    return status if flush_output() else 1


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "replay" | "perft" | "editions" | "hint" | "match":
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
    if options.command in {"hint", "match"}:
        return _run_players(options)
    from companion.cli import record_commands  # noqa: PLC0415 - lazy adapter

    match options.command:
        case "replay":
            streams = record_commands.Streams()
            return record_commands.run_replay(options.files, trace=options.trace, streams=streams)
        case "perft":
            return record_commands.run_perft(options.file, options.depth, record_commands.Streams())
        case _:
            return record_commands.run_editions(record_commands.Streams(), options.files)


def _run_players(options: argparse.Namespace) -> int:
    if options.command == "match":
        from companion.cli.match import run_match  # noqa: PLC0415 - lazy adapter

        levels, numbers = options.seats, (options.games, options.seed, options.opening)
        return run_match(options.edition, levels, numbers, sys.stdout)
    from companion.cli import hint, record_commands  # noqa: PLC0415 - lazy adapter

    streams = record_commands.Streams()
    if options.serve:
        return hint.serve(streams.stdin, streams.stdout, options.level)
    return hint.run_hint(options.files, options.level, streams)


def _run_saves(options: argparse.Namespace) -> int:
    from companion.journal import commands, paths  # noqa: PLC0415 - lazy adapter

    folder = paths.state_folder(options.state, os.environ)
    if options.command == "games":
        return commands.games(folder, sys.stdout, sys.stderr)
    return commands.export(folder, options.game, sys.stdout, sys.stderr)


def _run_press(options: argparse.Namespace) -> int:
    if options.command == CHILD:
        return _play_script(options)
    from companion.config.bounded_read import read_script  # noqa: PLC0415 - lazy adapter
    from hardware.press.runner import run  # noqa: PLC0415 - lazy adapter
    from hardware.press.script import check_outputs, parse_script  # noqa: PLC0415 - lazy adapter

    lines = parse_script(read_script(options.script, sys.stdin.buffer), options.script)
    shots, film = options.shots is not None, options.film is not None
    check_outputs(lines, options.script, has_folder=shots, is_filmed=film)
    # With = also what begins with a dash is a value.
    child = [sys.executable, "-P", "-m", "companion", CHILD, f"--state={options.state}"]
    if options.seed is not None:
        child.append(f"--seed={options.seed}")
    return run(lines, child, options.shots, options.scale, options.film)


def _play_script(options: argparse.Namespace) -> int:
    """Play as the child of `press`: presses and time come from standard input."""
    from companion.app.text.icons import spell_icons  # noqa: PLC0415 - lazy adapter
    from hardware.press.last_picture import LastPicture  # noqa: PLC0415 - lazy adapter

    display = LastPicture(spell_icons)
    _show_splash(display)
    print("{}", flush=True)  # to the parent: the first picture is there
    # What it does not need is loaded after it.
    from companion.shell.bootstrap import open_loop  # noqa: PLC0415 - lazy adapter
    from hardware.press.scripted_inbox import ScriptedInbox  # noqa: PLC0415 - lazy adapter

    inbox = ScriptedInbox(sys.stdin, sys.stdout, options.start, display)

    with open_loop(options.state, inbox, [inbox.display], seed=options.seed) as loop:
        session = loop.run()
        inbox.answer_until_closed()
    return _kept(session, options)


def _kept(session: Session, options: argparse.Namespace) -> int:
    """Return the exit status of a play: 1, and a sentence, where not everything was kept."""
    if session.save_failure is None and not session.unsaved:
        return 0
    from companion.journal.paths import state_folder  # noqa: PLC0415 - lazy adapter

    folder = state_folder(options.state, os.environ)
    print(f"{folder}: not everything that was played could be kept", file=sys.stderr)
    return 1


def _show_splash(display: Display) -> None:
    from companion.app.render import render  # noqa: PLC0415 - lazy adapter
    from companion.app.splash import splash  # noqa: PLC0415 - lazy adapter

    display.show(render(splash()))


def _play(options: argparse.Namespace) -> int:
    """Play in this terminal, on the pins of a board, or on a page."""
    if options.terminal:
        return _play_in_terminal(options)
    from hardware.is_pi import is_pi  # noqa: PLC0415 - lazy adapter

    return _play_on_board(options) if options.config or is_pi() else _play_on_page(options)


def _play_in_terminal(options: argparse.Namespace) -> int:
    from companion.app.text.icons import spell_icons  # noqa: PLC0415 - lazy adapter
    from companion.shell.bootstrap import open_loop  # noqa: PLC0415 - lazy adapter
    from hardware.text_view import is_wanted_by, run_text  # noqa: PLC0415 - lazy adapter

    inbox = _inbox_with_signals()

    ended: list[Session] = []

    def start_loop(display: Display) -> None:
        with open_loop(options.state, inbox, [display]) as loop:
            ended.append(loop.run())

    if options.text or is_wanted_by(os.environ.get("TERM", "")):
        run_text(inbox, start_loop, spell_icons)
        status = 0
    else:
        from hardware.terminal.app import run_terminal  # noqa: PLC0415 - lazy adapter

        status = run_terminal(inbox, start_loop, spell_icons)
    return max(status, *(_parted(session, options) for session in ended), 0)


def _play_on_page(options: argparse.Namespace) -> int:
    from companion.app.events import MAIN  # noqa: PLC0415 - lazy adapter
    from companion.shell.bootstrap import open_loop  # noqa: PLC0415 - lazy adapter

    inbox = _inbox_with_signals()
    pairing = _pairing(options)
    with open_loop(
        options.state, inbox, pairing_info=_pairing_info(options, pairing, MAIN)
    ) as loop:
        page = _open_page(options, inbox, pairing)
        loop.displays.append(page)
        session = loop.run()
        page.close()
    return _parted(session, options)


def _parted(session: Session, options: argparse.Namespace) -> int:
    """Say where the games are kept and how to go on, and return the exit status."""
    status = _kept(session, options)
    if status == 0:
        from companion.journal.paths import state_folder  # noqa: PLC0415 - lazy adapter
        from companion.shell.exit_message import exit_message  # noqa: PLC0415 - lazy adapter

        folder = state_folder(options.state, os.environ)
        again = ["--state", str(folder)] if options.state else []
        again += ["--terminal"] if options.terminal else []
        again += ["--text"] if options.text else []
        again += ["--listen", options.listen] if options.listen else []
        again += ["--port", str(options.port)] if options.port not in {0, DEFAULT_PORT} else []
        print(exit_message(folder, again), flush=True)
    return status


def _play_on_board(options: argparse.Namespace) -> int:
    """Play on a Pi: the panel shows its first picture before all else is loaded."""
    from companion.config.configuration import load_config  # noqa: PLC0415 - lazy adapter
    from companion.journal.lock import refuse_second  # noqa: PLC0415 - lazy adapter
    from companion.journal.paths import state_folder  # noqa: PLC0415 - lazy adapter
    from hardware import devices, is_pi, notify, profiles  # noqa: PLC0415 - lazy adapter

    config = load_config(options.config, profiles.load_all())
    is_pi.require_pi()
    refuse_second(state_folder(options.state, os.environ))
    inbox = _inbox_with_signals()
    pairing = _pairing(options)
    with ExitStack() as open_parts:
        displays = [devices.open_display(config, inbox), *devices.open_panels(config, inbox)]
        for display in displays:
            open_parts.callback(display.close)
            _show_splash(display)
        pairing_info = _pairing_info(options, pairing, _PAGE)
        loop = open_parts.enter_context(_board_loop(options, config, inbox, displays, pairing_info))
        loop.show()
        controls = devices.open_controls(config, inbox)
        open_parts.callback(controls.close)
        loop.signals = controls
        parts = [*displays, *controls.parts]
        if options.page or options.listen:
            page = _open_page(options, inbox, pairing, panel=_PAGE)
            open_parts.callback(page.close)
            loop.displays.append(page)
            parts.append(page)
        watchdog = notify.Watchdog(parts)
        loop.beat(lambda: watchdog.feed(inbox.now()), watchdog.period)
        notify.notify(notify.READY)
        session = loop.run()
        notify.notify(notify.STOPPING)
    status = _kept(session, options)
    return _switch_off() if session.ending == "power-off" else status


def _board_loop(
    options: argparse.Namespace,
    config: Config,
    inbox: EventQueue,
    displays: Sequence[Display],
    pairing_info: PairingInfo | None,
) -> AbstractContextManager[Loop]:
    from companion.shell.bootstrap import Controls, open_loop  # noqa: PLC0415 - lazy adapter

    owners = {p.name: p.seat for p in config.panels if p.seat is not None}
    wiring = Controls(config.bounce_s, owners)
    return open_loop(
        options.state,
        inbox,
        displays,
        defaults=config.table,
        pairing_info=pairing_info,
        controls=wiring,
    )


def _switch_off() -> int:
    from hardware.power import switch_off  # noqa: PLC0415 - lazy adapter

    return switch_off()


def _inbox_with_signals() -> EventQueue:
    """Make the inbox; a signal to end comes in by it like all else."""
    from companion.app.events import Stop  # noqa: PLC0415 - lazy adapter
    from companion.shell.inbox import EventQueue  # noqa: PLC0415 - lazy adapter

    inbox = EventQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.put(Stop(inbox.now())))
    return inbox


def _pairing(options: argparse.Namespace) -> Pairing | None:
    """Draw the code of a page that others can reach."""
    if not options.listen:
        return None
    from hardware.page.pairing import Pairing  # noqa: PLC0415 - lazy adapter

    return Pairing.draw()


def _pairing_info(
    options: argparse.Namespace, pairing: Pairing | None, panel: str
) -> PairingInfo | None:
    """Say what a phone needs that wants in; None where the page is this computer's own."""
    if pairing is None:
        return None
    from companion.app.session import PairingInfo  # noqa: PLC0415 - lazy adapter
    from hardware.page.address import written  # noqa: PLC0415 - lazy adapter

    return PairingInfo(pairing.code, written(options.listen, options.port), panel)


def _open_page(
    options: argparse.Namespace,
    inbox: EventQueue,
    pairing: Pairing | None,
    panel: str = "main",
) -> Page:
    """Serve the page and say where; open a browser where there is one."""
    from companion.app.text.icons import spell_icons  # noqa: PLC0415 - lazy adapter
    from hardware.page.server import Page  # noqa: PLC0415 - lazy adapter

    address = options.listen or "127.0.0.1"
    page = Page(inbox, address, options.port, pairing, words=spell_icons, panel=panel)
    url = page.start()
    print(f"Play at {url}", flush=True)
    if pairing:
        print(f"The code for it: {pairing.code}", flush=True)
    elif not options.no_browser and os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}:
        import webbrowser  # noqa: PLC0415 - lazy adapter

        webbrowser.open(url)
    return page


def _run_seeing(options: argparse.Namespace) -> int:
    if options.command == "gallery":
        from companion.dev.gallery import write_gallery  # noqa: PLC0415 - lazy adapter

        return write_gallery(options.out)
    from companion.dev.bench import run_bench  # noqa: PLC0415 - lazy adapter
    from hardware.bench import measure_bus  # noqa: PLC0415 - lazy adapter

    return run_bench(options.folder, measure_bus)


def _run_board(options: argparse.Namespace) -> int:
    from hardware import doctor, probe  # noqa: PLC0415 - lazy adapter

    if options.command == "doctor":
        from companion.journal.backup_log import BACKUP_LOG  # noqa: PLC0415 - lazy adapter
        from companion.journal.paths import STORE, state_folder  # noqa: PLC0415 - lazy adapter

        folder = state_folder(options.state, os.environ)
        log = folder / STORE / BACKUP_LOG
        return doctor.run(options.config, folder, log, as_json=options.json)
    return probe.run(options.config, _inbox_with_signals())


if __name__ == "__main__":
    sys.exit(main())
