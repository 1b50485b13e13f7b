"""A battle in a province: its two forces, their units, their lines (7.1, 7.2)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components.pieces import NATIVE, Army
from palatine.games.adventurer_kings.rules.common.turn import Turn


class Unit:
    """An army in a battle.

    `worth` is its strength without nemesis, defence and ranks.
    """

    __slots__ = (
        "army", "basic", "column", "extra", "facing", "is_fanatic", "leader", "level", "lost", "number", "opponent",
        "rank", "share", "side", "skill", "worth",
    )  # fmt: skip

    leader: int
    basic: float
    level: int
    """Quality in this battle."""
    is_fanatic: bool
    skill: float
    extra: float
    worth: float
    column: int
    rank: int
    share: float
    """Factor by rank, outflanking and crowding."""

    def __init__(self, number: int, army: Army, side: int) -> None:
        self.number = number
        self.army = army
        self.side = side
        """0 for the attacker, 1 for the defender."""
        self.facing: Unit | None = None
        """The enemy it attacks from above or below."""
        self.opponent: Unit | None = None
        """The enemy that can be its nemesis."""
        self.lost = False


ATTACKER, DEFENDING = 0, 1


class Force:
    """One side of a battle: its armies, commander and condition."""

    def __init__(self, side: int, seat: int, armies: list[int], commander: int = 0) -> None:
        self.side = side
        self.seat = seat
        """The seat of the largest contingent, or NATIVE."""
        self.armies = armies
        """Armies at the start; `Battle.present` returns those left."""
        self.commander = commander
        self.seats: list[int] = []
        self.demoralised: set[int] = set()
        """Armies demoralised by a duel of their leader (5.10)."""
        self.bier = 0
        """The commander slain in the duel whose body the armies carry (7.4)."""
        self.units: list[Unit] = []
        self.explored = 0
        self.fell = False
        """True if its commander was slain or fled before the battle."""
        self.event = 1.0
        self.columns_won = 0
        self.has_repeated = False
        """True if its commander, a master of tactics, has repeated a lost contest."""
        self.ally: float = 0.0
        """Strength of a helping monster (7.2)."""
        self.ally_column = -1


class Battle:
    """A battle in a province and its results."""

    width: int
    limit: int
    columns: list[tuple[list[Unit], list[Unit]]]
    """By column: the units of both sides, front rank first."""
    winner: int

    def __init__(self, t: Turn, place: int, attacker: Force, defender: Force) -> None:
        self.t = t
        self.place = place
        self.forces = (attacker, defender)
        self.outcomes: list[tuple[int, float]] = []
        """By column: the winning side and the ratio of its strength to the loser's."""
        self.column_events: dict[int, tuple[str, int]] = {}
        self.stays = False
        """True if the beaten stay, so that the province is contested (7.6)."""
        leaders = {t.s.armies[n].leader for force in self.forces for n in force.armies}
        seats = {seat for force in self.forces for seat in force.seats if seat >= 0}
        self.readers = sorted(seats.union(t.watchers(*leaders)))

    def present(self, force: Force) -> list[int]:
        """Return the armies of a side that still exist in this place."""
        armies = self.t.s.armies
        return [n for n in force.armies if n in armies and armies[n].place == self.place]

    def standing(self, force: Force) -> list[Unit]:
        """Return the units of a side that are neither lost nor dispersed."""
        return [unit for unit in force.units if not unit.lost and unit.number in self.t.s.armies]

    def log_battle(self, kind: str, clause: str, /, **data: object) -> None:
        self.t.log(f"battle-{kind}", clause, self.readers, None, place=self.place, **data)


def leader_of(force: Force, army: Army) -> int:
    """Return the leader of an army in battle; for natives the ruling Hero, if any (7.1)."""
    return force.commander if army.owner == NATIVE else army.leader
