"""Random games of every kind, from a seed: setup lines, tastes, decisions, and wrong entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.reference.moves import TEN_STEPS, VERBS, leave_code
from tests.reference.position import HOME
from tests.reference.reading import COLOURS, RULINGS

if TYPE_CHECKING:
    from random import Random

    from tests.reference.position import State

CARDS = (
    *("fall_back", "advance", "free_ride", "ten", "eat_lettuce", "miss_turn", "go_again"),
    *("carrot_forward", "carrot_back", "eat_carrot", "give_ten", "behind_or_again"),
    *("exactly_65", "ten_per_lettuce", "lose_half", "show_carrots", "shuffle"),
)
LIKELY = (*VERBS, "forward", "forward", "forward", "forward", "back", "back", "carrots", "restart")
TEAMS: dict[int, tuple[list[list[int]], ...]] = {
    4: ([[0, 2], [1, 3]],),
    6: ([[0, 3], [1, 4], [2, 5]], [[0, 2, 4], [1, 3, 5]], [[0, 2], [3, 5], [1, 4]]),
}


def random_setup(source: Random, editions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Make a setup line: any edition or a family's own, any rulings, sometimes teams."""
    line: dict[str, Any] = {"record": 1, "edition": source.choice(sorted(editions))}
    if source.random() < 0.4:
        line["edition_data"] = random_edition(source)
        line["edition"] = line["edition_data"]["id"]
    edition = line.get("edition_data") or editions[line["edition"]]
    players = source.choice((2, 2, 2, 3, 3, 4, 4, 5, 6, 6))
    colours = source.sample(COLOURS, players)
    line["seats"] = [{"name": f"P{n}", "colour": colour} for n, colour in enumerate(colours)]
    line["rules"] = _overrides(source, edition)
    if "deck" in edition["hare"]:
        rules = {**edition.get("rules", {}), **line["rules"]}
        line["deck"] = _pile(source, edition["hare"]["deck"], rules)
    if players in TEAMS and source.random() < 0.5:
        line["teams"] = source.choice(TEAMS[players])
    return line


def _overrides(source: Random, edition: dict[str, Any]) -> dict[str, Any]:
    share = source.choice((0.0, 0.2, 0.6))
    keys = [key for key in RULINGS if source.random() < share]
    if "shuffle" not in edition["hare"].get("deck", {}):
        keys = [key for key in keys if key != "second_shuffle"]
    return {key: source.choice(RULINGS[key]) for key in keys}


def _pile(source: Random, deck: dict[str, int], rules: dict[str, Any]) -> list[str]:
    cards = [card for card, count in sorted(deck.items()) for _ in range(count)]
    cards += ["shuffle"] * rules.get("second_shuffle", False)
    source.shuffle(cards)
    return cards


def random_edition(source: Random) -> dict[str, Any]:
    """Make a family's own edition as the record carries it: another board, stock, pile or chart."""
    counts = [str(players) for players in range(2, 7)]
    hare = _chart(source) if source.random() < 0.35 else _deck(source)
    rules = {k: source.choice(v) for k, v in RULINGS.items() if source.random() < 0.5}
    if "shuffle" not in hare.get("deck", {}):
        rules.pop("second_shuffle", None)
    carrots, lettuces = source.choice((3, 12, 30, 68, 150)), source.choice((1, 1, 2, 3))
    return {
        "id": "family",
        "title": "Family",
        "board": random_board(source),
        "start": {
            "carrots": {count: carrots + source.randrange(6) for count in counts},
            "lettuces": dict.fromkeys(counts, lettuces),
        },
        "hare": hare,
        "rules": rules,
    }


def random_board(source: Random) -> str:
    """Make a board of 65 squares from S to G with at least one tortoise."""
    weights = [source.choice((0, 1, 3, 6)) + 0.2 for _ in "HCLT234F"]
    track = source.choices("HCLT234F", weights, k=63)
    track[source.randrange(63)] = "T"
    return f"S{''.join(track)}G"


def _chart(source: Random) -> dict[str, Any]:
    cards = source.sample(CARDS, source.randint(3, len(CARDS)))
    return {"kind": "chart", "chart": [source.choices(cards, k=6) for _ in range(6)]}


