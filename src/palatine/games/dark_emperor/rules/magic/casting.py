"""Casters, Magic Strength, and targets (12, 12.2, 12.3, 15.11, 15.13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from palatine.core import Chance, Refusal, Tally, success_chance
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    DEVICE_MAGIC,
    DEVICE_RUNE,
    DEVICES,
    FIRST_DEVICE,
    LEADERS,
    MAGIC,
    MONSTER_MAGIC,
    MONSTER_RUNE,
    MONSTERS,
    RUNE,
    UNITS,
)
from palatine.games.dark_emperor.components.spells import DIPLOMACY, SPELLS
from palatine.games.dark_emperor.components.world import RUNES
from palatine.games.dark_emperor.rules.characters.devices import ban_refusal, in_use, take_up, use_refusal, wield
from palatine.games.dark_emperor.rules.characters.lone_leaders import awaits_ssstoth
from palatine.games.dark_emperor.rules.common.losses import distinct
from palatine.games.dark_emperor.rules.common.terrain import is_immune
from palatine.games.dark_emperor.state import DarkEmperorState

Use = Callable[[DarkEmperorState, int], Refusal | None]
"""Function that returns why a caster's spell would have no effect now, or None."""
Effect = Callable[[DarkEmperorState, int, int], None]
"""Function that applies a successful spell, from the caster and the die."""

_MAGES: Final = (
    *[(p, RUNE[k], MAGIC[k]) for k, p in enumerate(LEADERS) if RUNE[k] >= 0],
    *[(p, MONSTER_RUNE[k], MONSTER_MAGIC[k]) for k, p in enumerate(MONSTERS) if MONSTER_RUNE[k] >= 0],
)
OWN_RUNE: Final = {p: rune for p, rune, _ in _MAGES}
"""By leader or monster with a rune of its own, Sirax included (12, 18.23): the rune."""
OWN_MAGIC: Final = {p: magic for p, _, magic in _MAGES}
TOOLS: Final = tuple(
    tuple([d for d in DEVICES if DEVICE_RUNE[d - FIRST_DEVICE] == rune]) for rune in range(len(RUNES))
)
"""By rune: the devices that bear it."""


# Casters


Mage = tuple[int, int]
"""A caster and a rune available to it."""


@cache
def born_to(runes: frozenset[int]) -> tuple[Mage, ...]:
    """Return the leaders and monsters whose own rune is among `runes`, each with that rune."""
    return tuple([(p, rune) for p, rune in OWN_RUNE.items() if rune in runes])


