"""One seat of the new game: who begins, name, colour, team."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.game_setup import draft_of, with_draft
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.screens import who_plays
from companion.app.screens.seats import player_label
from companion.app.session import Session, UpdateResult, close_screen, open_screen, replace_screen
from companion.app.states.lists import ColourScreen, NamesScreen, SeatsScreen
from companion.app.text.icons import OK, boxed
from companion.app.text.players import colour_letter, colour_name
from companion.rules import COLOURS

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.new_game_draft import Draft
    from companion.app.states.lists import SeatScreen
    from companion.app.view import ListView


def view(session: Session, screen: SeatScreen, panel: str = "") -> ListView:
    """List what can be changed about a seat."""
    del panel
    draft = draft_of(session)
    title = player_label(session.texts, draft, draft.players[screen.seat])
    return rows_view(screen, title, _choices(session, screen.seat))


def on_press(session: Session, screen: SeatScreen, press: Press) -> UpdateResult:
    """Choose what to change."""
    return press_list(session, screen, press, _choices(session, screen.seat))


def _choices(session: Session, seat: int) -> tuple[Choice, ...]:
    texts, draft = session.texts, draft_of(session)
    player = draft.players[seat]
    colour = colour_name(texts, player.colour, draft.edition)
    listed = [
        choice(
            texts.gettext("Name"),
            partial(_open_names, seat=seat),
            value=player.name,
        ),
        choice(texts.gettext("Colour"), partial(_open_colours, seat=seat), value=colour),
        choice(
            texts.gettext("Who plays"),
            partial(who_plays.opened, seat=seat),
            value=who_plays.player_name(texts, player.level),
        ),
        choice(texts.gettext("Begins the game"), partial(_first, seat=seat)),
    ]
    if draft.teams:
        value = str(player.team + 1)
        listed.append(choice(texts.gettext("Team"), partial(_next_team, seat=seat), value=value))
    return tuple(listed)


def _open_names(session: Session, seat: int) -> UpdateResult:
    return UpdateResult(open_screen(session, NamesScreen(seat=seat)))


def _open_colours(session: Session, seat: int) -> UpdateResult:
    """List the colours, the seat's own chosen."""
    own = COLOURS.index(draft_of(session).players[seat].colour)
    return UpdateResult(open_screen(session, ColourScreen(own, seat=seat)))


def _first(session: Session, seat: int) -> UpdateResult:
    players = draft_of(session).players
    session = with_draft(session, players=players[seat:] + players[:seat])
    return UpdateResult(replace_screen(close_screen(session), SeatsScreen(decided=True)))


def _next_team(session: Session, seat: int) -> UpdateResult:
    draft = draft_of(session)
    team = (draft.players[seat].team + 1) % draft.teams
    return UpdateResult(replace(session, draft=changed(draft, seat, team=team)))


def changed(draft: Draft, seat: int, **changes: object) -> Draft:
    """Change one player of a draft."""
    players = list(draft.players)
    players[seat] = replace(players[seat], **changes)  # type: ignore[arg-type]  # fields by name
    return replace(draft, players=tuple(players))


def colour_view(session: Session, screen: ColourScreen, panel: str = "") -> ListView:
    """List the colours; one that is taken is exchanged."""
    del panel
    return rows_view(screen, session.texts.gettext("Colour"), _colours(session, screen.seat))


def colour_press(session: Session, screen: ColourScreen, press: Press) -> UpdateResult:
    """Choose a colour."""
    return press_list(session, screen, press, _colours(session, screen.seat))


def _colours(session: Session, seat: int) -> tuple[Choice, ...]:
    draft, texts = draft_of(session), session.texts
    return tuple(
        choice(
            f"{boxed(colour_letter(texts, colour, draft.edition))} "
            f"{colour_name(texts, colour, draft.edition)}",
            partial(_colour, seat=seat, colour=colour),
            value=_owner(session, seat, colour),
        )
        for colour in COLOURS
    )


def _owner(session: Session, seat: int, colour: str) -> str:
    """Return whose colour it is: a tick for the seat itself, a name, or that it is taken."""
    texts, players = session.texts, draft_of(session).players
    owner = next((n for n, player in enumerate(players) if player.colour == colour), None)
    if owner is None:
        return ""
    if owner == seat:
        return OK
    # Translators: a colour that another player without a name has.
    return players[owner].name or texts.pgettext("colour", "taken")


def _colour(session: Session, seat: int, colour: str) -> UpdateResult:
    draft = draft_of(session)
    old = draft.players[seat].colour
    for other, player in enumerate(draft.players):
        if player.colour == colour:
            draft = changed(draft, other, colour=old)
    session = replace(session, draft=changed(draft, seat, colour=colour))
    return UpdateResult(close_screen(session))
