"""Battles: occurrence, terrain selection, and deployment."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from palatine.core import Action, ChooseButton, ChooseOne, Refusal, Step
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP
from palatine.games.demonlord.components.tables import ANCIENTS, BATTLE_SIZE, WET
from palatine.games.demonlord.components.world import (
    BATTLE_TERRAINS,
    DESERT,
    MOUNTAINS,
    NEUTRAL,
    OPEN,
    STEPPE,
    SWAMP,
)
from palatine.games.demonlord.rules.combat.lines import station, unrouted_troops
from palatine.games.demonlord.rules.combat.rounds import Rounds
from palatine.games.demonlord.rules.common.fortresses import open_sieges
from palatine.games.demonlord.state import STORED_NAMES, Battle, DemonlordState, has_troops

BATTLE: Action = ("battle", 0)
SIEGE: Action = ("siege", 0)
JOIN: Action = ("join", 0)
STAY: Action = ("stay", 0)
DRY = frozenset({OPEN, STEPPE, DESERT})

# When Battles Occur


def battle_hexes(s: DemonlordState) -> list[int]:
    """Return the hexes where both players have troops and there are no guests (BAT-01, BAT-02)."""
    return [h for h in sorted(s.stacks[0]) if s.has_troop(0, h) and s.has_troop(1, h) and not s.has_guests(h)]


class Battles(Step, frozen=True):
    """Step of all battles, one after another in the phasing player's order (BAT-05)."""

    done: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        pending = [h for h in battle_hexes(s) if h not in self.done]
        if not pending:
            s.rallied = ()
            open_sieges(s)
            s.pop()
        elif len(pending) == 1:
            self.open(s, pending[0])
        else:
            s.push(ChooseBattle(s.phasing, tuple(pending)))

    def open(self, s: DemonlordState, h: int) -> None:
        s.replace_top(Battles((*self.done, h)))
        open_hex(s, h)


class ChooseBattle(ChooseOne, frozen=True):
    """Choice of the next battle (BAT-05, B29)."""

    seat: int
    hexes: tuple[int, ...]
    clause = "BAT-05"
    verbs = {"fight": "space"}
    default_refusal = Refusal("BAT-01", "why.no-battle-there")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.hexes

    def on_chosen(self, s: DemonlordState, h: int) -> None:
        battles = s.flow[-1]
        assert isinstance(battles, Battles)
        battles.open(s, h)


def open_hex(s: DemonlordState, h: int) -> None:
    """Start the battle in a hex, or the decision of the fortress's controller there (BAT-03)."""
    holder = s.control.get(h, NEUTRAL)
    if not s.is_fortress(h) or holder == NEUTRAL:
        begin_battle(s, h, ())
    elif any([IS_TROOP[u] and s.where[u] == h for u in s.relieving_units]):
        push_relief(s, h, holder)
    elif s.options["sally"] == "own phase" and holder != s.phasing and s.siege_steps(h) and not came_today(s, h):
        s.log("siege.goes-on", "SIEGE-09", hex=h)
    else:
        s.push(BattleOrSiege(holder, h))


def came_today(s: DemonlordState, h: int) -> bool:
    """Return whether the besieger has brought more troops into the hex in this phase."""
    return h in s.reinforced


class BattleOrSiege(ChooseButton, frozen=True):
    """Choice of the fortress's controller: battle in the open, or siege (BAT-03, BAT-04, E6)."""

    seat: int
    hex: int
    clause = "BAT-03"
    buttons = (BATTLE, SIEGE)
    default_refusal = Refusal("BAT-03", "why.no-button")

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action == BATTLE:
            begin_battle(s, self.hex, ())
        else:
            s.log("siege.chosen", "BAT-03", hex=self.hex, side=self.seat)


