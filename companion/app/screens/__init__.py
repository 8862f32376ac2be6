"""One module a screen: what it shows (`view`) and what a press does there (`on_press`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.app.screens import (
    about,
    board_editor,
    card,
    check_board,
    confirmations,
    correct,
    deck_size,
    decline,
    edition,
    end,
    forced,
    hare_card,
    hare_cards,
    help,  # noqa: A004 - the screen's name
    history,
    house_rules,
    keep_or_bank,
    language,
    menu,
    messages,
    moved_piece,
    name_entry,
    name_list,
    own_square,
    peek,
    player_count,
    race_card,
    ranking,
    resume,
    saved_games,
    seat,
    seats,
    settings,
    turn,
)
from companion.app.session import ScreenId

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.session import Screen, Session, UpdateResult
    from companion.app.view import Body

__all__ = ["MODULES", "Module", "peek"]


@dataclass(frozen=True, slots=True)
class Module:
    """What a screen shows on a panel, and where a press leads."""

    view: Callable[[Session, Screen, str], Body]
    on_press: Callable[[Session, Screen, Press], UpdateResult]


MODULES: Final[dict[ScreenId, Module]] = {
    ScreenId.LANGUAGE: Module(language.view, language.on_press),
    ScreenId.RESUME: Module(resume.view, resume.on_press),
    ScreenId.TURN: Module(turn.view, turn.on_press),
    ScreenId.OWN: Module(own_square.view, own_square.on_press),
    ScreenId.DECLINE: Module(decline.view, decline.on_press),
    ScreenId.PEEK: Module(peek.view, peek.on_press),
    ScreenId.CARD: Module(card.view, card.on_press),
    ScreenId.MOVED: Module(moved_piece.view, moved_piece.on_press),
    ScreenId.FORCED: Module(forced.view, forced.on_press),
    ScreenId.KEEP: Module(keep_or_bank.view, keep_or_bank.on_press),
    ScreenId.END: Module(end.view, end.on_press),
    ScreenId.MENU: Module(menu.view, menu.on_press),
    ScreenId.RANKING: Module(ranking.view, ranking.on_press),
    ScreenId.RACE_CARD: Module(race_card.view, race_card.on_press),
    ScreenId.HARE_CARDS: Module(hare_cards.view, hare_cards.on_press),
    ScreenId.HARE_CARD: Module(hare_card.view, hare_card.on_press),
    ScreenId.HISTORY: Module(history.view, history.on_press),
    ScreenId.UNDO_TO: Module(history.ask_view, history.ask_press),
    ScreenId.CHECK: Module(check_board.view, check_board.on_press),
    ScreenId.CORRECT: Module(correct.view, correct.on_press),
    ScreenId.CORRECT_SEAT: Module(correct.seat_view, correct.seat_press),
    ScreenId.CORRECT_VALUE: Module(correct.value_view, correct.value_press),
    ScreenId.LEAVE: Module(confirmations.leave_view, confirmations.leave_press),
    ScreenId.LEAVE_ASK: Module(confirmations.leave_ask_view, confirmations.leave_ask_press),
    ScreenId.END_HERE: Module(confirmations.end_view, confirmations.end_press),
    ScreenId.HELP: Module(help.view, help.on_press),
    ScreenId.ABOUT: Module(about.view, about.on_press),
    ScreenId.SETTINGS: Module(settings.view, settings.on_press),
    ScreenId.SAVED: Module(saved_games.view, saved_games.on_press),
    ScreenId.NEW_ASK: Module(confirmations.new_view, confirmations.new_press),
    ScreenId.EDITION: Module(edition.view, edition.on_press),
    ScreenId.PILE: Module(deck_size.view, deck_size.on_press),
    ScreenId.BOARD_COPY: Module(board_editor.copy_view, board_editor.copy_press),
    ScreenId.BOARD_EDIT: Module(board_editor.edit_view, board_editor.edit_press),
    ScreenId.BOARD_KIND: Module(board_editor.kind_view, board_editor.kind_press),
    ScreenId.PLAYERS: Module(player_count.view, player_count.on_press),
    ScreenId.SEATS: Module(seats.view, seats.on_press),
    ScreenId.SEAT: Module(seat.view, seat.on_press),
    ScreenId.COLOUR: Module(seat.colour_view, seat.colour_press),
    ScreenId.NAMES: Module(name_list.view, name_list.on_press),
    ScreenId.SPELL: Module(name_entry.view, name_entry.on_press),
    ScreenId.HOUSE_RULES: Module(house_rules.view, house_rules.on_press),
    ScreenId.POWER_ASK: Module(confirmations.power_view, confirmations.power_press),
    ScreenId.FAREWELL: Module(messages.farewell_view, messages.nothing),
    ScreenId.CANNOT_SAVE: Module(messages.save_failure_view, messages.save_failure_press),
    ScreenId.SAVING: Module(messages.saving_view, messages.nothing),
    ScreenId.DAMAGED: Module(messages.damaged_view, messages.damaged_press),
    ScreenId.FAULT: Module(messages.fault_view, messages.fault_press),
    ScreenId.PAIRING: Module(messages.pairing_view, messages.closes),
}
