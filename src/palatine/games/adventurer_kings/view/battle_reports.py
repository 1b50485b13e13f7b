"""Battles in a report: the opponents, the line, the outcome (1.4, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from palatine.core import Catalogue, Entry, Grid, OrdersGame, Section
from palatine.games.adventurer_kings.rules.common.naming import ordinal
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.prose import flowing, once

BARS: Final = "||||"
ABREAST: Final = 6
"""Number of columns drawn side by side; a longer line continues in another table."""
BEFORE_THE_LINES: Final = (
    "battle-begins", "battle-duel", "battle-declined", "battle-excuse", "battle-charmed", "battle-fled",
    "battle-monster",
)  # fmt: skip
"""Kinds of entry before the lines; blows that follow only these belong to the duel."""
AFTER: Final = ("conquered", "dispossessed")
"""Kinds of entry about the province after a battle."""
FRONT_LINE: Final = "- - - -"
Battlefield = tuple[int, str, int]
"""Phase, province, and which of the battles there."""


def battlefields(told: Sequence[Entry]) -> dict[Battlefield, list[Entry]]:
    """Return the entries of each battle, in the order of the battles."""
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
    """Yield a section for each battle: the story, and the drawing of the line."""
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
    """Return the paragraph of an entry: beginning, losses, outcome, quality."""
    if entry.kind in ("battle-rise", "battle-fall"):
        return 3
    return 2 if entry.kind.startswith(ENDINGS) else 1 if entry.kind.startswith(LOSSES) else 0


LOSSES: Final = ("battle-destroyed", "battle-battered", "battle-bitten", "battle-saved")
ENDINGS: Final = (
    "battle-won", "battle-walk-over", "battle-run-down", "battle-retreat", "battle-bier", "battle-dispersed",
    "battle-stays", "battle-camps", *AFTER,
)  # fmt: skip


def formation_drawing(words: Catalogue, lines: Sequence[dict[str, Any]]) -> Iterator[Grid]:
    """Yield the drawing of a line, attackers above and defenders below (7.2).

    The front ranks face each other across the front line.
    """
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
    """Yield the outcome of each column, and the part of chance in it (6.3, 7.2)."""
    went = [line["outcomes"][column] for column in columns]
    yield words.say("report.outcome"), *[words.say(f"course.{winner}-{grade}") for winner, grade in went]
    events = [line["events"][column] for column in columns]
    if any(name for name, _ in events):
        favours = [words.say(f"course.chance-{side}", name=name) if name else "" for name, side in events]
        yield words.say("report.chance"), *favours


def ranks(line: dict[str, Any], columns: range) -> list[tuple[str, ...]]:
    """Return the ranks of one side, front first, with a cell for each column."""
    deepest = max([len(line["ranks"][column]) for column in columns], default=0)
    return [
        tuple(cell(line["ranks"][column][at]) if at < len(line["ranks"][column]) else "" for column in columns)
        for at in range(deepest)
    ]


def cell(unit: Sequence[Any]) -> str:
    """Return the cell of a unit: its number, its type, and its bars."""
    number, kind, _ = unit
    return f"{ordinal(number)} {kind} {BARS}"
