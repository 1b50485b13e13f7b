"""RELIGIOUS ACTIONS: healing, exorcism, boneyards and powers of priests (D)."""

from __future__ import annotations

from functools import partial

from palatine.games.lord_and_master.components import pieces, tables
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import demons, magic
from palatine.games.lord_and_master.rules.actions.agents import Exorcism
from palatine.games.lord_and_master.rules.combat.retreat import RunesLaid
from palatine.games.lord_and_master.rules.common import casualties, class_powers
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn

HAMPERED = 2
"""Penalty on demon rolls for the rest of the turn; it does not accumulate (D-03)."""


def heal(t: Turn, who: int, act: o.Heal) -> None:
    """Carry out HEAL (D-01); the units can still be led by others this turn."""
    class_powers.need_power(t, who, "He", "LM-D-01")
    person = t.s.people[who]
    magic.make_whole(t, magic.pick_wounded(t, who, act.units, "LM-D-01"))
    units = [[batch.code, batch.count] for batch in act.units]
    t.log(
        "healed",
        "LM-D-01",
        at=(person.place,),
        to=(person.owner,),
        name=person.name,
        place=person.place,
        units=units,
    )


def exorcise(t: Turn, who: int, act: o.Exorcise) -> None:
    """Carry out EXORCISM (D-02 to D-04)."""
    class_powers.need_power(t, who, "Ex", "LM-D-02")
    person = t.s.people[who]
    parts: list[TallyPart] = [(person.level, "LM-D-02", "level")]
    chance = t.table("exorcism", parts, partial(tables.on_levels, tables.EXORCISM))
    if t.is_rehearsal:
        class_powers.preview_table(t, chance, demons.is_gained, demons.is_lost)
        return
    at, to = (person.place,), (person.owner, *demons.demon_owners(t.s))
    highest, tally = chance.roll(t.s)
    if demons.is_lost(highest):
        t.log("converge", "LM-D-02", at=at, to=to, tally=tally, name=person.name, place=person.place)
        demons.converge(t, who)
    elif highest == 0:
        t.of(Exorcism).penalty = HAMPERED
        t.log("hampered", "LM-D-03", at=at, to=to, tally=tally, name=person.name)
    else:
        gone = demons.banish_demons(t, highest)
        kind = "exorcised" if gone else "exorcised.nobody"
        t.log(kind, "LM-D-04", at=at, to=to, tally=tally, name=person.name, highest=highest, demons=gone)
        if gone:
            casualties.gain_level(t, who, "LM-CH-23", "exorcism")


def consecrate(t: Turn, who: int, act: o.Consecrate) -> None:
    """Carry out CONSECRATE BONEYARD (D-05), which lasts until the next battle."""
    class_powers.need_power(t, who, "Cb", "LM-D-05")
    s = t.s
    person = s.people[who]
    t.need(person.place in s.boneyards, "LM-D-05", "drop.no-boneyard", place=person.place, uncertain=True)
    s.boneyards.remove(person.place)
    t.log("consecrated", "LM-D-05", at=(person.place,), to=(person.owner,), name=person.name, place=person.place)


# Powers that a god gives to priests and archons


def bolts(t: Turn, who: int, act: o.Bolts) -> None:
    """Carry out THE BOLTS OF JOVE (D-07 to D-09)."""
    class_powers.need_priest_of(t, who, "Jupiter", "LM-D-07")
    person = t.s.people[who]
    place = t.place(act.at, person.place)
    magic.need_reach(t, person.place, place, "LM-D-07")
    magic.strike_place(t, "bolts", place, person.owner)


def runes(t: Turn, who: int, act: o.Runes) -> None:
    """Carry out RUNES OF FEAR (D-13), for every battle there this turn with these defenders."""
    class_powers.need_priest_of(t, who, "Odin", "LM-D-13")
    person = t.s.people[who]
    place = t.place(act.at, person.place)
    magic.need_reach(t, person.place, place, "LM-D-13")
    t.of(RunesLaid).places.add(place)
    t.log("runes", "LM-D-13", at=(place,), to=(person.owner,), name=person.name, place=place)


def initiate(t: Turn, who: int, act: o.Initiate) -> None:
    """Carry out INITIATE BERSERKERS, any number in the province (D-11, TT-16, R43)."""
    class_powers.need_priest_of(t, who, "Odin", "LM-D-11")
    s = t.s
    person = s.people[who]
    raw = [
        n
        for n in s.units_at(person.place)
        if s.units[n].code == pieces.INITIATE and s.is_friend(person.owner, s.units[n].owner)
    ]
    t.need(
        len(raw) >= act.count, "LM-D-11", "drop.no-uninitiated", count=act.count, place=person.place, uncertain=True
    )
    for n in raw[: act.count]:
        s.set_unit(n, code=pieces.INITIATED)
    t.log(
        "initiated", "LM-D-11", at=(person.place,), to=(person.owner,), name=person.name, place=person.place,
        count=act.count,
    )  # fmt: skip
