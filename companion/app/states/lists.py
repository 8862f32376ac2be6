"""States of lists: left is up, right is down, OK does what the chosen line says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from companion.app.states.ids import ScreenId

if TYPE_CHECKING:
    from companion.book.game_result import Player


@dataclass(frozen=True, slots=True)
class ListState:
    """A list: its chosen line, and the first line that is seen."""

    chosen: int = 0
    first_row: int = 0


@dataclass(frozen=True, slots=True)
class LanguageScreen(ListState):
    """The language of the texts."""

    id: ClassVar = ScreenId.LANGUAGE


@dataclass(frozen=True, slots=True)
class ResumeScreen(ListState):
    """Go on with the unfinished game, or begin another."""

    id: ClassVar = ScreenId.RESUME


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSquareScreen(ListState):
    """What a piece may do without moving."""

    id: ClassVar = ScreenId.OWN
    piece: int


@dataclass(frozen=True, slots=True)
class MenuScreen(ListState):
    """The menu that back opens."""

    id: ClassVar = ScreenId.MENU


@dataclass(frozen=True, slots=True)
class HareCardsScreen(ListState):
    """The kinds of hare card in this game, or (`drafted`) in the one that is set up."""

    id: ClassVar = ScreenId.HARE_CARDS
    drafted: bool = False


@dataclass(frozen=True, slots=True)
class HistoryScreen(ListState):
    """The decisions of this game, the latest first."""

    id: ClassVar = ScreenId.HISTORY


@dataclass(frozen=True, slots=True)
class CorrectScreen(ListState):
    """Which player to correct."""

    id: ClassVar = ScreenId.CORRECT


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSeatScreen(ListState):
    """What to correct about a piece and its seat."""

    id: ClassVar = ScreenId.CORRECT_SEAT
    seat: int
    piece: int


@dataclass(frozen=True, slots=True)
class LeaveScreen(ListState):
    """Who leaves the game."""

    id: ClassVar = ScreenId.LEAVE


@dataclass(frozen=True, slots=True)
class SettingsScreen(ListState):
    """The settings."""

    id: ClassVar = ScreenId.SETTINGS


@dataclass(frozen=True, slots=True)
class SavedGamesScreen(ListState):
    """The saved games."""

    id: ClassVar = ScreenId.SAVED


@dataclass(frozen=True, slots=True)
class BoardCopyScreen(ListState):
    """Which edition a family's own board is copied from."""

    id: ClassVar = ScreenId.BOARD_COPY


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKindScreen(ListState):
    """What a square of the own board becomes."""

    id: ClassVar = ScreenId.BOARD_KIND
    square: int


@dataclass(frozen=True, slots=True)
class PlayerCountScreen(ListState):
    """How many play."""

    id: ClassVar = ScreenId.PLAYERS


@dataclass(frozen=True, slots=True)
class SeatsScreen(ListState):
    """The seats of the new game in turn order; `decided`: somebody or a lot has said who begins."""

    id: ClassVar = ScreenId.SEATS
    decided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScreen(ListState):
    """What can be changed about a seat of the new game."""

    id: ClassVar = ScreenId.SEAT
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourScreen(ListState):
    """The colour of a seat."""

    id: ClassVar = ScreenId.COLOUR
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoPlaysScreen(ListState):
    """Who plays a seat: a person, or the companion at a level."""

    id: ClassVar = ScreenId.WHO_PLAYS
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesScreen(ListState):
    """The name of a seat."""

    id: ClassVar = ScreenId.NAMES
    seat: int


@dataclass(frozen=True, slots=True)
class HouseRulesScreen(ListState):
    """The house rules of the new game."""

    id: ClassVar = ScreenId.HOUSE_RULES


@dataclass(frozen=True, slots=True)
class NewGameSettingsScreen(ListState):
    """The settings that matter before the first turn of a new game."""

    id: ClassVar = ScreenId.HOW_TO_PLAY


@dataclass(frozen=True, slots=True)
class BookScreen(ListState):
    """The family book's contents."""

    id: ClassVar = ScreenId.BOOK


@dataclass(frozen=True, slots=True)
class BookPlayersScreen(ListState):
    """The players of the family book."""

    id: ClassVar = ScreenId.BOOK_PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlayerScreen(ListState):
    """What the family book has of a player, and how the name is spelled."""

    id: ClassVar = ScreenId.BOOK_PLAYER
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class BookJoinScreen(ListState):
    """The name under which another one counts from now on."""

    id: ClassVar = ScreenId.BOOK_JOIN
    name: str


@dataclass(frozen=True, slots=True)
class BookEditionsScreen(ListState):
    """The games of each edition and number of players."""

    id: ClassVar = ScreenId.BOOK_EDITIONS


@dataclass(frozen=True, slots=True)
class BookRecordsScreen(ListState):
    """The records of all games."""

    id: ClassVar = ScreenId.BOOK_RECORDS


@dataclass(frozen=True, slots=True)
class BookGamesScreen(ListState):
    """The saved games, to look at their races."""

    id: ClassVar = ScreenId.BOOK_GAMES


BookListScreen: TypeAlias = (
    BookScreen
    | BookPlayersScreen
    | BookPlayerScreen
    | BookJoinScreen
    | BookEditionsScreen
    | BookRecordsScreen
    | BookGamesScreen
)

SetupListScreen: TypeAlias = (
    BoardCopyScreen
    | BoardKindScreen
    | PlayerCountScreen
    | SeatsScreen
    | SeatScreen
    | ColourScreen
    | WhoPlaysScreen
    | NamesScreen
    | HouseRulesScreen
    | NewGameSettingsScreen
)

ListScreen: TypeAlias = (
    LanguageScreen
    | ResumeScreen
    | OwnSquareScreen
    | MenuScreen
    | HareCardsScreen
    | HistoryScreen
    | CorrectScreen
    | CorrectSeatScreen
    | LeaveScreen
    | SettingsScreen
    | SavedGamesScreen
    | SetupListScreen
    | BookListScreen
)
