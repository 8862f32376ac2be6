"""What the commands of the training do with arguments that make no sense."""

from __future__ import annotations

import sys

import pytest

from companion.dev.training import arena, count_advice, count_reasons, decision_cost

COMMANDS = {
    arena: ["strong", "easy"],
    count_advice: ["1"],
    count_reasons: ["good", "1"],
    decision_cost: [],
}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
@pytest.mark.parametrize(
    ("first", "fault"),
    [
        ([], "the following arguments are required: edition, players"),
        (["no-edition", "4"], "no edition no-edition"),
        (["ravensburger-1978", "7"], "argument players: invalid choice"),
        (["ravensburger-1978", "many"], "invalid int value: 'many'"),
    ],
    ids=["nothing", "edition", "players", "no number"],
)
def test_arguments_that_make_no_sense_are_named(
    command: object,
    first: list[str],
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    more = COMMANDS[command] if first else []
    monkeypatch.setattr(sys, "argv", ["command", *first, *more])
    with pytest.raises(SystemExit) as ended:
        command.main()
    said = f"{ended.value}{capsys.readouterr().err}"
    assert fault in said


@pytest.mark.parametrize(
    ("words", "fault"),
    [(["best", "1"], "invalid Level value: 'best'"), (["good", "0"], "at least one game")],
)
def test_a_level_and_a_number_of_games_that_make_no_sense_are_named(
    words: list[str],
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["command", "ravensburger-1978", "4", *words])
    with pytest.raises(SystemExit):
        count_reasons.main()
    assert fault in capsys.readouterr().err
