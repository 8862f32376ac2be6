"""The last setup screen: start, how to play, the seats in turn order, who begins, the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.game_setup import (
    begin,
    derive_secret,
    draft_of,
    edition_of,
    player_count_screen,
    with_draft,
)
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.new_game_draft import Draft, DraftPlayer, team_counts, teamed, teams_fault
from companion.app.screens import new_game_settings
from companion.app.screens.house_rules import changed_lines
from companion.app.session import Session, UpdateResult, open_screen, replace_screen
from companion.app.states.game import EndScreen
from companion.app.states.lists import (
    HareCardsScreen,
    HouseRulesScreen,
    NewGameSettingsScreen,
    SeatScreen,
    SeatsScreen,
)
from companion.app.text.icons import PLAYER, boxed
from companion.app.text.players import colour_letter, colour_name, edition_mark

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.list_screen import Act
    from companion.app.states import Screen
    from companion.app.text.catalogue import Texts
    from companion.app.view import ListView


def view(session: Session, screen: SeatsScreen, panel: str = "") -> ListView:
    """List what will be played; OK on the first line starts."""
    del panel
    draft = draft_of(session)
    right = f"{edition_mark(draft.edition)} · {len(draft.players)}"
    return rows_view(screen, session.texts.gettext("New game"), _choices(session, screen), right)


def on_press(session: Session, screen: SeatsScreen, press: Press) -> UpdateResult:
    """Start, or open how to play, a seat, the draw of who begins, the teams, the house rules."""
    return press_list(session, screen, press, _choices(session, screen))


def player_label(texts: Texts, draft: Draft, player: DraftPlayer) -> str:
    """Return a drafted player's boxed letter and name."""
    letter = boxed(colour_letter(texts, player.colour, draft.edition))
    return f"{letter} {player.name or colour_name(texts, player.colour, draft.edition)}"


def _choices(session: Session, screen: SeatsScreen) -> tuple[Choice, ...]:
    draft, texts = draft_of(session), session.texts
    how = new_game_settings.carrots_value(session)
    listed = [
        _start(session, screen),
        choice(new_game_settings.title(texts), _opens(NewGameSettingsScreen()), value=how),
    ]
    for seat, player in enumerate(draft.players):
        value = texts.gettext("begins") if seat == 0 else _team_value(texts, draft, player)
        label = player_label(texts, draft, player) + (f" {PLAYER}" if player.level else "")
        opens = partial(_open_seat, seat=seat)
        listed.append(choice(label, opens, value=value))
    listed.append(choice(texts.gettext("Draw who begins"), _draw))
    listed.append(choice(texts.gettext("Players"), _count, value=str(len(draft.players))))
    if team_counts(len(draft.players)):
        listed.append(choice(texts.gettext("Teams"), _next_teams, value=_teams_value(texts, draft)))
    changed = changed_lines(session)
    value = str(changed) if changed else ""
    listed.append(choice(texts.gettext("House rules"), _opens(HouseRulesScreen()), value=value))
    listed.append(choice(texts.gettext("Hare cards"), _opens(HareCardsScreen(drafted=True))))
    return tuple(listed)


def _start(session: Session, screen: SeatsScreen) -> Choice:
    texts = session.texts
    # Translators: begins the game that is set up; not the square.
    start = texts.pgettext("begin the game", "Start")
    if teams_fault(draft_of(session)):
        return choice(start, foot=texts.gettext("Team-mates must sit apart"))
    decided = screen.decided or isinstance(session.stack[0], EndScreen)
    if edition_of(session).first_player == "youngest" and not decided:
        return choice(start, begin, foot=texts.gettext("The youngest begins"))
    return choice(start, begin)


def _opens(screen: Screen) -> Act:
    return lambda session: UpdateResult(open_screen(session, screen))


def _count(session: Session) -> UpdateResult:
    return UpdateResult(replace_screen(session, player_count_screen(session)))


def _open_seat(session: Session, seat: int) -> UpdateResult:
    return UpdateResult(open_screen(session, SeatScreen(seat=seat)))


def _team_value(texts: Texts, draft: Draft, player: DraftPlayer) -> str:
    return texts.gettext("team {n}", n=player.team + 1) if draft.teams else ""


def _teams_value(texts: Texts, draft: Draft) -> str:
    if not draft.teams:
        return texts.pgettext("teams", "none")
    return f"{draft.teams} x {len(draft.players) // draft.teams}"


def _next_teams(session: Session) -> UpdateResult:
    """Set the next number of teams: none, then each number of equal teams."""
    draft = draft_of(session)
    offered = (0, *team_counts(len(draft.players)))
    teams = offered[(offered.index(draft.teams) + 1) % len(offered)]
    return UpdateResult(replace(session, draft=teamed(replace(draft, teams=teams))))


def _draw(session: Session) -> UpdateResult:
    """Draw at random who begins; the turn order stays."""
    players = draft_of(session).players
    first = int(derive_secret(session, "lot"), 16) % len(players)
    resources = replace(session.resources, draws=session.resources.draws + 1)
    session = with_draft(
        replace(session, resources=resources), players=players[first:] + players[:first]
    )
    return UpdateResult(replace_screen(session, SeatsScreen(decided=True)))
