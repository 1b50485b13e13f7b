"""Gold: income and spending of nations and magnates (ADV, DIS, R34, R35, R41)."""

from __future__ import annotations

from fractions import Fraction

from palatine.games.lord_and_master.components import tables
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import is_magnate


def gain(t: Turn, owner: int, amount: int, kind: str, place: int = 0) -> int:
    """Add income ("tax", "tribute", "loot" or "price") and return what reaches the treasury.

    Good administration, corruption and Jupiter's blessing are multiplied, then rounded once (R41). While a holy
    treasury is lost, there is no income (DIS-05).
    """
    s = t.s
    if is_magnate(owner):
        s.set_magnate(owner, gold=s.magnates[owner].gold + amount)
        return amount
    if owner < 0:
        return 0
    nation = s.nations[owner]
    if nation.holy_site:
        t.log("holy-lost", "LM-DIS-05", to=(owner,), amount=amount, place=nation.holy_site)
        return 0
    share = Fraction(amount)
    income = kind in ("tax", "tribute")
    if income and t.blessing(owner, "Jupiter"):
        share *= 2
    if income and "good-administration" in nation.advantages:
        share *= Fraction(5, 4)
    tally = None
    if kind != "price" and "corruption" in nation.disadvantages and not t.is_rehearsal:
        tally = t.throw("corruption", sides=6)
        share *= 1 - Fraction(5 * tally.rolled, 100)
    came = tables.half_even(share)
    s.set_nation(owner, gold=nation.gold + came)
    t.log(kind, _CLAUSES[kind], to=(owner,), tally=tally, seat=owner, amount=came, full=amount, place=place)
    t.preview("gold", amount=came)
    return came


_CLAUSES = {"tax": "LM-A-11", "tribute": "LM-GI-11", "loot": "LM-NEU-04", "price": "LM-IPR-09"}


def purse(t: Turn, owner: int) -> int:
    """Return the gold that an owner can spend now (R144)."""
    s = t.s
    if is_magnate(owner):
        return s.magnates[owner].gold
    nation = s.nations[owner]
    return 0 if nation.holy_site else nation.gold


def spend(t: Turn, owner: int, amount: int, clause: str) -> None:
    """Spend gold; drop the order if there is too little."""
    have = purse(t, owner)
    t.need(have >= amount, clause, "drop.no-gold", need=amount, have=have, uncertain=True)
    lose(t, owner, amount)
    t.preview("cost", amount=amount)


def lose(t: Turn, owner: int, amount: int) -> None:
    """Remove gold that is spent, stolen or sacked."""
    s = t.s
    if is_magnate(owner):
        s.set_magnate(owner, gold=s.magnates[owner].gold - amount)
    else:
        s.set_nation(owner, gold=s.nations[owner].gold - amount)
