"""The Founding of the Bright Empire: monsters on the stars, the Dragons in Melnibone (14.1)."""

from __future__ import annotations

from functools import cache
from typing import Final

from palatine.core import Action, ChooseOne, Distribution, JointChance, Refusal, Step, Tally
from palatine.games.elric.components.pieces import (
    ARMY,
    DRAGON_MASTERS,
    FLEET,
    KIND,
    PERSON,
    PIECES,
    PIECES_OF,
    POWER_OF,
)
from palatine.games.elric.components.spells import ALIGNMENT, BALO, CHAOS, DRAGONS, SPELL_VALUE, SPELLS
from palatine.games.elric.components.tables import (
    DRAGONS_TIMES,
    FOUNDING,
    FOUNDING_PLACE,
    FOUNDING_REMOVED,
    SCENARIOS,
    result_of,
)
from palatine.games.elric.components.world import AREAS, COASTS, IS_SEA, LAND_NEIGHBOURS, MELNIBONE, STARS
from palatine.games.elric.rules.combat.monster_losses import MonsterLosses
from palatine.games.elric.rules.common.closed_areas import anchors
from palatine.games.elric.rules.common.cup import discard_cards, fit_hands, take_card
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.margins import balo_chance, margin_chance
from palatine.games.elric.rules.common.naval import take_in
from palatine.games.elric.rules.common.relocation import come_on, relocate
from palatine.games.elric.rules.magic.search import receivers
from palatine.games.elric.state import ElricState, Group, strength

PLAYER: Final = 0
MONSTERS: Final = tuple([m for m in range(SPELLS) if ALIGNMENT[m] == CHAOS and m not in FOUNDING_REMOVED])
"""The Chaos spells of this scenario (14.1)."""


def begin_founding(s: ElricState) -> None:
    """Set up the Olab, the Free Fleet and a Chaos spell on every star (14.1).

    The three spells without a star stay in the cup, from which nothing is drawn here (ruling A-135).
    """
    (scenario,) = [each for each in SCENARIOS if each.key == FOUNDING]
    forces = [p for power in scenario.sides[PLAYER] for p in PIECES_OF[power]] + list(scenario.pieces[PLAYER])
    for power in scenario.sides[PLAYER]:
        s.ruler[power] = PLAYER
    come_on(s, forces, PLAYER, FOUNDING_PLACE)
    dealt = s.dice.sample(MONSTERS, len(STARS), "monsters on the stars")
    s.stars = dict(zip(STARS, dealt, strict=True))
    s.cup = [monster for monster in MONSTERS if monster not in dealt]
    s.log("begins-with", "14.1a", seat=PLAYER, powers=[POWER_OF[p] for p in forces[:1]])


# Encounters


class Monsters(Step, frozen=True):
    """The fights of stacks that ended their move with a found monster or the Dragons (14.1)."""

    def run(self, s: ElricState) -> None:
        met = [
            (area, group)
            for area in sorted(s.stacks[PLAYER])
            if monster_in(s, area) >= 0
            for group in s.stacks_at(PLAYER, area)
            if any([KIND[p] != FLEET for p in group])
        ]
        s.replace_top(Encounters(tuple(met)))


def monster_in(s: ElricState, area: int) -> int:
    """Return the face-up monster in an area, -1 for none; in Melnibone the Dragons (14.1)."""
    if area == MELNIBONE:
        return DRAGONS
    return next(iter(s.face_up.get(area, ())), -1)


class Encounters(Step, frozen=True):
    """The pending fights, one after the other."""

    met: tuple[tuple[int, Group], ...]

    def run(self, s: ElricState) -> None:
        if not self.met:
            s.pop()
            return
        (area, group), *rest = self.met
        s.replace_top(Encounters(tuple(rest)))
        monster = monster_in(s, area)
        here = tuple([p for p in group if s.where[p] == area])
        if monster >= 0 and here:
            fight_guardian(s, area, here, monster)


def fight_guardian(s: ElricState, area: int, group: Group, monster: int) -> None:
    """Fight a monster: the stack's values and a die against its value and a die (14.1; A-136)."""
    s.log("monster-met", "14.1e", host=list(group), spell=monster, area=area)
    if monster == BALO and is_balo_asleep(s, area):
        take_prize(s, area, group, monster)
        return
    margin, (ours, theirs) = guardian_chance(strength(group, False), monster).roll(s)
    s.log("monster-host", "10.5a", tally=ours, host=list(group), total=ours.total)
    s.log("monster-fight", "14.1e", tally=theirs, spell=monster, area=area, ours=ours.total, theirs=theirs.total)
    if margin > 0:
        take_prize(s, area, group, monster)
        return
    s.log("monster-stays", "14.1f", spell=monster, area=area)
    result = result_of(-margin)
    if result.retreat:
        s.push(Withdrawal(PLAYER, area, group))
        s.push(MonsterLosses(PLAYER, area, group, result.losses))
    elif result.eliminated:
        eliminate_stack(s, area, group)


def guardian_chance(strength: int, monster: int) -> JointChance[int]:
    """Return the margin of a stack over a monster that is awake (14.1e; ruling A-136)."""
    ours, theirs = Tally("own stack"), Tally("monster")
    ours.add(strength, "10.4a", "host")
    if monster == DRAGONS:
        theirs.add(SPELL_VALUE[DRAGONS] * DRAGONS_TIMES, "14.1d", "monster-twice")
    else:
        theirs.add(SPELL_VALUE[monster], "16.0", "monster")
    return margin_chance("guardian", ours, theirs)


