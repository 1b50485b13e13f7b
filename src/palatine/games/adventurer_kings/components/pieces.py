"""Records of a match: lands, kingdoms, people, armies, features, items, a King's knowledge."""

from __future__ import annotations

from typing import Final

import msgspec

NATIVE: Final = -1
"""Stands for a seat: natives, whose armies defend their province."""
MERCENARY: Final = -2
"""Owner of armies without pay that can be hired."""
FREE: Final = -1
"""Seat of characters who serve no one."""
SPECTATOR: Final = -9
"""Number of a spectator, which no seat has and which knows nothing."""
NO_LEADER: Final = 0
"""Stands for a leader of armies: the garrison commander."""
ENEMY, PEACE, ALLIED = range(3)
"""Relations of Kings: Enemy, Neutral, Allied (8.0)."""
RELATIONS: Final = ("enemy", "neutral", "ally")
UNKNOWN: Final = -9
"""Stands for a value that a King does not know."""


class Land(msgspec.Struct, frozen=True, array_like=True):
    """A province; `types` are the armies that can be levied from its people."""

    name: str
    terrain: int
    race: int
    """-1 if uninhabited."""
    types: tuple[int, ...]
    tax: int
    coast: int = -1
    """The second terrain of an island on the map of Earth (12.3), otherwise -1."""


class Kingdom(msgspec.Struct, frozen=True):
    """A seat's kingdom.

    `old` is the dead King, as he was, until the ruling heir has received levels (4.2.1). With `is_gone` the old King
    can no longer be resurrected, although the heir still lacks levels.
    """

    name: str
    king: int
    alignment: int
    home: int
    gold: int
    opening_gold: int = 0
    """Gold at the beginning of the turn (3.18)."""
    discoveries: tuple[int, ...] = ()
    old: int = 0
    awaits_levels: bool = False
    is_gone: bool = False
    called: bool = False
    missed: int = 0
    met: tuple[int, ...] = ()
    """Kingdoms with contact: a peaceful encounter or a common border (12.1)."""
    neighbours_told: tuple[int, ...] = ()
    """Divine and Undead neighbours already reported to the King (2.3)."""
    contact: str = ""
    is_shifted: bool = False
    """True if the alignment is not the requested one (12.3)."""
    refused: tuple[str, ...] = ()
    """Offers that others refused last turn, as written: `treat 3`, `HI 88 offer 10`."""


class Person(msgspec.Struct, frozen=True):
    """A King or Hero; `levels` and `aptitudes` are by ability."""

    name: str
    race: int
    alignment: int
    temper: int
    place: int
    seat: int
    levels: tuple[int, ...]
    aptitudes: tuple[int, ...]
    is_king: bool = False
    pay: int = 0
    rules: int = -1
    """Province ruled as a resident, -1 for none."""
    died: int = 0
    """Turn of death, 0 while alive."""
    is_imbecile: bool = False
    lost_levels: tuple[int, ...] = ()
    """Levels before imbecility (4.2.5)."""
    is_loyal: bool = False
    """True if the character never leaves for lack of pay (9.2)."""
    whim: int = 0
    """Number that determines the liking for each King (3.5)."""
    grudges: tuple[int, ...] = ()
    """Kingdoms that have conquered the character's province."""
    scouted: tuple[int, ...] = ()
    """Special functions of features already experienced."""
    cursed: int = -1
    """Ability of which a curse has taken a level, -1 for none (5.8)."""
    visitor: int = 0
    """Number in the hall of Valhalla, from 1, during a visit (10.3)."""


class Army(msgspec.Struct, frozen=True):
    """An army; `leader` is a character, or NO_LEADER."""

    type: int
    race: int
    quality: int
    place: int
    owner: int
    leader: int = NO_LEADER
    is_skeletal: bool = False
    is_immune: bool = False
    """True if it has survived a plague."""
    recruited: int = 0
    """Turn in which it was recruited."""
    barred: int = 0
    """Turn in which it cannot be hired because it was beaten."""
    origin: int = -1
    """Province that an invading army came from, while the province is an Enemy's.

    It is the invaded province itself if the army was raised there, -1 for all other armies (7.4, 7.6).
    """
    follows: bool = False
    """True if it came along voluntarily and stays behind if it would slow the general (3.6)."""


class Fallen(msgspec.Struct, frozen=True, array_like=True):
    """A destroyed army that is buried and can rise as skeletons (4.2.5)."""

    type: int
    race: int
    quality: int
    turn: int


class Feature(msgspec.Struct, frozen=True):
    """A feature of a province: guardian, contents, and what a King learns of it."""

    kind: int
    place: int
    threshold: int
    """Percentage of exploration at which it is found (3.2)."""
    monster: int = -1
    hp: int = 0
    has_magic: bool = True
    gold: int = 0
    legend_gold: bool = False
    """True if the legend mentions gold."""
    legend_item: int = -1
    """Kind of item that the legend mentions, -1 for none."""
    special: int = 0
    """Special function, 1 to 20; 0 for none (5.8)."""
    special_used: int = 0
    boldness: int = 0
    is_hidden: bool = False
    friends: tuple[int, ...] = ()
    """Kingdoms that have come to terms with its guardian."""
    is_new: bool = False
    is_raiding: bool = False
    """True if its guardian has devastated the province and was not stopped since (9.2, 10.1)."""


class Item(msgspec.Struct, frozen=True):
    """A magic item of a character, in a feature, or lying in a province."""

    kind: int
    charges: int = 0
    bearer: int = 0
    feature: int = 0
    place: int = -1


class Proposal(msgspec.Struct, frozen=True):
    """A guardian's demand of a character in exchange for its treasure (5.4)."""

    feature: int
    person: int
    kind: int
    amount: int = 0
    target: int = 0
    text: str = ""
    done: bool = False
    """True if the guardian to be slain has been slain, even if another replaced it."""
    quarry: int = -1
    """The monster to be slain, -1 if not recorded."""


class Known(msgspec.Struct, frozen=True):
    """A King's knowledge of a province, right or wrong, and its date."""

    explored: int = 0
    """In hundredths."""
    terrain: int = UNKNOWN
    race: int = UNKNOWN
    owner: int = UNKNOWN
    hero: int = 0
    wealth: int = UNKNOWN
    tax: int = UNKNOWN
    types: tuple[int, ...] = ()
    is_capital: bool = False
    seen: int = 0
    forces: str = ""
    """The last military report as text."""


class Lore(msgspec.Struct, frozen=True):
    """A King's knowledge of a feature: place, guardian and legend."""

    kind: int
    place: int
    monster: int = -1
    word: int = 0
    gold: bool = False
    item: int = -1
    is_rumour: bool = False
    turn: int = 0
    is_empty: bool = False
    special: int = 0


class RaceStanding(msgspec.Struct, frozen=True, array_like=True):
    """Position of a King's best candidate in the race for an office or title (10.1, 12.1)."""

    race: int
    person: int
    rank: int
    share: int
    """Percentage of the leader's points."""
    points: int = 0
    """Points for a title."""


class Legend(msgspec.Struct, frozen=True):
    """A member of the hall of Valhalla (10.3)."""

    name: str
    race: int
    alignment: int
    temper: int
    levels: tuple[int, ...]
    items: tuple[int, ...]
    speech: str = ""
