"""The elemental runes: Fire, Water, Air, Earth, Metal and Wood (13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Action, ChooseButton, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    FIRST_DEVICE,
    FORGED,
    HEROS_SWORD,
    LIVING_SWORD,
    NAVAL,
    OUT,
    UNIT_TYPE,
    UNITS_OF,
    WHITE,
)
from palatine.games.dark_emperor.components.spells import (
    BUILD_FLEET,
    CALL_WIND,
    FLY,
    FORGE_SWORD,
    INCINERATE,
    MAELSTROM,
    MOVE_EARTH,
    OPEN_CHASM,
    PART_SEA,
    SPELLS,
    WALL_OF_FLAMES,
)
from palatine.games.dark_emperor.components.world import NAVIGABLE, NEIGHBOURS, PARTS
from palatine.games.dark_emperor.rules.characters.devices import entrust
from palatine.games.dark_emperor.rules.common.losses import distinct, eliminate
from palatine.games.dark_emperor.rules.common.taxation import master
from palatine.games.dark_emperor.rules.common.terrain import is_immune
from palatine.games.dark_emperor.rules.magic.casting import Effect, Use, target_refusal, victims
from palatine.games.dark_emperor.state import DarkEmperorState, in_city, is_land_unit

# Wall of Flames (13.11)


def unlit(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the hexes next to a caster that its side has not set on fire."""
    side = s.side(caster)
    burning = {h for h, kindler in s.flames if s.lit_by(kindler) == side}
    return [n for n in NEIGHBOURS[s.where[caster]] if n >= 0 and n not in burning]


def use_wall(s: DarkEmperorState, caster: int) -> Refusal | None:
    return None if unlit(s, caster) else Refusal("13.11a", "why.all-in-flames")


def wall_of_flames(s: DarkEmperorState, caster: int, die: int) -> None:
    if len(unlit(s, caster)) == 1:
        set_on_fire(s, caster, unlit(s, caster)[0])
    else:
        s.push(Flames(s.side(caster), caster))


def set_on_fire(s: DarkEmperorState, caster: int, h: int) -> None:
    s.flames = (*s.flames, (h, caster))
    s.log("flames.lit", "13.11a", "13.11c", side=s.side(caster), hex=h)


DONE: Action = ("done", 0)


