"""A combat of two: range, rounds and end (5.0)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import SLAIN, SPELL_RANGE, Combatant, Phantasm

LONGEST: Final = 30
"""Rounds after which both close in and protection ends."""
SLAYS, PARTS, FALLS = "slays", "parts", "falls"
"""Ends of a combat for one of the two."""


class Fight:
    """A combat of two.

    `to_half` is a contest of honour, which ends when one has lost half of the hit points (5.4).
    """

    def __init__(
        self, t: Turn, a: Combatant, b: Combatant, span: int = SPELL_RANGE, is_duel: bool = False,
        to_half: bool = False,
    ) -> None:  # fmt: skip
        self.t = t
        self.sides = (a, b)
        self.span = span
        self.is_duel = is_duel
        self.to_half = to_half
        self.round = 0
        self.readers: list[int] = t.witnesses(*[each.number for each in (a, b) if each.number])
        self.end = ""
        self.iced: Combatant | None = None
        """The combatant who is or was wholly frozen (4.2.4)."""
        self.phantasm: Phantasm | None = None
        self.loser: Combatant | None = None

    def foe(self, me: Combatant) -> Combatant:
        a, b = self.sides
        return b if me is a else a

    def log_fight(self, kind: str, clause: str, /, **data: object) -> None:
        self.t.log(f"fight-{kind}", clause, self.readers, None, round=self.round, **data)

    def finish(self, end: str, loser: Combatant) -> None:
        self.end, self.loser = end, loser

    def end_for(self, me: Combatant) -> str:
        """Return the end of the combat for a side: it slays, falls or parts from the other."""
        if self.end != SLAIN:
            return PARTS
        return FALLS if self.loser is me else SLAYS

    @property
    def is_late(self) -> bool:
        """True if the combat has lasted so long that it is fought hand to hand (5.10)."""
        return self.round > LONGEST

    @property
    def winner(self) -> Combatant | None:
        return self.foe(self.loser) if self.loser is not None else None
