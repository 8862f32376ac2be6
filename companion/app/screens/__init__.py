"""One module a screen: what it shows (`view`) and what a press does there (`on_press`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.app.screens import (
    about,
    asks,
    board,
    card,
    check,
    correct,
    decline,
    edition,
    end,
    forced,
    hare_card,
    hare_cards,
    help,  # noqa: A004 - the screen's name
    history,
    house_rules,
    keep,
    language,
    menu,
    moved,
    names,
    own,
    peek,
    pile,
    players,
    posters,
    race_card,
    ranking,
    resume,
    saved_games,
    seat,
    seats,
    settings,
    spell,
    turn,
)
from companion.app.session import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.session import Screen, Session, Step
    from companion.app.view import Body

__all__ = ["MODULES", "Module", "peek"]


@dataclass(frozen=True, slots=True)
class Module:
    """What a screen shows on a panel, and where a press leads."""

    view: Callable[[Session, Screen, str], Body]
    on_press: Callable[[Session, Screen, Press], Step]


MODULES: Final[dict[Place, Module]] = {
    Place.LANGUAGE: Module(language.view, language.on_press),
    Place.RESUME: Module(resume.view, resume.on_press),
    Place.TURN: Module(turn.view, turn.on_press),
    Place.OWN: Module(own.view, own.on_press),
    Place.DECLINE: Module(decline.view, decline.on_press),
    Place.PEEK: Module(peek.view, peek.on_press),
    Place.CARD: Module(card.view, card.on_press),
    Place.MOVED: Module(moved.view, moved.on_press),
    Place.FORCED: Module(forced.view, forced.on_press),
    Place.KEEP: Module(keep.view, keep.on_press),
    Place.END: Module(end.view, end.on_press),
    Place.MENU: Module(menu.view, menu.on_press),
    Place.RANKING: Module(ranking.view, ranking.on_press),
    Place.RACE_CARD: Module(race_card.view, race_card.on_press),
    Place.HARE_CARDS: Module(hare_cards.view, hare_cards.on_press),
    Place.HARE_CARD: Module(hare_card.view, hare_card.on_press),
    Place.HISTORY: Module(history.view, history.on_press),
    Place.UNDO_TO: Module(history.ask_view, history.ask_press),
    Place.CHECK: Module(check.view, check.on_press),
    Place.CORRECT: Module(correct.view, correct.on_press),
    Place.CORRECT_SEAT: Module(correct.seat_view, correct.seat_press),
    Place.CORRECT_VALUE: Module(correct.value_view, correct.value_press),
    Place.LEAVE: Module(asks.leave_view, asks.leave_press),
    Place.LEAVE_ASK: Module(asks.leave_ask_view, asks.leave_ask_press),
    Place.END_HERE: Module(asks.end_view, asks.end_press),
    Place.HELP: Module(help.view, help.on_press),
    Place.ABOUT: Module(about.view, about.on_press),
    Place.SETTINGS: Module(settings.view, settings.on_press),
    Place.SAVED: Module(saved_games.view, saved_games.on_press),
    Place.NEW_ASK: Module(asks.new_view, asks.new_press),
    Place.EDITION: Module(edition.view, edition.on_press),
    Place.PILE: Module(pile.view, pile.on_press),
    Place.BOARD_COPY: Module(board.copy_view, board.copy_press),
    Place.BOARD_EDIT: Module(board.edit_view, board.edit_press),
    Place.BOARD_KIND: Module(board.kind_view, board.kind_press),
    Place.PLAYERS: Module(players.view, players.on_press),
    Place.SEATS: Module(seats.view, seats.on_press),
    Place.SEAT: Module(seat.view, seat.on_press),
    Place.COLOUR: Module(seat.colour_view, seat.colour_press),
    Place.NAMES: Module(names.view, names.on_press),
    Place.SPELL: Module(spell.view, spell.on_press),
    Place.HOUSE_RULES: Module(house_rules.view, house_rules.on_press),
    Place.POWER_ASK: Module(asks.power_view, asks.power_press),
    Place.FAREWELL: Module(posters.farewell_view, posters.nothing),
    Place.TROUBLE: Module(posters.trouble_view, posters.trouble_press),
    Place.SAVING: Module(posters.saving_view, posters.nothing),
    Place.DAMAGED: Module(posters.damaged_view, posters.damaged_press),
    Place.FAULT: Module(posters.fault_view, posters.fault_press),
    Place.PAIRING: Module(posters.pairing_view, posters.closes),
}
