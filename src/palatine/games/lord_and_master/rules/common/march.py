"""A stack being led, and what its leader may lead."""

from __future__ import annotations

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import MAGNATES

POINTS = 8
"""What a character can spend in a turn (A-02)."""
ALL_RACES = frozenset(pieces.RACES)
"""What a demon leads (R96)."""


class March:
    """A character, or a demon, leading a stack: what he has with him and what he can still spend."""

    def __init__(self, t: Turn, owner: int, place: int, who: int, level: int, leads: frozenset[str]) -> None:
        self.t = t
        self.owner = owner
        self.who = who
        """The character; NOBODY for a demon."""
        self.mover = who
        """Who has led the units, for them to be led by one alone (B-20): a character, or a demon by its own number."""
        self.level = level
        self.leads = leads
        self.place = place
        self.origin = place
        """Where the stack came from when it entered its present place: the way back (BAT-29, R128)."""
        self.trail: list[int] = []
        """The places behind it, the last at the end."""
        self.left = POINTS
        self.units: list[int] = []
        self.mountain = False
        self.invisible = False
        self.has_gone = False
        self.has_fought = False
        self.has_stormed = False
        """It has fought for a city or fort, which ends its march like any battle (R116)."""
        self.has_beaten = 0
        """The place where it has beaten troops, which makes the conquest one by force (R114)."""
        self.assaulted: set[int] = set()
        """The cities and forts it has assaulted: once each (R118)."""
        self.is_stopped = False
        """Before a garrisoned fort: no further square for the troops (MV-07)."""
        self.is_besieging = False
        """Before walls it has laid siege to: it stays there for the rest of the turn (FC-10, B-26)."""
        self.is_bound = False
        """By sod-busters: no further square for anybody (DIS-06)."""
        self.has_worked = False
        """Whether he has annexed, besieged, assaulted or plundered, which leaves no time to settle (R189)."""
        self.settled = ""
        """The clause by which it stays where it is: building, in ambush or devastating (B-23, B-35, B-42)."""

    @property
    def capacity(self) -> int:
        """How many units he may have with him: 5 a level, 6 while all are orcs (B-15, B-16, R88)."""
        races = {pieces.TROOPS[self.t.s.units[n].code].race for n in self.units}
        return self.level * (6 if races == {"O"} else 5)

    def races(self) -> set[str]:
        return {pieces.TROOPS[self.t.s.units[n].code].race for n in self.units}


def races_led(t: Turn, who: int) -> frozenset[str]:
    """The races a character may lead, by class; priests of the Feaster also trolls and orcs (B-22, D-15)."""
    s = t.s
    person = s.people[who]
    leads = pieces.CLASSES[person.of].lead
    if "Pp" in pieces.CLASSES[person.of].powers and god_of(t, person.owner) == "Feaster":
        leads = leads | {"T", "O"}
    return leads


def god_of(t: Turn, owner: int) -> str:
    return t.s.nations[owner].god if 0 <= owner < MAGNATES else ""
