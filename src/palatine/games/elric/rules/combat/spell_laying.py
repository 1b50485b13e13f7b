"""The laying of spells for battle, face down (9.2, 9.3, 10.3, 12.0a, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, CAPACITY, DRAGON_MASTERS, DRAWS, ELRIC, FLEET, KIND, PERSON
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    CHAOS,
    DISPELS,
    DRAGONS,
    EATS_ARMIES,
    EATS_FLEETS,
    IS_BARE,
    LAW,
    NONE,
    OONAI,
    QUAOLNARGN,
    SPELL_VALUE,
    SPELLS,
)
from palatine.games.elric.components.tables import SPELLS_IN_BATTLE
from palatine.games.elric.rules.combat.participants import (
    BOUND,
    Battle,
    Fight,
    abstaining,
    battle_number,
    is_in_reach,
    is_meant,
    pending,
    side,
)
from palatine.games.elric.rules.common.cup import can_draw, fit_hands
from palatine.games.elric.state import DRAWN, OTHERS, ElricState, Group, pair, unpair

DONE: Action = ("done", 0)

# Spells useful in battle

ADDS: Final = tuple(
    ALIGNMENT[spell] != NONE and not IS_BARE[spell] and SPELL_VALUE[spell] > 0 for spell in range(SPELLS)
)
"""By spell: whether its value counts in battle; not the Dead Gods Book's.

See 9.2h, 10.4b, 16.2k.
"""
EATS: Final = tuple(EATS_ARMIES[spell] or EATS_FLEETS[spell] for spell in range(SPELLS))
ACTS: Final = tuple(
    ADDS[spell] or EATS[spell] or spell in DISPELS or spell == QUAOLNARGN for spell in range(SPELLS)
)
"""By spell: whether it has any effect in battle."""


def eater_prey(s: ElricState, battle: Battle, seat: int, spell: int) -> Group:
    """Return the prey of a seat's Eater, ignoring the Chaos Shield (16; ruling A-226).

    It is all enemies in the area, found and fighting or not (16.1j, 16.2n, 16.3j, 16.3m, 16.6a). In port, pieces ashore
    are safe from an Eater of fleets.
    """
    if not (EATS_FLEETS[spell] if battle.at_sea() else EATS_ARMIES[spell]):
        return ()
    here = [p for other in OTHERS[seat] for p in s.stacks[other].get(battle.area, ()) if p not in battle.fallen]
    if battle.at_sea():
        return tuple([p for p in here if is_in_reach(s, battle, p)])
    return tuple([p for p in here if KIND[p] != FLEET or EATS_FLEETS[spell]])


def why_useless(s: ElricState, battle: Battle, seat: int, person: int, spell: int) -> Refusal | None:
    """Return why a personality's spell cannot act in a battle, or None (9.2m, 9.3b; A-110)."""
    if not ACTS[spell]:
        return Refusal("9.3b", "why.no-battle-spell", {"spell": spell})
    if spell == DRAGONS and person not in DRAGON_MASTERS:
        return Refusal("12.3a", "why.dragon-masters", {"spell": spell})
    if spell == OONAI and spell in s.flights:
        return Refusal("16.2p", "why.oonai-flies")
    if ADDS[spell]:
        return None
    enemies = side(s, battle, battle.foe(seat))
    if EATS[spell]:
        fits = any([KIND[p] != ARMY or not battle.at_sea() for p in eater_prey(s, battle, seat, spell)])
        return None if fits else Refusal("10.4c", "why.nothing-to-eat", {"spell": spell})
    if spell == QUAOLNARGN:
        fits = any([KIND[p] == PERSON for p in enemies])
        return None if fits else Refusal("16.2r", "why.nobody-to-face", {"spell": spell})
    fits = any([CAPACITY[p] >= 0 for p in enemies])
    return None if fits else Refusal("16.3b", "why.nothing-to-dispel", {"spell": spell})


def conflicts(s: ElricState, person: int, spell: int) -> bool:
    """Return whether a drawn spell turns on its drawer, who holds the opposite alignment.

    It never turns on Elric (9.2l, 12.1.3e, 12.2b).
    """
    opposite = {LAW: CHAOS, CHAOS: LAW}.get(ALIGNMENT[spell])
    if opposite is None or person == ELRIC:
        return False
    held = s.hand.get(person, ())
    return any([ALIGNMENT[each] == opposite for each in held])


# Casters


def casters(s: ElricState, battle: Battle, seat: int) -> list[int]:
    """Return a seat's magicians who may still lay: one spell each, three in all (9.2c to 9.2e)."""
    if not s.hand and not any([DRAWS[p] for p in s.stacks[seat].get(battle.area, ())]):
        return []
    here = [p for p in side(s, battle, seat) if CAPACITY[p] >= 0]
    if not here or in_use(s, battle, here) >= SPELLS_IN_BATTLE:
        return []
    ready = [p for p in here if may_cast(s, p)]
    if BOUND.isdisjoint(ready):
        return ready
    aside = abstaining(s, battle)
    return [p for p in ready if p not in aside]


def in_use(s: ElricState, battle: Battle, group: list[int]) -> int:
    """Return the number of spells a group has in a battle: laid and maintained (9.2c, 13.4f)."""
    if not (s.laid or s.maintained):
        return 0
    return sum([is_meant(s, p, battle) or p in s.maintained for p in group])


def may_cast(s: ElricState, person: int) -> bool:
    """Return whether a magician has neither cast nor maintains a spell (9.2e, 13.4e; A-109)."""
    return person not in s.casts and person not in s.maintained