@cache
def guardian_odds(strength: int, monster: int) -> Distribution[bool]:
    """Return the probability that a stack beats a monster; Balo may sleep (14.1e, 16.2c; A-136)."""
    fight = guardian_chance(strength, monster).distribution().map(lambda margin: margin > 0)
    if monster != BALO:
        return fight
    return balo_chance().distribution().then(lambda wakes: fight if wakes else Distribution([(True, 1)]))


def is_balo_asleep(s: ElricState, area: int) -> bool:
    """Roll for Balo, who sleeps and is beaten on an even die (16.2; ruling A-136)."""
    wakes, tally = balo_chance().roll(s)
    if wakes:
        return False
    s.log("monster-sleeps", "16.2c", tally=tally, spell=BALO, area=area)
    return True


# Victory over a monster


def take_prize(s: ElricState, area: int, group: Group, monster: int) -> None:
    """Tame the Dragons if a Dragon Master is present, or take the monster's spell (14.1; A-137)."""
    if monster == DRAGONS:
        if any([p in DRAGON_MASTERS for p in group]):
            s.finish((s.seats[PLAYER],), "founding.won", "14.1i")
        else:
            s.log("dragons-wait", "14.1h", area=area)
        return
    s.log("monster-beaten", "14.1e", spell=monster)
    del s.face_up[area]
    takers = receivers(s, group)
    if not takers:
        discard_cards(s, (monster,))
    elif len(takers) == 1:
        take_monster_spell(s, takers[0], monster)
    else:
        s.push(TakeMonster(PLAYER, area, group, monster))


def take_monster_spell(s: ElricState, person: int, monster: int) -> None:
    s.log("monster-taken", "14.1e", person=person, spell=monster)
    take_card(s, person, monster)
    fit_hands(s, PLAYER, s.where[person])


class TakeMonster(ChooseOne, frozen=True):
    """The choice of the personality that takes a beaten monster's spell (14.1; ruling A-136)."""

    seat: int
    area: int
    group: Group
    spell: int
    without_preview = "The choice names who takes the spell."
    clause = "14.1e"
    verbs = {"person": "piece"}

    def candidates(self, s: ElricState) -> list[int]:
        return receivers(s, self.group)

    def on_chosen(self, s: ElricState, person: int) -> None:
        take_monster_spell(s, person, self.spell)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        p = action[1]
        if p not in self.group or KIND[p] != PERSON:
            return Refusal("14.1e", "why.no-taker", {"piece": p if 0 <= p < PIECES else self.group[0]})
        return None if p in receivers(s, self.group) else Refusal("9.5a", "why.no-taker-room", {"piece": p})


# Defeat of a stack


class Withdrawal(Step, frozen=True):
    """The retreat of a beaten stack by a province or aboard ship; otherwise its loss (10.7)."""

    seat: int
    area: int
    group: Group

    def run(self, s: ElricState) -> None:
        s.pop()
        left = tuple([p for p in self.group if s.where[p] == self.area])
        if not left:
            return
        ways = ways_out(s, self.area)
        if len(ways) > 1:
            s.push(ChooseWithdrawal(self.seat, self.area, left))
        elif ways:
            withdraw_stack(s, self.area, left, ways[0])
        else:
            eliminate_stack(s, self.area, left)


def eliminate_stack(s: ElricState, area: int, group: Group) -> None:
    """Eliminate a stack except ships in port; personalities may escape (10.7g, 10.7k)."""
    s.push(Escapes(area, tuple([p for p in group if KIND[p] == PERSON]), False))
    eliminate(s, [p for p in group if KIND[p] == ARMY], "10.7g")


def ways_out(s: ElricState, area: int) -> list[int]:
    """Return the areas a stack can retreat to: adjacent lands, and seas with ships for it.

    These are ships in the port here, or off the coast.
    """
    seas = [sea for sea in COASTS[area] if any([KIND[p] == FLEET for p in s.pieces(PLAYER, sea)])]
    port = anchors(s)[area]
    if port >= 0 and port not in seas and any([KIND[p] == FLEET for p in s.pieces(PLAYER, area)]):
        seas.append(port)
    return [*LAND_NEIGHBOURS[area], *seas]


def withdraw_stack(s: ElricState, area: int, group: Group, to: int) -> None:
    """Move a stack to an area, to a sea with the ships of the port.

    Armies without room aboard are lost (A-86).
    """
    ashore = [p for p in group if KIND[p] != FLEET]
    if not IS_SEA[to]:
        s.log("monster-retreat", "10.7b", host=ashore, area=to)
        relocate(s, ashore, to)
        return
    fleets = [p for p in s.pieces(PLAYER, to) if KIND[p] == FLEET]
    leaving = [p for p in s.pieces(PLAYER, area) if KIND[p] == FLEET] if anchors(s)[area] == to else []
    fleets += leaving
    s.log("monster-retreat", "10.7d", host=ashore, area=to)
    relocate(s, [*ashore, *leaving], to)
    eliminate(s, take_in(s, ashore, fleets), "7.3c")


class ChooseWithdrawal(ChooseOne, frozen=True):
    """The choice of the area that a stack beaten by a monster retreats to (10.7)."""

    seat: int
    area: int
    group: Group
    without_preview = "The choice names the area they go to."
    clause = "10.7b"
    verbs = {"to": "space"}

    def candidates(self, s: ElricState) -> list[int]:
        return ways_out(s, self.area)

    def on_chosen(self, s: ElricState, area: int) -> None:
        withdraw_stack(s, self.area, self.group, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if not 0 <= area < AREAS:
            return Refusal("10.7b", "why.no-area")
        if action in self.actions(s):
            return None
        if IS_SEA[area]:
            return Refusal("10.7c", "why.no-ship-there", {"area": area})
        return Refusal("10.7b", "why.not-beside", {"area": area})
