"""The state of each screen, data alone: the values of the session's stack."""

from __future__ import annotations

from typing import TypeAlias

from companion.app.states.game import GameScreen
from companion.app.states.lists import ListScreen
from companion.app.states.questions import QuestionScreen
from companion.app.states.setup import SetupScreen
from companion.app.states.text_screens import MessageScreen, ReadingScreen

Screen: TypeAlias = (
    ListScreen | QuestionScreen | ReadingScreen | GameScreen | SetupScreen | MessageScreen
)
