"""Helpers that build and fight battles of Elric."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.elric.positions.board import (
    Group,
    advance,
    area,
    give_cards,
    new_state,
    piece,
    put,
    rule,
    run,
    spell,
    told,
)
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.combat import odds
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.combat.spell_laying import LayCards
from palatine.testing import scripted

FIELD = "Northern Jharkor"
"""Land area without a city, next to Sequa, Western Dharijor, Dhakos and Thokora."""


def meeting(where: str, ours: Iterable[Group], theirs: Iterable[Group], **options: Any) -> Any:
    """Return stacks of seat 0, which is phasing, and seat 1 in one area."""
    s = new_state(**options)
    put(s, 0, where, *ours)
    put(s, 1, where, *theirs)
    return s


def city(nation: str, where: str, ours: Iterable[Group], theirs: Iterable[Group] = (), **options: Any) -> Any:
    """Return a stack of seat 0 attacking a city of a nation of seat 1.

    Without defenders, the city is marked for assault.
    """
    s = new_state(**options)
    rule(s, 1, nation)
    put(s, 0, where, *ours)
    if theirs:
        put(s, 1, where, *theirs)
    else:
        s.assaults = (area(where),)
    return s


def sail(s: Any, seat: int, where: str, fleet: str, *who: Group) -> None:
    """Put a fleet of a seat in a sea area with these pieces aboard."""
    (ship,) = put(s, seat, where, fleet)
    for p in put(s, seat, where, *who):
        s.ship[p] = ship


def come(s: Any, seat: int, where: str, origin: str) -> None:
    """Record that a seat's pieces in an area came from another area in this player-turn."""
    for p in s.pieces(seat, area(where)):
        s.trail[p] = (area(origin),)


def besieged(s: Any, where: str, seat: int = 0) -> None:
    s.sieges[area(where)] = seat


def fight(s: Any, *rolls: Any) -> Any:
    """Fight the phasing player's battles without withholding, up to another decision."""
    return go_on(s, *rolls, step=Battles())


def go_on(s: Any, *rolls: Any, step: Any = None) -> Any:
    """Run to the next decision other than withholding, after adding `step` if given."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        if step is not None:
            after.flow.append(step)
        advance(after)
        while after.flow and type(after.flow[-1]).__name__ == "Withhold":
            after.flow[-1].take(after, ("done", 0))
            advance(after)
    return after


def laying(s: Any) -> Any:
    """Return the state at the first decision of laying cards, with the battles to follow."""
    with scripted(s, ()) as after:
        after.journal = list(s.journal or [])
        after.flow += [Battles(), LayCards()]
        advance(after)
    return after


def cast(s: Any, **spells: str) -> Any:
    """Lay spells from the cup for the only battle.

    Keywords are casters' names with _ for spaces.
    """
    for name, card in spells.items():
        who = name.replace("_", " ")
        (number,) = give_cards(s, who, card)
        del s.hand[piece(who)]
        s.laid[piece(who)] = number
        s.casts = (*s.casts, piece(who))
    return s


def totals(s: Any) -> tuple[int, int]:
    """Return the totals of both sides in the first battle, before the dice."""
    attack, defence = odds(s, pending(s)[0])
    return attack.total, defence.total


def reasons(s: Any, side: int = 0) -> dict[str, int]:
    """Return the modifiers of a side in the first battle, by reason."""
    return {part.reason: part.amount for part in odds(s, pending(s)[0])[side].parts}


DONE = ("done", 0)


DRAW = "spell drawn in battle"


def from_cup(s: Any, name: str) -> tuple[str, int]:
    """Return the roll that draws a spell in battle."""
    return DRAW, s.cup.index(spell(name)) + 1


def totals_after(s: Any, *rolls: Any) -> dict[str, int]:
    """Return the attack and defence totals after a battle with these rolls."""
    s = fight(s, *rolls)
    return {each: told(s, f"battle.{each}")[0].data["total"] for each in ("attack", "defence")}


def sorcerers(*more: Any) -> Any:
    """Return a battle of Nikorn and four magicians against Dharmit with two armies."""
    ours = ["Nikorn", "Magician of Bakshaan", "Ohada", "Priest of Vilmir", "Alchemist of Ilmiora", *more]
    return meeting(FIELD, ours, ["Dharmit", ("Jharkor", 2)])


def fight_asked(s: Any) -> Any:
    """Return the battle at its first decision."""
    return run(s, Battles())