class Flames(Step, frozen=True):
    """Decision to set one or more of the hexes next to the caster on fire (13.11)."""

    seat: int
    caster: int
    burning: int = 0
    """Number of hexes chosen so far."""
    without_preview = "The choice names the hex that burns."
    needs_decision = True
    clause = "13.11a"
    verbs = {"burn": "space", "done": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        found: list[Action] = [("burn", n) for n in unlit(s, self.caster)]
        return [*found, DONE] if self.burning else found

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.replace_top(Flames(self.seat, self.caster, self.burning + 1))
        if action != DONE:
            set_on_fire(s, self.caster, action[1])
        if action == DONE or not unlit(s, self.caster):
            s.pop()

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[0] == "done":
            return Refusal("13.11a", "why.one-flame")
        if action[1] < 0 or action[1] not in NEIGHBOURS[s.where[self.caster]]:
            return Refusal("13.11a", "why.not-beside-caster", {"piece": self.caster})
        return Refusal("13.11a", "why.burning", {"hex": action[1]})


def put_out_flames(s: DarkEmperorState, side: int) -> None:
    """Remove the flames of a side's casters (13.11b, M23).

    They end when the next Movement Magic Segment of the side their caster is on by then begins.
    """
    if not s.flames:
        return
    hexes = [h for h, kindler in s.flames if s.lit_by(kindler) == side]
    if hexes:
        s.flames = tuple([flame for flame in s.flames if s.lit_by(flame[1]) != side])
        s.log("flames.out", "13.11b", side=side, hexes=hexes)


# Incinerate, Maelstrom, Open Chasm: enemy units destroyed (13.12, 13.22, 13.42)


def burnable(s: DarkEmperorState, caster: int) -> list[int]:
    """Return all enemy units, aboard a ship or not, which Incinerate can destroy (G29)."""
    return victims(s, caster)


def sinkable(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the enemy fleets that Maelstrom can destroy (G10)."""
    return [u for u in victims(s, caster) if UNIT_TYPE[u] == NAVAL]


def engulfable(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the enemy land units ashore that Open Chasm can destroy (G29)."""
    if not PARTS[s.where[caster]]:
        return []
    return s.ashore([u for u in victims(s, caster) if is_land_unit(u)])


STRIKES: Final = {INCINERATE: (burnable, 1), MAELSTROM: (sinkable, 2), OPEN_CHASM: (engulfable, 1)}
"""By spell: the enemy units it can destroy, and their number."""


def use_strike(spell: int) -> Use:
    targets, _ = STRIKES[spell]

    def use(s: DarkEmperorState, caster: int) -> Refusal | None:
        return None if targets(s, caster) else Refusal(SPELLS[spell].clause, "why.no-target", {"spell": spell})

    return use


def effect_strike(spell: int) -> Effect:
    def effect(s: DarkEmperorState, caster: int, die: int) -> None:
        strike_units(s, s.side(caster), caster, spell, STRIKES[spell][1])

    return effect


def strike_units(s: DarkEmperorState, seat: int, caster: int, spell: int, owed: int) -> None:
    """Destroy the enemy units a spell affects, or push the choice if there is one."""
    found = STRIKES[spell][0](s, caster)
    if owed < len(found) and len(distinct(s, found)) > 1:
        s.push(Strike(seat, caster, spell, owed))
        return
    for u in found[:owed]:
        destroy_by_magic(s, seat, u, spell)


def destroy_by_magic(s: DarkEmperorState, seat: int, u: int, spell: int) -> None:
    s.log("magic.destroys", SPELLS[spell].clause, unit=u, spell=spell, hex=s.where[u])
    eliminate(s, u, by_magic=True, by=seat)


class Strike(ChooseOne, frozen=True):
    """Choice of the next enemy unit a spell destroys."""

    seat: int
    caster: int
    spell: int
    owed: int
    without_preview = "The prompt names the spell; the choice names the unit."
    verbs = {"target": "piece"}

    @property
    def clause(self) -> str:
        return SPELLS[self.spell].clause

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return distinct(s, STRIKES[self.spell][0](s, self.caster))

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        destroy_by_magic(s, self.seat, choice, self.spell)
        if self.owed > 1:
            strike_units(s, self.seat, self.caster, self.spell, self.owed - 1)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return target_refusal(s, self.caster, self.spell, action[1], STRIKES[self.spell][0](s, self.caster))


# Part Sea, Call Wind, Fly (13.21, 13.31, 13.32)


def borne_by_magic(s: DarkEmperorState, caster: int, spell: int) -> list[int]:
    """Return the friendly units in a caster's hex that a movement spell affects (M34, G22)."""
    here = [u for u in s.fighters(s.side(caster), s.where[caster]) if not is_immune(u)]
    if spell == CALL_WIND:
        return [u for u in here if UNIT_TYPE[u] == NAVAL]
    return [u for u in here if is_land_unit(u)]


def use_charm(spell: int) -> Use:
    def use(s: DarkEmperorState, caster: int) -> Refusal | None:
        if (caster, spell) in s.charms:
            return Refusal(SPELLS[spell].clause, "why.in-force", {"spell": spell})
        if not borne_by_magic(s, caster, spell):
            return Refusal(SPELLS[spell].clause, "why.nobody-with-caster", {"spell": spell})
        return None

    return use


def effect_charm(spell: int) -> Effect:
    def effect(s: DarkEmperorState, caster: int, die: int) -> None:
        s.charms = (*s.charms, (caster, spell))
        s.log("magic.charm", SPELLS[spell].clause, piece=caster, spell=spell, hex=s.where[caster])

    return effect


# Move Earth (13.41)

ENTRENCH, LEVEL, BREACH = range(3)
"""The effects of Move Earth; a hex and its units allow at most one (G39)."""


def earthwork(s: DarkEmperorState, caster: int) -> int:
    """Return the effect of Move Earth in a caster's hex, or -1."""
    h = s.where[caster]
    if in_city(h):
        return BREACH if h not in s.breached and s.is_held(s.side(caster), h) else -1
    if not PARTS[h]:
        return -1
    return LEVEL if h in s.entrenched else ENTRENCH


def use_earth(s: DarkEmperorState, caster: int) -> Refusal | None:
    return None if earthwork(s, caster) >= 0 else Refusal("13.41a", "why.no-earthwork", {"hex": s.where[caster]})


def move_earth(s: DarkEmperorState, caster: int, die: int) -> None:
    h, work = s.where[caster], earthwork(s, caster)
    if work == ENTRENCH:
        s.entrenched = tuple(sorted((*s.entrenched, h)))
        s.log("earth.entrenched", "13.41b", hex=h)
    elif work == LEVEL:
        s.entrenched = tuple([each for each in s.entrenched if each != h])
        s.log("earth.levelled", "13.41c", hex=h)
    else:
        s.breached = tuple(sorted((*s.breached, h)))
        s.log("earth.breached", "13.41d", hex=h)


# Forge Sword (13.51)


def unforged(s: DarkEmperorState) -> list[int]:
    """Return the sword counters that can still be forged (G12)."""
    return [d for d in FORGED if s.where[d] < 0 and s.bearer[d - FIRST_DEVICE] < 0]


def use_forge(s: DarkEmperorState, caster: int) -> Refusal | None:
    return None if unforged(s) else Refusal("13.51", "why.no-sword-left")


def forge_sword(s: DarkEmperorState, caster: int, die: int) -> None:
    s.push(Forge(s.side(caster), caster))


class Forge(ChooseButton, frozen=True):
    """Choice to forge a Living or a Hero's Sword, which the caster then carries (13.51, G28)."""

    seat: int
    caster: int
    without_preview = "What the sword does is shown as its cost."
    clause = "13.51"
    buttons = (("forge", LIVING_SWORD), ("forge", HEROS_SWORD))
    default_refusal = Refusal("13.51", "why.no-such-sword")

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        sword = unforged(s)[0]
        if action[1] == HEROS_SWORD:
            s.heros = tuple(sorted((*s.heros, sword)))
        entrust(s, sword, self.caster)
        kind = "sword.heros" if action[1] == HEROS_SWORD else "sword.living"
        s.log(kind, "13.51", leader=self.caster, device=sword, hex=s.where[sword])


# Build Fleet (13.61)


def unbuilt(s: DarkEmperorState) -> list[int]:
    """Return the white fleets that can still be built (G14)."""
    return [u for u in UNITS_OF[WHITE] if s.where[u] == OUT]


def use_shipyard(s: DarkEmperorState, caster: int) -> Refusal | None:
    if not NAVIGABLE[s.where[caster]]:
        return Refusal("13.61b", "why.no-water-here", {"hex": s.where[caster]})
    return None if unbuilt(s) else Refusal("13.61b", "why.no-fleet-left")


def build_fleet(s: DarkEmperorState, caster: int, die: int) -> None:
    most = min(die, len(unbuilt(s)))
    if most == 1:
        build(s, caster, 1)
    else:
        s.push(Shipyard(s.side(caster), caster, most))


def build(s: DarkEmperorState, caster: int, number: int) -> None:
    """Place white fleets in the caster's hex, for their kingdom or the Necromancer (G14)."""
    fleets = unbuilt(s)[:number]
    for u in fleets:
        s.serve(u, master(s, caster))
    s.put(fleets, s.where[caster])
    s.log("fleets.built", "13.61a", "13.61b", leader=caster, count=number, hex=s.where[caster])


class Shipyard(ChooseOne, frozen=True):
    """Choice of the number of fleets built, up to the die (13.61)."""

    seat: int
    caster: int
    most: int
    without_preview = "The choice says how many fleets are built."
    clause = "13.61a"
    verbs = {"build": "button"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return range(self.most, 0, -1)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        build(s, self.caster, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return Refusal("13.61a", "why.so-many-fleets", {"most": self.most})


USES: Final[dict[int, Use]] = {
    WALL_OF_FLAMES: use_wall,
    INCINERATE: use_strike(INCINERATE),
    PART_SEA: use_charm(PART_SEA),
    MAELSTROM: use_strike(MAELSTROM),
    CALL_WIND: use_charm(CALL_WIND),
    FLY: use_charm(FLY),
    MOVE_EARTH: use_earth,
    OPEN_CHASM: use_strike(OPEN_CHASM),
    FORGE_SWORD: use_forge,
    BUILD_FLEET: use_shipyard,
}
EFFECTS: Final[dict[int, Effect]] = {
    WALL_OF_FLAMES: wall_of_flames,
    INCINERATE: effect_strike(INCINERATE),
    PART_SEA: effect_charm(PART_SEA),
    MAELSTROM: effect_strike(MAELSTROM),
    CALL_WIND: effect_charm(CALL_WIND),
    FLY: effect_charm(FLY),
    MOVE_EARTH: move_earth,
    OPEN_CHASM: effect_strike(OPEN_CHASM),
    FORGE_SWORD: forge_sword,
    BUILD_FLEET: build_fleet,
}