@cache
def lent_by(runes: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """Return the devices with one of `runes`, numbered from 0, each with its rune."""
    return tuple([(k, rune) for k, rune in enumerate(DEVICE_RUNE) if rune in runes])


def mages(s: DarkEmperorState, side: int, kind: int, runes: frozenset[int]) -> list[Mage]:
    """Return the casters of a side for some runes and a kind of magic.

    They have the rune by birth or device, and are where such magic can be cast.
    """
    control, power, where, bearers = s.control, s.power, s.where, s.bearer
    found = [(p, rune) for p, rune in born_to(runes) if control[power[p]] == side and is_placed(where[p], kind)]
    for k, rune in lent_by(runes):
        bearer = bearers[k]
        if bearer < 0 or control[power[bearer]] != side or OWN_RUNE.get(bearer) == rune:
            continue
        if is_placed(where[bearer], kind):
            found.append((bearer, rune))
    return found


def is_placed(h: int, kind: int) -> bool:
    """Return whether a kind of magic can be cast from a hex or place.

    In the Mercenary Holding Box, only diplomacy spells can be cast (G36).
    """
    return h >= 0 or (h == BOX and kind == DIPLOMACY)


def magic_source(s: DarkEmperorState, caster: int, rune: int) -> int:
    """Return the source of a caster's magic: the caster, a device, or -1 (12c, 15.11c)."""
    if OWN_RUNE.get(caster) == rune:
        return caster
    return next((d for d in tools(s, caster, rune) if use_refusal(s, caster, d) is None), -1)


def tools(s: DarkEmperorState, caster: int, rune: int) -> list[int]:
    """Return the devices of a rune that a caster carries."""
    return [d for d in TOOLS[rune] if s.bearer[d - FIRST_DEVICE] == caster]


def device_magic(s: DarkEmperorState, device: int) -> int:
    """Return a device's Magic Strength, plus one if a rune hex has strengthened it (15.15)."""
    return DEVICE_MAGIC[device - FIRST_DEVICE] + (device in s.attuned)


def caster_refusal(s: DarkEmperorState, side: int, caster: int, rune: int, kind: int) -> Refusal | None:
    """Return why a piece cannot cast magic of a rune in a segment, or None."""
    if not UNITS <= caster < FIRST_DEVICE or s.control[s.power[caster]] != side:
        return Refusal("12a", "why.not-your-caster")
    h = s.where[caster]
    if not is_placed(h, kind):
        return Refusal("12a", "why.caster-off-map", {"piece": caster})
    if h in s.negated:
        return Refusal("15.5b", "why.negated", {"hex": h})
    if awaits_ssstoth(s, caster):
        return Refusal("18.32b", "why.awaits-duel", {"leader": caster})
    drawn_from = magic_source(s, caster, rune)
    if drawn_from < 0:
        return no_source(s, caster, rune)
    if not has_strength(s, caster, rune):
        return Refusal("12.21b", "why.no-strength", {"piece": caster})
    return None


def no_source(s: DarkEmperorState, caster: int, rune: int) -> Refusal:
    """Return why a rune is not available to a caster."""
    for device in tools(s, caster, rune):
        if found := ban_refusal(s, caster, device) or use_refusal(s, caster, device):
            return found
    return Refusal("12c", "why.no-rune", {"piece": caster, "rune": rune})


# Magic Strength


def add_magic_strength(
    s: DarkEmperorState, caster: int, rune: int, tally: Tally, with_tools: list[int] | None = None
) -> None:
    """Add a caster's Magic Strength for a rune to a tally (12.2, 12.3, 15.11, 15.15).

    `with_tools` are the devices of the caster's own rune that count; by default, all that are usable. A device of
    another rune is used alone. Each attempt of the game-turn subtracts one (12.21).
    """
    drawn_from = magic_source(s, caster, rune)
    if drawn_from == caster:
        with_him = own_tools(s, caster, rune) if with_tools is None else with_tools
        tally.add(OWN_MAGIC[caster], "12.2", "magic-strength")
        tally.add(int(caster in s.attuned), "12.3", "rune-hex")
        for device in with_him:
            tally.add(DEVICE_MAGIC[device - FIRST_DEVICE], "15.11b", "device-of-rune")
            tally.add(int(device in s.attuned), "15.15a", "device-rune-hex")
        tally.add(-max([s.spent.get(p, 0) for p in (caster, *with_him)]), "12.21a", "earlier-casts")
    elif drawn_from >= 0:
        tally.add(DEVICE_MAGIC[drawn_from - FIRST_DEVICE], "15.11c", "device-alone")
        tally.add(int(drawn_from in s.attuned), "15.15a", "device-rune-hex")
        tally.add(-s.spent.get(drawn_from, 0), "12.21a", "earlier-casts")


def own_tools(s: DarkEmperorState, caster: int, rune: int) -> list[int]:
    """Return the usable devices of a caster's own rune that still add Magic Strength.

    The earlier casts with the device, beyond the caster's own, must not outweigh it.
    """
    before = s.spent.get(caster, 0)
    return [
        d
        for d in tools(s, caster, rune)
        if use_refusal(s, caster, d) is None and s.spent.get(d, 0) - before < device_magic(s, d)
    ]


def magic_strength(s: DarkEmperorState, caster: int, rune: int, with_tools: list[int] | None = None) -> int:
    """Return a caster's Magic Strength for a rune now; 0 or less means that it cannot cast."""
    tally = Tally("")
    add_magic_strength(s, caster, rune, tally, with_tools)
    return tally.value


def has_strength(s: DarkEmperorState, caster: int, rune: int) -> bool:
    """Return whether a caster has Magic Strength left.

    Checks the caster's own strength first, as devices never reduce it.
    """
    if OWN_RUNE.get(caster) == rune and OWN_MAGIC[caster] + (caster in s.attuned) > s.spent.get(caster, 0):
        return True
    return magic_strength(s, caster, rune) > 0


def tools_in_use(s: DarkEmperorState, caster: int, rune: int) -> list[int]:
    """Return the devices of a caster's own rune that are in use and help."""
    used = in_use(s, caster)
    return [d for d in own_tools(s, caster, rune) if d in used] if used else []


def draw_on_devices(s: DarkEmperorState, side: int, caster: int, rune: int) -> None:
    """Take into use the devices a caster needs for a rune; push a choice for others that help."""
    drawn_from = magic_source(s, caster, rune)
    if drawn_from != caster:
        take_up(s, caster, drawn_from)
        return
    tools = own_tools(s, caster, rune)
    if tools and magic_strength(s, caster, rune, tools_in_use(s, caster, rune)) <= 0:
        take_up(s, caster, tools[0])
    wield(s, side, caster, rune)


def magic_chance(s: DarkEmperorState, caster: int, rune: int, purpose: str = "spell") -> Chance[bool]:
    """Return the chance that magic of a rune succeeds with the devices in use (12.2, 12.32).

    `purpose` is a spell or a counter-spell.
    """
    tally = Tally(purpose, is_roll_under=True)
    add_magic_strength(s, caster, rune, tally, tools_in_use(s, caster, rune))
    return success_chance(tally)


def casting_ahead(s: DarkEmperorState, caster: int, rune: int, purpose: str = "spell") -> Chance[bool]:
    """Return the chance for magic cast now, with the devices used without a choice (G30)."""
    twin = s.copy()
    draw_on_devices(twin, s.side(caster), caster, rune)
    return magic_chance(twin, caster, rune, purpose)


def count_attempt(s: DarkEmperorState, caster: int, rune: int) -> None:
    """Count an attempt against all sources of strength it used (12.21, G4, G31)."""
    drawn_from = magic_source(s, caster, rune)
    for p in (drawn_from, *tools_in_use(s, caster, rune)) if drawn_from == caster else (drawn_from,):
        s.spent[p] = s.spent.get(p, 0) + 1


# Targets


def victims(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the enemy units in a caster's hex that magic affects (G9).

    Monsters and Cos dol Cos's men are immune.
    """
    return [u for u in s.fighters(1 - s.side(caster), s.where[caster]) if not is_immune(u)]


def target_refusal(s: DarkEmperorState, caster: int, spell: int, u: int, targets: list[int]) -> Refusal | None:
    """Return why a spell cannot target a unit or monster, or None."""
    clause = SPELLS[spell].clause
    if u in targets:
        return None if u in distinct(s, targets) else Refusal(clause, "why.alike")
    if u not in s.fighters(1 - s.side(caster), s.where[caster]):
        return Refusal(clause, "why.no-enemy-unit-here")
    if u >= UNITS:
        return Refusal("18.22c", "why.monster-immune", {"monster": u})
    if is_immune(u):
        return Refusal("19.3", "why.immune", {"piece": u})
    return Refusal(clause, "why.wrong-kind", {"spell": spell, "unit": u})