def push_relief(s: DemonlordState, h: int, holder: int) -> None:
    """Start the battle of a relieving force; the garrison can stay out (SIEGE-23, SIEGE-24)."""
    garrison = tuple([u for u in s.stack(holder, h) if u not in s.relieving_units])
    if has_troops(garrison):
        s.push(Garrison(holder, h, garrison))
    else:
        begin_battle(s, h, ())


class Garrison(Step, frozen=True):
    """Decision whether the garrison joins the relief.

    It joins as one body or, with the option, unit by unit (F14). Characters join with the last troop.
    """

    seat: int
    hex: int
    garrison: tuple[int, ...]
    """Units of the garrison that have not joined."""
    needs_decision = True
    clause = "SIEGE-24"
    verbs = {"join": "button", "stay": "button", "unit": "piece"}
    default_refusal = Refusal("SIEGE-24", "why.garrison-as-one")

    def actions(self, s: DemonlordState) -> list[Action]:
        if s.options["garrison"] == "unit by unit":
            return [*[("unit", u) for u in self.garrison], STAY]
        return [JOIN, STAY]

    def take(self, s: DemonlordState, action: Action) -> None:
        left = tuple([u for u in self.garrison if action != ("unit", u)])
        if action[0] == "unit" and has_troops(left):
            s.replace_top(replace(self, garrison=left))
            return
        s.pop()
        if action == STAY:
            s.log("garrison.stays", "SIEGE-24", hex=self.hex, count=len(left))
        else:
            s.log("garrison.joins", "SIEGE-24", hex=self.hex)
        begin_battle(s, self.hex, left if action == STAY else ())


def begin_battle(s: DemonlordState, h: int, aside: tuple[int, ...]) -> None:
    """Start the battle with the choice of terrain (BAT-09, BAT-10)."""
    s.opened = True
    s.log("battle.begins", "BAT-01", hex=h, side=s.phasing)
    s.battle = Battle(h, 0, 0, aside=aside)
    terrains = battle_terrains(s, h)
    if len(terrains) == 1:
        set_terrain(s, terrains[0])
    else:
        s.push(ChooseTerrain(1 - s.phasing))


# Terrain Selection


def battle_terrains(s: DemonlordState, h: int) -> tuple[int, ...]:
    """Return the terrains for the non-phasing player's choice.

    With Ancients, mountains are excluded if possible (B18).
    """
    terrains = battle_ground(s, h)
    if any([CLASS[u] == ANCIENTS for u in fighters(s, 1 - s.phasing)]):
        return tuple([t for t in terrains if t != MOUNTAINS]) or terrains
    return terrains


def battle_ground(s: DemonlordState, h: int) -> tuple[int, ...]:
    """Return the terrains of a hex; the Rains can turn dry ground into swamp (BAT-09, B50)."""
    terrains = BATTLE_TERRAINS[h]
    if not (WET[h] and h in s.flooded()):
        return terrains
    return tuple(sorted({SWAMP if t in DRY else t for t in terrains}))


def fighters(s: DemonlordState, side: int) -> list[int]:
    """Return the troops of a side in the current battle (BAT-12)."""
    battle = s.battle
    assert battle is not None
    return [u for u in s.troops(side, battle.hex) if u not in battle.aside]


def followers(s: DemonlordState, side: int) -> list[int]:
    """Return the characters of a side in the current battle."""
    battle = s.battle
    assert battle is not None
    return [u for u in s.characters(side, battle.hex) if u not in battle.aside]


