"""STEAL: treasuries within a thief's reach and the attempt (E-07 to E-14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from palatine.games.lord_and_master.components import tables
from palatine.games.lord_and_master.components.places import is_city, is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.agents import (
    Agent,
    demon_parts,
    human_agent,
    is_turned_back,
    slips_in,
    watch_parts,
)
from palatine.games.lord_and_master.rules.common import captives, casualties, class_powers, money, treasuries
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn
from palatine.games.lord_and_master.state import NEUTRAL, WILD

# Treasuries in reach


class Hoard(NamedTuple):
    gold: int
    owner: int
    kind: str
    """"place", "nation" or "magnate"."""


def found_at(t: Turn, thief: int, place: int) -> list[Hoard]:
    """Return the treasuries in a place that do not belong to the thief's side."""
    s = t.s
    hoards = [Hoard(s.coffers.get(place, 0), s.holder(place), "place")]
    hoards += [
        Hoard(nation.gold, seat, "nation")
        for seat, nation in enumerate(s.nations)
        if treasuries.site(s, seat) == place
    ]
    hoards += [Hoard(m.gold, number, "magnate") for number, m in s.magnates.items() if m.home == place]
    return [hoard for hoard in hoards if hoard.gold and not s.is_friend(thief, hoard.owner)]


def richest(t: Turn, thief: int, place: int) -> Hoard | None:
    """Return the richest treasury in a place; on a tie the place's own comes first."""
    return max(found_at(t, thief, place), key=lambda hoard: hoard.gold, default=None)


def steal_from(t: Turn, hoard: Hoard, thief: int, place: int, tenths: int) -> int:
    """Move `tenths` of a treasury to the thief's nation and return the amount (E-11, R32)."""
    taken = tables.half_even(Fraction(hoard.gold * tenths, 10))
    if hoard.kind == "place":
        treasuries.deposit(t.s, place, -taken)
    else:
        money.lose(t, hoard.owner, taken)
    money.gain(t, thief, taken, "loot", place)
    return taken


# The attempt


def steal(t: Turn, who: int, act: o.Steal) -> None:
    """Carry out STEAL in the thief's place (E-07 to E-12)."""
    class_powers.need_power(t, who, "St", "LM-E-07")
    place = t.s.people[who].place
    t.need(t.place(act.at, place) == place, "LM-E-07", "drop.not-there", place=place, uncertain=True)
    if slips_in(t, who):
        theft(t, human_agent(t, who), place)


def theft(t: Turn, a: Agent, place: int) -> None:
    """Attempt to steal part of the richest treasury in a place (E-09 to E-14)."""
    hoard = richest(t, a.owner, place)
    t.need(hoard is not None, "LM-E-07", "drop.no-treasury", place=place, uncertain=True)
    assert hoard is not None
    if is_turned_back(t, a, place, hoard.owner):
        return
    success, tally = t.attempt("theft", theft_parts(t, a, place, hoard.owner))
    if not success:
        _fail_theft(t, a, place, hoard, tally)
        return
    if t.is_rehearsal:
        return
    tenths = t.throw("loot", sides=8).rolled
    amount = steal_from(t, hoard, a.owner, place, tenths)
    t.log(
        "theft", "LM-E-11", at=(place,), to=(a.owner, hoard.owner), tally=tally, name=a.name, place=place,
        amount=amount, share=10 * tenths, owner=hoard.owner,
    )  # fmt: skip
    if not a.demon:
        casualties.gain_level(t, a.who, "LM-CH-23", "theft")


def theft_parts(t: Turn, a: Agent, place: int, owner: int) -> list[TallyPart]:
    """Return the parts of the number not to exceed (E-09, E-10, E-14).

    They are 12 minus watch and walls and, for a demon, priests.
    """
    s = t.s
    parts: list[TallyPart] = [(12, "LM-E-09", "theft"), *watch_parts(t, a.owner, place, "LM-E-09")]
    if not is_square(place):
        parts.append((-2, "LM-E-10", "walls"))
    if a.demon and any(s.people[n].of in class_powers.PRIESTS for n in s.people_at(place)):
        parts.append((-4, "LM-E-14", "priest"))
    return parts + demon_parts(t, a, owner)


def _fail_theft(t: Turn, a: Agent, place: int, hoard: Hoard, tally: Any) -> None:
    """Apply the failure of a theft (E-12, E-13, R103).

    A neutral province executes the thief, a neutral city imprisons and a player captures; a demon goes home.
    """
    t.log(
        "theft-fails", "LM-E-13" if a.demon else "LM-E-12", at=(place,), to=(a.owner, hoard.owner), tally=tally,
        name=a.name, place=place, demon=bool(a.demon),
    )  # fmt: skip
    if a.demon:
        return
    if hoard.owner == WILD or (hoard.owner == NEUTRAL and not is_city(place)):
        casualties.kill(t, a.who, hoard.owner)
    else:
        casualties.capture(t, a.who, hoard.owner)
        captives.bring_to_guards(t, a.who)
