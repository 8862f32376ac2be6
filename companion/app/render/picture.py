"""`render(view)` draws a View as a 128x64 picture and lists its texts."""

from __future__ import annotations

from typing import assert_never

from PIL import Image

from companion.app.brightness import DARK
from companion.app.message_view import MessageView
from companion.app.render import (
    animation,
    board,
    forced_turn,
    hare_card,
    large_print,
    lists,
    messages,
    name_entry,
    next_player,
    peek,
    question,
    race,
    starting_order_table,
    tables,
    turn,
)
from companion.app.render.canvas import HEIGHT, WIDTH, Canvas
from companion.app.render.rendered import Rendered
from companion.app.view import (
    BoardView,
    Body,
    CardView,
    DarkView,
    ForcedTurnView,
    ListView,
    MoveByHandView,
    NameEntryView,
    NextPlayerView,
    PeekView,
    PositionView,
    QuestionView,
    RaceCardView,
    RaceView,
    RankingView,
    StartingOrderView,
    TurnView,
    View,
)


def render(view: View) -> Rendered:
    """Draw a view; the same view always has the same pixels."""
    canvas = Canvas()
    if isinstance(view.body, DarkView):
        return Rendered(canvas.image, DARK, view.body.name, (), language=view.language)
    if not (view.large and large_print.draw_large(canvas, view.body)):
        _draw(canvas, view.body)
    if view.animation is not None:
        headline = view.body.headline if isinstance(view.body, RankingView) else ""
        animation.draw_animation(canvas, *view.animation, headline)
    image = _finished(canvas.image, view)
    return Rendered(
        image,
        view.brightness,
        view.body.name,
        canvas.texts,
        canvas.problems,
        view.language,
        canvas.spoken,
        canvas.stamps,
        view.body.typed if isinstance(view.body, NameEntryView) else None,
    )


def _draw(canvas: Canvas, body: Body) -> None:  # noqa: C901, PLR0912 - one line a kind of picture
    match body:
        case TurnView():
            turn.draw_turn(canvas, body)
        case NextPlayerView():
            next_player.draw_next_player(canvas, body)
        case MoveByHandView():
            turn.draw_moved(canvas, body)
        case PositionView():
            turn.draw_standing(canvas, body)
        case CardView():
            hare_card.draw_card(canvas, body)
        case ForcedTurnView():
            forced_turn.draw_forced(canvas, body)
        case QuestionView():
            question.draw_question(canvas, body)
        case PeekView():
            peek.draw_peek(canvas, body)
        case ListView():
            lists.draw_rows(canvas, body)
        case NameEntryView():
            name_entry.draw_name_entry(canvas, body)
        case BoardView():
            board.draw_board(canvas, body)
        case RankingView():
            tables.draw_ranking(canvas, body)
        case StartingOrderView():
            starting_order_table.draw_starting_order(canvas, body)
        case RaceView():
            race.draw_race(canvas, body)
        case RaceCardView():
            tables.draw_costs(canvas, body)
        case MessageView():
            messages.draw_message(canvas, body)
        case DarkView():
            pass
        case _ as never:
            assert_never(never)


def _finished(image: Image.Image, view: View) -> Image.Image:
    """Shift, invert and turn a picture as the view says."""
    if view.shift:
        shifted = Image.new("1", (WIDTH, HEIGHT))
        shifted.paste(image, (view.shift, 0))
        image = shifted
    if view.inverted:
        image = _inverted(image)
    return image.transpose(Image.Transpose.ROTATE_180) if view.turned else image


def _inverted(image: Image.Image) -> Image.Image:
    """Swap light and dark; lit may be any value but 0, which Pillow's own invert does not allow."""
    inverted = Image.new("1", image.size, 1)
    inverted.paste(0, mask=image)
    return inverted
