"""Cards of battles, sieges and searches, each built from several journal entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Entry, Game, Tally
from palatine.core.guidance.recap import Card, CardSide
from palatine.games.demonlord.components.pieces import UNIT_SIDE
from palatine.games.demonlord.recap.items import BOARD
from palatine.games.demonlord.state import DemonlordState
from palatine.games.demonlord.view.boards import SIDE_TITLES
from palatine.games.demonlord.view.pieces import SIDE_STYLES

SIDES: Final = (0, 1)
LOST: Final = {
    "morale.destroyed": "destroyed", "morale.routs": "routed", "fate.killed": "killed", "fate.routs": "routed",
    "withdrawal.destroyed": "destroyed", "withdrawal.taken": "captured", "withdrawal.abandoned": "captured",
    "prisoner": "captured", "siege.lost": "destroyed", "cornered": "captured",
}  # fmt: skip
"""By kind of entry about a unit: its fate."""
AFTERMATH: Final = frozenset({*LOST, "withdrawal.holds", "rally", "control", "withdraws"})
"""Kinds of entries that can follow the end of a battle and still belong to it."""


def cards(game: Game[DemonlordState], entries: Sequence[Entry]) -> dict[int, Card]:
    """Return the card of each battle, siege step and search, by the index of its last entry."""
    found: dict[int, Card] = {}
    begun = -1
    for at, entry in enumerate(entries):
        if entry.kind == "battle.begins":
            begun = at
        elif entry.kind in ("battle.won", "battle.mutual", "withdraws") and begun >= 0:
            found[at] = battle_card(game, entries[begun : after_battle(entries, at)], entry)
            begun = -1
        elif entry.kind in ("siege.kills", "siege.surrender") and is_second(entries, at):
            found[at] = siege_card(game, entries[at - 1 : after_siege(entries, at)])
        elif entry.kind in ("capture.taken", "capture.held", "capture.free") and has_throws(entries, at):
            found[at] = search_card(game, entries[at - 2 : at], entry)
    return found


def after_battle(entries: Sequence[Entry], at: int) -> int:
    """Return the end of the entries that belong to the battle ended by entry `at`."""
    end = at + 1
    while end < len(entries) and entries[end].kind in AFTERMATH:
        end += 1
    return end


def after_siege(entries: Sequence[Entry], at: int) -> int:
    end = at + 1
    while end < len(entries) and entries[end].kind in ("siege.lost", "siege.yields", "prisoner"):
        end += 1
    return end


def is_second(entries: Sequence[Entry], at: int) -> bool:
    """Return whether this is the second of the two throws of a siege step."""
    return at > 0 and entries[at - 1].kind in ("siege.kills", "siege.surrender")


# Battles


def battle_card(game: Game[DemonlordState], told: Sequence[Entry], end: Entry) -> Card:
    """Return the card of a battle: units, hits and losses."""
    h = told[0].data["hex"]
    sides = tuple([battle_side(game, told, side) for side in SIDES])
    rounds = len([entry for entry in told if entry.kind == "round"])
    title = game.words.say("card.battle", hex=h, rounds=max(1, rounds))
    return Card(title, game.prose(end), h, BOARD, sides, end.clauses[0])


def battle_side(game: Game[DemonlordState], told: Sequence[Entry], side: int) -> CardSide:
    owners = owners_of(told)
    blows = [e for e in told if e.kind in ("hit", "miss") and owner_of(owners, e.data["unit"]) == side]
    hits = len([entry for entry in blows if entry.kind == "hit"])
    fought = {u for u, owner in owners.items() if owner == side}
    return CardSide(
        SIDE_TITLES[side],
        SIDE_STYLES[side],
        game.words.say("card.strength", count=len(fought)),
        parts=((f"{hits}", game.words.say("card.hits", count=len(blows)), "BAT-27"),) if blows else (),
        losses=losses(game, [e for e in told if e.kind in LOST and owner_of(owners, e.data["unit"]) == side]),
    )


def owners_of(told: Sequence[Entry]) -> dict[int, int]:
    """Return the side of each unit placed in the battle; a character has that of the troop."""
    owners: dict[int, int] = {}
    for entry in told:
        if entry.kind in ("deploy", "reserve", "redeploy", "join"):
            owners[entry.data["unit"]] = entry.data["side"]
        elif entry.kind == "station":
            owners[entry.data["unit"]] = owner_of(owners, entry.data["troop"])
    return owners


def owner_of(owners: dict[int, int], u: int) -> int:
    return owners.get(u, UNIT_SIDE[u])


def losses(game: Game[DemonlordState], told: Sequence[Entry]) -> str:
    """Return the final fate of each unit in words."""
    fates: dict[int, str] = {}
    for entry in told:
        fates[entry.data["unit"]] = LOST[entry.kind]
    by_fate: dict[str, list[int]] = {}
    for u, fate in fates.items():
        by_fate.setdefault(fate, []).append(u)
    parts = [game.words.say(f"card.{fate}", units=units) for fate, units in by_fate.items()]
    return "; ".join(parts) or game.words.say("card.no-losses")


# Sieges and searches


def siege_card(game: Game[DemonlordState], told: Sequence[Entry]) -> Card:
    """Return the card of a siege step: both throws with modifiers, and losses."""
    first, second = told[:2]
    h = first.data["hex"]
    lost = [entry for entry in told[2:] if entry.kind in LOST]
    sides = tuple(
        [throw_side(game, each, losses(game, of_side(lost, each.data["side"]))) for each in (first, second)]
    )
    result = " ".join([game.prose(entry) for entry in told if entry.kind != "siege.lost"])
    return Card(game.words.say(f"card.{first.data['table']}", hex=h), result, h, BOARD, sides, "SIEGE-12")


def of_side(lost: Sequence[Entry], side: int) -> list[Entry]:
    """Return the entries about losses of a side; entries of prisoners name the captor's side."""
    return [e for e in lost if (e.data["side"] if e.kind == "siege.lost" else 1 - e.data["side"]) == side]


def has_throws(entries: Sequence[Entry], at: int) -> bool:
    """Return whether the two throws of a search precede its result."""
    return at >= 2 and entries[at - 2].kind == "capture.escape"


def search_card(game: Game[DemonlordState], throws: Sequence[Entry], result: Entry) -> Card:
    """Return the card of a party against those who search for it."""
    h = result.data["hex"]
    sides = tuple([throw_side(game, each, "") for each in throws])
    return Card(game.words.say("card.search", hex=h), game.prose(result), h, BOARD, sides, "CAP-06")


def throw_side(game: Game[DemonlordState], entry: Entry, lost: str) -> CardSide:
    """Return a side's throw with each of its modifiers."""
    side = entry.data["side"]
    tally = entry.tally
    dice = tally.dice if tally else ()
    return CardSide(SIDE_TITLES[side], SIDE_STYLES[side], "", dice, parts_of(game, tally), lost)


def parts_of(game: Game[DemonlordState], tally: Tally | None) -> tuple[tuple[str, str, str], ...]:
    if tally is None:
        return ()
    say = game.words.say
    return tuple([(say("card.amount", amount=p.amount), say(f"tally.{p.reason}"), p.clause) for p in tally.parts])
