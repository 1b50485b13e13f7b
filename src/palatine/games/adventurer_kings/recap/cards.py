"""Cards of battles and fights: sides, modifiers, losses, results (5.0, 7.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from palatine.core import Entry, OrdersGame
from palatine.core.guidance.recap import Card, CardSide
from palatine.core.messages import join_words
from palatine.games.adventurer_kings.rules.common.naming import ordinal
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.battle_reports import battlefields

LOST: Final = ("battle-destroyed", "battle-destroyed-alone", "battle-run-down", "battle-bitten")
RESULTS: Final = ("battle-won", "battle-won-whole", "battle-walk-over", "battle-stays", "battle-camps")
EVENTS: Final = ("battle-event-0", "battle-event-1")


def cards_of(game: OrdersGame[State], told: Sequence[Entry]) -> dict[int, Card]:
    """Return cards by entry id: of the battle that an entry begins or the fight that it ends."""
    found: dict[int, Card] = {}
    fought: set[int] = set()
    for (phase, place, _), entries in battlefields(told).items():
        fought |= {id(entry) for entry in entries}
        begins = next((entry for entry in entries if entry.kind == "battle-begins"), None)
        if begins is not None:
            found[id(begins)] = battle_card(game, phase, place, begins, entries)
    for fight in fights(told, fought):
        found[id(fight[-1])] = fight_card(game, fight)
    return found


# Battles


def battle_card(game: OrdersGame[State], phase: int, place: str, begins: Entry, entries: Sequence[Entry]) -> Card:
    words = game.words
    season = words.say(f"phase.{phase}") if phase else ""
    lines = {entry.data["side"]: entry.data for entry in entries if entry.kind == "battle-line"}
    lost = [str(entry.data["army"]) for entry in entries if entry.kind in LOST]
    result = " ".join([game.prose(entry) for entry in entries if entry.kind in RESULTS])
    names = (begins.data["king"], begins.data["other_king"])
    sides = tuple(
        CardSide(
            str(name), strength=strength(lines.get(at)), losses=losses_text(game, lines.get(at), lost),
            parts=tuple(chance_rows(entries, at)),
        )
        for at, name in enumerate(names)
    )  # fmt: skip
    space = place.rpartition("(")[2].rstrip(")")
    title = words.say("report.battle", place=place, season=season)
    return Card(title, result, int(space) if space.isdigit() else -1, sides=sides, clause="AK-7.2-11")


def units(line: dict[str, Any] | None) -> list[tuple[int, str]]:
    """Return the armies of a side by number and kind."""
    return [(int(each[0]), str(each[1])) for column in (line or {}).get("ranks", ()) for each in column]


def strength(line: dict[str, Any] | None) -> str:
    """Return the armies of a side by kind: `2 × Human Legion and 1 × Human Heavy Cavalry`."""
    return join_words([f"{count} × {kind}" for kind, count in Counter(kind for _, kind in units(line)).items()])


def losses_text(game: OrdersGame[State], line: dict[str, Any] | None, lost: Sequence[str]) -> str:
    mine = {f"the {ordinal(number)} {kind}" for number, kind in units(line)}
    count = sum(army in mine for army in lost)
    return game.words.say("recap.losses" if count else "recap.no-losses", count=count)


def chance_rows(entries: Sequence[Entry], side: int) -> Iterator[tuple[str, str, str]]:
    """Yield the effects of chance on a side (6.3)."""
    for entry in entries:
        if entry.kind == EVENTS[side]:
            yield "", str(entry.data["name"]), "AK-6.3-27"


# Fights


def fights(told: Sequence[Entry], fought: set[int]) -> Iterator[list[Entry]]:
    """Yield the entries of each fight that is not a duel of a battle."""
    found: list[Entry] = []
    for entry in told:
        is_blow = entry.kind.startswith("fight-") and id(entry) not in fought
        if found and (not is_blow or entry.data["round"] < found[-1].data["round"]):
            yield found
            found = []
        if is_blow:
            found.append(entry)
    if found:
        yield found


def fight_card(game: OrdersGame[State], fight: Sequence[Entry]) -> Card:
    """Return the card of a fight: fighters, damage and end."""
    harm: Counter[str] = Counter()
    names: dict[str, None] = {}
    for entry in fight:
        name, foe = str(entry.data.get("name", "")), str(entry.data.get("foe", ""))
        names |= dict.fromkeys(each for each in (name, foe) if each)
        if entry.kind in ("fight-hits", "fight-arrows", "fight-squeeze"):
            harm[foe] += int(entry.data["harm"])
        elif entry.kind in ("fight-harm", "fight-own-storm"):
            harm[name] += int(entry.data["harm"])
    sides = tuple(CardSide(each, losses=game.words.say("recap.harm", harm=harm[each])) for each in names)
    rounds = int(fight[-1].data["round"])
    title = game.words.say("recap.fight", names=list(names), rounds=rounds)
    return Card(title, game.prose(fight[-1]), sides=sides, clause="AK-5.0-04")
