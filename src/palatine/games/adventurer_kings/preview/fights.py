"""Previews of searches: talk with a guardian, theft, and simulated fights (5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Dice, ShownChance, dice_key
from palatine.core.guidance.preview import Consequence, Odds, Result
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Lore
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.fight import FALLS, PARTS, SLAYS, Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import of_monster
from palatine.games.adventurer_kings.rules.encounters.hostility import is_hostile
from palatine.games.adventurer_kings.rules.encounters.negotiating import (
    can_talk,
    talk_chance,
)
from palatine.games.adventurer_kings.rules.encounters.random_encounters import against_monster
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_out

PLAYS: Final = 40
RISKY: Final = 0.1
"""Chance of death from which there is a warning."""


def guardian(context: SheetContext, action: orders.Search) -> tuple[int, Lore] | None:
    """Return the reported guardian of a feature and what is known of it; None if there is none."""
    told = context.s.lore[context.me].get(action.feature)
    return (told.monster, told) if told is not None and told.monster >= 0 and not told.is_empty else None


def search_odds(context: SheetContext, order: orders.Act, action: orders.Search) -> Iterator[Odds]:
    """Yield the odds of talk and of a fight with a feature's reported guardian."""
    found = guardian(context, action)
    if found is None:
        return
    species, _ = found
    if any(isinstance(each, orders.Talk) for each in action.plan):
        yield odds_of_talk(context, order.character, species)
    if not action.plan or is_hostile(context.s, order.character, action.plan):
        yield odds_of_fight(context, order.character, action.plan, species)


def odds_of_talk(context: SheetContext, n: int, species: int) -> Odds:
    """Return the odds of talk: attack, disregard, or a demand (4.3.2, 5.4)."""
    t = Turn(context.s)
    title = context.say("odds.talk", who=n, monster=species)
    if not can_talk(t, n, species):
        return Odds(title, (Result(context.words.say("odds.no-words"), 1.0),), clause="AK-4.3.2-04")
    chance = talk_chance(t, n, species)
    answers = chance.distribution()
    results = tuple([
        Result(context.words.say(f"odds.talk-{answer}"), float(share), of=answers.throws)
        for answer, share in answers.items()
    ])  # fmt: skip
    part = (
        context.words.say("odds.signed", amount=chance.tally.value),
        context.words.say("odds.eloquence"),
        "AK-5.4-03",
    )
    return Odds(title, results, (part,), "AK-5.4-01").with_chances([chance.shown(each.__eq__) for each in answers])


def odds_of_fight(context: SheetContext, n: int, plan: orders.Plan, species: int) -> Odds:
    """Return the odds of a fight with a kind of monster, simulated with fixed dice (5.0)."""
    ends = [play(context, n, plan, species, number) for number in range(PLAYS)]
    shown = [(end, ends.count(end) / PLAYS) for end in (SLAYS, PARTS, FALLS) if end in ends]
    results = tuple(
        Result(context.say(f"odds.{end}", who=n, monster=species), share, lost(context, end), of=0)
        for end, share in shown
    )  # fmt: skip
    title = context.say("odds.fight", who=n, monster=species)
    return Odds(title, results, clause="AK-5.0-04", plays=PLAYS).with_chances(
        [ShownChance(("guardian", n), end.__eq__, share) for end, share in shown]
    )


def lost(context: SheetContext, end: str) -> dict[str, float]:
    return {context.seat: 1.0} if end == FALLS else {}


def play(context: SheetContext, n: int, plan: orders.Plan, species: int, number: int) -> str:
    """Return the end of one simulated fight on a copy of the world."""
    s = context.s.copy()
    s.dice = Dice(dice_key(b"foresight fight %d" % number), 0)
    t = Turn(s)
    foe = of_monster(t, species)
    me = against_monster(t, n, blows(plan), foe)
    return fight_out(Fight(t, me, foe)).end_for(me)


def blows(plan: orders.Plan) -> orders.Plan:
    """Return a plan from its first blow on, for a fight after failed talk."""
    at = next(
        (
            at
            for at, each in enumerate(plan)
            if isinstance(each, orders.Cast | orders.Fire | orders.Strike | orders.UseItem)
        ),
        0,
    )
    return plan[at:]


def fight_warnings(
    context: SheetContext, line: int, order: orders.Act, action: orders.Search, odds: Odds
) -> Iterator[Consequence]:
    """Yield a warning of a fight with a considerable risk of death (5.0, 5.3)."""
    found = guardian(context, action)
    falls = context.say("odds.falls", who=order.character, monster=found[0]) if found is not None else ""
    dies = sum(each.chance for each in odds.results if each.text == falls)
    if found is not None and dies >= RISKY:
        facts = {
            "who": order.character, "monster": found[0], "percent": round(100 * dies),
            "hp": tables.MONSTERS[found[0]].hp, "level": context.s.people[order.character].levels[tables.MELEE],
        }  # fmt: skip
        key = "deadly-fleeing" if any(isinstance(each, orders.Flee) for each in action.plan) else "deadly"
        yield context.warning(line, key, "AK-5.0-04", **facts)
