"""A battle while it is fought: who is in it, where, and what place and moment change about them (BAT, FC)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, is_nation, still

ROUNDS = 4
"""After these an attacker who has not won leaves (BAT-25)."""
ROUNDS_OF_MARS = 5
RIDERS = (4, 5)
"""The tables of cavalry and chariots, which cannot assault (FC-05)."""
AS_FOOT = {"KT": "HF", "EK": "HF", "MC": "MF", "CH": "MF", "LC": "LF", "DB": "DH", "OW": "OF"}
"""What defending riders count as in an assault (FC-06)."""


class Ambushes(msgspec.Struct):
    """Who lies in ambush this turn (B-31)."""

    units: dict[int, set[int]] = {}
    """By place."""


class Side:
    """One of the two armies: its units, the characters with them, and who commands.

    Whoever dies or is captured, by whatever, is no longer among them.
    """

    level: int
    """The highest level with it in the present round, for ties (BAT-19)."""

    def __init__(self, s: State, owner: int, units: Iterable[int], people: list[int], commander: int) -> None:
        self._s = s
        self._units = tuple(units)
        self._people = tuple(people)
        self.owner = owner
        self.owners = frozenset([s.units[n].owner for n in self._units] or [owner])
        """Whose troops they were when the battle began: a truce is asked of each of them (IPR-05)."""
        self.commander = commander
        self.has_left = False
        """Whether any of it, and all its characters, are out of the battle."""

    @property
    def units(self) -> tuple[int, ...]:
        return self._s.still_free(self._units)

    @property
    def people(self) -> tuple[int, ...]:
        """Who shares the army's lot."""
        return tuple(still(self._s.people, self._people))

    def leave(self, units: Iterable[int]) -> None:
        """These units, and all the characters, are out of the battle."""
        gone = set(units)
        self._units = tuple([n for n in self._units if n not in gone])
        self._people = ()
        self.has_left = True


class Battle:
    """A battle in `place`: the stack `m`, or those of its units that can take part, against `foes`."""

    def __init__(self, t: Turn, m: March, place: int, foes: Sequence[int], teleported: bool = False) -> None:
        s = t.s
        self.t = t
        self.m = m
        self.place = place
        self.is_assault = not is_square(place)
        self.terrain = "" if self.is_assault else s.terrain[place]
        """The letter of the terrain; a city or fort has none (R70)."""
        self.teleported = teleported
        self.attackers = _attackers(self, foes)
        self.defenders = _defenders(self, foes)
        self.ambushers = t.of(Ambushes).units.get(place, set()) & set(foes)
        self.round = 0
        self.limit = ROUNDS_OF_MARS if t.blessing(self.attackers.owner, "Mars") else ROUNDS
        self.deadline = 0
        """The last round of defenders who have nowhere to go (BAT-31)."""
        self.is_to_the_end = False
        """Whether berserkers are left behind, who fight until one side is destroyed (R66)."""
        self.is_for_one_round = False
        """After treachery that failed (FC-15)."""
        self.walls = self.is_assault
        """Whether the defenders' defence is doubled (FC-02)."""
        self.engines = self.is_assault
        """Whether the defenders' crossbows and artillery are doubled (FC-03, FC-04)."""
        self.idle: set[int] = set()
        """Engineers who do not strike this round, and whom they free from the doubled defence (FC-19)."""
        self.freed: set[int] = set()
        self.hits = {"attacker": 0, "defender": 0}
        """What has been landed so far."""
        self.helped: dict[str, set[tuple[int, str, str]]] = {"attacker": set(), "defender": set()}
        """What changed a side's hit rolls, besides the figures of the troops: amount, clause, reason."""
        self._attacking = frozenset(self.attackers.units)
        self.troops = {n: self._troop(n) for n in (*self.attackers.units, *self.defenders.units)}
        look_round(self)

    def _troop(self, n: int) -> pieces.Troop:
        unit = self.t.s.units[n]
        code = self.t.strength(unit.code, unit.owner)
        return self.t.troop(stands_as(code, n not in self._attacking) if self.is_assault else code)

    def side(self, n: int) -> Side:
        """The army that a unit belongs, or belonged, to."""
        return self.attackers if n in self._attacking else self.defenders

    def fallen(self, side: Side) -> list[str]:
        """The codes of those who began the battle on that side and are dead or captured."""
        free = self.t.s.still_free(self.troops)
        return [self.troops[n].code for n in self.troops if n not in free and self.side(n) is side]

    def other(self, side: Side) -> Side:
        return self.defenders if side is self.attackers else self.attackers

    def values(self, n: int) -> tuple[int, int, int]:
        """Attack, defence and movement of a unit as it stands in this battle, full or wounded."""
        troop = self.troops[n]
        return troop.wounded if self.t.s.units[n].wounded and troop.wounded else troop.full


