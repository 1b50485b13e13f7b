"""Previews of actions: ambushes, odds of combat, units that can still march or attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palatine.core import Irrevocable, PreviewItem
from palatine.core.guidance.preview_context import PreviewContext
from palatine.testing.examples.marsh.components import GRID, SEATS, STRENGTH
from palatine.testing.examples.marsh.decisions import preview
from palatine.testing.examples.marsh.rules.ambush import ambush_chance, meeting_odds
from palatine.testing.examples.marsh.rules.combat import Fight, combat_chance
from palatine.testing.examples.marsh.rules.movement import March, Move
from palatine.testing.examples.marsh.state import MarshState


class Context(PreviewContext[MarshState]):
    """An action, its step and the texts of this game."""

    def spaces(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple([GRID.name(at) for at in places])


@preview(March, "go")
def march(context: Context) -> Iterator[PreviewItem]:
    """Yield a warning before a march into a wood where enemy rangers may hide (4)."""
    meeting = meeting_odds(context.s, context.place, context.operand)
    if meeting is None:
        return
    ambush = ambush_chance(STRENGTH[context.step.unit])
    survives = f"{ambush.distribution().probability():.0%}"
    yield context.roll_line("ambush", "4.1", meeting, weight="warning", event="ambush", survives=survives)
    yield Irrevocable("4.2")


@preview(Fight, "attack")
def attack(context: Context) -> Iterator[PreviewItem]:
    """Yield the odds of an attack, with the loss of each side (5)."""
    loses = {"defender-lost": SEATS[1 - context.place], "attacker-lost": SEATS[context.place]}

    def describe(result: str) -> tuple[str, dict[str, float]]:
        return context.say(f"odds.{result}"), {loses[result]: 1.0} if result in loses else {}

    yield context.odds_of(context.say("odds.title"), combat_chance(context.s, context.operand), describe, "5.2")


@preview(Move, "end")
@preview(Fight, "end")
def end(context: Context) -> Iterator[PreviewItem]:
    """Yield the units with unused options when a side ends its step (3, 5)."""
    left = [x for verb, x in context.step.actions(context.s) if verb != "end"]
    if left:
        yield context.unused_option(
            type(context.step).__name__, context.step.clause, [context.s.where[u] for u in left]
        )
