"""An action that is about to be foreseen, with all that is needed to say something of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from palatine.core import Action, Catalogue, Tally
from palatine.core.guidance.preview import Consequence, Odds, Result, UnusedOption
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.components.world import hex_name
from palatine.games.demonlord.preview.perception import Foe, Perception
from palatine.games.demonlord.state import DemonlordState

FACES = 6
Part = tuple[str, str, str]


class PreviewContext:
    """An action of a seat, before it is taken. `s` is dealt: of the enemy only `sight` and `known` may be asked."""

    def __init__(self, words: Catalogue, s: DemonlordState, seat: str, action: Action) -> None:
        self.words, self.s, self.seat = words, s, seat
        self.side = s.seats.index(seat)
        self.enemy = 1 - self.side
        self.step: Any = s.flow[-1]
        self.verb, self.x = action

    @cached_property
    def sight(self) -> Perception:
        return Perception(self.s, self.side)

    def known(self, h: int) -> list[int]:
        """The enemy units in a hex whose faces this side has seen: the top one, and those seen before (H16)."""
        stack = self.s.stack(self.enemy, h)
        return [u for i, u in enumerate(stack) if not i or u in self.s.seen]

    def known_troops(self, foe: Foe) -> int:
        """How many troops, at the least, are in an enemy stack."""
        return len([u for u in self.known(foe.hex) if IS_TROOP[u]])

    def is_all_known(self, h: int) -> bool:
        return len(self.known(h)) == len(self.s.stack(self.enemy, h))

    # Words

    def say(self, key: str, **data: Any) -> str:
        return self.words.say(key, side=self.side, enemy=self.enemy, **data)

    def warning(self, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        """A line that is asked about once before the action is taken."""
        return Consequence("warning", self.say(f"preview.{key}", **data), clause, data, event, chance)

    def note(self, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        return Consequence("note", self.say(f"preview.{key}", **data), clause, data, event, chance)

    def unused(
        self, key: str, clause: str, hexes: Iterable[int] = (), action: Action | None = None, grave: bool = False,
        **data: Any,
    ) -> UnusedOption:  # fmt: skip
        """Something that could still be done, in these hexes or by this action."""
        at = list(hexes)
        text = self.say(f"unused.{key}", hexes=at, count=len(at), **data)
        names = tuple([hex_name(h) for h in at])
        return UnusedOption(text, names, action, clause, "warning" if grave else "note")

    def odds(
        self, key: str, results: Iterable[Result], clause: str, parts: Iterable[Part] = (), **data: Any
    ) -> Odds:
        return Odds(self.say(f"odds.{key}", **data), tuple(results), tuple(parts), clause)

    def result(
        self, key: str, chance: float, losses: dict[str, float] | None = None, *, of: int | None = None, **data: Any
    ) -> Result:
        return Result(self.say(f"odds.{key}", **data), chance, losses or {}, of)

    def one_die(self, key: str, limit: int, clause: str, parts: Iterable[Part] = (), **data: Any) -> Odds:
        """What works on one die no higher than `limit`."""
        works = min(max(limit, 0), FACES)
        results = [
            self.result("works", works / FACES, of=FACES, odds=(works, FACES)),
            self.result("fails", 1 - works / FACES, of=FACES, odds=(FACES - works, FACES)),
        ]
        return self.odds(key, [each for each in results if each.chance], clause, parts, **data)

    def parts(self, tally: Tally) -> list[Part]:
        """What a tally is made of, as odds tell it."""
        return [
            (self.words.say("odds.amount", amount=part.amount), self.words.say(f"tally.{part.reason}"), part.clause)
            for part in tally.parts
        ]
