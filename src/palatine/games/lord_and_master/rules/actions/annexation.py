"""ANNEXATION: an allied place becomes a nation's own, and its other allies may leave (NEU-16 to NEU-18)."""

from __future__ import annotations

from palatine.games.lord_and_master.rules.common import control
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON


def annex(t: Turn, m: March) -> None:
    """A player annexes his ally, where any unit of his is, be it of a race that the character leads or not (NEU-16 to
    NEU-18, R49)."""
    s = t.s
    owner, place = m.owner, m.place
    t.need(
        s.holder(place) == owner and place in s.allied, "LM-NEU-16", "drop.not-allied", place=place, uncertain=True
    )
    own = s.units_at(place, owner)
    t.need(own and m.who != NO_PERSON, "LM-NEU-16", "drop.needs-a-unit", place=place, uncertain=True)
    t.tell("annexed", "LM-NEU-16", at=(place,), to=(owner,), place=place, seat=owner)
    control.annex_place(t, place, owner)
    s.set_nation(owner, annexations=s.nations[owner].annexations + 1)
    if not t.is_rehearsal:
        _shaken(t, owner)


def _shaken(t: Turn, owner: int) -> None:
    """Each ally without anybody of the annexer's may return to neutrality (NEU-18, R56)."""
    s = t.s
    for place in [place for place in s.allied if s.holder(place) == owner]:
        if s.units_at(place, owner) or s.people_at(place, owner):
            continue
        tally = t.throw("annexation", sides=6)
        leaves = tally.rolled <= 3
        kind = "ally-leaves" if leaves else "ally-stays"
        t.tell(kind, "LM-NEU-18", at=(place,), to=(owner,), tally=tally, place=place, seat=owner)
        if leaves:
            control.neutralise(t, place)
