"""Laws of plans, odds and previews, which must agree with play."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from games.dark_emperor.endgame import arm_one, pile_up
from games.dark_emperor.laws.played import positions
from games.dark_emperor.positions import KINGDOMS, act, bare, plans_offered, put, run, wake
from palatine.games.dark_emperor.components.pieces import GONE, LEADERS, UNITS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import CALL_WIND, FLY
from palatine.games.dark_emperor.components.world import CITY_AT, hex_name
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.combat.combat import Battle, combat_chance, rehearse, totals
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.movement.attrition import points_of
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.vampires import VAMPIRES, VampireRecruitment, in_play, most_recruits

SEEDS = range(3)


def stacks_of(s: Any, group: list[int]) -> list[list[int]]:
    """Return the units of a march by starting hex, each a stack for attrition (8.1)."""
    found: dict[int, list[int]] = {}
    for u in group:
        found.setdefault(s.origin.get(u, s.where[u]), []).append(u)
    return list(found.values())


@pytest.mark.clause("8.11b", "8.13b", "13.31", "8.16a", "6.15")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_plan_of_a_march_can_be_carried_out_and_costs_what_it_says(seed: int) -> None:
    random = Random(seed)
    tried = 0
    for s in positions(March, seed, 25):
        step = s.flow[-1]
        leaders = [p for p in step.group if p in LEADERS]
        if leaders and random.random() < 0.5:
            s.charms = ((leaders[0], random.choice((CALL_WIND, FLY))),)
        plans = [plan for plan in plans_offered(s) if plan.actions[0][0] == "go"]
        for plan in random.sample(plans, min(len(plans), 6)):
            after = s.copy()
            for action in plan.actions:
                assert action in after.flow[-1].actions(after), f"{plan.text}: {action}"
                GAME.take(after, after.seats[step.seat], action)
            units = [u for u in step.group if u < UNITS and after.where[u] == plan.space]
            told = re.search(r"(\d+) attrition", plan.text)
            if units and told:
                paid = max([points_of(after, stack) for stack in stacks_of(after, units)])
                assert paid == int(told[1]), plan.text
                tried += 1
    assert tried >= 20


@pytest.mark.clause("9.21a", "9.22", "9.23a", "15.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_odds_shown_of_a_battle_are_those_it_is_fought_at(seed: int) -> None:
    """If no question about heroes or devices follows, the die gets the displayed modifiers."""
    fought, random = 0, Random(seed)
    for s in positions(Movement, seed, 30):
        for thinning in (arm_one, *[pile_up] * 5):
            thinning(s, random)
        for h in s.stacks[0].keys() & s.stacks[1].keys():
            eve, heroes = rehearse(s, h)
            shown = combat_chance(eve, h, heroes).tally.value, totals(eve, h)
            assert GAME.encode(s) == GAME.encode(s.copy()), "looking changes nothing"
            after = s.copy()
            after.journal = []
            after.flow = [Battle(h)]
            after.flow[-1].run(after)
            while after.flow and not after.flow[-1].needs_decision and isinstance(after.flow[-1], Battle):
                after.flow[-1].run(after)
            entries = [entry for entry in after.journal if entry.kind in ("battle.won", "battle.lost")]
            if entries:
                data = entries[0].data
                assert (entries[0].tally.value, (data["attacking"], data["defending"])) == shown
                fought += 1
    assert fought >= 3


@pytest.mark.clause("7.32a", "7.33a", "7.33b", "7.31a")
@pytest.mark.parametrize("host", ["now", "noted"])
@pytest.mark.parametrize("seed", range(6))
def test_as_many_vampires_rise_as_are_foretold(seed: int, host: str) -> None:
    random = Random(seed)
    s = bare(host=host)
    wake(s, KINGDOMS, *range(10))
    s.lands = [LORD for _ in s.lands]
    s.maximum = random.randint(0, 12)
    for u in random.sample(VAMPIRES, 8):
        s.put((u,), random.choice([*CITY_AT][:8]))
    for n in range(1, 4):
        put(s, hex_name(random.choice([*CITY_AT])), f"stavror-infantry-{n}")
    for u in random.sample(VAMPIRES, random.choice((0, len(VAMPIRES) - 12))):
        if s.where[u] < 0:
            s.where[u] = GONE
    foretold, before = most_recruits(s, production(s)), in_play(s)
    s = run(s, VampireRecruitment())
    while s.flow:
        s = act(s, s.flow[-1].actions(s)[0])
    assert in_play(s) - before == foretold
