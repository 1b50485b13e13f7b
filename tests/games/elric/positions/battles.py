"""What the tests of Elric's battles share: stacks that stand against each other, and battles fought to the end."""

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
"""A land without a city; its neighbours are Sequa, Western Dharijor, Dhakos and Thokora."""


def meeting(where: str, ours: Iterable[Group], theirs: Iterable[Group], **options: Any) -> Any:
    """Stacks of seat 0, whose turn it is, and seat 1 in one area."""
    s = new_state(**options)
    put(s, 0, where, *ours)
    put(s, 1, where, *theirs)
    return s


def city(nation: str, where: str, ours: Iterable[Group], theirs: Iterable[Group] = (), **options: Any) -> Any:
    """A stack of seat 0 before a city of a nation of seat 1, with its defenders, if there are any."""
    s = new_state(**options)
    rule(s, 1, nation)
    put(s, 0, where, *ours)
    if theirs:
        put(s, 1, where, *theirs)
    else:
        s.assaults = (area(where),)
    return s


def sail(s: Any, seat: int, where: str, fleet: str, *who: Group) -> None:
    """A fleet of a seat in a sea, and who is aboard it."""
    (ship,) = put(s, seat, where, fleet)
    for p in put(s, seat, where, *who):
        s.ship[p] = ship


def come(s: Any, seat: int, where: str, origin: str) -> None:
    """All of a seat's pieces in an area have come from another in this player-turn."""
    for p in s.pieces(seat, area(where)):
        s.trail[p] = (area(origin),)


def besieged(s: Any, where: str, seat: int = 0) -> None:
    s.sieges[area(where)] = seat


def fight(s: Any, *rolls: Any) -> Any:
    """The battles of the phasing player, nobody withheld, up to the next question of another kind."""
    return go_on(s, *rolls, step=Battles())


def go_on(s: Any, *rolls: Any, step: Any = None) -> Any:
    """Play on, with nobody withheld, up to the next question of another kind; `step` is laid on top first."""
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
    """The laying of cards, up to the first question, and the battles after it."""
    with scripted(s, ()) as after:
        after.journal = list(s.journal or [])
        after.flow += [Battles(), LayCards()]
        advance(after)
    return after


def cast(s: Any, **spells: str) -> Any:
    """Lay spells for the one battle there is: they come from the cup, by the caster's name with _ for blanks."""
    for name, card in spells.items():
        who = name.replace("_", " ")
        (number,) = give_cards(s, who, card)
        del s.hand[piece(who)]
        s.laid[piece(who)] = number
        s.casts = (*s.casts, piece(who))
    return s


def totals(s: Any) -> tuple[int, int]:
    """What both sides of the first battle add up to before the dice."""
    attack, defence = odds(s, pending(s)[0])
    return attack.total, defence.total


def reasons(s: Any, side: int = 0) -> dict[str, int]:
    """What a side of the first battle adds up, by reason."""
    return {part.reason: part.amount for part in odds(s, pending(s)[0])[side].parts}


DONE = ("done", 0)


DRAW = "spell drawn in battle"


def from_cup(s: Any, name: str) -> tuple[str, int]:
    """The roll that draws a spell."""
    return DRAW, s.cup.index(spell(name)) + 1


def totals_after(s: Any, *rolls: Any) -> dict[str, int]:
    """Both totals of the battle when it has been fought with these dice."""
    s = fight(s, *rolls)
    return {each: told(s, f"battle.{each}")[0].data["total"] for each in ("attack", "defence")}


def sorcerers(*more: Any) -> Any:
    """Four magicians with Nikorn against Dharmit with armies."""
    ours = ["Nikorn", "Magician of Bakshaan", "Ohada", "Priest of Vilmir", "Alchemist of Ilmiora", *more]
    return meeting(FIELD, ours, ["Dharmit", ("Jharkor", 2)])


def fight_asked(s: Any) -> Any:
    """The battle, at its first question."""
    return run(s, Battles())