class ChooseTerrain(Step, frozen=True):
    """Choice of the battle terrain by the non-phasing player (BAT-10)."""

    seat: int
    needs_decision = True
    clause = "BAT-10"
    verbs = {"terrain": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        assert s.battle is not None
        return [("terrain", t) for t in battle_terrains(s, s.battle.hex)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        set_terrain(s, action[1])

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        assert s.battle is not None
        if action[1] == MOUNTAINS and MOUNTAINS in battle_ground(s, s.battle.hex):
            return Refusal("NEU-07", "why.ancients-mountains")
        return Refusal("BAT-10", "why.no-such-ground")


def set_terrain(s: DemonlordState, terrain: int) -> None:
    assert s.battle is not None
    s.battle = replace(s.battle, terrain=terrain, size=BATTLE_SIZE[terrain])
    s.log("battle.terrain", "BAT-10", hex=s.battle.hex, terrain=terrain, size=s.battle.size)
    s.push(Deploy(s.phasing, lead=s.phasing))


# Initial Deployment for Battle


def undeployed(s: DemonlordState, side: int) -> list[int]:
    assert s.battle is not None
    placed = {u for group in s.battle.groups for units in group for u in units}
    return [u for u in fighters(s, side) if u not in placed]


class Deploy(Step, frozen=True):
    """Choice of the next troop to deploy; troops form pairs (BAT-13 to BAT-15).

    The players lead in turn.
    """

    seat: int
    lead: int
    put: int = -1
    """Unit that waits for an opponent, or -1 if the next one leads."""
    needs_decision = True
    clause = "BAT-13"
    verbs = {"place": "piece"}
    default_refusal = Refusal("BAT-13", "why.not-to-deploy")

    def message_case(self, s: DemonlordState) -> str:
        return "against" if self.put >= 0 else ""

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("place", u) for u in undeployed(s, self.seat)]

    def take(self, s: DemonlordState, action: Action) -> None:
        u = action[1]
        s.log("deploy", "BAT-13", unit=u, side=self.seat)
        if self.put < 0:
            s.replace_top(Deploy(1 - self.seat, self.lead, u))
            return
        battle = s.battle
        assert battle is not None
        pair = ((u,), (self.put,)) if self.seat == 0 else ((self.put,), (u,))
        s.battle = replace(battle, groups=(*battle.groups, pair))
        lead = 1 - self.lead
        if len(s.battle.groups) < battle.size and undeployed(s, 0) and undeployed(s, 1):
            s.replace_top(Deploy(lead, lead))
        else:
            s.pop()
            form_reserves(s)


def form_reserves(s: DemonlordState) -> None:
    """Put all unpaired troops in reserve (BAT-16), then start placing characters."""
    battle = s.battle
    assert battle is not None
    s.battle = replace(battle, reserve=(tuple(undeployed(s, 0)), tuple(undeployed(s, 1))))

    s.push(Rounds())
    s.push(PlaceCharacters(s.phasing))


class PlaceCharacters(Step, frozen=True):
    """Step that places characters with troops one by one, phasing first (BAT-18, BAT-19)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        placed = [c for c, _ in battle.posts]
        for side in (self.side, 1 - self.side):
            left = tuple([c for c in followers(s, side) if c not in placed])
            if left:
                s.replace_top(PlaceCharacters(1 - side))
                s.push(PlaceCharacter(side, left))
                return
        s.pop()


class PlaceCharacter(Step, frozen=True, tag=STORED_NAMES):
    """Choice of a character to place, then of the troop it is placed with."""

    seat: int
    characters: tuple[int, ...]
    chosen: int = -1
    needs_decision = True
    clause = "BAT-18"
    verbs = {"character": "piece", "with": "piece"}

    def message_case(self, s: DemonlordState) -> str:
        return "whom" if self.chosen >= 0 or len(self.characters) == 1 else ""

    def actions(self, s: DemonlordState) -> list[Action]:
        assert s.battle is not None
        if self.chosen < 0 and len(self.characters) > 1:
            return [("character", c) for c in self.characters]
        return [("with", u) for u in unrouted_troops(s.battle, self.seat)]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action[0] == "character":
            s.replace_top(PlaceCharacter(self.seat, self.characters, action[1]))
            return
        s.pop()
        station(s, self.characters[0] if self.chosen < 0 else self.chosen, action[1], "BAT-18")

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        return Refusal("BAT-18", "why.place-character" if action[0] == "character" else "why.with-a-troop")