def stands_as(code: str, defends: bool) -> str:
    """What a unit counts as in an assault: riders who defend fight on foot, horse archers skirmish (FC-06, FC-07)."""
    troop = pieces.TROOPS[code]
    if troop.kind == "HA":
        return "SA" + troop.grade
    return AS_FOOT[troop.kind] + troop.grade if defends and troop.kind in AS_FOOT else code


def may_assault(t: Turn, n: int) -> bool:
    """Whether a unit can take part in an assault: no cavalry, no chariots (FC-05)."""
    return pieces.TROOPS[t.s.units[n].code].table not in RIDERS


def look_round(b: Battle) -> None:
    """The levels that decide ties in the round to come: of those who are there now (BAT-19)."""
    t, m = b.t, b.m
    for side, place in ((b.attackers, m.place), (b.defenders, b.place)):
        foes = b.other(side).owners
        present = friends_at(t, side.owner, place, foes)
        leader = [m.level] if side is b.attackers and m.who == NO_PERSON else []
        own = party_against(m, foes) if side is b.attackers else []
        side.level = max([0, *leader, *[t.level(n) for n in {*present, *own} if t.s.people[n].captor is None]])


# Who fights whom


def fighters(s: State, units: Iterable[int], foes: Iterable[int]) -> list[int]:
    """Those of some units who fight these foes: whoever has a truce with one of them stays out of it (IPR-05, R149)."""
    against = {s.units[n].owner for n in foes}
    return [n for n in units if is_at_war(s, s.units[n].owner, against)]


def army_of(s: State, units: Sequence[int], foes: Sequence[int]) -> list[int]:
    """Which of the foes of some units they fight first: the alliance with most units (R148, R149), or what of it is no
    truce partner of those who can fight."""
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
    """Those of a stack who can take part in an assault."""
    return [n for n in m.units if may_assault(t, n)]


def _attackers(b: Battle, foes: Sequence[int]) -> Side:
    """Those of the stack who fight these foes; with them stand or fall its leader, and whoever came along by magic."""
    t, m = b.t, b.m
    units = fighters(t.s, stormers(t, m) if b.is_assault else m.units, foes)
    people = party_against(m, {t.s.units[n].owner for n in foes})
    owner = m.owner if any(t.s.units[n].owner == m.owner for n in units) else main_owner(t.s, units)
    return Side(t.s, owner, units, people, m.who)


def party_against(m: March, foes: Collection[int]) -> list[int]:
    """Who shares the lot of a stack that fights these owners: its leader, and whoever came along and has no truce with
    any of them (R199)."""
    s = m.t.s
    here = [n for n in s.people_at(m.place) if n in m.party]
    return [n for n in here if n == m.who or is_at_war(s, s.people[n].owner, foes)]


def is_at_war(s: State, owner: int, foes: Iterable[int]) -> bool:
    """Whether an owner fights all of these: a truce with one of them keeps his people out of it (R199)."""
    return all(s.is_hostile(owner, foe) for foe in foes)


def _defenders(b: Battle, foes: Sequence[int]) -> Side:
    """The army that is attacked, with all of its alliance there who have no truce with the attackers (R148)."""
    owner = main_owner(b.t.s, foes)
    people = friends_at(b.t, owner, b.place, b.attackers.owners)
    return Side(b.t.s, owner, foes, people, commander_of(b.t, owner, b.place, people))


def main_owner(s: State, units: Iterable[int]) -> int:
    """Whose army it is: the owner of most of its units, the lowest number first."""
    owners = [s.units[n].owner for n in units]
    return min(owners, key=lambda owner: (-owners.count(owner), owner))


def friends_at(t: Turn, owner: int, place: int, foes: Collection[int] = ()) -> list[int]:
    """The free characters of an owner and his partners in a place who are at war with all of these foes."""
    s = t.s
    friends = [n for n in s.people_at(place) if s.is_friend(owner, s.people[n].owner)]
    return [n for n in friends if is_at_war(s, s.people[n].owner, foes)]


def commander_of(t: Turn, owner: int, place: int, people: Sequence[int] | None = None) -> int:
    """Who commands in a place, of some people there: whoever is named for it, else the highest level (R25)."""
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
