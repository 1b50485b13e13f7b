"""Random order sheets, valid or not, for properties that must always hold."""

from __future__ import annotations

from random import Random

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.state import State

TACTICS: tuple[orders.Tactic, ...] = (
    orders.Cast("PS-CH"), orders.Cast("NE-KI"), orders.Fire(), orders.Strike(), orders.Strike(), orders.Talk(),
    orders.Steal(), orders.Flee(), orders.Say("hm"),
    orders.UseItem(1), orders.UseItem(77), orders.Fulfil(), orders.Scout(), orders.GiveItem(2),
)  # fmt: skip
SPELLS = tuple(spell.code for spell in tables.SPELLS if spell.action)


def plan(random: Random) -> orders.Plan:
    return tuple(random.sample(TACTICS, random.randint(1, 4)))


def action(s: State, random: Random, n: int) -> orders.Action:
    """Return a random action for a character, mostly with targets nearby."""
    here = s.people[n].place
    other = random.choice([m for m in s.people_at(here) if m != n] or list(s.people))
    to = s.atlas.numbers[random.choice(s.atlas.neighbours[here])]
    feature = random.choice([f for f, each in s.features.items() if each.place == here] or [1])
    armies = tuple(random.sample(s.armies_at(here) or [1], 1)) if random.randrange(2) else ()
    target = random.choice((other, to, feature, 0))
    choices: tuple[orders.Action, ...] = (
        *(orders.Move(to) for _ in range(5)), orders.Explore(), orders.Search(feature, plan(random)),
        orders.Recruit(tuple(random.sample(tables.ARMY_CODES, 3)), random.choice((0, n, other))), orders.Hire(other, 4),
        orders.Disband(armies), orders.Dismiss(other), orders.Leave(armies, random.choice((0, other))),
        orders.PickUp(armies),
        orders.CastSpell(random.choice(SPELLS), target, "plain"),
        orders.CastSpell(random.choice(SPELLS), target, "plain"),
        orders.Use(random.randint(1, 80), target, "sea"), orders.Encounter(other, plan(random)),
        orders.Practise(random.choice(tables.ABILITIES)), orders.Spy(), orders.Defend(), orders.Defend(),
        orders.Pursue(other, plan(random)),
        orders.Pursue(n, plan(random)), orders.Trail(other),
        orders.Give(other, random.randint(0, 80), random.randint(0, 9)),
    )  # fmt: skip
    return random.choice(choices)


def sheet(s: State, random: Random, seat: int) -> orders.Sheet:
    """Return random orders for all characters of a seat, with treaties and votes."""
    lines: list[orders.Line] = []
    for n, _ in s.at_home(seat):
        lines += [orders.Act(n, phase, action(s, random, n)) for phase in range(1, 6) if random.randrange(5)]
        lines.append(
            orders.Special(
                n, tuple(random.sample((orders.Strike(), orders.Fire(), orders.Flee()), random.randint(1, 3)))
            )
        )
    for kingdom in range(1, len(s.seats) + 1):
        if not random.randrange(6):
            lines.append(random.choice((orders.Treat, orders.BreakTreaty, orders.Vote))(kingdom))
    if s.kingdoms[seat].awaits_levels:
        lines.append(orders.Heir(("TA", "TA", "ME", "DR")))
    return orders.Sheet(tuple(lines))
