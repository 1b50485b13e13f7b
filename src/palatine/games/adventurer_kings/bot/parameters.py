"""Parameters of the captain's decisions: its aim, and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from palatine.core import BotParameters

USUAL_AIM: Final = "usual"
CONQUEST: Final = "conquest"
GROWTH: Final = "growth"
ASSAULT: Final = "assault"
LEVIES: Final = "levies"
MERIT: Final = "merit"
DENIAL: Final = "denial"


class CaptainParameters(BotParameters, frozen=True):
    """Thresholds of the captain; the defaults are its usual style."""

    aim: str = USUAL_AIM
    """The purpose of the kingdom.

    With `GROWTH` it keeps the peace while natives are left, with `CONQUEST` it fights its neighbours, with `ASSAULT`
    it breaks with all of them, with `LEVIES` it spends all gold on troops, with `MERIT` it seeks offices, with
    `DENIAL` it keeps the crown from the greatest King. The usual aim follows from the position each year:
    `Outlook.aim`.
    """
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "aim": (USUAL_AIM, GROWTH, CONQUEST, ASSAULT, LEVIES, MERIT, DENIAL)
    }

    # War
    need: float = 0.72
    """Minimum chance of victory for an attack, about 1.8 to 1."""
    daring: float = 0.58
    """The same for a small kingdom that has stopped growing."""
    battered: float = 0.93
    """Factor on an army's prospects after each battle."""
    room: float = 1.5
    """Value of a province in addition to its taxes: votes, levies, access to others."""
    sea_room: float = 0.4
    capital: float = 6.0
    """Value of an enemy's capital in addition, the only place where it levies Average troops."""
    glory: float = 0.0
    """Value of a point of merit for the Grand Marshal or Grand Admiral, at best."""
    stale: float = 0.8
    """Factor for a province without recent news, which may have been taken."""
    delay: float = 0.3
    """Value per step of ending the year closer to the next target."""

    # Levies
    troops: float = 0.5
    """Value of a gold piece of new troops beyond this year's conquests."""
    band: float = 4.0
    """Minimum spare gold for a Hero's own band."""
    credit: float = 2.0
    """Minimum additional value of a campaign for troops on credit."""

    # Errands
    idle: float = 0.5
    """Value of a phase of practice; a task must exceed it."""
    find: float = 4.0
    """Value of a feature to its first finder: merit and a possible treasure."""
    ground: float = 2.5
    """Value of knowing a target province completely (6.3)."""
    gang: float = 5.0
    """Minimum spare gold for sending a person home to raise a band."""
    levy: float = 0.9
    """Value of an army of such a band."""
    hero: float = 2.5
    """Value of an offer to a Hero."""

    ruin: float = 0.9
    """Minimum loss of an enemy, in gold, for a spell to be worth a phase."""

    # Gold
    reserve: int = 1
    """Gold expected to be left when everyone is paid."""
    savings: int = 2
    """Divisor of savings: the share spent each year on standing troops."""
    hope: float = 0.7
    """Share of expected conquests to count on."""

    # Treaties
    friends: int = 2
    """Alignment steps up to which alliances are sought; also assumed for unknown Kings."""
    busy: int = 2
    """Number of conquests ahead with which no enemy is sought."""
    spoils: float = 5.0
    """Minimum value of a war in its first year."""
    tired: float = 2.0
    """Value below which peace is offered in a war."""

    # Votes
    nearly: float = 0.7
    """Share of the needed tax base from which an election is called; others may call, too."""
    content: float = 35.0
    """Share of offices won with which another Emperor is acceptable (10.1)."""


USUAL = CaptainParameters()
