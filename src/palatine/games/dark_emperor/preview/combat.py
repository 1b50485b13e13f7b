"""Battles: the die with all that is added to it, and what each result costs (9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from palatine.core import Frame
from palatine.core.guidance.preview import Odds, PreviewItem, Result
from palatine.games.dark_emperor.components.pieces import GONE, LANTERN, UNITS
from palatine.games.dark_emperor.components.tables import LIMIT, combat_result
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.combat.combat import (
    NO_ONE,
    candidates,
    odds,
    rehearse,
    totals,
    unarmed,
)
from palatine.games.dark_emperor.rules.combat.combat import Battle as Fight
from palatine.games.dark_emperor.rules.common.losses import exposed, grave
from palatine.games.dark_emperor.rules.common.sieges import defence
from palatine.games.dark_emperor.rules.movement.stacking import excess
from palatine.games.dark_emperor.state import DarkEmperorState

DIE: Final = range(1, 7)
LIKELY: Final = 5
"""So many of six throws must win before a leader who goes along is not warned of being left alone."""
EVEN: Final = 3
"""With fewer of six throws that win a battle is a warning."""
BATTLE = ("battle.won", "battle.lost")


class BattleAhead(NamedTuple):
    """A battle as it would be fought: its odds, and how many of six throws drive the defender out."""

    odds: Odds
    wins: int
    attacker: int
    defender: int


def battle_ahead(o: PreviewContext, s: DarkEmperorState, h: int) -> BattleAhead | None:
    """The battle of a hex with the best leader of each side, in a position in which it is about to be fought; None
    where it is none, or no die is thrown for it."""
    if h not in s.stacks[0] or h not in s.stacks[1] or unarmed(s, h) != NO_ONE:
        return None
    eve, heroes = rehearse(s, h)
    attacking, defending = totals(eve, h)
    tally = odds(eve, h, heroes)
    walls = defence(eve, h, eve.fighters(s.phasing, h)) > 1
    title = o.say("odds.battle-walls" if walls else "odds.battle", hex=h, attacking=attacking, defending=defending)
    wins = sum([not combat_result(die + tally.value).attacker_retreats for die in DIE])
    results = tuple(outcomes(o, eve, h, tally.value))
    return BattleAhead(Odds(title, results, o.parts(tally), "9.22"), wins, attacking, defending)


def outcomes(o: PreviewContext, s: DarkEmperorState, h: int, added: int) -> Iterator[Result]:
    """What the die brings, throws with one result together: losses as far as there are units to lose (9.25)."""
    attackers, defenders = [len(exposed(s, side, h)) for side in (s.phasing, 1 - s.phasing)]
    dice: dict[tuple[bool, int, int], list[int]] = {}
    for die in DIE:
        row = combat_result(die + added)
        lost = min(row.attacker_loses, attackers), min(row.defender_loses, defenders)
        dice.setdefault((row.attacker_retreats, *lost), []).append(die)
    for (is_lost, attacker_loses, defender_loses), throws in dice.items():
        key = "lost-battle" if is_lost else "won-battle"
        told = o.say(
            f"odds.{key}", attacker=s.phasing, defender=1 - s.phasing, attacker_loses=attacker_loses,
            defender_loses=defender_loses,
        )  # fmt: skip
        text = o.say(
            "odds.throws" if len(throws) < 6 else "odds.any-throw", dice=(throws[0], throws[-1]), result=told
        )
        losses = {s.seats[s.phasing]: float(attacker_loses), s.seats[1 - s.phasing]: float(defender_loses)}
        yield Result(text, len(throws) / 6, losses, of=6)


def preview_fight(o: PreviewContext) -> Iterator[PreviewItem]:
    """A battle that is chosen: its odds in words, and what is left over the stacking limit elsewhere (9b, 10.1)."""
    found = battle_ahead(o, o.s, o.operand)
    if found is None:
        return
    at_once = o.roll is not None and o.roll.kind in BATTLE
    mine, theirs = mean_losses(o, found)
    yield o.warn_if(
        found.wins < EVEN, "battle", "9.22", hex=o.operand, attacking=found.attacker, defending=found.defender,
        wins=o.chance(found.wins), mine=mine, theirs=theirs,
        event="battle.won" if at_once else "", chance=found.wins / 6 if at_once else 1.0,
    )  # fmt: skip
    yield found.odds
    yield from left_over(o)


def mean_losses(o: PreviewContext, found: BattleAhead) -> tuple[str, str]:
    """What the battle costs in the mean: one's own units, the enemy's."""
    mine, theirs = [
        sum([result.chance * result.losses.get(seat, 0.0) for result in found.odds.results])
        for seat in (o.seat, o.s.seats[1 - o.side])
    ]
    return f"{mine:.1f}", f"{theirs:.1f}"


def left_over(o: PreviewContext) -> Iterator[PreviewItem]:
    """Hexes without a battle where more stand than may stay once combat is over (10.1)."""
    s = o.s
    if s.phasing != o.side:
        return
    for h in sorted(s.stacks[o.side]):
        if h not in s.stacks[1 - o.side] and (owed := excess(s, o.side, h)) > 0:
            yield o.warn("overstacked", "10.1b", owed=owed, hex=h, limit=LIMIT[h])


def preview_hero(o: PreviewContext) -> Iterator[PreviewItem]:
    """The battle with this leader; of an enemy who chooses later, his best meets him (9.23)."""
    h = o.step.hex
    eve, heroes = with_both_heroes(o.s, o.s.flow[-2], o.side, o.operand)
    tally = odds(eve, h, heroes)
    wins = sum([not combat_result(die + tally.value).attacker_retreats for die in DIE])
    attacks = o.side == o.s.phasing
    key = "hero-attacks" if attacks else "hero-defends"
    yield o.note(key, "9.23a", leader=o.operand, wins=o.chance(wins if attacks else 6 - wins))


def with_both_heroes(
    s: DarkEmperorState, begun: Frame, side: int, leader: int
) -> tuple[DarkEmperorState, tuple[int, ...]]:
    """A copy on the eve of a battle that a side fights under this leader, and the heroes of both sides."""
    assert isinstance(begun, Fight)
    twin = s.copy()
    twin.flow = [begun]
    found = begun.with_hero(twin, side, leader)
    if len(found.heroes) < 2:
        best = candidates(twin, 1 - side, found.hex)
        twin.flow = [found]
        found = found.with_hero(twin, 1 - side, best[0] if best else NO_ONE)
    return twin, found.heroes


def preview_lantern(o: PreviewContext) -> Iterator[PreviewItem]:
    yield o.note("light", "15.4", device=LANTERN)


def preview_loss(o: PreviewContext) -> Iterator[PreviewItem]:
    """A unit that never returns (7.36, 7.2d)."""
    place, clause = grave(o.s, o.operand, False) if o.operand < UNITS else (GONE, "18.22b")
    if place == GONE:
        yield o.warn("for-good", clause, piece=o.operand)


def preview_retreat(o: PreviewContext) -> Iterator[PreviewItem]:
    """A hex that would hold more than may stay there; only the phasing side is judged in this turn (10.1)."""
    if not o.is_sure or o.side != o.s.phasing:
        return
    owed = excess(o.after, o.side, o.operand)
    if owed > 0:
        yield o.warn("overstacked", "10.1b", owed=owed, hex=o.operand, limit=LIMIT[o.operand])


def preview_escape(o: PreviewContext) -> Iterator[PreviewItem]:
    if o.operand in o.s.markers:
        yield o.note("escape-marker", "18.12a")
