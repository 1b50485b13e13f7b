"""Battles as a King reads of them: who met whom, the line as it was drawn up, what came of it (1.4, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from palatine.core import Catalogue, Entry, Grid, OrdersGame, Section
from palatine.games.adventurer_kings.rules.common.naming import ordinal
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.prose import flowing, once

BARS: Final = "||||"
ABREAST: Final = 6
"""So many columns of a battle are drawn side by side; a longer line goes on in another table."""
BEFORE_THE_LINES: Final = (
    "battle-begins", "battle-duel", "battle-declined", "battle-excuse", "battle-charmed", "battle-fled",
    "battle-monster",
)  # fmt: skip
"""As long as no more than these has been told of a battle, blows are those of its duel."""
AFTER: Final = ("conquered", "dispossessed")
"""What is told of the province where there has been a battle."""
FRONT_LINE: Final = "- - - -"
Battlefield = tuple[int, str, int]
"""A phase, a province, and which of the battles there it is."""


def battlefields(told: Sequence[Entry]) -> dict[Battlefield, list[Entry]]:
    """What is told of each battle, in the order they were fought."""
    fields: dict[Battlefield, list[Entry]] = {}
    begun: dict[tuple[int, str], int] = {}
    duelling: Battlefield | None = None
    for entry in told:
        if duelling is not None and entry.kind.startswith("fight-"):
            fields[duelling].append(entry)
            continue
        where = entry.data.get("phase", 0), str(entry.data.get("place", ""))
        if entry.kind == "battle-begins":
            begun[where] = begun.get(where, 0) + 1
        field = (*where, begun.get(where, 0))
        if entry.kind.startswith("battle-"):
            fields.setdefault(field, []).append(entry)
            duelling = field if entry.kind in BEFORE_THE_LINES else None
        elif entry.kind in AFTER and field in fields:
            fields[field].append(entry)
    return fields


def battle_sections(game: OrdersGame[State], fields: dict[Battlefield, list[Entry]]) -> Iterator[Section]:
    """A section for each battle: the story, and the drawing of the line."""
    for number, ((phase, place, _), entries) in enumerate(fields.items(), 1):
        story = [entry for entry in entries if entry.kind != "battle-line"]
        acts = [[entry for entry in story if act_of(entry) == act] for act in range(4)]
        named: set[str] = set()
        paragraphs = [once(flowing([(entry, game.prose(entry)) for entry in act]), named) for act in acts if act]
        season = game.words.say(f"phase.{phase}") if phase else ""
        title = game.words.say("report.battle", place=place, season=season)
        lines = [entry.data for entry in entries if entry.kind == "battle-line"]
        yield Section(f"battle-{number}", title, tuple(paragraphs), tuple(formation_drawing(game.words, lines)))


def act_of(entry: Entry) -> int:
    """Into which paragraph of the story it belongs: how it began, the losses, the outcome, quality."""
    if entry.kind in ("battle-rise", "battle-fall"):
        return 3
    return 2 if entry.kind.startswith(ENDINGS) else 1 if entry.kind.startswith(LOSSES) else 0


LOSSES: Final = ("battle-destroyed", "battle-battered", "battle-bitten", "battle-saved")
ENDINGS: Final = (
    "battle-won", "battle-walk-over", "battle-run-down", "battle-retreat", "battle-bier", "battle-dispersed",
    "battle-stays", "battle-camps", *AFTER,
)  # fmt: skip


def formation_drawing(words: Catalogue, lines: Sequence[dict[str, Any]]) -> Iterator[Grid]:
    """Attackers above, the front line, the defenders below; the front ranks face each other (7.2)."""
    if len(lines) != 2:
        return
    upper, lower = sorted(lines, key=lambda line: int(line["side"]))
    width = int(upper["width"])
    for left in range(0, width, ABREAST):
        columns = range(left, min(width, left + ABREAST))
        above = [(words.say("report.attackers"), *row) for row in reversed(ranks(upper, columns))]
        front = (words.say("report.front"), *[FRONT_LINE for _ in columns])
        below = [(words.say("report.defenders"), *row) for row in ranks(lower, columns)]
        below += list(courses(words, upper, columns))
        head = ("", *[words.say("report.column", number=column + 1) for column in columns])
        yield Grid(head, (*above, front, *below))


def courses(words: Catalogue, line: dict[str, Any], columns: range) -> Iterator[tuple[str, ...]]:
    """How it went in each column, and what chance did there (6.3, 7.2)."""
    went = [line["outcomes"][column] for column in columns]
    yield words.say("report.outcome"), *[words.say(f"course.{winner}-{grade}") for winner, grade in went]
    events = [line["events"][column] for column in columns]
    if any(name for name, _ in events):
        favours = [words.say(f"course.chance-{side}", name=name) if name else "" for name, side in events]
        yield words.say("report.chance"), *favours


def ranks(line: dict[str, Any], columns: range) -> list[tuple[str, ...]]:
    """The ranks of one side, the front first: a cell for each column."""
    deepest = max([len(line["ranks"][column]) for column in columns], default=0)
    return [
        tuple(cell(line["ranks"][column][at]) if at < len(line["ranks"][column]) else "" for column in columns)
        for at in range(deepest)
    ]


def cell(unit: Sequence[Any]) -> str:
    """A unit of the drawing: its number, what it is, and its bars."""
    number, kind, _ = unit
    return f"{ordinal(number)} {kind} {BARS}"
