"""One module for each screen: what it shows (`view`) and what a press does (`on_press`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, assert_never

from companion.app.screens import (
    about,
    board_editor,
    book,
    book_tables,
    check_board,
    companion_turn,
    confirmations,
    correct,
    deck_size,
    decline_carrots,
    drawn_card,
    edition,
    end,
    forced_turn,
    hare_card_text,
    hare_cards,
    help,  # noqa: A004 - the screen's name
    hint,
    history,
    house_rules,
    keep_or_bank,
    language,
    menu,
    messages,
    move_by_hand,
    name_entry,
    name_list,
    new_game_settings,
    own_square,
    peek,
    player_count,
    race,
    race_card,
    ranking,
    resume,
    saved_games,
    seat,
    seats,
    settings,
    turn,
    who_plays,
)
from companion.app.states import Screen
from companion.app.states.game import (
    BookOrderScreen,
    CheckBoardScreen,
    CompanionScreen,
    CorrectValueScreen,
    EndScreen,
    ForcedTurnScreen,
    GameScreen,
    HareCardScreen,
    HintScreen,
    MoveByHandScreen,
    PeekScreen,
    RaceCardScreen,
    RaceScreen,
    RankingScreen,
    TurnScreen,
)
from companion.app.states.lists import (
    BoardCopyScreen,
    BoardKindScreen,
    BookEditionsScreen,
    BookGamesScreen,
    BookJoinScreen,
    BookListScreen,
    BookPlayerScreen,
    BookPlayersScreen,
    BookRecordsScreen,
    BookScreen,
    ColourScreen,
    CorrectScreen,
    CorrectSeatScreen,
    HareCardsScreen,
    HistoryScreen,
    HouseRulesScreen,
    LanguageScreen,
    LeaveScreen,
    ListScreen,
    MenuScreen,
    NamesScreen,
    NewGameSettingsScreen,
    OwnSquareScreen,
    PlayerCountScreen,
    ResumeScreen,
    SavedGamesScreen,
    SeatScreen,
    SeatsScreen,
    SettingsScreen,
    SetupListScreen,
    WhoPlaysScreen,
)
from companion.app.states.questions import (
    CardScreen,
    DeckSizeScreen,
    DeclineScreen,
    EndHereScreen,
    KeepScreen,
    LeaveAskScreen,
    NewGameAskScreen,
    QuestionScreen,
    SwitchOffScreen,
    UndoToScreen,
)
from companion.app.states.setup import BoardEditScreen, EditionScreen, NameEntryScreen, SetupScreen
from companion.app.states.text_screens import (
    AboutScreen,
    CannotSaveScreen,
    DamagedScreen,
    FarewellScreen,
    FaultScreen,
    HelpScreen,
    MessageScreen,
    NoCompanionScreen,
    PairingScreen,
    ReadingScreen,
    SavingScreen,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.session import Session, UpdateResult
    from companion.app.view import Body

__all__ = ["BoundScreen", "bind", "peek"]

S = TypeVar("S", bound=Screen)


@dataclass(frozen=True, slots=True)
class BoundScreen:
    """The functions of a screen with its state bound: the view of a panel, and a press."""

    view: Callable[[Session, str], Body]
    on_press: Callable[[Session, Press], UpdateResult]


def _bound(
    screen: S,
    view: Callable[[Session, S, str], Body],
    on_press: Callable[[Session, S, Press], UpdateResult],
) -> BoundScreen:
    def bound_view(session: Session, panel: str) -> Body:
        return view(session, screen, panel)

    def bound_press(session: Session, press: Press) -> UpdateResult:
        return on_press(session, screen, press)

    return BoundScreen(bound_view, bound_press)


def bind(screen: Screen) -> BoundScreen:
    """Return the functions of a screen; mypy proves that each state has its own."""
    if isinstance(screen, ListScreen):
        return _list(screen)
    if isinstance(screen, QuestionScreen):
        return _question(screen)
    if isinstance(screen, GameScreen):
        return _game(screen)
    if isinstance(screen, SetupScreen):
        return _setup(screen)
    return _text(screen)


def _list(screen: ListScreen) -> BoundScreen:  # noqa: C901, PLR0911, PLR0912 - one case a screen
    match screen:
        case LanguageScreen():
            return _bound(screen, language.view, language.on_press)
        case ResumeScreen():
            return _bound(screen, resume.view, resume.on_press)
        case OwnSquareScreen():
            return _bound(screen, own_square.view, own_square.on_press)
        case MenuScreen():
            return _bound(screen, menu.view, menu.on_press)
        case HareCardsScreen():
            return _bound(screen, hare_cards.view, hare_cards.on_press)
        case HistoryScreen():
            return _bound(screen, history.view, history.on_press)
        case CorrectScreen():
            return _bound(screen, correct.view, correct.on_press)
        case CorrectSeatScreen():
            return _bound(screen, correct.seat_view, correct.seat_press)
        case LeaveScreen():
            return _bound(screen, confirmations.leave_view, confirmations.leave_press)
        case SettingsScreen():
            return _bound(screen, settings.view, settings.on_press)
        case SavedGamesScreen():
            return _bound(screen, saved_games.view, saved_games.on_press)
        case _ if isinstance(screen, SetupListScreen):
            return _setup_list(screen)
        case _:
            return _book(screen)


def _setup_list(screen: SetupListScreen) -> BoundScreen:  # noqa: C901, PLR0911 - one case a screen
    match screen:
        case BoardCopyScreen():
            return _bound(screen, board_editor.copy_view, board_editor.copy_press)
        case BoardKindScreen():
            return _bound(screen, board_editor.kind_view, board_editor.kind_press)
        case PlayerCountScreen():
            return _bound(screen, player_count.view, player_count.on_press)
        case SeatsScreen():
            return _bound(screen, seats.view, seats.on_press)
        case SeatScreen():
            return _bound(screen, seat.view, seat.on_press)
        case ColourScreen():
            return _bound(screen, seat.colour_view, seat.colour_press)
        case WhoPlaysScreen():
            return _bound(screen, who_plays.view, who_plays.on_press)
        case NamesScreen():
            return _bound(screen, name_list.view, name_list.on_press)
        case HouseRulesScreen():
            return _bound(screen, house_rules.view, house_rules.on_press)
        case NewGameSettingsScreen():
            return _bound(screen, new_game_settings.view, new_game_settings.on_press)
        case _:
            assert_never(screen)


def _book(screen: BookListScreen) -> BoundScreen:  # noqa: PLR0911 - one case a screen
    match screen:
        case BookScreen():
            return _bound(screen, book.view, book.on_press)
        case BookPlayersScreen():
            return _bound(screen, book.players_view, book.players_press)
        case BookPlayerScreen():
            return _bound(screen, book.player_view, book.player_press)
        case BookJoinScreen():
            return _bound(screen, book.join_view, book.join_press)
        case BookEditionsScreen():
            return _bound(screen, book_tables.editions_view, book_tables.editions_press)
        case BookRecordsScreen():
            return _bound(screen, book_tables.records_view, book_tables.records_press)
        case BookGamesScreen():
            return _bound(screen, book_tables.games_view, book_tables.games_press)
        case _:
            assert_never(screen)


def _question(screen: QuestionScreen) -> BoundScreen:
    match screen:
        case CardScreen():
            return _bound(screen, drawn_card.view, drawn_card.on_press)
        case DeclineScreen():
            return _bound(screen, decline_carrots.view, decline_carrots.on_press)
        case KeepScreen():
            return _bound(screen, keep_or_bank.view, keep_or_bank.on_press)
        case UndoToScreen():
            return _bound(screen, history.ask_view, history.ask_press)
        case NewGameAskScreen() | EndHereScreen() | LeaveAskScreen() | SwitchOffScreen():
            return _bound(screen, confirmations.view, confirmations.on_press)
        case DeckSizeScreen():
            return _bound(screen, deck_size.view, deck_size.on_press)
        case _:
            assert_never(screen)


def _game(screen: GameScreen) -> BoundScreen:  # noqa: C901, PLR0911, PLR0912 - one case a screen
    match screen:
        case TurnScreen():
            return _bound(screen, turn.view, turn.on_press)
        case PeekScreen():
            return _bound(screen, peek.view, peek.on_press)
        case MoveByHandScreen():
            return _bound(screen, move_by_hand.view, move_by_hand.on_press)
        case ForcedTurnScreen():
            return _bound(screen, forced_turn.view, forced_turn.on_press)
        case HintScreen():
            return _bound(screen, hint.view, hint.on_press)
        case CompanionScreen():
            return _bound(screen, companion_turn.view, companion_turn.on_press)
        case EndScreen():
            return _bound(screen, end.view, end.on_press)
        case RankingScreen():
            return _bound(screen, ranking.view, ranking.on_press)
        case BookOrderScreen():
            return _bound(screen, book_tables.order_view, book_tables.order_press)
        case RaceScreen():
            return _bound(screen, race.view, race.on_press)
        case RaceCardScreen():
            return _bound(screen, race_card.view, race_card.on_press)
        case HareCardScreen():
            return _bound(screen, hare_card_text.view, hare_card_text.on_press)
        case CheckBoardScreen():
            return _bound(screen, check_board.view, check_board.on_press)
        case CorrectValueScreen():
            return _bound(screen, correct.value_view, correct.value_press)
        case _:
            assert_never(screen)


def _setup(screen: SetupScreen) -> BoundScreen:
    match screen:
        case EditionScreen():
            return _bound(screen, edition.view, edition.on_press)
        case BoardEditScreen():
            return _bound(screen, board_editor.edit_view, board_editor.edit_press)
        case NameEntryScreen():
            return _bound(screen, name_entry.view, name_entry.on_press)
        case _:
            assert_never(screen)


def _text(screen: ReadingScreen | MessageScreen) -> BoundScreen:  # noqa: PLR0911 - one case a screen
    match screen:
        case HelpScreen():
            return _bound(screen, help.view, help.on_press)
        case AboutScreen():
            return _bound(screen, about.view, about.on_press)
        case FarewellScreen():
            return _bound(screen, messages.farewell_view, messages.nothing)
        case CannotSaveScreen():
            return _bound(screen, messages.save_failure_view, messages.save_failure_press)
        case SavingScreen():
            return _bound(screen, messages.saving_view, messages.nothing)
        case DamagedScreen():
            return _bound(screen, messages.damaged_view, messages.damaged_press)
        case FaultScreen():
            return _bound(screen, messages.fault_view, messages.fault_press)
        case NoCompanionScreen():
            return _bound(screen, messages.no_companion_view, messages.closes)
        case PairingScreen():
            return _bound(screen, messages.pairing_view, messages.closes)
        case _:
            assert_never(screen)
