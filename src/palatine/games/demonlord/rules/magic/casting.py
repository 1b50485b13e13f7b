"""Casting: casters, range, cost and success of all magic.

The moments of a phase at which special spells are announced are in `procedure`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from palatine.core import Action, Chance, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import POWER, RANGE, UNIT_NEUTRAL, UNIT_SIDE, UNITS
from palatine.games.demonlord.components.spells import EARTHPIT, EARTHPIT_PENALTY, RAINS, SPELL_LIMIT, SPELL_POWER
from palatine.games.demonlord.components.world import GRID, HAS_SITE, NEUTRAL
from palatine.games.demonlord.state import STORED_NAMES, DemonlordState, with_side

START, BEFORE, AFTER, BATTLES, RETREATS, SIEGES, ALLIANCES, END, MARCHING = range(9)
"""Moments of a phase at which special spells can be announced."""
CASTERS = tuple(u for u in range(UNITS) if POWER[u])
CASTERS_FOR = tuple(tuple(u for u in CASTERS if UNIT_SIDE[u] in (side, NEUTRAL)) for side in (0, 1))
"""By side: the characters who can ever cast for it."""
MASTER = 5
"""Power required to shape Rains, and to move two units by Spellgate."""
PASS: Action = ("pass", 0)


class Cast(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An announced spell; `hexes` are the origin of a Spellgate or the area of the Rains."""

    side: int
    caster: int
    spell: int
    target: int
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class SpellListener(Step, frozen=True, tag=STORED_NAMES):
    """A step below the choice of a spell that receives the announcement."""

    def on_announced(self, s: DemonlordState, cast: Cast) -> None:
        raise NotImplementedError


# Casters


def magic_refusal(s: DemonlordState, side: int, u: int) -> Refusal | None:
    """Return why a unit cannot cast any magic for `side` now, or None (MAG-01, MAG-02)."""
    if not 0 <= u < UNITS or s.where[u] < 0 or s.side_of(u) != side:
        return Refusal("MAG-01", "why.not-yours")
    if not POWER[u]:
        return Refusal("MAG-01", "why.no-magic", {"unit": u})
    if u in s.spent_casters:
        return Refusal("MAG-02", "why.has-cast", {"unit": u})
    if u in s.rallied:
        return Refusal("BAT-40", "why.has-routed", {"unit": u})
    return None


def caster_refusal(s: DemonlordState, side: int, spell: int, u: int) -> Refusal | None:
    """Return why a unit cannot cast a special spell now, or None (MAG-11)."""
    found = magic_refusal(s, side, u)
    if found is None and POWER[u] < SPELL_POWER[side][spell]:
        return Refusal("MAG-11", "why.too-weak", {"unit": u, "power": SPELL_POWER[side][spell]})
    return found


def casters(s: DemonlordState, side: int, spell: int) -> Iterator[int]:
    """Return characters of `side` on the map with the power for a spell who have not cast yet."""
    where, spent, serves = s.where, (*s.spent_casters, *s.rallied) if s.rallied else s.spent_casters, s.serves
    return (
        u
        for u in POTENTIAL[side][spell]
        if where[u] >= 0 and u not in spent and (UNIT_SIDE[u] == side or serves[UNIT_NEUTRAL[u]] == side)
    )


POTENTIAL = tuple(
    tuple(tuple(u for u in CASTERS_FOR[side] if POWER[u] >= power) for power in SPELL_POWER[side])
    for side in (0, 1)
)
"""By side and spell: the characters who can ever have the power for it."""


def in_range(s: DemonlordState, caster: int) -> tuple[int, ...]:
    """Return the hexes in a caster's range; the target's hex counts, the caster's not (MAG-12)."""
    return GRID.within(s.where[caster], RANGE[caster])


def range_refusal(s: DemonlordState, caster: int, h: int) -> Refusal | None:
    """Return why a hex is out of a caster's range, or None (MAG-12)."""
    if h in GRID.disc(s.where[caster], RANGE[caster]):
        return None
    return Refusal("MAG-12", "why.out-of-range", {"unit": caster, "range": RANGE[caster]})


# Announcement


def announce_spell(s: DemonlordState, cast: Cast) -> None:
    """Announce a spell with caster and target; it cannot be taken back (MAG-02, MAG-09)."""
    s.pop()
    if cast.spell == RAINS:
        s.rained = s.phase
    spend_marker(s, cast, "MAG-09")
    listener = s.flow[-1]
    assert isinstance(listener, SpellListener)
    listener.on_announced(s, cast)


def spend_marker(s: DemonlordState, cast: Cast, clause: str) -> None:
    """Spend the caster's spell and reveal its marker to both players (MAG-08)."""
    spend_cast(s, cast.caster)
    if cast.spell not in s.revealed_spells[cast.side]:
        s.revealed_spells = with_side(s.revealed_spells, cast.side, (*s.revealed_spells[cast.side], cast.spell))
    where = s.where[cast.caster]
    s.log("announce", clause, side=cast.side, unit=cast.caster, spell=cast.spell, hex=where, target=cast.target)


def spend_cast(s: DemonlordState, caster: int) -> None:
    """Record the caster's one spell of the phase (MAG-02, MAG-05), and reveal the caster (H9)."""
    s.spent_casters = (*s.spent_casters, caster)
    s.reveal((caster,))


def spell_chance(side: int, spell: int, target: int = -1) -> Chance[bool]:
    """Return the chance of a spell: one die up to the marker's limit (MAG-14, MAG-15, MAG-31).

    `target` is -1 if there is no target hex.
    """
    tally = Tally("spell")
    if target >= 0:
        tally.add(site_penalty(spell, target), "MAG-31", "site")
    return limit_chance(tally, SPELL_LIMIT[side][spell], (side, spell))


def limit_chance(tally: Tally, limit: int, about: object = None) -> Chance[bool]:
    """Return the chance that one die with its modifiers does not exceed a limit."""
    return Chance(tally, lambda thrown: thrown.total <= limit, about=about)


def succeeds(s: DemonlordState, cast: Cast) -> bool:
    clause = "MAG-14" if SPELL_POWER[cast.side][cast.spell] <= 3 else "MAG-15"
    chance = spell_chance(cast.side, cast.spell, cast.target)
    return cast_by(s, chance, clause, cast.spell, cast.caster, SPELL_LIMIT[cast.side][cast.spell])


def site_penalty(spell: int, target: int) -> int:
    """Return the modifier of a spell's die for the features of its target hex (MAG-31)."""
    return EARTHPIT_PENALTY if spell == EARTHPIT and HAS_SITE[target] else 0


def cast_by(s: DemonlordState, chance: Chance[bool], clause: str, spell: int, caster: int, limit: int) -> bool:
    """Roll for the success of a caster's spell, log it, and return whether it works."""
    works, tally = chance.roll(s)
    kind = "spell.works" if works else "spell.fails"
    s.log(kind, clause, tally=tally, spell=spell, unit=caster, total=tally.total, limit=limit)
    return works


def morale_shadow(s: DemonlordState, side: int, h: int) -> int:
    """Return the morale effect of Light or Darkness in a hex: -1 or 0 (MAG-35 to MAG-37)."""
    return -1 if (h, side) in s.morale_shadows and (h, 1 - side) not in s.morale_shadows else 0
