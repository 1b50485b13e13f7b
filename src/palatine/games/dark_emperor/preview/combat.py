"""Previews of battles: die modifiers, and the losses of each result (9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from palatine.core import Chance, Frame
from palatine.core.guidance.preview import Odds, PreviewItem
from palatine.core.guidance.preview_context import Losses
from palatine.games.dark_emperor.components.pieces import GONE, LANTERN, UNITS
from palatine.games.dark_emperor.components.tables import LIMIT, CombatResult
from palatine.games.dark_emperor.decisions import preview
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.lone_leaders import Escape
from palatine.games.dark_emperor.rules.combat.combat import (
    NO_ONE,
    AskLantern,
    ChooseBattle,
    ChooseHero,
    candidates,
    combat_chance,
    is_won,
    rehearse,
    totals,
    unarmed,
)
from palatine.games.dark_emperor.rules.combat.combat import Battle as Fight
from palatine.games.dark_emperor.rules.combat.retreats import RetreatTo
from palatine.games.dark_emperor.rules.common.losses import ChooseLoss, exposed, grave
from palatine.games.dark_emperor.rules.common.sieges import defence
from palatine.games.dark_emperor.rules.movement.attrition import AttritionLosses
from palatine.games.dark_emperor.rules.movement.stacking import ChooseExcess, excess
from palatine.games.dark_emperor.state import DarkEmperorState

LIKELY: Final = 0.8
"""Chance of a win below which accompanying leaders are warned of being left alone."""
EVEN: Final = 0.5
"""Chance of a win below which a battle is a warning."""


class BattleAhead(NamedTuple):
    """A battle as it would be fought: roll, displayed odds, strengths."""

    chance: Chance[CombatResult]
    odds: Odds
    attacker: int
    defender: int

    @property
    def wins(self) -> float:
        """Chance that the attacker drives the defenders out."""
        return self.chance.distribution().probability(is_won)

    @property
    def as_it_stands(self) -> Odds:
        """Odds for a battle that can still change, so that no roll belongs to them yet."""
        return Odds(self.odds.title, self.odds.results, self.odds.parts, self.odds.clause)


def battle_ahead(o: PreviewContext, s: DarkEmperorState, h: int) -> BattleAhead | None:
    """Return the battle of a hex with the best leader of each side.

    None if there is no battle, or no roll for it.
    """
    if h not in s.stacks[0] or h not in s.stacks[1] or unarmed(s, h) != NO_ONE:
        return None
    eve, heroes = rehearse(s, h)
    attacking, defending = totals(eve, h)
    chance = combat_chance(eve, h, heroes)
    walls = defence(eve, h, eve.fighters(s.phasing, h)) > 1
    title = o.say("odds.battle-walls" if walls else "odds.battle", hex=h, attacking=attacking, defending=defending)
    odds = o.odds_of(title, chance, outcomes(o, eve, h, chance), "9.22")
    return BattleAhead(chance, odds, attacking, defending)


def outcomes(
    o: PreviewContext, s: DarkEmperorState, h: int, chance: Chance[CombatResult]
) -> Callable[[CombatResult], tuple[str, Losses]]:
    """Return a function for the text and losses of each result.

    Losses are limited to the units present (9.25); results with the same losses are combined.
    """
    attackers, defenders = [len(exposed(s, side, h)) for side in (s.phasing, 1 - s.phasing)]

    def fate(row: CombatResult) -> tuple[str, int, int]:
        won = "won-battle" if is_won(row) else "lost-battle"
        return won, min(row.attacker_loses, attackers), min(row.defender_loses, defenders)

    fates, last = chance.distribution().map(fate), 0
    shown: dict[tuple[str, int, int], tuple[str, Losses]] = {}
    for (won, mine, theirs), number in fates.ways.items():
        first, last = last + 1, last + number
        result = o.say(
            f"odds.{won}", attacker=s.phasing, defender=1 - s.phasing, attacker_loses=mine, defender_loses=theirs
        )
        key = "odds.throws" if number < fates.throws else "odds.any-throw"
        losses = {s.seats[s.phasing]: float(mine), s.seats[1 - s.phasing]: float(theirs)}
        shown[won, mine, theirs] = o.say(key, dice=(first, last), result=result), losses
    return lambda row: shown[fate(row)]


@preview(ChooseBattle, "fight")
def preview_fight(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of the chosen battle, and excess units elsewhere (9b, 10.1)."""
    found = battle_ahead(o, o.s, o.operand)
    if found is None:
        return
    mine, theirs = mean_losses(o, found)
    yield o.roll_line(
        "battle", "9.22", found.chance, is_won, weight="warning" if found.wins < EVEN else "note",
        event=o.event("battle.won", "battle.lost"), hex=o.operand, attacking=found.attacker,
        defending=found.defender, mine=mine, theirs=theirs,
    )  # fmt: skip
    yield found.odds
    yield from left_over(o)


