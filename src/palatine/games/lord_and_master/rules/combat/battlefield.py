"""A battle in progress: its sides, place, and effects of place and time on units (BAT, FC)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, is_nation, still

ROUNDS = 4
"""Rounds after which attackers who have not won retreat (BAT-25)."""
ROUNDS_OF_MARS = 5
RIDERS = (4, 5)
"""Tables of cavalry and chariots, which cannot assault (FC-05)."""
AS_FOOT = {"KT": "HF", "EK": "HF", "MC": "MF", "CH": "MF", "LC": "LF", "DB": "DH", "OW": "OF"}
"""Foot kinds that defending riders count as in an assault (FC-06)."""


class Ambushes(msgspec.Struct):
    """Units in ambush this turn (B-31)."""

    units: dict[int, set[int]] = {}
    """Units by place."""


class Side:
    """One of the two armies: units, accompanying characters and commander.

    Dead and captured members are excluded.
    """

    level: int
    """The highest accompanying level in the current round, for ties (BAT-19)."""

    def __init__(self, s: State, owner: int, units: Iterable[int], people: list[int], commander: int) -> None:
        self._s = s
        self._units = tuple(units)
        self._people = tuple(people)
        self.owner = owner
        self.owners = frozenset([s.units[n].owner for n in self._units] or [owner])
        """Owners of the units at the start of the battle; a truce applies to each of them (IPR-05)."""
        self.commander = commander
        self.has_left = False
        """True if units, and all characters, have left the battle."""

    @property
    def units(self) -> tuple[int, ...]:
        return self._s.still_free(self._units)

    @property
    def people(self) -> tuple[int, ...]:
        """The characters who share the army's fate."""
        return tuple(still(self._s.people, self._people))

    def leave(self, units: Iterable[int]) -> None:
        """Remove these units and all characters from the battle."""
        gone = set(units)
        self._units = tuple([n for n in self._units if n not in gone])
        self._people = ()
        self.has_left = True


class Battle:
    """A battle in `place` between the able units of the stack `m` and `foes`."""

    def __init__(self, t: Turn, m: March, place: int, foes: Sequence[int], teleported: bool = False) -> None:
        s = t.s
        self.t = t
        self.m = m
        self.place = place
        self.is_assault = not is_square(place)
        self.terrain = "" if self.is_assault else s.terrain[place]
        """Letter of the terrain; "" in a city or fort (R70)."""
        self.teleported = teleported
        self.attackers = _attackers(self, foes)
        self.defenders = _defenders(self, foes)
        self.ambushers = t.of(Ambushes).units.get(place, set()) & set(foes)
        self.round = 0
        self.limit = ROUNDS_OF_MARS if t.blessing(self.attackers.owner, "Mars") else ROUNDS
        self.deadline = 0
        """Last round of defenders who cannot retreat (BAT-31)."""
        self.is_to_the_end = False
        """True if berserkers stay and fight until one side is destroyed (R66)."""
        self.is_for_one_round = False
        """True after failed treachery (FC-15)."""
        self.walls = self.is_assault
        """True if the defenders' defence is doubled (FC-02)."""
        self.engines = self.is_assault
        """True if the defenders' crossbows and artillery are doubled (FC-03, FC-04)."""
        self.idle: set[int] = set()
        """Engineers who do not strike this round, and units exempt from the doubled defence (FC-19)."""
        self.freed: set[int] = set()
        self.hits = {"attacker": 0, "defender": 0}
        """Hits by each side so far."""
        self.helped: dict[str, set[tuple[int, str, str]]] = {"attacker": set(), "defender": set()}
        """Modifiers of each side's hit rolls beyond troop values: amount, clause, reason."""
        self._attacking = frozenset(self.attackers.units)
        self.troops = {n: self._troop(n) for n in (*self.attackers.units, *self.defenders.units)}
        look_round(self)

    def _troop(self, n: int) -> pieces.Troop:
        unit = self.t.s.units[n]
        code = self.t.strength(unit.code, unit.owner)
        return self.t.troop(stands_as(code, n not in self._attacking) if self.is_assault else code)

    def side(self, n: int) -> Side:
        """Return the army to which a unit belongs or belonged."""
        return self.attackers if n in self._attacking else self.defenders

    def fallen(self, side: Side) -> list[str]:
        """Return the codes of a side's units that are dead or captured."""
        free = self.t.s.still_free(self.troops)
        return [self.troops[n].code for n in self.troops if n not in free and self.side(n) is side]

    def other(self, side: Side) -> Side:
        return self.defenders if side is self.attackers else self.attackers

    def values(self, n: int) -> tuple[int, int, int]:
        """Return the unit's effective attack, defence and movement, full or wounded."""
        troop = self.troops[n]
        return troop.wounded if self.t.s.units[n].wounded and troop.wounded else troop.full