def layable(s: ElricState, battle: Battle, seat: int) -> Iterator[Action]:
    """Return the actions to lay spells, or let (!) personalities draw (9.2b, 9.2j)."""
    for person in casters(s, battle, seat):
        for spell in s.hand.get(person, ()):
            if why_useless(s, battle, seat, person, spell) is None:
                yield "lay", pair(person, spell)
        if DRAWS[person] and can_draw(s):
            yield "draw", person


class LayCards(Step, frozen=True):
    """Step E: attackers, then defenders in order of play, lay spells (9.2a; A-27, A-110)."""

    seats: tuple[int, ...] = ()
    battles: tuple[Battle, ...] = ()
    """The battle each seat in `seats` lays spells for, in order."""
    is_known: bool = False

    def run(self, s: ElricState) -> None:
        rounds = list(zip(self.seats, self.battles, strict=True)) if self.is_known else _rounds(s)
        for at, (seat, battle) in enumerate(rounds):
            if next(layable(s, battle, seat), None) is not None:
                rest = rounds[at + 1 :]
                s.replace_top(
                    LayCards(tuple([seat for seat, _ in rest]), tuple([battle for _, battle in rest]), True)
                )
                s.push(Lay(seat, battle))
                return
        s.pop()


def _rounds(s: ElricState) -> list[tuple[int, Battle]]:
    battles = pending(s)
    if not battles:
        return []
    first = s.order.index(s.phasing)
    return [
        (seat, battle)
        for seat in (*s.order[first:], *s.order[:first])
        for battle in battles
        if seat in (battle.attacker, battle.defender)
    ]


class Lay(Step, frozen=True):
    """A seat's choice to lay spells for a battle, or let (!) personalities draw (9.2b, j)."""

    seat: int
    battle: Battle
    may_roll = True
    needs_decision = True
    is_private = True
    clause = "9.2b"
    verbs = {"lay": "button", "draw": "piece", "done": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*layable(s, self.battle, self.seat), DONE]

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "lay":
            lay(s, self.battle, self.seat, *unpair(operand))
        elif verb == "draw":
            lay(s, self.battle, self.seat, operand, DRAWN)
        if verb == "done" or next(layable(s, self.battle, self.seat), None) is None:
            s.pop()

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "done":
            return None if action == DONE else Refusal("9.2b", "why.no-button")
        person, spell = unpair(operand) if verb == "lay" else (operand, DRAWN)
        if found := why_not_cast(s, self.battle, self.seat, person):
            return found
        if spell == DRAWN:
            return why_not_draw(s, person)
        if spell not in s.hand.get(person, ()):
            return Refusal("9.0a", "why.not-held", {"piece": person})
        return why_useless(s, self.battle, self.seat, person, spell)


def why_not_cast(s: ElricState, battle: Battle, seat: int, person: int) -> Refusal | None:
    """Return why a personality may not lay a spell for a battle, or None."""
    group = side(s, battle, seat)
    if person not in group or KIND[person] != PERSON:
        return Refusal("9.2d", "why.not-in-battle")
    if CAPACITY[person] < 0:
        return Refusal("9.5b", "why.no-magician", {"piece": person})
    if person in abstaining(s, battle):
        return Refusal("12.0d", "why.abstains", {"piece": person})
    if person in s.maintained:
        return Refusal("13.4e", "why.maintains", {"piece": person})
    if person in s.casts:
        return Refusal("9.2e", "why.has-cast", {"piece": person})
    if in_use(s, battle, list(group)) >= SPELLS_IN_BATTLE:
        return Refusal("9.2c", "why.three-spells")
    return None


def why_not_draw(s: ElricState, person: int) -> Refusal | None:
    if not DRAWS[person]:
        return Refusal("9.2j", "why.draws-nothing", {"piece": person})
    return None if can_draw(s) else Refusal("9.0b", "why.cup-empty")


def lay(s: ElricState, battle: Battle, seat: int, person: int, spell: int) -> None:
    """Lay a spell from a hand, or DRAWN; it counts as the turn's cast (9.2b, 9.2e)."""
    if sum([seat in (each.attacker, each.defender) and each.area == battle.area for each in pending(s)]) > 1:
        s.meant[person] = battle_number(battle)
    if spell != DRAWN:
        s.hand[person] = tuple([each for each in s.hand[person] if each != spell])
    s.laid[person] = spell
    s.casts = (*s.casts, person)
    area = s.where[person]
    if spell == DRAWN:
        s.log("laid.draw", "9.2j", seat=seat, person=person, area=area)
        return
    s.log("laid", "9.2b", seat=seat, person=person, area=area)
    s.log("laid.spell", "9.2b", readers=(seat,), person=person, spell=spell)


def take_back(s: ElricState, person: int, *, has_cast: bool) -> None:
    """Return a laid spell to its hand unseen; `has_cast` keeps it counted as cast (A-110)."""
    spell = s.laid.pop(person)
    s.meant.pop(person, None)
    if spell != DRAWN:
        s.hand[person] = (*s.hand.get(person, ()), spell)
    if not has_cast:
        s.casts = tuple([each for each in s.casts if each != person])
    s.log("laid.back", "10.2b", person=person, area=s.where[person])
    fit_hands(s, s.owner[person], s.where[person])


def open_cards(s: ElricState) -> frozenset[int]:
    """Return the casters whose laid spells are revealed in the battle in progress (10.3)."""
    for frame in s.flow:
        if isinstance(frame, Fight):
            return frozenset([cast.person for cast in frame.battle.casts if not cast.kept])
    return frozenset()