def _deck(source: Random) -> dict[str, Any]:
    # A pile of nothing but moves could go on for ever: free_ride ends every chain.
    cards = {"free_ride", *source.sample(CARDS, source.randint(1, len(CARDS)))}
    return {"kind": "deck", "deck": {card: source.randint(1, 3) for card in sorted(cards)}}


def random_taste(source: Random) -> dict[str, float]:
    """Draw what a player likes, so that some games crawl, some race, some hunt for hares.

    A `keen` player plays to come Home.
    """
    likes = ("H", "C", "L", "2", "3", "4", "F", "back", "carrots+", "carrots-", "pass")
    taste = {like: source.choice((0.1, 1.0, 1.0, 4.0, 20.0)) for like in likes}
    far = source.choice((-0.4, -0.1, 0.0, 0.1))
    return taste | {"far": far, "G": 50.0, "keen": float(source.random() < 0.6)}


def choose(
    source: Random, state: State, entries: list[dict[str, Any]], taste: dict[str, float]
) -> dict[str, Any]:
    """Take one of the legal entries by taste; now and then somebody leaves instead."""
    seat = source.randrange(len(state["seats"]))
    if source.random() < 0.002 and leave_code(state, seat) is None:
        return {"seat": seat, "do": "leave"}
    liking = _keen(state, taste) if taste["keen"] else taste
    weights = [_weight(state, entry, liking) for entry in entries]
    return dict(source.choices(entries, weights)[0])


def _keen(state: State, taste: dict[str, float]) -> dict[str, float]:
    mine = state["seats"][state["turn"]]
    if mine["lettuces"]:
        return taste | {"L": 60.0, "G": 500.0, "far": -0.05, "back": 3.0, "carrots-": 0.1}
    way = max(HOME - piece["square"] for piece in mine["pieces"])
    is_rich = mine["carrots"] > way * 7
    takes = {"carrots-": 9.0, "carrots+": 0.1} if is_rich else {"carrots-": 0.1, "carrots+": 9.0}
    back = 0.1 if is_rich else 5.0
    return taste | {"G": 5000.0, "far": 0.2 * is_rich - 0.05, "back": back} | takes


def _weight(state: State, entry: dict[str, Any], taste: dict[str, float]) -> float:
    if entry["do"] == "forward":
        mine = state["seats"][entry["seat"]]["pieces"][entry.get("piece", 0)]
        far = max(0.02, 1 + taste["far"] * (entry["to"] - mine["square"]))
        return float(far * taste.get(state["setup"]["board"][entry["to"]], 1.0))
    if entry["do"] == "carrots":
        return taste["carrots+" if entry["by"] > 0 else "carrots-"]
    return taste.get(entry["do"], 1.0)


def wrong_entry(source: Random, state: State) -> Any:
    """Make an entry that is likely to be refused: about the right seat, or about anything."""
    players = len(state["seats"])
    turn = state["turn"] if state["turn"] is not None else 0
    seat = turn if source.random() < 0.9 else source.randrange(-1, players + 1)
    entry: dict[str, Any] = {
        "seat": seat,
        "do": source.choice(LIKELY),
        "piece": source.randrange(2),
    }
    entry["to"] = _square(source, state, entry)
    entry["by"] = source.choice(TEN_STEPS.get(entry["do"], (0,)))
    if source.random() < 0.15:
        entry["decline"] = True
    if source.random() < 0.05:
        key = source.choice(sorted(entry))
        entry[key] = source.choice((None, True, "5", 1.0, 7, -3, [], 0))
    if source.random() < 0.03:
        entry.pop(source.choice(sorted(entry)))
    return entry


def _square(source: Random, state: State, entry: dict[str, Any]) -> int:
    squares = [piece["square"] for seat in state["seats"] for piece in seat["pieces"]]
    board = state["setup"]["board"]
    kinds = [square for square in range(65) if board[square] == source.choice("TLCG")]
    near = [source.choice(squares) + source.randint(-12, 14) for _ in range(3)]
    if entry["do"] == "back":
        near += [square for square in range(65) if board[square] == "T"]
    square: int = source.choice([*near, *squares, *kinds, HOME, HOME + 1])
    return square
