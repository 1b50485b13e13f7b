"""Sheets full of whatever can be written, for laws that must hold whatever is ordered."""

from __future__ import annotations

from random import Random

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.state import State

TACTICS: tuple[o.Tactic, ...] = (
    o.Cast("PS-CH"), o.Cast("NE-KI"), o.Fire(), o.Strike(), o.Strike(), o.Talk(), o.Steal(), o.Flee(), o.Say("hm"),
    o.UseItem(1), o.UseItem(77), o.Fulfil(), o.Scout(), o.GiveItem(2),
)  # fmt: skip
SPELLS = tuple(spell.code for spell in tables.SPELLS if spell.action)


def plan(random: Random) -> o.Plan:
    return tuple(random.sample(TACTICS, random.randint(1, 4)))


def action(s: State, random: Random, n: int) -> o.Action:
    """Something that somebody could be ordered to do, mostly with what is about him."""
    here = s.people[n].place
    other = random.choice([m for m in s.people_at(here) if m != n] or list(s.people))
    to = s.atlas.numbers[random.choice(s.atlas.neighbours[here])]
    feature = random.choice([f for f, each in s.features.items() if each.place == here] or [1])
    armies = tuple(random.sample(s.armies_at(here) or [1], 1)) if random.randrange(2) else ()
    target = random.choice((other, to, feature, 0))
    choices: tuple[o.Action, ...] = (
        *(o.Move(to) for _ in range(5)), o.Explore(), o.Search(feature, plan(random)),
        o.Recruit(tuple(random.sample(tables.ARMY_CODES, 3)), random.choice((0, n, other))), o.Hire(other, 4),
        o.Disband(armies), o.Dismiss(other), o.Leave(armies, random.choice((0, other))), o.PickUp(armies),
        o.CastSpell(random.choice(SPELLS), target, "plain"), o.CastSpell(random.choice(SPELLS), target, "plain"),
        o.Use(random.randint(1, 80), target, "sea"), o.Encounter(other, plan(random)),
        o.Practise(random.choice(tables.ABILITIES)), o.Spy(), o.Defend(), o.Defend(), o.Pursue(other, plan(random)),
        o.Pursue(n, plan(random)), o.Trail(other), o.Give(other, random.randint(0, 80), random.randint(0, 9)),
    )  # fmt: skip
    return random.choice(choices)


def sheet(s: State, random: Random, seat: int) -> o.Sheet:
    """Orders for all of a seat's people, and treaties with anybody."""
    lines: list[o.Line] = []
    for n, _ in s.at_home(seat):
        lines += [o.Act(n, phase, action(s, random, n)) for phase in range(1, 6) if random.randrange(5)]
        lines.append(o.Special(n, tuple(random.sample((o.Strike(), o.Fire(), o.Flee()), random.randint(1, 3)))))
    for kingdom in range(1, len(s.seats) + 1):
        if not random.randrange(6):
            lines.append(random.choice((o.Treat, o.BreakTreaty, o.Vote))(kingdom))
    if s.kingdoms[seat].awaits_levels:
        lines.append(o.Heir(("TA", "TA", "ME", "DR")))
    return o.Sheet(tuple(lines))
