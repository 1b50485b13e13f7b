"""Counter-spells, and the resolution of spells that are not countered (12.3)."""

from __future__ import annotations

from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import OPPOSED
from palatine.games.dark_emperor.components.spells import COMBAT, SPELL_RUNE
from palatine.games.dark_emperor.rules.magic import death_and_life, elemental, terror_and_serenity
from palatine.games.dark_emperor.rules.magic.casting import (
    caster_refusal,
    count_attempt,
    draw_on_devices,
    mages,
    magic_chance,
)
from palatine.games.dark_emperor.state import STORED_NAMES, DarkEmperorState

EFFECTS: Final = {**elemental.EFFECTS, **death_and_life.EFFECTS, **terror_and_serenity.EFFECTS}
COUNTERSPELL: Final = "counter-spell"
COUNTER_CLAUSES: Final = ("14.13", "14.23", "14.33", "14.43", "13.43", "13.33", "13.13", "13.23", "13.52", "13.62")
"""By rune: the clause of its counter-spell."""


class ResolveSpell(Step, frozen=True, tag=STORED_NAMES):
    """Step that applies a successful spell unless the enemy counters it (12.32)."""

    caster: int
    spell: int
    die: int

    def run(self, s: DarkEmperorState) -> None:
        side = 1 - s.side(self.caster)
        if counterspellers(s, side, self.caster, self.spell):
            s.push(AskCounterspell(side, self.caster, self.spell))
        else:
            s.pop()
            EFFECTS[self.spell](s, self.caster, self.die)


def counterspellers(s: DarkEmperorState, side: int, caster: int, spell: int) -> list[int]:
    """Return the leaders who can try to counter a spell (12.31, G32, G36).

    They have the opposed rune and are in the caster's hex.
    """
    h = s.where[caster]
    if h < 0 or (h not in s.company[side] and h not in s.stacks[side]):
        return []
    rune = OPPOSED[SPELL_RUNE[spell]]
    able = mages(s, side, COMBAT, frozenset((rune,)))
    return sorted([p for p, _ in able if counter_refusal(s, side, p, rune, h) is None])


def counter_refusal(s: DarkEmperorState, side: int, p: int, rune: int, h: int) -> Refusal | None:
    """Return why a piece cannot counter a spell cast in a hex with magic of this rune, or None."""
    if found := caster_refusal(s, side, p, rune, COMBAT):
        return found
    return None if s.where[p] == h else Refusal("12.31c", "why.not-in-casters-hex", {"piece": p, "hex": h})


class AskCounterspell(Step, frozen=True, tag=STORED_NAMES):
    """Decision to counter a successful spell or allow it (12.31, 12.32)."""

    seat: int
    caster: int
    spell: int
    needs_decision = True
    clause = "12.32a"
    verbs = {"counter": "piece", "allow": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [*[("counter", p) for p in counterspellers(s, self.seat, self.caster, self.spell)], ("allow", 0)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action[0] == "counter":
            rune = OPPOSED[SPELL_RUNE[self.spell]]
            s.push(CounterAttempt(action[1], self.caster, self.spell))
            draw_on_devices(s, self.seat, action[1], rune)
            return
        answer = s.flow[-1]
        assert isinstance(answer, ResolveSpell)
        s.pop()
        EFFECTS[self.spell](s, self.caster, answer.die)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[0] == "allow":
            return None if action == ("allow", 0) else Refusal("12.32a", "why.no-button")
        return counter_refusal(s, self.seat, action[1], OPPOSED[SPELL_RUNE[self.spell]], s.where[self.caster])


class CounterAttempt(Step, frozen=True):
    """Step that rolls for a counter-spell; success negates the spell (12.32b, 12.32c)."""

    leader: int
    caster: int
    spell: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        rune = OPPOSED[SPELL_RUNE[self.spell]]
        works, tally = magic_chance(s, self.leader, rune, COUNTERSPELL).roll(s)
        count_attempt(s, self.leader, rune)
        kind, clause = ("counter.works", "12.32b") if works else ("counter.fails", "12.32c")
        s.log(kind, clause, COUNTER_CLAUSES[rune], tally=tally, piece=self.leader, caster=self.caster,
               spell=self.spell, rolled=tally.rolled, value=tally.value)  # fmt: skip
        if works:
            s.pop()
