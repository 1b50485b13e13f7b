"""Random attacks in the wilderness (7.6)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from palatine.core import Action, ChooseOne, JointChance, Refusal, Step, Tally
from palatine.games.elric.components.pieces import ARMY, FLEET, KIND, PERSON, VALUE
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    BALO,
    CHAOS,
    DEAD_GODS_BOOK,
    EATS_ARMIES,
    EATS_FLEETS,
    IMMEDIATE,
    IS_BARE,
    LAW,
    QUAOLNARGN,
    SHADE_GATE,
    SPELL_TYPE,
    SPELL_VALUE,
    TOWER,
)
from palatine.games.elric.components.tables import FOUNDING, SPELLS_IN_BATTLE, result_of
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.characters import escape_spells
from palatine.games.elric.rules.characters.immediate_spells import Duel, act
from palatine.games.elric.rules.characters.solo_fights import (
    add_spell,
    artifact_value,
    cast_in_fight,
    cast_refusal,
    fighting_spells,
    is_shielded,
)
from palatine.games.elric.rules.combat.monster_losses import MonsterLosses
from palatine.games.elric.rules.common import balance, cup, deaths, deferred_steps, maintained_spells
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.margins import balo_chance, total_chance
from palatine.games.elric.rules.common.relocation import finish_moving, take_open
from palatine.games.elric.state import STORED_NAMES, ElricState, fights, pair, unpair

EATERS_ALWAYS = "always"
"""Value of the option by which Eaters attack regardless of alignment (ruling A-21)."""


# Conditions


def draws_attacks(s: ElricState, area: int) -> bool:
    """Return whether random attacks are drawn in an area (13.4, 14.1).

    They are in wilderness, unless the Balance is tipped to Law.
    """
    return s.tipped <= 0 and s.is_wild(area) and s.scenario != FOUNDING


def face_up_attackers(s: ElricState, area: int) -> tuple[int, ...]:
    """Return the face-up Chaos spells in an area, which attack all comers (13.4; ruling A-69)."""
    if s.tipped >= 0:
        return ()
    return tuple([spell for spell in s.face_up.get(area, ()) if ALIGNMENT[spell] == CHAOS])


def provokes(s: ElricState, spell: int, group: Iterable[int]) -> str:
    """Return the clause by which a spell attacks a stack, or "" (7.6; rulings A-21, A-115)."""
    if ALIGNMENT[spell] == CHAOS:
        return "" if any([is_shielded(s, p) for p in group]) else "7.6c"
    if eats(spell) and s.options.get("eaters") == EATERS_ALWAYS:
        return "7.6g"
    return "7.6d" if ALIGNMENT[spell] == LAW and cup.holds_chaos(s, group) else ""


def eats(spell: int) -> bool:
    return EATS_ARMIES[spell] or EATS_FLEETS[spell]


class RandomAttack(Step, frozen=True):
    """A random attack on a stack in the wilderness, or an attack by the face-up `spell` (7.6)."""

    seat: int
    area: int
    group: tuple[int, ...]
    retreating: bool = False
    spell: int = -1

    def run(self, s: ElricState) -> None:
        s.pop()
        group = s.remaining(self.seat, self.area, self.group)
        if not group:
            return
        if self.spell >= 0:
            if self.spell in face_up_attackers(s, self.area):
                resolve_attack_spell(
                    s, MonsterAttack(self.seat, self.area, group, self.spell, self.retreating, lying=True)
                )
        elif draws_attacks(s, self.area) and cup.can_draw(s):
            spell = cup.draw_card(s, "random attack")
            s.log("attack.draw", "7.6b", seat=self.seat, area=self.area, group=list(group), spell=spell)
            resolve_attack_spell(s, MonsterAttack(self.seat, self.area, group, spell, self.retreating))


class MonsterAttack(Step, frozen=True, tag=STORED_NAMES):
    """The attack of a monster on a stack, whose magicians may use a spell each (7.6; A-20)."""

    seat: int
    area: int
    group: tuple[int, ...]
    monster: int
    retreating: bool = False
    lying: bool = False
    """True if the monster already lies face up in the area (13.4)."""
    used: tuple[int, ...] = ()
    """The spells used against it, as operands of `pair`."""
    ready: bool = False

    def run(self, s: ElricState) -> None:
        if not self.ready and usable_spells(s, self):
            s.push(AttackMagic(self.seat, self.area, self.group, self.monster))
        else:
            s.pop()
            fight_monster(s, self)


def resolve_attack_spell(s: ElricState, attack: MonsterAttack) -> None:
    """Resolve a drawn spell: immediate effect, attack, Eater, or nothing (7.6)."""
    spell, group = attack.monster, attack.group
    if SPELL_TYPE[spell] == IMMEDIATE:
        ask_finder(s, attack)
        return
    clause = provokes(s, spell, group)
    if not clause or is_idle(spell, attack.area):
        discard_attacker(s, attack)
        s.log("attack.nothing", "7.6e", area=attack.area, spell=spell)
    elif spell == QUAOLNARGN:
        ask_finder(s, attack)
    elif eats(spell):
        devour(s, attack)
    elif not strikes(spell) or (spell == BALO and escape_spells.is_balo_in_vain(s, group[0])):
        discard_attacker(s, attack)
        s.log("attack.nothing", "7.6e", area=attack.area, spell=spell)
    else:
        s.log("attack", clause, seat=attack.seat, area=attack.area, group=list(group), spell=spell)
        s.push(attack)


def is_idle(spell: int, area: int) -> bool:
    """Return whether an Eater lacks prey: of armies at sea, of fleets on land (16)."""
    return eats(spell) and not devours(spell, IS_SEA[area])


def strikes(spell: int) -> bool:
    """Return whether a spell other than an Eater fights the stack it attacks (7.6; ruling A-20)."""
    return spell != DEAD_GODS_BOOK and not IS_BARE[spell]


def discard_attacker(s: ElricState, attack: MonsterAttack) -> None:
    """Discard the spell, unless it lies face up and stays (13.4)."""
    if not attack.lying:
        cup.discard_cards(s, (attack.monster,))


def stay_unbeaten(s: ElricState, attack: MonsterAttack) -> None:
    """Discard an unbeaten monster, or keep a Chaos one if the Balance is tipped so (13.4)."""
    if attack.lying:
        return
    if s.tipped < 0 and ALIGNMENT[attack.monster] == CHAOS:
        maintained_spells.lay_open(s, attack.monster, attack.area)
    else:
        cup.discard_cards(s, (attack.monster,))


# Immediate spells


def ask_finder(s: ElricState, attack: MonsterAttack) -> None:
    """Apply an immediate spell; the owner chooses the finder if it matters (7.6; ruling A-182)."""
    persons = tuple([p for p in attack.group if KIND[p] == PERSON])
    if attack.monster in (TOWER, SHADE_GATE, QUAOLNARGN) and len(persons) > 1:
        s.push(ChooseFinder(attack.seat, attack.area, persons, attack.monster, attack.lying))
    elif persons or not attack.lying:
        act_on_finder(s, attack.monster, persons[0] if persons else -1, attack.seat, attack.area, attack.lying)


def act_on_finder(s: ElricState, spell: int, finder: int, seat: int, area: int, lying: bool) -> None:
    """Apply an immediate spell to its finder; Quaolnargn fights a duel (13.4)."""
    if spell == QUAOLNARGN and finder >= 0:
        s.push(Duel(seat, finder, lair=area))
    else:
        act(s, spell, finder, seat)


class ChooseFinder(ChooseOne, frozen=True):
    """The choice of the personality affected by an immediate spell (7.6, 9.3.1; ruling A-182)."""

    seat: int
    area: int
    persons: tuple[int, ...]
    spell: int
    lying: bool = False
    may_roll = True
    clause = "7.6f"
    verbs = {"finder": "piece"}
    default_refusal = Refusal("7.6f", "why.not-of-stack")

    def candidates(self, s: ElricState) -> tuple[int, ...]:
        return self.persons

    def on_chosen(self, s: ElricState, finder: int) -> None:
        act_on_finder(s, self.spell, finder, self.seat, self.area, self.lying)


# Eaters


def devours(spell: int, at_sea: bool) -> bool:
    """Return whether an Eater can strike here: of armies on land, of fleets at sea (16; A-18)."""
    return EATS_FLEETS[spell] if at_sea else EATS_ARMIES[spell]


def devour(s: ElricState, attack: MonsterAttack) -> None:
    """Eliminate armies and fleets without a fight; personalities must escape (7.6)."""
    lost = [p for p in attack.group if KIND[p] in (ARMY, FLEET)]
    persons = tuple([p for p in attack.group if KIND[p] == PERSON])
    s.log("attack.eaten", "7.6g", area=attack.area, group=list(attack.group), spell=attack.monster)
    if persons:
        s.push(deferred_steps.Escapes(attack.area, persons, IS_SEA[attack.area]))
    leave_ships(s, persons)
    deaths.eliminate(s, lost, "7.6g")
    stay_unbeaten(s, attack)


# A fight


def usable_spells(s: ElricState, attack: MonsterAttack) -> list[Action]:
    """Return the actions for spells still usable against a monster (9.2; ruling A-20)."""
    if len(attack.used) == SPELLS_IN_BATTLE:
        return []
    return [("cast", pair(p, spell)) for p in attack.group for spell in fighting_spells(s, p)]


class AttackMagic(Step, frozen=True):
    """The stack's use of spells against a monster, one by one (7.6; ruling A-20)."""

    seat: int
    area: int
    group: tuple[int, ...]
    monster: int
    may_roll = True
    needs_decision = True
    is_private = True
    clause = "7.6c"
    verbs = {"cast": "button", "fight": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("cast", pair(p, spell)) for p in self.group for spell in fighting_spells(s, p)], ("fight", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        attack = s.flow[-1]
        assert isinstance(attack, MonsterAttack)
        if action[0] == "fight":
            s.replace_top(replace(attack, ready=True))
            return
        person, spell = unpair(action[1])
        s.replace_top(replace(attack, used=(*attack.used, action[1])))
        s.log("aid.cast", "9.2e", piece=person, spell=spell)
        cast_in_fight(s, person, spell)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else cast_refusal(s, action, self.group)


def fight_monster(s: ElricState, attack: MonsterAttack) -> None:
    """Roll for stack and monster; the stack wins a tie (ruling A-20)."""
    margin, tallies = monster_chance(s, attack).roll(s)
    own, monster = tallies[0], tallies[-1]
    works = [spell for _, spell in map(unpair, attack.used)]
    for person, spell in map(unpair, attack.used):
        if spell == BALO:
            escape_spells.log_balo(s, person, tallies[1])
            if balo_chance().read(tallies[1]):
                own.parts = stack_total(s, attack, works).parts
            else:
                works.remove(BALO)
    area, spell, roller = attack.area, attack.monster, left_of(s, attack.seat)
    s.log("attack.monster", "7.6c", tally=monster, total=monster.total, seat=roller, area=area, spell=spell)
    s.log("attack.stack", "7.6c", tally=own, total=own.total, seat=attack.seat, area=area, spell=spell)
    if margin >= 0:
        s.log("attack.beaten", "7.6c", area=area, spell=spell)
        beat(s, attack)
    else:
        lose_to_attack(s, attack, -margin)
    spend_attack_spells(s, attack, works)


def monster_chance(s: ElricState, attack: MonsterAttack) -> JointChance[int]:
    """Return the margin of a stack over a monster, with Balo's die if used (7.6c, 16.2c; A-20)."""
    spells = [spell for _, spell in map(unpair, attack.used)]
    monster = Tally("monster")
    monster.add(SPELL_VALUE[attack.monster], "7.6c", "monster-value")
    own = total_chance(stack_total(s, attack, [spell for spell in spells if spell != BALO]))
    balo = [balo_chance(escape_spells.escape_value(s, BALO))] if BALO in spells else []
    return JointChance(
        "fight", (own, *balo, total_chance(monster)), lambda *totals: sum(totals[:-1]) - totals[-1], attack.monster
    )


def stack_total(s: ElricState, attack: MonsterAttack, works: Iterable[int]) -> Tally:
    """Return a stack's total against a monster, with the spells that work (9.2, 13.2)."""
    own, casters = Tally("stack"), [unpair(used)[0] for used in attack.used]
    at_sea = IS_SEA[attack.area]
    fighters = [p for p in attack.group if p not in casters]
    own.add(sum([VALUE[p] for p in fighters if fights(p, at_sea)]), "10.4a", "units")
    own.add(sum([artifact_value(s, p) for p in fighters if KIND[p] == PERSON]), "16.8g", "artifacts")
    for spell in works:
        add_spell(s, spell, own)
    return own


def left_of(s: ElricState, seat: int) -> int:
    """Return the player to the left, who rolls for a monster; a single player does both (A-150)."""
    return s.order[(s.order.index(seat) + 1) % len(s.order)]


def beat(s: ElricState, attack: MonsterAttack) -> None:
    """Discard a beaten monster and remove it from the area (13.4; ruling A-69)."""
    cup.discard_cards(s, (attack.monster,))
    if attack.lying:
        take_open(s, attack.monster, attack.area)


def lose_to_attack(s: ElricState, attack: MonsterAttack, margin: int) -> None:
    """Push the stack's losses and end its movement, without a retreat (10.7; ruling A-20).

    No monster is strong enough for the elimination result.
    """
    result = result_of(margin)
    s.log("attack.lost", "7.6c", result.clause, area=attack.area, spell=attack.monster, losses=result.losses)
    if not attack.retreating:
        finish_moving(s, attack.group)
    stay_unbeaten(s, attack)
    if result.losses:
        s.push(MonsterLosses(attack.seat, attack.area, attack.group, result.losses))


def spend_attack_spells(s: ElricState, attack: MonsterAttack, works: list[int]) -> None:
    """Discard the used spells and shift the Balance; maintained ones stay (9.4, 13.4)."""
    for person, spell in map(unpair, attack.used):
        if s.maintained.get(person) != spell and not (
            spell in works and maintained_spells.maintain_if_tipped(s, person, spell, attack.area)
        ):
            cup.discard_cards(s, (spell,))
    balance.shift_by_spells(s, works)
