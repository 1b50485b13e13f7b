"""What a match is made of, as records: lands, kingdoms, people, armies, features, items, and what a King knows."""

from __future__ import annotations

from typing import Final

import msgspec

NATIVE: Final = -1
"""In place of a seat: no player's. Armies of natives defend their province."""
MERCENARY: Final = -2
"""The owner of armies that nobody pays, and that may be hired."""
FREE: Final = -1
"""The seat of characters who serve nobody."""
SPECTATOR: Final = -9
"""A spectator's number: no seat has it, and nothing is known to it."""
NO_LEADER: Final = 0
"""In place of the character who leads armies, or is to lead them: the garrison commander."""
ENEMY, PEACE, ALLIED = range(3)
"""Relations of Kings: Enemy, Neutral, Allied (8.0)."""
RELATIONS: Final = ("enemy", "neutral", "ally")
UNKNOWN: Final = -9
"""In what a King knows: no word of it."""


class Land(msgspec.Struct, frozen=True, array_like=True):
    """A province as the world has it; `types` are the armies its people can be levied as."""

    name: str
    terrain: int
    race: int
    """-1 where nobody lives."""
    types: tuple[int, ...]
    tax: int
    coast: int = -1
    """Of an island on the map of Earth: its other terrain (12.3), else -1."""


class Kingdom(msgspec.Struct, frozen=True):
    """What a seat has and is.

    `old` is the dead King whose heir rules, as he was, until the heir has come into his own (4.2.1); `is_gone` says
    that he can be called back no more, though the heir has still to be given his levels.
    """

    name: str
    king: int
    alignment: int
    home: int
    gold: int
    opening_gold: int = 0
    """What was in the treasury when the turn began (3.18)."""
    discoveries: tuple[int, ...] = ()
    old: int = 0
    awaits_levels: bool = False
    is_gone: bool = False
    called: bool = False
    missed: int = 0
    met: tuple[int, ...] = ()
    """Kingdoms it has had contact with: peaceful encounters, a common border (12.1)."""
    neighbours_told: tuple[int, ...] = ()
    """Divine and Undead Kings next door of whom it has been told (2.3)."""
    contact: str = ""
    is_shifted: bool = False
    """Whether its alignment is not the one that was asked for (12.3)."""
    refused: tuple[str, ...] = ()
    """The offers that others refused last turn, as they are written: `treat 3`, `HI 88 offer 10`."""


class Person(msgspec.Struct, frozen=True):
    """A King or Hero; `levels` and `aptitudes` by ability."""

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
    """The province he rules as a resident, -1 for none."""
    died: int = 0
    """The turn in which he died, 0 while he lives."""
    is_imbecile: bool = False
    lost_levels: tuple[int, ...] = ()
    """What an imbecile could do before (4.2.5)."""
    is_loyal: bool = False
    """Whether he never leaves for want of pay (9.2)."""
    whim: int = 0
    """From which his liking for each King follows (3.5)."""
    grudges: tuple[int, ...] = ()
    """Kingdoms that have conquered his province."""
    scouted: tuple[int, ...] = ()
    """Special functions of features that have touched him."""
    cursed: int = -1
    """The ability of which a curse has taken a level, -1 for none (5.8)."""
    visitor: int = 0
    """Which of the hall of Valhalla he is, counted from 1, while he visits (10.3)."""


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
    """Whether it has outlived a plague."""
    recruited: int = 0
    """The turn in which it was recruited."""
    barred: int = 0
    """The turn in which, beaten, it cannot be hired."""
    origin: int = -1
    """Of an army in a province that it has invaded, until that is no Enemy's any more: the province it came from; its
    own, if it was raised there; -1 for all others (7.4, 7.6)."""
    follows: bool = False
    """Whether it came along with a general of its own free will, and stays behind where it would hold him up (3.6)."""


class Fallen(msgspec.Struct, frozen=True, array_like=True):
    """A destroyed army that lies buried, and may rise as skeletons (4.2.5)."""

    type: int
    race: int
    quality: int
    turn: int


class Feature(msgspec.Struct, frozen=True):
    """A feature of a province: who guards it, what is in it, what a King is told of it."""

    kind: int
    place: int
    threshold: int
    """The percentage of exploration at which it is found (3.2)."""
    monster: int = -1
    hp: int = 0
    has_magic: bool = True
    gold: int = 0
    legend_gold: bool = False
    """Whether the legend speaks of gold."""
    legend_item: int = -1
    """The kind of item of which the legend speaks, -1 for none."""
    special: int = 0
    """Its special function, 1 to 20; 0 for none (5.8)."""
    special_used: int = 0
    boldness: int = 0
    is_hidden: bool = False
    friends: tuple[int, ...] = ()
    """Kingdoms that its guardian has come to terms with."""
    is_new: bool = False
    is_raiding: bool = False
    """Whether its guardian has devastated the province, and nobody has made it stop since (9.2, 10.1)."""


class Item(msgspec.Struct, frozen=True):
    """A magic item, with a character, in a feature, or lying in a province."""

    kind: int
    charges: int = 0
    bearer: int = 0
    feature: int = 0
    place: int = -1


class Proposal(msgspec.Struct, frozen=True):
    """What a guardian asks of a character, for its treasure (5.4)."""

    feature: int
    person: int
    kind: int
    amount: int = 0
    target: int = 0
    text: str = ""
    done: bool = False
    """Whether the guardian that was to be slain has been slain, whoever has come in its place since."""
    quarry: int = -1
    """Which monster that is, -1 where it has not been noted."""


class Known(msgspec.Struct, frozen=True):
    """What a King knows of a province, rightly or wrongly, and since when."""

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
    """The last military report, in words."""


class Lore(msgspec.Struct, frozen=True):
    """What a King knows of a feature: where it is said to lie, who guards it, what legend tells."""

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
    """How far a King's best is in the race for an office or a title, as he is told (10.1, 12.1)."""

    race: int
    person: int
    rank: int
    share: int
    """Of the leader's points, as a percentage."""
    points: int = 0
    """For a title."""


class Legend(msgspec.Struct, frozen=True):
    """One who has entered Valhalla (10.3)."""

    name: str
    race: int
    alignment: int
    temper: int
    levels: tuple[int, ...]
    items: tuple[int, ...]
    speech: str = ""
