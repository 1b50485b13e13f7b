"""Declaration of assaults, and the order of battles (10.1, 10.9.3, 10.9.4)."""

from __future__ import annotations

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import KIND, PERSON
from palatine.games.elric.components.world import CITY_AT, CITY_NATION, MELNIBONE
from palatine.games.elric.rules.combat.participants import (
    CITY,
    Battle,
    Fight,
    battle_kind,
    battle_number,
    can_attack,
    may_wait,
    pending,
)
from palatine.games.elric.rules.combat.participants import FIELD as FIELD
from palatine.games.elric.rules.combat.participants import PORT as PORT
from palatine.games.elric.rules.combat.participants import SEA as SEA
from palatine.games.elric.rules.combat.spell_laying import take_back
from palatine.games.elric.rules.common.closed_areas import may_enter, opens_gate
from palatine.games.elric.rules.common.sieges import forget_sieges
from palatine.games.elric.state import ElricState

DONE: Action = ("done", 0)


class Declare(Step, frozen=True):
    """Step E: the phasing player's optional attacks (10.9.4; ruling A-116).

    These are cities without enemies, and sieges.
    """

    def run(self, s: ElricState) -> None:
        s.pop()
        forget_sieges(s)
        if optional(s):
            s.push(Assault(s.phasing))


def optional(s: ElricState) -> list[int]:
    """Return the areas where the phasing player may but need not fight: empty cities, sieges."""
    seat, ruler, holds = s.phasing, s.ruler, s.holds
    contested = s.contested(seat)
    doubtful = [
        area
        for area, here in s.stacks[seat].items()
        if CITY_NATION[area] >= 0
        and KIND[here[0]] == PERSON  # A leader is required.
        and (ruler[CITY_NATION[area]] != seat or area in contested or area in holds)
    ]
    return [area for area in doubtful if area not in s.assaults and can_assault(s, seat, area)]


def can_assault(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a led seat may attack at a city without being obliged to (10.1f)."""
    owner = s.city_owner(area)
    others = s.enemies(seat, area)
    foes = [other for other in others if may_wait(s, seat, other, area) and not s.is_wild(area)]
    if owner != seat and owner not in others and not is_locked_out(s, seat, area):
        foes.append(owner)
    return any([_is_led(s, seat, area, foe) for foe in foes])


def is_locked_out(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a seat is at Imrryr without a piece that opens the gate (7.5.9b; A-227)."""
    return area == MELNIBONE and not opens_gate(s, s.pieces(seat, area))


def _is_led(s: ElricState, seat: int, area: int, foe: int) -> bool:
    if s.is_wild(area):
        return any([can_attack(s, battle) for battle in _raids(s, seat, area, foe)])
    return can_attack(s, Battle(area, seat, foe, battle_kind(s, area, foe)))


def _raids(s: ElricState, seat: int, area: int, foe: int) -> list[Battle]:
    return [Battle(area, seat, foe, CITY, (s.bands.get(group[0], 0), 0)) for group in s.stacks_at(seat, area)]


class Assault(Step, frozen=True):
    """The phasing player's choice of cities to attack and sieges to press (10.9.4a; A-116)."""

    seat: int
    is_tactical = True
    may_roll = True
    needs_decision = True
    clause = "10.9.4a"
    verbs = {"assault": "space", "done": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("assault", area) for area in optional(s)], DONE]

    def take(self, s: ElricState, action: Action) -> None:
        if action != DONE:
            s.assaults = (*s.assaults, action[1])
            s.log("assault", "10.9.4a", seat=self.seat, area=action[1])
        if action == DONE or not optional(s):
            s.pop()

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, area = action
        if verb == "done":
            return None if action == DONE else Refusal("5.0b", "why.no-button")
        if area not in CITY_AT:
            return Refusal("7.2b", "why.no-city")
        if area not in s.stacks[self.seat]:
            return Refusal("10.1a", "why.none-of-yours", {"area": area})
        if area in s.assaults:
            return Refusal("10.9.4a", "why.assaulted", {"area": area})
        if area in optional(s):
            return None
        if s.city_owner(area) == self.seat or s.enemies(self.seat, area):
            return Refusal("10.1a", "why.no-choice", {"area": area})
        if is_locked_out(s, self.seat, area):
            return may_enter(s, s.pieces(self.seat, area), area)
        return Refusal("10.1f", "why.cannot-lead", {"area": area})


class Battles(Step, frozen=True):
    """Step F: the battles, in the order chosen by the attacker (10.1e)."""

    fought: tuple[int, ...] = ()
    """The battles fought, by `battle_number`."""

    def run(self, s: ElricState) -> None:
        left = [battle for battle in pending(s) if battle_number(battle) not in self.fought]
        if not left:
            s.pop()
            for p in tuple(s.laid):
                take_back(s, p, has_cast=True)
            s.meant = {}
        elif len(left) == 1:
            join_battle(s, left[0])
        elif len({battle.area for battle in left}) == 1:
            s.push(ChooseFoe(s.phasing, left[0].area, tuple(left)))
        else:
            s.push(ChooseBattle(s.phasing, tuple(left)))


def join_battle(s: ElricState, battle: Battle) -> None:
    """Begin a battle and record it in the `Battles` step on top of the flow."""
    step = s.flow[-1]
    assert isinstance(step, Battles)
    s.replace_top(Battles((*step.fought, battle_number(battle))))
    if battle.kind == CITY:
        s.assaults = tuple([area for area in s.assaults if area != battle.area])
    s.push(Fight(battle))


class ChooseBattle(ChooseOne, frozen=True):
    """The attacker's choice of the area of the next battle (10.1e)."""

    seat: int
    battles: tuple[Battle, ...]
    may_roll = True
    clause = "10.1e"
    verbs = {"fight": "space"}
    default_refusal = Refusal("10.1a", "why.no-battle-there")

    def candidates(self, s: ElricState) -> list[int]:
        return [*dict.fromkeys([battle.area for battle in self.battles])]

    def on_chosen(self, s: ElricState, area: int) -> None:
        here = tuple([battle for battle in self.battles if battle.area == area])
        if len(here) == 1:
            join_battle(s, here[0])
        else:
            s.push(ChooseFoe(self.seat, area, here))


class ChooseFoe(ChooseOne, frozen=True):
    """The attacker's choice of the enemy to fight first in an area (10.1e)."""

    seat: int
    area: int
    battles: tuple[Battle, ...]
    may_roll = True
    clause = "10.1e"
    verbs = {"against": "button"}
    default_refusal = Refusal("10.1a", "why.no-battle-there")

    def candidates(self, s: ElricState) -> list[int]:
        return [battle.defender for battle in self.battles]

    def on_chosen(self, s: ElricState, defender: int) -> None:
        join_battle(s, next(battle for battle in self.battles if battle.defender == defender))