def stands_as(code: str, defends: bool) -> str:
    """Return the code that a unit counts as in an assault (FC-06, FC-07).

    Defending riders fight on foot, horse archers skirmish.
    """
    troop = pieces.TROOPS[code]
    if troop.kind == "HA":
        return "SA" + troop.grade
    return AS_FOOT[troop.kind] + troop.grade if defends and troop.kind in AS_FOOT else code


def may_assault(t: Turn, n: int) -> bool:
    """Return whether a unit can assault: no cavalry, no chariots (FC-05)."""
    return pieces.TROOPS[t.s.units[n].code].table not in RIDERS


def look_round(b: Battle) -> None:
    """Set both sides' levels for ties from the characters now present (BAT-19)."""
    t, m = b.t, b.m
    for side, place in ((b.attackers, m.place), (b.defenders, b.place)):
        foes = b.other(side).owners
        present = friends_at(t, side.owner, place, foes)
        leader = [m.level] if side is b.attackers and m.who == NO_PERSON else []
        own = party_against(m, foes) if side is b.attackers else []
        side.level = max([0, *leader, *[t.level(n) for n in {*present, *own} if t.s.people[n].captor is None]])


# Participants


def fighters(s: State, units: Iterable[int], foes: Iterable[int]) -> list[int]:
    """Return those of some units without a truce with any of these foes (IPR-05, R149)."""
    against = {s.units[n].owner for n in foes}
    return [n for n in units if is_at_war(s, s.units[n].owner, against)]


def army_of(s: State, units: Sequence[int], foes: Sequence[int]) -> list[int]:
    """Return the first army to fight among some foes: the largest alliance (R148, R149).

    If the units have truces with part of it, a nation they can fight.
    """
    armies: dict[tuple[int, ...], list[int]] = {}
    for n in foes:
        armies.setdefault(s.partners(s.units[n].owner), []).append(n)
    army = max(armies.values(), key=lambda each: (len(each), -min(each)))
    nations: dict[int, list[int]] = {}
    for n in army:
        nations.setdefault(s.units[n].owner, []).append(n)
    parts = sorted(nations.values(), key=lambda each: (-len(each), min(each)))
    return next(part for part in (army, *parts) if fighters(s, units, part))


def stormers(t: Turn, m: March) -> list[int]:
    """Return those units of a stack that can assault."""
    return [n for n in m.units if may_assault(t, n)]


def _attackers(b: Battle, foes: Sequence[int]) -> Side:
    """Return the attacking side: able units, their leader, and companions by magic."""
    t, m = b.t, b.m
    units = fighters(t.s, stormers(t, m) if b.is_assault else m.units, foes)
    people = party_against(m, {t.s.units[n].owner for n in foes})
    owner = m.owner if any(t.s.units[n].owner == m.owner for n in units) else main_owner(t.s, units)
    return Side(t.s, owner, units, people, m.who)


def party_against(m: March, foes: Collection[int]) -> list[int]:
    """Return the characters who share a stack's fate against these owners (R199).

    They are its leader and companions without a truce with any of the owners.
    """
    s = m.t.s
    here = [n for n in s.people_at(m.place) if n in m.party]
    return [n for n in here if n == m.who or is_at_war(s, s.people[n].owner, foes)]


def is_at_war(s: State, owner: int, foes: Iterable[int]) -> bool:
    """Return whether an owner is hostile to all of these; one truce keeps a side out (R199)."""
    return all(s.is_hostile(owner, foe) for foe in foes)


def _defenders(b: Battle, foes: Sequence[int]) -> Side:
    """Return the defending side, with its allies who have no truce with the attackers (R148)."""
    owner = main_owner(b.t.s, foes)
    people = friends_at(b.t, owner, b.place, b.attackers.owners)
    return Side(b.t.s, owner, foes, people, commander_of(b.t, owner, b.place, people))


def main_owner(s: State, units: Iterable[int]) -> int:
    """Return the owner of most of these units; on a tie the lowest number."""
    owners = [s.units[n].owner for n in units]
    return min(owners, key=lambda owner: (-owners.count(owner), owner))


def friends_at(t: Turn, owner: int, place: int, foes: Collection[int] = ()) -> list[int]:
    """Return the free friendly characters in a place who are hostile to all of these foes."""
    s = t.s
    friends = [n for n in s.people_at(place) if s.is_friend(owner, s.people[n].owner)]
    return [n for n in friends if is_at_war(s, s.people[n].owner, foes)]


def commander_of(t: Turn, owner: int, place: int, people: Sequence[int] | None = None) -> int:
    """Return the commander in a place: the appointed one, otherwise the highest level (R25)."""
    s = t.s
    people = friends_at(t, owner, place) if people is None else people
    named = [
        name
        for partner in s.partners(owner)
        if is_nation(partner)
        for at, name in s.nations[partner].commanders
        if at == place
    ]
    for n in people:
        if s.people[n].name in named:
            return n
    return max(people, key=lambda n: (s.people[n].level, -n), default=NO_PERSON)