def mean_losses(o: PreviewContext, found: BattleAhead) -> tuple[str, str]:
    """Return the average losses of a battle: own, then the enemy's."""
    mine, theirs = [
        sum([result.chance * result.losses.get(seat, 0.0) for result in found.odds.results])
        for seat in (o.seat, o.s.seats[1 - o.side])
    ]
    return f"{mine:.1f}", f"{theirs:.1f}"


def left_over(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return hexes without a battle that exceed the stacking limit (10.1)."""
    s = o.s
    if s.phasing != o.side:
        return
    for h in sorted(s.stacks[o.side]):
        if h not in s.stacks[1 - o.side] and (owed := excess(s, o.side, h)) > 0:
            yield o.warning("overstacked", "10.1b", owed=owed, hex=h, limit=LIMIT[h])


@preview(ChooseHero, "hero")
def preview_hero(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of the battle with this leader (9.23).

    An enemy who chooses later is assumed to choose the best.
    """
    h = o.step.hex
    eve, heroes = with_both_heroes(o.s, o.s.flow[-2], o.side, o.operand)
    attacks, chance = o.side == o.s.phasing, combat_chance(eve, h, heroes)
    key, event = ("hero-attacks", "battle.won") if attacks else ("hero-defends", "battle.lost")
    at_once = o.event(event, "battle.won", "battle.lost")
    yield o.roll_line(key, "9.23a", chance, lambda row: is_won(row) == attacks, event=at_once, leader=o.operand)


def with_both_heroes(
    s: DarkEmperorState, begun: Frame, side: int, leader: int
) -> tuple[DarkEmperorState, tuple[int, ...]]:
    """Return a copy before a battle under this leader, and the heroes of both sides."""
    assert isinstance(begun, Fight)
    twin = s.copy()
    twin.flow = [begun]
    found = begun.with_hero(twin, side, leader)
    if len(found.heroes) < 2:
        best = candidates(twin, 1 - side, found.hex)
        twin.flow = [found]
        found = found.with_hero(twin, 1 - side, best[0] if best else NO_ONE)
    return twin, found.heroes


@preview(AskLantern, "light")
def preview_lantern(o: PreviewContext) -> Iterator[PreviewItem]:
    yield o.note("light", "15.4", device=LANTERN)


@preview(AttritionLosses, "lose")
@preview(ChooseLoss, "lose")
@preview(ChooseExcess, "lose")
def preview_loss(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a warning if the unit never returns (7.36, 7.2d)."""
    place, clause = grave(o.s, o.operand, False) if o.operand < UNITS else (GONE, "18.22b")
    if place == GONE:
        yield o.warning("for-good", clause, piece=o.operand)


@preview(RetreatTo, "retreat")
def preview_retreat(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a warning if the hex would exceed its limit; for the phasing side only (10.1)."""
    if not o.is_sure or o.side != o.s.phasing:
        return
    owed = excess(o.after, o.side, o.operand)
    if owed > 0:
        yield o.warning("overstacked", "10.1b", owed=owed, hex=o.operand, limit=LIMIT[o.operand])


@preview(Escape, "escape")
def preview_escape(o: PreviewContext) -> Iterator[PreviewItem]:
    if o.operand in o.s.markers:
        yield o.note("escape-marker", "18.12a")
